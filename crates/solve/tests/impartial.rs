//! The table engine against the definition: every value is the mex of its options.

use hissho_certificate::impartial::grundy_box::{self, GrundyBox, NO_POSITION};
use hissho_rules::language::{Game, Moves};
use hissho_rules::name::{Component, GameName};
use hissho_rules::{Account, mex};
use hissho_solve::impartial::{self, Table};
use hissho_solve::limits::Limits;
use hissho_solve::progress::Silent;
use proptest::prelude::*;

fn named(name: &str) -> Game {
    let mut parts = GameName::parse(name).unwrap().resolve(&|_| Err(String::new())).unwrap();
    match parts.remove(0) {
        Component::Numbers(game) => *game,
        Component::Octal(_) => panic!("not a game on numbers"),
    }
}

fn limits(threads: usize) -> Limits {
    Limits { threads, ..Limits::default() }
}

fn table(game: &Game, shape: &[usize]) -> Table {
    impartial::table(game, shape, &limits(2), &Silent).unwrap()
}

/// The first cell whose value is not the mex of its options.
fn first_wrong(game: &Game, table: &Table) -> Option<Vec<usize>> {
    let account = Account::unlimited();
    let mut moves = Moves::new(game, &account).unwrap();
    table.cells().find_map(|(at, value)| {
        let position: Vec<u64> = at.iter().map(|&c| c as u64).collect();
        let expected = moves.is_position(&position).unwrap().then(|| {
            let options = moves.options(&position).unwrap();
            mex(options.iter().map(|o| table.get(o).expect("options stay in the box")))
        });
        (value != expected).then_some(at)
    })
}

#[test]
fn every_value_of_the_engine_is_the_mex_of_its_options() {
    for (name, shape) in [
        ("queen", [131, 131]),
        ("queen", [140, 20]),
        ("queen", [3, 300]),
        ("rook", [20, 150]),
        ("wythoff(2)", [20, 132]),
        ("wythoff(4)", [140, 20]),
        ("dragon-king", [20, 131]),
        ("dragon-horse", [132, 131]),
        ("ryuo(9)", [20, 140]),
        ("king(3)", [131, 131]),
        ("chocolate(1)", [131, 131]),
        ("chocolate(2)", [66, 132]),
        ("chocolate(3)", [44, 132]),
        ("chocolate(7)", [20, 140]),
    ] {
        let game = named(name);
        assert_eq!(impartial::plan(&game, &shape).unwrap().general_because, None, "{name}");
        assert_eq!(first_wrong(&game, &table(&game, &shape)), None, "{name} {shape:?}");
    }
}

#[test]
fn games_on_one_heap_are_tables_too() {
    for name in ["heap", "heap(max=5)", "heap(max=100)", "subtraction(2,4,7)"] {
        let game = named(name);
        assert_eq!(first_wrong(&game, &table(&game, &[400])), None, "{name}");
    }
}

#[test]
fn a_game_without_a_shape_goes_to_the_general_evaluator_and_says_why() {
    let knight = named("knight");
    let plan = impartial::plan(&knight, &[8, 8]).unwrap();
    assert!(plan.general_because.unwrap().contains("may grow"));
    let table = table(&knight, &[8, 8]);
    // Winning Ways, chapter 3: the white knight's values repeat in blocks of four.
    let row: Vec<_> = (0..8).map(|y| table.get(&[0, y]).unwrap()).collect();
    assert_eq!(row, [0, 0, 1, 1, 0, 0, 1, 1]);
}

#[test]
fn one_thread_two_threads_and_a_streamed_table_agree() {
    let queen = named("queen");
    let one = impartial::table(&queen, &[700, 700], &limits(1), &Silent).unwrap();
    assert_eq!(one, impartial::table(&queen, &[700, 700], &limits(2), &Silent).unwrap());
    // Too little memory for half the board: every cell is computed, strip by strip.
    let wide = impartial::table(&queen, &[700, 701], &limits(2), &Silent).unwrap();
    assert!(one.cells().all(|(at, v)| wide.get(&[at[0] as u64, at[1] as u64]) == v));
}

