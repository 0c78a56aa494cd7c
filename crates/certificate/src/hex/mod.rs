//! Certificate: the language of connections in Hex.
//!
//! Claim: either the winner of a position, or a statement (stones, carrier, formula): whatever the
//! opponent does in the carrier, the owner makes the formula true, every cell outside counting as
//! the opponent's. Virtual connections, union-connections, sigma-connections and sigma-extensions
//! (Mishima, Noshita and others; Noshita, Union-connections and straightforward winning strategies
//! in Hex, 2004) are statements of this form; a sigma-connection is one whose last step lists the
//! replies, each part with its own formula.
//!
//! Evidence: a list of steps, each derived from earlier ones by a local rule of [`Step`]. The last
//! one must be the claim, or stronger. A claim that the carrier is *minimal* comes with one
//! refutation per cell: a derivation, by the same rules, that the opponent moving first keeps the
//! formula false once that cell is the opponent's.
//!
//! Cost: one pass; each step looks at its parts once and at the stones of the statement.

mod formula;
mod step;
mod text;

use std::fmt;

use hissho_rules::hex::{Cell, CellSet, Player, Position, Size};
use hissho_rules::{Account, Exhausted};

pub use formula::{Formula, FormulaError, Geometry, JoinedPoints, entails};
pub use step::{Barrier, Motion, Promise, Statement, Step, StepError};
pub(crate) use text::check_text;
pub use text::{read, write};

use crate::refusal::name_of;
use crate::{CheckError, Proved};

/// The name of this kind in a certificate.
pub const KIND: &str = "connection";

/// A fact about Hex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Connection {
    /// `winner` wins the position.
    Wins {
        /// The stones and who moves.
        position: Position,
        /// Who wins.
        winner: Player,
    },
    /// The statement holds, and with `minimal` no cell of its carrier can be left out.
    Holds {
        /// The board.
        size: Size,
        /// Whose connections.
        owner: Player,
        /// Own stones, own edges included.
        stones: CellSet,
        /// The empty cells.
        carrier: CellSet,
        /// What the owner can make true.
        formula: Formula,
        /// Is no cell of the carrier superfluous?
        minimal: bool,
    },
}

/// The steps behind a claim.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Derivation {
    /// The proof of the statement.
    pub steps: Vec<Step>,
    /// For a minimal carrier: steps of the opponent, about keeping the formula false.
    pub barring: Vec<Step>,
    /// For a minimal carrier: each cell with the step of `barring` that refutes the statement
    /// without it.
    pub refutations: Vec<(Cell, usize)>,
}

/// Why the evidence does not establish the claim.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConnectionError {
    /// A step that does not follow, with its number, from 0.
    #[error("step {0}: {1}")]
    Step(usize, StepError),
    /// A step of the refutations that does not follow, with its number, from 0.
    #[error("refutation step {0}: {1}")]
    BarringStep(usize, StepError),
    /// A step that nothing needs.
    #[error("{which} {number} is used by nothing after it")]
    Unused {
        /// Of the proof or of the refutations.
        which: &'static str,
        /// Its number, from 0.
        number: usize,
    },
    /// A refutation that does not refute.
    #[error("step {number} of the refutations does not refute the statement without {cell}")]
    NoRefutation {
        /// The cell left out.
        cell: String,
        /// The step given for it.
        number: usize,
    },
    /// The derivation ends elsewhere.
    #[error("the last step does not give the claim: {reason}")]
    OtherConclusion {
        /// What is wrong with it.
        reason: String,
    },
    /// Stones and carrier of the claim share cells, or the formula lacks stones.
    #[error("the claim is not well formed: {reason}")]
    IllFormed {
        /// What is wrong with it.
        reason: String,
    },
    /// Refutations do not match the carrier.
    #[error("refutations are given for `{found}`, needed are those for `{expected}`, in this order")]
    Refutations {
        /// The cells that have one.
        found: String,
        /// The cells that need one.
        expected: String,
    },
    /// The check takes more than it was given.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
}

impl CheckError for ConnectionError {
    fn exhausted(&self) -> Option<Exhausted> {
        if let ConnectionError::Exhausted(exhausted) = self { Some(*exhausted) } else { None }
    }

