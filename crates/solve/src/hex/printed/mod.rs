//! A proof as a paper would print it: [`tree`] groups the loser's moves by their answers, [`size`]
//! tells how much there is to print.

pub mod size;
pub mod tree;
