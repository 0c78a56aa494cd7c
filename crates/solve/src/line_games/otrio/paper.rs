//! The method of Teramura and Matsuzaki (2019, section 3), for comparing node counts.
//!
//! Plain and/or search for one question. Moves are ordered by the sum, over the lines through the slot, of the paper's
//! points: +10000 fills the line, +100 stops the other side from filling it next, +10 leaves one piece to be placed, +2 may
//! fill it later, +1 stops the other side from filling it later, -2 and -100 the same done to one's own other colour. From
//! the twentieth move on a position in which no colour can fill a line any more is a draw. No symmetry. Positions
//! are remembered with the nodes below them, and a remembered position counts them all again: the number is the one of a
//! search without memory, whatever is forgotten.
//!
//! What the text leaves open, and what is taken here, because it alone comes near the printed numbers:
//! * *can fill* means: the line holds no other colour, and the colour has the pieces for it - in the points and in the
//!   test for a draw. On the lines alone, without the stock, the counts are about ten times the printed ones;
//! * a line that may be filled later is one without a piece (+2), or with one piece of the colour in question (+1, -2);
//! * a win is seen where it can be made: such a position is a leaf, and where the colour to move next could fill a line,
//!   only slots that stop it are tried. A search that plays these moves out counts about two to three times the printed numbers;
//! * moves with equal points: in the order a1L, a1M, a1S, b1L, …, c3S, which is that of the printed tables.
//!
//! Out: the answer, and the exact count. Cost: 16 bytes for a position, four tenths as many positions as the count.

use super::cube::{Cube, Position, Slots, outer_slot};
use crate::engine::{Answer, Outcome, Purse};
use crate::limits::{Limits, Meter, Stop};
use hissho_rules::line_games::{Board, LineGame};

/// The move from which on dead draws are looked for.
const LATE: u32 = 20;

/// Both questions for each position, as [`super::Solver::answers`]; `None` when the game is not one for the cube. The
/// tables of all threads together take up to `bytes`.
pub fn answers(
    boards: &[Board<'_>],
    game: &LineGame,
    bytes: usize,
    limits: &Limits,
    meter: &Meter,
    each: impl FnMut(usize, [Answer; 2]) + Send,
) -> Option<Result<(), Stop>> {
    let mut cube = Cube::new(game)?;
    cube.counts_turns = false;
    let bytes = bytes / limits.threads.min(2 * boards.len()).max(1);
    let ask = |row: usize, side: usize| {
        let known = Counts::with_bytes(bytes);
        let mut search = Paper { cube: &cube, side, known, meter, purse: Purse::default() };
        search.visit(&cube.position(&boards[row]))
    };
    Some(super::ask_all(boards.len(), limits, ask, each))
}

struct Paper<'a> {
    cube: &'a Cube,
    side: usize,
    known: Counts,
    meter: &'a Meter,
    purse: Purse,
}

impl Paper<'_> {
    fn visit(&mut self, position: &Position) -> Outcome {
        let cube = self.cube;
        let colour = usize::from(position.turn);
        let wanted = cube.sides[colour] == self.side;
        let leaf = |yes| Ok(Answer { yes, nodes: 1 });
        if cube.winning(position, colour) != 0 {
            return leaf(wanted);
        }
        let mut slots = cube.placeable(position, colour);
        let is_dead = || position.live.iter().take(cube.colours).all(|&lines| lines == 0);
        if slots == 0 || cube.plies(position) >= LATE && is_dead() {
            return leaf(false);
        }
        if let Some(answer) = self.known.get(position.number()) {
            return Ok(answer);
        }
        self.purse.count(self.meter)?;
        let stops = slots & self.urgent(position);
        if stops != 0 {
            slots = stops;
        }
        let mut moves = [(0, 0); 27];
        let mut count = 0;
        while slots != 0 {
            let slot = slots.trailing_zeros() as usize;
            slots &= slots - 1;
            moves[count] = (-cube.paper_points(position, slot), outer_slot(slot));
            count += 1;
        }
        let moves = &mut moves[..count];
        moves.sort_unstable();
        let mut answer = Answer { yes: !wanted, nodes: 1 };
        for &mut (_, slot) in moves {
            let below = self.visit(&cube.play(position, super::inner_slot(slot)))?;
            answer.nodes += below.nodes;
            if below.yes == wanted {
                answer.yes = wanted;
                break;
            }
        }
        self.known.put(position.number(), answer);
        Ok(answer)
    }

    /// The slots in which the colour that moves next, if it is the other side's, would fill a line.
    fn urgent(&self, position: &Position) -> Slots {
        let cube = self.cube;
        let colour = usize::from(position.turn);
        let next = (colour + 1) % cube.colours;
        if cube.sides[next] == cube.sides[colour] { 0 } else { cube.winning(position, next) }
    }
}

