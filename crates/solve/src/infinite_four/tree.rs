//! Proof-number search for reply trees: the responder branches on the opponent's moves until a static strategy fits.
//!
//! The core is a fixed range of columns between follow-up columns and CUPs; which range, and so how the tails lie, is
//! for the caller to vary. A column with `settled` stones or more is answered on top from then on and branched on no
//! more: without that the opponent could put off everything by stacking. So each game in the core ends. A position
//! with the responder to move is good if some reply makes a four, or leaves a position with a static strategy,
//! or leaves one in which every move of the opponent in an unsettled column leads to a good position. It is bad as soon
//! as the opponent threatens two fours, or may get a line with the cells that fall to him in tails and settled columns -
//! even if the responder could then make a four: the opponent may have had his before.
//!
//! Out: a node of [`hissho_certificate::infinite_four::response`]; positions reached twice are written once. "No" says that no tree of this
//! form exists for this core, not that the opponent wins.
//! Cost: for each position one question to the automaton of [`super::search`], some tens of microseconds.

use std::sync::{Mutex, PoisonError};

use hissho_certificate::infinite_four::response::{Branch, Node};
use hissho_rules::infinite_four::{Position, Side};
use rustc_hash::FxHashMap;

use super::search::{Automaton, EMPTY, Edge, Stack, height, is_own, stack_of};
use crate::engine::proof_number::{self, ProofTable};
use crate::engine::{Game, Look, Mover};
use crate::limits::{Meter, Stop};

/// No core has more columns.
pub const MOST_COLUMNS: usize = 24;
/// Columns are settled at the latest with so many stones.
pub const MOST_STONES: u32 = 12;
/// Bytes for the table of a search.
const TABLE: usize = 1 << 30;

/// A position of the core: its columns, and the column of the opponent's last stone if the responder is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Spot {
    stacks: [u16; MOST_COLUMNS],
    last: Option<u8>,
}

/// A tree search for one core.
pub struct TreeSearch {
    responder: Side,
    first: i64,
    columns: usize,
    settled: u32,
    automaton: Mutex<Automaton>,
    /// What was seen of positions with the responder to move: the best reply known without search.
    seen: Mutex<FxHashMap<Spot, Look>>,
    table: ProofTable<Spot>,
}

impl TreeSearch {
    /// For the responder, with a follow-up column and CUPs outside `first` to `last`; columns with `settled` stones are
    /// answered on top. Nothing if the core has too many columns.
    pub fn new(responder: Side, first: i64, last: i64, settled: u32) -> Option<TreeSearch> {
        let columns =
            usize::try_from(last - first + 1).ok().filter(|count| (1..=MOST_COLUMNS).contains(count))?;
        Some(TreeSearch {
            responder,
            first,
            columns,
            settled: settled.clamp(1, MOST_STONES),
            automaton: Mutex::new(Automaton::new(Edge::FollowUp, settled.clamp(1, MOST_STONES))),
            seen: Mutex::new(FxHashMap::default()),
            table: ProofTable::with_bytes(TABLE),
        })
    }

    /// The stones that settle a column.
    pub fn settled(&self) -> u32 {
        self.settled
    }

    /// Whether the responder holds the position, the opponent to move. The stones must lie in the core.
    pub fn holds(&self, position: &Position, meter: &Meter) -> Result<bool, Stop> {
        let Some(spot) = self.spot(position) else { return Ok(false) };
        if self.fits(&spot) {
            return Ok(true);
        }
        Ok(proof_number::search(self, &spot, &self.table, meter)?.yes)
    }

    /// The tree for a position that the responder holds, the opponent to move.
    pub fn tree(&self, position: &Position, meter: &Meter) -> Result<Option<Node>, Stop> {
        match self.spot(position) {
            Some(spot) => self.node(&spot, 0, &mut FxHashMap::default(), meter),
            None => Ok(None),
        }
    }

    /// The moves of the opponent, from left to right, that were not answered when the search ended.
    pub fn unanswered(&self, position: &Position) -> Vec<i64> {
        let Some(spot) = self.spot(position) else { return Vec::new() };
        let open = (0..self.columns).filter(|&column| !self.is_settled(spot.stacks[column]));
        let unanswered = open.filter(|&column| {
            let after = self.play(&spot, column as u8);
            self.glance(&after) != Err(Look::Yes) && self.table.answer(self.key(&after)) != Some(true)
        });
        unanswered.map(|column| self.first + column as i64).collect()
    }

    fn spot(&self, position: &Position) -> Option<Spot> {
        let mut stacks = [EMPTY as u16; MOST_COLUMNS];
        for (index, stack) in stacks.iter_mut().enumerate().take(self.columns) {
            let column = self.first + index as i64;
            if position.height(column) > MOST_STONES {
                return None;
            }
            *stack = stack_of(position, self.responder, column) as u16;
        }
        let inside = |column: i64| (self.first..self.first + self.columns as i64).contains(&column);
        position.occupied().all(inside).then_some(Spot { stacks, last: None })
    }

