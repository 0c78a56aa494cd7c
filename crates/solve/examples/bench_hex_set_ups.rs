//! Hex positions set up at random, however unbalanced: `cargo xtask bench hex_set_ups [COUNT
//! [SEED]]`.
//!
//! Boards of 3 to 11 columns and rows, up to 45 % of the cells of each colour, either side to move.
//! Each position is solved within 2,000 nodes and its proof given to the checker. To give up is
//! allowed, a refused proof is a fault; the command ends with 1 if there is any. COUNT is 20,000
//! unless given. A test runs few of them.

use hissho_certificate::{Claim, Context, hex};
use hissho_rules::hex::{CellSet, Player, Position, Size};
use hissho_solve::hex::search::HexSearch;
use hissho_solve::limits::Limits;

/// What became of the set-ups.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    /// Solved, and the proof accepted.
    pub(crate) accepted: u64,
    /// Given up within the nodes allowed.
    pub(crate) given_up: u64,
    /// Positions whose proof was refused, with the reason.
    pub(crate) faults: Vec<String>,
}

/// Solves so many random set-ups.
pub(crate) fn run(count: u64, mut seed: u64) -> Outcome {
    let mut outcome = Outcome::default();
    for _ in 0..count {
        let position = set_up(&mut seed);
        match solve(&position) {
            Some(Ok(())) => outcome.accepted += 1,
            Some(Err(fault)) => outcome.faults.push(format!("{position:?}: {fault}")),
            None => outcome.given_up += 1,
        }
    }
    outcome
}

fn set_up(seed: &mut u64) -> Position {
    let side = 3 + random(seed, 9) as usize;
    let size = Size::new(side, side).expect("a side from 3 to 11");
    let (black, white) = (random(seed, 45), random(seed, 45));
    let mut stones = [CellSet::EMPTY; 2];
    for cell in size.all().cells() {
        match random(seed, 100) {
            lot if lot < black => stones[0] = stones[0].with(cell),
            lot if lot < black + white => stones[1] = stones[1].with(cell),
            _ => {}
        }
    }
    let mover = [Player::Black, Player::White][random(seed, 2) as usize];
    Position::set_up(size, stones[0], stones[1], mover).expect("stones on different cells of the board")
}

/// Whether the checker accepts the proof; nothing if the position is too hard, which says nothing
/// about proofs.
fn solve(position: &Position) -> Option<Result<(), String>> {
    let limits = Limits { nodes: Some(2_000), ..Limits::default() };
    let meter = limits.start();
    let solution = HexSearch::new(position.size, &meter).solve(position).ok()?;
    let certificate = hex::write(&solution.claim, &solution.evidence);
    Some(match hissho_certificate::check(&certificate, &Context::default()) {
        Ok(proved) if *proved.claim() == Claim::Connection(solution.claim) => Ok(()),
        Ok(proved) => Err(format!("it proves {}", proved.claim())),
        Err(refusal) => Err(refusal.to_string()),
    })
}

/// Marsaglia, Xorshift RNGs, 2003.
fn random(seed: &mut u64, below: u64) -> u64 {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    *seed % below
}

#[allow(dead_code)] // a test has this file as a module
fn main() -> std::process::ExitCode {
    let number = |at: usize| std::env::args().nth(at).and_then(|word| word.parse().ok());
    let count: u64 = number(1).unwrap_or(20_000);
    let mut seed = number(2).unwrap_or(0x9e37_79b9_7f4a_7c15);
    let mut all = Outcome::default();
    let mut done = 0;
    while done < count {
        let part = run((count - done).min(500), seed);
        done += 500;
        seed = seed.wrapping_mul(0x2545_f491_4f6c_dd1d) | 1;
        part.faults.iter().for_each(|fault| println!("{fault}"));
        all.accepted += part.accepted;
        all.given_up += part.given_up;
        all.faults.extend(part.faults);
        println!("{} accepted, {} given up, {} refused", all.accepted, all.given_up, all.faults.len());
    }
    if all.faults.is_empty() { std::process::ExitCode::SUCCESS } else { std::process::ExitCode::FAILURE }
}
