//! Hex: proofs of connections and winners of positions.
//!
//! [`search`] finds the winner of a position; [`lemma_search`] proves any statement about
//! connections inside a carrier. Both hand over steps of [`hissho_certificate::hex`], kept in a
//! [`ledger`]. [`pattern_strategy`] reads a published strategy and proves it with the help of both.
//! [`play`] plays by a proof, [`printed`] writes it as a paper would, [`shorten`] looks for few
//! moves to print.

pub mod board;
pub mod inferior_cells;
pub mod ledger;
pub mod lemma_search;
pub mod pattern_strategy;
pub mod play;
pub mod printed;
pub mod resistance;
pub mod search;
pub mod shorten;
pub mod statement_index;
pub mod virtual_connections;
