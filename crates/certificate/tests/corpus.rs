//! The texts from which fuzzing starts: true certificates, each accepted or counted, and every
//! simple change to one ends, and is shown without control characters.

use std::path::Path;

use hissho_certificate::{Allowance, Context, Verdict, check};

/// Enough for the small certificates of the corpus.
const ALLOWANCE: Allowance = Allowance { steps: 20_000_000, memory: 64_000_000 };

#[test]
fn the_corpus_is_true_and_changes_to_it_are_decided_within_the_limits() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/certificates");
    let mut files: Vec<_> =
        std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 50, "{} files", files.len());
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap();
        let outcome = check(&text, &Context::new(ALLOWANCE));
        let is_true = matches!(Verdict::of(&outcome), Verdict::Accepted | Verdict::Counted);
        assert!(is_true, "{}: {outcome:?}", path.display());
        // The harness signs each changed text again; a panic or a loop would be seen here.
        hissho_testkit::damage_at_most(60, &text, |changed| {
            let outcome = check(changed, &Context::new(ALLOWANCE));
            let said = match &outcome {
                Ok(proved) => proved.claim().to_string(),
                Err(refusal) => refusal.to_string(),
            };
            assert!(!said.contains(|c: char| c.is_control()), "{}: {said:?}", path.display());
            outcome.ok()
        });
    }
}
