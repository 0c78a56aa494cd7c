//! Word and repetition certificates: true ones are accepted, every false one is refused.

use certificate::repetition::{self, RepetitionClaim, RepetitionFact};
use certificate::word::{self, Identity, Subject, WordClaim, WordFact};
use certificate::{Claim, Context, Refusal, Strength, check};
use rules::record::RecordGame;
use rules::word::{Definition, Word};
use testkit::{damage, sign, unsigned};

fn checked(text: &str) -> Result<Claim, Refusal> {
    check(text, &Context::default()).map(|proved| proved.claim().clone())
}

fn about(subject: &str, fact: WordFact) -> WordClaim {
    let subject = match subject.parse::<Word>() {
        Ok(word) => Subject::Word(word),
        Err(_) => Subject::Text(subject.to_owned()),
    };
    WordClaim { subject, fact }
}

fn fig_12(fact: RepetitionFact, blocks: &str) -> RepetitionClaim {
    let moves = blocks.chars().flat_map(block).collect();
    RepetitionClaim { game: RecordGame::Shogi, start: "8k/6Gpl/8p/9/9/9/9/9/4K4 w Gg 1".into(), moves, fact }
}

fn block(name: char) -> Vec<String> {
    let moves = if name == 'A' { "G*2a G*3c 2a3b 3c3b" } else { "G*2a G*4c 2a3b 4c3b" };
    moves.split(' ').map(str::to_owned).collect()
}

/// True claims, one of each kind of fact.
fn true_words() -> Vec<WordClaim> {
    use Definition::*;
    let all = vec![Digits, Recurrence, Concatenation, Substitution];
    let mut claims = vec![
        about("thue-morse", WordFact::Agree { length: 300, by: all }),
        about(
            "fibonacci(3)",
            WordFact::Agree { length: 300, by: vec![CuttingLine, Concatenation, Substitution] },
        ),
        about("thue-morse", WordFact::Begins { by: Digits, text: "0110100110010110".into() }),
        about("thue-morse", WordFact::PowerFree { copies: 3, length: 500 }),
        about("thue-morse", WordFact::OverlapFree { length: 500 }),
        about("fibonacci", WordFact::PowerFree { copies: 4, length: 500 }),
        about("fibonacci", WordFact::Repeats { start: 5, period: 3, copies: 3 }),
        about("00101101", WordFact::PowerFree { copies: 3, length: 8 }),
        about("fibonacci", WordFact::Places { symbol: '0', at: vec![1, 3, 4, 6, 8, 9, 11, 12, 14] }),
        about("fibonacci(2)", WordFact::Places { symbol: '1', at: vec![3, 6, 10, 13, 17, 20, 23, 27, 30] }),
    ];
    use Identity::*;
    for identity in [Mean, Ones, Zeros, Term3, Term4, Term5, PlacesOfZeros, PlacesOfOnes, Difference, Split] {
        claims.push(about("fibonacci", WordFact::Holds { identity, limit: 400 }));
    }
    for s in 2..8 {
        for identity in [Mean, PlacesOfZeros, PlacesOfOnes, Difference] {
            claims.push(about(&format!("fibonacci({s})"), WordFact::Holds { identity, limit: 100 }));
        }
    }
    claims
}

fn true_records() -> Vec<RepetitionClaim> {
    vec![
        fig_12(RepetitionFact::Positions { plies: 12, distinct: 6 }, "ABA"),
        fig_12(RepetitionFact::Returns { at: vec![0, 4, 8, 12] }, "ABA"),
        fig_12(RepetitionFact::Occurs { count: 4, ply: Some(12) }, "ABAB"),
        fig_12(RepetitionFact::Occurs { count: 5, ply: None }, "ABA"),
        fig_12(RepetitionFact::Powers { copies: 3, at: vec![] }, "ABBABAAB"),
        fig_12(RepetitionFact::Powers { copies: 2, at: vec![(4, 4), (5, 4)] }, "ABBA"),
        fig_12(RepetitionFact::OldRule { ply: None }, "ABABBA"),
        fig_12(RepetitionFact::OldRule { ply: Some(16) }, "BAAAA"),
        fig_12(RepetitionFact::Coding { other: block('B') }, "A"),
        fig_12(RepetitionFact::Orders { other: block('B'), length: 4 }, "A"),
    ]
}

