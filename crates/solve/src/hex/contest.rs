//! Many games of a proven strategy against opponents who try to break it.
//!
//! The opponent plays at random anywhere, at random among the cells the proof still needs, or where most of both
//! players' current passes. The strategy answers when its proof asks for an answer and otherwise passes, which is
//! harder than the rules demand. Hex has no draws: a game is lost as soon as a reply is missing that was needed.
//! A game ends when the proof needs no cell any more; all empty cells are then the opponent's.
//!
//! Each game has random numbers of its own, so the score does not depend on the threads.

use std::sync::atomic::{AtomicU64, Ordering};

use hissho_certificate::hex::{Geometry, Step, StepError};
use hissho_rules::hex::{Cell, CellSet, Player, Position};

use super::links::Lattice;
use super::order;
use super::strategy::Strategy;
use crate::limits::{Limits, Meter, Stop};
use crate::progress::Progress;

/// Games a thread plays in one go.
const BATCH: u64 = 64;

/// What many games came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Games played.
    pub games: u64,
    /// Games the strategy won.
    pub won: u64,
    /// Why not all games were played.
    pub stopped: Option<Stop>,
}

/// Plays `games` games from `position`, which the owner of `steps` is to win; `seed` makes them repeatable. Tells how
/// many are played.
pub fn play(
    position: &Position,
    owner: Player,
    steps: &[Step],
    (games, seed): (u64, u64),
    limits: &Limits,
    progress: &dyn Progress,
) -> Result<Score, StepError> {
    let strategy = Strategy::new(position.size, owner, steps)?;
    let lattices = [owner, owner.other()].map(|player| Lattice::new(Geometry::new(position.size, player)));
    let contest =
        Contest { position, owner, lattices, games, seed, next: AtomicU64::new(0), meter: limits.start() };
    let work = || contest.work(strategy.clone(), progress);
    let scores: Vec<Score> = std::thread::scope(|scope| {
        let others: Vec<_> = (1..limits.threads).map(|_| scope.spawn(work)).collect();
        let own = work();
        others.into_iter().map(|other| other.join().expect("no game panics")).chain([own]).collect()
    });
    Ok(scores.iter().fold(Score::default(), |all, one| Score {
        games: all.games + one.games,
        won: all.won + one.won,
        stopped: all.stopped.or(one.stopped),
    }))
}

struct Contest<'a> {
    position: &'a Position,
    owner: Player,
    lattices: [Lattice; 2],
    games: u64,
    seed: u64,
    /// The first game nobody has begun.
    next: AtomicU64,
    meter: Meter,
}

impl Contest<'_> {
    fn work(&self, mut strategy: Strategy<'_>, progress: &dyn Progress) -> Score {
        let mut score = Score::default();
        loop {
            let first = self.next.fetch_add(BATCH, Ordering::Relaxed);
            let batch = first..self.games.min(first.saturating_add(BATCH));
            if batch.is_empty() {
                return score;
            }
            if let Err(stop) = self.meter.look().and_then(|()| self.meter.spend(batch.end - batch.start)) {
                return Score { stopped: Some(stop), ..score };
            }
            for game in batch.clone() {
                score.games += 1;
                score.won += u64::from(self.is_won(game, &mut strategy));
            }
            progress.advance(batch.end - batch.start);
        }
    }

    /// Does the strategy win this game?
    fn is_won(&self, game: u64, strategy: &mut Strategy<'_>) -> bool {
        let (size, owner) = (self.position.size, self.owner);
        let mut random = Random(self.seed);
        random = Random(random.next() ^ game);
        strategy.restart();
        // With the move the owner first plays the stone the proof starts from.
        let mut own = self.position.stones(owner).or(strategy.stones().and(size.all()));
        let mut other = self.position.stones(owner.other());
        loop {
            let empty = size.all().minus(own).minus(other);
            let needed = strategy.carrier(own).and(empty);
            if needed.is_empty() {
                other = other.or(empty);
                break;
            }
            let taken = match game % 3 {
                1 => random.cell(needed),
                // Now and then at random, so that the games differ.
                2 if random.below(4) != 0 => busiest(&self.lattices, own, other, empty),
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
        end.is_ok_and(|end| end.winner() == Some(owner))
    }
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
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }
    fn cell(&mut self, among: CellSet) -> Cell {
        let place = self.below(among.len());
        among.cells().nth(place).expect("a place below the number of cells")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::search::solve;
    use crate::progress::Silent;
    use hissho_certificate::hex::Formula;
    use hissho_rules::hex::Size;

    fn score(steps: impl Fn(Vec<Step>) -> Vec<Step>, limits: &Limits) -> Score {
        let position = Position::from_moves(Size::new(4, 4).unwrap(), "32").unwrap();
        let solution = solve(&position, &Limits::default().start()).unwrap();
        let steps = steps(solution.evidence.steps);
        play(&position, solution.winner, &steps, (500, 1), limits, &Silent).unwrap()
    }

    #[test]
    fn a_proven_strategy_wins_every_game_on_any_number_of_threads() {
        for threads in [1, 3] {
            let limits = Limits { threads, ..Limits::default() };
            assert_eq!(score(|steps| steps, &limits), Score { games: 500, won: 500, stopped: None });
        }
    }

    #[test]
    fn a_strategy_for_less_than_the_win_loses_games() {
        let stone = Size::new(4, 4).unwrap().cell("32").unwrap();
        let link = Step::Link { stones: CellSet::of(stone), formula: Formula::Joined(stone, stone) };
        let found = score(|_| vec![link.clone()], &Limits::default());
        assert_eq!(found, Score { games: 500, won: 0, stopped: None });
    }

    #[test]
    fn games_end_at_a_limit() {
        let found = score(|steps| steps, &Limits { nodes: Some(100), threads: 1, ..Limits::default() });
        assert_eq!((found.games, found.stopped), (64, Some(Stop::Nodes)));
    }
}
