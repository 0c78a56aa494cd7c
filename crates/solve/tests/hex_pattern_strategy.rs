//! A published strategy as hints: what is in order is derived, what is missing is searched for.

use hissho_certificate::hex::check;
use hissho_rules::hex::Size;
use hissho_rules::hex::{Player, Position};
use hissho_solve::hex::pattern_strategy::{PatternBranch, Patterns, Reading, derive, places};
use hissho_solve::hex::search::HexSearch;
use hissho_solve::hex::statement_index::Fact;
use hissho_solve::limits::{Limits, Stop};
use hissho_solve::progress::Silent;

fn branch(opponent: &[usize], reply: usize, parts: &[(usize, &[usize])]) -> PatternBranch {
    let parts = parts.iter().map(|&(number, places)| (number, places.to_vec())).collect();
    PatternBranch { opponent: opponent.to_vec(), reply, parts }
}

/// The centre of the 3×3 board: places 11 21 31 12 32 13 23 33, a pair above, a pair below.
fn centre() -> Patterns {
    let pair = vec![branch(&[0], 1, &[]), branch(&[1], 0, &[])];
    let first = vec![
        branch(&[0, 4, 7], 3, &[(2, &[1, 2]), (2, &[5, 6])]),
        branch(&[2, 3], 1, &[(2, &[5, 6])]),
        branch(&[1], 2, &[(2, &[5, 6])]),
        branch(&[5], 6, &[(2, &[1, 2])]),
        branch(&[6], 5, &[(2, &[1, 2])]),
    ];
    Patterns::from([(1, first), (2, pair)])
}

/// Follows the strategy; what it took, and a checked proof of who wins.
fn follow(patterns: &Patterns, moves: &str) -> (Reading, Player) {
    let position = Position::from_moves(Size::new(3, 3).unwrap(), moves).unwrap();
    let meter = Limits::default().start();
    let mut search = HexSearch::new(position.size, &meter);
    let reading = derive(patterns, &position, &mut search, &meter, &Silent).unwrap();
    // What the strategy wins is known to the search before it looks at the position.
    let (_, known) = search.proved(Player::Black);
    let black = position.stones(Player::Black);
    let is_whole = |fact: &Fact| fact.key.is_none() && fact.entry.stones == black;
    assert_eq!(known.facts().iter().any(is_whole), reading.wins, "{reading}");
    let solution = search.solve(&position).unwrap();
    check(solution.claim, &solution.evidence, &hissho_rules::Account::unlimited()).unwrap();
    (reading, solution.winner)
}

#[test]
fn a_strategy_in_order_needs_no_search() {
    let (reading, winner) = follow(&centre(), "22");
    assert_eq!((reading.wins, reading.mended, reading.solved, winner), (true, 0, 0, Player::Black));
}

#[test]
fn the_other_half_of_a_symmetric_position_needs_no_branches() {
    let mut patterns = centre();
    patterns.get_mut(&1).unwrap().truncate(3);
    let (reading, winner) = follow(&patterns, "22");
    assert_eq!((reading.wins, reading.mended, reading.solved, winner), (true, 0, 0, Player::Black));
}

#[test]
fn what_a_strategy_lacks_is_searched_for() {
    // Nobody answers the second cell of a pair.
    let mut patterns = centre();
    patterns.get_mut(&2).unwrap().truncate(1);
    let (reading, _) = follow(&patterns, "22");
    assert!(reading.wins && reading.mended > 0, "{reading}");
    // Parts that share a cell, parts that do not exist, places that do not exist, a pattern that leads to itself.
    for slip in [
        branch(&[1], 2, &[(2, &[5, 6]), (2, &[6, 7])]),
        branch(&[1], 2, &[(9, &[5, 6]), (9, &[0])]),
        branch(&[1], 2, &[(2, &[5, 60])]),
        branch(&[1], 60, &[]),
        branch(&[1], 2, &[(1, &[0, 1, 2, 3, 4, 5, 6, 7])]),
    ] {
        let mut patterns = centre();
        patterns.get_mut(&1).unwrap()[2] = slip;
        let (reading, winner) = follow(&patterns, "22");
        assert_eq!((reading.wins, winner), (true, Player::Black), "{reading}");
    }
}

#[test]
fn a_strategy_that_leads_in_circles_ends_and_so_does_one_without_nodes() {
    // Whatever White takes, the answer leaves the same pattern.
    let all: [usize; 8] = std::array::from_fn(|place| place);
    let circle = Patterns::from([(1, vec![branch(&all, 1, &[(1, &all)]), branch(&all, 2, &[(1, &all)])])]);
    assert_eq!(follow(&circle, "22").1, Player::Black);
    let position = Position::from_moves(Size::new(3, 3).unwrap(), "22").unwrap();
    let meter = Limits { nodes: Some(0), ..Limits::default() }.start();
    let mut search = HexSearch::new(position.size, &meter);
    assert_eq!(derive(&circle, &position, &mut search, &meter, &Silent), Err(Stop::Nodes));
}

#[test]
fn a_strategy_for_a_lost_position_does_not_win() {
    let (reading, winner) = follow(&centre(), "11");
    assert_eq!((reading.wins, winner), (false, Player::White));
}

#[test]
fn the_places_of_a_pattern_are_counted() {
    assert_eq!(places(&centre()[&1]), 8);
    assert_eq!(places(&[]), 0);
}

mod outcomes {
    use hissho_certificate::hex::Geometry;
    use hissho_certificate::hex::entails;
    use hissho_rules::hex::CellSet;
    use hissho_rules::hex::{Cell, Player, Size};
    use hissho_solve::hex::pattern_strategy::outcome::{JoinOutcome, promise, weakest};
    use proptest::prelude::*;

    fn set(points: &[u8]) -> CellSet {
        points.iter().map(|&point| Cell(point)).collect()
    }

    #[test]
    fn of_two_outcomes_the_weaker_one_counts() {
        let strong = JoinOutcome::joining([set(&[0, 1]), set(&[1, 2]), set(&[5, 7])]);
        let weak = JoinOutcome::joining([set(&[0, 2])]);
        let other = JoinOutcome::joining([set(&[0, 5])]);
        assert!(strong.implies(&weak) && !weak.implies(&strong));
        assert_eq!(weakest([strong.clone(), weak.clone()]), std::slice::from_ref(&weak));
        assert_eq!(weakest([strong, other.clone(), weak.clone()]), [weak, other]);
    }

    proptest! {
        /// `implies` is what the checker calls entailment.
        #[test]
        fn an_outcome_implies_what_its_formula_entails(
            strong in prop::collection::vec((0u8..25, 0u8..25), 1..5),
            weak in prop::collection::vec((0u8..25, 0u8..25), 1..3),
        ) {
            let geometry = Geometry::new(Size::new(5, 5).unwrap(), Player::Black);
            let outcome = |pairs: &[(u8, u8)]| JoinOutcome::joining(pairs.iter().map(|&(a, b)| set(&[a, b])));
            let joined = strong.iter().chain(&weak).filter(|(a, b)| a != b);
            let points: CellSet = joined.flat_map(|&(a, b)| [Cell(a), Cell(b)]).collect();
            let (strong, weak) = (outcome(&strong), outcome(&weak));
            let touching = JoinOutcome::touching(&geometry, points);
            let full = strong.and(&touching);
            let says = |outcome: &JoinOutcome| promise(&geometry, std::slice::from_ref(&outcome.and(&touching)), &touching);
            prop_assume!(full != touching);
            let given = says(&strong);
            prop_assert_eq!(
                full.implies(&weak),
                entails(&geometry, points, &[&given], &says(&weak))
            );
        }
    }
}
