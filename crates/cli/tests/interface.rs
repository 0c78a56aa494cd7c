//! docs/interface.md says what the schema says, and its examples are answered as it shows.
//!
//! The part of the page between two marks is written from `hissho schema` and from the questions in
//! `tests/questions.jsonl`, one of each sort, with what `hissho ask` answers. After a change of the
//! questions, `HISSHO_WRITE_DOCS=1 cargo nextest run -p hissho-cli --test interface` writes it anew.

mod common;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::process::{Command, Stdio};

use common::{hissho, text};
use serde_json::{Map, Value};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/interface.md");
const START: &str = "<!-- questions: written by crates/cli/tests/interface.rs -->\n";
const END: &str = "<!-- end of questions -->";

#[test]
fn the_page_says_what_the_schema_says_and_shows_true_answers() {
    let page = std::fs::read_to_string(PAGE).unwrap();
    let (before, rest) = page.split_once(START).expect("the page has the mark of its written part");
    let (written, after) = rest.split_once(END).expect("the written part ends");
    let expected = written_part();
    if std::env::var_os("HISSHO_WRITE_DOCS").is_some() {
        std::fs::write(PAGE, format!("{before}{START}{expected}{END}{after}")).unwrap();
        return;
    }
    for (number, (found, right)) in written.lines().zip(expected.lines()).enumerate() {
        let line = before.lines().count() + 2 + number;
        assert_eq!(found, right, "docs/interface.md:{line}: HISSHO_WRITE_DOCS=1 writes it anew");
    }
    assert_eq!(written.lines().count(), expected.lines().count(), "HISSHO_WRITE_DOCS=1 writes it anew");
}

/// Every sort of question with its fields, an example and the fields of its answer; then the types.
fn written_part() -> String {
    let schema: Value = serde_json::from_str(&text(&hissho(&["schema"]).stdout)).unwrap();
    let questions: Vec<Value> =
        include_str!("questions.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let mut types: BTreeMap<String, Value> = BTreeMap::new();
    for side in ["question", "answer"] {
        let named = schema[side]["$defs"].as_object().unwrap();
        types.extend(named.iter().map(|(name, about)| (name.clone(), about.clone())));
    }
    let sorts = schema["question"]["oneOf"].as_array().unwrap();
    let answers = schema["answer"]["anyOf"].as_array().unwrap();
    assert_eq!(sorts.len(), answers.len(), "one type of answer for each sort of question");
    let mut page = String::new();
    for (sort, answer) in sorts.iter().zip(answers) {
        let name = sort["required"][0].as_str().unwrap();
        let asked = types.remove(name_of(&sort["properties"][name])).unwrap();
        let told = types.remove(name_of(answer)).unwrap();
        let mut examples = questions.iter().filter(|question| question.get(name).is_some());
        let example = examples.next().unwrap_or_else(|| panic!("questions.jsonl has no `{name}`"));
        writeln!(page, "\n### `{name}`\n\n{}\n\n{}", about(sort), fields(&asked)).unwrap();
        writeln!(page, "```json\n{}\n{}\n```\n", cut(example.clone()), cut(answer_to(example))).unwrap();
        writeln!(page, "The answer: {}\n\n{}", about(&told), fields(&told)).unwrap();
    }
    page += "\n## Types\n\nParts of the questions and answers above.\n";
    for (name, kind) in &types {
        writeln!(page, "\n### {name}\n\n{}\n\n{}", about(kind), fields(kind)).unwrap();
    }
    // Neither blank lines in a row nor blanks at the end of a line.
    let mut tidied = String::from("\n");
    for line in page.lines() {
        if !(line.is_empty() && tidied.ends_with("\n\n")) {
            tidied = tidied + line.trim_end() + "\n";
        }
    }
    tidied
}

fn answer_to(question: &Value) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hissho"));
    command.args(["ask", "-", "--threads", "1"]).env("HISSHO_LIBRARY", "none");
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), question.to_string().as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(answer.get("fault").is_none(), "{question}: {answer}");
    answer
}

