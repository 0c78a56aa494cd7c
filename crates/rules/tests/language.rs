//! The rules language from outside: what it reads, what it means, and what it says about mistakes.

use hissho_rules::Account;
use hissho_rules::language::{
    ClaimBody, Evaluator, Formula, Function, Functions, Game, Moves, NoFunctions, Statement, Stuck, decode,
};
use hissho_rules::name::{BUILT_IN, Component, GameName};

fn game(body: &str) -> Game {
    Game::parse(&format!("game test\n{body}"), &[]).unwrap_or_else(|e| panic!("{e}"))
}

fn mistake(text: &str) -> String {
    Game::parse(text, &[]).expect_err("the text should be refused").to_string()
}

fn options(game: &Game, position: &[u64]) -> Vec<Vec<u64>> {
    Moves::new(game, &Account::unlimited()).unwrap().options(position).unwrap()
}

fn truth(text: &str) -> Option<bool> {
    let statement = Statement::parse(text, &[], &[]).unwrap_or_else(|e| panic!("{e}"));
    Evaluator::new(statement.names.len(), &NoFunctions, &Account::unlimited())
        .formula(&statement.formula)
        .unwrap()
}

#[test]
fn every_built_in_game_reads_and_its_moves_can_be_listed() {
    for (name, text) in BUILT_IN {
        let game = Game::parse(text, &[]).unwrap_or_else(|e| panic!("{}", e.render(name)));
        assert_eq!(game.name, *name);
        assert!(!game.description.is_empty(), "{name} has no description");
        Moves::new(&game, &Account::unlimited()).unwrap();
    }
}

/// One line per game: name, position, its options.
type Options = (&'static str, &'static [u64], &'static [&'static [u64]]);
const OPTIONS: &[Options] = &[
    ("heap", &[3], &[&[0], &[1], &[2]]),
    ("heap(max=2)", &[5], &[&[3], &[4]]),
    ("queen", &[1, 2], &[&[0, 1], &[0, 2], &[1, 0], &[1, 1]]),
    ("wythoff(2)", &[2, 2], &[&[0, 0], &[0, 1], &[0, 2], &[1, 0], &[1, 1], &[1, 2], &[2, 0], &[2, 1]]),
    ("dragon-king", &[1, 1], &[&[0, 0], &[0, 1], &[1, 0]]),
    ("dragon-horse", &[2, 2], &[&[0, 0], &[1, 1], &[1, 2], &[2, 1]]),
    ("knight", &[2, 2], &[&[0, 1], &[0, 3], &[1, 0], &[3, 0]]),
    ("chocolate(k=1)", &[2, 3], &[&[0, 0], &[0, 3], &[1, 1], &[1, 3], &[2, 2]]),
    ("king(2)", &[2, 1], &[&[0, 1], &[1, 0], &[1, 1], &[2, 0]]),
    ("subtraction(1,3,4)", &[5], &[&[1], &[2], &[4]]),
];

#[test]
fn moves_are_those_of_the_rules() {
    for (name, position, expected) in OPTIONS {
        let parts = GameName::parse(name).unwrap().resolve(&|_| Err(String::new())).unwrap();
        let [Component::Numbers(game)] = &parts[..] else { panic!("{name} is one game on numbers") };
        assert_eq!(options(game, position), *expected, "{name} {position:?}");
    }
}

