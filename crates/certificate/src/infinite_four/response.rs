//! Certificate: a player of infinite Connect-Four who only answers never loses.
//!
//! Claim: from the given stones on, the *responder* has a reply to everything and the *opponent*
//! never makes a four (and, when it is claimed, neither does the responder).
//!
//! Evidence: a [`Strategy`]. Its building block is the *static* strategy: for every column `c` a
//! *zone height* `g(c)`, at most two above the stones that lie there, and disjoint *pairs* of zone
//! cells. The words of zone heights and the pairs repeat to the left and to the right for ever.
//! Above the zone the responder answers on top ("follow-up"): the opponent has the rows `g+1`,
//! `g+3`, …, the responder `g+2`, `g+4`, … Why this is enough:
//!
//! * *Replies.* After each reply every pair is (a) empty, (b) holds a stone of the responder, or
//!   (c) *guarded*: the opponent has `x`, and the partner `y` lies directly on an empty cell `s`
//!   that has no partner or one owned by the responder. The opponent plays `z`. If `z` lies under a
//!   guarded `y`, the responder takes `y`. If the partner of `z` is empty and can be played, he
//!   takes that. If it is empty and lies on an empty `s`, he takes the partner `t` of `s`, and the
//!   pair is guarded. Otherwise he *passes*: he plays a zone cell so far away that its column, and
//!   those of all partners of its cells, are untouched. Each reply restores the invariant, and
//!   nobody ever owns both cells of a pair; `t` can be played because it is required to be the
//!   lowest zone cell of its column (`Unsupported`). All this is local, so endless chains of pairs
//!   need nothing more.
//! * *Passes* are needed only when a zone cell has no partner: if all have one, then `t` is empty
//!   whenever it is wanted, and a cell the opponent plays has an empty partner or lies under a
//!   guarded one. Passing needs infinitely many columns; on a board with finitely many, the checker
//!   demands that every zone cell has a partner. Below a top row a missing reply (or opening)
//!   becomes a pass.
//! * *Fours.* The stones of the opponent lie, at every moment, on his own stones, zone cells and
//!   rows `g+1`, `g+3`, …, and never on both cells of a pair. So no line is his if each line holds
//!   a cell certain to be the responder's or a whole pair (layout.rs). Literal follow-in-GLASS lets
//!   the responder take both cells of a pair; such a *weak* pair does not count against the
//!   responder's own fours.
//! * *Trees* (tree.rs) may branch in the columns of the core before a static strategy is chosen.
//!
//! Sources: Yamaguchi, Yamaguchi, Tanaka, Kaneko, Another Proof of Draw in Infinite Connect-Four
//! (follow-up, CUP, Slided-CUP, GLASS); the invariant is ours. Cost: 8 lines per cell of the core
//! and one period of each tail, for every node of a tree. All of it is charged.

use std::fmt;

use hissho_rules::infinite_four::{
    Board, BoardError, Cell, LARGEST_COLUMN, Position, Side, Stone, Width, write_stones,
};
use hissho_rules::{Account, Exhausted};

use crate::{CheckError, Proved};

mod layout;
mod text;
mod tree;

pub(crate) use layout::{Layout, Owner};
pub(crate) use text::{
    check_text, choice, lines, read_pairs, read_side, read_stones, stones_text, write_pairs,
};
pub use text::{read, write, write_body};

/// The name of this kind in a certificate.
pub const KIND: &str = "response";

/// The most columns that the core, one word, or all that is written down with pairs may have.
const MOST_COLUMNS: usize = 20_000;

/// From these stones on, the responder never loses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// The boards this is about.
    pub arena: Arena,
    /// The stones already dropped, in order.
    pub stones: Vec<Stone>,
    /// Who moves next.
    pub to_move: Side,
    /// Who never loses.
    pub responder: Side,
    /// Whose fours are excluded.
    pub excludes: Excludes,
}

/// A board, or a family of boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arena {
    /// No sides, no top.
    Infinite,
    /// No sides, but a top row: every height that has room for the stones.
    EveryHeight,
    /// So many columns in a ring, no top.
    Cylinder(u32),
    /// The columns 1 to `least + step*n`, for every `n >= 0`; no top.
    Widths {
        /// The smallest number of columns.
        least: u32,
        /// 0 for one board only.
        step: u32,
    },
}

/// Whose fours are excluded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Excludes {
    /// Those of the responder's opponent.
    Opponent,
    /// Everybody's.
    Both,
}

