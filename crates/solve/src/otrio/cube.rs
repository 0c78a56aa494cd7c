//! Fast positions on the cube of 27 slots: Otrio for any seats, and Qubic.
//!
//! A set of slots is 27 bits, nine for each size; a set of lines is 49 bits. For each colour the position keeps the lines
//! that are blocked for it and those in which it has one, and two, pieces; a winning slot is then a few table look-ups
//! away. What a slot, a line or a piece of information is *worth keeping* decides the key: see [`Cube::key`].
//!
//! Cost: a move is some ten word operations, a key about a hundred.

use rules::filling::{Board, FillingGame};

/// A set of slots: bit `size * 9 + cell`.
pub(crate) type Slots = u32;
/// A set of lines.
type Lines = u64;

const EVERY_LINE: Lines = (1 << 49) - 1;
pub(crate) const ALL: Slots = (1 << 27) - 1;
const NINE: Slots = (1 << 9) - 1;
pub(crate) const COLOURS: usize = 4;

/// Tables made once from the rules.
#[derive(Debug)]
pub(crate) struct Cube {
    pub(crate) colours: usize,
    pub(crate) sides: [usize; COLOURS],
    /// Pieces of each size; 27 when without end.
    stock: u32,
    sized: bool,
    pub(crate) free: Slots,
    /// The lines through each slot.
    lines_through: [Lines; 27],
    /// The union of the slots of seven lines, by bits: `[byte of the set][byte]`.
    slots_of: Vec<[Slots; 128]>,
    /// Images of nine slots under each symmetry, `[symmetry][size][nine bits]`.
    images: Vec<[Vec<Slots>; 3]>,
    /// `7^i` summed over the bits of nine.
    sevens: Vec<u32>,
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    pub(crate) pieces: [Slots; COLOURS],
    pub(crate) empty: Slots,
    /// Lines that hold a piece of another colour, or a forbidden slot.
    blocked: [Lines; COLOURS],
    /// Lines with at least one piece of the colour, and at least two.
    one: [Lines; COLOURS],
    two: [Lines; COLOURS],
    pub(crate) turn: u8,
    /// The side that has a line; 2 for none.
    pub(crate) winner: u8,
    /// What can still matter; follows from the rest.
    pub(crate) prospects: Prospects,
}

/// The index used here of a slot of the rules.
pub(crate) fn inner_slot(slot: usize) -> usize {
    slot % 3 * 9 + slot / 3
}

/// The slot of the rules with this index.
pub(crate) fn outer_slot(inner: usize) -> usize {
    inner % 9 * 3 + inner / 9
}

impl Cube {
    /// The tables of a game on the cube between two sides; `None` for other games.
    pub(crate) fn new(game: &FillingGame) -> Option<Cube> {
        let fits = game.slot_count() == 27
            && game.lines().len() == 49
            && game.lines().iter().all(|line| line.len() == 3);
        let level = (0..27).all(|slot| game.rests_on(slot).is_none());
        if !fits || !level || game.side_count() != 2 || game.sides().len() > COLOURS {
            return None;
        }
        let mut sides = [0; COLOURS];
        sides[..game.sides().len()].copy_from_slice(game.sides());
        let mut lines_through = [0; 27];
        let mut line_slots = [0; 49];
        for (number, line) in game.lines().iter().enumerate() {
            for &slot in line {
                lines_through[inner_slot(slot)] |= 1 << number;
                line_slots[number] |= 1 << inner_slot(slot);
            }
        }
        let slots_of = (0..7).map(|group| {
            std::array::from_fn(|bits| {
                (0..7)
                    .filter(|bit| bits >> bit & 1 == 1)
                    .fold(0, |slots, bit| slots | line_slots[group * 7 + bit])
            })
        });
        let images = game.symmetries().iter().map(|symmetry| {
            [0, 1, 2].map(|size| {
                let image = |bits: Slots| {
                    let to = |cell: usize| inner_slot(symmetry[outer_slot(size * 9 + cell)]);
                    (0..9).filter(|cell| bits >> cell & 1 == 1).fold(0, |slots, cell| slots | 1 << to(cell))
                };
                (0..=NINE).map(image).collect()
            })
        });
        let seven =
            |bits: Slots| (0..9).filter(|cell| bits >> cell & 1 == 1).map(|cell| 7_u32.pow(cell)).sum();
        let free = (0..27)
            .filter(|&slot| !game.is_forbidden(slot))
            .fold(0, |slots, slot| slots | 1 << inner_slot(slot));
        Some(Cube {
            colours: game.sides().len(),
            sides,
            stock: game.stock().map_or(27, |stock| stock as u32),
            sized: game.stock().is_some(),
            free,
            lines_through,
            slots_of: slots_of.collect(),
            images: images.collect(),
            sevens: (0..=NINE).map(seven).collect(),
        })
    }

