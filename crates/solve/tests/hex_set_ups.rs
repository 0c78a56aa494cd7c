//! Positions set up at random, however unbalanced: each is solved, and the proof is accepted.

use hissho_certificate::{Claim, Context, hex};
use hissho_rules::hex::{CellSet, Player, Position, Size};
use hissho_solve::hex::search::HexSearch;
use hissho_solve::limits::Limits;

/// Set-ups tried; `HISSHO_SET_UPS` asks for more (the tests here try few, to be quick).
const SET_UPS: u64 = 60;

/// Solves the position and has its proof checked; what is wrong with it, if anything.
fn fault(position: &Position) -> Option<String> {
    let limits = Limits { nodes: Some(2_000), ..Limits::default() };
    let meter = limits.start();
    // A position that is too hard says nothing about proofs.
    let solution = HexSearch::new(position.size, &meter).solve(position).ok()?;
    let certificate = hex::write(&solution.claim, &solution.evidence);
    match hissho_certificate::check(&certificate, &Context::default()) {
        Ok(proved) if *proved.claim() == Claim::Connection(solution.claim) => None,
        Ok(proved) => Some(format!("it proves {}", proved.claim())),
        Err(refusal) => Some(refusal.to_string()),
    }
}

/// Marsaglia, Xorshift RNGs, 2003.
fn random(seed: &mut u64, below: u64) -> u64 {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    *seed % below
}

#[test]
fn proofs_of_random_unbalanced_set_ups_are_accepted() {
    let wanted = std::env::var("HISSHO_SET_UPS").ok().and_then(|text| text.parse().ok());
    let mut seed = 0x9e37_79b9_7f4a_7c15;
    let (mut solved, mut faults) = (0, Vec::new());
    for _ in 0..wanted.unwrap_or(SET_UPS) {
        let side = 3 + random(&mut seed, 9) as usize;
        let size = Size::new(side, side).unwrap();
        let (black, white) = (random(&mut seed, 45), random(&mut seed, 45));
        let mut stones = [CellSet::EMPTY; 2];
        for cell in size.all().cells() {
            match random(&mut seed, 100) {
                lot if lot < black => stones[0] = stones[0].with(cell),
                lot if lot < black + white => stones[1] = stones[1].with(cell),
                _ => {}
            }
        }
        let mover = [Player::Black, Player::White][random(&mut seed, 2) as usize];
        let Ok(position) = Position::set_up(size, stones[0], stones[1], mover) else { continue };
        solved += 1;
        faults.extend(fault(&position).map(|fault| format!("{position:?}: {fault}")));
    }
    assert!(solved > wanted.unwrap_or(SET_UPS) / 2, "{solved}");
    assert!(faults.is_empty(), "{} of {solved}:\n{}", faults.len(), faults.join("\n"));
}