impl fmt::Display for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.arena {
            Arena::Infinite => write!(f, "infinite Connect-Four")?,
            Arena::EveryHeight => {
                write!(f, "Connect-Four of infinite width and of every height that has room for the stones")?;
            }
            Arena::Cylinder(width) => {
                write!(f, "Connect-Four without a top on a cylinder of {width} columns")?;
            }
            Arena::Widths { least, step: 0 } => {
                write!(f, "Connect-Four without a top on the columns 1 to {least}")?;
            }
            Arena::Widths { least, step } => {
                write!(
                    f,
                    "Connect-Four without a top on the columns 1 to {least} + {step}n, for every n >= 0"
                )?;
            }
        }
        match self.stones.as_slice() {
            [] => write!(f, ", empty board")?,
            stones => write!(f, ", after {}", write_stones(stones))?,
        }
        let (to_move, responder) = (self.to_move, self.responder);
        write!(f, ", {to_move} to move: {responder} has a strategy by which {responder} never loses")?;
        match self.excludes {
            Excludes::Opponent => Ok(()),
            Excludes::Both => write!(f, " and neither side ever makes a four"),
        }
    }
}

/// Two zone cells of which the opponent never gets both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pair {
    /// The cells, the smaller first.
    pub cells: [Cell; 2],
    /// Whether the responder may end up with both.
    pub weak: bool,
}

/// A word of zone heights that repeats outwards, and the pairs that repeat with it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tail {
    /// Read from left to right.
    pub word: Vec<u32>,
    /// Those of the period next to the core.
    pub pairs: Vec<Pair>,
}

/// How the responder answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// Whether the responder may have to pass.
    pub passes: bool,
    /// The columns of the core.
    pub core: (i64, i64),
    /// What repeats to the left of the core; empty on boards that end.
    pub left: Tail,
    /// What repeats to the right of the core; for a family of widths, `n` times.
    pub right: Tail,
    /// What stands to the right of the repetitions, for a family of widths; written as for `n = 0`.
    pub end: Tail,
    /// The responder's first move, when the responder is to move.
    pub opening: Option<i64>,
    /// In a tree, columns of the core with so many stones are answered on top; `u32::MAX` for none.
    pub settled: u32,
    /// What follows.
    pub root: Node,
}

/// What the responder does in the core, the opponent to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// A static strategy: zone heights of the core, and the pairs that do not repeat.
    Static(Tail),
    /// One branch for each column of the core that is not settled, from left to right.
    Branches(Vec<Branch>),
    /// The position of an earlier node with branches: its number, from 0, in the order they are
    /// written.
    Same(usize),
    /// The responder has just made a four.
    Won,
}

/// An answer to a move in the core.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The opponent's column.
    pub column: i64,
    /// The responder's answer.
    pub reply: i64,
    /// What follows.
    pub then: Node,
}

