//! Questions about infinite Connect-Four, asked as JSON through the one door.

use hissho_solve::limits::Limits;
use hissho_workbench::{Alone, Answer, Desk, Ending, Fault, Question};
use serde_json::{Value, json};

fn ask(question: &Value) -> Result<Answer, Fault> {
    let question: Question = serde_json::from_value(question.clone()).unwrap();
    let answer = Desk::default().ask(&question, &Limits::default(), &Alone)?;
    let restored =
        question.restore(&answer.document(), answer.certified.clone(), &Limits::default()).unwrap();
    assert_eq!(restored.document(), answer.document());
    assert_eq!(restored.text(), answer.text());
    Ok(answer)
}

const CUP_O: &str = include_str!("../../solve/src/infinite_four/strategies/cup-o.strategy");

#[test]
fn a_strategy_is_accepted_by_name_as_text_and_as_certificate_and_a_beaten_one_is_refused() {
    let named = ask(&json!({"response": {"strategy": "cup-o"}})).unwrap();
    let text = ask(&json!({"response": {"strategy": {"name": "mine", "text": CUP_O}}})).unwrap();
    assert_eq!(named.document()["claim"], text.document()["claim"]);
    assert_eq!(text.document()["strategy"], "mine");
    let again = ask(&json!({"response": {"strategy": named.certified[0].text()}})).unwrap();
    assert_eq!(again.certified, named.certified);
    let refused = ask(&json!({"response": {"strategy": "figure-37"}})).unwrap();
    assert_eq!((refused.ending(), refused.certified.len()), (Ending::Refuted, 0));
    assert_eq!(refused.document()["verdict"], "refused");
}

#[test]
fn the_board_of_a_strategy_is_drawn() {
    let question = json!({"response-board": {"strategy": "slided-cup-x", "columns": [-1, 10], "rows": 4,
        "windows": true, "picture": "svg"}});
    let answer = ask(&question).unwrap();
    let document = answer.document();
    assert_eq!(document["rows"][3], "  O  (X)  O   O   a   a   b   O   b   e   e   f");
    assert!(document["windows"].as_u64().unwrap() > 0);
    assert_eq!(answer.files.len(), 1);
}

#[test]
fn the_words_of_a_period_and_the_strategies_are_listed() {
    let answer = ask(&json!({"zone-words": {"period": 18}})).unwrap();
    let words = ["021120211202120212", "021120212021120212"];
    assert_eq!(answer.document(), json!({"period": 18, "words": words}));
    let answer = ask(&json!({"zone-words": {"period": 10, "up_to": true, "pairings": true}})).unwrap();
    assert_eq!(answer.document()["periods"][9]["words"], json!(["0211202112"]));
    let answer = ask(&json!({"zone-words": {}})).unwrap();
    assert_eq!(answer.document()["strategies"][0]["name"], "cup-x");
}

#[test]
fn strategies_and_wins_are_found_with_certificates() {
    let found = ask(&json!({"response-search": {"stones": "X0 X2", "responder": "O"}})).unwrap();
    assert_eq!((&found.document()["verdict"], found.certified.len()), (&json!("accepted"), 1));
    let win = ask(&json!({"forced-win": {"stones": "X0O1X1O-1X-1O2"}})).unwrap();
    assert_eq!(win.document()["verdict"], "win");
    assert_eq!((&win.document()["plies"], win.certified.len()), (&json!(11), 1));
    let none = ask(&json!({"forced-win": {"stones": "X0", "depth": 1}})).unwrap();
    assert_eq!((&none.document()["verdict"], none.certified.len()), (&json!("none"), 0));
    let draw = ask(&json!({"handicap": {"distance": 2}})).unwrap();
    assert_eq!((&draw.document()["distances"][0]["verdict"], draw.certified.len()), (&json!("draw"), 1));
}

#[test]
fn a_strategy_answers_moves_opponents_and_another_strategy() {
    let play = ask(&json!({"replies": {"strategy": "cup-x", "moves": "3 3"}})).unwrap().document();
    assert_eq!((&play["record"], &play["over"]), (&json!("X0 O3 X4 O3 X5"), &Value::Null));
    assert_eq!(play["replies"][0]["gadget"], "CUP, columns 3 to 6");
    let contest = ask(&json!({"contest": {"strategy": "glass-x", "games": 10, "length": 100}})).unwrap();
    assert_eq!((&contest.document()["games"], &contest.document()["lost"]), (&json!(10), &json!(0)));
    let duel = json!({"duel": {"strategy": "glass-x-restricted", "against": "glass-o-slid-restricted"}});
    assert_eq!(ask(&duel).unwrap().document()["fours"], 0);
}

#[test]
fn what_makes_no_sense_is_a_fault_in_its_field() {
    for (question, field) in [
        (json!({"response": {"strategy": "no-such-strategy"}}), "strategy"),
        (json!({"response": {"strategy": "cup-o(cylinder=7)"}}), "strategy"),
        (json!({"response-board": {"strategy": "cup-o", "columns": [5, 1]}}), "columns"),
        (json!({"zone-words": {"period": 0}}), "period"),
        (json!({"response-search": {"stones": "X0 Q1", "responder": "O"}}), "stones"),
        (json!({"response-search": {"stones": "X0 X1000000000000", "responder": "O"}}), "stones"),
        (json!({"replies": {"strategy": "cup-o", "moves": "0 seven"}}), "moves"),
    ] {
        let fault = ask(&question).unwrap_err();
        assert_eq!(fault.place.as_ref().unwrap().of, field, "{question}: {fault}");
    }
}