#[test]
fn true_claims_are_accepted_and_read_back_as_they_were_written() {
    for claim in true_words() {
        assert_eq!(checked(&word::write(&claim)), Ok(Claim::Word(claim.clone())), "{claim}");
    }
    for claim in true_records() {
        let accepted = checked(&repetition::write(&claim));
        assert_eq!(accepted, Ok(Claim::Repetition(claim.clone())), "{claim}");
        let universal = matches!(claim.fact, RepetitionFact::Coding { .. });
        assert_eq!(accepted.unwrap().strength() == Strength::Universal, universal);
    }
}

#[test]
fn false_claims_are_refused_however_well_they_are_signed() {
    use Definition::*;
    let words = [
        about("thue-morse", WordFact::Begins { by: Digits, text: "0110100110010111".into() }),
        about("thue-morse", WordFact::PowerFree { copies: 2, length: 3 }),
        about("fibonacci", WordFact::PowerFree { copies: 3, length: 14 }),
        about("fibonacci", WordFact::OverlapFree { length: 20 }),
        about("fibonacci", WordFact::Repeats { start: 4, period: 3, copies: 3 }),
        about("fibonacci", WordFact::Repeats { start: 5, period: 0, copies: 3 }),
        about("fibonacci", WordFact::Repeats { start: 5, period: 3, copies: 1 }),
        about("fibonacci", WordFact::Repeats { start: 5, period: usize::MAX, copies: 3 }),
        about("0010001", WordFact::PowerFree { copies: 3, length: 7 }),
        about("0010", WordFact::PowerFree { copies: 3, length: 7 }),
        about("0010", WordFact::Begins { by: Digits, text: "0".into() }),
        about("0010", WordFact::PowerFree { copies: 1, length: 0 }),
        about("fibonacci", WordFact::Places { symbol: '0', at: vec![1, 3, 4, 6, 8, 9, 12] }),
        about("fibonacci", WordFact::Places { symbol: '0', at: vec![0] }),
        about("fibonacci", WordFact::Places { symbol: '0', at: vec![] }),
        about("thue-morse", WordFact::Holds { identity: Identity::Split, limit: 3 }),
        about("fibonacci(2)", WordFact::Holds { identity: Identity::Ones, limit: 3 }),
        about("thue-morse", WordFact::Holds { identity: Identity::Ones, limit: 3 }),
        about("thue-morse", WordFact::Agree { length: 5, by: vec![Digits] }),
        about("thue-morse", WordFact::Agree { length: 5, by: vec![Digits, CuttingLine] }),
        about("thue-morse", WordFact::PowerFree { copies: 3, length: usize::MAX }),
        about("fibonacci", WordFact::Holds { identity: Identity::Difference, limit: u64::MAX }),
    ];
    for claim in words {
        assert!(checked(&word::write(&claim)).is_err(), "{claim}");
    }
    let records = [
        fig_12(RepetitionFact::Positions { plies: 12, distinct: 7 }, "ABA"),
        fig_12(RepetitionFact::Positions { plies: 11, distinct: 6 }, "ABA"),
        fig_12(RepetitionFact::Returns { at: vec![0, 4, 8] }, "ABA"),
        fig_12(RepetitionFact::Occurs { count: 4, ply: Some(13) }, "ABAB"),
        fig_12(RepetitionFact::Occurs { count: 4, ply: None }, "ABAB"),
        fig_12(RepetitionFact::Occurs { count: 1, ply: Some(0) }, "ABAB"),
        fig_12(RepetitionFact::Powers { copies: 3, at: vec![] }, "AAA"),
        fig_12(RepetitionFact::Powers { copies: 1, at: vec![] }, "A"),
        fig_12(RepetitionFact::Powers { copies: 2, at: vec![(4, 4)] }, "ABBA"),
        fig_12(RepetitionFact::OldRule { ply: None }, "BAAA"),
        fig_12(RepetitionFact::OldRule { ply: Some(12) }, "BAAA"),
        fig_12(RepetitionFact::Coding { other: block('A') }, "A"),
        fig_12(RepetitionFact::Coding { other: vec![] }, ""),
        fig_12(RepetitionFact::Coding { other: [block('B'), block('B')].concat() }, "AA"),
        fig_12(RepetitionFact::Coding { other: [block('B'), block('B')].concat() }, "AB"),
        fig_12(RepetitionFact::Coding { other: block('B')[..2].to_vec() }, "A"),
        fig_12(RepetitionFact::Orders { other: block('B')[..2].to_vec(), length: 3 }, "A"),
        fig_12(RepetitionFact::Orders { other: block('B'), length: 39 }, "A"),
    ];
    for claim in records {
        assert!(checked(&repetition::write(&claim)).is_err(), "{claim}");
    }
}

