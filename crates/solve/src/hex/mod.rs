//! Hex: proofs of connections and winners of positions.
//!
//! [`promise`] proves any statement about connections inside a carrier; [`search`] finds the winner of a position.
//! Both hand over steps of [`certificate::connection`].

pub mod derivation;
pub mod fill;
pub mod links;
pub mod order;
pub mod promise;
pub mod search;
pub mod strategy;
