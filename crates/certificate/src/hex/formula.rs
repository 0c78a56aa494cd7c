//! What a connection promises: an and/or formula over `a-b`, "stones a and b are joined".
//!
//! Formulas have no negation, so more stones of the owner never make one false. Formulas entail
//! another over given stones when every case - one disjunct of each, closed under touching stones -
//! makes the other true.
//!
//! Cost of that: the cases, at most 256, times the pairs of all the formulas.

use std::fmt;
use std::fmt::Write as _;

use hissho_rules::hex::{Cell, CellSet, Notation, Player, Size};

/// The most cases that formulas given together may have when multiplied out; more are refused.
pub(super) const MOST_CASES: usize = 256;

/// A board seen by one player: which cells touch, the player's two edges being numbered after the
/// last cell.
#[derive(Clone, Debug)]
pub struct Geometry {
    /// The board.
    pub size: Size,
    /// Whose connections are meant; all other stones are in the way.
    pub owner: Player,
    /// Invariant: symmetric; entry `p` does not contain `p`.
    near: Vec<CellSet>,
}

impl Geometry {
    /// The board of `size` as `owner` sees it.
    pub fn new(size: Size, owner: Player) -> Geometry {
        let mut near: Vec<CellSet> = size.all().cells().map(|cell| size.neighbours(cell).collect()).collect();
        for (index, line) in size.edge_cells(owner).into_iter().enumerate() {
            let edge = Cell((size.cells() + index) as u8);
            for cell in line.cells() {
                near[usize::from(cell.0)] = near[usize::from(cell.0)].with(edge);
            }
            near.push(line);
        }
        Geometry { size, owner, near }
    }
    /// The owner's first (top or left) and second (bottom or right) edge.
    pub fn edges(&self) -> [Cell; 2] {
        [Cell(self.size.cells() as u8), Cell(self.size.cells() as u8 + 1)]
    }
    /// Cells and own edges that touch `point`.
    pub fn near(&self, point: Cell) -> CellSet {
        self.near[usize::from(point.0)]
    }
    /// Cells and edges together.
    pub fn all(&self) -> CellSet {
        self.edges().into_iter().fold(self.size.all(), CellSet::with)
    }
    /// `t`, `b` (`l`, `r` for White) or the name of the cell.
    pub fn name(&self, point: Cell) -> String {
        self.names(CellSet::of(point))
    }
    /// The edge or cell called `text`.
    pub fn point(&self, text: &str) -> Option<Cell> {
        let edge = self.edge_names().iter().position(|name| *name == text);
        edge.map(|edge| self.edges()[edge]).or_else(|| self.size.cell(text).ok())
    }
    /// Names of the points of a set, with blanks between.
    pub fn names(&self, points: CellSet) -> String {
        Shown(self, points).to_string()
    }
    fn edge_names(&self) -> [&'static str; 2] {
        if self.owner == Player::Black { ["t", "b"] } else { ["l", "r"] }
    }
}

/// A thing as it is written on a board.
pub(super) struct Shown<'g, T>(pub(super) &'g Geometry, pub(super) T);

impl fmt::Display for Shown<'_, CellSet> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shown(geometry, points) = self;
        points.cells().enumerate().try_for_each(|(at, point)| {
            if at > 0 {
                f.write_char(' ')?;
            }
            Shown(geometry, point).fmt(f)
        })
    }
}

impl fmt::Display for Shown<'_, Cell> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shown(geometry, point) = self;
        match geometry.edges().iter().position(|edge| edge == point) {
            Some(edge) => f.write_str(geometry.edge_names()[edge]),
            None => geometry.size.write_name(*point, Notation::Digits, f),
        }
    }
}

