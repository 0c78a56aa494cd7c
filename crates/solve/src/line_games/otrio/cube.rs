//! Fast positions on the cube of 27 slots: Otrio for any seats, and Qubic.
//!
//! A set of slots is 27 bits, nine for each size; a set of lines is 49 bits. For each colour the position keeps the lines
//! that it can still fill and those in which it has one, and two, pieces; a winning slot is then a look-up or two away.
//! A line is *live* for a colour while it holds no other colour and the colour has pieces and turns enough to fill it.
//! The stock makes most lines die early: with three pieces of a size, one off a line in that size ends that line.
//!
//! Cost: a move is some thirty word operations; the key of a position is carried along.

use hissho_rules::line_games::{Board, LineGame};

/// A set of slots: bit `size * 9 + cell`.
pub(crate) type Slots = u32;
/// A set of lines.
pub(crate) type Lines = u64;

const EVERY_LINE: Lines = (1 << 49) - 1;
const NINE: Slots = (1 << 9) - 1;
pub(crate) const COLOURS: usize = 4;
/// Positions with more pieces than this are told apart even when a symmetry maps one to the other: there are too few
/// such pairs on the way to pay for finding them.
const SYMMETRIC_PLIES: u32 = 8;

/// Tables made once from the rules.
#[derive(Debug)]
pub(crate) struct Cube {
    pub(crate) colours: usize,
    pub(crate) sides: [usize; COLOURS],
    /// Whether colours 1, 3 play against 2, 4.
    pub(crate) is_alternating: bool,
    /// Pieces of each size; `None` when without end.
    stock: Option<u8>,
    pub(crate) free: Slots,
    /// The lines through each slot.
    lines_through: [Lines; 27],
    /// The slots of each line.
    slots_of: [Slots; 49],
    /// The lines within each size, and those that need a piece of every size.
    within: [Lines; 3],
    across: Lines,
    /// Powers of 5 for the key, at the image of each slot under each symmetry; the first is the identity.
    powers: Vec<[u64; 27]>,
    /// The most turns of a colour: `[slots to fill][turns of others before its own]`, if nobody is passed.
    turns: [[u8; COLOURS]; 28],
    /// Whether a line dies for a colour that has not turns enough to fill it.
    pub(crate) counts_turns: bool,
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    /// Lines each colour can still fill.
    pub(crate) live: [Lines; COLOURS],
    /// Lines with at least one piece of the colour, and at least two.
    one: [Lines; COLOURS],
    two: [Lines; COLOURS],
    pub(crate) pieces: [Slots; COLOURS],
    pub(crate) empty: Slots,
    /// The position as 27 digits to the base 5.
    number: u64,
    /// Pieces of each size that the colours have left; unchanged when they are without end.
    left: [[u8; 3]; COLOURS],
    pub(crate) turn: u8,
    /// The side that has a line; 2 for none.
    pub(crate) winner: u8,
}

/// The index used here of a slot of the rules.
pub(crate) fn inner_slot(slot: usize) -> usize {
    slot % 3 * 9 + slot / 3
}

/// The slot of the rules with this index.
pub(crate) fn outer_slot(inner: usize) -> usize {
    inner % 9 * 3 + inner / 9
}

impl Position {
    /// The position as a number with 27 digits to the base 5.
    pub(crate) fn number(&self) -> u64 {
        self.number
    }
}

impl Cube {
    /// The tables of a game on the cube between two sides; `None` for other games.
    pub(crate) fn new(game: &LineGame) -> Option<Cube> {
        let fits = game.slot_count() == 27
            && game.lines().len() == 49
            && game.lines().iter().all(|line| line.len() == 3);
        let level = (0..27).all(|slot| game.rests_on(slot).is_none());
        let colours = game.sides().len();
        if !fits || !level || game.side_count() != 2 || colours > COLOURS {
            return None;
        }
        let mut sides = [0; COLOURS];
        sides[..colours].copy_from_slice(game.sides());
        let mut lines_through = [0; 27];
        let mut slots_of = [0; 49];
        for (number, line) in game.lines().iter().enumerate() {
            for &slot in line {
                lines_through[inner_slot(slot)] |= 1 << number;
                slots_of[number] |= 1 << inner_slot(slot);
            }
        }
        let lines_with = |wanted: &dyn Fn(Slots) -> bool| {
            (0..49).filter(|&line| wanted(slots_of[line])).fold(0, |lines, line| lines | 1 << line)
        };
        let within = [0, 1, 2].map(|size| lines_with(&|slots| slots & !(NINE << (size * 9)) == 0));
        let powers = game.symmetries().iter().map(|symmetry| {
            std::array::from_fn(|slot| 5_u64.pow(inner_slot(symmetry[outer_slot(slot)]) as u32))
        });
        let free = (0..27)
            .filter(|&slot| !game.is_forbidden(slot))
            .fold(0, |slots, slot| slots | 1 << inner_slot(slot));
        let turns = std::array::from_fn(|slots| {
            std::array::from_fn(|before| (slots + colours - 1).saturating_sub(before) as u8 / colours as u8)
        });
        Some(Cube {
            colours,
            sides,
            is_alternating: game.sides() == [0, 1, 0, 1],
            stock: game.stock().map(|stock| stock as u8),
            free,
            lines_through,
            slots_of,
            within,
            across: EVERY_LINE & !(within[0] | within[1] | within[2]),
            powers: powers.collect(),
            turns,
            counts_turns: true,
        })
    }

