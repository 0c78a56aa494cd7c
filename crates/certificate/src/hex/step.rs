//! Statements about connections and the local rules that derive them.
//!
//! A statement is (stones, carrier, promise). It says: the owner has `stones`; the cells of
//! `carrier` are empty; every other cell counts as the opponent's; the opponent moves first, may
//! only move inside the carrier and may pass; the owner can keep the promise. Promises are
//! monotone, so a spare move never hurts the owner. Every rule below names its reason; none of them
//! looks further than the statements it is given.

use hissho_rules::hex::{Cell, CellSet, Player};
use hissho_rules::{Account, Exhausted};

use super::formula::{Formula, Geometry, JoinedPoints, MOST_CASES, entails};

/// What the owner of a statement keeps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Promise {
    /// This formula becomes true.
    Formula(Formula),
    /// The formula under refutation never becomes true (see [`Barrier`]).
    Barred,
}

/// (stones, carrier, promise), as the head of this file explains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The owner's stones that are needed, edges included.
    pub stones: CellSet,
    /// Invariant: empty cells only, disjoint from `stones`.
    pub carrier: CellSet,
    /// What is promised.
    pub promise: Promise,
}

/// The statement a refutation is about: White keeps `formula` false while Black owns all of
/// `region` White lacks.
#[derive(Clone, Debug)]
pub struct Barrier {
    /// Black's stones and the carrier in question, edges included.
    pub region: CellSet,
    /// What Black wants.
    pub formula: Formula,
}

/// A motion of the board that keeps neighbours neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Motion {
    /// Half a turn; exchanges the owner's edges.
    Turn,
    /// (c, r) → (K-c-r, r) for Black, (c, r) → (c, K-c-r) for White; both own edges stay.
    Mirror(i32),
    /// (c, r) → (c + first, r + second); never across an own edge in use.
    Shift(i32, i32),
}

impl Motion {
    /// Where a cell or an own edge comes to lie; `None` if that is nowhere.
    pub fn image(self, geometry: &Geometry, point: Cell) -> Option<Cell> {
        let [first, second] = geometry.edges();
        let is_edge = point == first || point == second;
        let (column, row) = geometry.size.place(point);
        match (self, geometry.owner) {
            (Motion::Turn, _) if is_edge => Some(if point == first { second } else { first }),
            (Motion::Turn, _) => Some(geometry.size.turned(point)),
            (Motion::Mirror(_), _) if is_edge => Some(point),
            (Motion::Mirror(sum), Player::Black) => geometry.size.at(sum.checked_sub(column + row)?, row),
            (Motion::Mirror(sum), Player::White) => geometry.size.at(column, sum.checked_sub(column + row)?),
            (Motion::Shift(columns, rows), owner) if is_edge => {
                let across = if owner == Player::Black { rows } else { columns };
                (across == 0).then_some(point)
            }
            (Motion::Shift(columns, rows), _) => {
                geometry.size.at(column.checked_add(columns)?, row.checked_add(rows)?)
            }
        }
    }
}

/// One step of a derivation. Numbers refer to earlier steps.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// Stones that touch: the formula is true already.
    Link {
        /// The stones.
        stones: CellSet,
        /// What they make true.
        formula: Formula,
    },
    /// Parts with disjoint carriers are kept side by side; what they promise together, over all
    /// their stones and `stones`, gives `formula`. One part: weakening.
    And {
        /// Steps.
        parts: Vec<usize>,
        /// More stones of the owner.
        stones: CellSet,
        /// What follows.
        formula: Formula,
    },
    /// Whatever the opponent takes is missing from one part; the owner answers with that part's
    /// reply. Sound because the sets carrier + reply have no common cell.
    Or {
        /// Replies (none: no stone is needed) and steps.
        parts: Vec<(Option<Cell>, usize)>,
        /// More stones of the owner.
        stones: CellSet,
        /// What follows; the first part's formula unless given.
        formula: Option<Formula>,
    },
    /// The pair is the owner's for the taking: if the opponent takes one cell, the other makes it
    /// useless.
    Capture {
        /// The step with the pair, or one cell of it, as stones.
        part: usize,
        /// The pair.
        pair: [Cell; 2],
    },
    /// An earlier statement elsewhere on the board.
    Move {
        /// The step.
        part: usize,
        /// The motion.
        motion: Motion,
    },
    /// The opponent's stones that already bar the formula under refutation.
    Bar {
        /// The stones.
        stones: CellSet,
    },
}

