//! How a subject settles a claim: make a certificate or take it from proofs/, then have it checked.

use std::cell::Cell;
use std::fmt;
use std::path::Path;

use hissho_certificate::{Claim, Context, Proved, Refusal, Strength, Verdict};
use hissho_solve::limits::Limits;
use hissho_solve::progress::Progress;

use super::Part;

/// What a subject may use while it settles a claim.
pub struct Settling<'a> {
    /// Limits for solvers; a solver that stops leaves its part `missing`.
    pub limits: &'a Limits,
    /// Where news of long work goes.
    pub progress: &'a dyn Progress,
    /// The directory of certificates too costly to make on every run.
    pub proofs: &'a Path,
    /// Make every certificate anew, also those in `proofs`.
    pub fresh: bool,
    /// Keep every certificate that is made in this directory.
    pub keep: Option<&'a Path>,
    /// The id being settled, and how many certificates were made for it.
    id: &'static str,
    made: Cell<usize>,
}

impl<'a> Settling<'a> {
    /// Settles claims within `limits`, taking costly certificates from `proofs`.
    pub fn new(limits: &'a Limits, progress: &'a dyn Progress, proofs: &'a Path) -> Settling<'a> {
        Settling { limits, progress, proofs, fresh: false, keep: None, id: "", made: Cell::new(0) }
    }

    pub(super) fn for_id(&self, id: &'static str) -> Settling<'a> {
        Settling { id, made: Cell::new(0), ..*self }
    }

    /// The id being settled.
    pub(super) fn id(&self) -> &'static str {
        self.id
    }

    /// Makes a certificate, has it checked, and gives the part its verdict. The claim the checker
    /// accepts must be `expected`: a certificate of something else settles nothing.
    pub fn certify<E: fmt::Display>(
        &self,
        statement: impl Into<String>,
        expected: &Claim,
        make: impl FnOnce() -> Result<String, E>,
    ) -> Part {
        self.certify_if(statement, |claim| claim == expected, make)
    }

    /// As [`Settling::certify`], with the accepted claim judged by `means`, which says whether it
    /// means the statement.
    pub fn certify_if<E: fmt::Display>(
        &self,
        statement: impl Into<String>,
        means: impl FnOnce(&Claim) -> bool,
        make: impl FnOnce() -> Result<String, E>,
    ) -> Part {
        let statement = statement.into();
        match self.make_and_check(make) {
            Ok((proof, evidence)) => judge(statement, &proof, evidence, means),
            Err(failure) => failure.part(statement),
        }
    }

    /// As [`Settling::certify_if`] for a certificate too costly to make on every run: `file` in
    /// the directory of proofs, made anew only when asked for with `fresh`.
    pub fn from_proofs<E: fmt::Display>(
        &self,
        statement: impl Into<String>,
        file: &str,
        means: impl FnOnce(&Claim) -> bool,
        make: impl FnOnce() -> Result<String, E>,
    ) -> Part {
        if self.fresh {
            return self.certify_if(statement, means, make);
        }
        let statement = statement.into();
        let path = self.proofs.join(file);
        match hissho_certificate::file::check_file(&path) {
            Ok(proof) => {
                let size = std::fs::metadata(&path).map_or(0, |metadata| metadata.len());
                judge(statement, &proof, format!("proofs/{file}, {}, {}", bytes(size), said(&proof)), means)
            }
            Err(error) if error.verdict() == Verdict::Unreadable => {
                Part::missing(statement, format!("proofs/{file} {error}; --fresh makes it anew"))
            }
            Err(error) if error.verdict() == Verdict::GaveUp => {
                Part::missing(statement, format!("proofs/{file} is not decided: {error}"))
            }
            Err(error) => Part::refused(statement, format!("proofs/{file}: {error}")),
        }
    }

    /// Makes a certificate and has it checked: the fact with a description of the evidence. For
    /// parts that need the accepted claim itself, to refute a printed statement with it, say.
    pub fn make_and_check<E: fmt::Display>(
        &self,
        make: impl FnOnce() -> Result<String, E>,
    ) -> Result<(Proved<Claim>, String), Failure> {
        let text = make().map_err(|error| Failure::NotMade(error.to_string()))?;
        let kind = text.lines().nth(1).and_then(|line| line.strip_prefix("kind ")).unwrap_or("?").to_owned();
        let number = self.made.get() + 1;
        self.made.set(number);
        let proof = hissho_certificate::check(&text, &Context::default()).map_err(Failure::Refused);
        let verdict = proof.as_ref().map_or("refused", said);
        let mut evidence = format!("{kind} certificate, {}, {verdict}", bytes(text.len() as u64));
        if let Some(directory) = self.keep {
            let name = format!("{}-{number}.cert", self.id);
            match hissho_store::write_certificate(&directory.join(&name), &text) {
                Ok(()) => evidence = format!("{name}, {evidence}"),
                Err(error) => evidence = format!("{evidence} ({error})"),
            }
        }
        Ok((proof?, evidence))
    }
}

/// Why there is no fact.
#[derive(Clone, Debug)]
pub enum Failure {
    /// The solver did not hand over a certificate.
    NotMade(String),
    /// The checker refused it.
    Refused(Refusal),
}

impl Failure {
    /// The part that says so.
    pub fn part(&self, statement: impl Into<String>) -> Part {
        match self {
            Failure::NotMade(reason) => Part::missing(statement, format!("no certificate: {reason}")),
            Failure::Refused(Refusal::Exhausted(limit)) => {
                Part::missing(statement, format!("the certificate is not decided: it {limit}"))
            }
            Failure::Refused(refusal) => Part::refused(statement, refusal),
        }
    }
}

fn judge(
    statement: String,
    proof: &Proved<Claim>,
    evidence: String,
    means: impl FnOnce(&Claim) -> bool,
) -> Part {
    if means(proof.claim()) {
        Part::established(statement, proof, evidence)
    } else {
        Part::refused(statement, format!("the certificate establishes another claim: {}", proof.claim()))
    }
}

/// The checker's word for a claim it did not refuse.
fn said(proof: &Proved<Claim>) -> &'static str {
    if proof.claim().strength() == Strength::Count { "counted" } else { "accepted" }
}

/// A number of bytes for people.
fn bytes(count: u64) -> String {
    match count {
        0..1_000 => format!("{count} B"),
        1_000..1_000_000 => format!("{:.1} kB", count as f64 / 1e3),
        _ => format!("{:.1} MB", count as f64 / 1e6),
    }
}
