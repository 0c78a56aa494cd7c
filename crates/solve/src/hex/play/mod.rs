//! Playing by a proof: [`strategy`] answers every move of the opponent, [`trial_games`] has
//! opponents try to break it.

pub mod strategy;
pub mod trial_games;
