//! Playing a response strategy: the reply to any move, with the reason for it.
//!
//! In a static strategy the reply is a function of the stones and the opponent's last cell; the
//! rules are those whose invariant the head of [`hissho_certificate::infinite_four::response`] proves. Nothing is searched, so
//! a reply costs one look at the pairs of a period. A pass is played in a far column nobody has touched.

use std::fmt;

use hissho_certificate::infinite_four::response::{Arena, Node, Pair, Response, Strategy, Tail};
use hissho_rules::infinite_four::{Board, Cell, Position, Side, Stone, Width};

/// Stones to look at.
pub trait ColumnStones {
    /// The number of stones in a column.
    fn height(&self, column: i64) -> u32;
    /// Whose stone lies in a cell.
    fn at(&self, cell: Cell) -> Option<Side>;
    /// A column with no stones in it or to the right of it.
    fn beyond(&self) -> i64;
}

impl ColumnStones for Position {
    fn height(&self, column: i64) -> u32 {
        Position::height(self, column)
    }

    fn at(&self, cell: Cell) -> Option<Side> {
        Position::at(self, cell)
    }

    fn beyond(&self) -> i64 {
        self.occupied().next_back().map_or(0, |column| column + 1)
    }
}

/// Why a reply was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// Above the zone: on top of the opponent's stone.
    FollowUp,
    /// The partner of the opponent's cell.
    Partner {
        /// The opponent's cell.
        of: Cell,
    },
    /// The cell above the opponent's, whose partner the opponent already has.
    Guarded {
        /// That partner.
        partner: Cell,
    },
    /// The partner of the opponent's cell cannot be played yet; this keeps it safe.
    Guard {
        /// The cell that is kept safe.
        cell: Cell,
    },
    /// Nothing needs an answer.
    Pass,
    /// A branch of the tree.
    Branch,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::FollowUp => write!(f, "follow-up: on top of it"),
            Why::Partner { of } => write!(f, "the partner of {of}"),
            Why::Guarded { partner } => write!(f, "the cell above, the partner of {partner}"),
            Why::Guard { cell } => write!(f, "so that {cell} is safe when the cell under it is filled"),
            Why::Pass => write!(f, "nothing to answer: a pass in an untouched column"),
            Why::Branch => write!(f, "the answer of the tree"),
        }
    }
}

/// The column of a reply and the reason for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reply {
    /// Where the responder plays.
    pub column: i64,
    /// Why.
    pub why: Why,
}

/// A static strategy as a function: zone heights and partners of all cells of one board.
#[derive(Clone, Debug)]
pub struct Pattern {
    responder: Side,
    board: Board,
    core: (i64, i64),
    left: Tail,
    right: Tail,
    middle: Tail,
}

impl Pattern {
    /// The pattern of a strategy whose node is static; for a family of widths, that with `n` repeated words.
    pub fn new(claim: &Response, strategy: &Strategy, middle: &Tail, n: i64) -> Pattern {
        let (first, last) = strategy.core;
        let mut pattern = Pattern {
            responder: claim.responder,
            board: Board::INFINITE,
            core: strategy.core,
            left: strategy.left.clone(),
            right: strategy.right.clone(),
            middle: middle.clone(),
        };
        match claim.arena {
            Arena::Infinite | Arena::EveryHeight => {}
            Arena::Cylinder(width) => pattern.board.width = Width::Cylinder(i64::from(width)),
            Arena::Widths { step, .. } => {
                let step = i64::from(step);
                let mut append = |piece: &Tail, shift: i64| {
                    pattern.middle.word.extend(&piece.word);
                    pattern.middle.pairs.extend(piece.pairs.iter().map(|pair| moved(pair, shift)));
                };
                (0..n).for_each(|block| append(&strategy.right, block * step));
                append(&strategy.end, n * step);
                pattern.right = Tail::default();
                pattern.core.1 = last + n * step + strategy.end.word.len() as i64;
                pattern.board.width = Width::Columns(pattern.core.1 - first + 1);
            }
        }
        pattern
    }

