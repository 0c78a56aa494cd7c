//! Laws: found, proved, and compared with plain tables.

use hissho_rules::language::{ClaimBody, Evaluator, NoFunctions};
use hissho_solve::impartial::table;
use hissho_solve::limits::Limits;
use hissho_solve::progress::Silent;
use hissho_workbench::laws::{Decision, LawGame, Settings, discover, export, prove_claim};
use hissho_workbench::{Alone, Answer, Desk, Ending, Fault, FaultKind, Question};
use serde_json::json;

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
    assert!(found.proof.claim().to_string().contains("at every position"), "{}", found.proof.claim());
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
    let Decision::Refuted { detail, counterexample, .. } = report.decision else { panic!("it is false") };
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
    let Decision::Cannot(fault) = report.decision else { panic!("{:?}", report.decision) };
    let expected = "the measure does not fall with move `x' < x` at x = 101";
    assert!(fault.message.contains(expected), "{fault}");
}

/// Asks a question that is given as JSON.
fn ask(question: serde_json::Value) -> Result<Answer, Fault> {
    let question: Question = serde_json::from_value(question).expect("a question");
    Desk::default().ask(&question, &Limits::default(), &Alone)
}

#[test]
fn claims_are_decided_through_the_door() {
    let answer = ask(json!({"prove": {"game": "dragon-king"}})).unwrap();
    let proved = &answer.document()["claims"][0];
    assert_eq!((&proved["verdict"], &proved["states"]), (&json!("proved"), &json!(23)));
    assert_eq!((answer.ending(), answer.certified.len()), (Ending::Answered, 1));

    let answer = ask(json!({"prove": {"game": "rook", "claim": "grundy = x + y"}})).unwrap();
    let refuted = &answer.document()["claims"][0];
    assert_eq!(refuted["verdict"], "refuted");
    assert_eq!(refuted["counterexample"], json!({"x": 1, "y": 1, "value": 2, "other": 0}));
    assert_eq!((answer.ending(), answer.certified.len()), (Ending::Refuted, 1));

    let answer = ask(json!({"prove": {"game": "dragon-king", "states": 5}})).unwrap();
    assert_eq!(answer.document()["claims"][0]["verdict"], "gave-up");
    assert_eq!((answer.ending(), answer.certified.len()), (Ending::GaveUp, 0));

    let rules = "game one\nposition x\nmove x' < x\nclaim grundy = x\n";
    let answer = ask(json!({"prove": {"game": rules}})).unwrap();
    assert_eq!(answer.text(), "one: grundy = x\n  proved for every position; 2 states, numbers in msd_2\n");
}

#[test]
fn an_answer_about_laws_is_read_again_only_with_its_certificate() {
    let question: Question = serde_json::from_value(json!({"prove": {"game": "rook"}})).unwrap();
    let answer = Desk::default().ask(&question, &Limits::default(), &Alone).unwrap();
    let again = question.restore(&answer.document(), answer.certified.clone(), &Limits::default()).unwrap();
    assert_eq!((again.document(), again.text()), (answer.document(), answer.text()));
    assert!(question.restore(&answer.document(), Vec::new(), &Limits::default()).is_err());
}

#[test]
fn a_fault_in_a_question_about_laws_names_the_field() {
    for (question, field, message) in [
        (json!({}), "game", "a game or a formula is needed"),
        (json!({"game": "rook", "formula": "0 = 0"}), "formula", "not both"),
        (json!({"formula": "0 = 0", "claim": "grundy = x"}), "claim", "stands alone"),
        (json!({"formula": "x = y"}), "formula", "formula:1:1: unknown variable `x`"),
        (json!({"game": "rook", "claim": "grundy = z"}), "claim", "unknown variable `z`"),
        (json!({"game": "rook", "numeration": "roman"}), "numeration", "roman"),
        (json!({"game": "0.77"}), "game", "laws are proved for one game on numbers"),
        (json!({"game": "hex(4)"}), "game", "hex(4)"),
    ] {
        let fault = ask(json!({"prove": question})).unwrap_err();
        assert_eq!(fault.kind, FaultKind::BadInput, "{fault}");
        assert_eq!(fault.place.as_ref().map(|place| place.of.as_str()), Some(field), "{fault}");
        assert!(fault.message.contains(message), "{fault}");
    }
}

#[test]
fn a_law_is_found_through_the_door_with_its_automaton_as_files() {
    let question = json!({"game": "chocolate(k=3)", "table": 64, "picture": "svg", "walnut": true});
    let answer = ask(json!({"discover": question})).unwrap();
    let found = answer.document();
    assert_eq!((&found["verdict"], &found["states"]), (&json!("proved"), &json!(58)));
    assert_eq!(found["table"], 64);
    let formats: Vec<&str> = answer.files.iter().map(|file| file.format.as_str()).collect();
    assert_eq!((formats, answer.certified.len()), (vec!["svg", "txt"], 1));

    let nothing = ask(json!({"discover": {"game": "queen", "table": 32}})).unwrap();
    assert_eq!((nothing.ending(), nothing.document()["verdict"].clone()), (Ending::GaveUp, json!("gave-up")));
    assert!(nothing.certified.is_empty());
}
