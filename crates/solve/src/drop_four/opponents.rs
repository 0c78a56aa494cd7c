//! Opponents for response strategies: random ones, greedy ones, and another strategy.
//!
//! Not a proof of anything - the checker gives that - but a test of the whole: thousands of long games on
//! the real board, in which the responder must always find a reply and never see a four against him.
//! Cost: a few hundred nanoseconds per random move, a few microseconds per greedy one.

use certificate::response::{Node, Response, Strategy};
use rules::infinite_four::{Board, Cell, Direction, Position, Side, Stone, Width};

use super::responder::{Pattern, Responder, Stones};

/// Numbers that look random and are the same for the same seed (Steele, Lea, Flood, Fast Splittable
/// Pseudorandom Number Generators, 2014).
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// From a seed.
    pub fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % bound
    }
}

/// How the opponent chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// Any column near the middle.
    Random,
    /// Of a few columns, the one with the longest line.
    Greedy,
}

/// How a game against an opponent ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// So many moves were played without a four.
    GoesOn,
    /// The responder made a four.
    Won,
    /// The opponent made a four: the strategy is not what it claims to be.
    Lost,
    /// The responder had no reply.
    NoReply,
}

/// Stones in a table of columns, for long games.
struct Table {
    board: Board,
    /// Column `start + index`; 0 for X, 1 for O, from the ground up.
    columns: Vec<Vec<Side>>,
    start: i64,
    beyond: i64,
}

impl Table {
    fn index(&self, column: i64) -> Option<usize> {
        usize::try_from(self.board.column(column) - self.start).ok()
    }

    fn drop_stone(&mut self, stone: Stone) -> Cell {
        let column = self.board.column(stone.column);
        if column < self.start {
            let more = (self.start - column) as usize + 64;
            self.columns.splice(0..0, std::iter::repeat_n(Vec::new(), more));
            self.start -= more as i64;
        }
        let index = (column - self.start) as usize;
        if index >= self.columns.len() {
            self.columns.resize(index + 64, Vec::new());
        }
        self.columns[index].push(stone.side);
        self.beyond = self.beyond.max(column + 1);
        Cell { column, row: self.columns[index].len() as u32 }
    }

    /// The longest line of `side` that a stone in `cell` would be part of, at most 4.
    fn longest(&self, side: Side, cell: Cell) -> u32 {
        let mut longest = 1;
        for direction in Direction::ALL {
            let (right, up) = match direction {
                Direction::Across => (1, 0),
                Direction::Up => (0, 1),
                Direction::Rising => (1, 1),
                Direction::Falling => (1, -1),
            };
            let run = |sign: i64| {
                (1..4).take_while(move |step| {
                    let row = i64::from(cell.row) + sign * step * up;
                    let column = cell.column + sign * step * right;
                    row >= 1 && self.at(Cell { column, row: row as u32 }) == Some(side)
                })
            };
            longest = longest.max(1 + run(1).count() as u32 + run(-1).count() as u32);
        }
        longest.min(4)
    }
}

impl Stones for Table {
    fn height(&self, column: i64) -> u32 {
        let stones = self.index(column).and_then(|index| self.columns.get(index));
        stones.map_or(0, |stones| stones.len() as u32)
    }

    fn at(&self, cell: Cell) -> Option<Side> {
        self.columns.get(self.index(cell.column)?)?.get(cell.row as usize - 1).copied()
    }

    fn beyond(&self) -> i64 {
        self.beyond
    }
}