/// One line per formula: text, whether it is true.
const TRUTHS: &[(&str, Option<bool>)] = &[
    ("1 + 2 * 3 = 7", Some(true)),
    ("6 xor 3 = 5 and 7 mod 4 = 3 and 7 div 2 = 3", Some(true)),
    ("2 + 2 xor 1 = 5", Some(true)),
    ("forall x <= 20 . exists y <= 20 . x + y = 20", Some(true)),
    ("exists x . x + 1 = 0", Some(false)),
    ("exists i . 13 = floor(i*(1 + phi))", Some(true)),
    ("exists i . 12 = floor(i*(1 + phi))", Some(false)),
    ("forall i < 100 . floor(i*(1 + phi)) = floor(i*phi) + i", Some(true)),
    ("forall i < 100, s < 1 . floor(i*(1 + mu(3))) = floor(i*(1 + 1/mu(3))) + 3*i", Some(true)),
    ("forall x < 50 . floor(x/3) = x div 3", Some(true)),
    ("forall x <= 5 . x - 3 < 10", None),
    ("forall x <= 5 . x < 3 or x - 3 < 10", Some(true)),
    ("forall x <= 5 . not (x - 3 > 10)", None),
    ("forall x <= 5 . (if x < 3 then 0 else x - 3) < 3", Some(true)),
    ("exists x <= 5 . x - 3 = 2", Some(true)),
    ("forall a, b . a + b <= 6 implies max(a, b) <= 6 and min(a, b) <= 3", Some(true)),
    ("forall x <= 9 . 0 <= x < 10", Some(true)),
    ("forall x <= 9 . x mod 2 = 0 iff (x + 1) mod 2 = 1", Some(true)),
    ("true implies not false", Some(true)),
    // Where things end, and what binds tighter.
    ("forall x <= 3 . (if x = 9 then 1 else 2 + 3) = 5", Some(true)),
    ("forall x <= 3 . (if x = 9 then 1 else 2) + 3 = 5", Some(true)),
    ("forall x <= 3 . if x = 9 then 1 else 2 + 3 = 5", Some(true)),
    ("forall x <= 3 . 2 * if x = 9 then 1 else 2 + 3 = 10", Some(true)),
    ("forall x <= 3 . not x = 9 and x < 9", Some(true)),
    ("exists x <= 3 . x = 1 and exists y <= 3 . y = 9 or x = 1", Some(true)),
    ("false implies true implies false", Some(true)),
    ("forall x <= 3 . x = 9 iff x = 9 implies x = 9", Some(false)),
    ("7 - 2 - 1 = 4 and 7 div 2 * 2 = 6 and 2 + 3 xor 1 = 4", Some(true)),
    ("exists max < 3 . max(max, 2) = 2 and max = 1", Some(true)),
    ("forall x <= 3 . forall x <= 5 . x <= 5", Some(true)),
    ("forall x <= 3, y <= x . y <= 3", Some(true)),
    // What has no value.
    ("forall x <= 3 . 0 * (x - 2) = 0", None),
    ("forall x <= 3 . x - 2 = 0 or x >= 0", Some(true)),
    ("forall x <= 3 . min(x, x - 2) <= 3", None),
    ("exists x <= 3 . (x - 5 = 0 iff x - 5 = 0)", None),
    ("forall x <= 3 . (if x - 2 = 0 then 1 else 1) = 1", None),
    ("forall x <= 3 . x < x - 2 or not x < x - 2", None),
    ("exists x . x < 3 and x - 9 = 0", None),
    ("forall x <= 3 . x - 9 = 0 implies x = 9", None),
    ("forall x <= 3 . x = 9 implies x - 9 = 0", Some(true)),
];

#[test]
fn formulas_mean_what_they_say() {
    for (text, expected) in TRUTHS {
        assert_eq!(truth(text), *expected, "{text}");
    }
}

#[test]
fn functions_from_outside_can_be_called() {
    struct Square;
    impl Functions for Square {
        fn call(&self, name: &str, arguments: &[u64]) -> Result<Option<u64>, Stuck> {
            let square = arguments[0].checked_mul(arguments[0]).filter(|&n| n < 1000);
            square.map(Some).ok_or_else(|| Stuck::Outside(name.to_owned(), arguments.to_vec()))
        }
    }
    let square = [Function { name: "square".to_owned(), arity: 1 }];
    let statement =
        Statement::parse("forall n < 30 . square(n + 1) = square(n) + 2*n + 1", &[], &square).unwrap();
    let account = Account::unlimited();
    let mut evaluator = Evaluator::new(statement.names.len(), &Square, &account);
    assert_eq!(evaluator.formula(&statement.formula), Ok(Some(true)));
    let statement = Statement::parse("square(n) = 0", &["n"], &square).unwrap();
    let mut evaluator = Evaluator::new(statement.names.len(), &Square, &account);
    evaluator.values[0] = 100;
    assert!(matches!(evaluator.formula(&statement.formula), Err(Stuck::Outside(_, at)) if at == [100]));
}

#[test]
fn a_quantifier_that_nothing_bounds_is_stuck_and_not_guessed() {
    let statement = Statement::parse("exists x . x mod 2 = 0", &[], &[]).unwrap();
    let account = Account::unlimited();
    let mut evaluator = Evaluator::new(statement.names.len(), &NoFunctions, &account);
    assert!(matches!(evaluator.formula(&statement.formula), Err(Stuck::Unbounded(_))));
}