/// What survives damage must be a claim that is true and that says what its text says.
#[test]
fn damage_is_refused_or_leaves_another_true_claim() {
    for claim in true_words() {
        for survivor in damage(&word::write(&claim), |text| checked(text).ok()) {
            let Claim::Word(accepted) = survivor.accepted else { panic!("{}", survivor.change) };
            assert_eq!(word::write(&accepted), survivor.text, "{}: two texts for one claim", survivor.change);
            assert_ne!(accepted, claim, "{}", survivor.change);
            assert!(is_plainly_true(&accepted), "{accepted}");
        }
    }
    for claim in true_records() {
        for survivor in damage(&repetition::write(&claim), |text| checked(text).ok()) {
            let Claim::Repetition(accepted) = survivor.accepted else { panic!("{}", survivor.change) };
            assert_ne!(accepted, claim, "{}", survivor.change);
        }
    }
}

/// A second opinion on the facts, by other means than the checker's.
fn is_plainly_true(claim: &WordClaim) -> bool {
    let symbols = |length: usize| match &claim.subject {
        Subject::Word(word) => word.prefix(Definition::Substitution, length).unwrap(),
        Subject::Text(text) => text.as_bytes()[..length].to_vec(),
    };
    let has = |text: &[u8], length: usize, period: usize| {
        text.windows(length).any(|window| window[period..] == window[..length - period])
    };
    match &claim.fact {
        WordFact::PowerFree { copies, length } => {
            let text = symbols(*length);
            (1..=length / copies).all(|period| !has(&text, copies * period, period))
        }
        WordFact::OverlapFree { length } => {
            let text = symbols(*length);
            (1..).take_while(|p| 2 * p < *length).all(|period| !has(&text, 2 * period + 1, period))
        }
        WordFact::Repeats { start, period, copies } => {
            let text = symbols(start + period * copies);
            text[*start..].chunks(*period).all(|copy| *copy == text[*start..start + period])
        }
        WordFact::Begins { text, .. } => symbols(text.len()) == text.as_bytes(),
        WordFact::Agree { .. } | WordFact::Places { .. } | WordFact::Holds { .. } => true,
    }
}

#[test]
fn a_block_that_repeats_a_move_at_another_place_does_not_code() {
    // A = x y, B = x x would let A B = x y x x … hide cubes: the same move at two places is refused
    let lines = unsigned(&repetition::write(&fig_12(RepetitionFact::Coding { other: block('B') }, "A")));
    let forged: Vec<String> =
        lines.iter().map(|line| line.replace("G*2a G*4c 2a3b 4c3b", "G*2a G*4c 2a3b 4c3b G*2a")).collect();
    assert!(checked(&sign(&forged)).is_err());
    let twice = fig_12(RepetitionFact::Coding { other: [block('A'), block('B')].concat() }, "BA");
    let refusal = checked(&repetition::write(&twice)).unwrap_err().to_string();
    assert!(refusal.contains("two different places"), "{refusal}");
}