    fn name(&self) -> String {
        match self {
            ConnectionError::Step(_, reason) | ConnectionError::BarringStep(_, reason) => name_of(reason),
            other => name_of(other),
        }
    }
}

/// Checks the derivation for the claim.
pub fn check(
    claim: Connection,
    evidence: &Derivation,
    account: &Account,
) -> Result<Proved<Connection>, ConnectionError> {
    let other = |reason: String| Err(ConnectionError::OtherConclusion { reason });
    match &claim {
        Connection::Wins { position, winner } => {
            let geometry = Geometry::new(position.size, *winner);
            let last = conclude(&geometry, &evidence.steps, account)?;
            let Promise::Formula(formula) = &last.promise else {
                return other("it promises no formula".into());
            };
            if !entails(&geometry, CellSet::EMPTY, &[formula], &Formula::win(&geometry)) {
                return other(format!("it promises `{}` only", formula.text(&geometry)));
            }
            let edges: CellSet = geometry.edges().into_iter().collect();
            let missing = last.stones.minus(edges).minus(position.stones(*winner));
            // The winner to move may still place one stone, and only an empty cell can take it.
            let allowed = usize::from(position.to_move == *winner);
            if missing.len() > allowed || !missing.is_subset(position.empty()) {
                return other(format!("it needs stones on {}", geometry.names(missing)));
            }
            let taken = last.carrier.and(position.stones(winner.other()));
            if !taken.is_empty() {
                return other(format!("it needs {}, which the opponent has", geometry.names(taken)));
            }
            refute(&geometry, None, evidence, account)?;
        }
        Connection::Holds { size, owner, stones, carrier, formula, minimal } => {
            let geometry = Geometry::new(*size, *owner);
            let ill = |reason: String| Err(ConnectionError::IllFormed { reason });
            if !stones.is_disjoint(*carrier) {
                return ill(format!("{} are both stones and carrier", geometry.names(stones.and(*carrier))));
            }
            if !stones.is_subset(geometry.all()) || !carrier.is_subset(size.all()) {
                return ill("it has cells that are not on the board".into());
            }
            if *minimal && carrier.is_empty() {
                return ill("an empty carrier has no cell that could be left out".into());
            }
            if !formula.points().is_subset(*stones) {
                return ill(format!("no stone on {}", geometry.names(formula.points().minus(*stones))));
            }
            let last = conclude(&geometry, &evidence.steps, account)?;
            let Promise::Formula(found) = &last.promise else {
                return other("it promises no formula".into());
            };
            if !entails(&geometry, *stones, &[found], formula) {
                return other(format!("it promises `{}` only", found.text(&geometry)));
            }
            if !last.stones.is_subset(*stones) {
                return other(format!("it needs stones on {}", geometry.names(last.stones.minus(*stones))));
            }
            let outside = last.carrier.minus(*stones).minus(*carrier);
            if !outside.is_empty() {
                return other(format!("it uses {} outside the carrier", geometry.names(outside)));
            }
            let barrier = Barrier { region: stones.or(*carrier), formula: formula.clone() };
            refute(&geometry, minimal.then_some((&barrier, *carrier)), evidence, account)?;
        }
    }
    Ok(Proved::by_check(claim))
}

/// The statement of the last step, every step checked and used.
fn conclude(geometry: &Geometry, steps: &[Step], account: &Account) -> Result<Statement, ConnectionError> {
    let mut statements = apply_all(geometry, None, steps, account)?
        .map_err(|(number, reason)| ConnectionError::Step(number, reason))?;
    let last = statements
        .pop()
        .ok_or(ConnectionError::OtherConclusion { reason: "there is no step at all".into() })?;
    match first_unused(steps, [statements.len()]) {
        Some(number) => Err(ConnectionError::Unused { which: "step", number }),
        None => Ok(last),
    }
}

