//! The statements of the sigma-connection paper, decided by search and accepted by the checker.

use hissho_certificate::hex::{Connection, Formula, Geometry, check};
use hissho_rules::hex::{CellSet, Player, Size};
use hissho_solve::hex::lemma_search::{LemmaQuestion, LemmaVerdict, Minimality, decide, decide_minimal};
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
        let question = LemmaQuestion {
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
            let question = LemmaQuestion {
                geometry: &geometry,
                stones,
                carrier: carrier.without(cell),
                formula: &formula,
            };
            let found = decide(&question, &Limits::default().start()).unwrap();
            assert!(matches!(found, LemmaVerdict::Fails(..)), "{name} without {}", geometry.name(cell));
        }
    }
}

#[test]
fn a_superfluous_cell_is_named() {
    let geometry = Geometry::new(Size::new(8, 8).unwrap(), Player::Black);
    let formula = Formula::parse("63-55", &|name| geometry.point(name)).unwrap();
    let (stones, carrier) = (cells(&geometry, "63 55"), cells(&geometry, "54 64 11"));
    let question = LemmaQuestion { geometry: &geometry, stones, carrier, formula: &formula };
    let found = decide_minimal(&question, &Limits::default().start()).unwrap();
    let Minimality::Superfluous(spare, _) = found else { panic!("{found:?}") };
    assert_eq!(geometry.names(spare), "11");
}

mod templates {
    use hissho_certificate::hex::{Formula, Geometry};
    use hissho_rules::hex::{Player, Size};
    use hissho_solve::hex::lemma_search::templates::{Template, different, placed};

    fn template(stones: &str, carrier: &str, formula: &str) -> Template {
        let geometry = Geometry::new(Size::new(8, 8).unwrap(), Player::Black);
        let cells = |text: &str| text.split(' ').map(|name| geometry.point(name).unwrap()).collect();
        let formula = Formula::parse(formula, &|name| geometry.point(name)).unwrap();
        Template { size: geometry.size, stones: cells(stones), carrier: cells(carrier), formula }
    }

    fn lemmas() -> [Template; 3] {
        let below = "73 64 74 65 75 36 46 56 66 76 27 37 47 57 67 77 18 28 38 48 58 68 78";
        let above = "11 21 31 41 51 61 71 81 12 22 32 42 52 62 72 13 23 33 43 53 24 34 44 54 35";
        [
            template("66 b", "76 57 67 77 48 58 68 78", "66-b"),
            template("63 45 b", below, "63-b or 45-b"),
            template("63 45 t", above, "t-63 and t-45"),
        ]
    }

    #[test]
    fn a_lemma_is_the_same_wherever_it_stands() {
        for owner in [Player::Black, Player::White] {
            let geometry = Geometry::new(Size::new(8, 8).unwrap(), owner);
            let [template, choice, both] = lemmas().map(|template| placed(&template, &geometry));
            assert!(template.len() > 1 && choice.len() > 1);
            assert_eq!(different(template.iter(), &geometry), 1);
            assert_eq!(different(template.iter().chain(&choice).chain(&both), &geometry), 3);
            assert_eq!(different([].iter(), &geometry), 0);
        }
    }
}

mod edge_promises {
    use hissho_certificate::hex::Geometry;
    use hissho_rules::hex::Size;
    use hissho_rules::hex::{Cell, CellSet, Player};
    use hissho_solve::hex::board::HexBoard;
    use hissho_solve::hex::board::Stones;
    use hissho_solve::hex::lemma_search::edge::{EdgePromise, EdgeSearch, Which};
    use hissho_solve::hex::lemma_search::{LemmaQuestion, LemmaVerdict, decide};
    use hissho_solve::limits::Limits;
    use proptest::prelude::*;

