//! Connect-Four without edges: strategies that draw for ever, and forced wins.

pub mod board_windows;
pub mod forced_win;
pub mod response;
pub mod zone_game;
pub mod zone_words;
