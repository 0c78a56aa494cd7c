//! The claims of the source documents, and what became of each.
//!
//! The list is read from data/claims.md, which restates every claim as printed. A *subject* is a
//! module with a table of ids and functions that settle them; an id may have parts in several
//! subjects (finite tables in one, the law for every position in another), and its verdict is the
//! weakest of its parts. An id without any part is `missing`. Theorems of formal/ are named beside
//! the claims; they are counted only in a run that has built them.

mod bricks;
mod hex;
mod impartial;
mod infinite_four;
mod laws;
mod line_games;
mod part;
mod printed;
mod question;
mod records;
mod settling;
mod theorems;
mod words;

pub use line_games::proof_file as strategy_proof_file;
pub use part::Part;
pub use question::{AboutTheorem, Claims, SettledClaim, SettledClaims, SettledPart, TheoremName, part_name};
pub use settling::Settling;

use crate::Verdict;

/// A claim as the source makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// A letter for the source and a number.
    pub id: &'static str,
    /// The claim in a few words.
    pub title: &'static str,
    /// The whole statement.
    pub statement: &'static str,
    /// The document it is from.
    pub source: &'static str,
}

/// A claim and what became of it.
#[derive(Clone, Debug)]
pub struct Settled {
    /// The claim.
    pub entry: Entry,
    /// Each part with its own verdict; never empty.
    pub parts: Vec<Part>,
}

impl Settled {
    /// The weakest verdict among the parts.
    pub fn verdict(&self) -> Verdict {
        self.parts.iter().map(Part::verdict).min().unwrap_or(Verdict::MISSING)
    }

    /// Whether a certificate was refused on the way.
    pub fn has_refusal(&self) -> bool {
        self.parts.iter().any(Part::has_refusal)
    }
}

/// The ids a subject has parts for, each with the function that settles it.
type Table = &'static [(&'static str, fn(&Settling<'_>) -> Vec<Part>)];

/// All subjects, in the order in which their parts are shown.
const SUBJECTS: &[Table] = &[
    infinite_four::TABLE,
    hex::TABLE,
    impartial::TABLE,
    line_games::TABLE,
    laws::TABLE,
    words::TABLE,
    records::TABLE,
    bricks::TABLE,
];

/// Every claim, in order.
pub fn entries() -> Vec<Entry> {
    let mut source = "";
    let mut entries = Vec::new();
    for line in include_str!("../../data/claims.md").lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            source = heading.split_once(". ").map_or(heading, |(_, title)| title);
        }
        // The statement may itself contain ` | `, so only the first two bars are looked for.
        let cells = line.strip_prefix("| ").and_then(|line| line.strip_suffix(" |"));
        let Some((id, rest)) = cells.and_then(|cells| cells.split_once(" | ")) else {
            continue;
        };
        let Some((title, statement)) = rest.split_once(" | ") else {
            continue;
        };
        if id != "id" {
            entries.push(Entry { id, title, statement, source });
        }
    }
    entries
}

/// Settles one claim.
pub(crate) fn settle(entry: Entry, settling: &Settling<'_>) -> Settled {
    settle_by(SUBJECTS, entry, settling)
}

/// Settles one claim by these subjects. One that lists the id and has nothing to say of it makes
/// the claim `missing`, whatever the others say.
fn settle_by(subjects: &[Table], entry: Entry, settling: &Settling<'_>) -> Settled {
    let missing = || Part::missing(entry.statement, "not settled by this version");
    let mut parts = Vec::new();
    for (_, settle) in subjects.iter().copied().flatten().filter(|(id, _)| *id == entry.id) {
        let found = settle(settling);
        parts.extend(found.is_empty().then(missing));
        parts.extend(found);
    }
    if parts.is_empty() {
        parts.push(missing());
    }
    Settled { entry, parts }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_id_of_the_sources_is_listed_once_and_in_order() {
        let expected: Vec<String> = [('A', 18), ('B', 11), ('C', 20), ('D', 8), ('E', 9)]
            .into_iter()
            .flat_map(|(letter, count)| (1..=count).map(move |number| format!("{letter}{number}")))
            .collect();
        let found: Vec<&str> = entries().iter().map(|entry| entry.id).collect();
        assert_eq!(found, expected);
        assert!(entries().iter().all(|entry| !entry.source.is_empty() && !entry.statement.is_empty()));
    }

    #[test]
    fn every_id_has_a_function_and_no_subject_lists_another_or_one_twice() {
        let entries = entries();
        for table in SUBJECTS {
            for (at, (id, _)) in table.iter().enumerate() {
                assert!(entries.iter().any(|entry| entry.id == *id), "{id}");
                assert!(table[..at].iter().all(|(other, _)| other != id), "{id} twice");
            }
        }
        for entry in entries {
            assert!(SUBJECTS.iter().copied().flatten().any(|(id, _)| *id == entry.id), "{}", entry.id);
        }
    }

    #[test]
    fn an_id_that_is_listed_but_settled_by_no_code_is_missing() {
        let (desk, limits) = (crate::Desk::default(), hissho_solve::limits::Limits::default());
        let entry = entries()[0];
        let settling = Settling::new(entry.id, &desk, &limits, &crate::Alone);
        let says: Table = &[("A1", |_| vec![Part::computed("it is so", "a program says so")])];
        let silent: Table = &[("A1", |_| Vec::new())];
        let verdict = |subjects: &[Table]| settle_by(subjects, entry, &settling).verdict().word();
        assert_eq!(verdict(&[says]), "computed");
        assert_eq!(verdict(&[says, silent]), "missing");
        assert_eq!(verdict(&[silent, says]), "missing");
        assert_eq!(verdict(&[]), "missing");
    }

    /// Recipe S3 of the audit: a count that was only added up establishes and refutes nothing.
    #[test]
    fn audit_s3_a_counted_certificate_gives_the_verdict_computed_and_no_other() {
        let text = include_str!("../../../../proofs/bricks/2x4/6.cert").to_owned();
        let proof = crate::Certified::check(text, &hissho_solve::limits::Limits::default()).unwrap();
        assert_eq!(proof.claim().strength(), hissho_certificate::Strength::Count);
        let parts = [
            Part::established("so many", &proof, ""),
            Part::checked_on_range("so many", &proof, ""),
            Part::refuted("another number", &proof, "6 bricks", ""),
        ];
        assert!(parts.iter().all(|part| part.verdict().word() == "computed"));
    }
}
