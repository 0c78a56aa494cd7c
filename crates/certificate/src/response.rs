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
//! * *Replies.* After each reply every pair is (a) empty, (b) holds a stone of the responder, or (c)
//!   *guarded*: the opponent has `x`, and the partner `y` lies directly on an empty cell `s` that
//!   has no partner or one owned by the responder. The opponent plays `z`. If `z` lies under a
//!   guarded `y`, the responder takes `y`. If the partner of `z` is empty and can be played, he
//!   takes that. If it is empty and lies on an empty `s`, he takes the partner `t` of `s`, and the
//!   pair is guarded. Otherwise he *passes*: he plays a zone cell in a far column nobody has
//!   touched. Each reply restores the invariant, and nobody ever owns both cells of a pair; `t` can
//!   be played because it is required to be the lowest zone cell of its column ([`supported`]).
//!   All this is local, so endless chains of pairs need nothing more.
//! * *Passes* are needed only when a zone cell has no partner: if all have one, then `t` is empty
//!   whenever it is wanted, and a cell the opponent plays has an empty partner or lies under a
//!   guarded one. Passing needs infinitely many columns; on a board with finitely many, the checker
//!   demands that every zone cell has a partner. Below a top row a missing reply becomes a pass.
//! * *Fours.* The stones of the opponent lie, at every moment, on his own stones, zone cells and rows
//!   `g+1`, `g+3`, …, and never on both cells of a pair. So no line is his if each line holds a cell
//!   certain to be the responder's or a whole pair. Rows above every zone repeat with period 2, the
//!   columns beyond all that is written down with the periods of the tails: finitely many lines.
//!   Literal follow-in-GLASS lets the responder take both cells of a pair; such a *weak* pair does
//!   not count against the responder's own fours.
//! * *Trees.* In the columns of the core the strategy may first branch: one reply for each column of
//!   the core, and *elsewhere* - in the tails - the static rule, after which the same node is
//!   still in force. The tails are the same in every leaf, so what was played there fits the leaf.
//!   A column of the core with `settled` stones or more is answered on top, as in a tail: no branch, no reply
//!   and no zone is there any more, so the stones above those the tree knows lie as every leaf says. A
//!   position that was checked need not be checked again where other moves lead to it.
//!
//! Sources: Yamaguchi, Yamaguchi, Tanaka, Kaneko, Another Proof of Draw in Infinite Connect-Four
//! (follow-up, CUP, Slided-CUP, GLASS); the invariant is ours.
//! Cost: 8 lines per cell of the core and one period of each tail, for every leaf.

use std::collections::BTreeMap;
use std::fmt;

use rules::infinite_four::{
    Board, BoardError, Cell, Direction, LARGEST_COLUMN, Position, Side, Stone, Width, write_stones,
};

use crate::Proved;

mod text;
pub(crate) use text::{check_text, read_pairs, read_side, read_stones, write_pairs};
pub use text::{read, write, write_body};

/// The name of this kind in a certificate.
pub const KIND: &str = "response";

/// The most columns a strategy may write down: core, one period of each tail, and its pairs.
const MOST_COLUMNS: i64 = 20_000;

