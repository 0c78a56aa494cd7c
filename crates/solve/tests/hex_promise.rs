//! The statements of the sigma-connection paper, decided by search and accepted by the checker.

use certificate::connection::{Connection, Formula, Geometry, check};
use rules::hex::{CellSet, Player, Size};
use solve::hex::promise::{Minimality, Question, decide_minimal};
use solve::limits::Limits;

fn cells(geometry: &Geometry, text: &str) -> CellSet {
    text.split_whitespace().map(|name| geometry.point(name).unwrap()).collect()
}

/// All but SE2, which takes seconds and is left to the claims. Name, stones, carrier, formula, minimal.
const LEMMAS: &[(&str, &str, &str, &str, bool)] = &[
    ("S", "63 55", "54 64", "63-55", true),
    ("S at the edge", "52 t", "51 61", "t-52", true),
    ("T", "66 b", "76 57 67 77 48 58 68 78", "66-b", true),
    ("fig. 4", "23 t", "11 21 31 41 12 22 32 13", "t-23", true),
    ("SC1", "55 b", "65 36 46 56 66 76 27 37 47 57 67 77 18 28 38 48 58 68 78", "55-b", true),
    (
        "SE1",
        "55 35 b",
        "65 36 46 56 66 76 27 37 47 57 67 77 18 28 38 48 58 68 78 45 26",
        "55-b and 35-b",
        true,
    ),
    ("SC2", "63 t", "51 61 71 81 52 62 72 53", "t-63", true),
    (
        "fig. 3",
        "63 45 b",
        "73 64 74 65 75 36 46 56 66 76 27 37 47 57 67 77 18 28 38 48 58 68 78",
        "63-b or 45-b",
        true,
    ),
];

#[test]
fn every_lemma_of_the_paper_holds_and_is_minimal() {
    let geometry = Geometry::new(Size::new(8, 8).unwrap(), Player::Black);
    for &(name, stones, carrier, formula, minimal) in LEMMAS {
        let formula = Formula::parse(formula, &|name| geometry.point(name)).unwrap();
        let question = Question {
            geometry: &geometry,
            stones: cells(&geometry, stones),
            carrier: cells(&geometry, carrier),
            formula: &formula,
        };
        let meter = Limits::default().start();
        let found = decide_minimal(&question, &meter).unwrap();
        let derivation = match found {
            Minimality::Minimal(derivation) if minimal => derivation,
            other => panic!("{name}: {other:?}"),
        };
        let claim = Connection::Holds {
            size: geometry.size,
            owner: Player::Black,
            stones: question.stones,
            carrier: question.carrier,
            formula: formula.clone(),
            minimal,
        };
        check(claim, &derivation).unwrap();
    }
}
