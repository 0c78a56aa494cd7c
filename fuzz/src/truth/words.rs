//! Words written out and looked at place by place.

use std::collections::HashMap;

use hissho_certificate::words::{Subject, WordClaim, WordFact};
use hissho_rules::words::Word;

use super::all;

pub(super) fn word(claim: &WordClaim) -> Option<bool> {
    let most = 2_000;
    let (terms, first) = match &claim.subject {
        Subject::Text(text) => (text.bytes().collect(), 0),
        Subject::Word(word) => (terms(word, most), u64::from(matches!(word, Word::Fibonacci(_)))),
    };
    let is_text = matches!(claim.subject, Subject::Text(_));
    let begin = |length: usize| terms.get(..length).map(<[u8]>::to_vec);
    let has_stretch = |text: &[u8], period: usize, length: usize| {
        (0..(text.len() + 1).saturating_sub(length))
            .any(|start| (start..start + length - period).all(|at| text[at] == text[at + period]))
    };
    match &claim.fact {
        WordFact::Agree { length, by } => {
            let Subject::Word(word) = &claim.subject else { return Some(false) };
            let expected = begin(*length)?;
            all(by.iter().map(|&by| Some(word.prefix(by, *length).ok()? == expected)))
        }
        WordFact::Begins { text, .. } => Some(begin(text.len())? == text.as_bytes()),
        WordFact::PowerFree { copies, length } if *length <= 300 => {
            let text = if is_text { begin(*length).unwrap_or_default() } else { begin(*length)? };
            let periods = 1..=length / copies;
            Some(text.len() == *length && !periods.into_iter().any(|p| has_stretch(&text, p, copies * p)))
        }
        WordFact::OverlapFree { length } if *length <= 300 => {
            let text = if is_text { begin(*length).unwrap_or_default() } else { begin(*length)? };
            let periods = 1..=length / 2;
            Some(text.len() == *length && !periods.into_iter().any(|p| has_stretch(&text, p, 2 * p + 1)))
        }
        WordFact::Repeats { start, period, copies } => {
            let text = begin(start.checked_add(period.checked_mul(*copies)?)?)?;
            Some(has_stretch(&text[*start..], *period, period * copies))
        }
        WordFact::Places { symbol, at } => {
            let found = terms.iter().enumerate().filter(|(_, term)| char::from(**term) == *symbol);
            let found: Vec<u64> = found.map(|(at, _)| at as u64 + first).take(at.len()).collect();
            (is_text || found.len() == at.len()).then(|| found == *at)
        }
        _ => None,
    }
}

/// The first terms of a word: by parity of digits, or as a fixed point, letter by letter.
fn terms(word: &Word, count: usize) -> Vec<u8> {
    if *word == Word::ThueMorse {
        return (0..count).map(|n| b'0' + (n.count_ones() % 2) as u8).collect();
    }
    let substitution = word.substitution();
    let rows: HashMap<u8, &Vec<u8>> =
        substitution.rows().iter().map(|(letter, image)| (*letter, image)).collect();
    let mut terms = rows[&substitution.rows()[0].0].clone();
    let mut next = 1;
    while terms.len() < count && next < terms.len() {
        let image = rows[&terms[next]].clone();
        terms.extend(image);
        next += 1;
    }
    terms
}
