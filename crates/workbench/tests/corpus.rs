//! The texts in foreign notations from which fuzzing starts: each is read or refused with a
//! message, never a panic.

use std::path::{Path, PathBuf};

use hissho_workbench::hex::sgf;
use hissho_workbench::records::{Notation, read_games};

fn corpus(name: &str) -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(name);
    let files: Vec<PathBuf> =
        std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(!files.is_empty(), "{name}");
    files
}

#[test]
fn records_of_the_corpus_are_read_in_every_notation_without_a_panic() {
    for path in corpus("records") {
        let bytes = std::fs::read(&path).unwrap();
        for format in Notation::ALL.iter().map(|(format, _)| Some(*format)).chain([None]) {
            let Ok(games) = read_games(bytes.as_slice(), format) else { continue };
            for error in games.take(20).filter_map(Result::err) {
                let said = error.to_string();
                assert!(!said.is_empty() && !said.contains(|c: char| c.is_control()), "{}", path.display());
            }
        }
    }
}

#[test]
fn hex_records_of_the_corpus_are_read_without_a_panic() {
    for path in corpus("sgf") {
        let text = std::fs::read_to_string(&path).unwrap();
        if let Err(reason) = sgf::read(&text) {
            assert!(!reason.message.is_empty(), "{}", path.display());
        }
    }
}
