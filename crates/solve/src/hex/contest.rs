//! Many games of a proven strategy against opponents who try to break it.
//!
//! The opponent plays at random anywhere, at random among the cells the proof still needs, or where most of both
//! players' current passes. The strategy answers when its proof asks for an answer and otherwise passes, which is
//! harder than the rules demand. Hex has no draws: a game is lost as soon as a reply is missing that was needed.

use certificate::connection::{Geometry, Step, StepError};
use rules::hex::{Cell, CellSet, Player, Position};

use super::links::Lattice;
use super::order;
use super::strategy::Strategy;

/// What many games came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Games played.
    pub games: u64,
    /// Games the strategy won.
    pub won: u64,
}

/// Plays `games` games from `position`, which the owner of `steps` is to win; `seed` makes them repeatable.
pub fn play(
    position: &Position,
    owner: Player,
    steps: &[Step],
    games: u64,
    seed: u64,
) -> Result<Score, StepError> {
    let size = position.size;
    let mut strategy = Strategy::new(size, owner, steps)?;
    let start_own = position.stones(owner);
    // With the move the owner first plays the stone the proof starts from.
    let first = strategy.stones().and(size.all()).minus(start_own);
    let lattices = [owner, owner.other()].map(|player| Lattice::new(Geometry::new(size, player)));
    let mut random = Random(seed);
    let mut score = Score::default();
    for game in 0..games {
        strategy.restart();
        let (mut own, mut other) = (start_own.or(first), position.stones(owner.other()));
        loop {
            let empty = size.all().minus(own).minus(other);
            if empty.is_empty() {
                break;
            }
            let needed = strategy.carrier(own).and(empty);
            let taken = match game % 3 {
                1 if !needed.is_empty() => random.cell(needed),
                // Now and then at random, so that the games differ.
                2 if random.below(4) != 0 => busiest(&lattices, own, other, empty),
                _ => random.cell(empty),
            };
            other = other.with(taken);
            if let Some(reply) = strategy.answer(taken, own)
                && !other.contains(reply)
            {
                own = own.with(reply);
            }
        }
        let (black, white) = if owner == Player::Black { (own, other) } else { (other, own) };
        let end = Position::set_up(size, black, white, owner);
        score.games += 1;
        score.won += u64::from(end.is_ok_and(|end| end.winner() == Some(owner)));
    }
    Ok(score)
}

fn busiest(lattices: &[Lattice; 2], own: CellSet, other: CellSet, empty: CellSet) -> Cell {
    let flow = |lattice: &Lattice, stones: CellSet| {
        order::currents_between(lattice, stones.0, empty.0, lattice.geometry.edges()).0
    };
    let (mine, theirs) = (flow(&lattices[0], own), flow(&lattices[1], other));
    let score = |cell: Cell| mine[usize::from(cell.0)] + theirs[usize::from(cell.0)];
    empty.cells().max_by(|&a, &b| score(a).total_cmp(&score(b))).expect("the caller has an empty cell")
}

/// SplitMix64 (Steele, Lea and Flood 2014).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % limit as u64) as usize
    }
    fn cell(&mut self, among: CellSet) -> Cell {
        let place = self.below(among.len());
        among.cells().nth(place).expect("a place below the number of cells")
    }
}
