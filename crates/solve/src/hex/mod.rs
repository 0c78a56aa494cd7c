//! Hex: proofs of connections and winners of positions.
//!
//! [`promise`] proves any statement about connections inside a carrier; [`search`] finds the winner of a position.
//! Both hand over steps of [`hissho_certificate::hex`]; [`strategy`] plays by them, [`contest`] tries to break the play,
//! [`tree`] writes them as the papers do, [`concise`] looks for few moves to write. [`patterns`] reads a published
//! strategy and proves it with the help of both.

pub mod apart;
pub mod concise;
pub mod contest;
pub mod derivation;
pub mod fill;
pub mod joint;
pub mod known;
pub mod length;
pub mod links;
pub mod order;
pub mod outcome;
mod pairs;
pub mod patterns;
pub mod promise;
pub mod ready;
pub mod regroup;
mod release;
pub mod resume;
pub mod search;
pub mod strategy;
pub mod tree;