    fn stacks(&self, spot: &Spot) -> Vec<Stack> {
        spot.stacks[..self.columns].iter().map(|&stack| Stack::from(stack)).collect()
    }

    fn is_settled(&self, stack: u16) -> bool {
        height(Stack::from(stack)) >= self.settled
    }

    fn fits(&self, spot: &Spot) -> bool {
        let mut automaton = self.automaton.lock().unwrap_or_else(PoisonError::into_inner);
        automaton.fits(&self.stacks(spot))
    }

    /// Whether a stone of one side in a column makes a four.
    fn makes_four(&self, spot: &Spot, column: usize, own: bool) -> bool {
        let row = height(spot.stacks[column].into()) as i64 + 1;
        let has = |right: i64, up: i64| {
            let stack = usize::try_from(column as i64 + right).ok().filter(|&column| column < self.columns);
            let stack = Stack::from(stack.map_or(EMPTY as u16, |column| spot.stacks[column]));
            let row = row + up;
            row >= 1 && row <= i64::from(height(stack)) && is_own(stack, row as u32) == own
        };
        let run = |right: i64, up: i64| (1..4).take_while(|step| has(step * right, step * up)).count();
        [(1, 0), (0, 1), (1, 1), (1, -1)].iter().any(|&(right, up)| run(right, up) + run(-right, -up) >= 3)
    }

    /// Whether the opponent may get a line without another move in an unsettled column.
    fn is_lost(&self, spot: &Spot) -> bool {
        let columns = self.columns as i64;
        let highest = spot.stacks.iter().map(|&stack| height(stack.into())).max().unwrap_or(0).max(2);
        // His: the place of the pair, or none for a cell that is his for certain.
        let his = |column: i64, row: u32| -> Option<Option<i64>> {
            let beyond = if column < 0 { -column - 1 } else { column - columns };
            let (zone, stones) = match usize::try_from(column).ok().filter(|&column| column < self.columns) {
                None => ([0, 2, 1, 1, 2][(beyond % 5) as usize], 0),
                Some(column) => {
                    let stack = Stack::from(spot.stacks[column]);
                    let stones = height(stack);
                    if row <= stones {
                        return (!is_own(stack, row)).then_some(None);
                    }
                    // The column of the last stone is not settled before the reply.
                    if stones < self.settled || spot.last == Some(column as u8) {
                        return None;
                    }
                    (0, stones)
                }
            };
            if row > stones + zone {
                return ((row - stones - zone) % 2 == 1).then_some(None);
            }
            let pair = if row == 2 { 2 } else { i64::from(beyond % 5 > 2) };
            Some(Some((beyond / 5 * 3 + pair) * if column < 0 { -1 } else { 1 }))
        };
        for column in -3..columns {
            for row in 1..=highest + 2 {
                for slope in 0..3 {
                    let up = |step: u32| [0, step, 3 - step][slope];
                    let mut pairs = Vec::new();
                    let open = (0..4).all(|step| match his(column + i64::from(step), row + up(step)) {
                        None => false,
                        Some(None) => true,
                        Some(Some(pair)) => {
                            pairs.push((column + i64::from(step) < 0, pair));
                            true
                        }
                    });
                    pairs.sort_unstable();
                    if open && !pairs.windows(2).any(|two| two[0] == two[1]) {
                        return true;
                    }
                }
            }
        }
        // Three of his on top of a settled column: the fourth is his as well.
        let three = |stack: u16| self.is_settled(stack) && stack >= 8 && stack & 7 == 0;
        (0..self.columns).any(|column| spot.last != Some(column as u8) && three(spot.stacks[column]))
    }

    /// The columns in which a reply is possible, the nearest to the opponent's stone first.
    fn replies(&self, spot: &Spot, last: u8) -> Vec<u8> {
        let open = |&column: &u8| column == last || !self.is_settled(spot.stacks[usize::from(column)]);
        let mut replies: Vec<u8> = (0..self.columns as u8).filter(open).collect();
        let threats: Vec<u8> =
            (0..self.columns as u8).filter(|&column| self.makes_four(spot, column.into(), false)).collect();
        match threats.as_slice() {
            [] => replies.sort_by_key(|&column| column.abs_diff(last)),
            &[threat] => replies.retain(|&column| column == threat),
            _ => replies.clear(),
        }
        replies
    }

    fn winning_reply(&self, spot: &Spot, last: u8) -> Option<u8> {
        let open = |&column: &u8| column == last || !self.is_settled(spot.stacks[usize::from(column)]);
        (0..self.columns as u8).filter(open).find(|&column| self.makes_four(spot, column.into(), true))
    }

