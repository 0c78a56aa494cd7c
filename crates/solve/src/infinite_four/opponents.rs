//! Opponents for response strategies: random ones, greedy ones, and another strategy.
//!
//! Not a proof of anything - the checker gives that - but a test of the whole: thousands of long games on
//! the real board, in which the responder must always find a reply and never see a four against him.
//! Columns are bits: the seven rows around a cell of seven columns give its longest line by one look at a table each.
//! Cost: under a hundred nanoseconds per random move and its reply, a few hundred per greedy one.

use hissho_certificate::infinite_four::response::{Node, Response, Strategy};
use hissho_rules::infinite_four::{Board, Cell, Position, Side, Stone, Width};

use super::responder::{ColumnStones, Pattern, Responder};
use crate::random::Dice;

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
pub enum ContestOutcome {
    /// So many moves were played without a four.
    GoesOn,
    /// The responder made a four.
    Won,
    /// The opponent made a four: the strategy is not what it claims to be.
    Lost,
    /// The responder had no reply.
    NoReply,
}

/// One column: bit `row + 2` of the words of a side, so that rows below the ground are empty.
#[derive(Clone, Debug, Default)]
struct Stack {
    height: u32,
    /// For each 64 bits, those of X and those of O.
    words: Vec<[u64; 2]>,
}

impl Stack {
    /// The rows `row - 3` to `row + 3` of a side as seven bits, the lowest first.
    fn seven(&self, side: Side, row: u32) -> u32 {
        let (word, shift) = ((row - 1) as usize / 64, (row - 1) % 64);
        let get = |word: usize| self.words.get(word).map_or(0, |sides| sides[side as usize]);
        let low = get(word) >> shift;
        let high = if shift > 57 { get(word + 1) << (64 - shift) } else { 0 };
        ((low | high) & 127) as u32
    }
}

/// For seven bits in a row, the length of the run through the middle one, which counts as set.
const RUN: [u8; 128] = {
    let mut runs = [1; 128];
    let mut bits = 0;
    while bits < 128 {
        let mut right = 4;
        while right < 7 && bits >> right & 1 == 1 {
            right += 1;
            runs[bits] += 1;
        }
        let mut left = 3;
        while left > 0 && bits >> (left - 1) & 1 == 1 {
            left -= 1;
            runs[bits] += 1;
        }
        bits += 1;
    }
    runs
};

/// The stones of a long game, for any number of games one after the other.
#[derive(Clone, Debug)]
struct Table {
    /// Column `start + index`.
    stacks: Vec<Stack>,
    start: i64,
    /// The number of columns of a cylinder, all of which have their stacks; 0 on other boards.
    ring: i64,
    beyond: i64,
}

impl Table {
    fn new(board: Board, start: i64, beyond: i64) -> Table {
        let ring = if let Width::Cylinder(width) = board.width { width } else { 0 };
        Table { stacks: vec![Stack::default(); ring as usize], start, ring, beyond }
    }

    fn clear(&mut self, beyond: i64) {
        for stack in self.stacks.iter_mut().filter(|stack| stack.height > 0) {
            stack.height = 0;
            stack.words.clear();
        }
        self.beyond = beyond;
    }

    /// The place of a column; on a cylinder, of one at most a turn away.
    fn place(&self, column: i64) -> i64 {
        match column - self.start {
            before if before < 0 => before + self.ring,
            after if after >= self.ring && self.ring > 0 => after - self.ring,
            inside => inside,
        }
    }

    fn stack(&self, column: i64) -> Option<&Stack> {
        self.stacks.get(usize::try_from(self.place(column)).ok()?)
    }

    fn drop_stone(&mut self, stone: Stone) -> Cell {
        let column = self.start + self.place(stone.column);
        if column < self.start {
            let more = (self.start - column) as usize + 64;
            self.stacks.splice(0..0, std::iter::repeat_n(Stack::default(), more));
            self.start -= more as i64;
        }
        let index = (column - self.start) as usize;
        if index >= self.stacks.len() {
            self.stacks.resize(index + 64, Stack::default());
        }
        let stack = &mut self.stacks[index];
        stack.height += 1;
        let bit = stack.height as usize + 2;
        if bit / 64 >= stack.words.len() {
            stack.words.push([0; 2]);
        }
        stack.words[bit / 64][stone.side as usize] |= 1 << (bit % 64);
        self.beyond = self.beyond.max(column + 1);
        Cell { column, row: stack.height }
    }

