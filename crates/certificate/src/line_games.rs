//! Certificate: in a line game one side wins, or does not lose, from a position, or from each of
//! several.
//!
//! Claim: whatever the other side does, the *owner* of the strategy reaches the goal.
//!
//! Evidence: the owner's replies, in the order in which the checker meets the positions that need
//! one. It walks the game from each claimed position on the plain board of the rules: where the
//! other side moves it tries **every** legal move; where the owner moves it plays one reply. The
//! walk ends because every move fills a slot. It reaches each position that differs from those
//! before by more than a symmetry once; symmetries are those of the rules, which keep lines, sizes,
//! forbidden slots and gravity. A leaf is a win of the owner; or, when the goal is not to lose, a
//! draw or a position in which no line can become one of the other side's.
//!
//! Only replies *of the owner* are left out, where one rule gives them ([`obvious`]). Which reply
//! is played needs no argument: any legal one will do, as long as the walk below it ends well.
//!
//! Cost: one board, on which moves are made and taken back, some tenths of a microsecond each; one
//! stored number per position with the owner to move.

use std::collections::HashSet;
use std::fmt;

use hissho_rules::line_games::{Board, End, LineGame, Slots, slots_of};
use hissho_rules::{Account, Exhausted};

use crate::text::{Reader, Writer};
use crate::{CheckError, Claim, Context, Proved, Refusal};

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
    pub game: LineGame,
    /// The moves so far, with one space between them and no passes; of several positions, with a
    /// slash between them and a space on each side of it.
    pub record: String,
    /// The side: 0 is that of the player who opened.
    pub owner: usize,
    /// What it reaches.
    pub goal: Goal,
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Strategy { game, record, owner, goal } = self;
        let positions: Vec<&str> = record.split(" / ").collect();
        let from = match positions[..] {
            [""] => "from the start".to_owned(),
            [only] => format!("after {only}"),
            _ => format!("from each of {} positions, after {}", positions.len(), positions.join(", after ")),
        };
        let side = side_name(*owner);
        let reaches = match goal {
            Goal::Win => "wins",
            Goal::NotLose => "does not lose",
        };
        write!(f, "{game} {from}: the {side} side {reaches}, whatever the other does")
    }
}

