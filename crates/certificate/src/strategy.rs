//! Certificate: in a filling game one side wins, or does not lose, from a position, or from each of several.
//!
//! Claim: whatever the other side does, the *owner* of the strategy reaches the goal.
//!
//! Evidence: the owner's replies, in the order in which the checker meets the positions that need one. It walks the
//! game from each claimed position on the plain board of the rules: where the other side moves it tries **every** legal
//! move; where the owner moves it plays one reply. The walk ends because every move fills a slot. It reaches each
//! position that differs from those before by more than a symmetry once; symmetries are those of the rules, tested
//! against lines, sizes and gravity before the walk. A leaf is a win of the owner; or, when the goal is not to lose, a
//! draw or a position in which no line can become one of the other side's.
//!
//! Only replies *of the owner* are left out, where one rule gives them ([`obvious`]). Which reply is played needs no
//! argument: any legal one will do, as long as the walk below it ends well.
//!
//! Cost: one board, on which moves are made and taken back, some tenths of a microsecond each; one stored number per position.

use std::collections::HashSet;
use std::fmt;

use rules::filling::{Board, End, FillingGame};

use crate::text::{Reader, Writer};
use crate::{Claim, Context, Proved, Refusal};

/// The name of this kind in a certificate.
pub const KIND: &str = "strategy";

/// What the owner of a strategy reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// A line of its own.
    Win,
    /// That the other side gets none.
    NotLose,
}

/// `owner` reaches `goal` in `game` after the moves of `record`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// The rules.
    pub game: FillingGame,
    /// The moves so far, with one space between them; of several positions, with ` / ` between them.
    pub record: String,
    /// The side: 0 is that of the player who opened.
    pub owner: usize,
    /// What it reaches.
    pub goal: Goal,
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Strategy { game, record, owner, goal } = self;
        let after = if record.is_empty() { "from the start".to_owned() } else { format!("after {record}") };
        let side = side_name(*owner);
        let reaches = match goal {
            Goal::Win => "wins",
            Goal::NotLose => "does not lose",
        };
        write!(f, "{game} {after}: the {side} side {reaches}, whatever the other does")
    }
}

/// Why the evidence does not establish the claim.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs)]
pub enum StrategyError {
    #[error("the position is not one of the game: {0}")]
    BadRecord(String),
    #[error("{0} has {1} sides and {2} slots, a strategy needs two sides and at most 54 slots")]
    UnsuitableGame(String, usize, usize),
    #[error("a symmetry of {0} does not leave its rules as they are")]
    BadSymmetry(String),
    #[error("reply {number} is {found}, not a legal move after {path}")]
    IllegalReply { number: usize, found: String, path: String },
    #[error("the replies end after {number}, another is needed after {path}")]
    TooFew { number: usize, path: String },
    #[error("{given} replies given, the walk needs only {needed}")]
    TooMany { given: usize, needed: usize },
    #[error("the strategy fails after {path}: {outcome}")]
    Fails { path: String, outcome: &'static str },
    #[error("the walk is longer than {0} positions")]
    TooLong(u64),
}

/// Checks the replies for `claim`, visiting at most `steps` positions.
pub fn check(claim: Strategy, replies: &[usize], steps: u64) -> Result<Proved<Strategy>, StrategyError> {
    let mut rest = replies.iter().copied();
    let used = walk(&claim, steps, |_| rest.next())?;
    match used.len() {
        needed if needed == replies.len() => Ok(Proved::by_check(claim)),
        needed => Err(StrategyError::TooMany { given: replies.len(), needed }),
    }
}

/// Walks the game as the checker does and asks `reply` where the owner has to choose; the replies that were used.
pub fn walk<'c>(
    claim: &'c Strategy,
    steps: u64,
    reply: impl FnMut(&Board<'c>) -> Option<usize>,
) -> Result<Vec<usize>, StrategyError> {
    let game = &claim.game;
    let (sides, slots) = (game.side_count(), game.slot_count());
    if sides != 2 || slots > 54 || claim.owner > 1 {
        return Err(StrategyError::UnsuitableGame(game.to_string(), sides, slots));
    }
    if !game.symmetries().iter().all(|symmetry| game.is_symmetry(symmetry)) {
        return Err(StrategyError::BadSymmetry(game.to_string()));
    }
    // A content is a digit: 0 for empty, else the colour + 1. Four colours on 54 slots stay below 2^126.
    let base = game.sides().len() as u128 + 1;
    let powers: Vec<u128> =
        std::iter::successors(Some(1), |power: &u128| power.checked_mul(base)).take(slots).collect();
    let worth =
        |slot: usize| game.symmetries().iter().map(|symmetry| powers[symmetry[slot]]).collect::<Vec<_>>();
    let mut walk = Walk {
        claim,
        reply,
        worths: (0..slots).map(worth).collect(),
        images: vec![],
        seen: HashSet::new(),
        path: vec![],
        used: vec![],
        steps_left: steps,
        steps,
    };
    for record in claim.record.split('/') {
        let start = Board::after(game, record);
        walk.start(&mut start.map_err(|error| StrategyError::BadRecord(error.to_string()))?)?;
    }
    Ok(walk.used)
}

struct Walk<'c, R> {
    claim: &'c Strategy,
    reply: R,
    /// For each slot what a digit in it is worth, in each of the images.
    worths: Vec<Vec<u128>>,
    /// The position, turned by each symmetry, as a number.
    images: Vec<u128>,
    /// Positions with the owner to move that were visited before.
    seen: HashSet<u128>,
    /// The moves from the claimed position to here.
    path: Vec<usize>,
    used: Vec<usize>,
    steps_left: u64,
    steps: u64,
}