#[test]
fn parameters_are_put_in_and_constants_folded() {
    let heap = BUILT_IN[0].1;
    let free = Game::parse(heap, &[]).unwrap();
    assert!(matches!(free.moves[0].condition, Formula::Compare(..)));
    let bounded = Game::parse(heap, &[("max", 3)]).unwrap();
    assert!(matches!(&bounded.moves[0].condition, Formula::And(parts) if parts.len() == 2));
    assert_eq!(bounded.title(), "heap(max=3)");
    assert_eq!(bounded.moves[0].label.as_deref(), Some("take from the heap"));
}

#[test]
fn a_claim_can_be_added_from_the_command_line() {
    let mut queen = Game::parse(BUILT_IN[2].1, &[]).unwrap();
    queen.add_claim("grundy = x xor y").unwrap();
    assert!(matches!(queen.claims[1].body, ClaimBody::Grundy(_)));
    let error = queen.add_claim("grundy = x xor z").unwrap_err();
    assert_eq!((error.line, error.column), (1, 16));
}

#[test]
fn a_move_may_be_a_disjunction() {
    let game = game("position x, y\nmove (x' < x and y' = y) or (x' = x and y' < y)\n");
    assert_eq!(options(&game, &[1, 2]), [[0, 2], [1, 0], [1, 1]]);
}

#[test]
fn a_game_whose_sum_does_not_fall_may_name_a_measure_that_does() {
    let body = "position x, y\nmove x' = x - 1, y' = y + 2\nmove x' = x, y' < y\n";
    assert!(mistake(&format!("game test\n{body}")).contains("from (1, 0) to (0, 2)"));
    let game = game(&format!("{body}order 3*x + y\n"));
    assert_eq!(options(&game, &[1, 0]), [[0, 2]]);
}

/// One line per mistake: text, line, column, words of the message.
const MISTAKES: &[(&str, usize, usize, &str)] = &[
    ("", 1, 1, "no `game` line"),
    ("game g", 1, 7, "no `position` line"),
    ("game g\nposition x, y\nmove w' < x, y' = y", 3, 6, "unknown variable `w`"),
    ("game g\nposition x, y\nmove x < x, y' = y", 3, 6, "does not say what becomes of `x`"),
    ("game g\nposition x, y\nmove x' <= x, y' = y", 3, 6, "does not lower x + y: from (0, 0) to (0, 0)"),
    ("game g\nposition x\nmove x' > x", 3, 6, "nothing in this move bounds `x'` from above"),
    ("game g\nposition x\nmove x' = x div 0", 3, 11, "division by zero"),
    ("game g\nparam k = 0\nposition x\nmove x' < x div k", 4, 11, "division by zero"),
    ("game g\nposition x\nmove x' = x - 99999999999999999999999", 3, 15, "too large"),
    ("game g\nposition x\nmove x' < x * x", 3, 11, "`*` needs a number or a parameter on one side"),
    ("game g\nposition x\nmove x' < x and", 3, 16, "expected a number, a variable or `(`"),
    ("game g\nposition x\nmove (x' < x", 3, 13, "expected `)` for the `(` of line 3"),
    ("game g\nposition x\nmove x' < x)", 3, 12, "expected the end of the line"),
    ("game g\nposition x\nmov x' < x", 3, 1, "found `mov`"),
    ("game g\nposition x\nmove x' + 1", 3, 6, "this is a number; a condition is needed"),
    ("game g\nposition x\nmove x' < (x = 1)", 3, 11, "this is a condition; a number is needed"),
    ("game g\nposition x, x", 2, 13, "named twice"),
    ("game g\nposition x\nclaim grundy = x'", 3, 16, "only in a `move` line"),
    ("game g\nposition x\nclaim losing = x = floor(x*phi*mu(2))", 3, 26, "different square roots"),
    ("game g\nposition x\nmove x' < x ∧ x > 0", 3, 13, "unexpected character `∧`"),
    ("move x' < x", 1, 1, "`move` before the `position` line"),
    ("game g\nposition x\nmove x' < x, exists i . y = i", 3, 25, "unknown variable `y`"),
    ("game g h", 1, 6, "expected the name of the game"),
    ("game g\nposition grundy", 2, 10, "`grundy` is a word of the language"),
    ("game g\nposition x, losing", 2, 13, "`losing` is a word of the language"),
    ("game g\nparam value = 1\nposition x", 2, 7, "`value` is a word of the language"),
    ("game g\nposition x\nmove x' < x, exists other < 3 . x = 1", 3, 21, "`other` is a word of the language"),
    ("game g\nposition x\nmove x' < x, 0 <= (if x = 1 then 1 else 2) <= 3", 3, 19, "the middle of a chain"),
    ("game g\nposition x\nmove x' < x, 0 != x != 1", 3, 16, "`!=` cannot stand in a chain"),
    ("game g\nposition x\nmove x' < x, 2 - 3 < x", 3, 14, "this number is outside"),
    ("game g\nposition x\nmove x' < x\nx > 1", 4, 1, "found `x`"),
    ("game g\nposition x\nmove x' < x, exists x . x' = x", 3, 25, "`x` is not a coordinate"),
];