/// Why the evidence does not establish the claim.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs)]
pub enum StrategyError {
    #[error("the position is not one of the game: {0}")]
    BadRecord(String),
    #[error("the record `{found}` is not in its plain spelling, `{expected}`")]
    RecordSpelling { found: String, expected: String },
    #[error("of several positions, number {0} is the start or one of those before it")]
    NeedlessRecord(usize),
    #[error("{0} has {1} sides and {2} slots, a strategy needs two sides and at most {MOST_SLOTS} slots")]
    UnsuitableGame(String, usize, usize),
    #[error("reply {number} is {found}, not a legal move after {path}")]
    IllegalReply { number: usize, found: String, path: String },
    #[error("the replies end after {number}, another is needed after {path}")]
    TooFew { number: usize, path: String },
    #[error("{given} replies given, the walk needs only {needed}")]
    TooMany { given: usize, needed: usize },
    #[error("the strategy fails after {path}: {outcome}")]
    Fails { path: String, outcome: &'static str },
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
}

impl CheckError for StrategyError {
    fn exhausted(&self) -> Option<Exhausted> {
        if let StrategyError::Exhausted(exhausted) = self { Some(*exhausted) } else { None }
    }
}

/// The most slots a game may have.
const MOST_SLOTS: usize = 54;

/// Checks the replies, slots of the game, for `claim`.
pub fn check(claim: Strategy, replies: &[u8], account: &Account) -> Result<Proved<Strategy>, StrategyError> {
    let mut rest = replies.iter();
    walk(&claim, account, |_| rest.next().map(|&slot| usize::from(slot)))?;
    match rest.len() {
        0 => Ok(Proved::by_check(claim)),
        left => Err(StrategyError::TooMany { given: replies.len(), needed: replies.len() - left }),
    }
}

/// Walks the game as the checker does and asks `reply` where the owner has to choose.
pub fn walk<'c>(
    claim: &'c Strategy,
    account: &Account,
    reply: impl FnMut(&Board<'c>) -> Option<usize>,
) -> Result<(), StrategyError> {
    let game = &claim.game;
    let (sides, slots, colours) = (game.side_count(), game.slot_count(), game.sides().len());
    // A content is a digit: 0 for empty, else the colour + 1; two bits more say whose turn it is.
    let bits = if colours <= 3 { 2 } else { 3 };
    if sides != 2 || slots > MOST_SLOTS || slots * bits > 126 || colours > 4 || claim.owner > 1 {
        return Err(StrategyError::UnsuitableGame(game.to_string(), sides, slots));
    }
    let digit = |colour: usize, to: usize| (colour as u128 + 1) << (bits * to);
    let images =
        |colour, slot: usize| game.symmetries().iter().map(|image| digit(colour, image[slot])).collect();
    let mut walk = Walk {
        claim,
        reply,
        account,
        price: (slots + 3 * game.lines().len() + game.symmetries().len()) as u64,
        digits: (0..colours).map(|colour| (0..slots).map(|slot| images(colour, slot)).collect()).collect(),
        images: vec![],
        seen: HashSet::new(),
        path: vec![],
        used: 0,
    };
    let mut before = HashSet::new();
    for (at, record) in claim.record.split(" / ").enumerate() {
        account.charge(walk.price.saturating_mul(slots as u64))?;
        account.hold::<u8>(4 * record.len() + size_of::<[&str; 4]>())?;
        let (mut start, plain) =
            Board::with_moves(game, record).map_err(|error| StrategyError::BadRecord(error.to_string()))?;
        if plain != record {
            return Err(StrategyError::RecordSpelling { found: record.to_owned(), expected: plain });
        }
        if !before.insert(record) || record.is_empty() && claim.record.len() > record.len() {
            return Err(StrategyError::NeedlessRecord(at + 1));
        }
        walk.start(&mut start)?;
    }
    Ok(())
}

struct Walk<'c, 'a, R> {
    claim: &'c Strategy,
    reply: R,
    account: &'a Account,
    /// Steps charged for each position.
    price: u64,
    /// For each colour and slot the digit of a piece there, in each of the images.
    digits: Vec<Vec<Vec<u128>>>,
    /// The position, turned by each symmetry, as a number.
    images: Vec<u128>,
    /// Positions with the owner to move that were visited before.
    seen: HashSet<u128>,
    /// The moves from the claimed position to here.
    path: Vec<usize>,
    /// The replies that were used.
    used: usize,
}

impl<'c, R: FnMut(&Board<'c>) -> Option<usize>> Walk<'c, '_, R> {
    fn start(&mut self, board: &mut Board<'c>) -> Result<(), StrategyError> {
        self.images = vec![0; self.claim.game.symmetries().len()];
        for (slot, content) in board.content().iter().enumerate() {
            content.iter().for_each(|&colour| self.change(colour, slot));
        }
        self.visit(board)
    }

    /// Puts a piece into a slot of all images, or takes it out again.
    fn change(&mut self, colour: usize, slot: usize) {
        let digits = &self.digits[colour][slot];
        self.images.iter_mut().zip(digits).for_each(|(image, digit)| *image ^= digit);
    }

