//! "Does this side win?", as the engines ask it.
//!
//! Before moves are searched, forced play is read off the winning slots of the coming colours. A colour moves again only
//! after the others, so a threat can be seen long before it is carried out. In the two-player game ([`alternating`]):
//! an own win; the next colour, the opponent's, with two winning slots: lost, with one: forced; then the own other colour
//! with two that the next move and the forced one leave: won; then the opponent's other colour with three: lost, with
//! two: one must be filled now - unless the opponent itself is forced to fill one of them. [`any_seats`] says less, for
//! any order of the sides.
//!
//! A side whose lines are all dead does not win; nor does one whose live lines all pass through a slot that the other
//! side can fill now.

use super::cube::{Cube, Position, Slots, Weights};
use crate::engine::{Game, Look, Mover};

/// "Does `prover` win?"
#[derive(Debug)]
pub(crate) struct Question<'a> {
    pub(crate) cube: &'a Cube,
    pub(crate) prover: usize,
}

/// What forced play says about the mover's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Forced {
    Won,
    Lost,
    /// Every move outside these slots loses, or nothing is known and these are all there are.
    Among(Slots),
}

/// Order of moves when the prover is to move, and when the refuter is.
const WEIGHTS: [Weights; 2] =
    [[[4, 16, 16], [-2, -4, -8], [0, 1, 2]], [[4, 21, 16], [-2, -6, -12], [0, 1, 4]]];

fn is_single(slots: Slots) -> bool {
    slots.is_power_of_two()
}

/// Forced play when colours 1, 3 play against 2, 4.
#[inline]
fn alternating(cube: &Cube, position: &Position) -> Forced {
    let me = usize::from(position.turn);
    let [next, own, last] = [1, 2, 3].map(|step| (me + step) % 4);
    if cube.winning(position, me) != 0 {
        return Forced::Won;
    }
    let mut mine = cube.placeable(position, me);
    let theirs = cube.winning(position, next);
    if theirs != 0 {
        mine &= theirs;
        if !is_single(theirs) || mine == 0 {
            return Forced::Lost;
        }
    }
    let is_forced = theirs != 0;
    let ours = cube.winning(position, own);
    if ours != 0 {
        let kept = if is_forced { ours & !mine } else { ours };
        let can_keep = is_forced || mine & !ours != 0;
        let can_stop = is_single(kept) && kept & cube.placeable(position, next) != 0;
        if kept.count_ones() >= 3 || (can_keep && kept != 0 && !can_stop) {
            return Forced::Won;
        }
    }
    let threats = cube.winning(position, last);
    if threats == 0 || ours.count_ones() > 1 {
        return Forced::Among(mine);
    }
    // The next colour fills `ours` if it has to, and otherwise needs a slot that is no threat of its side.
    if (cube.placeable(position, next) & !threats & !ours).count_ones() < 2 {
        return Forced::Among(mine);
    }
    let helper = cube.placeable(position, own);
    let mut rest = threats & !ours;
    if is_forced {
        rest &= !mine;
        return if rest == 0 || (is_single(rest) && rest & helper != 0) {
            Forced::Among(mine)
        } else {
            Forced::Lost
        };
    }
    match rest.count_ones() {
        0 => {}
        1 if rest & helper != 0 => {}
        1 => mine &= rest,
        2 => {
            let low = rest & rest.wrapping_neg();
            let high = rest & !low;
            let mut stops = 0;
            if helper & high != 0 {
                stops |= low;
            }
            if helper & low != 0 {
                stops |= high;
            }
            mine &= stops;
        }
        _ => return Forced::Lost,
    }
    if mine == 0 { Forced::Lost } else { Forced::Among(mine) }
}

