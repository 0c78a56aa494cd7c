//! The library gives an answer again, checks its certificates, and loses nothing when things go
//! wrong.

use std::path::{Path, PathBuf};

use hissho_store::{Library, Store};
use hissho_workbench::bricks::Buildings;
use hissho_workbench::{Alone, Desk, Limits, Question};

fn question(q: u32) -> Question {
    Buildings::new(1, q, 2).into()
}

fn certificates(directory: &Path) -> Vec<PathBuf> {
    let files = std::fs::read_dir(directory.join("certificates")).unwrap();
    files.map(|file| file.unwrap().path()).collect()
}

/// Asks and keeps the answer, however quickly it came.
fn keep(library: &Library, question: &Question) -> serde_json::Value {
    let answer = Desk::default().ask(question, &Limits::default(), &Alone).unwrap();
    library.keep(question, &answer, &Limits::default(), std::time::Duration::from_secs(1)).unwrap();
    answer.document()
}

#[test]
fn an_answer_is_found_again_with_its_certificates() {
    let directory = tempfile::tempdir().unwrap();
    let library = Library::open(directory.path()).unwrap();
    for q in [2, 3] {
        let asked = question(q);
        let document = keep(&library, &asked);
        let found = library.find(&asked, &Limits::default()).unwrap().unwrap();
        assert_eq!(found.document(), document);
        assert_eq!(found.certified.len(), 1);
    }
    assert!(library.find(&question(4), &Limits::default()).unwrap().is_none());
    assert_eq!(library.list().unwrap().len(), 2);
    drop(library);
    let again = Library::open(directory.path()).unwrap();
    assert!(again.find(&question(2), &Limits::default()).unwrap().is_some());
}

#[test]
fn a_damaged_certificate_is_found_and_the_question_asked_again() {
    let directory = tempfile::tempdir().unwrap();
    let library = Library::open(directory.path()).unwrap();
    let document = keep(&library, &question(2));
    let file = &certificates(directory.path())[0];
    let text = std::fs::read_to_string(file).unwrap();
    std::fs::write(file, text.replace("recount", "given")).unwrap();
    assert!(library.find(&question(2), &Limits::default()).is_err());
    assert!(library.find(&question(2), &Limits::default()).unwrap().is_none(), "it is forgotten");
    let store = Store::new(None, Some(library));
    let answer = store.ask(&question(2), &Limits::default(), &Alone).unwrap();
    assert_eq!(answer.document(), document);
}

#[test]
fn a_verdict_without_its_certificate_is_not_believed() {
    let directory = tempfile::tempdir().unwrap();
    let library = Library::open(directory.path()).unwrap();
    keep(&library, &question(2));
    for file in certificates(directory.path()) {
        std::fs::remove_file(file).unwrap();
    }
    let mut faults = Vec::new();
    library.verify(&Limits::default(), |verified| faults.push(verified.fault)).unwrap();
    assert!(matches!(&faults[..], [Some(_)]));
    assert!(library.find(&question(2), &Limits::default()).is_err());
}

#[test]
fn pruning_leaves_what_is_needed() {
    let directory = tempfile::tempdir().unwrap();
    let library = Library::open(directory.path()).unwrap();
    keep(&library, &question(2));
    keep(&library, &question(3));
    assert_eq!(certificates(directory.path()).len(), 2);
    library.forget(&Library::key(&question(3))).unwrap();
    assert_eq!(library.prune(false).unwrap(), (0, 1));
    assert!(library.find(&question(2), &Limits::default()).unwrap().is_some());
    assert_eq!(library.prune(true).unwrap(), (1, 1));
    assert!(library.list().unwrap().is_empty());
}

#[test]
fn several_at_once_do_not_lose_answers() {
    let directory = tempfile::tempdir().unwrap();
    Library::open(directory.path()).unwrap();
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let directory = directory.path();
            scope.spawn(move || {
                let library = Library::open(directory).unwrap();
                for q in 1..=8 {
                    keep(&library, &Buildings::new(1, q, thread + 1).into());
                }
            });
        }
    });
    assert_eq!(Library::open(directory.path()).unwrap().list().unwrap().len(), 32);
}

#[test]
fn what_was_given_up_is_not_kept() {
    let directory = tempfile::tempdir().unwrap();
    let library = Library::open(directory.path()).unwrap();
    let limits = Limits { nodes: Some(1), ..Limits::default() };
    let asked = Buildings::new(2, 4, 6).into();
    let answer = Desk::default().ask(&asked, &limits, &Alone).unwrap();
    assert!(answer.document()["gave_up"].is_string());
    library.keep(&asked, &answer, &limits, std::time::Duration::from_secs(9)).unwrap();
    assert!(library.list().unwrap().is_empty());
}
