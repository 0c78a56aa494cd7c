//! What we keep: the library of answers, proofs, theorems built on the spot, checkpoints, output files written whole or
//! not at all.
//!
//! [`Store::ask`] is the door for every skin that has a disk: it wraps the desk of the workbench with
//! the library and with the kept proofs.
//!
//! What to call first: [`Store::ask`]; [`Library::open`] and [`Proofs::find`] for what stands behind it;
//! [`write_certified`] for a certificate, [`write_whole`] for any other file.
//!
//! ```
//! use hissho_store::{Library, Store, write_certified};
//! use hissho_workbench::{Alone, Limits, Question};
//!
//! let directory = tempfile::tempdir()?;
//! let store = Store::new(None, Some(Library::open(directory.path())?));
//! let question = Question::read(r#"{"prove":{"formula":"forall x . x + x = 2*x"}}"#)?;
//! let answer = store.ask(&question, &Limits::default(), &Alone)?;
//! let file = directory.path().join("double.cert.zst");
//! write_certified(&file, &answer.certified[0])?;
//! assert_eq!(hissho_store::read_certificate(&file)?, answer.certified[0].text());
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

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