    /// The empty board.
    pub(crate) fn start(&self) -> Position {
        let blocked = (0..27)
            .filter(|slot| self.free >> slot & 1 == 0)
            .fold(0, |lines, slot| lines | self.lines_through[slot]);
        Position {
            pieces: [0; COLOURS],
            empty: self.free,
            blocked: [blocked; COLOURS],
            one: [0; COLOURS],
            two: [0; COLOURS],
            turn: 0,
            winner: 2,
            prospects: Prospects { live: [!blocked & EVERY_LINE; COLOURS], tight: [self.sized; 3] },
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
        if let Some(rules::filling::End::Win(side)) = board.end() {
            position.winner = side as u8;
        }
        position.prospects = self.prospects(&position);
        position
    }

    fn put(&self, position: &mut Position, colour: usize, slot: usize) {
        let lines = self.lines_through[slot];
        position.pieces[colour] |= 1 << slot;
        position.empty &= !(1 << slot);
        position.two[colour] |= position.one[colour] & lines;
        position.one[colour] |= lines;
        for other in (0..self.colours).filter(|&other| other != colour) {
            position.blocked[other] |= lines;
        }
    }

    /// The position after the colour to move fills `slot`, which it can; passes are made.
    pub(crate) fn play(&self, position: &Position, slot: usize) -> Position {
        let mut next = *position;
        let colour = usize::from(position.turn);
        let wins = position.two[colour] & !position.blocked[colour] & self.lines_through[slot] != 0;
        self.put(&mut next, colour, slot);
        if wins {
            next.winner = self.sides[colour] as u8;
            return next;
        }
        for step in 1..=self.colours {
            let turn = (colour + step) % self.colours;
            if self.placeable(&next, turn) != 0 {
                next.turn = turn as u8;
                break;
            }
        }
        next.prospects = self.prospects(&next);
        next
    }

    /// The slots that `colour` has pieces for.
    pub(crate) fn placeable(&self, position: &Position, colour: usize) -> Slots {
        if !self.sized {
            return position.empty;
        }
        let mut slots = position.empty;
        for size in 0..3 {
            let nine = NINE << (size * 9);
            if (position.pieces[colour] & nine).count_ones() >= self.stock {
                slots &= !nine;
            }
        }
        slots
    }

    /// The union of the slots of `lines`.
    fn union(&self, lines: Lines) -> Slots {
        (0..7).fold(0, |slots, group| slots | self.slots_of[group][(lines >> (group * 7) & 127) as usize])
    }

    /// The slots that would give `colour` a line.
    pub(crate) fn winning(&self, position: &Position, colour: usize) -> Slots {
        let lines = position.two[colour] & !position.blocked[colour];
        if lines == 0 { 0 } else { self.union(lines) & self.placeable(position, colour) }
    }

    /// Pieces of `colour` and `size` still in hand.
    fn left(&self, position: &Position, colour: usize, size: usize) -> u32 {
        self.stock.saturating_sub((position.pieces[colour] >> (size * 9) & NINE).count_ones())
    }

    /// What the future depends on.
    fn prospects(&self, position: &Position) -> Prospects {
        let empties = position.empty.count_ones();
        if empties >= 16 {
            // Nothing has died yet that is worth finding.
            let live = std::array::from_fn(|colour| !position.blocked[colour] & EVERY_LINE);
            return Prospects { live, tight: [self.sized; 3] };
        }
        let of_size = |size: usize| (position.empty >> (size * 9) & NINE).count_ones();
        let by_size = [of_size(0), of_size(1), of_size(2)];
        let left: [[u32; 3]; COLOURS] =
            std::array::from_fn(|colour| std::array::from_fn(|size| self.left(position, colour, size)));
        let colours = self.colours as u32;
        let offset = |colour: usize| (colour as u32 + colours - u32::from(position.turn)) % colours;
        // The turns of each colour if nobody is ever passed.
        let mut turns = [0; COLOURS];
        for (colour, turns) in turns.iter_mut().enumerate().take(self.colours) {
            *turns = (empties + colours - 1).saturating_sub(offset(colour)) / colours;
        }
        let mut tight = [false; 3];
        if self.sized {
            // If every colour can serve each of its turns in any size, nobody is ever passed.
            let serves =
                |colour: usize, size: usize, turns: u32| left[colour][size] >= by_size[size].min(turns);
            let at_ease =
                (0..self.colours).all(|colour| (0..3).all(|size| serves(colour, size, turns[colour])));
            if !at_ease {
                // A colour is passed only when it has run out of all sizes that are left: at most `late` slots.
                let late = |colour: usize| -> u32 {
                    (0..3).map(|size| by_size[size].saturating_sub(left[colour][size])).sum()
                };
                let late = (0..self.colours).map(late).max().unwrap_or(0);
                for (colour, turns) in turns.iter_mut().enumerate().take(self.colours) {
                    let regular = ((empties - late.min(empties)) + colours - 1)
                        .saturating_sub(offset(colour))
                        / colours;
                    *turns = (regular + late).min(empties);
                }
                for (size, tight) in tight.iter_mut().enumerate() {
                    *tight = !(0..self.colours).all(|colour| serves(colour, size, turns[colour]));
                }
            }
        }
        let mut live = [0; COLOURS];
        for (colour, live) in live.iter_mut().enumerate().take(self.colours) {
            let open = !position.blocked[colour] & EVERY_LINE;
            *live = match turns[colour] {
                0 => 0,
                1 => open & position.two[colour],
                2 => open & position.one[colour],
                _ => open,
            };
            if self.sized && *live != 0 {
                // Lines that need a piece of a size that has run out.
                for (size, &pieces) in left[colour].iter().enumerate() {
                    if pieces == 0 {
                        let mut gone = position.empty & NINE << (size * 9);
                        while gone != 0 {
                            *live &= !self.lines_through[gone.trailing_zeros() as usize];
                            gone &= gone - 1;
                        }
                    }
                }
            }
        }
        Prospects { live, tight }
    }

    /// The exact key of a position: positions with equal keys have isomorphic futures.
    ///
    /// A slot is *dead* when no live line passes through it: for an empty slot, none of any colour; for a filled one,
    /// none of its own colour. A line is live for a colour when it holds no other colour and the colour has turns and
    /// pieces enough to fill it. What is in a dead slot no longer matters, only whether pieces can still be put
    /// there and how many of each size: in each size the empty ones are written first, then the filled ones. Only in a
    /// size in which some colour may run out of pieces are dead pieces written with their colours, where they are.
    ///
    /// Nine slots with seven contents are below `2^26`; with the colour to move, 80 bits.
    pub(crate) fn key(&self, position: &Position) -> u128 {
        let prospects = &position.prospects;
        let filled = (self.free & !position.empty).count_ones();
        let mut planes = [0; 6];
        let mut alive_empty = 0;
        let mut dead = ALL;
        for (colour, plane) in planes.iter_mut().enumerate().take(self.colours) {
            let slots = self.union(prospects.live[colour]);
            *plane = position.pieces[colour] & slots;
            dead &= !*plane;
            alive_empty |= slots & position.empty;
        }
        dead &= !alive_empty & self.free;
        for size in 0..3 {
            let nine = NINE << (size * 9);
            if prospects.tight[size] {
                for (plane, pieces) in planes.iter_mut().zip(position.pieces) {
                    *plane |= pieces & nine;
                }
                planes[4] |= dead & nine & position.empty;
            } else {
                let mut rest = dead & nine;
                for _ in 0..(rest & position.empty).count_ones() {
                    planes[4] |= rest & rest.wrapping_neg();
                    rest &= rest - 1;
                }
                planes[5] |= rest;
            }
        }
        let mut key = self.written(&planes);
        if filled <= 8 {
            for image in self.images.iter().skip(1) {
                let moved = planes.map(|plane| {
                    (0..3).fold(0, |to, size| to | image[size][(plane >> (size * 9) & NINE) as usize])
                });
                key = key.min(self.written(&moved));
            }
        }
        key | u128::from(position.turn) << 78
    }

    fn written(&self, planes: &[Slots; 6]) -> u128 {
        (0..3).fold(0, |key, size| {
            let digits: u32 = planes
                .iter()
                .zip(1..)
                .map(|(plane, digit)| self.sevens[(plane >> (size * 9) & NINE) as usize] * digit)
                .sum();
            key << 26 | u128::from(digits)
        })
    }

    /// Whether some colour has a line that holds no other colour.
    pub(crate) fn has_open_line(&self, position: &Position) -> bool {
        (0..self.colours).any(|colour| !position.blocked[colour] & EVERY_LINE != 0)
    }

    /// The position as a number with 27 digits to the base 5. The colour to move follows from it.
    pub(crate) fn plain_key(&self, position: &Position) -> u64 {
        (0..27).fold(0, |key, slot| {
            let content = (0..self.colours).find(|&colour| position.pieces[colour] >> slot & 1 == 1);
            key * 5 + content.map_or(0, |colour| colour as u64 + 1)
        })
    }

    /// The points of the paper for filling `slot`; see [`super::paper`].
    pub(crate) fn paper_points(&self, position: &Position, slot: usize) -> i32 {
        let me = usize::from(position.turn);
        let lines = self.lines_through[slot];
        let count = |lines: Lines| lines.count_ones() as i32;
        let mut points = 0;
        for colour in 0..self.colours {
            let open = lines & !position.blocked[colour];
            let (two, one) =
                (open & position.two[colour], open & position.one[colour] & !position.two[colour]);
            points += if colour == me {
                10_000 * count(two) + 10 * count(one) + 2 * count(open & !position.one[colour])
            } else if self.sides[colour] == self.sides[me] {
                -100 * count(two) - 2 * count(one)
            } else {
                100 * count(two) + count(one)
            };
        }
        points
    }

    /// How good filling `slot` looks for the colour to move.
    pub(crate) fn promise(&self, position: &Position, slot: usize) -> i32 {
        let lines = self.lines_through[slot];
        let me = usize::from(position.turn);
        let mut score = 0;
        for colour in 0..self.colours {
            let live = lines & position.prospects.live[colour];
            let count = |lines: Lines| lines.count_ones() as i32;
            let (begun, all) = (count(live & position.one[colour]), count(live));
            score += if colour == me {
                12 * begun + 4 * all
            } else if self.sides[colour] == self.sides[me] {
                -3 * begun - all
            } else {
                begun
            };
        }
        score
    }
}

/// What can still matter in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Prospects {
    /// The lines each colour can still fill.
    pub(crate) live: [Lines; COLOURS],
    /// Sizes in which some colour may run out of pieces.
    tight: [bool; 3],
}
