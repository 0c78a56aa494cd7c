//! Buildings of one profile counted one by one, except for the last brick.
//!
//! Redelmeier's method for animals (Counting polyominoes: yet another attack, 1981): a building grows from
//! a root; every placement joined to it waits once, and is either taken or set aside for good, so each
//! building is met exactly once. Two changes for bricks: taking a brick also sets aside what clashes with
//! it, and each storey has a fixed number of bricks. The last brick is not placed: the storey it must go to
//! is known, and the placements waiting there are counted by population count.
//!
//! The root is the least brick of a storey with fewest bricks (rows first), so that buildings that differ by
//! a shift are met once.
//!
//! Boards: for each storey and direction one machine word per row, in which bit `x` stands for the brick
//! with its corner in column `x`; the placements that meet a brick are an interval of columns in an
//! interval of rows.
//!
//! Cost: 10 to 20 ns for each connected part with one brick less than the building.

use std::marker::PhantomData;
use std::ops::{BitAnd, BitAndAssign, BitOrAssign, Not, Range};

use hissho_rules::bricks::Brick;

use super::CountError;
use super::ones::Ones;
use crate::limits::{Meter, Stop};
use crate::parallel;
use crate::progress::Progress;

/// One row of a board: a machine word.
trait Row:
    Copy + Eq + Send + Sync + BitAnd<Output = Self> + BitAndAssign + BitOrAssign + Not<Output = Self>
{
    const EMPTY: Self;
    /// Bits `from..to`, fewer than all.
    fn span(from: u32, to: u32) -> Self;
    fn ones(self, ones: impl Ones) -> u64;
    fn lowest(self) -> u32;
}

macro_rules! row {
    ($word:ty, $ones:expr) => {
        impl Row for $word {
            const EMPTY: Self = 0;
            #[inline(always)]
            fn span(from: u32, to: u32) -> Self {
                ((1 << (to - from)) - 1) << from
            }
            #[inline(always)]
            fn ones(self, ones: impl Ones) -> u64 {
                $ones(self, ones)
            }
            #[inline(always)]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }
        }
    };
}
row!(u64, |row: u64, ones: _| Ones::of(ones, row));
row!(u128, |row: u128, ones: _| Ones::of(ones, row as u64) + Ones::of(ones, (row >> 64) as u64));

/// The number of buildings of `brick` with bricks per storey `storeys`, up to shifts.
pub(super) fn count<O: Ones>(
    brick: Brick,
    storeys: &[u8],
    ones: O,
    meter: &Meter,
    progress: &dyn Progress,
) -> Result<u128, CountError> {
    let bricks: u32 = storeys.iter().map(|&k| u32::from(k)).sum();
    if storeys.len() == 1 {
        return Ok(if bricks == 1 { brick.directions().len() as u128 } else { 0 });
    }
    // Each joint shifts the corner by at most the long side less one.
    let reach = (bricks - 1) * (u32::from(brick.long()) - 1);
    let width = 2 * reach + 2;
    if width < u64::BITS {
        Ok(Grower::<u64, O>::new(brick, storeys, reach, ones).count(meter, progress)?)
    } else if width < u128::BITS {
        Ok(Grower::<u128, O>::new(brick, storeys, reach, ones).count(meter, progress)?)
    } else {
        Err(CountError::TooWide)
    }
}

/// What is fixed for one profile.
struct Grower<R, O> {
    brick: Brick,
    ones: O,
    storeys: Vec<u8>,
    bricks: u32,
    /// Rows of one storey and direction; also its columns.
    side: usize,
    centre: u32,
    root_storey: usize,
    row: PhantomData<R>,
}

/// A part of a building on the way to the whole.
#[derive(Clone)]
struct State<R> {
    /// Placements that are joined to the part and still to be decided.
    waiting: Vec<R>,
    /// Placements decided, waiting or clashing.
    seen: Vec<R>,
    /// Bricks still needed per storey.
    needed: Vec<u8>,
    left: u32,
}