impl<'c, R: FnMut(&Board<'c>) -> Option<usize>> Walk<'c, R> {
    fn start(&mut self, board: &mut Board<'c>) -> Result<(), StrategyError> {
        self.images = vec![0; self.claim.game.symmetries().len()];
        for (content, worths) in board.content().iter().zip(&self.worths) {
            let digit = content.map_or(0, |colour| colour as u128 + 1);
            self.images.iter_mut().zip(worths).for_each(|(image, worth)| *image += digit * worth);
        }
        self.visit(board)
    }

    fn visit(&mut self, board: &mut Board<'c>) -> Result<(), StrategyError> {
        let Strategy { game, owner, goal, .. } = self.claim;
        self.steps_left = self.steps_left.checked_sub(1).ok_or(StrategyError::TooLong(self.steps))?;
        let fails = |path: String, outcome| Err(StrategyError::Fails { path, outcome });
        match (board.end(), goal) {
            (Some(End::Win(side)), _) if side == *owner => return Ok(()),
            (Some(End::Win(_)), _) => return fails(self.path_text(), "the other side has a line"),
            (Some(End::Draw), Goal::NotLose) => return Ok(()),
            (Some(End::Draw), Goal::Win) => {
                return fails(self.path_text(), "nobody can move, and nobody has a line");
            }
            (None, _) => {}
        }
        let Some(turn) = board.turn() else { return Ok(()) };
        let is_owners = game.sides()[turn] == *owner;
        let is_known = is_owners && (winning(board, turn) != 0 || self.seen.contains(&self.number(turn)));
        if is_known || *goal == Goal::NotLose && !has_hope(board, 1 - owner) {
            return Ok(());
        }
        if !is_owners {
            return (0..game.slot_count()).try_for_each(|slot| self.descend(board, slot));
        }
        self.seen.insert(self.number(turn));
        let slot = match obvious(board) {
            Some(slot) => slot,
            None => self.ask(board)?,
        };
        self.descend(board, slot)
    }

    /// The next reply of the evidence.
    fn ask(&mut self, board: &Board<'c>) -> Result<usize, StrategyError> {
        let number = self.used.len();
        let Some(slot) = (self.reply)(board) else {
            return Err(StrategyError::TooFew { number, path: self.path_text() });
        };
        self.used.push(slot);
        let is_slot = slot < self.claim.game.slot_count();
        if is_slot && board.turn().is_some_and(|turn| board.can_place(turn, slot)) {
            return Ok(slot);
        }
        let found = if is_slot { self.claim.game.slot_name(slot) } else { "no slot" };
        Err(StrategyError::IllegalReply {
            number: number + 1,
            found: found.to_owned(),
            path: self.path_text(),
        })
    }

    /// Walks on after a move; a slot that may not be filled is none.
    fn descend(&mut self, board: &mut Board<'c>, slot: usize) -> Result<(), StrategyError> {
        let digit = board.turn().map_or(0, |colour| colour as u128 + 1);
        let Some(filled) = board.fill(slot) else {
            return Ok(());
        };
        let worths = &self.worths[slot];
        self.images.iter_mut().zip(worths).for_each(|(image, worth)| *image += digit * worth);
        self.path.push(slot);
        self.visit(board)?;
        self.path.pop();
        let worths = &self.worths[slot];
        self.images.iter_mut().zip(worths).for_each(|(image, worth)| *image -= digit * worth);
        board.take_back(filled);
        Ok(())
    }

    /// The position as a number, the same for positions that a symmetry turns into each other.
    fn number(&self, turn: usize) -> u128 {
        self.images.iter().min().unwrap_or(&0) << 2 | turn as u128
    }

    fn path_text(&self) -> String {
        let names: Vec<&str> = self.path.iter().map(|&slot| self.claim.game.slot_name(slot)).collect();
        if names.is_empty() { "no move".to_owned() } else { names.join(" ") }
    }
}

/// A set of slots, one bit each: [`walk`] refuses boards with more than 54.
type Slots = u64;

fn lowest(slots: Slots) -> Option<usize> {
    (slots != 0).then(|| slots.trailing_zeros() as usize)
}

