//! `hissho ask` and `hissho schema`: the one door for programs.

mod common;

use std::io::Write;
use std::process::{Command, Output, Stdio};

use common::{hissho, text};
use serde_json::Value;

fn ask(question: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hissho"));
    command.args(["ask", "-"]).env("NO_COLOR", "1");
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(question.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

#[test]
fn a_question_as_json_is_answered_as_by_its_command() {
    let asked = ask(r#"{"value":{"game":"wythoff","position":[6,10]}}"#);
    let told = hissho(&["value", "wythoff", "6,10", "--json"]);
    assert_eq!((asked.status.code(), text(&asked.stdout)), (Some(0), text(&told.stdout)));
}

#[test]
fn a_certificate_comes_in_full_and_the_exit_code_is_that_of_the_ending() {
    let output = ask(r#"{"prove":{"game":"rook","claim":"grundy = x + y"}}"#);
    assert_eq!(output.status.code(), Some(1));
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["claims"][0]["verdict"], "refuted");
    let certificate = document["certificates"][0]["text"].as_str().unwrap();
    assert!(certificate.lines().last().unwrap().starts_with("sha256 "), "{certificate}");
}

#[test]
fn a_question_that_is_not_understood_is_one_fault_with_its_place() {
    for (question, expected) in [
        (r#"{"valu":{}}"#, "unknown variant `valu`, expected one of `value`, `table`"),
        (r#"{"buildings":{"p":2,"q":4,"m":2}}"#, "unknown field `m`, expected one of `p`, `q`, `n`"),
        (r#"{"buildings":{"p":2,"q":4}}"#, "missing field `n`"),
        ("{", "EOF"),
    ] {
        let output = ask(question);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let document: Value = serde_json::from_slice(&output.stdout).unwrap();
        let message = document["fault"]["message"].as_str().unwrap();
        assert!(message.contains(expected), "{message}");
        assert_eq!(document["fault"]["place"]["of"], "question");
        assert_eq!(document["fault"]["place"]["line"], 1);
    }
}

#[test]
fn the_schema_names_every_sort_of_question() {
    let output = hissho(&["schema"]);
    assert_eq!(output.status.code(), Some(0));
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    let sorts = document["question"]["oneOf"].as_array().unwrap();
    let names: Vec<&str> = sorts.iter().filter_map(|sort| sort["required"][0].as_str()).collect();
    for name in ["value", "table", "prove", "discover", "buildings", "draw-buildings", "check"] {
        assert!(names.contains(&name), "{names:?}");
    }
    assert!(document["answer"]["anyOf"].is_array());
}
