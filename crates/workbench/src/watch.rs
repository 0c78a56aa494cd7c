//! The world above: who is told how it goes, who may stop it, who hands in what was kept.

use hissho_solve::checkpoint::{Checkpoint, NotKept};
use hissho_solve::limits::{Limits, Pulse};
use hissho_solve::progress::Progress;

use crate::{Fault, FormalBuild};

/// What a question sees of the world above. Every method has a default that does nothing.
pub trait Watch: Progress + Checkpoint {
    /// The clock, and whether someone wants the work to stop.
    fn pulse(&self) -> Pulse {
        Pulse::default()
    }

    /// A kept proof or a side file by its name in proofs/, as it lies there.
    fn kept(&self, name: &str) -> Option<Vec<u8>> {
        let _ = name;
        None
    }

    /// Whether something is kept under this name.
    fn has_kept(&self, name: &str) -> bool {
        self.kept(name).is_some()
    }

    /// Builds formal/ now and says what Coq found. Whoever answers has run `make` in this call and
    /// seen it succeed: theorems are counted on the strength of it.
    fn build_formal(&self, limits: &Limits) -> Result<FormalBuild, Fault> {
        let _ = limits;
        Err(Fault::bad_input("theorems cannot be built here: that takes a disk with formal/, make and Coq"))
    }

    /// Takes the next bytes of a file that is written while it is made. Nobody who says `false` is
    /// asked again; the whole file is then in the answer.
    fn take(&self, bytes: &[u8]) -> Result<bool, NotKept> {
        let _ = bytes;
        Ok(false)
    }
}

/// Nobody: no clock, no bar, nothing kept.
#[derive(Clone, Copy, Debug, Default)]
pub struct Alone;

impl Progress for Alone {
    fn begin(&self, _what: &str, _total: u64) {}
    fn advance(&self, _units: u64) {}
    fn note(&self, _remark: &str) {}
}

impl Checkpoint for Alone {
    fn load(&self, _key: &str) -> Option<String> {
        None
    }

    fn save(&self, _key: &str, _value: &str) -> Result<(), NotKept> {
        Ok(())
    }
}

impl Watch for Alone {}
