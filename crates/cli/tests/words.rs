//! `hissho words` and `hissho records`: the shapes of their JSON, exit codes, messages, streams.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

fn hissho(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_hissho"))
        .env("HISSHO_LIBRARY", "none")
        .args(arguments)
        .env("NO_COLOR", "1")
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let feeder = std::thread::spawn(move || _ = stdin.write_all(&input));
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    output
}

fn document(arguments: &[&str], input: &[u8]) -> Value {
    let output = hissho(arguments, input);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The message of a command that must end with exit code 2 and print nothing else.
fn complaint(arguments: &[&str], input: &[u8]) -> String {
    let output = hissho(arguments, input);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn the_json_of_words_has_its_promised_shape() {
    assert_eq!(
        document(&["words", "thue-morse", "--length", "8", "--json"], b""),
        json!({"word": "01101001"})
    );
    assert_eq!(document(&["words", "fibonacci", "--symbol", "2", "--json"], b""), json!({"symbol": 1}));
    let found = document(&["words", "repetitions", "--word", "fibonacci", "--length", "1000", "--json"], b"");
    assert_eq!(found["cube"], json!({"start": 5, "period": 3}));
    assert_eq!(found["length"], json!(1000));
    assert_eq!(found["runs"], json!(760));
    let exponent = found["exponent"].as_f64().unwrap();
    assert!(3.0 < exponent && exponent < 3.618_034);
    let typed = document(&["words", "repetitions", "-", "--json"], b"0110\n1001\n");
    assert_eq!((&typed["length"], &typed["cube"]), (&json!(8), &Value::Null));
    let built = document(&["words", "build", "--json"], b"0010\n01001\nq");
    assert_eq!(built["cube"], json!({"start": 0, "period": 3}));
    assert_eq!(built["word"], json!("00100100"));
}

#[test]
fn packed_words_go_to_a_file_or_a_pipe() {
    let output = hissho(&["words", "thue-morse", "--length", "32", "--packed"], b"");
    assert_eq!(output.stdout, [0x69, 0x96, 0x96, 0x69]);
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("word.bin");
    let path = path.to_str().unwrap();
    let answer =
        document(&["words", "fibonacci", "--length", "1000000", "--packed", "-o", path, "--json"], b"");
    assert_eq!(answer["length"], json!(1_000_000));
    assert_eq!(std::fs::read(path).unwrap().len(), 125_000);
    for (kind, name) in [("bar-code", "a.svg"), ("dot-plot", "b.png"), ("cutting-line", "c.png")] {
        let path = directory.path().join(name);
        document(&["words", "fibonacci", "--picture", kind, "-o", path.to_str().unwrap(), "--json"], b"");
        let bytes = std::fs::read(path).unwrap();
        assert!(bytes.starts_with(if name.ends_with("png") { b"\x89PNG" } else { b"<svg" }));
    }
}

#[test]
fn a_record_of_1983_is_told_as_promised() {
    let record = document(&["records", "examples/yonenaga-tanigawa.kif", "--json"], b"");
    assert_eq!(record["plies"], json!(60));
    assert_eq!(record["distinct_positions"], json!(13));
    assert_eq!(record["repeated"][0]["occurrences"], json!(9));
    assert_eq!(record["repeated"][0]["moves"], json!([118, 126, 134, 142, 150, 158, 162, 170, 178]));
    let fires = |name: &str| {
        let rules = record["rules"].as_array().unwrap();
        rules.iter().find(|rule| rule["rule"] == name).unwrap()["fires_at"].clone()
    };
    assert_eq!(fires("sennichite-1983"), json!(142));
    assert_eq!(fires("sennichite-old"), Value::Null);
    assert_eq!(record["rules"][0]["rule"], json!("sennichite-1983"));
    assert_eq!(record["rules"][1], json!({"rule": "sennichite-old", "fires_at": null}));
}

#[test]
fn a_rule_is_certified_and_the_certificate_checked() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("old.cert");
    let path = path.to_str().unwrap();
    document(
        &["records", "examples/yonenaga-tanigawa.kif", "--rule", "sennichite-old", "-o", path, "--json"],
        b"",
    );
    let checked = document(&["check", path, "--json"], b"");
    assert_eq!(checked["files"][0]["verdict"], json!("accepted"));
}

#[test]
fn many_games_make_one_document_also_when_the_last_is_damaged() {
    let game = "[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n";
    let two = document(&["records", "-", "--json"], game.repeat(2).as_bytes());
    assert_eq!(two["games"].as_array().unwrap().len(), 2);
    let damaged = format!("{}[Event \"y\"]\n\n1. e4 e6 2. Ke3 *\n", game.repeat(2));
    let output = hissho(&["records", "-", "--json"], damaged.as_bytes());
    assert_eq!(output.status.code(), Some(2));
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["games"].as_array().unwrap().len(), 2);
    assert!(document["error"].as_str().unwrap().contains("line 11, move 3, found `Ke3`"), "{document}");
}

#[test]
fn bad_input_is_one_message_that_names_the_place() {
    for (arguments, input, expected) in [
        (&["words", "thue"][..], &b""[..], "unknown word \"thue\""),
        (&["words"], b"", "which word?"),
        (&["words", "--morphism", "0->10,1->0"], b"", "must begin with it"),
        (&["words", "fibonacci", "--symbol", "0"], b"", "numbered from 1"),
        (&["words", "fibonacci", "--length", "many"], b"", "--length"),
        (&["words", "thue-morse", "--picture", "cutting-line"], b"", "only Fibonacci words"),
        (&["words", "thue-morse", "--picture", "dot-plot", "--length", "100000"], b"", "at most"),
        (&["words", "repetitions"], b"", "of what?"),
        (&["words", "build", "--continue", "012"], b"", "'2' at place 2"),
        (&["words", "build"], b"01x", "'x' is not 0, 1"),
        (&["records", "-"], b"", "there is no game in it"),
        (&["records", "docs"], b"", "it is a directory"),
        (&["records", "-"], "   1 ７六歩(66)\n".as_bytes(), "line 1, move 1"),
        (&["records", "--example", "immortal"], b"", "yonenaga-tanigawa, figure-12, euwe"),
        (&["records", "--example", "euwe", "--rule", "none"], b"", "sennichite-old"),
        (&["records", "--example", "euwe", "--board", "999"], b"", "the moves are 1 to 64"),
    ] {
        let message = complaint(arguments, input);
        assert!(message.contains(expected), "{arguments:?}: {message}");
    }
}

#[test]
fn a_large_file_is_read_as_a_stream() {
    // two thousand games, reported one after another
    let game =
        "[Event \"x\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 {a comment that takes some room} *\n\n";
    let output = hissho(&["records", "-", "--rule", "fide-threefold"], game.repeat(2_000).as_bytes());
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.matches("fide-threefold   after 4... Ng8").count(), 2_000);
}
