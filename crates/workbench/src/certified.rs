//! A certificate that the checker accepted, with its text. It is made here and nowhere else, by
//! checking.

use std::collections::BTreeMap;
use std::io::Read;
use std::ops::Deref;

use hissho_certificate::text::digest_line;
use hissho_certificate::{Allowance, Claim, Context, Proved, Refusal, SideFiles, Strength, check};
use hissho_rules::Account;
use hissho_solve::limits::Limits;

use crate::{Alone, Watch};

/// Files that a certificate names by their digest.
pub type Beside = BTreeMap<String, Vec<u8>>;

/// A claim that the checker accepted in this process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    proved: Proved<Claim>,
    kind: String,
    digest: String,
    size: usize,
}

/// An accepted claim with the text that establishes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certified {
    accepted: Accepted,
    text: String,
    beside: Beside,
}

impl Accepted {
    /// What is established.
    pub fn claim(&self) -> &Claim {
        self.proved.claim()
    }

    /// The kind of certificate.
    pub fn kind(&self) -> &str {
        &self.kind
    }

    /// The digest in its last line.
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// Bytes of its text.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The checker's word for it.
    pub fn word(&self) -> &'static str {
        if self.claim().strength() == Strength::Count { "counted" } else { "accepted" }
    }
}

impl Deref for Certified {
    type Target = Accepted;

    fn deref(&self) -> &Accepted {
        &self.accepted
    }
}

impl Certified {
    /// Has `text` checked within the limits.
    pub fn check(text: String, limits: &Limits) -> Result<Certified, Refusal> {
        Certified::check_with(text, Beside::new(), limits)
    }

    /// Has `text` checked; the files it names by digest are `beside` it.
    pub fn check_with(text: String, beside: Beside, limits: &Limits) -> Result<Certified, Refusal> {
        let standard = Allowance::default();
        let allowance = Allowance {
            steps: limits.steps.unwrap_or(standard.steps),
            memory: limits.memory.unwrap_or(standard.memory).max(standard.memory),
        };
        // A wish to stop ends a check; a time limit is for searches, whose proofs are still to be
        // shown.
        let pulse = limits.pulse.clone();
        let account = Account::new(allowance.steps, allowance.memory);
        let account = account.asking(move || !pulse.is_cancelled());
        let context = Context { side_files: &InMemory { beside: &beside, watch: &Alone }, account };
        let proved = check(&text, &context)?;
        let kind = text.lines().find_map(|line| line.strip_prefix("kind ")).unwrap_or_default().to_owned();
        let digest = digest_line(&text).to_owned();
        let accepted = Accepted { proved, kind, digest, size: text.len() };
        Ok(Certified { accepted, text, beside })
    }

    /// The certificate.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The files that it names by their digest.
    pub fn beside(&self) -> &Beside {
        &self.beside
    }

    /// The fact without its text.
    pub fn into_accepted(self) -> Accepted {
        self.accepted
    }
}

/// Side files in memory.
pub(crate) struct InMemory<'a> {
    /// Those that came with the question.
    pub(crate) beside: &'a Beside,
    /// Who may hand in others.
    pub(crate) watch: &'a dyn Watch,
}

impl SideFiles for InMemory<'_> {
    fn open(&self, digest: &str) -> std::io::Result<Box<dyn Read>> {
        let found = self.beside.get(digest).cloned();
        match found.or_else(|| self.watch.kept(&format!("{digest}.values"))) {
            Some(bytes) => Ok(Box::new(std::io::Cursor::new(bytes))),
            None => hissho_certificate::NoSideFiles.open(digest),
        }
    }
}