/// Plays `moves` moves of an opponent against a static strategy. On the infinite board the opponent keeps to
/// columns at most `reach` from the middle of the core; for a family of widths the board has `n` repeated words.
pub fn play(
    claim: &Response,
    strategy: &Strategy,
    n: i64,
    opponent: Opponent,
    moves: usize,
    reach: i64,
    dice: &mut Dice,
) -> Outcome {
    let Node::Static(middle) = &strategy.root else {
        return Outcome::NoReply;
    };
    let pattern = Pattern::new(claim, strategy, middle, n);
    let board = pattern.board();
    let (first, last) = pattern.core();
    let columns = match board.width {
        Width::Infinite => ((first + last) / 2 - reach, (first + last) / 2 + reach),
        Width::Columns(_) | Width::Cylinder(_) => (first, last),
    };
    let mut table =
        Table { board, columns: Vec::new(), start: board.column(columns.0).min(columns.0), beyond: last + 1 };
    let opening = strategy.opening.map(|column| Stone { side: claim.responder, column });
    for stone in claim.stones.iter().copied().chain(opening) {
        table.drop_stone(stone);
    }
    let side = claim.responder.other();
    let span = (columns.1 - columns.0 + 1) as u64;
    for _ in 0..moves {
        let mut column = columns.0 + dice.below(span) as i64;
        if opponent == Opponent::Greedy {
            let landing = |column: i64| Cell { column, row: table.height(column) + 1 };
            let mut best = 0;
            for _ in 0..6 {
                let other = columns.0 + dice.below(span) as i64;
                let value =
                    table.longest(side, landing(other)) * 2 + table.longest(side.other(), landing(other));
                if value > best {
                    (best, column) = (value, other);
                }
            }
        }
        let cell = table.drop_stone(Stone { side, column });
        if table.longest(side, cell) == 4 {
            return Outcome::Lost;
        }
        let Some(reply) = pattern.reply(&table, cell) else {
            return Outcome::NoReply;
        };
        let cell = table.drop_stone(Stone { side: claim.responder, column: reply.column });
        if table.longest(claim.responder, cell) == 4 {
            return Outcome::Won;
        }
    }
    Outcome::GoesOn
}

/// The game of two strategies against each other: X follows the first, O the second, each answering the
/// other's last move. X's claim must have one stone, O's none.
pub fn duel(
    x: &(Response, Strategy),
    o: &(Response, Strategy),
    plies: usize,
) -> Option<(Vec<Stone>, Position)> {
    let mut first = Responder::new(&x.0, &x.1, 0, None);
    let mut second = Responder::new(&o.0, &o.1, 0, None);
    let mut record = x.0.stones.clone();
    let mut column = record.last()?.column;
    while record.len() < plies {
        let (side, responder) = match record.len() % 2 {
            1 => (Side::O, &mut second),
            _ => (Side::X, &mut first),
        };
        let reply = responder.answer(column).ok()??;
        column = reply.column;
        record.push(Stone { side, column });
    }
    let position = Position::of(Board::INFINITE, &record).ok()?;
    Some((record, position))
}

#[cfg(test)]
mod tests {
    use super::super::library::{NAMED, named};
    use super::*;
    use rules::infinite_four::{parse_record, write_stones};

    #[test]
    fn no_opponent_beats_a_named_strategy_and_a_reply_is_always_there() {
        for (name, _) in NAMED.iter().filter(|(name, _)| *name != "figure-37") {
            let (claim, strategy) = named(name).unwrap();
            for seed in 0..60 {
                for opponent in [Opponent::Random, Opponent::Greedy] {
                    let mut dice = Dice::new(seed);
                    let reach = 4 + seed as i64 % 20;
                    let outcome = play(&claim, &strategy, 0, opponent, 300, reach, &mut dice);
                    assert_eq!(outcome, Outcome::GoesOn, "{name}, {opponent:?}, seed {seed}");
                }
            }
        }
    }

    #[test]
    fn the_printed_mixture_is_beaten() {
        let (claim, strategy) = named("figure-37").unwrap();
        let lost = (0..2_000).any(|seed| {
            play(&claim, &strategy, 0, Opponent::Greedy, 300, 10, &mut Dice::new(seed)) == Outcome::Lost
        });
        assert!(lost);
    }

    #[test]
    fn the_endless_game_of_figure_39_unfolds_as_printed() {
        let x = named("glass-x-restricted").unwrap();
        let o = named("glass-o-slid-restricted").unwrap();
        let (record, position) = duel(&x, &o, 2_000).unwrap();
        let printed = "X0O-1X-1O4X3O1X1O3X8O7X5O5X7O12X11O9X9";
        assert_eq!(record[..17], parse_record(printed).unwrap(), "{}", write_stones(&record[..40]));
        assert!(position.occupied().all(|column| position.four_at_top(column).is_none()));
    }
}
