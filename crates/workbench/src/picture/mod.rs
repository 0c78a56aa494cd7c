//! Pictures as SVG text: a small writer, one module per subject that draws with it, and PNG from
//! SVG.

pub mod board;
pub mod bricks;
pub mod infinite_four;
mod png;
mod svg;
pub mod words;

pub(crate) use png::encode_png;
pub use png::{PictureError, to_png};
pub use svg::Svg;