#[test]
fn sizes_that_cannot_fit_are_refused_before_any_work() {
    let small = Limits { memory: Some(1 << 20), ..Limits::default() };
    let error = impartial::table(&named("queen"), &[100_000, 100_000], &small, &Silent).unwrap_err();
    assert!(error.to_string().contains("are allowed"), "{error}");
    let huge = impartial::table(&named("queen"), &[usize::MAX, 7], &Limits::default(), &Silent).unwrap_err();
    assert!(huge.to_string().contains("GiB"), "{huge}");
}

/// A random move: a ray, a bounded ray, a step or a band, in one of many spellings.
fn any_move() -> impl Strategy<Value = String> {
    prop_oneof![
        (0..4u8, 0..3u8).prop_map(|(a, b)| if a + b == 0 {
            "move x' < x, y' = y".to_owned()
        } else {
            format!("move x' = x - {a}, y' = y - {b}")
        }),
        (1..5u8).prop_map(|p| format!("move x' < x, x <= x' + {p}, y = y'")),
        (0..3u8).prop_map(|b| format!("move y' + 1 <= y, x' = x - {b}")),
        (0..3u8).prop_map(|b| format!("move x > x', y' = y - {b}")),
        (1..4u8).prop_map(|s| format!("move x' < x, y' < y, x + y' < y + x' + {s}, y + x' < x + y' + {s}")),
        (0..3u8, 1..3u8).prop_map(|(d, p)| format!("move x - x' = y - y' + {d}, y' <= y - {p}")),
        Just("move (x' = x and y' < y) or (x' < x and y' = y)".to_owned()),
        (2..5u8).prop_map(|p| format!("move x' <= x, y' <= y, x + y < x' + y' + {p}, x + y > x' + y'")),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn engine_definition_and_checker_agree_on_random_rules(
        moves in prop::collection::vec(any_move(), 1..4),
        domain in prop_oneof![Just(""), Just(" where x <= y"), Just(" where x + 2*y <= 40"), Just(" where 3*x <= y + 5")],
        // Small boards, and boards of more than one tile.
        shape in prop_oneof![4 => (1..40usize, 1..40usize), 1 => (125..140usize, 1..9usize), 1 => (1..9usize, 125..140usize)],
        change in (any::<prop::sample::Index>(), 1..4u32),
    ) {
        let text = format!("game random\nposition x, y{domain}\n{}\n", moves.join("\n"));
        let game = Game::parse(&text, &[]).unwrap();
        let shape = [shape.0, shape.1];
        let table = table(&game, &shape);
        prop_assert_eq!(first_wrong(&game, &table), None, "{}", text);
        let values: Vec<u32> =
            (0..table.values.len()).map(|i| table.values.get(i).unwrap_or(NO_POSITION)).collect();
        let mut claim = GrundyBox { rules: text, parameters: Vec::new(), shape: shape.to_vec(), values };
        prop_assert!(grundy_box::check(claim.clone(), &Account::unlimited()).is_ok());
        let (at, by) = (change.0.index(claim.values.len()), change.1);
        claim.values[at] = claim.values[at].wrapping_add(by);
        prop_assert!(grundy_box::check(claim, &Account::unlimited()).is_err());
    }

    #[test]
    fn the_value_of_a_sum_is_the_xor_of_the_values_of_its_parts(
        first in prop::collection::btree_set(1..6u8, 1..4),
        second in prop::collection::btree_set(1..6u8, 1..4),
    ) {
        let one = |takes: &std::collections::BTreeSet<u8>| {
            let moves: String = takes.iter().map(|t| format!("move x' = x - {t}\n")).collect();
            table(&Game::parse(&format!("game part\nposition x\n{moves}"), &[]).unwrap(), &[20])
        };
        let moves = first.iter().map(|t| format!("move x' = x - {t}, y' = y\n"));
        let moves: String = moves.chain(second.iter().map(|t| format!("move x' = x, y' = y - {t}\n"))).collect();
        let both = table(&Game::parse(&format!("game both\nposition x, y\n{moves}"), &[]).unwrap(), &[20, 20]);
        let (first, second) = (one(&first), one(&second));
        for (at, value) in both.cells() {
            let [x, y] = [at[0] as u64, at[1] as u64];
            let sum = first.get(&[x]).unwrap() ^ second.get(&[y]).unwrap();
            prop_assert_eq!(value, Some(sum), "({}, {})", x, y);
        }
    }
}
