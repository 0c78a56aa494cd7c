//! `hissho infinite-four`: what is accepted, refused or no strategy at all, with exit codes and messages.

mod common;

use common::{hissho, text};

const CUP_O: &str = include_str!("../../solve/src/infinite_four/strategies/cup-o.strategy");

/// A strategy file with one line exchanged, and what is said of it.
const FAULTS: &[(&str, &str, i32, &str)] = &[
    ("static 0", "static 0", 0, "accepted"),
    ("static 0", "static 0 3 9", 2, "3 zone heights given, the core 0 to 0 needs 1"),
    (
        "right 2 1 1 2 0",
        "right 2 1 1 2 9",
        2,
        "column 5: zone height 9, with 0 stones there it must be 0 to 2",
    ),
    ("right 2 1 1 2 0", "right 0 3 9", 2, "zone height"),
    ("right 2 1 1 2 0", "right 2 1 1 2 x", 2, "line 14: found"),
    ("right-pair 1,1 2,1", "right-pair 1,1 3,1", 2, "(3,1) is in two pairs"),
    ("right-pair 3,1 4,1", "right-pair 3,1 4,3", 2, "(4,3) is not a zone cell"),
    ("right-pair 1,1 2,1", "right-pair 1,1 2,0", 2, "rows from 1 to 1000000"),
    ("stones none", "stones X0 X0 X0 X0 O1", 2, "O1 comes after a four: the game was over"),
    ("stones none", "stones X0 Z1", 2, "found `Z`"),
    ("stones none", "stones X9223372036854775807", 2, "column 9223372036854775807 is too far out"),
    ("stones none", "stones X-9223372036854775808", 2, "column -9223372036854775808 is too far out"),
    ("core 0 0", "core 9223372036854775807 9223372036854775807", 2, "none beyond 500000000000"),
    ("core 0 0", "core -9223372036854775808 9223372036854775807", 2, "none beyond 500000000000"),
    ("right-pair 1,1 2,1", "right-pair 1,1 9223372036854775807,1", 2, "columns from -1000000000000"),
    ("right-pair 1,2 4,2", "right-pair 1,1 2,1", 2, "ascending order"),
    ("to-move X", "to-move Y", 2, "expected `X` or `O`"),
];

#[test]
fn a_fault_in_a_strategy_file_is_named_and_its_exit_code_is_2() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("changed.strategy");
    for &(from, to, code, message) in FAULTS {
        assert!(CUP_O.lines().any(|line| line == from), "{from}");
        let changed: String =
            CUP_O.lines().map(|line| format!("{}\n", if line == from { to } else { line })).collect();
        std::fs::write(&path, changed).unwrap();
        let output = hissho(&["infinite-four", "verify", path.to_str().unwrap()]);
        let said = text(&output.stdout) + &text(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{to}: {said}");
        assert!(said.contains(message), "{to}: {said}");
        assert!(code == 0 || output.stdout.is_empty(), "{to}: {said}");
    }
}

#[test]
fn a_strategy_that_can_be_beaten_is_refused_with_exit_code_1() {
    let output = hissho(&["infinite-four", "verify", "figure-37", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["verdict"], "refused");
    assert!(document["reason"].as_str().unwrap().contains("O may get the four"), "{document}");
}

#[test]
fn arguments_that_make_no_sense_are_named_with_exit_code_2() {
    for (arguments, message) in [
        (vec!["verify", "no-such-strategy"], "neither a file nor a named strategy; the names are: cup-x,"),
        (vec!["verify", "cup-o(cylinder=7)"], "but to those of 5, 10, 15"),
        (vec!["verify", "glass-o(cylinder=8)"], "closes to no cylinder"),
        (vec!["verify", "cup-o(slide=99999999999999999999)"], "numbers up to 10000"),
        (vec!["search", "--stones", "X0 X9223372036854775807", "--responder", "O"], "is too far out"),
        (vec!["search", "--stones", "X0 X1000000000000", "--responder", "O"], "columns apart"),
        (vec!["search", "--stones", "X0 X0 X0 X0 O1", "--responder", "O"], "comes after a four"),
        (vec!["search", "--stones", "X0", "--responder", "Z"], "X or O is needed"),
        (vec!["win", "--stones", "X0 X"], "a column number is needed"),
        (vec!["play", "cup-o", "--moves", "0 -9223372036854775809"], "is too far out"),
        (vec!["play", "cup-o", "--moves", "0 seven"], "character 1: `X` is followed by s"),
        (vec!["list", "--period", "0"], "0 is not in 1..=200"),
        (vec!["show", "cup-o", "--columns", "5..1"], "1 to 400 columns are shown"),
    ] {
        let output = hissho(&[&["infinite-four"], arguments.as_slice()].concat());
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.contains(message), "{arguments:?}: {said}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
}

#[test]
fn opponents_never_win_on_the_infinite_board_or_on_a_cylinder() {
    for strategy in ["glass-x", "slided-cup-x(cylinder=12)"] {
        let output =
            hissho(&["infinite-four", "play", strategy, "--games", "40", "--length", "200", "--json"]);
        assert_eq!(output.status.code(), Some(0));
        let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(
            (&document["games"], &document["lost"], &document["no_reply"]),
            (&40.into(), &0.into(), &0.into())
        );
    }
}