impl<R: Row, O: Ones> Grower<R, O> {
    fn new(brick: Brick, storeys: &[u8], reach: u32, ones: O) -> Self {
        Grower {
            brick,
            ones,
            storeys: storeys.to_vec(),
            bricks: storeys.iter().map(|&k| u32::from(k)).sum(),
            side: 2 * reach as usize + 1,
            centre: reach,
            root_storey: (0..storeys.len()).min_by_key(|&z| storeys[z]).unwrap_or(0),
            row: PhantomData,
        }
    }

    fn board(&self, storey: usize, turned: bool) -> usize {
        (storey * 2 + usize::from(turned)) * self.side
    }

    /// The rows and columns of the placements in direction `other` that meet a brick at (x, y).
    #[inline]
    fn meeting(&self, x: u32, y: u32, turned: bool, other: bool) -> (Range<usize>, R) {
        let (w, d) = self.brick.extent(turned);
        let (ow, od) = self.brick.extent(other);
        let last = self.side as u32;
        let rows = (y + 1).saturating_sub(od as u32) as usize..(y + d as u32).min(last) as usize;
        (rows, R::span((x + 1).saturating_sub(ow as u32), (x + w as u32).min(last)))
    }

    fn count(&self, meter: &Meter, progress: &dyn Progress) -> Result<u128, Stop> {
        // A root that is alone in its storey may as well lie unturned.
        let alone = self.storeys[self.root_storey] == 1;
        let directions = self.brick.directions();
        let (roots, times) =
            if alone { (&directions[..1], directions.len() as u128) } else { (directions, 1) };
        let mut tasks = Vec::new();
        for &turned in roots {
            let start = self.start(turned);
            match start.left {
                1 | 2 => tasks.push(start),
                3 => self.children(start, |child| tasks.push(child)),
                _ => self.children(start, |child| self.children(child, |grandchild| tasks.push(grandchild))),
            }
        }
        progress.begin("beginnings", tasks.len() as u64);
        let found = parallel::try_map(meter.threads(), &tasks, |task| {
            let mut spent = 0;
            let found = self.grow(&mut task.clone(), &mut spent, meter)?;
            meter.spend(spent)?;
            progress.advance(1);
            Ok(u128::from(found))
        })?;
        Ok(times * found.into_iter().sum::<u128>())
    }

    /// The root alone, with everything less than it in its storey set aside.
    fn start(&self, turned: bool) -> State<R> {
        let words = self.storeys.len() * 2 * self.side;
        let mut state = State {
            waiting: vec![R::EMPTY; words],
            seen: vec![R::EMPTY; words],
            needed: self.storeys.clone(),
            left: self.bricks,
        };
        let (x, y) = (self.centre, self.centre as usize);
        for &direction in self.brick.directions() {
            let board = self.board(self.root_storey, direction);
            state.seen[board..board + y].fill(R::span(0, self.side as u32));
            // Within the row: by column, then unturned before turned.
            let end = if turned && !direction { x + 1 } else { x };
            state.seen[board + y] |= R::span(0, end);
        }
        self.take(&mut state, self.root_storey, turned, x, y as u32);
        state
    }

    /// Puts a brick: what clashes is set aside, what is joined waits.
    fn take(&self, state: &mut State<R>, storey: usize, turned: bool, x: u32, y: u32) {
        state.left -= 1;
        state.needed[storey] -= 1;
        for &other in self.brick.directions() {
            let (rows, span) = self.meeting(x, y, turned, other);
            let board = self.board(storey, other);
            if state.needed[storey] == 0 {
                state.waiting[board..board + self.side].fill(R::EMPTY);
            } else {
                for row in rows.clone() {
                    state.seen[board + row] |= span;
                    state.waiting[board + row] &= !span;
                }
            }
            for near in [storey.wrapping_sub(1), storey + 1] {
                if state.needed.get(near).is_some_and(|&needed| needed > 0) {
                    let board = self.board(near, other);
                    for row in rows.clone() {
                        state.waiting[board + row] |= span & !state.seen[board + row];
                        state.seen[board + row] |= span;
                    }
                }
            }
        }
    }

