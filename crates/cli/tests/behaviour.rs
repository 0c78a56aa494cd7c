//! What every command promises: exit codes, one JSON document, clear messages, no partial files.

mod common;

use std::path::Path;
use std::process::{Command, Output};

use common::{hissho, text};

#[test]
fn reproduce_lists_every_id_in_one_json_document() {
    let output = hissho(&["reproduce", "--json", "--time", "1ms", "--proofs", "docs"]);
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let claims = document["claims"].as_array().unwrap();
    assert_eq!(claims.len(), 18 + 11 + 20 + 8 + 9);
    for claim in claims {
        for field in ["id", "title", "verdict", "evidence", "seconds", "parts"] {
            assert!(!claim[field].is_null(), "{claim}");
        }
        assert!(!claim["parts"].as_array().unwrap().is_empty(), "{claim}");
    }
}

#[test]
fn an_unknown_claim_is_bad_input_and_prints_nothing_else() {
    let output = hissho(&["reproduce", "C5", "F1"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    assert_eq!(
        text(&output.stderr),
        "error: there is no claim `F1`: the ids go from A1 to E9, a letter means all of its ids, D6.v is one part\n"
    );
}

#[test]
fn what_a_build_of_the_theorems_lacks_is_named() {
    let output = hissho(&["reproduce", "C5", "--formal=docs"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    assert_eq!(
        text(&output.stderr),
        "error: docs: there are no theorems here, no theorems.tsv\n\
         run it in a checkout of the source, or say --formal=DIR\n"
    );
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_hissho"));
    command.args(["reproduce", "C5", "--formal=formal"]).env("PATH", "nowhere").env("HISSHO_LIBRARY", "none");
    let output = command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        text(&output.stderr),
        "error: `make` is not installed: the Debian packages `make` and `coq` are needed\n"
    );
}

#[test]
fn wrong_limits_name_the_argument() {
    for (arguments, expected) in [
        (["reproduce", "--time", "soon"], "30s, 5m or 2h"),
        (["reproduce", "--memory", "lots"], "500M or 4G"),
        (["reproduce", "--nodes", "-1"], "--nodes"),
        (["reproduce", "--threads", "0"], "--threads"),
        (["reproduce", "--proofs", "nowhere"], "not a directory"),
    ] {
        let output = hissho(&arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains(expected), "{arguments:?}: {}", text(&output.stderr));
    }
}

#[test]
fn a_kept_certificate_is_accepted_and_a_damaged_one_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let keep = directory.path().to_str().unwrap();
    let output = hissho(&["reproduce", "C5", "--keep", keep]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
    let path = directory.path().join("C5.a.cert");
    let name = path.to_str().unwrap();
    assert_eq!(hissho(&["check", name]).status.code(), Some(0));

    let honest = std::fs::read_to_string(&path).unwrap();
    let mut lines = hissho_testkit::unsigned(&honest);
    let values = lines.iter().position(|line| line.starts_with("values")).unwrap();
    lines[values] = lines[values].replace('1', "2");
    std::fs::write(&path, hissho_testkit::sign(&lines)).unwrap();
    let output = hissho(&["check", name, "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["files"][0]["verdict"], "refused");
    assert!(document["files"][0]["reason"].as_str().unwrap().contains("the rules give"), "{document}");
}

#[test]
fn a_directory_is_unreadable_and_a_text_is_refused() {
    let output = hissho(&["check", "docs"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stdout).contains("it is a directory"));
    let output = hissho(&["check", "Cargo.toml"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).contains("not a certificate"));
    // Unreadable outweighs refused.
    assert_eq!(hissho(&["check", "Cargo.toml", "nothing-here"]).status.code(), Some(2));
}

/// Files made to hurt: each is one clear line, within a gigabyte and a half, without a panic.
#[cfg(target_os = "linux")]
#[test]
fn hostile_files_get_a_clear_answer_in_bounded_memory() {
    let directory = tempfile::tempdir().unwrap();
    let keep = directory.path().to_str().unwrap();
    hissho(&["reproduce", "C5", "--keep", keep]);
    let honest = std::fs::read(directory.path().join("C5.a.cert")).unwrap();
    let newer = text(&honest).replacen("hissho-certificate 1", "hissho-certificate 9", 1);
    let zeros = directory.path().join("zeros");
    std::fs::File::create(&zeros).unwrap().set_len(1 << 30).unwrap();
    for (name, bytes, code, expected) in [
        ("empty", &[][..], 1, "not a certificate: line 1 is ``"),
        ("binary", &[0x7f, b'E', b'L', b'F', 2, 1, 1, 0, 0xff, 0xfe][..], 1, "not a certificate"),
        ("newer", newer.as_bytes(), 1, "format version 9 is newer than version"),
        ("truncated", &honest[..honest.len() / 2], 1, "line"),
        (
            "bomb.zst",
            &hissho_testkit::zstd(b"hissho-certificate 1\n", 64 << 30),
            3,
            "bytes of memory, give --memory",
        ),
        ("other.zst", &hissho_testkit::zstd(b"something else\n", 64 << 30), 1, "not a certificate"),
        ("broken.zst", &[0x28, 0xb5, 0x2f, 0xfd, 0xff, 0xff][..], 1, "zstd"),
    ] {
        std::fs::write(directory.path().join(name), bytes).unwrap();
        let output = check_within_memory(&directory.path().join(name));
        let said = text(&output.stdout) + &text(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{name}: {said}");
        assert!(said.contains(expected) && !said.contains("panicked"), "{name}: {said}");
        assert_eq!(said.lines().count(), 1, "{name}: {said}");
    }
    let output = check_within_memory(&zeros);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stdout));
}

#[cfg(target_os = "linux")]
fn check_within_memory(path: &Path) -> Output {
    let limited = format!("ulimit -v {}; exec \"$0\" check \"$1\"", 3 << 19);
    let mut shell = Command::new("sh");
    shell
        .args(["-c", &limited, env!("CARGO_BIN_EXE_hissho")])
        .arg(path)
        .env("RUST_BACKTRACE", "0")
        .env("HISSHO_LIBRARY", "none");
    shell.output().unwrap()
}

/// Every file in a directory and below it.
fn files_below(directory: &Path, found: &mut Vec<std::path::PathBuf>) {
    for entry in std::fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { files_below(&path, found) } else { found.push(path) }
    }
}

#[test]
fn the_manifest_lists_every_kept_proof_with_its_digest_and_its_command() {
    let proofs = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../proofs"));
    let manifest = std::fs::read_to_string(proofs.join("manifest.tsv")).unwrap();
    let rows: Vec<Vec<&str>> = manifest.lines().skip(1).map(|line| line.split('\t').collect()).collect();
    assert!(rows.is_sorted());
    let mut files = Vec::new();
    files_below(proofs, &mut files);
    let names = files.iter().map(|path| path.strip_prefix(proofs).unwrap().to_str().unwrap().to_owned());
    let mut kept: Vec<String> = names.filter(|name| name.contains(".cert")).collect();
    kept.sort();
    assert_eq!(kept, rows.iter().map(|row| row[0]).collect::<Vec<_>>());
    for row in &rows {
        let [file, digest, claim, command] = row[..] else { panic!("{row:?}") };
        let found = hissho_testkit::sha256(&std::fs::read(proofs.join(file)).unwrap());
        assert_eq!(found, digest, "{file}");
        assert!(!claim.is_empty() && !command.is_empty(), "{file}");
    }
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_hissho"))
        .env("HISSHO_LIBRARY", "none")
        .args(["completions", "bash"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(text(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn openings_show_the_nodes_of_the_papers_method_as_far_as_a_limit_reaches() {
    let table = ["table", "otrio(stock=1)", "--plies", "1", "--engine", "paper", "--json", "--threads", "1"];
    let rows = |arguments: &[&str], code: i32| {
        let output = hissho(arguments);
        assert_eq!(output.status.code(), Some(code), "{}", text(&output.stderr));
        let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        document["openings"].as_array().unwrap().clone()
    };
    let whole = rows(&table, 0);
    let part = rows(&[&table[..], &["--nodes", "60000"]].concat(), 3);
    assert_eq!((whole.len(), part.len()), (6, 6));
    for (whole, part) in whole.iter().zip(&part) {
        assert_eq!((&whole["moves"], &whole["value"]), (&part["moves"], &part["value"]));
        assert_eq!(whole["nodes"], part["nodes"]);
        assert!(whole["paper_nodes"]["first"].as_u64() > whole["nodes"]["first"].as_u64(), "{whole}");
        assert!(part["paper_nodes"].is_null() || part["paper_nodes"] == whole["paper_nodes"], "{part}");
    }
    assert!(part[5]["paper_nodes"].is_null());
}
