//! One part of a claim with its verdict.
//!
//! The words "proved", "checked" and "refuted" can be reached only with an [`Accepted`] claim in
//! hand, which only the checker makes, or with a [`Theorem`] built in this run. "computed", "open"
//! and "missing" promise nothing and need nothing.

use std::fmt;

use crate::{Accepted, Named, Theorem, Verdict};

/// One part of a claim with its verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    statement: String,
    verdict: Verdict,
    counterexample: Option<Box<str>>,
    evidence: String,
    /// The digest of the certificate it rests on.
    certificate: Option<Box<str>>,
    /// The theorems it rests on.
    theorems: Box<[Named]>,
    /// What the checker said against a certificate of this part.
    refusal: Option<Box<str>>,
}

impl Part {
    /// The statement is established by `proof`: "proved" when it speaks of infinitely many
    /// positions, "checked" when it is finite, "computed" when it is a count.
    pub fn established(statement: impl Into<String>, proof: &Accepted, evidence: impl Into<String>) -> Part {
        Part::new(statement, Verdict::established(proof), evidence).resting_on(proof)
    }

    /// The universal statement was verified on a range only: "checked" at best, whatever the
    /// strength of `proof`. The statement must name the range.
    pub fn checked_on_range(
        statement: impl Into<String>,
        proof: &Accepted,
        evidence: impl Into<String>,
    ) -> Part {
        let mut part = Part::established(statement, proof, evidence);
        part.verdict = part.verdict.on_range();
        part
    }

    /// The statement is false as printed: `proof` establishes the facts that contradict it, and
    /// `counterexample` is the smallest place where it fails.
    pub fn refuted(
        statement: impl Into<String>,
        proof: &Accepted,
        counterexample: impl Into<String>,
        evidence: impl Into<String>,
    ) -> Part {
        let refuted = Part::new(statement, Verdict::refuted(proof), evidence).resting_on(proof);
        Part { counterexample: Some(counterexample.into().into()), ..refuted }
    }

    /// What a theorem says, in the words of the source.
    pub fn theorem(theorem: &Theorem) -> Part {
        let Named { sentence, covers, .. } = theorem.named();
        Part::missing(format!("{sentence} [{covers}]"), "").following_from(&[theorem])
    }

    /// The statement is what these theorems say, or an instance of it. What the checker said
    /// against it stands.
    #[must_use]
    pub fn following_from(mut self, theorems: &[&Theorem]) -> Part {
        if self.has_refusal() || self.counterexample.is_some() {
            return self;
        }
        for theorem in theorems {
            let Named { name, file, .. } = theorem.named();
            let beside = if self.evidence.is_empty() { "" } else { "; " };
            self.evidence = format!("theorem {name}, formal/{file}, no axioms{beside}{}", self.evidence);
            self.verdict = self.verdict.max(Verdict::by_theorem(theorem));
        }
        self.theorems = theorems.iter().map(|theorem| *theorem.named()).collect();
        self
    }

    /// A program's answer without a certificate that a checker could accept as a proof.
    pub fn computed(statement: impl Into<String>, evidence: impl Into<String>) -> Part {
        Part::new(statement, Verdict::COMPUTED, evidence)
    }

    /// Not settled; `bound` says how far it was brought and what holds it up.
    pub fn open(statement: impl Into<String>, bound: impl Into<String>) -> Part {
        Part::new(statement, Verdict::OPEN, bound)
    }

    /// Nothing here settles it, for the reason given.
    pub fn missing(statement: impl Into<String>, reason: impl Into<String>) -> Part {
        Part::new(statement, Verdict::MISSING, reason)
    }

    /// A certificate was there, and the checker refused it.
    pub fn refused(statement: impl Into<String>, refusal: impl fmt::Display) -> Part {
        let refusal = refusal.to_string();
        let evidence = format!("certificate refused: {refusal}");
        Part { refusal: Some(refusal.into()), ..Part::new(statement, Verdict::MISSING, evidence) }
    }

    fn new(statement: impl Into<String>, verdict: Verdict, evidence: impl Into<String>) -> Part {
        Part {
            statement: statement.into(),
            verdict,
            counterexample: None,
            evidence: evidence.into(),
            certificate: None,
            theorems: Box::default(),
            refusal: None,
        }
    }

    fn resting_on(self, proof: &Accepted) -> Part {
        Part { certificate: Some(proof.digest().into()), ..self }
    }

    /// The digest of the certificate it rests on.
    pub fn certificate(&self) -> Option<&str> {
        self.certificate.as_deref()
    }

    /// The theorems it rests on, beside a certificate or alone.
    pub fn theorems(&self) -> &[Named] {
        &self.theorems
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
