//! Laws: found, proved, and compared with plain tables.

use hissho_rules::language::{ClaimBody, Evaluator, NoFunctions};
use hissho_solve::impartial::table;
use hissho_solve::limits::Limits;
use hissho_solve::progress::Silent;
use hissho_workbench::laws::{Answer, LawGame, Settings, discover, export, prove_claim};

const CHOCOLATE: &str = include_str!("../../../games/chocolate.game");
const KING: &str = include_str!("../../../games/dragon-king.game");

fn settings(limits: &Limits) -> Settings<'_> {
    Settings { limits, states: None, system: None }
}

#[test]
fn the_law_of_chocolate_with_three_columns_per_step_is_found_and_agrees_with_the_table() {
    let limits = Limits::default();
    let game = LawGame::new(CHOCOLATE, &[("k", 3)]).unwrap();
    let found = discover(&game, 1024, &settings(&limits), &Silent).finding.expect("there is a law");
    assert!(hissho_certificate::check(&found.certificate, &hissho_certificate::Context::default()).is_ok());
    let automaton = found.automaton.expect("the automaton of the closed form");
    assert_eq!((automaton.states(), found.states), (58, 58));
    assert!(export::walnut(&automaton, found.system).starts_with("msd_2 msd_2 msd_2\n\n0 1\n"));
    let law = game.with_claim(&found.closed_form.expect("a closed form")).unwrap();
    let ClaimBody::Grundy(term) = &law.game.claims[0].body else { panic!("a law for the values") };
    let values = table(&law.game, &[300, 300], &limits, &Silent).unwrap();
    let account = hissho_rules::Account::unlimited();
    let mut evaluator = Evaluator::new(law.game.names.len(), &NoFunctions, &account);
    for (position, value) in values.cells() {
        if let Some(value) = value {
            evaluator.values[0] = position[0] as u64;
            evaluator.values[1] = position[1] as u64;
            assert_eq!(evaluator.term(term).unwrap(), Some(value.into()), "{position:?}");
        }
    }
}

#[test]
fn the_losing_positions_of_the_queen_are_found_in_the_fibonacci_system() {
    let limits = Limits::default();
    let game = LawGame::new(include_str!("../../../games/queen.game"), &[]).unwrap();
    let discovery = discover(&game, 512, &settings(&limits), &Silent);
    let found = discovery.finding.expect("there is a law");
    assert_eq!((found.system.to_string().as_str(), found.gives_values), ("mu_1", false));
    let automaton = found.automaton.expect("an automaton");
    assert!(export::walnut(&automaton, found.system).starts_with("msd_fib msd_fib\n\n0 1\n0 0 -> 0\n"));
    assert!(export::svg(&automaton, found.system).ends_with("</svg>\n"));
}

#[test]
fn a_wrong_claim_is_answered_with_both_values_and_the_moves() {
    let limits = Limits::default();
    let game = LawGame::new(&KING.replace("3 *", "4 *"), &[]).unwrap();
    let report = prove_claim(&game, 0, &settings(&limits));
    let Answer::Refuted { detail, counterexample, .. } = report.answer else { panic!("it is false") };
    assert_eq!(counterexample[..2], [("x".to_owned(), 0), ("y".to_owned(), 3)]);
    assert_eq!(
        detail.unwrap(),
        "at (0, 3) the claim says 4, the rules give 3: moves to (0, 0) = 0, (0, 1) = 1, (0, 2) = 2"
    );
}

#[test]
fn a_measure_that_does_not_fall_is_a_fault_of_the_text_and_no_refutation() {
    let text = "game short\nposition x\nmove x' < x\norder min(x, 100)\nclaim grundy = x\n";
    let game = LawGame::new(text, &[]).unwrap();
    let limits = Limits::default();
    let report = prove_claim(&game, 0, &Settings { limits: &limits, states: None, system: None });
    let Answer::Cannot(reason) = report.answer else { panic!("{:?}", report.answer) };
    assert!(reason.contains("the measure does not fall with move `x' < x` at x = 101"), "{reason}");
}
