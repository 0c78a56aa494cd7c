//! `hissho bricks`: interruptions, checkpoints that cannot be written, bad input, pictures.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hissho"));
    command.env("HISSHO_LIBRARY", "none");
    command.arg("bricks").args(arguments).env("NO_COLOR", "1");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
}

fn document(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"))
}

/// The finished parts in a checkpoint file.
fn parts(path: &Path) -> usize {
    std::fs::read_to_string(path).map_or(0, |text| text.lines().count().saturating_sub(1))
}

#[test]
fn the_json_has_its_promised_shape() {
    let output = run(&["2", "4", "4", "--recount", "1000000", "--json"]);
    assert_eq!(output.status.code(), Some(0));
    let found = document(&output);
    assert_eq!(found["count"], json!("119580"));
    assert_eq!(found["by_height"], json!({"2": "11707", "3": "59201", "4": "48672"}));
    assert_eq!((&found["fixed"], &found["symmetric_180"]), (&json!("477950"), &json!("370")));
    assert_eq!(found["verdict"], json!("checked"));
}

#[test]
fn every_way_to_ask_gives_the_known_number() {
    for (arguments, expected) in [
        (&["2", "4", "3"][..], "1560"),
        (&["2", "4", "3", "--fixed"], "6152"),
        (&["2", "4", "3", "--symmetric", "180"], "44"),
        (&["2", "4", "3", "--symmetric", "180", "--fixed"], "88"),
        (&["2", "4", "3", "--symmetric", "90"], "0"),
        (&["2", "2", "3", "--symmetric", "90"], "1"),
        (&["2", "4", "3", "--storeys", "3"], "1060"),
        (&["2", "4", "3", "--storeys", "2"], "500"),
        (&["2", "4", "3", "--profile", "2,1"], "250"),
        (&["2", "4", "3", "--profile", "1,2"], "250"),
        (&["2", "4", "2", "--on-base"], "2596"),
        // On one brick only the two that lie over its centre are brought back.
        (&["2", "4", "1", "--on-base", "--symmetric", "180"], "2"),
        (&["2", "4", "3", "--on-base", "--symmetric", "180"], "88"),
        (&["2", "4", "2", "--on-base", "--symmetric", "90"], "0"),
        (&["2", "2", "1", "--on-base", "--symmetric", "90"], "1"),
        (&["1", "2", "8", "--flat"], "8407"),
        (&["1", "2", "6", "--flat", "--fixed"], "814"),
        (&["1", "4", "2", "--flat", "--symmetric", "180"], "1"),
        (&["1", "1", "5"], "1"),
        (&["8", "8", "2"], "57"),
    ] {
        let output = run(&[arguments, &["--json"]].concat());
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert_eq!(document(&output)["count"], json!(expected), "{arguments:?}");
    }
    let text = String::from_utf8(run(&["2", "4", "3", "--by-height", "--by-profile"]).stdout).unwrap();
    assert!(text.contains("  2 storeys  500\n") && text.contains("1,1,1  1060\n"), "{text}");
    let tower = String::from_utf8(run(&["2", "4", "3", "--storeys", "3"]).stdout).unwrap();
    assert!(tower.contains("proved:"), "{tower}");
}

