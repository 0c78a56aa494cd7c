//! What we keep: output files written whole or not at all, and checkpoints of long work.
//!
//! Plain files only: a checkpoint is an append-only text that any editor opens. A database will
//! earn its place when results are shared between runs.

mod ask;
mod checkpoint;
mod clock;
mod output;
mod proofs;

pub use ask::Store;
pub use checkpoint::CheckpointFile;
pub use clock::{Clock, free_memory};
pub use output::{StoreError, write_certificate, write_certified, write_whole, write_whole_with};
pub use proofs::Proofs;