    /// Takes each waiting placement in turn, with the earlier ones set aside.
    fn children(&self, mut state: State<R>, mut each: impl FnMut(State<R>)) {
        for storey in 0..self.storeys.len() {
            for &turned in self.brick.directions() {
                let board = self.board(storey, turned);
                for y in 0..self.side {
                    while state.waiting[board + y] != R::EMPTY {
                        let x = state.waiting[board + y].lowest();
                        state.waiting[board + y] &= !R::span(x, x + 1);
                        let mut child = state.clone();
                        self.take(&mut child, storey, turned, x, y as u32);
                        each(child);
                    }
                }
            }
        }
    }

    /// Buildings that extend `state`, which lacks a brick or more. Uses the waiting placements up.
    fn grow(&self, state: &mut State<R>, spent: &mut u64, meter: &Meter) -> Result<u64, Stop> {
        match state.left {
            1 => return Ok(state.waiting.iter().map(|w| w.ones(self.ones)).sum()),
            2 => return Ok(self.last_two(state, spent)),
            _ => {}
        }
        if *spent > 1 << 20 {
            meter.spend(std::mem::take(spent))?;
        }
        let mut found = 0;
        let mut child = state.clone();
        for storey in 0..self.storeys.len() {
            for &turned in self.brick.directions() {
                let board = self.board(storey, turned);
                for y in 0..self.side {
                    while state.waiting[board + y] != R::EMPTY {
                        let x = state.waiting[board + y].lowest();
                        state.waiting[board + y] &= !R::span(x, x + 1);
                        child.waiting.copy_from_slice(&state.waiting);
                        child.seen.copy_from_slice(&state.seen);
                        child.needed.copy_from_slice(&state.needed);
                        child.left = state.left;
                        self.take(&mut child, storey, turned, x, y as u32);
                        found += self.grow(&mut child, spent, meter)?;
                    }
                }
            }
        }
        Ok(found)
    }

    /// Ways to place the last two bricks: each waiting placement, times what then waits for the last.
    fn last_two(&self, state: &mut State<R>, spent: &mut u64) -> u64 {
        let mut found = 0;
        for storey in 0..self.storeys.len() {
            if state.needed[storey] == 0 {
                continue;
            }
            state.needed[storey] -= 1;
            let last =
                (0..self.storeys.len()).find(|&z| state.needed[z] > 0).expect("two bricks were missing");
            state.needed[storey] += 1;
            let boards = self.board(last, false)..self.board(last + 1, false);
            let mut waiting: u64 = state.waiting[boards].iter().map(|w| w.ones(self.ones)).sum();
            for &turned in self.brick.directions() {
                let board = self.board(storey, turned);
                for y in 0..self.side {
                    while state.waiting[board + y] != R::EMPTY {
                        let x = state.waiting[board + y].lowest();
                        state.waiting[board + y] &= !R::span(x, x + 1);
                        *spent += 1;
                        if last == storey {
                            waiting -= 1;
                            let met = |row: R, span: R| row & span;
                            found +=
                                waiting - self.of_meeting(&state.waiting, met, last, (x, y as u32, turned));
                        } else if last.abs_diff(storey) == 1 {
                            let unseen = |row: R, span: R| span & !row;
                            found +=
                                waiting + self.of_meeting(&state.seen, unseen, last, (x, y as u32, turned));
                        } else {
                            found += waiting;
                        }
                    }
                }
            }
        }
        found
    }

    /// How many of the placements in a storey that meet a brick at (x, y) `choose` takes, from a row of `boards` and the
    /// columns that meet.
    #[inline]
    fn of_meeting(
        &self,
        boards: &[R],
        choose: impl Fn(R, R) -> R,
        storey: usize,
        (x, y, turned): (u32, u32, bool),
    ) -> u64 {
        let mut count = 0;
        for &other in self.brick.directions() {
            let (rows, span) = self.meeting(x, y, turned, other);
            let board = self.board(storey, other);
            for &row in &boards[board + rows.start..board + rows.end] {
                count += choose(row, span).ones(self.ones);
            }
        }
        count
    }
}