    fn visit(&mut self, board: &mut Board<'c>) -> Result<(), StrategyError> {
        let Strategy { game, owner, goal, .. } = self.claim;
        self.account.charge(self.price)?;
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
            return slots_of(board.placeable(turn)).try_for_each(|slot| self.descend(board, turn, slot));
        }
        self.remember(self.number(turn))?;
        let slot = match obvious(board) {
            Some(slot) => slot,
            None => self.ask(board, turn)?,
        };
        self.descend(board, turn, slot)
    }

    /// Keeps a position in mind. The table doubles when it is full; an entry takes less than 20
    /// bytes.
    fn remember(&mut self, number: u128) -> Result<(), Exhausted> {
        let room = self.seen.capacity();
        if self.seen.len() == room {
            self.account.hold::<[u8; 20]>(2 * room + 8)?;
            self.seen.reserve(1);
            self.account.release::<[u8; 20]>(room);
        }
        self.seen.insert(number);
        Ok(())
    }

    /// The next reply of the evidence.
    fn ask(&mut self, board: &Board<'c>, turn: usize) -> Result<usize, StrategyError> {
        let Some(slot) = (self.reply)(board) else {
            return Err(StrategyError::TooFew { number: self.used, path: self.path_text() });
        };
        self.used += 1;
        let is_slot = slot < self.claim.game.slot_count();
        if is_slot && board.can_place(turn, slot) {
            return Ok(slot);
        }
        let found = if is_slot { self.claim.game.slot_name(slot) } else { "no slot" };
        let (number, found) = (self.used, found.to_owned());
        Err(StrategyError::IllegalReply { number, found, path: self.path_text() })
    }

    /// Walks on after a legal move.
    fn descend(&mut self, board: &mut Board<'c>, turn: usize, slot: usize) -> Result<(), StrategyError> {
        let filled = board.fill(slot).expect("only legal moves are walked");
        self.change(turn, slot);
        self.path.push(slot);
        self.visit(board)?;
        self.path.pop();
        self.change(turn, slot);
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

fn lowest(slots: Slots) -> Option<usize> {
    slots_of(slots).next()
}

/// The slots in which `colour` would complete a line if it were its turn.
fn winning(board: &Board<'_>, colour: usize) -> Slots {
    let (own, others) = (board.of_colour(colour), board.filled() & !board.of_colour(colour));
    let mut slots = 0;
    for line in board.game().line_sets().iter().filter(|line| *line & others == 0) {
        let lacking = line & !own;
        if lacking & lacking.wrapping_sub(1) == 0 {
            slots |= lacking;
        }
    }
    if slots == 0 { 0 } else { slots & board.placeable(colour) }
}

/// The reply that is played without being written: the only move; else the lowest slot in which the
/// next colour, if it is the other side's, would complete a line; else, when an own later colour
/// can complete a line in more slots than the other side has moves before it, the lowest other
/// slot. `None` when the evidence has to say.
fn obvious(board: &Board<'_>) -> Option<usize> {
    let turn = board.turn()?;
    let sides = board.game().sides();
    let moves = board.placeable(turn);
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

/// Whether some colour of `side` can still fill a line: it holds no other colour, and there are
/// pieces enough.
fn has_hope(board: &Board<'_>, side: usize) -> bool {
    let game = board.game();
    let is_open = |line: Slots, colour: usize| {
        let lacking = line & !board.filled();
        let enough = |(size, slots): (usize, &Slots)| {
            let count = (lacking & slots).count_ones() as usize;
            game.stock().is_none_or(|stock| count == 0 || count + board.used(colour, size) <= stock)
        };
        slots_of(lacking).all(|slot| !game.is_forbidden(slot)) && game.sizes().iter().enumerate().all(enough)
    };
    let mut colours = (0..game.sides().len()).filter(|&colour| game.sides()[colour] == side);
    colours.any(|colour| {
        let others = board.filled() & !board.of_colour(colour);
        let mut lines = game.line_sets().iter().filter(|line| *line & others == 0);
        lines.any(|&line| is_open(line, colour))
    })
}

/// What a side is called in files and on the command line.
fn side_name(side: usize) -> &'static str {
    if side == 0 { "first" } else { "second" }
}

/// A slot is written as one character; this is the one of slot 0.
const FIRST: u8 = b'A';

/// The certificate as text.
pub fn write(claim: &Strategy, replies: &[u8]) -> String {
    let mut writer = Writer::new(KIND);
    lines(claim, replies, &mut writer);
    writer.finish()
}

/// The lines after the head.
fn lines(claim: &Strategy, replies: &[u8], writer: &mut Writer<'_>) {
    writer.line(format_args!("game {}", claim.game));
    match claim.record.as_str() {
        "" => writer.line("after"),
        record => writer.line(format_args!("after {record}")),
    }
    let goal = match claim.goal {
        Goal::Win => "wins",
        Goal::NotLose => "does-not-lose",
    };
    writer.line(format_args!("owner {} {goal}", side_name(claim.owner)));
    for row in replies.chunks(100) {
        let letters: String = row.iter().map(|&slot| char::from(FIRST.saturating_add(slot))).collect();
        writer.line(format_args!("replies {letters}"));
    }
}

/// Reads and checks the lines after the head.
pub(crate) fn check_text(reader: &mut Reader<'_>, context: &Context<'_>) -> Result<Proved<Claim>, Refusal> {
    let account = &context.account;
    let line = reader.field("game")?;
    let game = LineGame::named(line.text).map_err(|error| line.refuse(error))?;
    let record = reader.field("after")?.text.to_owned();
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
        account.charge(line.text.len() as u64 + 16)?;
        account.hold::<[u8; 2]>(line.text.len())?;
        for byte in line.text.bytes() {
            let slot = byte.checked_sub(FIRST);
            replies.push(slot.ok_or_else(|| line.refuse("a character from `A` on for each reply"))?);
        }
    }
    let claim = Strategy { game, record, owner, goal };
    reader.must_be(|writer| lines(&claim, &replies, writer))?;
    let proved = check(claim, &replies, account).map_err(|error| Refusal::of(KIND, &error))?;
    Ok(proved.into_claim())
}