    /// Who answers.
    pub fn responder(&self) -> Side {
        self.responder
    }

    /// The board it is for.
    pub fn board(&self) -> Board {
        self.board
    }

    /// The columns that do not repeat.
    pub fn core(&self) -> (i64, i64) {
        self.core
    }

    /// The column under the name the strategy uses.
    fn canonical(&self, column: i64) -> i64 {
        let (first, last) = self.core;
        match self.board.width {
            Width::Cylinder(_) => first + (column - first).rem_euclid(last - first + 1),
            Width::Infinite | Width::Columns(_) => column,
        }
    }

    /// The zone height of a column.
    pub fn zone_height(&self, column: i64) -> u32 {
        let column = self.canonical(column);
        let (first, last) = self.core;
        let (left, right) = (&self.left.word, &self.right.word);
        if column < first {
            left[left.len() - 1 - (first - 1 - column).rem_euclid(left.len() as i64) as usize]
        } else if column > last {
            right[(column - last - 1).rem_euclid(right.len() as i64) as usize]
        } else {
            self.middle.word[(column - first) as usize]
        }
    }

    /// The partner of a cell, and whether the pair is weak.
    pub fn partner(&self, cell: Cell) -> Option<(Cell, bool)> {
        let cell = Cell { column: self.canonical(cell.column), ..cell };
        let in_middle = partner_among(&self.middle.pairs, cell, 0);
        if in_middle.is_some() {
            return in_middle;
        }
        if cell.column < self.core.0 {
            partner_among(&self.left.pairs, cell, -(self.left.word.len() as i64))
        } else if cell.column > self.core.1 {
            partner_among(&self.right.pairs, cell, self.right.word.len() as i64)
        } else {
            None
        }
    }

    /// The reply after the opponent's stone came to rest in `cell`; `None` when a pass would be
    /// needed and the board has no room for one.
    pub fn reply(&self, stones: &dyn ColumnStones, cell: Cell) -> Option<Reply> {
        let cell = Cell { column: self.canonical(cell.column), ..cell };
        let play = |column, why| Some(Reply { column, why });
        let height = self.zone_height(cell.column);
        if cell.row > height {
            return play(cell.column, Why::FollowUp);
        }
        let opponent = self.responder.other();
        let above = Cell { row: cell.row + 1, ..cell };
        if let Some((partner, _)) = self.partner(above)
            && stones.at(partner) == Some(opponent)
        {
            return play(cell.column, Why::Guarded { partner });
        }
        let Some((partner, _)) = self.partner(cell).filter(|(partner, _)| stones.at(*partner).is_none())
        else {
            return self.pass(stones);
        };
        if partner.row == stones.height(partner.column) + 1 {
            return play(partner.column, Why::Partner { of: cell });
        }
        let below = Cell { row: partner.row - 1, ..partner };
        match self.partner(below) {
            Some((third, _)) if stones.at(third).is_none() => {
                play(third.column, Why::Guard { cell: partner })
            }
            _ => self.pass(stones),
        }
    }

    /// A column to pass in.
    pub fn pass(&self, stones: &dyn ColumnStones) -> Option<Reply> {
        let start = stones.beyond().max(self.core.1 + 1) + 2 * self.right.word.len() as i64;
        let untouched = start..start + self.right.word.len() as i64;
        let column = untouched.into_iter().find(|&column| self.zone_height(column) > 0)?;
        Some(Reply { column, why: Why::Pass })
    }
}

fn moved(pair: &Pair, by: i64) -> Pair {
    Pair { cells: pair.cells.map(|cell| Cell { column: cell.column + by, ..cell }), ..*pair }
}

