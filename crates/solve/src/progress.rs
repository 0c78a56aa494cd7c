//! How long work tells what it is doing, without printing anything itself.

/// Receives news of long work. Whoever shows it (a terminal, a page) implements this.
pub trait Progress: Sync {
    /// A new stage of `total` units begins; 0 when the number is not known.
    fn begin(&self, what: &str, total: u64);
    /// `units` more are done.
    fn advance(&self, units: u64);
    /// A remark worth showing while the work goes on.
    fn note(&self, remark: &str);
    /// A remark that must not be missed.
    fn warn(&self, remark: &str) {
        self.note(remark);
    }
}

/// Shows nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Progress for Silent {
    fn begin(&self, _what: &str, _total: u64) {}
    fn advance(&self, _units: u64) {}
    fn note(&self, _remark: &str) {}
}