impl fmt::Display for Shown<'_, &Formula> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shown(geometry, formula) = self;
        let (parts, word) = match formula {
            Formula::Joined(a, b) => return write!(f, "{}-{}", Shown(geometry, *a), Shown(geometry, *b)),
            Formula::And(parts) => (parts, " and "),
            Formula::Or(parts) => (parts, " or "),
        };
        parts.iter().enumerate().try_for_each(|(at, part)| {
            if at > 0 {
                f.write_str(word)?;
            }
            match part {
                Formula::Joined(..) => Shown(geometry, part).fmt(f),
                _ => write!(f, "({})", Shown(geometry, part)),
            }
        })
    }
}

/// A promise about the owner's stones.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Formula {
    /// The two stones are joined.
    Joined(Cell, Cell),
    /// All of these.
    And(Vec<Formula>),
    /// At least one of these.
    Or(Vec<Formula>),
}

impl Formula {
    /// The promise to join the owner's two edges.
    pub fn win(geometry: &Geometry) -> Formula {
        let [first, second] = geometry.edges();
        Formula::Joined(first, second)
    }
    /// Every stone the formula speaks of.
    pub fn points(&self) -> CellSet {
        match self {
            Formula::Joined(a, b) => CellSet::of(*a).with(*b),
            Formula::And(parts) | Formula::Or(parts) => {
                parts.iter().fold(CellSet::EMPTY, |points, part| points.or(part.points()))
            }
        }
    }
    /// The formula with every point moved; `None` when one has no image.
    pub fn moved(&self, motion: &impl Fn(Cell) -> Option<Cell>) -> Option<Formula> {
        let all = |parts: &[Formula]| parts.iter().map(|part| part.moved(motion)).collect::<Option<Vec<_>>>();
        Some(match self {
            Formula::Joined(a, b) => Formula::Joined(motion(*a)?, motion(*b)?),
            Formula::And(parts) => Formula::And(all(parts)?),
            Formula::Or(parts) => Formula::Or(all(parts)?),
        })
    }
    /// Is the formula true when exactly the pairs of `relation` are joined?
    pub fn holds(&self, relation: &JoinedPoints) -> bool {
        match self {
            Formula::Joined(a, b) => relation.joins(*a, *b),
            Formula::And(parts) => parts.iter().all(|part| part.holds(relation)),
            Formula::Or(parts) => parts.iter().any(|part| part.holds(relation)),
        }
    }
    /// How many pairs the formula holds.
    pub(super) fn pairs(&self) -> usize {
        match self {
            Formula::Joined(..) => 1,
            Formula::And(parts) | Formula::Or(parts) => parts.iter().map(Formula::pairs).sum(),
        }
    }
    /// How many disjuncts the formula has when multiplied out.
    pub(super) fn cases(&self) -> usize {
        match self {
            Formula::Joined(..) => 1,
            Formula::Or(parts) => parts.iter().fold(0, |sum, part| part.cases().saturating_add(sum)),
            Formula::And(parts) => parts.iter().fold(1, |product, part| part.cases().saturating_mul(product)),
        }
    }
    /// Splits each case into those of the formula.
    fn split(&self, mut cases: Vec<JoinedPoints>) -> Vec<JoinedPoints> {
        match self {
            Formula::Joined(a, b) => {
                cases.iter_mut().for_each(|case| case.join(*a, *b));
                cases
            }
            Formula::And(parts) => parts.iter().fold(cases, |cases, part| part.split(cases)),
            Formula::Or(parts) => parts.iter().flat_map(|part| part.split(cases.clone())).collect(),
        }
    }
    /// Writes the formula with `-`, `and`, `or` and brackets.
    pub fn text(&self, geometry: &Geometry) -> String {
        Shown(geometry, self).to_string()
    }
    /// Reads what [`Formula::text`] writes; `point` gives each name its stone. `and` binds more
    /// tightly than `or`.
    pub fn parse(text: &str, point: &impl Fn(&str) -> Option<Cell>) -> Result<Formula, FormulaError> {
        let spaced = text.replace('(', " ( ").replace(')', " ) ");
        let words: Vec<&str> = spaced.split_whitespace().collect();
        let mut rest = words.as_slice();
        let formula = parse_or(&mut rest, point, 0)?;
        match rest.first() {
            None => Ok(formula),
            Some(word) => Err(FormulaError::expected("`and`, `or` or the end", word)),
        }
    }
}

