//! Brick buildings through the door: questions as JSON, facts, pictures, faults, finished parts.

use std::collections::BTreeMap;
use std::sync::Mutex;

use hissho_solve::checkpoint::{Checkpoint, NotKept};
use hissho_solve::limits::Limits;
use hissho_solve::progress::Progress;
use hissho_workbench::{Alone, Answer, Desk, Ending, Fault, FaultKind, Question, Watch};
use serde_json::{Value, json};

fn ask(question: Value) -> Result<Answer, Fault> {
    let question: Question = serde_json::from_value(question).expect("a question");
    Desk::default().ask(&question, &Limits::default(), &Alone)
}

#[test]
fn buildings_are_counted_through_the_door() {
    let answer = ask(json!({"buildings": {"p": 2, "q": 4, "n": 3, "by_profile": true}})).unwrap();
    let found = answer.document();
    assert_eq!((&found["count"], &found["verdict"]), (&json!("1560"), &json!("checked")));
    assert_eq!(found["by_height"], json!({"2": "500", "3": "1060"}));
    assert_eq!(found["by_profile"], json!({"3": "0", "2,1": "250", "1,2": "250", "1,1,1": "1060"}));
    assert_eq!((answer.ending(), answer.certified.len()), (Ending::Answered, 1));

    let towers = ask(json!({"buildings": {"p": 2, "q": 4, "n": 3, "storeys": 3}})).unwrap();
    assert_eq!(towers.document()["formula"]["count"], "1060");
    assert!(towers.text().contains("proved: n bricks 2×4 in n storeys"), "{}", towers.text());
    assert_eq!(towers.certified.len(), 2, "the count and the formula");

    let fixed = ask(json!({"buildings": {"p": 2, "q": 4, "n": 3, "symmetric": 180, "fixed": true}})).unwrap();
    assert_eq!(fixed.document()["count"], "88");
}

#[test]
fn a_kept_count_is_read_again_only_with_its_certificate() {
    let question: Question = serde_json::from_value(json!({"buildings": {"p": 2, "q": 2, "n": 3}})).unwrap();
    let answer = Desk::default().ask(&question, &Limits::default(), &Alone).unwrap();
    let again = question.restore(&answer.document(), answer.certified.clone(), &Limits::default()).unwrap();
    assert_eq!((again.document(), again.text()), (answer.document(), answer.text()));
    assert!(question.restore(&answer.document(), Vec::new(), &Limits::default()).is_err());
}

#[test]
fn single_buildings_come_with_their_picture() {
    let all = ask(json!({"draw-buildings": {"p": 2, "q": 4, "n": 2, "picture": "svg"}})).unwrap();
    assert_eq!(all.document()["buildings"].as_array().map(Vec::len), Some(24));
    assert!(all.files[0].as_bytes().starts_with(b"<svg"));
    let lot = json!({"draw-buildings": {"p": 2, "q": 4, "n": 5, "random": 7, "picture": "ldr"}});
    let one = ask(lot.clone()).unwrap();
    assert_eq!(one.files, ask(lot).unwrap().files, "the same lot");
    let bare = ask(json!({"draw-buildings": {"p": 2, "q": 4, "n": 3, "index": 1560}})).unwrap();
    assert_eq!((bare.files.len(), &bare.document()["buildings"][0]["number"]), (0, &json!(1560)));
}

#[test]
fn a_question_that_makes_no_sense_is_told_the_field() {
    for (question, field) in [
        (json!({"buildings": {"p": 4, "q": 2, "n": 3}}), "p"),
        (json!({"buildings": {"p": 2, "q": 4, "n": 100}}), "n"),
        (json!({"buildings": {"p": 2, "q": 4, "n": 3, "storeys": 4}}), "storeys"),
        (json!({"buildings": {"p": 2, "q": 4, "n": 3, "storeys": 2, "profile": "2,1"}}), "storeys"),
        (json!({"buildings": {"p": 2, "q": 4, "n": 3, "profile": "1,x"}}), "profile"),
        (json!({"buildings": {"p": 2, "q": 4, "n": 3, "symmetric": 45}}), "symmetric"),
        (json!({"buildings": {"p": 2, "q": 4, "n": 3, "on_base": true, "fixed": true}}), "symmetric"),
        (json!({"draw-buildings": {"p": 2, "q": 4, "n": 2, "index": 25}}), "index"),
        (json!({"draw-buildings": {"p": 2, "q": 4, "n": 2, "index": 0}}), "index"),
        (json!({"draw-buildings": {"p": 2, "q": 4, "n": 2, "picture": "gif"}}), "picture"),
        (json!({"draw-buildings": {"p": 2, "q": 4, "n": 2, "picture": "ldr"}}), "picture"),
    ] {
        let fault = ask(question).unwrap_err();
        assert_eq!(fault.kind, FaultKind::BadInput, "{fault}");
        assert_eq!(fault.place.as_ref().map(|place| place.of.as_str()), Some(field), "{fault}");
    }
}

/// Keeps finished parts in memory.
#[derive(Default)]
struct Keeper(Mutex<BTreeMap<String, String>>);

impl Progress for Keeper {
    fn begin(&self, _what: &str, _total: u64) {}
    fn advance(&self, _units: u64) {}
    fn note(&self, _remark: &str) {}
}

impl Checkpoint for Keeper {
    fn load(&self, key: &str) -> Option<String> {
        self.0.lock().unwrap().get(key).cloned()
    }

    fn save(&self, key: &str, value: &str) -> Result<(), NotKept> {
        self.0.lock().unwrap().insert(key.to_owned(), value.to_owned());
        Ok(())
    }
}

impl Watch for Keeper {}

#[test]
fn an_unfinished_count_says_so_and_finished_parts_are_used_again() {
    let question: Question = serde_json::from_value(json!({"buildings": {"p": 2, "q": 4, "n": 4}})).unwrap();
    let keeper = Keeper::default();
    let none = Limits { nodes: Some(0), ..Limits::default() };
    let unfinished = Desk::default().ask(&question, &none, &keeper).unwrap();
    assert_eq!(unfinished.ending(), Ending::GaveUp);
    assert_eq!(unfinished.document()["count"], Value::Null);
    let finished = Desk::default().ask(&question, &Limits::default(), &keeper).unwrap();
    assert_eq!(finished.document()["count"], "119580");
    // With every part kept there is nothing left to spend nodes on.
    let again = Desk::default().ask(&question, &none, &keeper).unwrap();
    assert_eq!(again.document(), finished.document());
}
