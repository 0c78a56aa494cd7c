//! Whoever edits the library, and signs the edited answer again, cannot make it promise anything:
//! an answer is shown only if everything it promises follows from certificates that have just been
//! accepted.

use hissho_store::{Entry, Library, Store};
use hissho_workbench::{Alone, Answer, Desk, Limits, Question};
use serde_json::Value;

/// One certified question of each sort that is kept, and the facts that no claim covers.
const ASKED: &[(&str, &[&str])] = &[
    (r#"{"prove":{"game":"rook"}}"#, &["states", "peak"]),
    (r#"{"prove":{"game":"rook","claim":"grundy = x + y"}}"#, &["states", "peak"]),
    (r#"{"prove":{"game":"heap","claim":"losing = n = 1"}}"#, &["states", "peak"]),
    (r#"{"prove":{"formula":"forall x . exists y . y = x + 1"}}"#, &["states", "peak"]),
    (r#"{"prove":{"formula":"forall x . x < 7"}}"#, &["states", "peak"]),
    (r#"{"discover":{"game":"rook"}}"#, &["states", "numeration", "table", "refuted_guesses"]),
    (r#"{"discover":{"game":"wythoff"}}"#, &["table", "refuted_guesses", "guesses"]),
    (r#"{"buildings":{"p":2,"q":4,"n":2}}"#, &[]),
    (r#"{"buildings":{"p":1,"q":2,"n":3,"storeys":3,"by_profile":true}}"#, &[]),
    (r#"{"solve":{"game":"hex(3)","position":""}}"#, &["nodes"]),
    (r#"{"solve":{"game":"hex(3)","position":"11"}}"#, &["nodes"]),
    (
        r#"{"solve":{"game":"connect4(4,4)","position":"131313","certificate":true}}"#,
        &["nodes", "moves", "score"],
    ),
    (r#"{"solve":{"game":"connect4(4,4)","certificate":true}}"#, &["nodes", "moves", "score"]),
    (r#"{"hex-map":{"size":3}}"#, &[]),
    (r#"{"response-search":{"stones":"X0 X3","responder":"O"}}"#, &[]),
    (r#"{"forced-win":{"stones":"X0O1X1O-1X-1O2"}}"#, &[]),
    (r#"{"handicap":{"distance":3}}"#, &[]),
];

/// Words that an editor might like to read.
const WORDS: [&str; 18] = [
    "proved",
    "checked",
    "refuted",
    "computed",
    "open",
    "gave-up",
    "accepted",
    "refused",
    "none",
    "win",
    "draw",
    "first",
    "second",
    "black",
    "white",
    "weakly",
    "ultra-weakly",
    "grundy = 7",
];

fn asked(text: &str) -> Question {
    serde_json::from_str(text).unwrap()
}

/// The library with the answers to all questions, and its entries in their order.
fn filled() -> (tempfile::TempDir, Library, Vec<Entry>) {
    let directory = tempfile::tempdir().unwrap();
    let library = Library::open(directory.path()).unwrap();
    let limits = Limits::default();
    let keep = |(text, _): &(&str, _)| {
        let answer = Desk::default().ask(&asked(text), &limits, &Alone).unwrap();
        assert!(!answer.certified.is_empty(), "{text}: {}", answer.document());
        library.keep(&asked(text), &answer, &limits, std::time::Duration::from_secs(1)).unwrap();
        let entry = library.entry(&Library::key(&asked(text))).unwrap();
        let entry = entry.unwrap_or_else(|| panic!("not kept: {text}: {}", answer.document()));
        assert_eq!(library.answer(&entry, &limits).unwrap().document(), answer.document());
        entry
    };
    let entries = ASKED.iter().map(keep).collect();
    (directory, library, entries)
}

/// Every other value that a leaf may be given, with the name of the field it is in.
fn edits(document: &Value) -> Vec<(String, Value)> {
    let with = |name: &str, make: &dyn Fn(&mut Value)| {
        let mut edited = document.clone();
        make(&mut edited);
        (name.to_owned(), edited)
    };
    let mut all = Vec::new();
    for (pointer, leaf) in leaves(document, String::new()) {
        let fields: Vec<&str> = pointer.split('/').filter(|part| part.parse::<u32>().is_err()).collect();
        let name = fields.join("/");
        let texts = WORDS.iter().map(|word| Value::from(*word));
        let others = [Value::Null, Value::from(true), Value::from(false), Value::from(77), Value::from("77")];
        for other in texts.chain(others).filter(|other| *other != leaf) {
            all.push(with(&name, &|edited| *edited.pointer_mut(&pointer).unwrap() = other.clone()));
        }
    }
    all
}

fn leaves(value: &Value, pointer: String) -> Vec<(String, Value)> {
    let escaped = |key: &String| key.replace('~', "~0").replace('/', "~1");
    match value {
        Value::Object(map) if !map.is_empty() => {
            map.iter().flat_map(|(key, value)| leaves(value, format!("{pointer}/{}", escaped(key)))).collect()
        }
        Value::Array(list) if !list.is_empty() => {
            list.iter().enumerate().flat_map(|(at, value)| leaves(value, format!("{pointer}/{at}"))).collect()
        }
        leaf => vec![(pointer, leaf.clone())],
    }
}

fn signed(mut entry: Entry) -> Entry {
    entry.digest = entry.digest_of_contents();
    entry
}

#[test]
fn an_edited_answer_is_not_shown() {
    let (_directory, library, entries) = filled();
    let mut shown = Vec::new();
    for (entry, (text, uncovered)) in entries.iter().zip(ASKED) {
        let document: Value = serde_json::from_str(&entry.answer).unwrap();
        for (field, edited) in edits(&document) {
            // Where a skin writes the path of a file that it wrote; the answer itself has none.
            let is_path = field.ends_with("certificate") || field.ends_with("certificates");
            if is_path || uncovered.iter().any(|name| field.split('/').any(|part| part == *name)) {
                continue;
            }
            let forged = signed(Entry { answer: edited.to_string(), ..entry.clone() });
            if let Ok(answer) = library.answer(&forged, &Limits::default()) {
                shown.push(format!("{text}: {field}: {}", answer.document()));
            }
        }
        let unsigned = Entry { answer: entry.answer.replacen('{', "{ ", 1), ..entry.clone() };
        assert!(library.answer(&unsigned, &Limits::default()).is_err(), "{text}");
    }
    assert!(shown.is_empty(), "{}", shown.join("\n"));
}

fn claims(answer: &Answer) -> Vec<String> {
    answer.certified.iter().map(|one| one.claim().to_string()).collect()
}

#[test]
fn an_answer_with_the_certificates_of_another_is_not_shown() {
    let (_directory, library, entries) = filled();
    for one in &entries {
        let bare = signed(Entry { certificates: Vec::new(), ..one.clone() });
        assert!(library.answer(&bare, &Limits::default()).is_err(), "{}", one.question);
        for other in entries.iter().filter(|other| other.key != one.key) {
            let swapped = Entry { certificates: other.certificates.clone(), ..one.clone() };
            if let Ok(answer) = library.answer(&signed(swapped), &Limits::default()) {
                // Another question may rest on the same claim, as a law that is claimed and discovered.
                assert_eq!(claims(&answer), claims(&library.answer(one, &Limits::default()).unwrap()));
            }
            let moved = Entry { question: other.question.clone(), ..one.clone() };
            assert!(library.answer(&signed(moved), &Limits::default()).is_err(), "{}", one.question);
        }
    }
}

#[test]
fn an_edited_file_is_found_out_and_the_question_asked_again() {
    let directory = tempfile::tempdir().unwrap();
    let library = Library::open(directory.path()).unwrap();
    let (question, limits) = (asked(r#"{"solve":{"game":"hex(3)","position":"11"}}"#), Limits::default());
    let answer = Desk::default().ask(&question, &limits, &Alone).unwrap();
    library.keep(&question, &answer, &limits, std::time::Duration::from_secs(1)).unwrap();
    let entry = library.list().unwrap().remove(0);
    let document = entry.answer.replace("\"white\"", "\"black\"");
    assert_ne!(document, entry.answer);
    let forged = signed(Entry { answer: document, ..entry });
    let database = rusqlite::Connection::open(directory.path().join("library.sqlite")).unwrap();
    let update = "UPDATE answers SET answer = ?1, digest = ?2";
    assert_eq!(database.execute(update, [&forged.answer, &forged.digest]).unwrap(), 1);
    assert!(library.find(&question, &limits).is_err());
    assert!(library.find(&question, &limits).unwrap().is_none(), "it is forgotten");
    database.execute("DELETE FROM answers", []).unwrap();
    let store = Store::new(None, Some(library));
    assert_eq!(store.ask(&question, &limits, &Alone).unwrap().document(), answer.document());
}

#[test]
fn a_computed_answer_is_given_again_and_promises_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let library = Library::open(directory.path()).unwrap();
    let (question, limits) =
        (asked(r#"{"solve":{"game":"connect4(4,4)","position":"131313"}}"#), Limits::default());
    let answer = Desk::default().ask(&question, &limits, &Alone).unwrap();
    library.keep(&question, &answer, &limits, std::time::Duration::from_secs(1)).unwrap();
    let entry = library.list().unwrap().remove(0);
    assert_eq!(library.find(&question, &limits).unwrap().unwrap().document(), answer.document());
    for (from, to) in [("ultra-weakly", "weakly"), ("131313", "13131"), ("connect4(4,4)", "connect4(7,6)")] {
        let forged = signed(Entry { answer: entry.answer.replace(from, to), ..entry.clone() });
        assert!(library.answer(&forged, &limits).is_err(), "{to}");
    }
}
