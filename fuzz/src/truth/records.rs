//! Records replayed, every stretch compared with every other.

use std::collections::HashSet;

use hissho_certificate::records::{RepetitionClaim, RepetitionFact};

pub(super) fn repetition(claim: &RepetitionClaim) -> Option<bool> {
    let moves = &claim.moves;
    let plies = moves.len();
    if plies > 200 {
        return None;
    }
    let positions = claim.start.replay(moves).ok()?;
    let orders = |other: &Vec<String>, length: u32| {
        (0..1u32 << length)
            .map(move |order| (0..length).map(move |at| order >> at & 1 == 1).collect::<Vec<bool>>())
            .map(|word| {
                let blocks = word.iter().flat_map(|&second| if second { other } else { moves }).cloned();
                (word.clone(), blocks.collect::<Vec<String>>())
            })
            .collect::<Vec<_>>()
    };
    Some(match &claim.fact {
        RepetitionFact::Positions { plies: said, distinct } => {
            let different: HashSet<_> = positions.iter().collect();
            (*said, *distinct) == (plies, different.len())
        }
        RepetitionFact::Returns { at } => {
            let returns = positions.iter().enumerate().filter(|(_, position)| **position == positions[0]);
            returns.map(|(ply, _)| ply).eq(at.iter().copied())
        }
        RepetitionFact::Occurs { count, ply } => {
            let times = |ply: usize| positions[..=ply].iter().filter(|p| **p == positions[ply]).count();
            (0..=plies).find(|&ply| times(ply) >= *count) == *ply
        }
        RepetitionFact::Powers { copies, at } => {
            let mut found = Vec::new();
            for length in 1..=plies / copies {
                for start in 0..=plies - copies * length {
                    if (start..start + (copies - 1) * length).all(|at| moves[at] == moves[at + length]) {
                        found.push((start, length));
                    }
                }
            }
            found == *at
        }
        RepetitionFact::OldRule { ply } => old_rule(moves, &positions) == *ply,
        RepetitionFact::Coding { other } => {
            if plies + other.len() > 40 {
                return None;
            }
            let cube = |text: &[String]| {
                (1..=text.len() / 3).any(|length| {
                    (0..=text.len() - 3 * length)
                        .any(|start| (start..start + 2 * length).all(|at| text[at] == text[at + length]))
                })
            };
            let letters = |word: &[bool]| word.iter().map(ToString::to_string).collect::<Vec<String>>();
            (1..=6).all(|length| {
                orders(other, length).iter().all(|(word, text)| cube(&letters(word)) || !cube(text))
            })
        }
        RepetitionFact::Orders { other, length } => {
            if *length > 6 || plies + other.len() > 40 {
                return None;
            }
            orders(other, *length).iter().all(|(_, text)| {
                let Ok(positions) = claim.start.replay(text) else { return false };
                let applied = old_rule(text, &positions);
                applied.is_none_or(|ply| {
                    let times = |of: usize| positions[..=ply].iter().filter(|p| **p == positions[of]).count();
                    (0..=ply).any(|of| times(of) >= 4)
                })
            })
        }
    })
}

/// The first ply after which a block that returns to the position before it has been played three times in a row.
fn old_rule<P: PartialEq>(moves: &[String], positions: &[P]) -> Option<usize> {
    (1..=moves.len()).find(|&end| {
        (1..=end / 3).any(|length| {
            let start = end - 3 * length;
            positions[start] == positions[start + length]
                && (start..end - length).all(|at| moves[at] == moves[at + length])
        })
    })
}
