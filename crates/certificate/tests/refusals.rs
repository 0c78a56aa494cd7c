//! Every way in which a checker can refuse is reached by a certificate written for it.
//!
//! `refusals/KIND/Error.cert` (or `Error-more-words.cert`) is a certificate, properly signed, that
//! the checker of its kind refuses with the error of that name: a variant of the kind's own error,
//! or of [`hissho_certificate::Refusal`]. `sign` mends the digests: `HISSHO_SIGN=1 cargo test -p
//! hissho-certificate --test refusals`. `HISSHO_REFUSALS=KIND` looks at one kind only.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use hissho_certificate::{Allowance, Context, Refusal, check};

/// Enough for every refusal, and little enough for `Exhausted` to be reached by small files.
const ALLOWANCE: Allowance = Allowance { steps: 20_000_000, memory: 64_000_000 };

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/refusals")
}

/// Every file with its kind's directory and the name of the error it should meet.
fn files() -> Vec<(String, String, PathBuf)> {
    let mut files = Vec::new();
    for kind in std::fs::read_dir(directory()).unwrap() {
        let kind = kind.unwrap().path();
        for file in std::fs::read_dir(&kind).unwrap() {
            let path = file.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap();
            let error = name.split('-').next().unwrap().to_owned();
            files.push((kind.file_name().unwrap().to_str().unwrap().to_owned(), error, path));
        }
    }
    files.sort();
    files
}

/// `text` with its true digest in place of the last line.
fn signed(text: &str) -> String {
    hissho_testkit::sign(&hissho_testkit::unsigned(text))
}

#[test]
fn every_certificate_of_the_collection_is_refused_for_the_reason_in_its_name() {
    let mut wrong = Vec::new();
    let only = std::env::var("HISSHO_REFUSALS").unwrap_or_default();
    for (kind, error, path) in files().into_iter().filter(|(kind, ..)| only.is_empty() || *kind == only) {
        let text = std::fs::read_to_string(&path).unwrap();
        if std::env::var_os("HISSHO_SIGN").is_some() && error != "WrongDigest" && !text.contains('\r') {
            std::fs::write(&path, signed(&text)).unwrap();
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let found = match check(&text, &Context::new(ALLOWANCE)) {
            Ok(proved) => format!("accepted: {}", proved.claim()),
            // What a check does not decide for want of steps is no refusal.
            Err(refusal) if error == "Exhausted" && !matches!(refusal, Refusal::Exhausted(_)) => {
                format!("{refusal}, which is not a limit")
            }
            Err(refusal) if refusal.name() == error => continue,
            Err(refusal) => format!("{}: {refusal}", refusal.name()),
        };
        wrong.push(format!("{kind}/{error}: {found}"));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The variants of each public enum of errors in a source text.
fn variants(source: &str) -> Vec<(String, Vec<String>)> {
    let mut enums = Vec::new();
    let mut lines = source.lines();
    while let Some(line) = lines.next() {
        let Some(name) = line.strip_prefix("pub enum ").and_then(|rest| rest.strip_suffix("Error {")) else {
            continue;
        };
        // A variant that only carries another error of the kind, as `Step(usize, StepError)`, has
        // the name of that one.
        let is_variant = |line: &&str| {
            let is_name = |rest: &str| rest.starts_with(|c: char| c.is_ascii_uppercase());
            line.strip_prefix("    ").is_some_and(is_name) && !line.contains("Error)")
        };
        let body = lines.by_ref().take_while(|line| *line != "}").filter(is_variant);
        let word = |line: &str| line.trim().chars().take_while(char::is_ascii_alphanumeric).collect();
        enums.push((format!("{name}Error"), body.map(word).collect()));
    }
    enums
}

/// The sources with the errors of each kind.
const SOURCES: &[(&str, &[&str])] = &[
    ("automatic", &["laws/mod.rs"]),
    ("board-windows", &["infinite_four/board_windows.rs"]),
    ("buildings", &["bricks/buildings.rs"]),
    ("connection", &["hex/mod.rs", "hex/step.rs"]),
    ("evaluation", &["laws/evaluation.rs"]),
    ("forced-win", &["infinite_four/forced_win.rs"]),
    ("grundy-box", &["impartial/grundy_box.rs"]),
    ("grundy-period", &["impartial/grundy_period.rs"]),
    ("octal-period", &["impartial/grundy_period.rs"]),
    ("repetition", &["records.rs"]),
    ("response", &["infinite_four/response.rs"]),
    ("strategy", &["line_games.rs"]),
    ("towers", &["bricks/towers.rs"]),
    ("word", &["words.rs"]),
    ("zone-game", &["infinite_four/zone_game.rs"]),
    ("zone-words", &["infinite_four/zone_words.rs"]),
];

#[test]
fn every_error_of_every_kind_is_reached() {
    let files = files();
    let reached = |kind: &str| -> BTreeSet<&str> {
        files.iter().filter(|(of, ..)| of == kind).map(|(_, error, _)| error.as_str()).collect()
    };
    let mut missing = Vec::new();
    for (kind, sources) in SOURCES {
        for source in *sources {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(source);
            let found = variants(&std::fs::read_to_string(path).unwrap());
            assert!(!found.is_empty(), "{source} has no errors");
            for (name, variants) in found {
                for variant in variants.iter().filter(|variant| !reached(kind).contains(variant.as_str())) {
                    missing.push(format!("{kind}: {name}::{variant}"));
                }
            }
        }
    }
    assert!(missing.is_empty(), "no certificate reaches\n{}", missing.join("\n"));
}
