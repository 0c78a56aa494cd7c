//! A question asked with everything that is kept at hand.

use std::time::Duration;

use hissho_workbench::{
    Answer, Checkpoint, Desk, Fault, FormalBuild, Limits, NotKept, Progress, Pulse, Question, Watch,
};

use crate::{Library, Proofs};

/// Answers that took less are made again rather than kept.
const WORTH_KEEPING: Duration = Duration::from_millis(200);

/// Bytes that the desk keeps: room for the tables of an opponent who is asked for one move after
/// the other.
const SHELF: usize = 1 << 30;

/// A desk with the kept proofs and the library behind it.
pub struct Store {
    desk: Desk,
    proofs: Option<Proofs>,
    library: Option<Library>,
}

impl Store {
    /// With nothing behind it: every answer is found anew.
    pub fn fresh() -> Store {
        Store::new(None, None)
    }

    /// With these proofs and this library, or without.
    pub fn new(proofs: Option<Proofs>, library: Option<Library>) -> Store {
        Store { desk: Desk::with_room(SHELF), proofs, library }
    }

    /// The same with a desk that keeps at most so many bytes.
    #[must_use]
    pub fn keeping(self, bytes: usize) -> Store {
        Store { desk: Desk::with_room(bytes), ..self }
    }

    /// The library.
    pub fn library(&self) -> Option<&Library> {
        self.library.as_ref()
    }

    /// Answers a question: from the library, or by asking.
    pub fn ask(&self, question: &Question, limits: &Limits, watch: &dyn Watch) -> Result<Answer, Fault> {
        let library = self.library.as_ref().filter(|_| question.is_kept());
        match library.map(|library| library.find(question, limits)) {
            Some(Ok(Some(answer))) => return Ok(answer),
            Some(Err(error)) => {
                watch.warn(&format!("an answer of the library is damaged and asked again: {error}"))
            }
            Some(Ok(None)) | None => {}
        }
        let pulse = watch.pulse();
        let start = pulse.elapsed();
        let answer = self.desk.ask(question, limits, &Behind { watch, proofs: self.proofs.as_ref() })?;
        let time = pulse.elapsed() - start;
        if let Some(library) = library.filter(|_| time >= WORTH_KEEPING)
            && let Err(error) = library.keep(question, &answer, limits, time)
        {
            watch.warn(&format!("the answer is not kept in the library: {error}"));
        }
        Ok(answer)
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

    fn build_formal(&self, limits: &Limits) -> Result<FormalBuild, Fault> {
        self.watch.build_formal(limits)
    }

    fn take(&self, bytes: &[u8]) -> Result<bool, NotKept> {
        self.watch.take(bytes)
    }
}