fn parse_or(
    rest: &mut &[&str],
    point: &impl Fn(&str) -> Option<Cell>,
    depth: usize,
) -> Result<Formula, FormulaError> {
    let mut any = Vec::new();
    loop {
        let mut all = vec![parse_one(rest, point, depth)?];
        while rest.first() == Some(&"and") {
            *rest = &rest[1..];
            all.push(parse_one(rest, point, depth)?);
        }
        any.push(if all.len() == 1 { all.remove(0) } else { Formula::And(all) });
        if rest.first() != Some(&"or") {
            return Ok(if any.len() == 1 { any.remove(0) } else { Formula::Or(any) });
        }
        *rest = &rest[1..];
    }
}

fn parse_one(
    rest: &mut &[&str],
    point: &impl Fn(&str) -> Option<Cell>,
    depth: usize,
) -> Result<Formula, FormulaError> {
    let word =
        *rest.first().ok_or_else(|| FormulaError::expected("a connection such as `t-63`", "the end"))?;
    *rest = &rest[1..];
    if word == "(" && depth < 16 {
        let inner = parse_or(rest, point, depth + 1)?;
        if rest.first() != Some(&")") {
            return Err(FormulaError::expected("`)`", rest.first().copied().unwrap_or("the end")));
        }
        *rest = &rest[1..];
        return Ok(inner);
    }
    let pair = word.split_once('-').and_then(|(a, b)| Some(Formula::Joined(point(a)?, point(b)?)));
    pair.ok_or_else(|| {
        FormulaError::expected("a connection of two named stones or edges such as `t-63`", word)
    })
}

/// A formula that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormulaError {
    expected: &'static str,
    found: String,
}

impl FormulaError {
    fn expected(expected: &'static str, found: &str) -> FormulaError {
        FormulaError { expected, found: found.to_owned() }
    }
}

impl fmt::Display for FormulaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {} in the formula, found `{}`", self.expected, self.found)
    }
}

impl std::error::Error for FormulaError {}

/// Which points are joined to which: classes, merged one pair at a time.
#[derive(Clone, Debug)]
pub struct JoinedPoints {
    /// Invariant: `parent[p] <= p`, so following parents ends.
    parent: [u8; 128],
}

impl JoinedPoints {
    /// Everything in `stones` joined to the stones it touches, nothing else.
    pub fn of_stones(geometry: &Geometry, stones: CellSet) -> JoinedPoints {
        let mut relation = JoinedPoints { parent: std::array::from_fn(|p| p as u8) };
        for stone in stones.cells() {
            for other in geometry.near(stone).and(stones).cells().filter(|other| other.0 < stone.0) {
                relation.join(stone, other);
            }
        }
        relation
    }
    /// Joins two points.
    pub fn join(&mut self, a: Cell, b: Cell) {
        let (a, b) = (self.class(a), self.class(b));
        self.parent[usize::from(a.max(b))] = a.min(b);
    }
    /// Are the two points joined?
    pub fn joins(&self, a: Cell, b: Cell) -> bool {
        self.class(a) == self.class(b)
    }
    fn class(&self, point: Cell) -> u8 {
        let mut at = point.0;
        while self.parent[usize::from(at)] != at {
            at = self.parent[usize::from(at)];
        }
        at
    }
}

/// Do the `given` formulas, all true together with these stones on the board, make `wanted` true?
/// Not when they have more than 256 cases.
pub fn entails(geometry: &Geometry, stones: CellSet, given: &[&Formula], wanted: &Formula) -> bool {
    let count = given.iter().fold(1, |count, formula| formula.cases().saturating_mul(count));
    let touching = vec![JoinedPoints::of_stones(geometry, stones)];
    count <= MOST_CASES
        && given
            .iter()
            .fold(touching, |cases, formula| formula.split(cases))
            .iter()
            .all(|case| wanted.holds(case))
}
