//! What we keep: the library of answers, proofs, theorems built on the spot, checkpoints, output files written whole or
//! not at all.
//!
//! [`Store::ask`] is the door for every skin that has a disk: it wraps the desk of the workbench with
//! the library and with the kept proofs.

mod ask;
mod checkpoint;
mod clock;
mod formal;
mod library;
mod output;
mod proofs;

pub use ask::Store;
pub use checkpoint::CheckpointFile;
pub use clock::{Clock, free_memory};
pub use formal::Formal;
pub use library::{Entry, Library, Verified};
pub use output::{
    StoreError, read_certificate, write_certificate, write_certified, write_whole, write_whole_with,
};
pub use proofs::Proofs;
