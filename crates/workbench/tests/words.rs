//! Questions about words, asked as a program asks them: JSON in, JSON out.

use std::sync::Mutex;

use hissho_solve::checkpoint::{Checkpoint, NotKept};
use hissho_solve::limits::{Cancel, Limits, Pulse};
use hissho_solve::progress::Progress;
use hissho_workbench::{Alone, Answer, Desk, Ending, Fault, FaultKind, Question, Watch};
use serde_json::{Value, json};

fn ask_within(question: &Value, limits: &Limits, watch: &dyn Watch) -> Result<Answer, Fault> {
    let question: Question = serde_json::from_value(question.clone()).unwrap();
    // What is read is written again as something that means the same.
    let again = serde_json::from_value(serde_json::to_value(&question).unwrap()).unwrap();
    assert_eq!(question, again);
    Desk::default().ask(&question, limits, watch)
}

fn ask(question: Value) -> Answer {
    ask_within(&question, &Limits::default(), &Alone).unwrap_or_else(|fault| panic!("{question}: {fault}"))
}

fn fault(question: Value) -> Fault {
    ask_within(&question, &Limits::default(), &Alone).unwrap_err()
}

/// Takes files while they are made, and can have the work stopped.
#[derive(Default)]
struct Taker {
    taken: Mutex<Vec<u8>>,
    pulse: Pulse,
}

impl Progress for Taker {
    fn begin(&self, _: &str, _: u64) {}
    fn advance(&self, _: u64) {}
    fn note(&self, _: &str) {}
}

impl Checkpoint for Taker {
    fn load(&self, _: &str) -> Option<String> {
        None
    }

    fn save(&self, _: &str, _: &str) -> Result<(), NotKept> {
        Ok(())
    }
}

impl Watch for Taker {
    fn pulse(&self) -> Pulse {
        self.pulse.clone()
    }

    fn take(&self, bytes: &[u8]) -> Result<bool, NotKept> {
        self.taken.lock().unwrap().extend_from_slice(bytes);
        Ok(true)
    }
}

#[test]
fn symbols_come_as_text_as_a_number_or_as_a_picture() {
    let document = |question| ask(json!({ "word": question })).document();
    assert_eq!(document(json!({"word": "thue-morse", "length": 8})), json!({"word": "01101001"}));
    assert_eq!(document(json!({"morphism": "a->abc,b->ac,c->b", "length": 5})), json!({"word": "abcac"}));
    assert_eq!(document(json!({"word": "fibonacci", "symbol": 2})), json!({"symbol": 1}));
    assert_eq!(document(json!({"word": "thue-morse", "symbol": "1e18"})), json!({"symbol": 0}));
    let letter = json!({"word": "fixed-point(a->ab,b->a)", "symbol": 1});
    assert_eq!(document(letter), json!({"symbol": "b"}));
    for by in ["digits", "recurrence", "concatenation", "substitution"] {
        let said = document(json!({"word": "thue-morse", "by": by, "length": 4}));
        assert_eq!(said, json!({"word": "0110"}), "{by}");
    }
    let drawn = document(json!({"word": "fibonacci", "picture": "cutting-line"}));
    assert!(drawn["svg"].as_str().unwrap().starts_with("<svg"));
    let answer = ask(json!({"word": {"word": "fibonacci", "picture": "bar-code", "format": "png"}}));
    assert!(answer.files[0].as_bytes().starts_with(b"\x89PNG"));
}

#[test]
fn a_file_goes_to_the_watch_or_into_the_answer() {
    let question = json!({"word": {"word": "thue-morse", "length": 32, "format": "packed"}});
    let answer = ask(question.clone());
    assert_eq!(answer.files[0].as_bytes(), [0x69, 0x96, 0x96, 0x69]);
    assert_eq!(answer.document(), json!({"name": "thue-morse", "length": 32}));
    let taker = Taker::default();
    let answer = ask_within(&question, &Limits::default(), &taker).unwrap();
    assert!(answer.files.is_empty());
    assert_eq!(*taker.taken.lock().unwrap(), [0x69, 0x96, 0x96, 0x69]);
}

#[test]
fn an_endless_stream_stops_when_it_is_told_to() {
    let cancel = Cancel::default();
    cancel.cancel();
    let taker = Taker { pulse: Pulse::of(std::sync::Arc::new(cancel)), ..Taker::default() };
    let question = json!({"word": {"word": "fibonacci", "length": 1_000_000_000_000u64, "format": "text"}});
    let fault = ask_within(&question, &Limits::default(), &taker).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Cancelled);
}