#[test]
fn bad_input_is_one_message_and_exit_code_2() {
    for (arguments, expected) in [
        (&["2", "4", "0"][..], "0 bricks; the number of bricks goes from 1 to 16"),
        (&["2", "4", "-3"], "`-3` is not a whole number"),
        (&["2", "4", "100"], "100"),
        (&["4", "2", "3"], "4"),
        (&["0", "4", "3"], "0"),
        (&["2", "9", "3"], "9"),
        (&["2", "4", "six"], "`six` is not a whole number"),
        (&["2", "4", "3.5"], "`3.5` is not a whole number"),
        (&["2", "4", "3", "--profile", "1,1"], "2 bricks, 3 were asked for"),
        (&["2", "4", "3", "--profile", "1,x"], "x"),
        (&["2", "4", "3", "--storeys", "4"], "at most 3"),
        (&["2", "4", "3", "--symmetric", "45"], "180, 90"),
        (&["draw", "2", "4", "2", "--index", "25"], "25"),
        (&["draw", "2", "4", "2", "-o", "x.gif"], ".svg, .png or .ldr"),
        (&["draw", "2", "4", "2", "-o", "x.ldr"], "one building"),
    ] {
        let output = run(arguments);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        assert!(message.contains(expected), "{arguments:?}: {message}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_loses_at_most_the_part_in_hand() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("work.checkpoint");
    let name = path.to_str().unwrap();
    let question = ["2", "4", "6", "--json", "--threads", "1", "--checkpoint", name];
    let child = command(&question).spawn().unwrap();
    let deadline = Instant::now() + Duration::from_secs(120);
    while parts(&path) < 3 {
        assert!(Instant::now() < deadline, "no part was finished in two minutes");
        std::thread::sleep(Duration::from_millis(1));
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let stopped = child.wait_with_output().unwrap();
    assert_eq!(stopped.status.code(), Some(3), "{stopped:?}");
    let kept = parts(&path);
    let told = document(&stopped);
    let reason = told["gave_up"].as_str().unwrap();
    assert!(reason.contains(&format!("with {kept} of ")), "{kept} parts in the file: {reason}");
    assert_eq!(told["parts_not_kept"], json!(0));
    // The same command goes on, and the parts it had are not made again.
    let before = std::fs::read(&path).unwrap();
    let again = command(&question).output().unwrap();
    assert_eq!(again.status.code(), Some(0), "{again:?}");
    let remark = String::from_utf8(again.stderr.clone()).unwrap();
    assert!(remark.contains(&format!("going on with {kept} finished parts")), "{remark}");
    assert!(before.len() > 40);
    assert_eq!(document(&again)["count"], json!("915103765"));
    assert!(!path.exists(), "finished work needs no checkpoint");
}

#[cfg(unix)]
#[test]
fn a_checkpoint_that_cannot_be_written_is_told_once_and_the_count_is_made() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("work.checkpoint");
    // A file size limit stands in for a full disk: no room for another line.
    let filler = "x\ty\n".repeat(600);
    std::fs::write(&path, format!("hissho-checkpoint 1 bricks 2x4\n{filler}")).unwrap();
    let line = format!(
        "trap '' XFSZ; ulimit -f 1; exec '{}' bricks 2 4 4 --json --checkpoint '{}'",
        env!("CARGO_BIN_EXE_hissho"),
        path.display()
    );
    let output = Command::new("bash")
        .args(["-c", &line])
        .env("NO_COLOR", "1")
        .env("HISSHO_LIBRARY", "none")
        .output()
        .unwrap();
    let message = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(0), "{message}");
    assert_eq!(message.matches("finished parts are not kept").count(), 1, "{message}");
    assert_eq!(document(&output)["count"], json!("119580"));
}

#[test]
fn buildings_are_drawn_and_exported() {
    let directory = tempfile::tempdir().unwrap();
    let file = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let all = file("all.svg");
    let output = run(&["draw", "2", "4", "2", "-o", &all, "--json"]);
    assert_eq!(document(&output)["buildings"].as_array().unwrap().len(), 24);
    assert!(std::fs::read_to_string(&all).unwrap().starts_with("<svg"));
    let png = file("one.png");
    assert!(run(&["draw", "2", "4", "5", "--random", "--seed", "7", "-o", &png]).status.success());
    assert!(std::fs::read(&png).unwrap().starts_with(b"\x89PNG"));
    let ldr = file("one.ldr");
    assert!(run(&["draw", "2", "4", "3", "--index", "1560", "-o", &ldr]).status.success());
    let model = std::fs::read_to_string(&ldr).unwrap();
    assert_eq!(model.lines().filter(|line| line.starts_with("1 ")).count(), 3, "{model}");
    assert!(
        model.lines().filter(|line| line.starts_with("1 ")).all(|line| line.ends_with("3001.dat")),
        "{model}"
    );
}