/// Why a step does not follow.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StepError {
    /// A reference that does not point back.
    #[error("refers to step {found}, only steps before it may be used")]
    NotEarlier {
        /// The number given.
        found: usize,
    },
    /// Parts of `and` that are not disjoint.
    #[error("the carriers of the parts share {cells}, they must be disjoint")]
    Overlap {
        /// The cells in common.
        cells: String,
    },
    /// Parts of `or` with a common cell.
    #[error("the opponent can take {cells}, which every part needs")]
    CommonCell {
        /// Cells no part answers.
        cells: String,
    },
    /// The promise does not follow.
    #[error("the formula `{formula}` does not follow from the parts")]
    NotEntailed {
        /// What was to follow.
        formula: String,
    },
    /// A formula about a cell without a stone.
    #[error("the formula speaks of {cells}, which have no stone in the statement")]
    NoStone {
        /// The points in question.
        cells: String,
    },
    /// A pair that is not captured.
    #[error("{cell} taken by the opponent would still matter to the owner")]
    NotCaptured {
        /// The cell.
        cell: String,
    },
    /// A motion that leaves the board or an edge.
    #[error("the motion takes the statement off the board or away from an edge it uses")]
    OffBoard,
    /// Stones that do not bar the formula.
    #[error("with stones on {cells} only, the formula can still become true")]
    NotBarred {
        /// The stones given.
        cells: String,
    },
    /// A step that has no business here.
    #[error("`{what}` is not possible here")]
    Misplaced {
        /// The rule.
        what: &'static str,
    },
}

