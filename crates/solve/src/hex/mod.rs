//! Hex: proofs of connections and winners of positions.

pub mod derivation;
pub mod promise;
