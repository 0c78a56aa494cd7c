//! Games on a few numbers: tables of Grundy values, periods of heap games.

pub mod grundy_box;
pub mod grundy_period;
mod grundy_rays;
pub mod octal_period;