/// Why a strategy does not establish its claim.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs)]
pub enum ResponseError {
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
    #[error("{0}")]
    Board(BoardError),
    #[error("a four is on the board already, the game is over")]
    GameOver,
    #[error("a core from {first} to {last}: 1 to {MOST_COLUMNS} columns are needed, none beyond {}", LARGEST_COLUMN / 2)]
    Core { first: i64, last: i64 },
    #[error("{0}")]
    Tails(&'static str),
    #[error("columns {first} to {last} are given, {needed}")]
    Columns { first: i64, last: i64, needed: String },
    #[error("{found} zone heights given, the core {first} to {last} needs {}", last - first + 1)]
    Letters { found: usize, first: i64, last: i64 },
    #[error("column {column} holds a stone, the core {first} to {last} must contain it")]
    StoneOutside { column: i64, first: i64, last: i64 },
    #[error("an opening is needed exactly when the responder is to move")]
    Opening,
    #[error("a tree of replies is for the infinite board, here the strategy must be static")]
    NotStatic,
    #[error("{0}")]
    Unused(&'static str),
    #[error("{0}")]
    Passes(&'static str),
    #[error("column {column} is settled, its zone height must be {stones}, not {found}")]
    Settled { column: i64, found: u32, stones: u32 },
    #[error("a branch is needed for each column from {first} to {last} that is not settled, in order")]
    Branches { first: i64, last: i64 },
    #[error("{after}: the reply must be in the core, in a column that was not settled")]
    Reply { after: String },
    #[error("{}", if *.four { "the responder made a four: `won` must stand here" } else { "the responder has no four here" })]
    Won { four: bool },
    #[error("`same {0}`: the node {0} is not written before, or it has another position")]
    Same(usize),
    #[error("the pairs reach over more than {MOST_COLUMNS} columns")]
    TooWide,
    #[error("column {column}: zone height {found}, with {stones} stones there it must be {stones} to {}", stones + 2)]
    ZoneHeight { column: i64, found: u32, stones: u32 },
    #[error("pair {}-{}: {cell} is not a zone cell, column {} has {stones} stones and zone height {height}", pair[0], pair[1], cell.column)]
    NotInZone { pair: [Cell; 2], cell: Cell, stones: u32, height: u32 },
    #[error("{cell} is in two pairs")]
    Overlap { cell: Cell },
    #[error("pair {}-{}: the columns must be those of the {place}, once per period", pair[0], pair[1])]
    PairOutside { pair: [Cell; 2], place: &'static str },
    #[error(
        "{cell} lies on {below}, whose partner {partner} is not the lowest zone cell of its column: the reply may be out of reach"
    )]
    Unsupported { cell: Cell, below: Cell, partner: Cell },
    #[error("{cell} has no partner, so a pass may be needed, but the strategy says it never passes")]
    Unpaired { cell: Cell },
    #[error("{side} may get the four {}{}{}{}: {other} is certain of none of these cells, and no pair is among them", line[0], line[1], line[2], line[3])]
    OpenLine { side: Side, other: Side, line: [Cell; 4] },
    #[error("after {after}: {problem}")]
    InBranch { after: String, problem: Box<ResponseError> },
}

impl CheckError for ResponseError {
    fn exhausted(&self) -> Option<Exhausted> {
        match self {
            ResponseError::Exhausted(exhausted) => Some(*exhausted),
            ResponseError::InBranch { problem, .. } => problem.exhausted(),
            _ => None,
        }
    }
}

/// Checks that `strategy` establishes `claim`.
pub fn check(
    claim: Response,
    strategy: &Strategy,
    account: &Account,
) -> Result<Proved<Response>, ResponseError> {
    let Strategy { core: (first, last), left, right, end, .. } = strategy;
    let columns = core_columns(strategy)?;
    if [left, right, end].iter().any(|tail| tail.word.is_empty() && !tail.pairs.is_empty()) {
        return Err(ResponseError::Tails("the pairs of a tail need its word"));
    }
    let other_columns =
        |&(first, last): &(i64, i64), needed: String| Err(ResponseError::Columns { first, last, needed });
    match claim.arena {
        Arena::Widths { least, step } => {
            let grows = right.word.len() == step as usize && step != 1 && step != 2;
            if !left.word.is_empty() || !grows || (step == 0 && !end.word.is_empty()) {
                return Err(ResponseError::Tails(
                    "a board that ends has no left tail; `right` has as many letters as the width grows by, \
                     at least 3, and `end` is only for such families",
                ));
            }
            let mut moved = claim.stones.iter().map(|stone| stone.column).chain(strategy.opening);
            if let Some(column) = moved.find(|column| step > 0 && column > last) {
                return Err(ResponseError::StoneOutside { column, first: *first, last: *last });
            }
            // A window of four columns meets at most two of the pieces core, block, …, block, end,
            // because a block has at least three columns: with n = 0, 1, 2 every window there is
            // has been seen.
            let n_max = if step == 0 { 0 } else { 2 };
            for n in 0..=n_max {
                let width = i64::from(least) + i64::from(step) * n;
                let written_out = write_out(strategy, n, account)?;
                if written_out.core != (1, width) {
                    return other_columns(&written_out.core, format!("the board has 1 to {width}"));
                }
                check_on(
                    Board { width: Width::Columns(width), height: None },
                    &claim,
                    &written_out,
                    account,
                )?;
            }
        }
        Arena::Cylinder(width) => {
            if ![left, right, end].iter().all(|tail| tail.word.is_empty()) {
                return Err(ResponseError::Tails("a cylinder has no tails"));
            }
            if columns != width as usize {
                return other_columns(&strategy.core, format!("the cylinder has {width}"));
            }
            let board = Board { width: Width::Cylinder(i64::from(width)), height: None };
            check_on(board, &claim, strategy, account)?;
        }
        Arena::Infinite | Arena::EveryHeight => {
            if left.word.is_empty() || right.word.is_empty() || !end.word.is_empty() {
                return Err(ResponseError::Tails("infinite width needs a left and a right tail, and no end"));
            }
            check_on(Board::INFINITE, &claim, strategy, account)?;
        }
    }
    Ok(Proved::by_check(claim))
}

/// The number of columns of the core.
fn core_columns(strategy: &Strategy) -> Result<usize, ResponseError> {
    let (first, last) = strategy.core;
    let too_far = |column: i64| column.unsigned_abs() > LARGEST_COLUMN.unsigned_abs() / 2;
    if too_far(first) || too_far(last) || !(0..MOST_COLUMNS as i64).contains(&(last - first)) {
        return Err(ResponseError::Core { first, last });
    }
    Ok((last - first) as usize + 1)
}

/// The strategy for one width of a family: the block written out `n` times, then the end.
fn write_out(strategy: &Strategy, n: i64, account: &Account) -> Result<Strategy, ResponseError> {
    let (first, last) = strategy.core;
    let step = strategy.right.word.len() as i64;
    let Node::Static(core) = &strategy.root else { return Err(ResponseError::NotStatic) };
    for piece in [core, &strategy.right, &strategy.right, &strategy.end] {
        account.hold::<u32>(piece.word.len())?;
        account.hold::<Pair>(piece.pairs.len())?;
        account.charge_product(16, piece.word.len() + piece.pairs.len())?;
    }
    if core.word.len() != core_columns(strategy)? {
        return Err(ResponseError::Letters { found: core.word.len(), first, last });
    }
    let mut all = core.clone();
    all.pairs.iter().try_for_each(|pair| layout::within(pair, first, last, "core"))?;
    let mut append = |piece: &Tail, shift: i64, place| {
        for pair in &piece.pairs {
            layout::within(pair, last + 1, last + piece.word.len() as i64, place)?;
            all.pairs.push(layout::shifted(pair, shift));
        }
        all.word.extend(&piece.word);
        Ok::<_, ResponseError>(())
    };
    for block in 0..n {
        append(&strategy.right, block * step, "repeated word")?;
    }
    append(&strategy.end, n * step, "end")?;
    Ok(Strategy {
        core: (first, last + n * step + strategy.end.word.len() as i64),
        right: Tail::default(),
        end: Tail::default(),
        left: Tail::default(),
        root: Node::Static(all),
        ..*strategy
    })
}

/// Checks the strategy on one board.
fn check_on(
    board: Board,
    claim: &Response,
    strategy: &Strategy,
    account: &Account,
) -> Result<(), ResponseError> {
    let (first, last) = strategy.core;
    let tails = [&strategy.left, &strategy.right];
    if claim.arena != Arena::Infinite && !matches!(strategy.root, Node::Static(_)) {
        return Err(ResponseError::NotStatic);
    }
    if strategy.passes && board.width != Width::Infinite {
        return Err(ResponseError::Passes("the strategy passes, but this board has finitely many columns"));
    }
    if claim.arena == Arena::EveryHeight && !strategy.passes {
        return Err(ResponseError::Passes(
            "below a top row the responder must be able to pass: `passes yes` is needed",
        ));
    }
    if strategy.passes && tails.iter().all(|tail| tail.word.iter().all(|&height| height == 0)) {
        return Err(ResponseError::Passes(
            "the strategy passes, but its tails have no zone cell to pass with",
        ));
    }
    account.charge_product(256, claim.stones.len())?;
    let mut position = Position::of(board, &claim.stones).map_err(ResponseError::Board)?;
    if claim.stones.last().is_some_and(|stone| position.four_at_top(stone.column).is_some()) {
        return Err(ResponseError::GameOver);
    }
    if strategy.opening.is_some() != (claim.to_move == claim.responder) {
        return Err(ResponseError::Opening);
    }
    if let Some(column) = strategy.opening {
        let stone = Stone { side: claim.responder, column };
        position.drop_stone(stone).map_err(ResponseError::Board)?;
    }
    if board.width == Width::Infinite
        && let Some(column) = position.occupied().find(|column| !(first..=last).contains(column))
    {
        return Err(ResponseError::StoneOutside { column, first, last });
    }
    let mut walk = tree::Walk::new(claim, strategy, account);
    walk.node(&mut position, &strategy.root, strategy.opening)?;
    if strategy.passes && !walk.needs_pass && claim.arena != Arena::EveryHeight {
        return Err(ResponseError::Passes(
            "every zone cell has a partner, so no pass is needed: `passes no` says more",
        ));
    }
    if strategy.settled != u32::MAX && !walk.is_settling {
        return Err(ResponseError::Unused("`settled` is given, but no branch is saved by it"));
    }
    Ok(())
}