/// The most nodes with branches in a tree.
const MOST_NODES: usize = 200_000;

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
            Arena::EveryHeight => write!(f, "Connect-Four of infinite width and any height")?,
            Arena::Cylinder(width) => write!(f, "Connect-Four on a cylinder of {width} columns")?,
            Arena::Widths { least, step: 0 } => write!(f, "Connect-Four on {least} columns without a top")?,
            Arena::Widths { least, step } => {
                write!(f, "Connect-Four on {least} + {step}n columns without a top, every n >= 0")?;
            }
        }
        match self.stones.as_slice() {
            [] => write!(f, ", empty board")?,
            stones => write!(f, ", stones {}", write_stones(stones))?,
        }
        write!(f, ", {} to move: {} never loses", self.to_move, self.responder)?;
        match self.excludes {
            Excludes::Opponent => Ok(()),
            Excludes::Both => write!(f, ", and neither side makes a four"),
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
    /// The position of an earlier node with branches: its number, from 0, in the order they are written.
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
    #[error("{0}")]
    Board(BoardError),
    #[error("a four is on the board already, the game is over")]
    GameOver,
    #[error("{0}")]
    Shape(String),
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
    #[error("the strategy passes, but {0}")]
    NoPasses(&'static str),
    #[error("{side} may get the four {}{}{}{}: {other} is certain of none of these cells, and no pair is among them", line[0], line[1], line[2], line[3])]
    OpenLine { side: Side, other: Side, line: [Cell; 4] },
    #[error("after {after}: {problem}")]
    InBranch { after: String, problem: Box<ResponseError> },
}

use ResponseError::Shape;

/// Checks that `strategy` establishes `claim`.
pub fn check(claim: Response, strategy: &Strategy) -> Result<Proved<Response>, ResponseError> {
    let (first, last) = strategy.core;
    let too_far = |column: i64| column.unsigned_abs() > LARGEST_COLUMN as u64 / 2;
    if too_far(first) || too_far(last) || !(0..MOST_COLUMNS).contains(&(last - first)) {
        return Err(Shape(format!(
            "a core from {first} to {last}: 1 to {MOST_COLUMNS} columns are needed, none beyond {}",
            LARGEST_COLUMN / 2
        )));
    }
    match claim.arena {
        Arena::Widths { least, step } => {
            if !strategy.left.word.is_empty()
                || strategy.right.word.len() != step as usize
                || (step > 0 && step < 3)
            {
                return Err(Shape(format!(
                    "a family of widths needs no left tail and a repeated word of its step, {step} letters (0, or at least 3)"
                )));
            }
            let mut moved = claim.stones.iter().map(|stone| stone.column).chain(strategy.opening);
            if let Some(column) = moved.find(|&column| step > 0 && column > strategy.core.1) {
                return Err(Shape(format!("column {column} holds a stone, the core must contain it")));
            }
            // A window of four columns meets at most two of the pieces core, block, …, block, end, because a
            // block has at least three columns: with n = 0, 1, 2 every window there is has been seen.
            let n_max = if step == 0 { 0 } else { 2 };
            for n in 0..=n_max {
                let width = i64::from(least) + i64::from(step) * n;
                let written_out = write_out(strategy, n)?;
                if written_out.core != (1, width) {
                    let (first, last) = written_out.core;
                    return Err(Shape(format!(
                        "columns {first} to {last} are given, the board has 1 to {width}"
                    )));
                }
                check_on(Board { width: Width::Columns(width), height: None }, &claim, &written_out)?;
            }
        }
        Arena::Cylinder(width) => {
            if last - first + 1 != i64::from(width)
                || !strategy.left.word.is_empty()
                || !strategy.right.word.is_empty()
            {
                return Err(Shape(format!(
                    "a cylinder of {width} columns needs a core of {width} columns and no tails"
                )));
            }
            check_on(Board { width: Width::Cylinder(i64::from(width)), height: None }, &claim, strategy)?;
        }
        Arena::Infinite | Arena::EveryHeight => {
            for (tail, name) in [(&strategy.left, "left"), (&strategy.right, "right")] {
                if tail.word.is_empty() {
                    return Err(Shape(format!("the {name} tail has no word")));
                }
            }
            check_on(Board::INFINITE, &claim, strategy)?;
        }
    }
    Ok(Proved::by_check(claim))
}

/// The strategy for one width of a family: the block written out `n` times, then the end.
fn write_out(strategy: &Strategy, n: i64) -> Result<Strategy, ResponseError> {
    let (first, last) = strategy.core;
    let step = strategy.right.word.len() as i64;
    let Node::Static(core) = &strategy.root else {
        return Err(Shape("only a static strategy can be repeated".to_owned()));
    };
    let mut all = core.clone();
    all.pairs.iter().try_for_each(|pair| within(pair, first, last, "core"))?;
    let mut append = |piece: &Tail, shift: i64, place| {
        for pair in &piece.pairs {
            within(pair, last + 1, last + piece.word.len() as i64, place)?;
            all.pairs.push(shifted(pair, shift));
        }
        all.word.extend(&piece.word);
        Ok(())
    };
    for block in 0..n {
        append(&strategy.right, block * step, "repeated word")?;
    }
    append(&strategy.end, n * step, "end")?;
    Ok(Strategy {
        core: (first, last + n * step + strategy.end.word.len() as i64),
        right: Tail::default(),
        end: Tail::default(),
        root: Node::Static(all),
        ..strategy.clone()
    })
}

fn shifted(pair: &Pair, by: i64) -> Pair {
    Pair { cells: pair.cells.map(|cell| Cell { column: cell.column + by, ..cell }), ..*pair }
}

fn within(pair: &Pair, first: i64, last: i64, place: &'static str) -> Result<(), ResponseError> {
    if pair.cells.iter().all(|cell| (first..=last).contains(&cell.column)) {
        Ok(())
    } else {
        Err(ResponseError::PairOutside { pair: pair.cells, place })
    }
}

/// Checks the strategy on one board.
fn check_on(board: Board, claim: &Response, strategy: &Strategy) -> Result<(), ResponseError> {
    let (first, last) = strategy.core;
    let finite = board.width != Width::Infinite;
    if !strategy.end.word.is_empty() || (finite && matches!(strategy.root, Node::Branches(_))) {
        return Err(Shape(
            "an end is for families of widths, branches are for the infinite board".to_owned(),
        ));
    }
    if claim.arena == Arena::EveryHeight && !matches!(strategy.root, Node::Static(_)) {
        return Err(Shape("below a top row only static strategies are known to work".to_owned()));
    }
    if strategy.passes && finite {
        return Err(ResponseError::NoPasses("this board has finitely many columns"));
    }
    if claim.arena == Arena::EveryHeight && !strategy.passes {
        return Err(Shape(
            "below a top row the responder must be able to pass: `passes yes` is needed".to_owned(),
        ));
    }
    if strategy.passes && strategy.left.word.iter().chain(&strategy.right.word).all(|&height| height == 0) {
        return Err(ResponseError::NoPasses("its tails have no zone cell to pass with"));
    }
    let mut position = Position::of(board, &claim.stones).map_err(ResponseError::Board)?;
    let over = |position: &Position, stone: &Stone| position.four_at_top(stone.column).is_some();
    if claim.stones.last().is_some_and(|stone| over(&position, stone)) {
        return Err(ResponseError::GameOver);
    }
    match strategy.opening {
        Some(column) if claim.to_move == claim.responder => {
            let stone = Stone { side: claim.responder, column };
            position.drop_stone(stone).map_err(ResponseError::Board)?;
        }
        None if claim.to_move != claim.responder => {}
        _ => {
            return Err(Shape("an opening is needed exactly when the responder is to move".to_owned()));
        }
    }
    if let Some(column) =
        position.occupied().find(|column| board == Board::INFINITE && !(first..=last).contains(column))
    {
        return Err(Shape(format!(
            "column {column} holds a stone, the core {first} to {last} must contain it"
        )));
    }
    let mut checker = Checker { claim, strategy, needs_pass: false, nodes: Vec::new() };
    checker.node(&mut position, &strategy.root)?;
    if strategy.passes && !checker.needs_pass && claim.arena != Arena::EveryHeight {
        return Err(Shape(
            "every zone cell has a partner, so no pass is needed: `passes no` says more".to_owned(),
        ));
    }
    Ok(())
}

struct Checker<'a> {
    claim: &'a Response,
    strategy: &'a Strategy,
    /// Whether some zone cell has no partner.
    needs_pass: bool,
    /// The positions of the nodes with branches so far.
    nodes: Vec<Position>,
}

