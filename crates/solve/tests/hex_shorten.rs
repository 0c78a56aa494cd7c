//! Leaves and short proofs: each is a win by its steps, in the cells it says, and no longer than before.

use hissho_certificate::hex::{Connection, Derivation, Formula, Geometry, Promise, Statement, Step, check};
use hissho_rules::Account;
use hissho_rules::hex::{Cell, CellSet, Player, Position, Size};
use hissho_solve::hex::board::Stones;
use hissho_solve::hex::ledger::statements_of;
use hissho_solve::hex::printed::tree::{Leaves, ProofTree};
use hissho_solve::hex::search::solve;
use hissho_solve::hex::shorten::{ShortenOptions, leaf, shorten};
use hissho_solve::limits::Limits;
use proptest::prelude::*;

fn cells(geometry: &Geometry, names: &str) -> CellSet {
    names.split_whitespace().map(|name| geometry.point(name).unwrap()).collect()
}

/// What the steps of a leaf establish, after a look whether that is a win with these stones.
fn found(geometry: &Geometry, own: CellSet, other: CellSet, largest: Option<usize>) -> Option<Statement> {
    let options = ShortenOptions { sigma: Some(1_000), largest, effort: 1_000, ..ShortenOptions::default() };
    let position = Stones([own, other]).position(geometry.size, geometry.owner, geometry.owner.other());
    let (steps, stopped) = leaf(&position, &options, &Limits::default()).unwrap();
    assert_eq!(stopped, None);
    let statement = statements_of(geometry, &steps?).unwrap().pop().unwrap();
    assert_eq!(statement.promise, Promise::Formula(Formula::win(geometry)));
    assert!(statement.stones.and(geometry.size.all()).is_subset(own));
    assert!(statement.carrier.is_disjoint(own.or(other)));
    Some(statement)
}

#[test]
fn a_stone_between_two_templates_is_a_leaf_and_not_with_a_cell_less() {
    let templates = "53 34 44 54 25 35 45 55 33 32 42 52 31 41 51 61";
    // White's board is Black's with columns and rows exchanged.
    let exchanged: String =
        templates.split(' ').map(|name| name.chars().rev().collect::<String>() + " ").collect();
    for (size, player, stone, names) in
        [((7, 5), Player::Black, "43", templates), ((5, 7), Player::White, "34", exchanged.as_str())]
    {
        let geometry = Geometry::new(Size::new(size.0, size.1).unwrap(), player);
        let (own, needed) = (cells(&geometry, stone), cells(&geometry, names));
        let other = geometry.size.all().minus(own).minus(needed);
        assert_eq!(found(&geometry, own, other, None).unwrap().carrier, needed);
        for cell in needed.cells() {
            assert!(found(&geometry, own, other.with(cell), None).is_none(), "{}", geometry.name(cell));
        }
    }
}

#[test]
fn two_stones_are_a_leaf_as_in_proposition_6() {
    let geometry = Geometry::new(Size::new(8, 8).unwrap(), Player::Black);
    let own = cells(&geometry, "63 45");
    let carrier = found(&geometry, own, cells(&geometry, "55"), None).unwrap().carrier;
    assert_eq!(carrier.len(), 48);
    // The larger promise has the 25 cells of SE2, and the position is no leaf without them.
    let other = geometry.size.all().minus(own).minus(carrier);
    for (largest, holds) in [(25, true), (24, false)] {
        assert_eq!(found(&geometry, own, other, Some(largest)).is_some(), holds, "{largest}");
    }
}

#[test]
fn a_short_proof_is_accepted_and_no_longer_than_the_given_one() {
    for (side, opening) in [(4, "32"), (5, "12"), (5, "33"), (6, "22")] {
        let size = Size::new(side, side).unwrap();
        let position = Position::from_moves(size, opening).unwrap();
        let solution = solve(&position, &Limits::default().start()).unwrap();
        let winner = solution.winner;
        let (given, options) =
            (solution.evidence.steps, ShortenOptions { effort: 200, ..Default::default() });
        let proof = (&position, winner, &given[..]);
        if position.to_move == winner {
            continue;
        }
        let (steps, stopped) = shorten(proof, &options, &Limits::default(), |_| {}).unwrap();
        assert_eq!(stopped, None);
        let nodes = |steps: &[Step]| {
            ProofTree::new(size, winner, steps, &[], Leaves::Connections).unwrap().count().deep_nodes
        };
        assert!(nodes(&steps) <= nodes(&given), "{side} {opening}");
        let evidence = Derivation { steps, ..Derivation::default() };
        check(Connection::Wins { position, winner }, &evidence, &Account::unlimited()).unwrap();
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn a_leaf_is_won_by_its_steps(signs in prop::collection::vec(0u8..8, 36), black in any::<bool>()) {
        let size = Size::new(6, 6).unwrap();
        let geometry = Geometry::new(size, if black { Player::Black } else { Player::White });
        let of = |wanted: u8| -> CellSet {
            let cells = signs.iter().enumerate().filter(|(_, sign)| **sign == wanted);
            cells.map(|(cell, _)| Cell(cell as u8)).collect()
        };
        found(&geometry, of(0), of(1), None);
    }
}
