//! Buildings of bricks: counts up to a size, and formulas for towers of every height.

pub mod buildings;
pub mod recount;
pub mod towers;
