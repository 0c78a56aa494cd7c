//! `hissho hex` and Hex in `hissho solve`: bad boards, records and certificates, with exit codes
//! and messages.

mod common;

use std::path::Path;

use common::{hissho, text};

/// A directory of this test alone with files of the given contents.
fn files(test: &str, contents: &[(&str, &str)]) -> std::path::PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&directory).unwrap();
    for (name, content) in contents {
        std::fs::write(directory.join(name), content).unwrap();
    }
    directory
}

#[test]
fn bad_boards_and_positions_are_refused_with_what_is_wrong() {
    for (arguments, expected) in [
        (&["solve", "hex(0)"][..], "a board of 0 columns and 0 rows, each side must be from 1 to 11"),
        (&["solve", "hex(40)"], "a board of 40 columns and 40 rows, each side must be from 1 to 11"),
        (&["hex", "map", "0"], "a board of 0 columns and 0 rows"),
        (&["hex", "map", "40"], "a board of 40 columns and 40 rows"),
        (&["solve", "hex"], "write hex(8), or hex(8,6)"),
        (&["solve", "hex(5)", "33", "33"], "cell 33 already has a stone"),
        (&["solve", "hex(5)", "black=33", "white=33"], "cell 33 already has a stone"),
        (&["solve", "hex(5)", "z9"], "`z9` is not a cell of the 5x5 board, whose last cell is 55 or e5"),
        (&["solve", "hex(5)", "black=33", "adrift"], "`adrift`: a position is set up by black=CELLS"),
        (&["solve", "hex(5)", "black=33", "to-move=green"], "`to-move=green`: a position is set up by"),
        (&["hex", "leaf", "otrio"], "`otrio` is not a board of Hex; write 'hex(8)'"),
        (&["hex", "leaf", "hex(40)"], "a board of 40 columns and 40 rows"),
        (&["hex", "leaf", "hex(5)", "66"], "`66` is not a cell of the 5x5 board"),
        (&["hex", "lemma", "SE9"], "`SE9` is neither a file nor a known lemma; the lemmas are: S, "),
        (&["hex", "lemma", "S", "T", "-o", "x"], "the certificate of one lemma, 2 are given"),
    ] {
        let output = hissho(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains(expected), "{arguments:?}: {}", text(&output.stderr));
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
}

#[test]
fn bad_lemmas_and_records_are_refused_with_their_place() {
    let directory = files(
        "hex-bad",
        &[
            ("floating.lemma", "lemma x\nboard 8 8\nfloating text\nclaim t-b\n"),
            ("two.lemma", "lemma x\nboard 8 8\nclaim x-b\n7: . x . x . . . .\n"),
            ("twice.lemma", "lemma x\nboard 3 3\nclaim x-b\n1: . x .\n1: . o .\n"),
            ("size.lemma", "lemma x\nboard 40 40\nclaim t-b\n"),
            ("name.lemma", "lemma x\nboard 8 8\nclaim q-b\n"),
            ("by.lemma", "lemma x\nboard 8 8\nclaim t-b\nby SE2\n"),
            ("wrong.sgf", "(;GM[11]SZ[7];B[c3])"),
            ("huge.sgf", "(;GM[11]SZ[40];B[c3])"),
            ("stones.sgf", "(;GM[11]SZ[5];B[c3];W[c3])"),
        ],
    );
    let lemma = ["hex", "lemma"];
    let solve = ["solve", "hex(5)"];
    for (command, file, expected) in [
        (lemma, "floating.lemma", "line 3: `floating text` is no line of a lemma"),
        (lemma, "two.lemma", "line 4: the name `x` stands twice"),
        (lemma, "twice.lemma", "line 5: row 1 stands twice"),
        (lemma, "size.lemma", "line 2: a board of 40 columns"),
        (lemma, "name.lemma", "line 3: expected a connection of two named stones or edges"),
        (lemma, "by.lemma", "by.lemma: the claim does not follow from the lemmas it is by"),
        (solve, "wrong.sgf", "the record is of a 7x7 board, `hex(5)` was asked for"),
        (solve, "huge.sgf", "SZ[40]: a board of 40 columns"),
        (solve, "stones.sgf", "W[c3]: cell c3 already has a stone"),
    ] {
        let path = directory.join(file).display().to_string();
        let path = if command == solve { format!("@{path}") } else { path };
        let output = hissho(&[command[0], command[1], &path]);
        assert_eq!(output.status.code(), Some(2), "{file}");
        assert!(text(&output.stderr).contains(expected), "{file}: {}", text(&output.stderr));
    }
}

#[test]
fn boards_too_large_to_solve_are_shown_and_played() {
    let golem = "(;FF[4]EV[hex.mine.1]PB[Ami]PW[Beni]SZ[13]RE[W];W[mf];B[swap];W[kj];B[ie];W[resign])";
    let directory = files("hex-wide", &[("golem.sgf", golem), ("moves", "a1\nhint\nquit\n")]);
    let record = format!("@{}", directory.join("golem.sgf").display());
    let shown = hissho(&["hex", "show", &record]);
    assert_eq!(shown.status.code(), Some(0), "{}", text(&shown.stderr));
    assert!(text(&shown.stdout).ends_with("hex(13): black to move\n"), "{}", text(&shown.stdout));
    let solved = hissho(&["solve", "hex(13)", &record]);
    assert_eq!(solved.status.code(), Some(2));
    assert!(text(&solved.stderr).contains("`hissho hex show`"), "{}", text(&solved.stderr));
    let moves = std::fs::File::open(directory.join("moves")).unwrap();
    let mut play = std::process::Command::new(env!("CARGO_BIN_EXE_hissho"));
    let played = play.args(["play", "hex(13)", &record, "--plain"]).stdin(moves).output().unwrap();
    assert_eq!(played.status.code(), Some(0), "{}", text(&played.stderr));
    assert!(text(&played.stdout).contains("not proved"), "{}", text(&played.stdout));
}

/// The centre of the 3×3 board by pairs of cells, above and below.
const CENTRE: &str = "RN 1\nBN 0\nWM 5 1 3 4 5 8\nBM 2\nPP 2 6 7\nBN 1\nWM 1 2\nBM 3\nPP 2 6 7\n\
    RN 2\nBN 0\nWM 1 1\nBM 2\nBN 1\nWM 1 2\nBM 1\n";

#[test]
fn a_strategy_in_patterns_is_a_hint() {
    let directory = files("hex-hints", &[("centre", CENTRE), ("cut", &CENTRE.replace("BM 2", "BM"))]);
    let path = |name: &str| directory.join(name).display().to_string();
    let (centre, certificate) = (path("centre"), path("33.cert"));
    let output = hissho(&["solve", "hex(3)", "22", "--hints", &centre, "-o", &certificate]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(text(&output.stdout).starts_with("black wins"), "{}", text(&output.stdout));
    assert_eq!(hissho(&["check", &certificate]).status.code(), Some(0));
    let output = hissho(&["hex", "shorten", &certificate, "--sigma"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(text(&output.stdout).starts_with("black wins"), "{}", text(&output.stdout));
    // The strategy is for another position and does not win this one: the answer is White all the
    // same.
    assert!(text(&hissho(&["solve", "hex(3)", "11", "--hints", &centre]).stdout).starts_with("white wins"));
    for (board, moves, file, expected) in [
        ("hex(3)", "22", "cut", "cut: line 4: `BM` needs a number"),
        ("hex(3)", "22", "none", "none: "),
        ("hex(2)", "11", "centre", "its first pattern has 8 places, the position has 3 empty cells"),
        ("hex(4)", "", "centre", "a strategy answers White, but Black is to move"),
    ] {
        let output = hissho(&["solve", board, moves, "--hints", &path(file)]);
        assert_eq!(output.status.code(), Some(2), "{file}");
        assert!(text(&output.stderr).contains(expected), "{file}: {}", text(&output.stderr));
    }
}

#[test]
fn kept_proofs_help_with_other_positions_of_their_board() {
    let directory = files("hex-known", &[("no.cert", "hissho-certificate 1\n")]);
    let path = |name: &str| directory.join(name).display().to_string();
    for opening in ["11", "22"] {
        hissho(&["solve", "hex(4)", opening, "-o", &path(opening)]);
    }
    let nodes = |more: &[&str]| {
        let output = hissho(&[&["solve", "hex(4)", "21", "--threads", "1", "--json"], more].concat());
        let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(document["winner"], "white");
        document["nodes"].as_u64().unwrap()
    };
    assert!(nodes(&["--known", &path("11"), &path("22")]) <= nodes(&[]));
    for (board, file, expected) in
        [("hex(3)", "22", "it is about a 4x4 board, not 3x3"), ("hex(4)", "no.cert", "no.cert: ")]
    {
        let output = hissho(&["solve", board, "21", "--known", &path(file)]);
        assert_eq!(output.status.code(), Some(2), "{file}");
        assert!(text(&output.stderr).contains(expected), "{}", text(&output.stderr));
    }
}

#[test]
fn a_certificate_for_another_board_is_no_proof() {
    let directory = files("hex-other", &[]);
    let path = |name: &str| directory.join(name).display().to_string();
    assert_eq!(hissho(&["solve", "hex(4)", "32", "-o", &path("4.cert")]).status.code(), Some(0));
    let good = std::fs::read_to_string(path("4.cert")).unwrap();
    let mut lines = hissho_testkit::unsigned(&good);
    lines.iter_mut().filter(|line| *line == "board 4 4").for_each(|line| *line = "board 5 5".to_owned());
    std::fs::write(path("5.cert"), hissho_testkit::sign(&lines)).unwrap();
    let output = hissho(&["check", &path("5.cert")]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).contains("does not follow"), "{}", text(&output.stdout));
    for question in ["tree", "match", "shorten"] {
        let output = hissho(&["hex", question, &path("5.cert")]);
        assert_eq!(output.status.code(), Some(2), "{question}");
        assert!(text(&output.stderr).contains("5.cert: connection: step"), "{}", text(&output.stderr));
    }
    // A lemma is no win, and what was proved on one board is not taken for another.
    assert_eq!(hissho(&["hex", "lemma", "T", "-o", &path("t.cert")]).status.code(), Some(0));
    let output = hissho(&["hex", "match", &path("t.cert")]);
    assert!(
        text(&output.stderr).contains("a lemma, not the winner of a position"),
        "{}",
        text(&output.stderr)
    );
    assert_eq!(hissho(&["solve", "hex(4)", "--checkpoint", &path("k")]).status.code(), Some(0));
    let output = hissho(&["solve", "hex(5)", "--checkpoint", &path("k")]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("`hissho-checkpoint 1 hex 5x5` is needed"),
        "{}",
        text(&output.stderr)
    );
}

#[test]
fn a_strategy_wins_all_its_games_and_several_lemmas_are_one_document() {
    let directory = files("hex-match", &[]);
    let file = directory.join("4.cert").display().to_string();
    assert_eq!(hissho(&["solve", "hex(4)", "32", "-o", &file]).status.code(), Some(0));
    let output = hissho(&["hex", "match", &file, &file, "--games", "200"]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(text(&output.stdout).matches("black won 200 of 200 games").count(), 2);
    let output = hissho(&["hex", "lemma", "S", "fig21", "--json"]);
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let lemmas = document["lemmas"].as_array().unwrap();
    assert_eq!(lemmas.len(), 2);
    assert!(
        lemmas.iter().all(|lemma| lemma["verdict"] == "proved" && lemma["minimal"] == true),
        "{document}"
    );
}

#[test]
fn a_leaf_is_told_with_its_promises_and_its_certificate() {
    let directory = files("hex-leaf", &[]);
    let path = directory.join("prop6.cert");
    let file = path.to_str().unwrap();
    let output = hissho(&["hex", "leaf", "hex(8)", "63", "55", "45", "--json", "-o", file]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let leaf = &answer["leaves"][0];
    assert_eq!((leaf["winner"].as_str(), leaf["answer"].is_null()), (Some("black"), true));
    assert_eq!(leaf["promises"][0]["formula"], "t-63 and t-45");
    assert_eq!(leaf["promises"][1]["carrier"].as_array().map(Vec::len), Some(23));
    assert_eq!(answer["certificate"], file);
    assert_eq!(hissho(&["check", file]).status.code(), Some(0));
    // Whoever has just moved is asked about: here he has lost.
    let none = directory.join("none.cert");
    let output = hissho(&["hex", "leaf", "hex(5)", "11", "-o", none.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(text(&output.stdout), "the position is not found to be a leaf\n");
    assert!(!none.exists());
    let output = hissho(&["hex", "leaf", "hex(5)", "33", "42", "--answers", "--letters"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stdout).contains(" makes a leaf: black wins\n"), "{}", text(&output.stdout));
}