impl Checker<'_> {
    /// Checks a node, the opponent to move.
    fn node(&mut self, position: &mut Position, node: &Node) -> Result<(), ResponseError> {
        let opponent = self.claim.responder.other();
        match node {
            Node::Static(core) => {
                let (first, last) = self.strategy.core;
                for (column, &found) in (first..=last).zip(&core.word) {
                    let stones = position.height(column);
                    if stones >= self.strategy.settled && found != stones {
                        return Err(Shape(format!(
                            "column {column} is settled, its zone height must be {stones}, not {found}"
                        )));
                    }
                }
                self.layout(position, Some(core))
            }
            // Only an ancestor is not yet checked to the end, and it has fewer stones.
            Node::Same(number) if self.nodes.get(*number) == Some(position) => Ok(()),
            Node::Same(number) => Err(Shape(format!("the node {number} has another position"))),
            Node::Won => match position.occupied().find(|&column| {
                let top = Cell { column, row: position.height(column) };
                position.at(top) == Some(self.claim.responder) && position.four_at_top(column).is_some()
            }) {
                Some(_) => self.layout(position, None),
                None => Err(Shape("the responder has no four here".to_owned())),
            },
            Node::Branches(branches) => {
                self.layout(position, None)?;
                let (first, last) = self.strategy.core;
                let open = (first..=last).filter(|&column| position.height(column) < self.strategy.settled);
                let open: Vec<i64> = open.collect();
                if !branches.iter().map(|branch| branch.column).eq(open.iter().copied()) {
                    return Err(Shape(format!(
                        "a branch is needed for each column from {first} to {last} that is not settled, in order"
                    )));
                }
                if self.nodes.len() == MOST_NODES {
                    return Err(Shape(format!("more than {MOST_NODES} nodes with branches")));
                }
                self.nodes.push(position.clone());
                for branch in branches {
                    let after =
                        || format!("{opponent}{} {}{}", branch.column, self.claim.responder, branch.reply);
                    if !open.contains(&branch.reply) {
                        return Err(Shape(format!(
                            "{}: the reply must be in the core, in a column that is not settled",
                            after()
                        )));
                    }
                    let after = after();
                    position
                        .drop_stone(Stone { side: opponent, column: branch.column })
                        .map_err(ResponseError::Board)?;
                    let stone = Stone { side: self.claim.responder, column: branch.reply };
                    position.drop_stone(stone).map_err(ResponseError::Board)?;
                    self.node(position, &branch.then)
                        .map_err(|problem| ResponseError::InBranch { after, problem: Box::new(problem) })?;
                    position.lift_stone(branch.reply);
                    position.lift_stone(branch.column);
                }
                Ok(())
            }
        }
    }

    /// Checks everything about one static strategy; with `core` absent, only that no four of the
    /// opponent can be there yet.
    fn layout(&mut self, position: &Position, core: Option<&Tail>) -> Result<(), ResponseError> {
        let layout = Layout::new(position, self.claim.responder, self.strategy, core)?;
        for (&cell, partner) in layout.cells.iter().filter(|(cell, _)| layout.range.contains(&cell.column)) {
            match partner {
                Some(_) => supported(&layout, cell)?,
                None if self.strategy.passes => self.needs_pass = true,
                None => return Err(ResponseError::Unpaired { cell }),
            }
        }
        let responder = self.claim.responder;
        layout.no_open_line(responder.other())?;
        if self.claim.excludes == Excludes::Both {
            layout.no_open_line(responder)?;
        }
        Ok(())
    }
}

