//! The evaluator agrees with the definition: random formulas with unbounded quantifiers and
//! undefined terms, by brute force.

mod random_formulas;

use hissho_rules::Account;
use hissho_rules::language::{Evaluator, Game, Moves, NoFunctions, Statement, Stuck};

use random_formulas::{Random, closed, open};

#[test]
fn random_formulas_have_the_truth_value_that_trying_all_numbers_gives() {
    let mut random = Random(22);
    let mut counts = [0; 4];
    for round in 0..6000 {
        let nested = if round % 10 == 0 { 2 } else { 1 };
        let formula = closed(&mut random, nested, true);
        let text = formula.to_text();
        let statement = match Statement::parse(&text, &[], &[]) {
            Ok(statement) => statement,
            // Constants below zero are refused by the language.
            Err(error) if error.message.contains("outside 0") => continue,
            Err(error) => panic!("{error}"),
        };
        let account = Account::new(1_000_000, u64::MAX);
        let mut evaluator = Evaluator::new(statement.names.len(), &NoFunctions, &account);
        let found = match evaluator.formula(&statement.formula) {
            Ok(found) => found,
            Err(Stuck::Unbounded(_)) => {
                counts[3] += 1;
                continue;
            }
            Err(stuck) => panic!("{text}: {stuck}"),
        };
        counts[match found {
            Some(true) => 0,
            Some(false) => 1,
            None => 2,
        }] += 1;
        // Numbers in the formulas are small: nothing new happens beyond these ranges.
        for range in if nested == 1 { [150, 400] } else { [90, 140] } {
            assert_eq!(formula.truth(&mut Vec::new(), range), found, "{text} up to {range}");
        }
    }
    assert!(counts.iter().all(|&count| count > 300), "true, false, neither, unbounded: {counts:?}");
}

/// `text` with the names `w` and `x` replaced by `u'` and `v'`.
fn with_primes(text: &str) -> String {
    let words = text.split_inclusive(|c: char| !c.is_ascii_alphanumeric());
    let primed = |word: &str| {
        let name = word.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
        let rest = &word[name.len()..];
        match name {
            "w" => format!("u'{rest}"),
            "x" => format!("v'{rest}"),
            _ => word.to_owned(),
        }
    };
    words.map(primed).collect()
}

#[test]
fn the_moves_of_random_games_are_those_that_trying_all_pairs_gives() {
    let mut random = Random(7);
    let (mut games, mut options) = (0, 0);
    for _ in 0..500 {
        let condition = open(&mut random, 4, 1);
        let text = with_primes(&condition.to_text());
        let text = format!("game random\nposition u, v\nmove u' + v' < u + v, {text}\n");
        let Ok(game) = Game::read(&text, &[]) else { continue };
        let account = Account::new(10_000_000, u64::MAX);
        let Ok(mut moves) = Moves::new(&game, &account) else { continue };
        games += usize::from(moves.must_have_bounds().is_ok());
        for (u, v) in [(0, 0), (0, 5), (3, 1), (4, 4), (7, 2)] {
            let found = match moves.options(&[u as u64, v as u64]) {
                Ok(found) => found,
                Err(Stuck::Unbounded(_)) => continue,
                Err(stuck) => panic!("{text}: {stuck}"),
            };
            let pairs = (0..u + v).flat_map(|a| (0..u + v - a).map(move |b| (a, b)));
            let is_move = |&(a, b): &(i64, i64)| condition.truth(&mut vec![u, v, a, b], 150) == Some(true);
            let expected: Vec<[u64; 2]> = pairs.filter(is_move).map(|(a, b)| [a as u64, b as u64]).collect();
            assert_eq!(found, expected, "{text}from ({u}, {v})");
            options += expected.len();
        }
    }
    assert!(games > 150 && options > 1_500, "{games} games, {options} options");
}

/// Formulas whose quantifier has a bound only if the other part of a sum always has a value.
#[test]
fn audit_h2_a_bound_is_not_taken_from_a_term_that_may_lose_its_value() {
    for text in [
        "exists v . v + (10 - v) <= 3",
        "forall v . 3 < v + (10 - v)",
        "exists v . max(v, 10 - v) <= 3",
        "exists v . 2 * (v + (10 - v)) = 7",
        "forall v . not v + (if v < 3 then 1 else 2) <= 3",
        "exists v . (v - 3) xor (10 - v) <= 3",
        "exists v . v - (10 - v) <= 3",
    ] {
        let statement = Statement::parse(text, &[], &[]).unwrap();
        let account = Account::unlimited();
        let mut evaluator = Evaluator::new(statement.names.len(), &NoFunctions, &account);
        let found = evaluator.formula(&statement.formula);
        assert!(matches!(found, Err(Stuck::Unbounded(_))), "{text}: {found:?}");
    }
}

#[test]
fn audit_nested_iffs_and_conditions_take_no_longer_than_they_are_long() {
    let text = "exists v . v < 3 iff ".repeat(30) + "1 = 1";
    let statement = Statement::parse(&text, &[], &[]).unwrap();
    let account = Account::new(1_000_000, 1_000_000);
    let mut evaluator = Evaluator::new(statement.names.len(), &NoFunctions, &account);
    assert!(evaluator.formula(&statement.formula).is_err());
    let flat = format!("exists v . {} v < 3", "v < 3 iff ".repeat(120));
    let statement = Statement::parse(&flat, &[], &[]).unwrap();
    let mut evaluator = Evaluator::new(statement.names.len(), &NoFunctions, &account);
    assert!(evaluator.formula(&statement.formula).is_ok());
    // Copies of copies: 2^40 nodes before.
    let nested = (0..40).fold("x".to_owned(), |t, _| format!("(if 0 <= {t} <= x then 1 else x)"));
    let error = Statement::parse(&format!("forall x . {nested} = 1"), &[], &[]).unwrap_err();
    assert!(error.message.contains("the middle of a chain"), "{error}");
}