/// The partner of `cell` among the pairs and their translates by positive multiples of `period`.
fn partner_among(pairs: &[Pair], cell: Cell, period: i64) -> Option<(Cell, bool)> {
    for pair in pairs {
        for (index, own) in pair.cells.iter().enumerate() {
            let distance = cell.column - own.column;
            let repeats = distance == 0 || (period != 0 && distance % period == 0 && distance / period > 0);
            if own.row == cell.row && repeats {
                let partner = pair.cells[1 - index];
                return Some((Cell { column: partner.column + distance, ..partner }, pair.weak));
            }
        }
    }
    None
}

/// A game in which one side follows a strategy.
#[derive(Clone, Debug)]
pub struct Responder<'a> {
    claim: &'a Response,
    strategy: &'a Strategy,
    node: &'a Node,
    pattern: Pattern,
    /// The stones on the board.
    pub position: Position,
}

impl<'a> Responder<'a> {
    /// The start of the claim's game, the opponent to move; for a family of widths, with `n`
    /// repeated words; with a top row if `height` says so.
    pub fn new(claim: &'a Response, strategy: &'a Strategy, n: i64, height: Option<u32>) -> Responder<'a> {
        let node = &strategy.root;
        let pattern = pattern_at(claim, strategy, node, n);
        let board = Board { height, ..pattern.board() };
        let mut position = Position::new(board);
        let opening = strategy.opening.map(|column| Stone { side: claim.responder, column });
        for stone in claim.stones.iter().copied().chain(opening) {
            position.drop_stone(stone).expect("the stones of a claim fit on its board");
        }
        Responder { claim, strategy, node, pattern, position }
    }

    /// The pattern in force now; in a tree, only its tails mean anything.
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// Drops the opponent's stone and the answer to it. `Ok(None)`: the opponent's stone made a
    /// four, or no answer was left. An error when the opponent's stone cannot be dropped.
    pub fn answer(&mut self, column: i64) -> Result<Option<Reply>, hissho_rules::infinite_four::BoardError> {
        let cell = self.position.drop_stone(Stone { side: self.claim.responder.other(), column })?;
        if self.position.four_at_top(column).is_some() {
            return Ok(None);
        }
        let branch = match self.node {
            Node::Branches(branches) => branches.iter().find(|branch| branch.column == column),
            Node::Static(_) | Node::Won | Node::Same(_) => None,
        };
        let reply = match branch {
            Some(branch) => {
                self.node = match &branch.then {
                    Node::Same(number) => branches_in_order(&self.strategy.root)[*number],
                    then => then,
                };
                self.pattern = pattern_at(self.claim, self.strategy, self.node, 0);
                Some(Reply { column: branch.reply, why: Why::Branch })
            }
            None => self.pattern.reply(&self.position, cell),
        };
        let side = self.claim.responder;
        let Some(reply) = reply else { return Ok(None) };
        if self.position.drop_stone(Stone { side, column: reply.column }).is_ok() {
            return Ok(Some(reply));
        }
        // The column is full below a top row: pass.
        let Some(reply) = self.pattern.pass(&self.position) else {
            return Ok(None);
        };
        self.position.drop_stone(Stone { side, column: reply.column })?;
        Ok(Some(reply))
    }
}

/// The nodes with branches, as `same` counts them.
fn branches_in_order(root: &Node) -> Vec<&Node> {
    let mut found = Vec::new();
    let mut waiting = vec![root];
    while let Some(node) = waiting.pop() {
        if let Node::Branches(branches) = node {
            found.push(node);
            waiting.extend(branches.iter().rev().map(|branch| &branch.then));
        }
    }
    found
}

fn pattern_at(claim: &Response, strategy: &Strategy, node: &Node, n: i64) -> Pattern {
    match node {
        Node::Static(middle) => Pattern::new(claim, strategy, middle, n),
        Node::Branches(_) | Node::Won | Node::Same(_) => {
            let (first, last) = strategy.core;
            let middle = Tail { word: vec![0; (last - first + 1) as usize], pairs: Vec::new() };
            Pattern::new(claim, strategy, &middle, n)
        }
    }
}