    /// The empty board.
    pub(crate) fn start(&self) -> Position {
        let mut live = EVERY_LINE;
        for slot in (0..27).filter(|slot| self.free >> slot & 1 == 0) {
            live &= !self.lines_through[slot];
        }
        let stock = self.stock.unwrap_or(u8::MAX);
        if stock < 3 {
            live &= self.across;
        }
        Position {
            live: [live; COLOURS],
            one: [0; COLOURS],
            two: [0; COLOURS],
            pieces: [0; COLOURS],
            empty: self.free,
            number: 0,
            left: [[stock; 3]; COLOURS],
            turn: 0,
            winner: 2,
        }
    }

    /// The same position as on the board of the rules.
    pub(crate) fn position(&self, board: &Board<'_>) -> Position {
        let mut position = self.start();
        for (slot, &colour) in board.content().iter().enumerate() {
            if let Some(colour) = colour {
                self.put(&mut position, colour, inner_slot(slot));
            }
        }
        position.turn = board.turn().unwrap_or(0) as u8;
        if let Some(hissho_rules::line_games::End::Win(side)) = board.end() {
            position.winner = side as u8;
        }
        self.count_turns(&mut position);
        position
    }

    #[inline]
    fn put(&self, position: &mut Position, colour: usize, slot: usize) {
        let lines = self.lines_through[slot];
        position.pieces[colour] |= 1 << slot;
        position.empty &= !(1 << slot);
        position.number += (colour as u64 + 1) * self.powers[0][slot];
        position.two[colour] |= position.one[colour] & lines;
        position.one[colour] |= lines;
        for other in (0..self.colours).filter(|&other| other != colour) {
            position.live[other] &= !lines;
        }
        if self.stock.is_some() {
            let size = slot / 9;
            position.left[colour][size] -= 1;
            let left = position.left[colour][size];
            let mut dead = 0;
            if left < 3 {
                dead = self.within[size] & !position.one[colour];
            }
            if left < 2 {
                dead |= self.within[size] & !position.two[colour];
            }
            if left == 0 {
                let mut served = 0;
                let mut pieces = position.pieces[colour] & NINE << (size * 9);
                while pieces != 0 {
                    served |= self.lines_through[pieces.trailing_zeros() as usize];
                    pieces &= pieces - 1;
                }
                dead |= self.within[size] | self.across & !served;
            }
            position.live[colour] &= !dead;
        }
    }

    /// The position after the colour to move fills `slot`, which it can; passes are made.
    #[inline]
    pub(crate) fn play(&self, position: &Position, slot: usize) -> Position {
        let mut next = *position;
        let colour = usize::from(position.turn);
        if position.two[colour] & position.live[colour] & self.lines_through[slot] != 0 {
            next.winner = self.sides[colour] as u8;
            return next;
        }
        self.put(&mut next, colour, slot);
        let mut turn = colour;
        for _ in 0..self.colours {
            turn = if turn + 1 == self.colours { 0 } else { turn + 1 };
            if self.placeable(&next, turn) != 0 {
                next.turn = turn as u8;
                break;
            }
        }
        self.count_turns(&mut next);
        next
    }

    /// Lets lines die for which a colour has no turns enough.
    #[inline]
    fn count_turns(&self, position: &mut Position) {
        let empties = position.empty.count_ones() as usize;
        if empties >= 4 * self.colours || !self.counts_turns {
            return;
        }
        let of_size = |size: usize| (position.empty >> (size * 9) & NINE).count_ones();
        let by_size = [of_size(0), of_size(1), of_size(2)];
        // A colour is passed only when it has run out of all sizes that are left: at most so many slots.
        let mut late = [0; COLOURS];
        if self.stock.is_some() {
            for (late, left) in late.iter_mut().zip(&position.left).take(self.colours) {
                *late = (0..3).map(|size| by_size[size].saturating_sub(u32::from(left[size]))).sum();
            }
        }
        for colour in 0..self.colours {
            let before = (colour + self.colours - usize::from(position.turn)) % self.colours;
            let others = (0..self.colours).filter(|&other| other != colour).map(|other| late[other]);
            let late = (others.max().unwrap_or(0) as usize).min(empties);
            match usize::from(self.turns[empties - late][before]) + late {
                0 => position.live[colour] = 0,
                1 => position.live[colour] &= position.two[colour],
                2 => position.live[colour] &= position.one[colour],
                _ => {}
            }
        }
    }

