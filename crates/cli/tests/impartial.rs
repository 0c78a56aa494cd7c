//! The commands about number games: answers, files, and what they say about mistakes.

mod common;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use common::{hissho, text};

fn json(arguments: &[&str]) -> serde_json::Value {
    let output = hissho(&[arguments, &["--json"]].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn values_have_the_shape_that_programs_rely_on() {
    let value = json(&["value", "wythoff", "6,10"]);
    assert_eq!(value["position"], serde_json::json!([6, 10]));
    assert_eq!(value["grundy"], 0);
    assert_eq!(value["outcome"], "P");
    assert_eq!(value["moves"], serde_json::json!([]));
    let sum = json(&["value", "heap + heap(max=3) + heap(max=5)", "4,5,6"]);
    assert_eq!(sum["grundy"], 5);
    assert_eq!(sum["moves"], serde_json::json!([[1, 5, 6], [4, 5, 5]]));
}

#[test]
fn a_table_is_the_same_in_every_format_that_can_be_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let values = json(&["table", "chocolate(2)", "5", "11"])["values"].clone();
    let csv = hissho(&["table", "chocolate(2)", "5", "11", "--format", "csv"]);
    for (y, line) in String::from_utf8(csv.stdout).unwrap().lines().enumerate() {
        for (z, cell) in line.split(',').enumerate() {
            assert_eq!(cell.parse::<u64>().ok(), values[y][z].as_u64());
        }
    }
    assert!(hissho(&["table", "chocolate(2)", "5", "11", "-o", &file("t.npy")]).status.success());
    let npy = std::fs::read(file("t.npy")).unwrap();
    assert!(npy.starts_with(b"\x93NUMPY\x01\x00") && npy.len() == 128 + 5 * 11 * 2);
    for index in 0..55 {
        let cell = u16::from_le_bytes([npy[128 + 2 * index], npy[129 + 2 * index]]);
        let expected = values[index / 11][index % 11].as_u64().unwrap_or(u64::from(u16::MAX));
        assert_eq!(u64::from(cell), expected);
    }
    let parquet = hissho(&["table", "chocolate(2)", "5", "11", "-o", &file("t.parquet")]);
    if cfg!(feature = "parquet") {
        let bytes = std::fs::read(file("t.parquet")).unwrap();
        assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
    } else {
        let message = String::from_utf8(parquet.stderr).unwrap();
        assert!(message.contains("--features parquet"), "{message}");
        assert!(!Path::new(&file("t.parquet")).exists());
    }
    for name in ["t.png", "t.svg", "t.tex", "t.json"] {
        assert!(hissho(&["table", "chocolate(2)", "5", "11", "-o", &file(name)]).status.success(), "{name}");
        assert!(Path::new(&file(name)).metadata().unwrap().len() > 100, "{name}");
    }
    assert!(std::fs::read(file("t.png")).unwrap().starts_with(b"\x89PNG\r\n"));
    let bfile = hissho(&["table", "queen", "3", "3", "--format", "bfile"]);
    assert_eq!(String::from_utf8(bfile.stdout).unwrap(), "0 0\n1 1\n2 1\n3 2\n4 2\n5 2\n");
}

#[test]
fn a_certificate_of_a_table_is_accepted_and_a_changed_one_is_not() {
    let folder = tempfile::tempdir().unwrap();
    for (game, size) in [("queen", "400"), ("chocolate(1)", "12")] {
        let cert = folder.path().join("t.cert").display().to_string();
        let out = folder.path().join("t.csv").display().to_string();
        assert!(hissho(&["table", game, size, size, "-o", &out, "--certificate", &cert]).status.success());
        assert_eq!(hissho(&["check", &cert]).status.code(), Some(0));
        let text = std::fs::read_to_string(&cert)
            .unwrap()
            .replacen("shape 4", "shape 3", 1)
            .replacen("values 0", "values 1", 1);
        std::fs::write(&cert, text).unwrap();
        assert_eq!(hissho(&["check", &cert]).status.code(), Some(1), "{game}");
    }
}

/// Bytes of a .game file, and words of the message.
const MISTAKES: &[(&[u8], &str)] = &[
    (b"game g\nposition x, y\nmove w' < x, y' = y\n", "bad.game:3:6: unknown variable `w`"),
    (b"game g\nposition x, y\nmove x < x, y' = y\n", "does not say what becomes of `x`"),
    (b"game g\nposition x\nmove x' <= x\n", "does not lower x: from (0) to (0)"),
    (b"game g\nposition x\nmove x' < x div 0\n", "division by zero"),
    (b"game g\nposition x\nmove x' < x - 99999999999999999999\n", "too large"),
    (b"game g\nposition x\nmove x' < \xff\n", "not UTF-8"),
];

#[test]
fn each_mistake_in_a_file_is_one_message_and_exit_2() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bad.game");
    let deep =
        format!("game g\nposition x\nmove x' < {}x{}\n", "(".repeat(20_000), ")".repeat(20_000)).into_bytes();
    let long = vec![b'#'; 10_000_000];
    let others: [(&[u8], &str); 2] = [(&deep, "nested more than"), (&long, "10000000 bytes")];
    for (bytes, words) in MISTAKES.iter().chain(&others) {
        std::fs::write(&path, bytes).unwrap();
        let output = hissho(&["table", &path.display().to_string(), "5", "5"]);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains(words) && !message.contains("panicked"), "{message}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn questions_that_make_no_sense_are_bad_input() {
    for (arguments, words) in [
        (&["value", "queen", "6"][..], "1 numbers given, queen has 2"),
        (&["value", "queen", "a,b"], "expected 2 numbers with commas"),
        (&["value", "chocolate(1)", "3,2"], "(3, 2) is no position"),
        (&["value", "qeen", "1,2"], "did you mean `queen`?"),
        (&["table", "queen", "5"], "1 sizes given, the game has 2 coordinates"),
        (&["table", "queen", "0", "5"], "0 is not in"),
        (&["table", "queen", "5", "5", "--rows", "7..9"], "the table has rows 0 to 4"),
        (&["table", "queen", "5", "5", "--format", "xls"], "expected one of text, csv"),
        (&["table", "queen", "4000000000", "4000000000"], "GiB"),
        (&["table", "nosuch.game", "5"], "nosuch.game: no such file"),
    ] {
        let output = hissho(arguments);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
        assert!(message.contains(words), "{arguments:?}: {message}");
    }
}

#[test]
fn a_limit_that_is_reached_is_an_answer_with_exit_3() {
    let output = hissho(&["table", "queen", "3000", "3000", "--nodes", "1000", "--only", "losing"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8(output.stdout).unwrap().starts_with("gave up"));
}

#[test]
fn a_game_can_be_played_to_its_end() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_hissho"))
        .env("HISSHO_LIBRARY", "none")
        .args(["play", "nim(2)", "1,2"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"hint\n5,5\n1,1\nundo\n1,1\n0,0\n").unwrap();
    let output = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    assert!(output.contains("take 1 from heap 2"), "{output}");
    assert!(output.contains("there is no move to (5,5)"), "{output}");
    assert!(output.contains("the program cannot move and loses"), "{output}");
}

#[test]
fn a_position_beyond_any_table_is_answered_by_a_proved_law_and_its_certificate_is_accepted() {
    let folder = tempfile::tempdir().unwrap();
    let cert = folder.path().join("law.cert").display().to_string();
    for (game, position, grundy, outcome) in [
        ("subtraction(2,4,7)", "1000000002", Some(0), "P"),
        ("0.77", "1000000000", Some(1), "N"),
        ("dragon-king", "1000000000,999999999", Some(1), "N"),
        ("queen", "1618033988,2618033988", Some(0), "P"),
        ("queen", "1618033988,2618033989", None, "N"),
        ("chocolate(1)", "1000000,1000000000", Some(1_000_500_000), "N"),
    ] {
        let value = json(&["value", game, position, "--certificate", &cert]);
        assert_eq!(value["grundy"].as_u64(), grundy, "{value}");
        assert_eq!(value["outcome"], outcome, "{value}");
        assert_eq!(value["laws"].as_array().map(Vec::len), Some(1), "{value}");
        assert_eq!(value["conjectures"], serde_json::json!([]));
        assert_eq!(hissho(&["check", &cert]).status.code(), Some(0), "{game}");
        // A won position comes with a move, and who is to move after it loses.
        let moves = value["moves"].as_array().unwrap();
        assert_eq!(moves.len(), usize::from(outcome == "N"), "{value}");
        for to in moves {
            let to: Vec<String> = to.as_array().unwrap().iter().map(ToString::to_string).collect();
            let (game, to) = match (game, &to[..]) {
                ("0.77", [_, _]) => ("0.77 + 0.77", to.join(",")),
                _ => (game, to.join(",")),
            };
            assert_eq!(json(&["value", game, &to])["outcome"], "P", "{game} {to}");
        }
    }
    let near = hissho(&["value", "queen", "6,10", "--certificate", &cert]);
    assert_eq!(near.status.code(), Some(2));
    // No law is known for these.
    let none = hissho(&["value", "knight", "1000000000,1000000000", "--time", "2"]);
    assert_eq!(none.status.code(), Some(3), "{}", String::from_utf8_lossy(&none.stderr));
}

#[test]
fn an_octal_table_is_certified_by_its_period_and_misere_play_covers_octal_games() {
    let folder = tempfile::tempdir().unwrap();
    let cert = folder.path().join("kayles.cert").display().to_string();
    let output = hissho(&["table", "0.77", "200", "--certificate", &cert]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(std::fs::read_to_string(&cert).unwrap().contains("octal-period"));
    assert_eq!(hissho(&["check", &cert]).status.code(), Some(0));
    // Misère Kayles: 1, 4, 9, 12, 20 are the only lost single heaps (Sibert and Conway,
    // Mathematical Kayles, 1992).
    let lost: Vec<u64> =
        (1..=14).filter(|n| json(&["value", "0.77", &n.to_string(), "--misere"])["outcome"] == "P").collect();
    assert_eq!(lost, [1, 4, 9, 12]);
}

#[test]
fn an_octal_game_can_be_played_through_its_splits() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_hissho"))
        .env("HISSHO_LIBRARY", "none")
        .args(["play", "0.77", "5", "--two"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"2,2\n2,1\n2,0\n0,0\n").unwrap();
    let output = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    assert!(output.contains("player 1 cannot move and loses"), "{output}");
}