    /// The longest line of `side` that a stone in `cell` is or would be part of, at most 4.
    fn longest(&self, side: Side, cell: Cell) -> u8 {
        let (mut across, mut rising, mut falling, mut up) = (0, 0, 0, 0);
        for step in 0..7 {
            let Some(stack) = self.stack(cell.column + step - 3) else { continue };
            let seven = stack.seven(side, cell.row);
            across |= (seven >> 3 & 1) << step;
            rising |= (seven >> step & 1) << step;
            falling |= (seven >> (6 - step) & 1) << step;
            if step == 3 {
                up = seven;
            }
        }
        [across, rising, falling, up]
            .map(|line: u32| RUN[line as usize])
            .into_iter()
            .max()
            .unwrap_or(1)
            .min(4)
    }
}

impl ColumnStones for Table {
    fn height(&self, column: i64) -> u32 {
        self.stack(column).map_or(0, |stack| stack.height)
    }

    fn at(&self, cell: Cell) -> Option<Side> {
        let stack = self.stack(cell.column).filter(|stack| (1..=stack.height).contains(&cell.row))?;
        let bit = cell.row as usize + 2;
        Some(if stack.words[bit / 64][Side::X as usize] >> (bit % 64) & 1 == 1 { Side::X } else { Side::O })
    }

    fn beyond(&self) -> i64 {
        self.beyond
    }
}

/// A static strategy made ready for many games.
#[derive(Clone, Debug)]
pub struct Course<'a> {
    claim: &'a Response,
    strategy: &'a Strategy,
    pattern: Pattern,
    /// The zone heights of the columns from `from` on.
    heights: Vec<u32>,
    from: i64,
    table: Table,
}

impl<'a> Course<'a> {
    /// Nothing for a tree of replies. A family of widths is played on the board with `n` repeated words.
    pub fn new(claim: &'a Response, strategy: &'a Strategy, n: i64) -> Option<Course<'a>> {
        let Node::Static(middle) = &strategy.root else {
            return None;
        };
        let pattern = Pattern::new(claim, strategy, middle, n);
        let board = pattern.board();
        let (first, last) = pattern.core();
        let (from, to) = match board.width {
            Width::Infinite => (first - 200, last + 200),
            Width::Columns(_) | Width::Cylinder(_) => (first, last),
        };
        let heights = (from..=to).map(|column| pattern.zone_height(column)).collect();
        let table = Table::new(board, from, last + 1);
        Some(Course { claim, strategy, pattern, heights, from, table })
    }

    /// Plays `moves` moves of an opponent. On the infinite board the opponent keeps to columns at most `reach` from
    /// the middle of the core.
    pub fn play(&mut self, opponent: Opponent, moves: usize, reach: i64, dice: &mut Dice) -> ContestOutcome {
        let (first, last) = self.pattern.core();
        let columns = match self.pattern.board().width {
            Width::Infinite => ((first + last) / 2 - reach, (first + last) / 2 + reach),
            Width::Columns(_) | Width::Cylinder(_) => (first, last),
        };
        self.table.clear(last + 1);
        let own = self.claim.responder;
        let opening = self.strategy.opening.map(|column| Stone { side: own, column });
        for stone in self.claim.stones.iter().copied().chain(opening) {
            self.table.drop_stone(stone);
        }
        for _ in 0..moves {
            let column = self.choose(opponent, columns, dice);
            let cell = self.table.drop_stone(Stone { side: own.other(), column });
            if self.table.longest(own.other(), cell) == 4 {
                return ContestOutcome::Lost;
            }
            let Some(column) = self.reply(column, cell) else {
                return ContestOutcome::NoReply;
            };
            let cell = self.table.drop_stone(Stone { side: own, column });
            if self.table.longest(own, cell) == 4 {
                return ContestOutcome::Won;
            }
        }
        ContestOutcome::GoesOn
    }

    fn choose(&self, opponent: Opponent, (first, last): (i64, i64), dice: &mut Dice) -> i64 {
        let mut any = || first + dice.below((last - first + 1) as u64) as i64;
        let mut column = any();
        if opponent == Opponent::Greedy {
            let side = self.claim.responder.other();
            let mut best = 0;
            for _ in 0..6 {
                let other = any();
                let cell = Cell { column: other, row: self.table.height(other) + 1 };
                let value = self.table.longest(side, cell) * 2 + self.table.longest(side.other(), cell);
                if value > best {
                    (best, column) = (value, other);
                }
            }
        }
        column
    }

    /// The column of the reply to a stone that was dropped into `column` and came to rest in `cell`.
    fn reply(&self, column: i64, cell: Cell) -> Option<i64> {
        let height = usize::try_from(column - self.from).ok().and_then(|index| self.heights.get(index));
        match height {
            Some(&height) if cell.row > height => Some(column),
            _ => self.pattern.reply(&self.table, cell).map(|reply| reply.column),
        }
    }
}

