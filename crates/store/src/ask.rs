//! A question asked with everything that is kept at hand.

use hissho_solve::checkpoint::{Checkpoint, NotKept};
use hissho_solve::limits::{Limits, Pulse};
use hissho_solve::progress::Progress;
use hissho_workbench::{Answer, Desk, Fault, Question, Watch};

use crate::Proofs;

/// Bytes that the desk keeps: room for the tables of an opponent who is asked for one move after the other.
const SHELF: usize = 1 << 30;

/// A desk with the kept proofs behind it.
pub struct Store {
    desk: Desk,
    proofs: Option<Proofs>,
}

impl Store {
    /// With these proofs, or with none.
    pub fn new(proofs: Option<Proofs>) -> Store {
        Store { desk: Desk::with_room(SHELF), proofs }
    }

    /// Answers a question.
    pub fn ask(&self, question: &Question, limits: &Limits, watch: &dyn Watch) -> Result<Answer, Fault> {
        self.desk.ask(question, limits, &Behind { watch, proofs: self.proofs.as_ref() })
    }
}

/// The watch of whoever asks, with the kept proofs handed in.
struct Behind<'a> {
    watch: &'a dyn Watch,
    proofs: Option<&'a Proofs>,
}

impl Progress for Behind<'_> {
    fn begin(&self, what: &str, total: u64) {
        self.watch.begin(what, total);
    }

    fn advance(&self, units: u64) {
        self.watch.advance(units);
    }

    fn note(&self, remark: &str) {
        self.watch.note(remark);
    }

    fn warn(&self, remark: &str) {
        self.watch.warn(remark);
    }
}

impl Checkpoint for Behind<'_> {
    fn load(&self, key: &str) -> Option<String> {
        self.watch.load(key)
    }

    fn save(&self, key: &str, value: &str) -> Result<(), NotKept> {
        self.watch.save(key, value)
    }
}

impl Watch for Behind<'_> {
    fn pulse(&self) -> Pulse {
        self.watch.pulse()
    }

    fn kept(&self, name: &str) -> Option<Vec<u8>> {
        self.watch.kept(name).or_else(|| self.proofs?.read(name))
    }

    fn has_kept(&self, name: &str) -> bool {
        self.watch.has_kept(name) || self.proofs.is_some_and(|proofs| proofs.has(name))
    }

    fn take(&self, bytes: &[u8]) -> Result<bool, NotKept> {
        self.watch.take(bytes)
    }
}
