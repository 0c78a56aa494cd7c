//! What a solver keeps so that it can go on after an interruption.
//!
//! Solvers see only this trait; where and how the text is kept is the business of `store`.

use std::fmt;

/// Why something could not be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotKept(pub String);

impl fmt::Display for NotKept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NotKept {}

/// Keeps finished parts of long work under names.
pub trait Checkpoint: Sync {
    /// What was saved under `key`, if anything.
    fn load(&self, key: &str) -> Option<String>;
    /// Keeps `value` under `key`; it survives a crash as soon as this returns `Ok`. When it cannot be kept the reason comes back;
    /// the work need not end for that, but whoever waits for it must be told.
    fn save(&self, key: &str, value: &str) -> Result<(), NotKept>;
}

/// Keeps nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Forget;

impl Checkpoint for Forget {
    fn load(&self, _key: &str) -> Option<String> {
        None
    }

    fn save(&self, _key: &str, _value: &str) -> Result<(), NotKept> {
        Ok(())
    }
}
