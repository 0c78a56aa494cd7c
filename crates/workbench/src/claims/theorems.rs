//! Theorems of formal/ among the parts of a claim, in a run that has built them.
//!
//! Each theorem about a claim becomes a part of its own, after those that certificates settle. And
//! a part that says of one size, one parameter or one range what a theorem says of all follows from
//! it.

use super::{Part, Settled};
use crate::Theorem;

/// A claim, how the statements of some of its parts begin, and the theorems that they are instances
/// of.
type Instances = (&'static str, &'static [&'static str], &'static [&'static str]);

const INSTANCES: &[Instances] = &[
    ("A2", &["in a CUP"], &["ZoneGame.lemma_1"]),
    ("A5", &["in a Slided-CUP"], &["ZoneGame.lemma_2"]),
    ("A12", &["the restricted follow-in-GLASS"], &["ZoneGame.restricted_glass"]),
    ("A17", &["in a GLASS"], &["ZoneGame.definition_8"]),
    ("B11", &["1x1:", "2x2:", "3x3:", "4x4:", "5x5:", "6x6:", "7x7:", "8x8:", "9x9:"], NASH),
    ("B11", &["the first player wins on every"], NASH),
    ("B11", &["there are no draws"], &["Hex.hex_no_draw", "Hex.hex_not_both"]),
    ("C2", &["theorem 7, "], &["Bricks.theorem_7"]),
    ("C2", &["exercise 8, "], &["Bricks.exercise_8"]),
    ("C4", &["two piles:"], &["Nim.theorem_10"]),
    ("C4", &["three piles: P"], &["Nim.theorem_13"]),
    ("C4", &["four piles:", "nim with "], &["Nim.theorem_16"]),
    ("C4", &["three piles: the winning moves", "Theorem 17 for three"], &["Nim.theorem_17_moves"]),
    ("C4", &["exercise 15 (1)", "exercise 15 (4)"], &["Nim.exercise_15"]),
    ("C4", &["exercise 15 (2)", "exercise 15 (3)"], &["Nim.exercise_15", "Nim.theorem_17_moves"]),
    ("C5", &["take 1 to "], &["Nim.theorem_18"]),
    ("C6", &["the printed 7 x 7 table"], &["Nim.grundy_nim"]),
    ("C6", &["one pile without"], &["Nim.grundy_heap"]),
    ("C6", &["exercise 22: one pile"], &["Nim.grundy_bounded_heap"]),
    ("C6", &["exercise 22: two piles"], &["Nim.grundy_bounded_nim"]),
    ("C7", &["Theorem 25 for"], &["Sum.grundy_sum"]),
    ("C7", &["Example 24:"], &["Sum.grundy_heaps", "Nim.grundy_heap"]),
    ("C7", &["Lemma 28:", "repaired: for a = 1"], &["Sum.lemma_28"]),
    ("C7", &["Example 26 repaired"], &["Nim.grundy_bounded_nim"]),
    ("C7", &["Example 27 repaired"], &["Nim.example_27"]),
    ("C12", &["the printed 11 x 11 table"], &["Wythoff.printed_energies"]),
    ("C12", &["exercise 43"], &["Wythoff.exercise_43"]),
    ("C12", &["the game is not a sum"], &["Wythoff.wythoff_is_not_a_sum"]),
    ("C12", &["Theorem 44", "s = 1: the P-positions"], &["Wythoff.theorem_44"]),
    ("C13", &["Example 47", "example 47"], &["Metallic.printed_tables"]),
    ("C13", &["Proposition 48 (3)"], &["Metallic.proposition_48_3"]),
    ("C13", &["Theorem 49 for"], &["Wythoff.theorem_49"]),
    ("D1", &["the queen's table"], &["Corner.queen_is_wythoff", "Wythoff.printed_energies"]),
    ("D1", &["the queen's game is"], &["Corner.queen_is_wythoff"]),
    ("D1", &["the rook's values"], &["Corner.rook_value"]),
    ("D2", &["Theorem 3.1"], &["Corner.theorem_3_1"]),
    ("D3", &["Lemma 3.1:"], &["Sum.lemma_3_1"]),
    ("D3", &["Lemma 3.2,"], &["Corner.lemma_3_2"]),
    ("D3", &["equation (11) repaired"], &["Corner.equation_11_repaired"]),
    ("D3", &["repaired: G(3k - 1, 3h - 1)"], &["Corner.equation_15_repaired"]),
    ("D3", &["Theorem 3.2"], &["Corner.theorem_3_2"]),
    ("D3", &["beyond the paper"], &["Corner.ryuo_value"]),
    ("D4", &["rectangular chocolate"], &["Chocolate.rectangle_value"]),
    ("D4", &["a staircase bar"], &["Chocolate.two_sided_bar"]),
    ("D5", &["staircase chocolate"], &["Chocolate.even_staircase"]),
    ("D5", &["for odd k it fails"], &["ChocolateOdd.odd_staircase_is_not_xor"]),
    ("D8", &["Theorem 1.1"], &["Impartial.P_position_iff_grundy_0"]),
    ("D8", &["the four mex examples"], &["Impartial.mex_examples"]),
    ("D8", &["the worked values of the queen"], &["Corner.queen_worked_values"]),
];

const NASH: &[&str] = &["Hex.hex_first_player_wins"];

/// Counts the theorems that were built: parts that follow from one say so, and each about this
/// claim stands after them.
pub(super) fn count(settled: Settled, theorems: &[Theorem]) -> Settled {
    let id = settled.entry.id;
    let about = INSTANCES.iter().filter(|(claim, ..)| *claim == id);
    let follow = |part: Part| {
        let is_meant = |(_, beginnings, _): &&Instances| {
            beginnings.iter().any(|beginning| part.statement().starts_with(beginning))
        };
        // All the theorems of a row or none.
        let found = about.clone().find(is_meant).and_then(|(_, _, names)| {
            names.iter().map(|name| theorems.iter().find(|one| one.named().qualified() == *name)).collect()
        });
        part.following_from(&found.unwrap_or(Vec::new()))
    };
    let mut parts: Vec<Part> = settled.parts.into_iter().map(follow).collect();
    parts.extend(theorems.iter().filter(|theorem| theorem.named().claim == id).map(Part::theorem));
    Settled { parts, ..settled }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::named_theorems;

    #[test]
    fn every_theorem_of_the_table_is_in_the_list() {
        for name in INSTANCES.iter().flat_map(|(_, _, names)| *names) {
            assert!(named_theorems().any(|named| named.qualified() == *name), "{name}");
        }
    }
}