#[test]
fn each_mistake_is_named_with_its_place() {
    for (text, line, column, words) in MISTAKES {
        let error = Game::parse(text, &[]).expect_err(text);
        assert!(error.message.contains(words), "{text:?}\n{error}");
        assert_eq!((error.line, error.column), (*line, *column), "{text:?}\n{error}");
    }
}

#[test]
fn the_caret_stands_under_the_mistake_and_a_near_name_is_suggested() {
    let error =
        Game::parse("game g\nposition left, right\nmove left' < lft, right' = right\n", &[]).unwrap_err();
    let expected = "g.game:3:14: unknown variable `lft`\n  |\n3 | move left' < lft, right' = right\n  |              ^^^\n  = help: did you mean `left`?";
    assert_eq!(error.render("g.game"), expected);
}

#[test]
fn long_and_deep_texts_are_refused_without_harm() {
    let deep = format!("game g\nposition x\nmove x' < {}x{}", "(".repeat(30_000), ")".repeat(30_000));
    assert!(mistake(&deep).contains("nested more than"));
    let chain = format!("game g\nposition x\nmove x' < x{}", " + x".repeat(10_000));
    assert!(mistake(&chain).contains("nested more than"));
    let nots = format!("game g\nposition x\nmove {} x' < x", "not ".repeat(10_000));
    assert!(mistake(&nots).contains("nested more than"));
    assert!(mistake(&"#".repeat(10_000_000)).contains("10000000 bytes; the limit is"));
    assert!(decode(b"game \xff").unwrap_err().to_string().contains("not UTF-8"));
    let alternatives = "(x' = x - 1 or x' = x - 2)".to_owned() + &", (x' < x or x' = 0)".repeat(40);
    assert!(mistake(&format!("game g\nposition x\nmove {alternatives}")).contains("alternatives"));
}

/// One line per rule of docs/rules-language.md about depth: what is 150 deep with `n` repeats, and
/// one more.
#[test]
fn the_depth_is_counted_as_the_page_says() {
    let accepted = |text: String| Statement::parse(&text, &["x"], &[]).is_ok();
    let brackets = |n: usize| format!("{}x{} = 1", "(".repeat(n), ")".repeat(n));
    assert!(accepted(brackets(147)) && !accepted(brackets(148)));
    let sum = |n: usize| format!("x{} = 1", " + x".repeat(n));
    assert!(accepted(sum(147)) && !accepted(sum(148)));
    let nots = |n: usize| format!("{}x = 1", "not ".repeat(n));
    assert!(accepted(nots(147)) && !accepted(nots(148)));
    let minimum = |n: usize| format!("min(x{}) = 1", ", x".repeat(n - 1));
    assert!(accepted(minimum(147)) && !accepted(minimum(148)));
    let quantifiers = |n: usize| format!("exists a{} . x = 1", ", a".repeat(n - 1));
    assert!(accepted(quantifiers(49)) && !accepted(quantifiers(50)));
    let bound = |n: usize| format!("exists a < {}x{} . x = 1", "(".repeat(n), ")".repeat(n));
    assert!(accepted(bound(146)) && !accepted(bound(147)));
    let branches = |n: usize| format!("{}1 = 1", "if x = 1 then 1 else ".repeat(n));
    assert!(accepted(branches(145)) && !accepted(branches(146)));
    let roots = |n: usize| format!("floor(x*sqrt({}2{})) = 1", "(".repeat(n), ")".repeat(n));
    assert!(accepted(roots(144)) && !accepted(roots(145)));
    let parts = |n: usize| format!("x = 1{}", " and x = 1".repeat(n));
    assert!(accepted(parts(147)) && !accepted(parts(148)));
}