/// What the steps establish one after the other, or the first that does not follow.
#[allow(clippy::type_complexity)]
fn apply_all(
    geometry: &Geometry,
    barrier: Option<&Barrier>,
    steps: &[Step],
    account: &Account,
) -> Result<Result<Vec<Statement>, (usize, StepError)>, Exhausted> {
    let mut statements = Vec::new();
    for (number, step) in steps.iter().enumerate() {
        step.charge(barrier, &statements, account)?;
        match step.apply(geometry, barrier, &statements) {
            Ok(statement) => statements.push(statement),
            Err(reason) => return Ok(Err((number, reason))),
        }
    }
    Ok(Ok(statements))
}

/// The first step that neither a later one nor anything of `ends` refers to. All references are in
/// range.
fn first_unused(steps: &[Step], ends: impl IntoIterator<Item = usize>) -> Option<usize> {
    let mut is_used = vec![false; steps.len()];
    ends.into_iter().for_each(|number| is_used[number] = true);
    for step in steps {
        step.for_each_part(|part| is_used[part] = true);
    }
    is_used.iter().position(|used| !used)
}

/// Checks for each cell of a minimal carrier that the opponent, who has the cell and moves first,
/// keeps the formula false. Without a barrier there is nothing to refute.
fn refute(
    geometry: &Geometry,
    barrier: Option<(&Barrier, CellSet)>,
    evidence: &Derivation,
    account: &Account,
) -> Result<(), ConnectionError> {
    let carrier = barrier.map_or(CellSet::EMPTY, |(_, carrier)| carrier);
    if !evidence.refutations.iter().map(|&(cell, _)| cell).eq(carrier.cells()) {
        let found: CellSet = evidence.refutations.iter().map(|&(cell, _)| cell).collect();
        let (found, expected) = (geometry.names(found), geometry.names(carrier));
        return Err(ConnectionError::Refutations { found, expected });
    }
    let statements = apply_all(geometry, barrier.map(|(barrier, _)| barrier), &evidence.barring, account)?
        .map_err(|(number, reason)| ConnectionError::BarringStep(number, reason))?;
    for &(cell, number) in &evidence.refutations {
        let empty = carrier.without(cell);
        let refutes = statements.get(number).is_some_and(|statement| {
            // Besides the cell left out, one stone may be the opponent's first move.
            let first = statement.stones.without(cell);
            statement.promise == Promise::Barred
                && first.len() <= 1
                && first.is_subset(empty)
                && statement.carrier.is_subset(empty)
        });
        if !refutes {
            let cell = geometry.name(cell);
            return Err(ConnectionError::NoRefutation { cell, number });
        }
    }
    match first_unused(&evidence.barring, evidence.refutations.iter().map(|&(_, number)| number)) {
        Some(number) => Err(ConnectionError::Unused { which: "refutation step", number }),
        None => Ok(()),
    }
}

impl fmt::Display for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Connection::Wins { position, winner } => {
                let geometry = Geometry::new(position.size, *winner);
                let names = |player| match position.stones(player) {
                    CellSet::EMPTY => "none".to_owned(),
                    stones => geometry.names(stones),
                };
                write!(
                    f,
                    "hex({}): {winner} wins with black on {}, white on {}, {} to move",
                    size_arguments(position.size),
                    names(Player::Black),
                    names(Player::White),
                    position.to_move
                )
            }
            Connection::Holds { size, owner, stones, carrier, formula, minimal } => {
                let geometry = Geometry::new(*size, *owner);
                let opponent = owner.other();
                let empty = match *carrier {
                    CellSet::EMPTY => "no cell".to_owned(),
                    carrier => geometry.names(carrier),
                };
                write!(
                    f,
                    "hex({}): {owner} on {} secures {} with {empty} empty, {opponent} to move, and every other \
                     cell and edge {opponent}'s",
                    size_arguments(*size),
                    geometry.names(*stones),
                    formula.text(&geometry),
                )?;
                if *minimal {
                    write!(f, "; if any one of {empty} is {opponent}'s as well, it does not")?;
                }
                Ok(())
            }
        }
    }
}

fn size_arguments(size: Size) -> String {
    if size.columns() == size.rows() {
        size.columns().to_string()
    } else {
        format!("{},{}", size.columns(), size.rows())
    }
}
