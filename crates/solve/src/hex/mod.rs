//! Hex: proofs of connections and winners of positions.
//!
//! [`promise`] proves any statement about connections inside a carrier; [`search`] finds the winner of a position.
//! Both hand over steps of [`certificate::connection`].

pub mod derivation;
mod fill;
mod links;
mod order;
pub mod promise;
pub mod search;
