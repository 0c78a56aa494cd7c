//! "Does this side win?", as the engines ask it.
//!
//! Before moves are searched, forced play is read off the winning slots of the coming colours. In the two-player game a
//! colour moves again only after three others, so a threat can be seen long before it is carried out: an own win;
//! the next colour, the opponent's, with two winning slots: lost, with one: forced; then the own other colour with
//! two: won; then the opponent's other colour with three: lost, with two: one must be filled now. The rule below
//! says the same for any seats.

use super::cube::{Cube, Position, Slots};
use crate::engine::{Game, Look, Mover};

/// "Does `prover` win?"
#[derive(Debug)]
pub(crate) struct Question<'a> {
    pub(crate) cube: &'a Cube,
    pub(crate) prover: usize,
}

/// What forced play says about the mover's side.
pub(crate) enum Forced {
    Won,
    Lost,
    /// Every move outside these slots loses, or nothing is known and these are all there are.
    Among(Slots),
}

/// Reads forced play off the winning slots.
pub(crate) fn forced(cube: &Cube, position: &Position) -> Forced {
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
    fn slots(&self, position: &Position) -> Result<Slots, Look> {
        let verdict = |wins: bool| Err(if wins { Look::Yes } else { Look::No });
        if position.winner < 2 {
            return verdict(usize::from(position.winner) == self.prover);
        }
        let mine = self.cube.sides[usize::from(position.turn)] == self.prover;
        let slots = match forced(self.cube, position) {
            Forced::Won => return verdict(mine),
            Forced::Lost => return verdict(!mine),
            Forced::Among(slots) => slots,
        };
        let can_win = |colour| self.cube.sides[colour] == self.prover && position.prospects.live[colour] != 0;
        if slots == 0 || !(0..self.cube.colours).any(can_win) {
            return verdict(false);
        }
        Ok(slots)
    }
}

impl Game for Question<'_> {
    type Position = Position;
    type Move = u8;
    type Key = u128;

    fn key(&self, position: &Position) -> u128 {
        self.cube.key(position)
    }

    fn mover(&self, position: &Position) -> Mover {
        if self.cube.sides[usize::from(position.turn)] == self.prover {
            Mover::Prover
        } else {
            Mover::Refuter
        }
    }

    fn look(&self, position: &Position, moves: &mut Vec<u8>) -> Look {
        let mut rest = match self.slots(position) {
            Ok(slots) => slots,
            Err(decided) => return decided,
        };
        let mut scored = [(0_i32, 0_u8); 27];
        let mut count = 0;
        while rest != 0 {
            let slot = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            scored[count] = (-self.cube.promise(position, usize::from(slot)), slot);
            count += 1;
        }
        scored[..count].sort_unstable();
        moves.extend(scored[..count].iter().map(|&(_, slot)| slot));
        Look::Open
    }

    fn glance(&self, position: &Position) -> Result<usize, Look> {
        self.slots(position).map(|slots| slots.count_ones() as usize)
    }

    fn play(&self, position: &Position, slot: u8) -> Position {
        self.cube.play(position, usize::from(slot))
    }
}