impl Step {
    /// What the step establishes, given all statements before it.
    pub fn apply(
        &self,
        geometry: &Geometry,
        barrier: Option<&Barrier>,
        earlier: &[Statement],
    ) -> Result<Statement, StepError> {
        let part = |number: usize| earlier.get(number).ok_or(StepError::NotEarlier { found: number });
        let statement = match self {
            Step::Link { stones, formula } => {
                require_entailed(geometry, *stones, &[], formula)?;
                Statement {
                    stones: *stones,
                    carrier: CellSet::EMPTY,
                    promise: Promise::Formula(formula.clone()),
                }
            }
            Step::And { parts, stones, formula } => {
                let parts = parts.iter().map(|&number| part(number)).collect::<Result<Vec<_>, _>>()?;
                let stones = parts.iter().fold(*stones, |all, part| all.or(part.stones));
                let mut carrier = CellSet::EMPTY;
                let mut given = Vec::new();
                for part in parts {
                    // A stone of another part in a carrier is a move the owner need not make.
                    let own = part.carrier.minus(stones);
                    if !own.is_disjoint(carrier) {
                        return Err(StepError::Overlap { cells: geometry.names(own.and(carrier)) });
                    }
                    carrier = carrier.or(own);
                    let Promise::Formula(formula) = &part.promise else {
                        return Err(StepError::Misplaced { what: "and" });
                    };
                    given.push(formula);
                }
                require_entailed(geometry, stones, &given, formula)?;
                Statement { stones, carrier, promise: Promise::Formula(formula.clone()) }
            }
            Step::Or { parts, stones, formula } => {
                let parts = parts
                    .iter()
                    .map(|&(reply, number)| Ok((reply, part(number)?)))
                    .collect::<Result<Vec<_>, StepError>>()?;
                let Some((_, first)) = parts.first() else {
                    return Err(StepError::Misplaced { what: "or" });
                };
                let promise = match formula {
                    Some(formula) => Promise::Formula(formula.clone()),
                    None => first.promise.clone(),
                };
                // `stones` holds for every part; the reply of a part is not yet on the board.
                let needed = |(reply, part): &(Option<Cell>, &Statement)| match reply {
                    Some(cell) => part.stones.without(*cell),
                    None => part.stones,
                };
                let stones = parts.iter().fold(*stones, |all, one| all.or(needed(one)));
                let (mut carrier, mut common) = (CellSet::EMPTY, geometry.all());
                for (reply, part) in &parts {
                    let area = reply.iter().fold(part.carrier, |area, &cell| area.with(cell)).minus(stones);
                    carrier = carrier.or(area);
                    common = common.and(area);
                    match (&part.promise, &promise) {
                        (Promise::Formula(given), Promise::Formula(wanted))
                            if given != wanted || formula.is_some() =>
                        {
                            require_entailed(geometry, stones.or(part.stones), &[given], wanted)?;
                        }
                        (Promise::Formula(_), Promise::Formula(_)) | (Promise::Barred, Promise::Barred) => {}
                        _ => return Err(StepError::Misplaced { what: "or" }),
                    }
                }
                if !common.is_empty() {
                    return Err(StepError::CommonCell { cells: geometry.names(common) });
                }
                Statement { stones, carrier, promise }
            }
            Step::Capture { part: number, pair } => capture(geometry, part(*number)?, *pair)?,
            Step::Move { part: number, motion } => moved(geometry, part(*number)?, *motion)?,
            Step::Bar { stones } => {
                let barrier = barrier.ok_or(StepError::Misplaced { what: "bar" })?;
                let black = JoinedPoints::of_stones(geometry, barrier.region.minus(*stones));
                if barrier.formula.holds(&black) {
                    return Err(StepError::NotBarred { cells: geometry.names(*stones) });
                }
                Statement { stones: *stones, carrier: CellSet::EMPTY, promise: Promise::Barred }
            }
        };
        if let Promise::Formula(formula) = &statement.promise {
            let missing = formula.points().minus(statement.stones);
            if !missing.is_empty() {
                return Err(StepError::NoStone { cells: geometry.names(missing) });
            }
        }
        Ok(statement)
    }
}

/// Steps charged for each look at all the stones of a statement, and for a captured pair, which
/// takes many.
const LOOK: u64 = 256;
const CAPTURE: u64 = 16 * LOOK;
/// Steps charged for a pair of a formula in one case.
const PAIR: u64 = 16;

impl Step {
    /// Calls `visit` with every step this one refers to.
    pub(super) fn for_each_part(&self, mut visit: impl FnMut(usize)) {
        match self {
            Step::Link { .. } | Step::Bar { .. } => {}
            Step::And { parts, .. } => parts.iter().for_each(|&part| visit(part)),
            Step::Or { parts, .. } => parts.iter().for_each(|&(_, part)| visit(part)),
            Step::Capture { part, .. } | Step::Move { part, .. } => visit(*part),
        }
    }