#[test]
fn repetitions_of_a_word_a_text_and_bytes() {
    let found =
        ask(json!({"repetitions": {"word": "fibonacci", "length": 1000, "list": "cubes", "limit": 1}}));
    let document = found.document();
    assert_eq!(document["cube"], json!({"start": 5, "period": 3}));
    assert_eq!(document["runs"], 760);
    assert_eq!(document["listed"], json!([{"start": 5, "period": 3, "length": 9}]));
    assert_eq!(document["below_2_plus_phi"], true);
    let of = |file: Value| ask(json!({"repetitions": {"file": file}})).document();
    let typed = of(json!({"name": "typed", "text": "0110\n1001\n"}));
    assert_eq!((&typed["length"], &typed["cube"], &typed["of"]), (&json!(8), &json!(null), &json!("typed")));
    // Characters, not bytes.
    assert_eq!(of(json!({"name": "kana", "text": "いろいろ"}))["length"], 4);
    assert_eq!(of(json!({"name": "bytes", "hex": "ff00ff00ff00"}))["cube"], json!({"start": 0, "period": 2}));
}

#[test]
fn words_without_cubes_are_built_typed_and_counted() {
    let built = ask(json!({"build-word": {"prefix": "0110", "length": 8}})).document();
    assert_eq!((&built["verdict"], &built["word"]), (&json!("continued"), &json!("01100100")));
    let dead = ask(json!({"build-word": {"prefix": "00100100"}})).document();
    assert_eq!((&dead["verdict"], &dead["length"]), (&json!("dead-end"), &json!(8)));
    let typed = ask(json!({"type-word": {"word": "0010", "typed": "01001q"}})).document();
    assert_eq!(typed["cube"], json!({"start": 0, "period": 3}));
    assert_eq!((&typed["word"], &typed["ended"]), (&json!("00100100"), &json!(true)));
    let counted = ask(json!({"count-words": {"avoid": "overlaps", "length": 6}})).document();
    assert_eq!(counted["counts"], json!(["1", "2", "4", "6", "10", "14", "20"]));
}

#[test]
fn a_limit_is_an_answer() {
    let limits = Limits { nodes: Some(10), ..Limits::default() };
    for question in [json!({"count-words": {}}), json!({"build-word": {"prefix": ""}})] {
        let answer = ask_within(&question, &limits, &Alone).unwrap();
        assert_eq!(answer.ending(), Ending::GaveUp);
        assert_eq!(answer.document()["verdict"], "gave-up");
        assert_eq!(answer.document()["reason"], "the node limit was reached");
    }
}

#[test]
fn what_is_wrong_is_named_with_its_field() {
    for (question, field, message) in [
        (json!({"word": {}}), "word", "which word?"),
        (json!({"word": {"word": "thue"}}), "word", "unknown word \"thue\""),
        (json!({"word": {"morphism": "0->10,1->0"}}), "morphism", "must begin with it"),
        (json!({"word": {"word": "fibonacci", "symbol": 0}}), "symbol", "numbered from 1"),
        (json!({"word": {"word": "fibonacci", "by": "magic"}}), "by", "unknown definition"),
        (json!({"word": {"word": "fibonacci", "length": 1e15 as u64}}), "length", "at most"),
        (json!({"word": {"word": "fibonacci", "format": "svg"}}), "format", "pictures"),
        (
            json!({"word": {"word": "thue-morse", "picture": "cutting-line"}}),
            "picture",
            "only Fibonacci words",
        ),
        (json!({"repetitions": {}}), "word", "of what?"),
        (json!({"build-word": {"prefix": "012"}}), "prefix", "'2' at place 2"),
        (json!({"build-word": {"prefix": "000"}}), "prefix", "0 three times from place 0"),
        (json!({"build-word": {"prefix": "0", "length": 0}}), "length", "1 to 1000000"),
        (json!({"type-word": {"typed": "01x"}}), "typed", "'x' is not 0, 1"),
        (json!({"count-words": {"letters": 0}}), "letters", "1 to 26"),
        (json!({"count-words": {"length": 61}}), "length", "at most 60"),
    ] {
        let fault = fault(question.clone());
        assert!(fault.message.contains(message), "{question}: {fault}");
        assert_eq!(fault.place.unwrap().of, field, "{question}");
    }
    assert!(serde_json::from_value::<Question>(json!({"word": {"lenght": 3}})).is_err());
}
