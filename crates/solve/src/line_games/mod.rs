//! Otrio, Qubic and Connect-Four: fill slots, complete a line.

pub mod connect_four;
pub mod otrio;
