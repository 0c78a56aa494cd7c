//! Pictures as SVG text: a small writer, and one module per subject that draws with it.

pub mod drop_four;
mod svg;

pub use svg::Svg;
