//! Certificate: the language of connections in Hex.
//!
//! Claim: either the winner of a position, or a statement (stones, carrier, formula): whatever the opponent does in
//! the carrier, the owner makes the formula true, every cell outside counting as the opponent's. Virtual
//! connections, union-connections, sigma-connections and sigma-extensions (Mishima, Noshita and others; Noshita,
//! Union-connections and straightforward winning strategies in Hex, 2004) are statements of this form; a
//! sigma-connection is one whose last step lists the replies, each part with its own formula.
//!
//! Evidence: a list of steps, each derived from earlier ones by a local rule of [`Step`]. The last one must be the
//! claim, or stronger. A claim that the carrier is *minimal* comes with one refutation per cell: a derivation, by
//! the same rules, that the opponent moving first keeps the formula false once that cell is the opponent's.
//!
//! Cost: one pass; each step looks at its parts once and at the stones of the statement.

mod formula;
mod step;

use std::fmt;

use rules::hex::{Cell, CellSet, Notation, Player, Position, Size};

pub use formula::{Formula, FormulaError, Geometry, Relation, entails};
pub use step::{Barrier, Motion, Promise, Statement, Step, StepError};

use crate::text::{Line, Reader, Writer};
use crate::{Claim, Context, Proved, Refusal};

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
    /// For a minimal carrier: each cell with the step of `barring` that refutes the statement without it.
    pub refutations: Vec<(Cell, usize)>,
}

/// Why the evidence does not establish the claim.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConnectionError {
    /// A step that does not follow.
    #[error("step {number}: {reason}")]
    Step {
        /// Its number, from 0.
        number: usize,
        /// The reason.
        reason: StepError,
    },
    /// A step of the refutations that does not follow.
    #[error("refutation step {number}: {reason}")]
    BarringStep {
        /// The step's number, from 0.
        number: usize,
        /// The reason.
        reason: StepError,
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
    #[error("refutations are given for {found} cells, the carrier has {expected} and each needs one")]
    Refutations {
        /// How many there are.
        found: usize,
        /// How many cells the carrier has.
        expected: usize,
    },
}

/// Checks the derivation for the claim.
pub fn check(claim: Connection, evidence: &Derivation) -> Result<Proved<Connection>, ConnectionError> {
    let other = |reason: String| Err(ConnectionError::OtherConclusion { reason });
    match &claim {
        Connection::Wins { position, winner } => {
            let geometry = Geometry::new(position.size, *winner);
            let last = conclude(&geometry, &evidence.steps)?;
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
            if !evidence.refutations.is_empty() {
                return Err(ConnectionError::Refutations { found: evidence.refutations.len(), expected: 0 });
            }
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
            if !formula.points().is_subset(*stones) {
                return ill(format!("no stone on {}", geometry.names(formula.points().minus(*stones))));
            }
            let last = conclude(&geometry, &evidence.steps)?;
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
            let given: CellSet = evidence.refutations.iter().map(|&(cell, _)| cell).collect();
            let expected = if *minimal { *carrier } else { CellSet::EMPTY };
            if given != expected || given.len() != evidence.refutations.len() {
                let found = evidence.refutations.len();
                return Err(ConnectionError::Refutations { found, expected: expected.len() });
            }
            let barrier = Barrier { region: stones.or(*carrier), formula: formula.clone() };
            refute(&geometry, &barrier, *carrier, evidence)?;
        }
    }
    Ok(Proved::by_check(claim))
}

/// The statement of the last step, every step checked.
fn conclude(geometry: &Geometry, steps: &[Step]) -> Result<Statement, ConnectionError> {
    let mut statements = Vec::with_capacity(steps.len());
    for (number, step) in steps.iter().enumerate() {
        let statement = step.apply(geometry, None, &statements);
        statements.push(statement.map_err(|reason| ConnectionError::Step { number, reason })?);
    }
    statements.pop().ok_or(ConnectionError::OtherConclusion { reason: "there is no step at all".into() })
}

/// Checks for each refutation that the opponent, who has the cell and moves first, keeps the formula false.
fn refute(
    geometry: &Geometry,
    barrier: &Barrier,
    carrier: CellSet,
    evidence: &Derivation,
) -> Result<(), ConnectionError> {
    let mut statements = Vec::with_capacity(evidence.barring.len());
    for (number, step) in evidence.barring.iter().enumerate() {
        let statement = step.apply(geometry, Some(barrier), &statements);
        statements.push(statement.map_err(|reason| ConnectionError::BarringStep { number, reason })?);
    }
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
    Ok(())
}