/// The same document with long lists and texts cut short, and without times and digests.
fn cut(value: Value) -> Value {
    let shorten = |(key, value): (String, Value)| {
        let is_left_out = ["seconds", "digest", "text"].contains(&key.as_str());
        (key, if is_left_out { Value::from("…") } else { cut(value) })
    };
    match value {
        Value::String(text) if text.chars().count() > 120 => {
            Value::from(text.chars().take(100).chain(['…']).collect::<String>())
        }
        Value::Array(parts) => {
            let is_long = parts.len() > 5;
            let shown = parts.into_iter().take(if is_long { 3 } else { 5 }).map(cut);
            shown.chain(is_long.then(|| Value::from("…"))).collect()
        }
        Value::Object(fields) => Value::Object(fields.into_iter().map(shorten).collect::<Map<_, _>>()),
        other => other,
    }
}

/// What a type consists of: a table of fields, a list of words or of other types.
fn fields(kind: &Value) -> String {
    let mut text = String::new();
    if let Some(fields) = kind["properties"].as_object().filter(|fields| !fields.is_empty()) {
        text += "| field | type | |\n|---|---|---|\n";
        for (name, field) in fields {
            let is_needed =
                kind["required"].as_array().is_some_and(|all| all.contains(&name.as_str().into()));
            let default = field.get("default").filter(|value| !value.is_null());
            let note = match default {
                Some(value) => format!(" Default `{value}`."),
                None if is_needed => String::new(),
                None => " May be left out.".to_owned(),
            };
            writeln!(text, "| `{name}` | {} | {}{note} |", type_of(field), about(field)).unwrap();
        }
    }
    let choices = kind["oneOf"].as_array().or(kind["anyOf"].as_array());
    for choice in choices.into_iter().flatten() {
        let is_object = choice["properties"].is_object();
        let fields = if is_object { format!("\n\n{}", fields(choice)) } else { String::new() };
        let what = if is_object { "an object".to_owned() } else { type_of(choice) };
        writeln!(text, "\n* {what}: {}{fields}", about(choice)).unwrap();
    }
    if text.is_empty() { type_of(kind) } else { text }
}

/// The first paragraph of a description, on one line.
fn about(kind: &Value) -> String {
    let text = kind["description"].as_str().unwrap_or_default();
    let first = text.split("\n\n").next().unwrap_or_default();
    first.replace("[`", "`").replace("`]", "`").replace('|', "\\|").replace('\n', " ")
}

fn name_of(kind: &Value) -> &str {
    kind["$ref"].as_str().and_then(|path| path.rsplit('/').next()).unwrap()
}

/// A type in a few words.
fn type_of(kind: &Value) -> String {
    if kind.get("$ref").is_some() {
        let name = name_of(kind);
        return format!("[{name}](#{})", name.to_lowercase());
    }
    if let Some(word) = kind.get("const") {
        return format!("`{word}`");
    }
    let list = |parts: &Value, with: &str| {
        let parts = parts.as_array().into_iter().flatten();
        parts.map(type_of).collect::<Vec<_>>().join(with)
    };
    if let Some(words) = kind["enum"].as_array() {
        return words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(" or ");
    }
    for choices in ["anyOf", "oneOf"] {
        if kind[choices].is_array() {
            return list(&kind[choices], " or ");
        }
    }
    let named = |name: &str| match name {
        "array" if kind["prefixItems"].is_array() => format!("[{}]", list(&kind["prefixItems"], ", ")),
        "array" => format!("list of {}", type_of(&kind["items"])),
        "object" if kind["additionalProperties"].is_object() => {
            format!("object of {}", type_of(&kind["additionalProperties"]))
        }
        other => other.to_owned(),
    };
    match &kind["type"] {
        Value::String(name) => named(name),
        Value::Array(names) => {
            names.iter().filter_map(Value::as_str).map(named).collect::<Vec<_>>().join(" or ")
        }
        _ => "anything".to_owned(),
    }
}
