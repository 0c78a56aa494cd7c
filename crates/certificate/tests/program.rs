//! The stand-alone program: its options, what it prints, and its exit codes.
#![cfg(feature = "file")]

use std::path::Path;
use std::process::{Command, Output};

use hissho_certificate::impartial::grundy_period::{GrundyPeriod, write};
use hissho_rules::Subtraction;

fn good() -> String {
    let game = Subtraction::new([1, 2]).unwrap();
    write(&GrundyPeriod { game, preperiod: 0, period: 3, values: vec![0, 1, 2] })
}

/// Runs the program in `directory`.
fn run(directory: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hissho-check"));
    command.current_dir(directory).args(arguments).output().unwrap()
}

/// The exit code and what was printed.
fn said(directory: &Path, arguments: &[&str]) -> (i32, String) {
    let output = run(directory, arguments);
    (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
}

/// A directory with a good and a bad certificate, and a count that was only added up.
fn examples() -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(directory.path().join(name), text).unwrap();
    write("good", &good());
    write("bad", &good().replace("values 0 1 2", "values 0 1 3"));
    write("-h", &good().replace("values 0 1 2", "values 0 1 3"));
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../proofs/bricks/2x4/6.cert");
    write("counted", &std::fs::read_to_string(kept).unwrap());
    directory
}

#[test]
fn audit_h7_help_among_files_checks_the_files_or_nothing_and_never_ends_with_0() {
    let directory = examples();
    let at = directory.path();
    assert_eq!(said(at, &["--help"]).0, 0);
    assert_eq!(said(at, &["--version"]).0, 0);
    let (code, text) = said(at, &["bad", "--help"]);
    assert_eq!(code, 2, "there is no file of that name");
    assert!(text.starts_with("bad: refused: "), "{text}");
    assert_eq!(said(at, &["-h", "bad"]).0, 2);
    assert_eq!(said(at, &["--help", "bad"]).0, 2);
    assert_eq!(said(at, &["--", "-h"]).0, 1);
    assert_eq!(said(at, &["--", "good"]).0, 0);
    assert_eq!(said(at, &["good", "-h"]).0, 1);
    assert_eq!(said(at, &[]).0, 2);
    assert_eq!(said(at, &["--strange", "good"]).0, 2);
}

#[test]
fn the_exit_code_is_the_first_that_occurs_of_2_1_3_4_0() {
    let directory = examples();
    let at = directory.path();
    assert_eq!(said(at, &["good"]).0, 0);
    let (code, text) = said(at, &["good", "counted"]);
    assert_eq!(code, 4);
    assert!(text.contains("\ncounted: counted: "), "{text}");
    let (code, text) = said(at, &["--steps", "3", "good"]);
    assert_eq!((code, text.as_str()), (3, "good: gave-up: needs more than 3 steps, give --steps\n"));
    assert_eq!(said(at, &["--steps", "3", "good", "bad"]).0, 1);
    assert_eq!(said(at, &["bad", "nothing"]).0, 2);
    assert_eq!(said(at, &["--memory", "1K", "good"]).0, 3);
    assert_eq!(said(at, &["--steps", "many", "good"]).0, 2);
}

#[cfg(unix)]
#[test]
fn audit_s5_nothing_from_a_file_or_its_name_reaches_the_terminal_raw() {
    let directory = tempfile::tempdir().unwrap();
    let name = "\u{1b}[2K\naccepted: \u{202e}x";
    let text = "hissho-certificate 1\nkind \u{1b}[2Kaccepted: all\nsha256 0\n";
    std::fs::write(directory.path().join(name), text).unwrap();
    let (code, text) = said(directory.path(), &[name]);
    assert_eq!(code, 1);
    assert_eq!(text.lines().count(), 1, "{text}");
    assert!(text.chars().all(|c| c == '\n' || (!c.is_control() && c != '\u{202e}')), "{text}");
}
