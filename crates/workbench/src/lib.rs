//! The question and the answer: the registry of claims and games, foreign file formats, pictures.
//!
//! Everything a user can ask goes through here, whichever way it is asked: the command line, the
//! page and Python show what this crate answers. Nothing here prints, and no verdict is made
//! here: verdicts come from `certificate`.

pub mod bricks;
pub mod claims;
pub mod hex;
pub mod impartial;
pub mod laws;
pub mod line_games;
pub mod picture;
pub mod records;
