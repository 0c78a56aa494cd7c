//! Certificates of connections that were tampered with, or forged, are refused unless what they say is still true.

use std::collections::HashMap;

use hissho_certificate::hex::{Connection, Derivation, Formula, Geometry, JoinedPoints, Step, check, write};
use hissho_certificate::{Claim, Context};
use hissho_rules::hex::{Cell, CellSet, Player, Position, Size};
use hissho_solve::hex::lemma_search::{LemmaQuestion, Minimality, decide_minimal};
use hissho_solve::hex::search::solve;
use hissho_solve::limits::Limits;
use hissho_testkit::{damage_at_most, sign, unsigned};

fn accepted(text: &str) -> Option<Claim> {
    hissho_certificate::check(text, &Context::default()).ok().map(|proved| proved.claim().clone())
}

/// Plain minimax: can the owner make the formula true, the opponent to move in `free`?
fn holds(
    g: &Geometry,
    own: u128,
    free: u128,
    formula: &Formula,
    known: &mut HashMap<(u128, u128), bool>,
) -> bool {
    let now = |own: u128| formula.holds(&JoinedPoints::of_stones(g, CellSet(own)));
    if now(own) || free == 0 {
        return now(own);
    }
    if let Some(&answer) = known.get(&(own, free)) {
        return answer;
    }
    let answer = CellSet(free).cells().all(|w| {
        let rest = free & !(1 << w.0);
        rest == 0 && now(own)
            || CellSet(rest).cells().any(|b| holds(g, own | 1 << b.0, rest & !(1 << b.0), formula, known))
    });
    known.insert((own, free), answer);
    answer
}

fn is_true(claim: &Claim) -> bool {
    match claim {
        Claim::Connection(Connection::Holds { size, owner, stones, carrier, formula, minimal }) => {
            let geometry = Geometry::new(*size, *owner);
            let true_with =
                |carrier: CellSet| holds(&geometry, stones.0, carrier.0, formula, &mut HashMap::new());
            true_with(*carrier) && !(*minimal && carrier.cells().any(|cell| true_with(carrier.without(cell))))
        }
        Claim::Connection(Connection::Wins { position, winner }) => {
            let geometry = Geometry::new(position.size, *winner);
            let win = Formula::win(&geometry);
            let edges: CellSet = geometry.edges().into_iter().collect();
            let (own, free) = (position.stones(*winner).or(edges), position.empty());
            let wins =
                |own: CellSet, free: CellSet| holds(&geometry, own.0, free.0, &win, &mut HashMap::new());
            match position.to_move == *winner {
                true => wins(own, free) || free.cells().any(|cell| wins(own.with(cell), free.without(cell))),
                false => wins(own, free),
            }
        }
        _ => false,
    }
}

fn template() -> (Connection, Derivation) {
    let geometry = Geometry::new(Size::new(5, 5).unwrap(), Player::Black);
    let set = |text: &str| -> CellSet { text.split(' ').map(|name| geometry.point(name).unwrap()).collect() };
    let formula = Formula::parse("33-b", &|name| geometry.point(name)).unwrap();
    let (stones, carrier) = (set("33 b"), set("43 24 34 44 15 25 35 45"));
    let question = LemmaQuestion { geometry: &geometry, stones, carrier, formula: &formula };
    let Minimality::Minimal(derivation) = decide_minimal(&question, &Limits::default().start()).unwrap()
    else {
        panic!("the third-row template is minimal")
    };
    let (size, owner) = (geometry.size, geometry.owner);
    (Connection::Holds { size, owner, stones, carrier, formula, minimal: true }, derivation)
}

#[test]
fn a_damaged_template_is_refused_or_says_something_true() {
    let (claim, derivation) = template();
    let text = write(&claim, &derivation);
    let survivors = damage_at_most(1_500, &text, accepted);
    for survivor in survivors {
        let same = survivor.accepted == Claim::Connection(claim.clone());
        assert!(same || is_true(&survivor.accepted), "{}: {:?}", survivor.change, survivor.accepted);
    }
}