/// If the paired zone cell `cell` lies on a zone cell with a partner, that partner must be playable
/// whenever it is empty.
fn supported(layout: &Layout<'_>, cell: Cell) -> Result<(), ResponseError> {
    let below = Cell { row: cell.row - 1, ..cell };
    if let Some(Some((partner, _))) = layout.cells.get(&below)
        && partner.row != layout.position.height(partner.column) + 1
    {
        return Err(ResponseError::Unsupported { cell, below, partner: *partner });
    }
    Ok(())
}

/// A static strategy laid out on finitely many columns that show everything it does.
pub(crate) struct Layout<'a> {
    position: &'a Position,
    responder: Side,
    strategy: &'a Strategy,
    core: Option<&'a Tail>,
    /// Every zone cell of these columns and its partner, with the weakness of the pair.
    pub(crate) cells: BTreeMap<Cell, Option<(Cell, bool)>>,
    /// The leftmost columns of the lines to look at.
    pub(crate) range: std::ops::RangeInclusive<i64>,
    /// No zone and no stone is higher.
    pub(crate) top: u32,
}

/// What is known of a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Owner {
    /// A stone, or a cell above the zone, of this side.
    Side(Side),
    /// A zone cell: either side may get it.
    Zone,
    /// In the core of an inner node: empty for now.
    Empty,
}

