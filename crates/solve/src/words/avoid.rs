//! Words that avoid powers: how many there are of each length, and how far a given one can be continued.
//!
//! A word is grown symbol by symbol; a new power can only be one that ends at the new symbol, so only suffixes are
//! tested. Depth first, hence a count for each length or the first continuation found. The continuation search ends:
//! either the asked length is reached or every continuation has been tried, and then the prefix is a dead end for
//! that length. Cost: a test is at most `n` short comparisons; binary cube-free words grow like 1.4576^n.

/// What is to be avoided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Avoid {
    /// `u u … u`, the given number of times (2 or more).
    Power(usize),
    /// `u u a` where `a` is the first symbol of `u`.
    Overlap,
}

impl Avoid {
    /// How many symbols a forbidden repetition of period `period` has.
    fn length(self, period: usize) -> usize {
        match self {
            Avoid::Power(copies) => copies * period,
            Avoid::Overlap => 2 * period + 1,
        }
    }
}

/// The period of the shortest forbidden repetition that ends with the text's last symbol.
pub fn forbidden_suffix<T: Eq>(text: &[T], avoid: Avoid) -> Option<usize> {
    let n = text.len();
    (1..=n).take_while(|&period| avoid.length(period) <= n).find(|&period| {
        let tail = &text[n - avoid.length(period)..];
        tail[period..] == tail[..tail.len() - period]
    })
}

/// The number of words over `letters` letters that avoid, for each length `0..=longest`. `spend` is called for each symbol
/// tried and may stop the count with an error of its own.
///
/// By symmetry only words beginning with the first letter are grown.
pub fn count<E>(
    avoid: Avoid,
    letters: u8,
    longest: usize,
    mut spend: impl FnMut(u64) -> Result<(), E>,
) -> Result<Vec<u64>, E> {
    let mut counts = vec![0u64; longest + 1];
    counts[0] = 1;
    let mut text: Vec<u8> = Vec::with_capacity(longest);
    if longest > 0 && letters > 0 {
        text.push(0);
        grow(avoid, letters, longest, &mut text, &mut counts, &mut spend)?;
        for number in &mut counts[1..] {
            *number *= u64::from(letters);
        }
    }
    Ok(counts)
}

fn grow<E>(
    avoid: Avoid,
    letters: u8,
    longest: usize,
    text: &mut Vec<u8>,
    counts: &mut [u64],
    spend: &mut impl FnMut(u64) -> Result<(), E>,
) -> Result<(), E> {
    counts[text.len()] += 1;
    if text.len() == longest {
        return Ok(());
    }
    spend(u64::from(letters))?;
    for letter in 0..letters {
        text.push(letter);
        if forbidden_suffix(text, avoid).is_none() {
            grow(avoid, letters, longest, text, counts, spend)?;
        }
        text.pop();
    }
    Ok(())
}

/// How a prefix can be continued.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Continuation {
    /// The first word, in dictionary order, that begins with the prefix, avoids, and has the asked length.
    Found(Vec<u8>),
    /// There is none; the longest that exists is given.
    DeadEnd(Vec<u8>),
    /// The prefix itself holds a forbidden repetition, ending with this many symbols read.
    Forbidden {
        /// The number of symbols read when it appeared.
        end: usize,
        /// Its period.
        period: usize,
    },
}