/// One game of an opponent against a static strategy; see [`Course`].
pub fn play(
    (claim, strategy): &(Response, Strategy),
    opponent: Opponent,
    moves: usize,
    reach: i64,
    dice: &mut Dice,
) -> ContestOutcome {
    match Course::new(claim, strategy, 2) {
        Some(mut course) => course.play(opponent, moves, reach, dice),
        None => ContestOutcome::NoReply,
    }
}

/// The opponent of a number: random and greedy ones in turn, near the middle and further out.
pub fn numbered(game: u64) -> (Opponent, i64, Dice) {
    let opponent = if game.is_multiple_of(2) { Opponent::Random } else { Opponent::Greedy };
    (opponent, 4 + (game % 29) as i64, Dice::new(game))
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
    use super::super::library::{NAMED, named, on_cylinder};
    use super::*;
    use hissho_certificate::infinite_four::response::Arena;
    use hissho_rules::infinite_four::{parse_record, write_stones};

    /// Every named strategy but the refused one, on the infinite board and on the smallest cylinders it closes to.
    fn boards() -> Vec<(String, (Response, Strategy))> {
        let mut boards = Vec::new();
        for (name, _) in NAMED.iter().filter(|(name, _)| *name != "figure-37") {
            let loaded = named(name).unwrap();
            let rings = (5..30).filter_map(|width| on_cylinder(&loaded, width)).take(2);
            boards.extend(rings.map(|ring| (format!("{name}: {}", ring.0), ring)));
            boards.push(((*name).to_owned(), loaded));
        }
        boards
    }

    #[test]
    fn no_opponent_beats_a_named_strategy_and_a_reply_is_always_there() {
        let boards = boards();
        assert_eq!(boards.iter().filter(|(_, loaded)| loaded.0.arena != Arena::Infinite).count(), 18);
        for (name, (claim, strategy)) in &boards {
            let mut course = Course::new(claim, strategy, 0).unwrap();
            for game in 0..120 {
                let (opponent, reach, mut dice) = numbered(game);
                let outcome = course.play(opponent, 300, reach, &mut dice);
                assert_eq!(outcome, ContestOutcome::GoesOn, "{name}, {opponent:?}, game {game}");
            }
        }
    }

    #[test]
    fn the_printed_mixture_is_beaten() {
        let (claim, strategy) = named("figure-37").unwrap();
        let mut course = Course::new(&claim, &strategy, 0).unwrap();
        let lost = (0..2_000)
            .any(|seed| course.play(Opponent::Greedy, 300, 10, &mut Dice::new(seed)) == ContestOutcome::Lost);
        assert!(lost);
    }

    #[test]
    fn the_table_of_bits_sees_the_same_fours_as_the_rules() {
        let mut dice = Dice::new(7);
        for (width, columns) in [(Width::Infinite, 9), (Width::Cylinder(5), 5), (Width::Cylinder(9), 9)] {
            let board = Board { width, height: None };
            let (mut fours, mut games) = (0, 0);
            while games < 200 {
                let mut table = Table::new(board, 0, 0);
                let mut position = Position::new(board);
                games += 1;
                for ply in 0..150 {
                    let side = if dice.below(2) == 0 { Side::X } else { Side::O };
                    // Now and then one column grows far above the others, across the words of bits.
                    let column = if ply < 70 { 4 } else { dice.below(columns) as i64 };
                    let cell = table.drop_stone(Stone { side, column });
                    position.drop_stone(Stone { side, column }).unwrap();
                    assert_eq!(ColumnStones::at(&table, cell), Some(side));
                    let four = position.four_at_top(column).is_some();
                    assert_eq!(table.longest(side, cell) == 4, four, "{width:?} {cell}");
                    fours += u32::from(four);
                }
            }
            assert!(fours > 0);
        }
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
