//! What accepted sentences are held against: the truth by brute force, where the game is small.
//!
//! Everything here follows the definitions and nothing else: every move is found by trying every position, every
//! formula by trying every number, every play by trying every reply. Nothing is shared with the checkers except what a
//! claim and a rules text are. [`is_true`] answers `None` where brute force does not reach.

mod bricks;
mod hex;
mod impartial;
mod infinite_four;
mod language;
mod laws;
mod line_games;
mod records;
mod words;

use hissho_certificate::Claim;

/// Whether the claim is true, if brute force can say so.
pub fn is_true(claim: &Claim) -> Option<bool> {
    match claim {
        Claim::Automatic(claim) => laws::automatic(claim),
        Claim::Buildings(claim) => bricks::buildings(claim),
        Claim::Connection(claim) => hex::connection(claim),
        Claim::Evaluation(claim) => laws::evaluation(claim),
        Claim::ForcedWin(claim) => infinite_four::forced_win(claim),
        Claim::GrundyBox(claim) => impartial::grundy_box(claim),
        Claim::GrundyPeriod(claim) => impartial::grundy_period(claim),
        Claim::OctalPeriod(claim) => impartial::octal_period(claim),
        Claim::Repetition(claim) => records::repetition(claim),
        Claim::Strategy(claim) => line_games::strategy(claim),
        Claim::Towers(claim) => bricks::towers(claim),
        Claim::Word(claim) => words::word(claim),
        Claim::ZoneGame(claim) => infinite_four::zone_game(claim),
        _ => None,
    }
}

/// False if one is false, unknown if one is unknown and none false, otherwise true.
fn all(parts: impl IntoIterator<Item = Option<bool>>) -> Option<bool> {
    let mut so_far = Some(true);
    for part in parts {
        match part {
            Some(false) => return Some(false),
            Some(true) => {}
            None => so_far = None,
        }
    }
    so_far
}
