//! The statements of the sigma-connection paper, decided by search and accepted by the checker.

use hissho_certificate::hex::{Connection, Formula, Geometry, check};
use hissho_rules::hex::{CellSet, Player, Size};
use hissho_solve::hex::promise::{Minimality, Question, Verdict, decide, decide_minimal};
use hissho_solve::limits::Limits;

fn cells(geometry: &Geometry, text: &str) -> CellSet {
    text.split_whitespace().map(|name| geometry.point(name).unwrap()).collect()
}

/// Name, stones, carrier, formula.
const LEMMAS: &[(&str, &str, &str, &str)] = &[
    ("S", "63 55", "54 64", "63-55"),
    ("S at the edge", "52 t", "51 61", "t-52"),
    ("T", "66 b", "76 57 67 77 48 58 68 78", "66-b"),
    ("fig. 4", "23 t", "11 21 31 41 12 22 32 13", "t-23"),
    ("SC1", "55 b", "65 36 46 56 66 76 27 37 47 57 67 77 18 28 38 48 58 68 78", "55-b"),
    ("SE1", "55 35 b", "65 36 46 56 66 76 27 37 47 57 67 77 18 28 38 48 58 68 78 45 26", "55-b and 35-b"),
    ("SC2", "63 t", "51 61 71 81 52 62 72 53", "t-63"),
    (
        "fig. 3",
        "63 45 b",
        "73 64 74 65 75 36 46 56 66 76 27 37 47 57 67 77 18 28 38 48 58 68 78",
        "63-b or 45-b",
    ),
    (
        "SE2",
        "63 45 t",
        "11 21 31 41 51 61 71 81 12 22 32 42 52 62 72 13 23 33 43 53 24 34 44 54 35",
        "t-63 and t-45",
    ),
];

#[test]
fn every_lemma_of_the_paper_holds_and_is_minimal() {
    let geometry = Geometry::new(Size::new(8, 8).unwrap(), Player::Black);
    for &(name, stones, carrier, formula) in LEMMAS {
        let formula = Formula::parse(formula, &|name| geometry.point(name)).unwrap();
        let question = Question {
            geometry: &geometry,
            stones: cells(&geometry, stones),
            carrier: cells(&geometry, carrier),
            formula: &formula,
        };
        let meter = Limits::default().start();
        let derivation = match decide_minimal(&question, &meter).unwrap() {
            Minimality::Minimal(derivation) => derivation,
            other => panic!("{name}: {other:?}"),
        };
        let claim = Connection::Holds {
            size: geometry.size,
            owner: Player::Black,
            stones: question.stones,
            carrier: question.carrier,
            formula: formula.clone(),
            minimal: true,
        };
        check(claim, &derivation, &hissho_rules::Account::unlimited()).unwrap();
    }
}

#[test]
fn a_carrier_without_any_one_of_its_cells_is_refused() {
    let geometry = Geometry::new(Size::new(8, 8).unwrap(), Player::Black);
    for &(name, stones, carrier, formula) in LEMMAS {
        let formula = Formula::parse(formula, &|name| geometry.point(name)).unwrap();
        let (stones, carrier) = (cells(&geometry, stones), cells(&geometry, carrier));
        // The longest ones with every fourth cell only.
        let every = if carrier.len() > 20 { 4 } else { 1 };
        for cell in carrier.cells().step_by(every) {
            let question =
                Question { geometry: &geometry, stones, carrier: carrier.without(cell), formula: &formula };
            let found = decide(&question, &Limits::default().start()).unwrap();
            assert!(matches!(found, Verdict::Fails(..)), "{name} without {}", geometry.name(cell));
        }
    }
}

#[test]
fn a_superfluous_cell_is_named() {
    let geometry = Geometry::new(Size::new(8, 8).unwrap(), Player::Black);
    let formula = Formula::parse("63-55", &|name| geometry.point(name)).unwrap();
    let (stones, carrier) = (cells(&geometry, "63 55"), cells(&geometry, "54 64 11"));
    let question = Question { geometry: &geometry, stones, carrier, formula: &formula };
    let found = decide_minimal(&question, &Limits::default().start()).unwrap();
    let Minimality::Superfluous(spare, _) = found else { panic!("{found:?}") };
    assert_eq!(geometry.names(spare), "11");
}