    /// Charges for [`Step::apply`] and for the statement it gives.
    pub(super) fn charge(
        &self,
        barrier: Option<&Barrier>,
        earlier: &[Statement],
        account: &Account,
    ) -> Result<(), Exhausted> {
        // References to later steps are refused by `apply`.
        let promised = |part: usize| match earlier.get(part).map(|statement| &statement.promise) {
            Some(Promise::Formula(formula)) => Some(formula),
            _ => None,
        };
        let pairs = |formula: Option<&Formula>| formula.map_or(0, |formula| formula.pairs() as u64);
        let all_cases =
            |cases: usize, pairs: u64| (PAIR * cases.min(MOST_CASES) as u64).saturating_mul(pairs);
        account.charge(LOOK)?;
        account.hold::<Statement>(2)?;
        let result = match self {
            Step::Link { formula, .. } => Some(formula),
            Step::And { parts, formula, .. } => {
                let (mut cases, mut sum) = (1_usize, formula.pairs() as u64);
                for part in parts.iter().map(|&part| promised(part)) {
                    account.charge(pairs(part) + 1)?;
                    cases = cases.saturating_mul(part.map_or(1, Formula::cases));
                    sum += pairs(part);
                }
                account.charge(all_cases(cases, sum))?;
                Some(formula)
            }
            Step::Or { parts, formula, .. } => {
                let wanted = formula.as_ref().or_else(|| promised(parts.first()?.1));
                for part in parts.iter().map(|&(_, part)| promised(part)) {
                    account.charge(LOOK + pairs(part))?;
                    let cases = part.map_or(1, Formula::cases);
                    account.charge(all_cases(cases, pairs(part) + pairs(wanted)))?;
                }
                wanted
            }
            Step::Capture { part, .. } => {
                account.charge(CAPTURE)?;
                promised(*part)
            }
            Step::Move { part, .. } => promised(*part),
            Step::Bar { .. } => barrier.map(|barrier| &barrier.formula),
        };
        account.charge(all_cases(1, pairs(result)))?;
        account.hold::<Formula>(pairs(result) as usize * 2)
    }
}

fn require_entailed(
    geometry: &Geometry,
    stones: CellSet,
    given: &[&Formula],
    wanted: &Formula,
) -> Result<(), StepError> {
    if entails(geometry, stones, given, wanted) {
        Ok(())
    } else {
        Err(StepError::NotEntailed { formula: wanted.text(geometry) })
    }
}

/// The capture rule. If the opponent takes one cell of the pair, the owner takes the other. A line
/// of the owner through the lost cell enters and leaves it by two neighbours that are stones, the
/// kept cell or in the carrier; if any two of those are joined without it, the line can go round,
/// and losing the cell costs nothing.
fn capture(geometry: &Geometry, part: &Statement, pair: [Cell; 2]) -> Result<Statement, StepError> {
    let [a, b] = pair;
    let both = CellSet::of(a).with(b);
    let Promise::Formula(formula) = &part.promise else {
        return Err(StepError::Misplaced { what: "capture" });
    };
    if a == b
        || !both.is_disjoint(part.carrier)
        || !both.is_subset(geometry.size.all())
        || !both.is_disjoint(formula.points())
    {
        return Err(StepError::Misplaced { what: "capture" });
    }
    for (lost, kept) in [(a, b), (b, a)] {
        if !part.stones.contains(lost) {
            continue;
        }
        let stones = part.stones.without(lost).with(kept);
        let around = geometry.near(lost).and(stones.or(part.carrier));
        for one in around.cells() {
            for other in around.cells().filter(|other| other.0 < one.0) {
                let joined = JoinedPoints::of_stones(geometry, stones.with(one).with(other));
                if !joined.joins(one, other) {
                    return Err(StepError::NotCaptured { cell: geometry.name(lost) });
                }
            }
        }
    }
    Ok(Statement {
        stones: part.stones.minus(both),
        carrier: part.carrier.or(both),
        promise: part.promise.clone(),
    })
}

/// A statement depends on how its stones and carrier touch each other and the own edges it names,
/// on nothing else: what is outside counts as the opponent's anyway.
fn moved(geometry: &Geometry, part: &Statement, motion: Motion) -> Result<Statement, StepError> {
    let Promise::Formula(formula) = &part.promise else {
        return Err(StepError::Misplaced { what: "a motion" });
    };
    let image = |point| motion.image(geometry, point);
    let all =
        |points: CellSet| points.cells().map(image).collect::<Option<CellSet>>().ok_or(StepError::OffBoard);
    let formula = formula.moved(&image).ok_or(StepError::OffBoard)?;
    Ok(Statement {
        stones: all(part.stones)?,
        carrier: all(part.carrier)?,
        promise: Promise::Formula(formula),
    })
}