    /// Who has his way with these stones: by the edge_search, and by the search for promises.
    fn both_ways(
        geometry: &Geometry,
        promise: EdgePromise,
        own: CellSet,
        lost: CellSet,
    ) -> Option<[bool; 2]> {
        let meter = Limits::default().start();
        let boards = HexBoard::of_both(geometry.size, geometry.owner);
        let EdgeSearch { reach, mut search } = promise.edge_search(&boards, &meter)?;
        let own = promise.stones.into_iter().fold(own, CellSet::with).and(reach);
        let free = reach.minus(own).minus(lost);
        if promise.stones.iter().any(|stone| !own.contains(*stone)) {
            return None;
        }
        let other = geometry.size.all().minus(own).minus(free);
        let owner = geometry.owner;
        let position = Stones([own, other]).position(geometry.size, owner, owner.other());
        let by_edge_search = search.winner(&position).unwrap() == geometry.owner;
        let stones = geometry.edges().into_iter().fold(own, CellSet::with);
        let formula = promise.formula(geometry);
        let question = LemmaQuestion { geometry, stones, carrier: free, formula: &formula };
        let by_lemma_search = matches!(decide(&question, &meter).unwrap(), LemmaVerdict::Holds(..));
        Some([by_edge_search, by_lemma_search])
    }

    #[test]
    fn the_sigma_extension_of_figure_16_and_the_choice_of_figure_3_hold() {
        let geometry = Geometry::new(Size::new(8, 8).unwrap(), Player::Black);
        let set =
            |names: &str| -> CellSet { names.split(' ').map(|name| geometry.point(name).unwrap()).collect() };
        for (which, stones, cells) in [
            (Which::All, ["35", "55"], "45 65 26 36 46 56 66 76 27 37 47 57 67 77 18 28 38 48 58 68 78"),
            (
                Which::Any,
                ["45", "63"],
                "73 64 74 65 75 36 46 56 66 76 27 37 47 57 67 77 18 28 38 48 58 68 78",
            ),
        ] {
            let stones = stones.map(|name| geometry.point(name).unwrap());
            let promise = EdgePromise { edge: 1, stones, which };
            let own: CellSet = stones.into_iter().collect();
            let lost = geometry.size.all().minus(own).minus(set(cells));
            assert_eq!(both_ways(&geometry, promise, own, lost), Some([true, true]), "{which:?}");
            for cell in set(cells).cells() {
                let without = both_ways(&geometry, promise, own, lost.with(cell));
                assert_eq!(without, Some([false, false]), "{which:?} {}", geometry.name(cell));
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]
        #[test]
        fn a_edge_search_decides_what_the_search_for_promises_decides(
            signs in prop::collection::vec(0u8..6, 30),
            stones in prop::array::uniform2(0u8..30),
            kind in 0usize..2,
            black in any::<bool>(),
            edge in 0usize..2,
        ) {
            let (size, owner) =
                if black { (Size::new(5, 6), Player::Black) } else { (Size::new(6, 5), Player::White) };
            let geometry = Geometry::new(size.unwrap(), owner);
            let of = |wanted: u8| -> CellSet {
                let cells = signs.iter().enumerate().filter(|(_, sign)| **sign == wanted);
                cells.map(|(cell, _)| Cell(cell as u8)).collect()
            };
            let which = [Which::All, Which::Any][kind];
            let promise = EdgePromise { edge, stones: stones.map(Cell), which };
            let (own, lost) = (of(0), promise.stones.into_iter().fold(of(1), CellSet::without));
            if let Some([by_edge_search, by_lemma_search]) = both_ways(&geometry, promise, own, lost) {
                prop_assert_eq!(by_edge_search, by_lemma_search);
            }
        }
    }
}

mod miai {
    use hissho_certificate::hex::{Barrier, JoinedPoints};
    use hissho_certificate::hex::{Formula, Geometry};
    use hissho_rules::hex::{Cell, CellSet};
    use hissho_rules::hex::{Player, Size};
    use hissho_solve::hex::ledger::Ledger;
    use hissho_solve::hex::lemma_search::miai::Miai;
    use proptest::prelude::*;