/// Forced play for any order of the sides.
fn any_seats(cube: &Cube, position: &Position) -> Forced {
    let me = usize::from(position.turn);
    let side = cube.sides[me];
    let mine = cube.placeable(position, me);
    if cube.winning(position, me) != 0 {
        return Forced::Won;
    }
    // Moves of either side before the colour in question, this one included.
    let (mut own, mut other) = (1, 0);
    for step in 1..cube.colours {
        let colour = (me + step) % cube.colours;
        let winning = cube.winning(position, colour);
        let count = winning.count_ones();
        if cube.sides[colour] == side {
            // Enough that own moves cannot help filling them, or this one can be made elsewhere.
            if count > other + own || (own == 1 && count > other && mine & !winning != 0) {
                return Forced::Won;
            }
            if count > 0 {
                return Forced::Among(mine);
            }
            own += 1;
        } else if count > 0 {
            // The other side's moves before it must not be forced into these slots themselves.
            let has_choice = |before: usize| {
                let colour = (me + before) % cube.colours;
                let elsewhere = cube.placeable(position, colour) & !winning;
                cube.sides[colour] == side || elsewhere.count_ones() > before as u32
            };
            if count < own || !(1..step).all(has_choice) {
                return Forced::Among(mine);
            }
            let blocks = mine & winning;
            return if count > own || blocks == 0 { Forced::Lost } else { Forced::Among(blocks) };
        } else {
            other += 1;
        }
    }
    Forced::Among(mine)
}

impl Question<'_> {
    /// The slots worth trying, or what is known without trying.
    #[inline]
    fn slots(&self, position: &Position) -> Result<Slots, Look> {
        let verdict = |wins: bool| Err(if wins { Look::Yes } else { Look::No });
        if position.winner < 2 {
            return verdict(usize::from(position.winner) == self.prover);
        }
        if !self.cube.has_prospects(position, self.prover) {
            return verdict(false);
        }
        let mine = self.cube.sides[usize::from(position.turn)] == self.prover;
        let forced = if self.cube.is_alternating { alternating } else { any_seats };
        let slots = match forced(self.cube, position) {
            Forced::Won => return verdict(mine),
            Forced::Lost => return verdict(!mine),
            Forced::Among(slots) => slots,
        };
        if slots == 0 || (!mine && self.cube.common_to_lines_of(position, self.prover) & slots != 0) {
            return verdict(false);
        }
        Ok(slots)
    }
}

impl Game for Question<'_> {
    type Position = Position;
    type Move = u8;
    type Key = u64;

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        self.cube.key(position) * 2 + self.prover as u64
    }

    #[inline]
    fn mover(&self, position: &Position) -> Mover {
        if self.cube.sides[usize::from(position.turn)] == self.prover {
            Mover::Prover
        } else {
            Mover::Refuter
        }
    }

    #[inline]
    fn look(&self, position: &Position, moves: &mut Vec<u8>) -> Look {
        let mut rest = match self.slots(position) {
            Ok(slots) => slots,
            Err(decided) => return decided,
        };
        while rest != 0 {
            moves.push(rest.trailing_zeros() as u8);
            rest &= rest - 1;
        }
        Look::Open
    }

    #[inline]
    fn order(&self, position: &Position, moves: &mut [u8]) {
        let weights = &WEIGHTS[usize::from(self.mover(position) == Mover::Refuter)];
        let mut scored = [(0_i32, 0_u8); 27];
        let scored = &mut scored[..moves.len()];
        for (scored, &slot) in scored.iter_mut().zip(&*moves) {
            *scored = (-self.cube.promise(position, usize::from(slot), weights), slot);
        }
        scored.sort_unstable();
        moves.iter_mut().zip(scored).for_each(|(slot, scored)| *slot = scored.1);
    }

    #[inline]
    fn glance(&self, position: &Position) -> Result<usize, Look> {
        self.slots(position).map(|slots| slots.count_ones() as usize)
    }

    #[inline]
    fn play(&self, position: &Position, slot: u8) -> Position {
        self.cube.play(position, usize::from(slot))
    }
}