    fn fitting_reply(&self, spot: &Spot, replies: &[u8]) -> Option<u8> {
        let replies: Vec<usize> = replies.iter().map(|&column| column.into()).collect();
        let mut automaton = self.automaton.lock().unwrap_or_else(PoisonError::into_inner);
        automaton.fitting_reply(&self.stacks(spot), &replies).map(|column| column as u8)
    }

    /// The node in force, the opponent to move, with at least so many levels of branches; `written` numbers the nodes
    /// with branches.
    fn node(
        &self,
        spot: &Spot,
        levels: usize,
        written: &mut FxHashMap<Spot, usize>,
        meter: &Meter,
    ) -> Result<Option<Node>, Stop> {
        let core = {
            let mut automaton = self.automaton.lock().unwrap_or_else(PoisonError::into_inner);
            automaton.core(&self.stacks(spot), self.first)
        };
        if let Some(core) = core.filter(|_| levels == 0) {
            return Ok(Some(Node::Static(core)));
        }
        if let Some(&number) = written.get(spot) {
            return Ok(Some(Node::Same(number)));
        }
        written.insert(*spot, written.len());
        let mut branches = Vec::new();
        for column in
            (0..self.columns as u8).filter(|&column| !self.is_settled(spot.stacks[usize::from(column)]))
        {
            let after = self.play(spot, column);
            let (reply, then) = match self.winning_reply(&after, column) {
                Some(reply) => (reply, Some(Node::Won)),
                None => {
                    let replies = self.replies(&after, column);
                    let fitting = self.fitting_reply(&after, &replies);
                    let Some(reply) = fitting.map_or_else(
                        || self.known_reply(&after, &replies, written, meter),
                        |reply| Ok(Some(reply)),
                    )?
                    else {
                        return Ok(None);
                    };
                    (reply, self.node(&self.play(&after, reply), levels.saturating_sub(1), written, meter)?)
                }
            };
            let Some(then) = then else { return Ok(None) };
            let name = |column: u8| self.first + i64::from(column);
            branches.push(Branch { column: name(column), reply: name(reply), then });
        }
        Ok(Some(Node::Branches(branches)))
    }

    /// A reply that the search found good; one that leads to a node already written if there is one.
    fn known_reply(
        &self,
        after: &Spot,
        replies: &[u8],
        written: &FxHashMap<Spot, usize>,
        meter: &Meter,
    ) -> Result<Option<u8>, Stop> {
        let is_good = |&reply: &u8| self.table.answer(self.play(after, reply)) == Some(true);
        let good: Vec<u8> = replies.iter().copied().filter(is_good).collect();
        let again = good.iter().find(|&&reply| written.contains_key(&self.play(after, reply)));
        if let Some(&reply) = again.or(good.first()) {
            return Ok(Some(reply));
        }
        // The table has forgotten it.
        for &reply in replies {
            if proof_number::search(self, &self.play(after, reply), &self.table, meter)?.yes {
                return Ok(Some(reply));
            }
        }
        Ok(None)
    }
}

impl Game for TreeSearch {
    type Position = Spot;
    type Move = u8;
    type Key = Spot;

    fn key(&self, spot: &Spot) -> Spot {
        // The last column matters only if it has become settled with this stone.
        let last = spot.last.map(|last| {
            if self.is_settled(spot.stacks[usize::from(last)]) { last } else { MOST_COLUMNS as u8 }
        });
        Spot { last, ..*spot }
    }

    fn mover(&self, spot: &Spot) -> Mover {
        if spot.last.is_some() { Mover::Prover } else { Mover::Refuter }
    }

    fn look(&self, spot: &Spot, moves: &mut Vec<u8>) -> Look {
        let Some(last) = spot.last else {
            if (0..self.columns).any(|column| self.makes_four(spot, column, false)) || self.is_lost(spot) {
                return Look::No;
            }
            let middle = (self.columns / 2) as u8;
            let open = |&column: &u8| !self.is_settled(spot.stacks[usize::from(column)]);
            let mut open: Vec<u8> = (0..self.columns as u8).filter(open).collect();
            open.sort_by_key(|&column| column.abs_diff(middle));
            moves.extend(&open);
            return if open.is_empty() { Look::No } else { Look::Open };
        };
        let replies = self.replies(spot, last);
        let key = self.key(spot);
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner).get(&key).copied();
        let look = seen.unwrap_or_else(|| {
            // A line of the opponent that the last stone completed comes before any reply.
            let lost = self.is_lost(spot);
            let answered =
                || self.winning_reply(spot, last).is_some() || self.fitting_reply(spot, &replies).is_some();
            let look = match (lost, replies.is_empty()) {
                (true, _) => Look::No,
                _ if answered() => Look::Yes,
                (_, true) => Look::No,
                _ => Look::Open,
            };
            self.seen.lock().unwrap_or_else(PoisonError::into_inner).insert(key, look);
            look
        });
        if look == Look::Open {
            moves.extend(replies);
        }
        look
    }

    fn play(&self, spot: &Spot, column: u8) -> Spot {
        let mut next = *spot;
        let stack = &mut next.stacks[usize::from(column)];
        *stack = *stack << 1 | u16::from(spot.last.is_some());
        next.last = if spot.last.is_some() { None } else { Some(column) };
        next
    }
}

