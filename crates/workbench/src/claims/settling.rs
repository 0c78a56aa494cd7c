//! How a subject settles a claim: make a certificate or take a kept one, then have it checked.

use std::cell::RefCell;
use std::fmt;

use hissho_certificate::Claim;
use hissho_solve::limits::Limits;

use super::Part;
use crate::{Accepted, Certified, Desk, Fault, FaultKind, Watch};

/// What a subject may use while it settles a claim.
pub struct Settling<'a> {
    /// Where tables and accepted certificates are kept meanwhile.
    pub desk: &'a Desk,
    /// Limits for solvers; a solver that stops leaves its part `missing`.
    pub limits: &'a Limits,
    /// The world above, which hands in the certificates too costly to make on every run.
    pub watch: &'a dyn Watch,
    /// Make every certificate anew, also those that are kept.
    pub fresh: bool,
    /// The id being settled.
    id: &'static str,
    /// Every certificate that was made, if they are wanted.
    made: Option<RefCell<Vec<Certified>>>,
}

impl<'a> Settling<'a> {
    /// Settles the claim `id` within `limits`.
    pub fn new(id: &'static str, desk: &'a Desk, limits: &'a Limits, watch: &'a dyn Watch) -> Settling<'a> {
        Settling { desk, limits, watch, fresh: false, id, made: None }
    }

    /// The same, keeping every certificate that is made.
    #[must_use]
    pub fn keeping_certificates(mut self) -> Settling<'a> {
        self.made = Some(RefCell::default());
        self
    }

    /// The certificates that were made.
    pub fn into_made(self) -> Vec<Certified> {
        self.made.map(RefCell::into_inner).unwrap_or_default()
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

    /// As [`Settling::certify_if`] for a certificate too costly to make on every run: `name` among
    /// the kept ones, made anew only when asked for with `fresh`.
    pub fn from_proofs<E: fmt::Display>(
        &self,
        statement: impl Into<String>,
        name: &str,
        means: impl FnOnce(&Claim) -> bool,
        make: impl FnOnce() -> Result<String, E>,
    ) -> Part {
        if self.fresh {
            return self.certify_if(statement, means, make);
        }
        let statement = statement.into();
        match self.kept(name) {
            None => {
                Part::missing(statement, format!("{} is not there; --fresh makes it anew", in_proofs(name)))
            }
            Some(Ok(proof)) => {
                let evidence = format!("{}, {}, {}", in_proofs(name), bytes(proof.size()), proof.word());
                judge(statement, &proof, evidence, means)
            }
            Some(Err(fault)) if fault.kind == FaultKind::GaveUp => {
                Part::missing(statement, format!("{}: {fault}", in_proofs(name)))
            }
            Some(Err(fault)) => Part::refused(statement, format!("{}: {fault}", in_proofs(name))),
        }
    }

    /// The claim of a kept certificate, checked.
    pub(super) fn kept(&self, name: &str) -> Option<Result<std::sync::Arc<Accepted>, Fault>> {
        self.desk.kept(name, self.limits, self.watch)
    }

    /// Whether a certificate is kept and may be used.
    pub(super) fn has_kept(&self, name: &str) -> bool {
        !self.fresh && self.watch.has_kept(name)
    }

    /// Makes a certificate and has it checked: the fact with a description of the evidence. For
    /// parts that need the accepted claim itself, to refute a printed statement with it, say.
    pub fn make_and_check<E: fmt::Display>(
        &self,
        make: impl FnOnce() -> Result<String, E>,
    ) -> Result<(Accepted, String), Failure> {
        let text = make().map_err(|error| Failure::NotMade(error.to_string()))?;
        let certified =
            Certified::check(text, self.limits).map_err(|refusal| Failure::NotAccepted(refusal.into()))?;
        let (kind, size) = (certified.kind(), bytes(certified.size()));
        let evidence = format!("{kind} certificate, {size}, {}", certified.word());
        if let Some(made) = &self.made {
            made.borrow_mut().push(certified.clone());
        }
        Ok((certified.into_accepted(), evidence))
    }
}

/// How a kept certificate is called in an explanation.
pub(super) fn in_proofs(name: &str) -> String {
    format!("proofs/{name}")
}

/// Why there is no fact.
#[derive(Clone, Debug)]
pub enum Failure {
    /// The solver did not hand over a certificate.
    NotMade(String),
    /// The checker did not accept it.
    NotAccepted(Fault),
}

impl Failure {
    /// The part that says so.
    pub fn part(&self, statement: impl Into<String>) -> Part {
        match self {
            Failure::NotMade(reason) => Part::missing(statement, format!("no certificate: {reason}")),
            Failure::NotAccepted(fault) if fault.kind == FaultKind::GaveUp => {
                Part::missing(statement, fault.to_string())
            }
            Failure::NotAccepted(fault) => Part::refused(statement, fault),
        }
    }
}

fn judge(statement: String, proof: &Accepted, evidence: String, means: impl FnOnce(&Claim) -> bool) -> Part {
    if means(proof.claim()) {
        Part::established(statement, proof, evidence)
    } else {
        Part::refused(statement, format!("the certificate establishes another claim: {}", proof.claim()))
    }
}

/// A number of bytes for people.
fn bytes(count: usize) -> String {
    match count {
        0..1_000 => format!("{count} B"),
        1_000..1_000_000 => format!("{:.1} kB", count as f64 / 1e3),
        _ => format!("{:.1} MB", count as f64 / 1e6),
    }
}