/// A table of answers with exact counts under whole keys, in buckets of four. It doubles while it may; then the smallest
/// count of a full bucket is forgotten, and found again by searching again.
struct Counts {
    /// A key with its answer in the lowest bit, 0 where there is none; and the nodes.
    entries: Vec<[u64; 2]>,
    used: usize,
    most: usize,
}

const WAYS: usize = 4;

impl Counts {
    fn with_bytes(bytes: usize) -> Counts {
        let most = 1 << (bytes / size_of::<[u64; 2]>()).max(1 << 12).ilog2();
        Counts { entries: vec![[0; 2]; most.min(1 << 16)], used: 0, most }
    }

    fn bucket(&mut self, key: u64) -> &mut [[u64; 2]] {
        let mixed = (key ^ key >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let at = (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 16;
        let at = (at as usize * WAYS) & (self.entries.len() - 1);
        &mut self.entries[at..at + WAYS]
    }

    /// The answer for the position with this number, which is below `5^27 < 2^63 - 1`.
    fn get(&mut self, number: u64) -> Option<Answer> {
        let key = (number + 1) << 1;
        let found = self.bucket(key).iter().find(|entry| entry[0] & !1 == key)?;
        Some(Answer { yes: found[0] & 1 == 1, nodes: found[1] })
    }

    fn put(&mut self, number: u64, answer: Answer) {
        if self.used * 4 > self.entries.len() * 3 && self.entries.len() < self.most {
            let twice = vec![[0; 2]; self.entries.len() * 2];
            self.used = 0;
            for [key, nodes] in std::mem::replace(&mut self.entries, twice) {
                if key != 0 {
                    self.place([key, nodes]);
                }
            }
        }
        self.place([(number + 1) << 1 | u64::from(answer.yes), answer.nodes]);
    }

    fn place(&mut self, entry: [u64; 2]) {
        let bucket = self.bucket(entry[0] & !1);
        // A free place counts no nodes, so that it is taken first.
        let place = bucket.iter_mut().min_by_key(|entry| entry[1]).expect("a bucket has entries");
        let was_free = place[0] == 0;
        *place = entry;
        self.used += usize::from(was_free);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The nodes of both questions, with a table of this size.
    fn counts(name: &str, record: &str, bytes: usize) -> [Answer; 2] {
        let game = LineGame::named(name).unwrap();
        let board = Board::after(&game, record).unwrap();
        let limits = Limits { threads: 1, ..Limits::default() };
        let mut found = None;
        answers(&[board], &game, bytes, &limits, &limits.start(), |_, answers| found = Some(answers))
            .unwrap()
            .unwrap();
        found.unwrap()
    }

    #[test]
    fn what_the_table_forgets_does_not_change_the_count() {
        for (name, record) in [("otrio(stock=1)", "b2M"), ("otrio", "a1L c2M")] {
            let [large, small] = [1 << 28, 0].map(|bytes| counts(name, record, bytes));
            assert_eq!(large, small, "{name} {record}");
            assert!(large[0].nodes + large[1].nodes > 200_000, "{large:?} is more than fits 4096 entries");
        }
    }

    #[test]
    fn the_counts_of_the_quickest_rows_round_to_the_printed_ones() {
        // Table 3, millions of nodes for "does the first side win?": a1L c3M 1.4, a1L c2M 1.7.
        for (record, printed) in [("a1L c3M", "1.4"), ("a1L c2M", "1.7")] {
            let [first, _] = counts("otrio", record, 1 << 26);
            assert_eq!(format!("{:.1}", first.nodes as f64 / 1e6), printed, "{record}: {}", first.nodes);
        }
    }
}
