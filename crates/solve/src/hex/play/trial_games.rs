//! Many games of a proven strategy against opponents who try to break it.
//!
//! The opponent plays at random anywhere, at random among the cells the proof still needs, or where
//! most of both players' current passes. The strategy answers when its proof asks for an answer and
//! otherwise passes, which is harder than the rules demand. Hex has no draws: a game is lost as
//! soon as a reply is missing that was needed. A game ends when the proof needs no cell any more;
//! all empty cells are then the opponent's.
//!
//! Each game has random numbers of its own, so the score does not depend on the threads.

use std::sync::atomic::{AtomicU64, Ordering};

use hissho_certificate::hex::{Step, StepError};
use hissho_rules::hex::{Cell, CellSet, Player, Position};

use super::super::board::HexBoard;
use super::super::resistance;
use super::strategy::Strategy;
use crate::limits::{Limits, Meter, Stop};
use crate::parallel;
use crate::progress::Progress;
use crate::random::Dice;

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

/// Plays `games` games from `position`, which the owner of `steps` is to win; `seed` makes them
/// repeatable. Tells how many are played.
pub fn play(
    position: &Position,
    owner: Player,
    steps: &[Step],
    (games, seed): (u64, u64),
    limits: &Limits,
    progress: &dyn Progress,
) -> Result<Score, StepError> {
    let strategy = Strategy::new(position.size, owner, steps)?;
    let boards = HexBoard::of_both(position.size, owner);
    let games_left =
        TrialGames { position, owner, boards, games, seed, next: AtomicU64::new(0), meter: limits.start() };
    let scores = parallel::on_each(limits.threads, |_| games_left.work(strategy.clone(), progress));
    Ok(scores.iter().fold(Score::default(), |all, one| Score {
        games: all.games + one.games,
        won: all.won + one.won,
        stopped: all.stopped.or(one.stopped),
    }))
}

struct TrialGames<'a> {
    position: &'a Position,
    owner: Player,
    boards: [HexBoard; 2],
    games: u64,
    seed: u64,
    /// The first game nobody has begun.
    next: AtomicU64,
    meter: Meter,
}

impl TrialGames<'_> {
    fn work(&self, mut strategy: Strategy, progress: &dyn Progress) -> Score {
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
    fn is_won(&self, game: u64, strategy: &mut Strategy) -> bool {
        let (size, owner) = (self.position.size, self.owner);
        let mut dice = Dice::new(Dice::new(self.seed).roll() ^ game);
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
                1 => cell(&mut dice, needed),
                // Now and then at random, so that the games differ.
                2 if !dice.roll().is_multiple_of(4) => busiest(&self.boards, own, other, empty),
                _ => cell(&mut dice, empty),
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

fn busiest(boards: &[HexBoard; 2], own: CellSet, other: CellSet, empty: CellSet) -> Cell {
    let flow = |board: &HexBoard, stones: CellSet| {
        resistance::currents_between(board, stones, empty, board.geometry.edges()).0
    };
    let (mine, theirs) = (flow(&boards[0], own), flow(&boards[1], other));
    let score = |cell: Cell| mine[usize::from(cell.0)] + theirs[usize::from(cell.0)];
    empty.cells().max_by(|&a, &b| score(a).total_cmp(&score(b))).expect("the caller has an empty cell")
}

/// One of these cells.
fn cell(dice: &mut Dice, among: CellSet) -> Cell {
    let place = (dice.roll() % among.len() as u64) as usize;
    among.cells().nth(place).expect("a place below the number of cells")
}
