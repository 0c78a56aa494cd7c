//! The text of a certificate of connections: docs/formats/connection.md.
//!
//! Reading is lenient where writing again decides: a certificate is what [`lines`] writes, letter
//! by letter.

use std::fmt;

use hissho_rules::Account;
use hissho_rules::hex::{Cell, CellSet, Player, Position, Size};

use super::formula::Shown;
use super::{Connection, Derivation, Formula, Geometry, KIND, Motion, Step, check};
use crate::text::{Line, Reader, Writer};
use crate::{Claim, Context, Proved, Refusal};

/// Steps, and bytes of memory, charged for each letter of a step.
const WORD: u64 = 16;

/// The certificate as text.
pub fn write(claim: &Connection, evidence: &Derivation) -> String {
    let mut writer = Writer::new(KIND);
    lines(claim, evidence, &mut writer);
    writer.finish()
}

/// The lines after the head.
fn lines(claim: &Connection, evidence: &Derivation, writer: &mut Writer<'_>) {
    let (size, owner) = match claim {
        Connection::Wins { position, winner } => (position.size, *winner),
        Connection::Holds { size, owner, .. } => (*size, *owner),
    };
    let geometry = Geometry::new(size, owner);
    writer.line(format_args!("board {} {}", size.columns(), size.rows()));
    writer.line(format_args!("owner {owner}"));
    match claim {
        Connection::Wins { position, .. } => {
            writer.line("claim wins");
            writer.line(Shown(&geometry, List("black", position.stones(Player::Black))));
            writer.line(Shown(&geometry, List("white", position.stones(Player::White))));
            writer.line(format_args!("to-move {}", position.to_move));
        }
        Connection::Holds { stones, carrier, formula, minimal, .. } => {
            writer.line(if *minimal { "claim minimal" } else { "claim holds" });
            writer.line(Shown(&geometry, List("stones", *stones)));
            writer.line(Shown(&geometry, List("carrier", *carrier)));
            writer.line(format_args!("formula {}", Shown(&geometry, formula)));
        }
    }
    for step in &evidence.steps {
        writer.line(Shown(&geometry, step));
    }
    if !evidence.barring.is_empty() {
        writer.line("refutations");
    }
    for step in &evidence.barring {
        writer.line(Shown(&geometry, step));
    }
    for (cell, number) in &evidence.refutations {
        writer.line(format_args!("without {} {number}", Shown(&geometry, *cell)));
    }
}

/// A word, and cells after it if there are any.
#[derive(Clone, Copy)]
struct List(&'static str, CellSet);

impl fmt::Display for Shown<'_, List> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &Shown(geometry, List(word, cells)) = self;
        f.write_str(word)?;
        if cells.is_empty() { Ok(()) } else { write!(f, " {}", Shown(geometry, cells)) }
    }
}

impl fmt::Display for Shown<'_, &Step> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &Shown(geometry, step) = self;
        let more = |stones: CellSet, f: &mut fmt::Formatter<'_>| match stones.is_empty() {
            true => Ok(()),
            false => write!(f, " + {}", Shown(geometry, stones)),
        };
        match step {
            Step::Link { stones, formula } => {
                write!(f, "{} : {}", Shown(geometry, List("link", *stones)), Shown(geometry, formula))
            }
            Step::And { parts, stones, formula } => {
                f.write_str("and")?;
                parts.iter().try_for_each(|part| write!(f, " {part}"))?;
                more(*stones, f)?;
                write!(f, " : {}", Shown(geometry, formula))
            }
            Step::Or { parts, stones, formula } => {
                f.write_str("or")?;
                parts.iter().try_for_each(|(reply, part)| match reply {
                    Some(cell) => write!(f, " {}.{part}", Shown(geometry, *cell)),
                    None => write!(f, " .{part}"),
                })?;
                more(*stones, f)?;
                formula.iter().try_for_each(|formula| write!(f, " : {}", Shown(geometry, formula)))
            }
            Step::Capture { part, pair: [a, b] } => {
                write!(f, "capture {part} {} {}", Shown(geometry, *a), Shown(geometry, *b))
            }
            Step::Move { part, motion: Motion::Turn } => write!(f, "turn {part}"),
            Step::Move { part, motion: Motion::Mirror(sum) } => write!(f, "mirror {part} {sum}"),
            Step::Move { part, motion: Motion::Shift(columns, rows) } => {
                write!(f, "shift {part} {columns} {rows}")
            }
            Step::Bar { stones } => Shown(geometry, List("bar", *stones)).fmt(f),
        }
    }
}

/// Reads and checks the lines after the head.
pub(crate) fn check_text(reader: &mut Reader<'_>, context: &Context<'_>) -> Result<Proved<Claim>, Refusal> {
    let (claim, evidence) = read(reader, &context.account)?;
    reader.must_be(|writer| lines(&claim, &evidence, writer))?;
    let proved = check(claim, &evidence, &context.account).map_err(|error| Refusal::of(KIND, &error))?;
    Ok(proved.into_claim())
}

/// Reads the lines after the head: the claim and the steps, unchecked.
pub fn read(reader: &mut Reader<'_>, account: &Account) -> Result<(Connection, Derivation), Refusal> {
    let line = reader.field("board")?;
    let sides: Vec<usize> = line.parse_all(account)?;
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
            account.hold::<u8>(WORD as usize * formula.text.len())?;
            let formula = read_formula(&geometry, formula, formula.text)?;
            Connection::Holds { size, owner, stones, carrier, formula, minimal: line.text == "minimal" }
        }
        _ => return Err(line.refuse("`claim wins`, `claim holds` or `claim minimal`")),
    };
    let mut evidence = Derivation::default();
    let mut refuting = false;
    while reader.peek().is_some() {
        let line = reader.next_line()?;
        account.charge(WORD * (line.text.len() as u64 + 1))?;
        account.hold::<u8>(WORD as usize * line.text.len() + size_of::<Step>())?;
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

fn read_cells(geometry: &Geometry, line: Line<'_>, edges: bool) -> Result<CellSet, Refusal> {
    let point = |name| {
        let point = geometry.point(name).filter(|point| edges || geometry.size.all().contains(*point));
        point.ok_or_else(|| line.refuse(format_args!("a cell of the board in place of `{name}`")))
    };
    line.words().map(point).collect()
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
        ("and", Some(formula)) => {
            let parts = rest.words().map(|word| line.value(word)).collect::<Result<_, Refusal>>()?;
            Step::And { parts, stones, formula }
        }
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
            let words = rest.few(3);
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
