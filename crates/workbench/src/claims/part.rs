//! One part of a claim with its verdict.
//!
//! The words "proved", "checked" and "refuted" can be reached only with a [`Proved`] in hand,
//! which only a checker makes. "computed", "open" and "missing" promise nothing and need nothing.

use std::fmt;

use hissho_certificate::{Claim, Proved, Strength};

/// What became of a claim. Ordered by how much it settles; the weakest part counts for the whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Verdict(Word);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Word {
    Missing,
    Open,
    Refuted,
    Computed,
    Checked,
    Proved,
}

impl Verdict {
    /// Nothing here settles it.
    pub const MISSING: Verdict = Verdict(Word::Missing);

    /// The word users read.
    pub fn word(self) -> &'static str {
        match self.0 {
            Word::Missing => "missing",
            Word::Open => "open",
            Word::Refuted => "refuted",
            Word::Computed => "computed",
            Word::Checked => "checked",
            Word::Proved => "proved",
        }
    }

    /// Whether this answers the question; only `missing` does not.
    pub fn is_settled(self) -> bool {
        self != Verdict::MISSING
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// One part of a claim with its verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    statement: String,
    verdict: Verdict,
    counterexample: Option<String>,
    evidence: String,
    /// What the checker said against a certificate of this part.
    refusal: Option<String>,
}

impl Part {
    /// The statement is established by `proof`: "proved" when it speaks of infinitely many
    /// positions, "checked" when it is finite, "computed" when it is a count.
    pub fn established(
        statement: impl Into<String>,
        proof: &Proved<Claim>,
        evidence: impl Into<String>,
    ) -> Part {
        let word = match proof.claim().strength() {
            Strength::Universal => Word::Proved,
            Strength::Finite => Word::Checked,
            Strength::Count => Word::Computed,
        };
        Part::new(statement, word, evidence)
    }

    /// The universal statement was verified on a range only: "checked" at best, whatever the
    /// strength of `proof`. The statement must name the range.
    pub fn checked_on_range(
        statement: impl Into<String>,
        proof: &Proved<Claim>,
        evidence: impl Into<String>,
    ) -> Part {
        let mut part = Part::established(statement, proof, evidence);
        part.verdict = part.verdict.min(Verdict(Word::Checked));
        part
    }

    /// The statement is false as printed: `proof` establishes the facts that contradict it, and
    /// `counterexample` is the smallest place where it fails.
    pub fn refuted(
        statement: impl Into<String>,
        proof: &Proved<Claim>,
        counterexample: impl Into<String>,
        evidence: impl Into<String>,
    ) -> Part {
        let word = match proof.claim().strength() {
            Strength::Universal | Strength::Finite => Word::Refuted,
            Strength::Count => Word::Computed,
        };
        Part { counterexample: Some(counterexample.into()), ..Part::new(statement, word, evidence) }
    }

    /// A program's answer without a certificate that a checker could accept as a proof.
    pub fn computed(statement: impl Into<String>, evidence: impl Into<String>) -> Part {
        Part::new(statement, Word::Computed, evidence)
    }

    /// Not settled; `bound` says how far it was brought and what holds it up.
    pub fn open(statement: impl Into<String>, bound: impl Into<String>) -> Part {
        Part::new(statement, Word::Open, bound)
    }

    /// Nothing here settles it, for the reason given.
    pub fn missing(statement: impl Into<String>, reason: impl Into<String>) -> Part {
        Part::new(statement, Word::Missing, reason)
    }

    /// A certificate was there, and the checker refused it.
    pub fn refused(statement: impl Into<String>, refusal: impl fmt::Display) -> Part {
        let refusal = refusal.to_string();
        let evidence = format!("certificate refused: {refusal}");
        Part { refusal: Some(refusal), ..Part::new(statement, Word::Missing, evidence) }
    }

    fn new(statement: impl Into<String>, word: Word, evidence: impl Into<String>) -> Part {
        Part {
            statement: statement.into(),
            verdict: Verdict(word),
            counterexample: None,
            evidence: evidence.into(),
            refusal: None,
        }
    }

    /// What is said.
    pub fn statement(&self) -> &str {
        &self.statement
    }

    /// What became of it.
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// Where it fails, if it was refuted.
    pub fn counterexample(&self) -> Option<&str> {
        self.counterexample.as_deref()
    }

    /// What the verdict rests on.
    pub fn evidence(&self) -> &str {
        &self.evidence
    }

    /// Whether a certificate of this part was refused.
    pub fn has_refusal(&self) -> bool {
        self.refusal.is_some()
    }
}