#[test]
fn a_damaged_win_is_refused_or_says_something_true() {
    for moves in ["22", "11"] {
        let position = Position::from_moves(Size::new(3, 3).unwrap(), moves).unwrap();
        let solution = solve(&position, &Limits::default().start()).unwrap();
        let text = write(&solution.claim, &solution.evidence);
        for survivor in damage_at_most(1_500, &text, accepted) {
            assert!(is_true(&survivor.accepted), "{}: {:?}", survivor.change, survivor.accepted);
        }
    }
}

#[test]
fn forged_certificates_of_false_claims_are_refused() {
    let (claim, derivation) = template();
    let Connection::Holds { size, owner, stones, carrier, formula, .. } = claim else { unreachable!() };
    // The true proof under a claim with one cell fewer.
    for cell in carrier.cells() {
        let less = Connection::Holds {
            size,
            owner,
            stones,
            carrier: carrier.without(cell),
            formula: formula.clone(),
            minimal: false,
        };
        let steps = Derivation { steps: derivation.steps.clone(), ..Derivation::default() };
        assert!(check(less, &steps, &hissho_rules::Account::unlimited()).is_err());
    }
    // Rules used where they do not apply; the stones 22 and 24 on a 5×5 board are a bridge and a bit apart.
    let geometry = Geometry::new(size, owner);
    let point = |name: &str| geometry.point(name).unwrap();
    let set = |text: &str| -> CellSet { text.split(' ').map(point).collect() };
    let apart = Formula::Joined(point("22"), point("24"));
    let forged: Vec<(&str, Vec<Step>)> = vec![
        (
            "link of stones that do not touch",
            vec![Step::Link { stones: set("22 24"), formula: apart.clone() }],
        ),
        (
            "or with a common cell",
            vec![
                Step::Link { stones: set("22 23 24"), formula: apart.clone() },
                Step::Or { parts: vec![(Some(point("23")), 0)], stones: CellSet::EMPTY, formula: None },
            ],
        ),
        (
            "and of overlapping carriers",
            vec![
                Step::Link { stones: set("22 13 23"), formula: Formula::Joined(point("22"), point("13")) },
                Step::Link { stones: set("22 13"), formula: Formula::Joined(point("22"), point("13")) },
                Step::And { parts: vec![0, 1], stones: CellSet::EMPTY, formula: apart.clone() },
            ],
        ),
        (
            "capture of cells that matter",
            vec![
                Step::Link { stones: set("22 23 24"), formula: apart.clone() },
                Step::Capture { part: 0, pair: [point("23"), point("33")] },
            ],
        ),
        (
            "a part that comes later",
            vec![Step::And { parts: vec![0], stones: set("22 24"), formula: apart.clone() }],
        ),
        ("bar outside a refutation", vec![Step::Bar { stones: set("22") }]),
        ("nothing at all", vec![]),
    ];
    for (what, steps) in forged {
        let claim = Connection::Holds {
            size,
            owner,
            stones: set("22 24"),
            carrier: set("23 33 13"),
            formula: apart.clone(),
            minimal: false,
        };
        assert!(
            check(claim, &Derivation { steps, ..Derivation::default() }, &hissho_rules::Account::unlimited())
                .is_err(),
            "{what}"
        );
    }
}

#[test]
fn a_certificate_for_another_board_player_or_mover_is_refused() {
    let position = Position::from_moves(Size::new(4, 4).unwrap(), "32").unwrap();
    let solution = solve(&position, &Limits::default().start()).unwrap();
    let text = write(&solution.claim, &solution.evidence);
    assert!(accepted(&text).is_some());
    for (from, to) in [("board 4 4", "board 3 4"), ("owner black", "owner white"), ("black 32", "black")] {
        let changed: Vec<String> = unsigned(&text).iter().map(|line| line.replace(from, to)).collect();
        let survivor = accepted(&sign(&changed));
        assert!(survivor.as_ref().is_none_or(is_true), "{to}: {survivor:?}");
    }
    let other = Position::set_up(position.size, CellSet::EMPTY, CellSet::of(Cell(6)), Player::White).unwrap();
    let claim = Connection::Wins { position: other, winner: Player::Black };
    assert!(check(claim, &solution.evidence, &hissho_rules::Account::unlimited()).is_err());
}