    /// The slots that `colour` has pieces for.
    #[inline]
    pub(crate) fn placeable(&self, position: &Position, colour: usize) -> Slots {
        let mut slots = position.empty;
        for size in 0..3 {
            if position.left[colour][size] == 0 {
                slots &= !(NINE << (size * 9));
            }
        }
        slots
    }

    /// The slots that would give `colour` a line.
    #[inline]
    pub(crate) fn winning(&self, position: &Position, colour: usize) -> Slots {
        let mut lines = position.two[colour] & position.live[colour];
        let mut slots = 0;
        while lines != 0 {
            slots |= self.slots_of[lines.trailing_zeros() as usize];
            lines &= lines - 1;
        }
        slots & position.empty
    }

    /// The slots that all lines which `side` can still fill have in common.
    #[inline]
    pub(crate) fn common_to_lines_of(&self, position: &Position, side: usize) -> Slots {
        let mut slots = position.empty;
        for colour in (0..self.colours).filter(|&colour| self.sides[colour] == side) {
            let mut lines = position.live[colour];
            while lines != 0 && slots != 0 {
                slots &= self.slots_of[lines.trailing_zeros() as usize];
                lines &= lines - 1;
            }
        }
        slots
    }

    /// Whether `side` has a line that it can still fill.
    #[inline]
    pub(crate) fn has_prospects(&self, position: &Position, side: usize) -> bool {
        (0..self.colours).any(|colour| self.sides[colour] == side && position.live[colour] != 0)
    }

    /// The exact key of a position, below `5^27 < 2^63`; equal for early positions that differ by a symmetry.
    ///
    /// The colour to move follows from the board: a colour that was passed is passed for ever, and the others
    /// move in turn.
    #[inline]
    pub(crate) fn key(&self, position: &Position) -> u64 {
        if self.plies(position) > SYMMETRIC_PLIES {
            return position.number;
        }
        let image = |powers: &[u64; 27]| {
            let mut number = 0;
            for (&pieces, digit) in position.pieces.iter().zip(1..) {
                let mut rest = pieces;
                while rest != 0 {
                    number += digit * powers[rest.trailing_zeros() as usize];
                    rest &= rest - 1;
                }
            }
            number
        };
        self.powers[1..].iter().map(image).fold(position.number, u64::min)
    }

    /// The pieces on the board.
    #[inline]
    pub(crate) fn plies(&self, position: &Position) -> u32 {
        (self.free & !position.empty).count_ones()
    }

    /// The lines that hold no forbidden slot and no piece of another colour, whatever the stock.
    fn unblocked(&self, position: &Position, colour: usize) -> Lines {
        let forbidden = (0..27).filter(|slot| self.free >> slot & 1 == 0);
        let blocked = forbidden.fold(0, |lines, slot| lines | self.lines_through[slot]);
        let others = (0..self.colours).filter(|&other| other != colour);
        EVERY_LINE & !others.fold(blocked, |lines, other| lines | position.one[other])
    }

    /// The lines that hold no other colour, over the colours of `side`.
    pub(crate) fn hopes(&self, position: &Position, side: usize) -> u32 {
        let colours = (0..self.colours).filter(|&colour| self.sides[colour] == side);
        colours.map(|colour| self.unblocked(position, colour).count_ones()).sum()
    }

    /// The points of the paper for filling `slot`; see [`super::paper`].
    pub(crate) fn paper_points(&self, position: &Position, slot: usize) -> i32 {
        const OWN: [i32; 3] = [2, 10, 10_000];
        const OWN_OTHER: [i32; 3] = [0, -2, -100];
        const OTHER_SIDE: [i32; 3] = [0, 1, 100];
        self.promise(position, slot, &[OWN, OWN_OTHER, OTHER_SIDE])
    }

    /// How good filling `slot` looks for the colour to move: live lines through it, by whose they are and how many pieces
    /// they hold. The weights were found by trial: moves that attack come first, moves in the own other colour's way last.
    #[inline]
    pub(crate) fn promise(&self, position: &Position, slot: usize, weights: &Weights) -> i32 {
        let lines = self.lines_through[slot];
        let me = usize::from(position.turn);
        let mut score = 0;
        for colour in 0..self.colours {
            let live = lines & position.live[colour];
            let (one, two) = (live & position.one[colour], live & position.two[colour]);
            let weights = if colour == me {
                &weights[0]
            } else if self.sides[colour] == self.sides[me] {
                &weights[1]
            } else {
                &weights[2]
            };
            let counts = [live & !one, one & !two, two].map(|lines| lines.count_ones() as i32);
            score += weights.iter().zip(counts).map(|(weight, count)| weight * count).sum::<i32>();
        }
        score
    }
}

/// Points for a live line of the mover's colour, of its side's other colours, of the other side, with no, one and two
/// pieces in it.
pub(crate) type Weights = [[i32; 3]; 3];