/// A move is listed or refused as docs/rules-language.md says.
#[test]
fn moves_are_listed_or_refused_as_the_page_says() {
    let is_listed = |line: &str| {
        let text = format!("game g\nposition x, y\nmove {line}\n");
        let game = Game::read(&text, &[]).unwrap_or_else(|error| panic!("{error}"));
        Moves::new(&game, &Account::unlimited()).is_ok()
    };
    for line in [
        "x' + y' < x",
        "x' = y' + 1, y' < y",
        "x - x' = y - y'",
        "3 * x' <= x + 2, y' = x' div 2",
        "x' = (if y = 0 then 1 else 2), y' = min(x, y)",
        "x' < x or x' = 0, y' = y",
        "x' <= x, x' = y' + y",
        "x' = x, y' = y, false",
    ] {
        assert!(is_listed(line), "{line}");
    }
    for line in [
        "x' < y', y' < x'",
        "x' < x, y' > y",
        "x' xor x = 1, y' = y",
        "x' < x + y', y' < y + x'",
        "not x' >= x, y' = y",
        "x' div 2 < x, y' = y",
        "x' < x or y' < y",
        "x' = x, y' = (if exists v < 3 . v = x then 1 else 2)",
        "1000000000000 * (1000000000000 * x') < x, y' = y",
    ] {
        assert!(!is_listed(line), "{line}");
    }
}

/// Pieces that a mutated text is made of.
#[test]
fn no_mixture_of_pieces_makes_the_reader_panic() {
    let pieces = [
        "game g\n",
        "position x, y\n",
        "move ",
        "x'",
        "y'",
        " < ",
        "x",
        "y",
        " = ",
        ", ",
        "(",
        ")",
        " - ",
        " + ",
        "*",
        "3",
        "999999999999",
        " div ",
        " mod ",
        "0",
        "if ",
        " then ",
        " else ",
        "floor(",
        "phi",
        "mu(",
        "exists i . ",
        "forall i <= ",
        "not ",
        " and ",
        " or ",
        "\n",
        "claim grundy = ",
        "order ",
        "min(",
        "param k = 2\n",
        "#",
        "é",
        "'",
        ".",
        " xor ",
        "/",
    ];
    let mut state = 12345u64;
    for _ in 0..20_000 {
        let mut text = "game g\nposition x, y\nmove ".to_owned();
        for _ in 0..state % 12 + 2 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            text += pieces[(state >> 33) as usize % pieces.len()];
        }
        let _ = Game::parse(&text, &[]);
    }
}

#[test]
fn game_strings_read_back_as_written() {
    for text in
        ["queen", "wythoff(s=2)", "heap + heap(max=3) + heap(max=5)", "corner(dragon-king)", "0.77", "hex(8)"]
    {
        assert_eq!(GameName::parse(text).unwrap().to_string(), text);
    }
    for text in ["", "queen +", "queen(", "queen)", "queen(3", "queen()x", "heap(max=)", "heap(,)"] {
        assert!(GameName::parse(text).is_err(), "{text:?}");
    }
}

#[test]
fn a_wrong_game_string_says_what_would_be_right() {
    let resolve = |text: &str| GameName::parse(text).unwrap().resolve(&|_| Err("no such file".to_owned()));
    let message = |text: &str| resolve(text).unwrap_err().to_string();
    assert_eq!(message("qeen"), "unknown game `qeen`; did you mean `queen`?");
    assert!(message("chocolate(j=3)").contains("no parameter `j`; it has k"));
    assert!(message("heap(max=x)").contains("found `x`, expected a number"));
    assert!(message("no.game").contains("no.game: no such file"));
    assert!(message("0.7G").contains("unknown game `0.7G`"));
    assert!(message("subtraction(0)").contains("greater than 0"));
    assert!(message("chocolate(0)").contains("division by zero"));
    assert_eq!(resolve("nim(3)").unwrap().len(), 3);
    assert_eq!(resolve("corner(dragon-king)").unwrap()[0].title(), "dragon-king");
    assert_eq!(resolve("kayles").unwrap()[0].title(), "0.77");
}