#[cfg(test)]
mod tests {
    use super::super::responder::Responder;
    use super::super::search::strategy_with;
    use super::*;
    use crate::limits::Limits;
    use crate::random::Dice;
    use hissho_certificate::infinite_four::response;
    use hissho_rules::infinite_four::{Board, parse_stones};

    /// A position with a static strategy, written as a tree of two levels all the same.
    #[test]
    fn a_tree_with_settled_columns_and_shared_positions_is_accepted_and_forged_ones_are_refused() {
        let meter = Limits::default().start();
        let stones = parse_stones("X0 O1").unwrap();
        let position = Position::of(Board::INFINITE, &stones).unwrap();
        let search = TreeSearch::new(Side::O, -5, 5, 2).unwrap();
        assert_eq!(search.holds(&position, &meter), Ok(true));
        let spot = search.spot(&position).unwrap();
        let root = search.node(&spot, 2, &mut FxHashMap::default(), &meter).unwrap().unwrap();
        let (claim, strategy) = strategy_with(&stones, Side::O, None, (-5, 5), Edge::FollowUp, 2, root);
        let text = response::write(&claim, &strategy);
        let accepted = |text: &str| hissho_certificate::check(text, &hissho_certificate::Context::default());
        accepted(&text).unwrap_or_else(|error| panic!("{error}"));

        // Along the tree, in settled columns and in the tails, at random.
        for seed in 0..100 {
            let mut dice = Dice::new(seed);
            let mut responder = Responder::new(&claim, &strategy, 0, None);
            for _ in 0..60 {
                let column = dice.below(21) as i64 - 10;
                let reply = responder.answer(column).unwrap().expect("a reply, and no four of X");
                if responder.position.four_at_top(reply.column).is_some() {
                    break;
                }
            }
        }

        let lines = hissho_testkit::unsigned(&text);
        let line = |start: &str| lines.iter().position(|line| line.starts_with(start)).unwrap();
        let refusal = |index: usize, to: &str| {
            let mut lines = lines.clone();
            to.clone_into(&mut lines[index]);
            accepted(&hissho_testkit::sign(&lines)).map(|_| ()).unwrap_err().to_string()
        };
        for (index, to, reason) in [
            (line("settled"), "settled 3", "a branch is needed for each column"),
            (line("settled"), "settled 1", "a branch is needed for each column"),
            (line("on -5"), "on -5 reply 6", "the reply must be in the core"),
            (line("stones"), "stones X0 O2", "after X"),
        ] {
            let said = refusal(index, to);
            assert!(said.contains(reason), "{to}: {said}");
        }
        for number in ["0", "1", "4000000000"] {
            if let Some(index) = lines.iter().position(|line| line.starts_with("same ")) {
                let said = refusal(index, &format!("same {number}"));
                assert!(said.contains("has another position"), "{number}: {said}");
            }
        }
        let mut fewer = lines.clone();
        fewer.remove(line("on 3"));
        assert!(accepted(&hissho_testkit::sign(&fewer)).is_err());
        // A settled column has no zone any more.
        let zone = lines.iter().rposition(|line| line.starts_with("static ")).unwrap();
        assert!(refusal(zone, "static 9 9 9 9 9 9 9 9 9 9 9").contains("after X"));
    }

    /// The line that distance 1 turns on: a four of O does not help where X may have made his before.
    #[test]
    fn a_four_of_the_responder_is_no_answer_to_a_line_completed_before() {
        let meter = Limits::default().start();
        let stones = parse_stones("X0 X1 O2 X-1 O-2 X-6 O-5 X-5 O-5 X0 O0 X-2 O1 X-3 O-3 X-3 O-3 X-1 O2");
        let position = Position::of(Board::INFINITE, &stones.unwrap()).unwrap();
        let search = TreeSearch::new(Side::O, -6, 6, 3).unwrap();
        assert_eq!(search.holds(&position, &meter), Ok(false));
        assert!(search.unanswered(&position).contains(&-1));
    }

    #[test]
    fn three_in_a_row_with_open_ends_are_not_held() {
        let meter = Limits::default().start();
        let position = Position::of(Board::INFINITE, &parse_stones("X0 X1 X2 O9").unwrap()).unwrap();
        assert_eq!(TreeSearch::new(Side::O, -6, 9, 3).unwrap().holds(&position, &meter), Ok(false));
    }
}