/// The slots in which `colour` would complete a line if it were its turn.
fn winning(board: &Board<'_>, colour: usize) -> Slots {
    let lines = board.game().lines();
    let lacks_one = |line: &usize| {
        board.in_line(*line, colour) + 1 == lines[*line].len()
            && board.filled(*line) + 1 == lines[*line].len()
    };
    let slots = (0..lines.len()).filter(lacks_one).flat_map(|line| &lines[line]);
    slots.filter(|slot| board.can_place(colour, **slot)).fold(0, |set, slot| set | 1 << slot)
}

/// The reply that is played without being written: the only move; else the lowest slot in which the next colour, if it
/// is the other side's, would complete a line; else, when an own later colour can complete a line in more slots than the
/// other side has moves before it, the lowest other slot. `None` when the evidence has to say.
fn obvious(board: &Board<'_>) -> Option<usize> {
    let turn = board.turn()?;
    let sides = board.game().sides();
    let slots = 0..board.content().len();
    let moves = slots.filter(|&slot| board.can_place(turn, slot)).fold(0, |set: Slots, slot| set | 1 << slot);
    if moves.count_ones() == 1 {
        return lowest(moves);
    }
    let mut others = 0;
    for step in 1..sides.len() {
        let colour = (turn + step) % sides.len();
        let slots = winning(board, colour);
        if sides[colour] == sides[turn] {
            if slots.count_ones() > others {
                return lowest(moves & !slots);
            }
        } else if slots == 0 {
            others += 1;
        } else {
            return if step == 1 { lowest(moves & slots) } else { None };
        }
    }
    None
}

/// Whether some colour of `side` can still fill a line: it holds no other colour, and there are pieces enough.
fn has_hope(board: &Board<'_>, side: usize) -> bool {
    let game = board.game();
    let is_open = |line: usize, colour: usize| {
        let mut lacking = [0; 3];
        for &slot in game.lines()[line].iter().filter(|slot| board.content()[**slot].is_none()) {
            if game.is_forbidden(slot) {
                return false;
            }
            lacking[game.size(slot)] += 1;
        }
        let in_stock = |size: usize| {
            game.stock()
                .is_none_or(|stock| lacking[size] == 0 || lacking[size] + board.used(colour, size) <= stock)
        };
        [0, 1, 2].into_iter().all(in_stock)
    };
    let is_hopeful = |line: usize, colour: usize| {
        board.in_line(line, colour) == board.filled(line) && is_open(line, colour)
    };
    let mut colours = (0..game.sides().len()).filter(|&colour| game.sides()[colour] == side);
    colours.any(|colour| (0..game.lines().len()).any(|line| is_hopeful(line, colour)))
}

/// What a side is called in files and on the command line.
fn side_name(side: usize) -> &'static str {
    if side == 0 { "first" } else { "second" }
}

/// A slot is written as one character; this is the one of slot 0.
const FIRST: u8 = b'A';

/// The certificate as text.
pub fn write(claim: &Strategy, replies: &[usize]) -> String {
    let mut writer = Writer::new(KIND);
    writer.line(format_args!("game {}", claim.game));
    writer.line(format_args!("after {}", claim.record));
    let goal = match claim.goal {
        Goal::Win => "wins",
        Goal::NotLose => "does-not-lose",
    };
    writer.line(format_args!("owner {} {goal}", side_name(claim.owner)));
    for row in replies.chunks(100) {
        let letters: String = row.iter().map(|&slot| char::from(FIRST + slot as u8)).collect();
        writer.line(format_args!("replies {letters}"));
    }
    writer.finish()
}

/// Reads and checks the lines after the head.
pub(crate) fn check_text(reader: &mut Reader<'_>, context: &Context<'_>) -> Result<Proved<Claim>, Refusal> {
    let refuse = |error: &dyn fmt::Display| Refusal::evidence(KIND, error);
    let game = FillingGame::named(reader.field("game")?.text).map_err(|error| refuse(&error))?;
    let record: Vec<&str> = reader.field("after")?.words().collect();
    let line = reader.field("owner")?;
    let (owner, goal) = match line.text {
        "first wins" => (0, Goal::Win),
        "second wins" => (1, Goal::Win),
        "first does-not-lose" => (0, Goal::NotLose),
        "second does-not-lose" => (1, Goal::NotLose),
        _ => return Err(line.refuse("`owner SIDE GOAL`, first or second, wins or does-not-lose")),
    };
    let mut replies = Vec::new();
    while reader.peek().is_some() {
        let line = reader.field("replies")?;
        for byte in line.text.bytes() {
            match byte.checked_sub(FIRST) {
                Some(slot) => replies.push(usize::from(slot)),
                None => return Err(line.refuse("a character from `A` on for each reply")),
            }
        }
    }
    let claim = Strategy { game, record: record.join(" "), owner, goal };
    Ok(check(claim, &replies, context.account.left()).map_err(|error| refuse(&error))?.into_claim())
}
