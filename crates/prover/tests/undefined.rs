//! The evaluator, the prover and brute force agree on every formula that they decide, undefined
//! terms and unbounded quantifiers included.

#[path = "../../rules/tests/random_formulas/mod.rs"]
mod random_formulas;

use hissho_certificate::laws::{Automatic, parse_statement};
use hissho_prover::{Budget, GaveUp, Verdict, prove};
use hissho_rules::Account;
use hissho_rules::language::{Evaluator, Game, Moves, NoFunctions, Stuck};

use random_formulas::{Random, closed};

/// Whether the prover says that the claim is true; `None` if it gives up.
fn is_proved(claim: &Automatic, system: &str) -> Option<bool> {
    let budget = Budget { states: 5_000, entries: 200_000, ..Budget::default() };
    match prove(claim, system.parse().unwrap(), budget) {
        Ok(report) => Some(matches!(report.verdict, Verdict::Proved(_))),
        Err(GaveUp::States { .. } | GaveUp::Entries { .. }) => None,
        Err(error) => panic!("{claim}: {error}"),
    }
}

#[test]
fn random_formulas_are_proved_exactly_when_they_evaluate_to_true() {
    let mut random = Random(2206);
    let mut counts = [0; 4];
    for round in 0..400 {
        let system = ["msd_2", "lsd_2", "msd_3", "fib"][round % 4];
        let formula = closed(&mut random, 1 + usize::from(round % 5 == 0), round % 4 < 2);
        let text = formula.to_text();
        let Ok(statement) = parse_statement(&text) else { continue };
        let account = Account::new(1_000_000, u64::MAX);
        let mut evaluator = Evaluator::new(statement.names.len(), &NoFunctions, &account);
        // Without a bound the evaluator does not decide. Numbers in the formulas are small, so that
        // nothing new happens beyond a hundred.
        let evaluated = match evaluator.formula(&statement.formula) {
            Ok(evaluated) => evaluated,
            Err(Stuck::Unbounded(_)) => {
                counts[3] += 1;
                formula.truth(&mut Vec::new(), 120)
            }
            Err(stuck) => panic!("{text}: {stuck}"),
        };
        let Some(proved) = is_proved(&Automatic::Formula { text: text.clone(), holds: true }, system) else {
            continue;
        };
        assert_eq!(evaluated == Some(true), proved, "{system}: {text}");
        // "Is false" is more than "is not true".
        if let Some(refuted) = is_proved(&Automatic::Formula { text: text.clone(), holds: false }, system) {
            assert_eq!(evaluated == Some(false), refuted, "{system}: {text} is false");
        }
        counts[match evaluated {
            Some(true) => 0,
            Some(false) => 1,
            None => 2,
        }] += 1;
    }
    assert!(counts.iter().all(|&count| count > 20), "true, false, neither, unbounded: {counts:?}");
}

#[test]
fn audit_h2_the_table_and_the_law_of_the_game_clash_do_not_contradict_each_other() {
    for (bound, is_listed) in [("", false), (" <= 20", true)] {
        let rules = format!("game clash\nposition x\nmove x' < x, not exists v{bound} . v + (10 - v) <= 3\n");
        let claim =
            Automatic::Claim { rules: rules.clone(), parameters: Vec::new(), claim: "grundy = 0".into() };
        assert_eq!(is_proved(&claim, "msd_2"), Some(true), "{rules}");
        let game = Game::read(&rules, &[]).unwrap();
        let account = Account::unlimited();
        let options = Moves::new(&game, &account).unwrap().options(&[5]);
        match options {
            Ok(options) => assert!(is_listed && options.is_empty(), "{options:?}"),
            Err(stuck) => assert!(!is_listed && matches!(stuck, Stuck::Unbounded(_)), "{stuck}"),
        }
    }
}