impl fmt::Display for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Connection::Wins { position, winner } => {
                let names = |stones: CellSet| {
                    let names: Vec<_> =
                        stones.cells().map(|cell| position.size.name(cell, Notation::Digits)).collect();
                    if names.is_empty() { "none".to_owned() } else { names.join(" ") }
                };
                write!(
                    f,
                    "hex({}): {winner} wins with black on {}, white on {}, {} to move",
                    size_arguments(position.size),
                    names(position.stones(Player::Black)),
                    names(position.stones(Player::White)),
                    position.to_move
                )
            }
            Connection::Holds { size, owner, stones, carrier, formula, minimal } => {
                let geometry = Geometry::new(*size, *owner);
                write!(
                    f,
                    "hex({}): {owner} on {} with empty cells {} secures {}{}",
                    size_arguments(*size),
                    geometry.names(*stones),
                    geometry.names(*carrier),
                    formula.text(&geometry),
                    if *minimal { "; no empty cell can be left out" } else { "" }
                )
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

/// The certificate as text.
pub fn write(claim: &Connection, evidence: &Derivation) -> String {
    let mut writer = Writer::new(KIND);
    let geometry = match claim {
        Connection::Wins { position, winner } => {
            let black = Geometry::new(position.size, Player::Black);
            writer.line(format_args!("board {} {}", position.size.columns(), position.size.rows()));
            writer.line(format_args!("owner {winner}"));
            writer.line("claim wins");
            writer.line(field("black", &black.names(position.stones(Player::Black))));
            writer.line(field("white", &black.names(position.stones(Player::White))));
            writer.line(format_args!("to-move {}", position.to_move));
            Geometry::new(position.size, *winner)
        }
        Connection::Holds { size, owner, stones, carrier, formula, minimal } => {
            let geometry = Geometry::new(*size, *owner);
            writer.line(format_args!("board {} {}", size.columns(), size.rows()));
            writer.line(format_args!("owner {owner}"));
            writer.line(if *minimal { "claim minimal" } else { "claim holds" });
            writer.line(field("stones", &geometry.names(*stones)));
            writer.line(field("carrier", &geometry.names(*carrier)));
            writer.line(format_args!("formula {}", formula.text(&geometry)));
            geometry
        }
    };
    for step in &evidence.steps {
        writer.line(step_text(&geometry, step));
    }
    if !evidence.barring.is_empty() {
        writer.line("refutations");
    }
    for step in &evidence.barring {
        writer.line(step_text(&geometry, step));
    }
    for (cell, number) in &evidence.refutations {
        writer.line(format_args!("without {} {number}", geometry.name(*cell)));
    }
    writer.finish()
}

fn field(keyword: &str, rest: &str) -> String {
    if rest.is_empty() { keyword.to_owned() } else { format!("{keyword} {rest}") }
}

fn step_text(geometry: &Geometry, step: &Step) -> String {
    let more = |stones: &CellSet| match stones.is_empty() {
        true => String::new(),
        false => format!(" + {}", geometry.names(*stones)),
    };
    match step {
        Step::Link { stones, formula } => {
            format!("link {} : {}", geometry.names(*stones), formula.text(geometry))
        }
        Step::And { parts, stones, formula } => {
            let parts: String = parts.iter().map(|part| format!(" {part}")).collect();
            format!("and{parts}{} : {}", more(stones), formula.text(geometry))
        }
        Step::Or { parts, stones, formula } => {
            let one = |&(reply, part): &(Option<Cell>, usize)| {
                format!(" {}.{part}", reply.map_or(String::new(), |cell| geometry.name(cell)))
            };
            let parts: String = parts.iter().map(one).collect();
            let formula =
                formula.as_ref().map_or(String::new(), |formula| format!(" : {}", formula.text(geometry)));
            format!("or{parts}{}{formula}", more(stones))
        }
        Step::Capture { part, pair: [a, b] } => {
            format!("capture {part} {} {}", geometry.name(*a), geometry.name(*b))
        }
        Step::Move { part, motion: Motion::Turn } => format!("turn {part}"),
        Step::Move { part, motion: Motion::Mirror(sum) } => format!("mirror {part} {sum}"),
        Step::Move { part, motion: Motion::Shift(columns, rows) } => format!("shift {part} {columns} {rows}"),
        Step::Bar { stones } => format!("bar {}", geometry.names(*stones)),
    }
}

/// Reads and checks the lines after the head.
pub(crate) fn check_text(reader: &mut Reader<'_>, _: &Context<'_>) -> Result<Proved<Claim>, Refusal> {
    let (claim, evidence) = read(reader)?;
    let proved = check(claim, &evidence).map_err(|error| Refusal::evidence(KIND, error))?;
    Ok(proved.into_claim())
}

/// Reads the lines after the head: the claim and the steps, unchecked.
pub fn read(reader: &mut Reader<'_>) -> Result<(Connection, Derivation), Refusal> {
    let line = reader.field("board")?;
    let sides: Vec<usize> = line.parse_all()?;
    let size = match sides[..] {
        [columns, rows] => Size::new(columns, rows).map_err(|error| line.refuse(error))?,
        _ => return Err(line.refuse("the number of columns and the number of rows")),
    };
    let owner = read_player(reader.field("owner")?)?;
    let geometry = Geometry::new(size, owner);
    let line = reader.field("claim")?;
    let claim = match line.text {
        "wins" => {
            let board = Geometry::new(size, Player::Black);
            let black = read_cells(&board, reader.field("black")?, false)?;
            let line = reader.field("white")?;
            let white = read_cells(&board, line, false)?;
            let to_move = read_player(reader.field("to-move")?)?;
            let position =
                Position::set_up(size, black, white, to_move).map_err(|error| line.refuse(error))?;
            Connection::Wins { position, winner: owner }
        }
        "holds" | "minimal" => {
            let stones = read_cells(&geometry, reader.field("stones")?, true)?;
            let carrier = read_cells(&geometry, reader.field("carrier")?, false)?;
            let formula = reader.field("formula")?;
            let formula = read_formula(&geometry, formula, formula.text)?;
            Connection::Holds { size, owner, stones, carrier, formula, minimal: line.text == "minimal" }
        }
        _ => return Err(line.refuse("`claim wins`, `claim holds` or `claim minimal`")),
    };
    let mut evidence = Derivation::default();
    let mut refuting = false;
    while reader.peek().is_some() {
        let line = reader.next_line()?;
        if line.text == "refutations" && !refuting {
            refuting = true;
        } else if let Some(rest) = line.text.strip_prefix("without ") {
            let (cell, number) = rest.split_once(' ').ok_or_else(|| line.refuse("a cell and a step"))?;
            evidence.refutations.push((read_cell(&geometry, line, cell)?, line.value(number)?));
        } else if refuting {
            evidence.barring.push(read_step(&geometry, line)?);
        } else {
            evidence.steps.push(read_step(&geometry, line)?);
        }
    }
    Ok((claim, evidence))
}

fn read_player(line: Line<'_>) -> Result<Player, Refusal> {
    match line.text {
        "black" => Ok(Player::Black),
        "white" => Ok(Player::White),
        _ => Err(line.refuse("`black` or `white`")),
    }
}

fn read_cell(geometry: &Geometry, line: Line<'_>, name: &str) -> Result<Cell, Refusal> {
    geometry.size.cell(name).map_err(|error| line.refuse(error))
}

/// Cells in strictly increasing order, so that a set is written in one way only.
fn read_cells(geometry: &Geometry, line: Line<'_>, edges: bool) -> Result<CellSet, Refusal> {
    let mut set = CellSet::EMPTY;
    let mut last = None;
    for name in line.words() {
        let point = geometry.point(name).filter(|point| edges || geometry.size.all().contains(*point));
        let point =
            point.ok_or_else(|| line.refuse(format_args!("a cell of the board in place of `{name}`")))?;
        if last.is_some_and(|last| last >= point) {
            return Err(line.refuse("cells row by row, each once"));
        }
        last = Some(point);
        set = set.with(point);
    }
    Ok(set)
}

fn read_formula(geometry: &Geometry, line: Line<'_>, text: &str) -> Result<Formula, Refusal> {
    Formula::parse(text, &|name| geometry.point(name)).map_err(|error| line.refuse(error))
}

fn read_step(geometry: &Geometry, line: Line<'_>) -> Result<Step, Refusal> {
    let (body, formula) = match line.text.split_once(" : ") {
        Some((body, formula)) => (body, Some(read_formula(geometry, line, formula)?)),
        None => (line.text, None),
    };
    let (body, stones) = match body.split_once(" + ") {
        Some((body, text)) => (body, read_cells(geometry, Line { text, ..line }, true)?),
        None => (body, CellSet::EMPTY),
    };
    let (rule, rest) = body.split_once(' ').unwrap_or((body, ""));
    let rest = Line { text: rest, ..line };
    let step = match (rule, formula) {
        ("link", Some(formula)) => Step::Link { stones: read_cells(geometry, rest, true)?, formula },
        ("and", Some(formula)) => Step::And { parts: rest.parse_all()?, stones, formula },
        ("or", formula) => {
            let part = |word: &str| {
                let (reply, number) =
                    word.split_once('.').ok_or_else(|| line.refuse("parts `REPLY.STEP`"))?;
                let reply = if reply.is_empty() { None } else { Some(read_cell(geometry, line, reply)?) };
                Ok((reply, line.value(number)?))
            };
            Step::Or { parts: rest.words().map(part).collect::<Result<_, Refusal>>()?, stones, formula }
        }
        ("bar", None) => Step::Bar { stones: read_cells(geometry, rest, false)? },
        ("capture" | "turn" | "mirror" | "shift", None) => {
            let words: Vec<&str> = rest.words().collect();
            let part = line.value(words.first().copied().unwrap_or(""))?;
            match (rule, &words[1..]) {
                ("capture", [a, b]) => Step::Capture {
                    part,
                    pair: [read_cell(geometry, line, a)?, read_cell(geometry, line, b)?],
                },
                ("turn", []) => Step::Move { part, motion: Motion::Turn },
                ("mirror", [sum]) => Step::Move { part, motion: Motion::Mirror(line.value(sum)?) },
                ("shift", [columns, rows]) => {
                    Step::Move { part, motion: Motion::Shift(line.value(columns)?, line.value(rows)?) }
                }
                _ => {
                    return Err(line.refuse(
                        "`capture STEP CELL CELL`, `turn STEP`, `mirror STEP K` or `shift STEP DC DR`",
                    ));
                }
            }
        }
        _ => return Err(line.refuse("a step: link, and, or, capture, turn, mirror, shift or bar")),
    };
    Ok(step)
}