    /// Does the owner make the formula true, tried by every move?
    fn by_every_move(
        geometry: &Geometry,
        formula: &Formula,
        own: CellSet,
        free: CellSet,
        owner_moves: bool,
    ) -> bool {
        if free.is_empty() {
            return formula.holds(&JoinedPoints::of_stones(geometry, own));
        }
        let next = |cell: Cell| {
            let own = if owner_moves { own.with(cell) } else { own };
            by_every_move(geometry, formula, own, free.without(cell), !owner_moves)
        };
        if owner_moves { free.cells().any(next) } else { free.cells().all(next) }
    }

    proptest! {
        #[test]
        fn what_pairs_decide_is_so_and_follows_from_the_steps(
            signs in prop::collection::vec(0u8..4, 16), two in any::<bool>(), black in any::<bool>(),
        ) {
            let size = Size::new(4, 4).unwrap();
            let geometry = Geometry::new(size, if black { Player::Black } else { Player::White });
            let [first, second] = geometry.edges();
            let points = [first, second, Cell(5), Cell(10)];
            let joined = |a: usize, b: usize| Formula::Joined(points[a], points[b]);
            let formula = match two {
                false => joined(0, 1),
                true => Formula::Or(vec![Formula::And(vec![joined(0, 2), joined(1, 3)]), joined(2, 3)]),
            };
            let of = |wanted: u8| -> CellSet {
                let cells = signs.iter().enumerate().filter(|(_, sign)| **sign == wanted);
                cells.map(|(cell, _)| Cell(cell as u8)).collect()
            };
            let edges: CellSet = geometry.edges().into_iter().collect();
            let own = of(0).or(formula.points()).or(edges);
            let other = of(1).minus(own);
            let free = size.all().minus(own).minus(other);
            prop_assume!(free.len() <= 8);
            let carrier = size.all().minus(formula.points());
            let mut miai = Miai::new(&geometry, &formula, formula.points().or(edges), carrier);
            let mut threats = Vec::new();
            let decided = miai.of_owner(own, free, &mut threats);
            let found = decided.map(|decided| (None, decided)).into_iter();
            for (cell, decided) in found.chain(threats.into_iter().map(|(cell, decided)| (Some(cell), decided))) {
                let (own, free) = (own.or(cell.map_or(CellSet::EMPTY, CellSet::of)), free);
                let free = cell.map_or(free, |cell| free.without(cell));
                prop_assert!(by_every_move(&geometry, &formula, own, free, false));
                let mut ledger = Ledger::default();
                miai.derive_owner(&decided, &mut ledger);
                let mut statements = Vec::new();
                for step in ledger.steps() {
                    statements.push(step.apply(&geometry, None, &statements).unwrap());
                }
                let last = statements.pop().unwrap();
                prop_assert!(last.stones.is_subset(own) && last.carrier.is_subset(free));
                prop_assert_eq!((last.stones, last.carrier), (decided.entry().stones, decided.entry().carrier));
            }
            let mut threats = Vec::new();
            let decided = miai.of_opponent(own, other, free, &mut threats);
            let barrier = Barrier { region: formula.points().or(edges).or(carrier), formula: formula.clone() };
            let found = decided.map(|decided| (None, decided)).into_iter();
            for (cell, decided) in found.chain(threats.into_iter().map(|(cell, decided)| (Some(cell), decided))) {
                let free = cell.map_or(free, |cell| free.without(cell));
                let other = other.or(cell.map_or(CellSet::EMPTY, CellSet::of));
                prop_assert!(!by_every_move(&geometry, &formula, own, free, true));
                let mut ledger = Ledger::default();
                miai.derive_opponent(&decided, &mut ledger);
                let mut statements = Vec::new();
                for step in ledger.steps() {
                    statements.push(step.apply(&geometry, Some(&barrier), &statements).unwrap());
                }
                let last = statements.pop().unwrap();
                prop_assert!(last.stones.is_subset(other) && last.carrier.is_subset(free));
                prop_assert_eq!((last.stones, last.carrier), (decided.entry().stones, decided.entry().carrier));
            }
        }
    }
}