/// Continues `prefix` over `alphabet` to `length` symbols. `spend` is called for each symbol tried and may stop the
/// search with an error of its own.
pub fn continue_word<E>(
    prefix: &[u8],
    alphabet: &[u8],
    avoid: Avoid,
    length: usize,
    mut spend: impl FnMut(u64) -> Result<(), E>,
) -> Result<Continuation, E> {
    for end in 1..=prefix.len() {
        if let Some(period) = forbidden_suffix(&prefix[..end], avoid) {
            return Ok(Continuation::Forbidden { end, period });
        }
    }
    let mut text = prefix.to_vec();
    let mut longest = text.clone();
    // for each symbol after the prefix, and for the one being tried: its place in the alphabet
    let mut choices: Vec<usize> = vec![0];
    while text.len() < length {
        let choice = choices.pop().expect("one choice is always open here");
        let Some(&letter) = alphabet.get(choice) else {
            if choices.is_empty() {
                return Ok(Continuation::DeadEnd(longest));
            }
            text.pop();
            *choices.last_mut().expect("not empty, just tested") += 1;
            continue;
        };
        spend(1)?;
        text.push(letter);
        if forbidden_suffix(&text, avoid).is_some() {
            text.pop();
            choices.push(choice + 1);
        } else {
            choices.extend([choice, 0]);
            if text.len() > longest.len() {
                longest.clone_from(&text);
            }
        }
    }
    Ok(Continuation::Found(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::runs::summarise;
    use std::convert::Infallible;

    /// OEIS A028445 and A007777.
    const CUBE_FREE: [u64; 21] =
        [1, 2, 4, 6, 10, 16, 24, 36, 56, 80, 118, 174, 254, 378, 554, 802, 1168, 1716, 2502, 3650, 5324];
    const OVERLAP_FREE: [u64; 21] =
        [1, 2, 4, 6, 10, 14, 20, 24, 30, 36, 44, 48, 60, 60, 62, 72, 82, 88, 96, 112, 120];
    /// Square-free words over three letters, OEIS A006156.
    const SQUARE_FREE: [u64; 13] = [1, 3, 6, 12, 18, 30, 42, 60, 78, 108, 144, 204, 264];

    fn counted(avoid: Avoid, letters: u8, longest: usize) -> Vec<u64> {
        let counts: Result<_, Infallible> = count(avoid, letters, longest, |_| Ok(()));
        counts.unwrap_or_else(|never| match never {})
    }

    fn continuation(prefix: &str, length: usize) -> Continuation {
        let free: Result<_, Infallible> =
            continue_word(prefix.as_bytes(), b"01", Avoid::Power(3), length, |_| Ok(()));
        free.unwrap_or_else(|never| match never {})
    }

    #[test]
    fn counts_are_the_known_ones() {
        assert_eq!(counted(Avoid::Power(3), 2, 20), CUBE_FREE);
        assert_eq!(counted(Avoid::Overlap, 2, 20), OVERLAP_FREE);
        assert_eq!(counted(Avoid::Power(2), 3, 12), SQUARE_FREE);
        assert_eq!(counted(Avoid::Power(2), 2, 5), [1, 2, 2, 2, 0, 0]);
    }

    #[test]
    fn counting_by_growing_agrees_with_testing_every_word() {
        for (length, &known) in CUBE_FREE.iter().enumerate().take(15) {
            let free = (0..1u32 << length).filter(|bits| {
                let text: Vec<u8> = (0..length).map(|at| (bits >> at & 1) as u8).collect();
                summarise(&text).first_cube.is_none()
            });
            assert_eq!(free.count() as u64, known);
        }
    }

    #[test]
    fn a_continuation_is_as_long_as_asked_and_cube_free() {
        let Continuation::Found(text) = continuation("0110", 5_000) else { panic!("0110 can be continued") };
        assert_eq!(text.len(), 5_000);
        assert!(text.starts_with(b"0110"));
        assert_eq!(summarise(&text).first_cube, None);
        assert_eq!(continuation("0110", 3), Continuation::Found(b"0110".to_vec()));
    }

    #[test]
    fn a_dead_end_is_told_from_a_cube() {
        assert_eq!(continuation("0010001", 40), Continuation::Forbidden { end: 6, period: 1 });
        let dead = shortest_dead_end();
        assert_eq!(continuation(&dead, dead.len()), Continuation::Found(dead.clone().into()));
        assert_eq!(continuation(&dead, dead.len() + 1), Continuation::DeadEnd(dead.into()));
    }

    /// The first cube-free word that neither symbol continues, found by trying all words in order.
    fn shortest_dead_end() -> String {
        let words = (1..=18usize).flat_map(|length| (0..1u32 << length).map(move |bits| (length, bits)));
        let mut texts = words.map(|(length, bits)| -> String {
            (0..length).rev().map(|at| if bits >> at & 1 == 1 { '1' } else { '0' }).collect()
        });
        let is_free = |text: &str| summarise(text.as_bytes()).first_cube.is_none();
        let dead = texts.find(|text| {
            is_free(text) && ["0", "1"].iter().all(|letter| !is_free(&format!("{text}{letter}")))
        });
        dead.expect("there is one of at most 18 symbols")
    }
}
