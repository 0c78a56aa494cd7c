//! `hissho play` from outside: on lines through pipes, and on a screen in a pseudo-terminal.

use std::io::{Read, Write};
use std::process::{Command, Output, Stdio};
use std::sync::mpsc;
use std::time::Duration;

const HISSHO: &str = env!("CARGO_BIN_EXE_hissho");

/// Runs a command with this input.
fn with_input(command: &mut Command, input: &str) -> Output {
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.env("NO_COLOR", "1").spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn lines(arguments: &[&str], input: &str) -> String {
    let output =
        with_input(Command::new(HISSHO).env("HISSHO_LIBRARY", "none").arg("play").args(arguments), input);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn two_people_play_on_lines_with_values_and_undo() {
    let out = lines(&["connect4(4,4)", "131313", "--two"], "values\n7\n2\nundo\nundo\n1\n");
    for expected in [
        "1: first (+5)\n",
        "7 is not a legal move here\n",
        "there is nothing to take back\n",
        "the first side has a line and wins\n",
    ] {
        assert!(out.contains(expected), "{expected:?} in {out}");
    }
}

#[test]
fn the_program_wins_a_won_position_of_otrio_against_any_answers() {
    // The program is the first side and has a win after b2M.
    let answers = "a1L\na1M\na1S\nc1L\nc1M\nc1S\na3L\na3M\na3S\nc3L\nc3M\nc3S\nb1L\nb1M\nb1S\n";
    let out = lines(&["otrio", "b2M", "--threads", "1"], &answers.repeat(2));
    assert!(out.ends_with("the first side has a line and wins\n"), "{out}");
}

#[test]
fn the_program_plays_hex_by_its_proof() {
    let out = lines(&["hex(3)", "22"], "a1\nb1\nc1\na2\nb2\nc2\na3\nb3\nc3\n");
    assert!(out.contains("the program plays ") && out.ends_with("black is connected\n"), "{out}");
    // The kept proof of the opening, which would take long to find.
    let out = lines(&["hex(8)", "54"], "d4\nhint\nquit\n");
    assert!(out.contains("the program plays ") && out.contains('*'), "{out}");
    assert!(out.contains("every move loses against best play\n"), "{out}");
}

#[test]
fn whoever_begins_hex_can_win_against_the_program_by_its_hints() {
    let mut typed = Vec::new();
    let out = loop {
        let out = lines(&["hex(3)"], &(typed.join("\n") + "\nhint\nquit\n"));
        let hint = out.lines().filter_map(|line| line.split_once(" wins")).next_back();
        match hint {
            Some((told, _)) if !out.contains("is connected") => {
                typed.push(told.rsplit(' ').next().unwrap().to_owned());
            }
            _ => break out,
        }
    };
    assert!(out.contains("black is connected"), "{out}");
}

#[test]
fn what_the_hint_says_can_be_typed_and_so_can_full_width_digits() {
    let out = lines(
        &["nim(3)", "1,2,4"],
        "hint\ntake 1 from heap 3\nundo\n１ 3\nundo\ntake 1 from heap 3, to 1,2,3\n?\nquit\n",
    );
    assert!(out.contains("  heap 3: ●●●● 4\n") && out.contains("take 1 from heap 3, to 1,2,3\n"), "{out}");
    assert_eq!(out.matches("the program plays ").count(), 3, "{out}");
    assert_eq!(out.matches("Whoever cannot move loses.").count(), 2, "{out}");
}

#[test]
fn a_bar_of_chocolate_comes_twice_and_the_start_can_be_won() {
    let out = lines(&["chocolate"], "hint\nquit\n");
    assert!(
        out.starts_with("chocolate(k=1) + chocolate(k=1)") || out.starts_with("chocolate + chocolate"),
        "{out}"
    );
    assert!(out.contains('■') && out.contains('✕') && !out.contains("every move loses"), "{out}");
    let out = lines(&["queen"], "hint\nquit\n");
    assert!(out.contains('♛') && !out.contains("every move loses"), "{out}");
}

#[test]
fn below_the_perfect_level_the_program_makes_mistakes_that_the_seed_decides() {
    let moves = |level: &str, seed: &str| {
        let out = lines(&["nim(3)", "5,6,7", "--level", level, "--seed", seed], "5,6,3\n");
        out.lines().find_map(|line| line.split_once("the program plays ")).unwrap().1.to_owned()
    };
    let seeds = ["1", "2", "3", "4", "5", "6", "7", "8"];
    let different = |level: &str| {
        let mut all: Vec<String> = seeds.iter().map(|seed| moves(level, seed)).collect();
        all.sort();
        all.dedup();
        all.len()
    };
    assert_eq!(different("perfect"), 1);
    assert!(different("beginner") > 2);
    assert!(different("careless") > 1);
    assert_eq!(moves("beginner", "3"), moves("beginner", "3"));
}

#[test]
#[cfg(unix)]
fn one_signal_leaves_a_game_that_waits() {
    for signal in ["-INT", "-TERM"] {
        let mut command = Command::new(HISSHO);
        command.args(["play", "nim(2)", "3,5"]).env("HISSHO_LIBRARY", "none");
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut first = [0; 1];
        child.stdout.as_mut().unwrap().read_exact(&mut first).unwrap();
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
        // The input stays open: only the signal can end it.
        let input = child.stdin.take();
        assert_eq!(child.wait().unwrap().code(), Some(0), "{signal}");
        drop(input);
    }
}

#[test]
fn what_cannot_be_played_is_bad_input() {
    for (arguments, expected) in [
        (&["connect4(7,6)", "4444444"][..], "move 7: 4 is full"),
        (&["otrio(players=3)"], "not between two sides"),
        (&["connect4(9,9)"], "too large"),
    ] {
        let output =
            with_input(Command::new(HISSHO).env("HISSHO_LIBRARY", "none").arg("play").args(arguments), "");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(message.contains(expected), "{message}");
    }
}

/// Presses keys in a pseudo-terminal (`script` of util-linux makes one) and waits for what each
/// makes the screen show.
#[test]
#[cfg(target_os = "linux")]
fn on_a_terminal_there_is_a_screen_and_q_leaves_it() {
    if Command::new("script").arg("--version").output().is_err() {
        return;
    }
    for (arguments, steps) in [
        ("'connect4(4,4)' 131313 --two", &[("v", "(+5)"), ("1\r", "line"), ("u", "taken")][..]),
        ("otrio 'b2M a1L b2L c3S a1M b1M' --two", &[("c1L\r", "◯3"), ("u", "taken")]),
        ("otrio 'b2M a1L b2L c3S a1M b1M'", &[("c1L\r", "plays")]),
    ] {
        let command = format!("stty rows 24 cols 80; HISSHO_LIBRARY=none exec {HISSHO} play {arguments}");
        let mut script = Command::new("script");
        let piped = script.args(["-qec", &command, "/dev/null"]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = piped.spawn().unwrap();
        let (mut keys, mut out) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let (send, parts) = mpsc::channel();
        let reader = std::thread::spawn(move || {
            let mut part = [0; 4096];
            while let Ok(count @ 1..) = out.read(&mut part) {
                if send.send(part[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        let mut seen = Vec::new();
        let mut wait_for = |expected: &str| {
            let is_seen = |seen: &[u8]| seen.windows(expected.len()).any(|part| part == expected.as_bytes());
            while !is_seen(&seen) {
                let part = parts.recv_timeout(Duration::from_secs(60));
                seen.extend(part.unwrap_or_else(|_| {
                    panic!("{arguments}: no {expected:?} in {:?}", String::from_utf8_lossy(&seen))
                }));
            }
        };
        // The alternate screen is entered, and in the end left; how the game stands is then
        // printed.
        wait_for("\u{1b}[?1049h");
        wait_for("quit");
        for (pressed, expected) in steps {
            keys.write_all(pressed.as_bytes()).unwrap();
            wait_for(expected);
        }
        keys.write_all(b"q").unwrap();
        wait_for("\u{1b}[?1049l");
        drop(keys);
        assert_eq!(child.wait().unwrap().code(), Some(0));
        reader.join().unwrap();
    }
}