impl<'a> Layout<'a> {
    pub(crate) fn new(
        position: &'a Position,
        responder: Side,
        strategy: &'a Strategy,
        core: Option<&'a Tail>,
    ) -> Result<Layout<'a>, ResponseError> {
        let (first, last) = strategy.core;
        let (left, right) = (strategy.left.word.len() as i64, strategy.right.word.len() as i64);
        let no_pairs = Vec::new();
        let core_pairs = core.map_or(&no_pairs, |core| &core.pairs);
        if core.is_some_and(|core| core.word.len() as i64 != last - first + 1) {
            let found = core.map_or(0, |core| core.word.len());
            return Err(Shape(format!(
                "{found} zone heights given, the core {first} to {last} needs {}",
                last - first + 1
            )));
        }
        // Beyond every column that is written down the strategy repeats exactly; so the lines whose leftmost
        // column is at most one period beyond stand for all.
        let tails = strategy.left.pairs.iter().chain(&strategy.right.pairs);
        let written = tails.chain(core_pairs);
        let columns = written.flat_map(|pair| pair.cells.map(|cell| cell.column));
        let (low, high) =
            columns.fold((first, last), |(low, high), column| (low.min(column), high.max(column)));
        let infinite = position.board().width == Width::Infinite;
        let range = if infinite { low - left - 3..=high + right } else { first..=last };
        let whole = *range.start()..=*range.end() + if infinite { 3 } else { 0 };
        if high.abs_diff(low) > MOST_COLUMNS as u64 {
            return Err(Shape(format!("the pairs reach over more than {MOST_COLUMNS} columns")));
        }
        let mut layout =
            Layout { position, responder, strategy, core, cells: BTreeMap::new(), range, top: 0 };
        for column in whole.clone() {
            let stones = position.height(column);
            let Some(height) = layout.zone_height(column) else {
                layout.top = layout.top.max(stones);
                continue;
            };
            if height < stones || height - stones > 2 {
                return Err(ResponseError::ZoneHeight { column, found: height, stones });
            }
            layout.top = layout.top.max(height);
            layout.cells.extend((stones + 1..=height).map(|row| (Cell { column, row }, None)));
        }
        for pair in core_pairs {
            // Only a tree must keep out of its tails: they belong to all its leaves.
            if !infinite || matches!(strategy.root, Node::Branches(_)) {
                within(pair, first, last, "core")?;
            }
            layout.add(pair, &whole)?;
        }
        for pair in &strategy.left.pairs {
            within(pair, i64::MIN, first - 1, "left tail")?;
            within(&Pair { cells: [pair.cells[1]; 2], ..*pair }, first - left, first - 1, "left tail")?;
            for times in 0..=(first - whole.start()) / left {
                layout.add(&shifted(pair, -times * left), &whole)?;
            }
        }
        for pair in &strategy.right.pairs {
            within(pair, last + 1, i64::MAX, "right tail")?;
            within(&Pair { cells: [pair.cells[0]; 2], ..*pair }, last + 1, last + right, "right tail")?;
            for times in 0..=(whole.end() - last) / right {
                layout.add(&shifted(pair, times * right), &whole)?;
            }
        }
        Ok(layout)
    }

    /// The zone height of a column; `None` for an unsettled column in the core of an inner node.
    fn zone_height(&self, column: i64) -> Option<u32> {
        let (first, last) = self.strategy.core;
        let (left, right) = (&self.strategy.left.word, &self.strategy.right.word);
        if column < first && !left.is_empty() {
            let from_the_end = (first - 1 - column).rem_euclid(left.len() as i64) as usize;
            Some(left[left.len() - 1 - from_the_end])
        } else if column > last && !right.is_empty() {
            Some(right[(column - last - 1).rem_euclid(right.len() as i64) as usize])
        } else {
            let index = (column - first).rem_euclid(last - first + 1) as usize;
            let stones = self.position.height(column);
            let settled = (stones >= self.strategy.settled).then_some(stones);
            self.core.map_or(settled, |core| Some(core.word[index]))
        }
    }

    /// Joins the two cells of a pair, as far as they lie in the columns laid out.
    fn add(&mut self, pair: &Pair, whole: &std::ops::RangeInclusive<i64>) -> Result<(), ResponseError> {
        let [one, two] = pair.cells;
        for (cell, partner) in [(one, two), (two, one)] {
            if !whole.contains(&cell.column) {
                continue;
            }
            let (stones, height) =
                (self.position.height(cell.column), self.zone_height(cell.column).unwrap_or(0));
            match self.cells.get_mut(&cell) {
                None => {
                    return Err(ResponseError::NotInZone { pair: pair.cells, cell, stones, height });
                }
                Some(Some(_)) => return Err(ResponseError::Overlap { cell }),
                Some(free) => *free = Some((partner, pair.weak)),
            }
        }
        Ok(())
    }

    /// Who gets `cell`, as far as it is certain.
    pub(crate) fn owner(&self, cell: Cell) -> Owner {
        if let Some(side) = self.position.at(cell) {
            return Owner::Side(side);
        }
        match self.zone_height(cell.column) {
            None => Owner::Empty,
            Some(height) if cell.row <= height => Owner::Zone,
            Some(height) if (cell.row - height) % 2 == 1 => Owner::Side(self.responder.other()),
            Some(_) => Owner::Side(self.responder),
        }
    }

    /// The first name of a cell on a cylinder.
    fn canonical(&self, cell: Cell) -> Cell {
        let (first, last) = self.strategy.core;
        match self.position.board().width {
            Width::Cylinder(_) => {
                Cell { column: first + (cell.column - first).rem_euclid(last - first + 1), ..cell }
            }
            Width::Infinite | Width::Columns(_) => cell,
        }
    }

    /// Refuses if `side` may get a four.
    fn no_open_line(&self, side: Side) -> Result<(), ResponseError> {
        for column in self.range.clone() {
            for row in 1..=self.top + 2 {
                for direction in Direction::ALL {
                    let line = direction.line(Cell { column, row });
                    if !line.iter().all(|cell| self.position.board().has_column(cell.column)) {
                        continue;
                    }
                    let cells = line.map(|cell| self.canonical(cell));
                    let possible = |&cell: &Cell| {
                        matches!(self.owner(cell), Owner::Zone | Owner::Side(_))
                            && self.owner(cell) != Owner::Side(side.other())
                    };
                    if cells.iter().all(possible) && !self.has_pair(&cells, side) {
                        return Err(ResponseError::OpenLine { side, other: side.other(), line });
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether a pair of which `side` does not get both cells lies among `cells`.
    fn has_pair(&self, cells: &[Cell; 4], side: Side) -> bool {
        cells.iter().any(|cell| match self.cells.get(cell) {
            Some(Some((partner, weak))) => cells.contains(partner) && !(*weak && side == self.responder),
            _ => false,
        })
    }
}
