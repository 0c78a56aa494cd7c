//! The question `solve` for Hex: the winner of a position, from a kept proof or by search, with its
//! certificate.

use hissho_certificate::hex::{self, Connection, Geometry, Motion, Step};
use hissho_rules::hex::{Cell, Notation, Player, Position, Size};
use hissho_solve::hex::ledger::statements_of;
use hissho_solve::hex::pattern_strategy::{Patterns, places};
use hissho_solve::limits::Limits;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::proof::{Win, kept_name, win_of};
use super::wide_board::WideBoard;
use super::{Help, Unsolved, board, notation, patterns, position, sgf, solve_helped};
use crate::answer::{Ending, Findings, Told};
use crate::check::NamedFile;
use crate::line_games::SolvedMove;
use crate::question::other_claim;
use crate::solve::{Solve, SolvedPosition};
use crate::{Certified, Desk, Fault, Watch};

/// The winner of a position of Hex.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SolvedHex {
    /// The board, as it was given.
    pub game: String,
    /// The position, as it was given.
    pub position: String,
    /// `black`, `white` or `gave-up`.
    pub winner: String,
    /// A move that wins, if the winner is to move.
    pub moves: Vec<SolvedMove>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Steps of the proof.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps: Option<u64>,
    /// The kept proof that settles it, by its name in proofs/.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kept: Option<String>,
    /// What became of the strategy that was given as hints.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reading: Option<String>,
    /// Why it was given up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Where the certificate was written.
    pub certificate: Option<String>,
}

/// Answers [`Solve`] for Hex.
pub(crate) fn solve(
    question: &Solve,
    desk: &Desk,
    limits: &Limits,
    watch: &dyn Watch,
) -> Result<Told<SolvedPosition>, Fault> {
    let size = size_of(&question.game)?;
    let (position, shown) = position_of(&question.game, size, &question.position, question.record.as_ref())?;
    let hints = question.hints.as_ref().map(|file| read_patterns(file, &position)).transpose()?;
    let known = known_wins(&question.known, size, desk, limits)?;
    let mut facts = SolvedHex {
        game: question.game.clone(),
        position: shown,
        winner: "gave-up".to_owned(),
        moves: Vec::new(),
        nodes: None,
        steps: None,
        kept: None,
        reading: None,
        reason: None,
        certificate: None,
    };
    let kept = if question.fresh { None } else { kept_proof(&position, desk, limits, watch) };
    let (winner, winning_move, certified) = match kept {
        Some((name, win, certified)) => {
            facts.kept = Some(name);
            facts.nodes = Some(0);
            facts.steps = Some(win.evidence.steps.len() as u64);
            (win.winner, winning_move(&win), certified)
        }
        None => {
            let help = Help { checkpoint: Some(watch), known: &known, hints: hints.as_ref() };
            match solve_helped(&position, limits, watch, &help) {
                Ok(solved) => {
                    facts.nodes = Some(solved.solution.nodes);
                    facts.steps = Some(solved.solution.evidence.steps.len() as u64);
                    facts.reading = solved.reading.map(|reading| reading.to_string());
                    (solved.solution.winner, solved.solution.winning_move, solved.certificate)
                }
                Err(Unsolved::Stopped(stop)) => {
                    facts.reason = Some(stop.to_string());
                    return Ok(SolvedPosition::Hex(facts).into());
                }
                Err(error) => return Err(Fault::bad_input(error)),
            }
        }
    };
    facts.settle(question, size, winner, winning_move);
    Ok(Told::from(SolvedPosition::Hex(facts)).with([certified]))
}

/// A kept answer: winner, move and length are those of the accepted proof.
pub(crate) fn confirm(
    question: &Solve,
    mut kept: SolvedHex,
    certified: &[Certified],
) -> Result<SolvedHex, Fault> {
    let size = size_of(&question.game)?;
    let (position, shown) = position_of(&question.game, size, &question.position, question.record.as_ref())?;
    let [by] = certified else { return Err(other_claim()) };
    let win = win_of(by)?;
    if win.position != position {
        return Err(other_claim());
    }
    (kept.game, kept.position) = (question.game.clone(), shown);
    kept.steps = Some(win.evidence.steps.len() as u64);
    kept.settle(question, size, win.winner, winning_move(&win));
    Ok(kept)
}

impl SolvedHex {
    fn settle(&mut self, question: &Solve, size: Size, winner: Player, by: Option<Cell>) {
        self.winner = winner.to_string();
        let settled = |cell| SolvedMove {
            name: size.name(cell, notation(question.letters)),
            value: winner.to_string(),
            score: None,
        };
        self.moves = by.map(settled).into_iter().collect();
    }
}

/// The board of a question.
pub(super) fn size_of(game: &str) -> Result<Size, Fault> {
    match board(game) {
        Some(size) => size.map_err(|fault| fault.in_field("game")),
        None => {
            let message = format!("`{game}` is not a board of Hex; write 'hex(8)'");
            Err(Fault::bad_input(message).in_field("game"))
        }
    }
}

/// The position of a question, written as moves, set up, or the end of a record; and how it is
/// shown.
pub(super) fn position_of(
    game: &str,
    size: Size,
    text: &str,
    record: Option<&NamedFile>,
) -> Result<(Position, String), Fault> {
    let (position, shown) = match record {
        Some(file) => (recorded(file)?, format!("@{}", file.name)),
        None => {
            let position =
                position(size, text).map_err(|error| Fault::bad_input(error).in_field("position"))?;
            (position, text.to_owned())
        }
    };
    if position.size != size {
        let message = format!("the record is of a {} board, `{game}` was asked for", position.size);
        return Err(Fault::bad_input(message).in_field("record"));
    }
    Ok((position, shown))
}

/// The last position of a record in SGF.
pub(super) fn recorded(file: &NamedFile) -> Result<Position, Fault> {
    read_record(file)?.position().map_err(|error| in_record(file, &error))
}

/// The board at the end of a record in SGF.
pub(super) fn read_record(file: &NamedFile) -> Result<WideBoard, Fault> {
    let text = std::str::from_utf8(file.contents.as_bytes()).map_err(|error| in_record(file, &error))?;
    sgf::read(text).map_err(|error| in_record(file, &error))
}

fn in_record(file: &NamedFile, error: &dyn std::fmt::Display) -> Fault {
    Fault::bad_input(format_args!("{}: {error}", file.name)).in_field("record")
}

/// The win that a certificate in a question proves, which must pass the checker first.
pub(super) fn read_win(file: &NamedFile, desk: &Desk, limits: &Limits) -> Result<(Win, Certified), Fault> {
    let read = || {
        let certified = desk.accepted(file.contents.as_bytes(), limits)?;
        Ok((win_of(&certified)?, Certified::clone(&certified)))
    };
    read()
        .map_err(|fault: Fault| Fault::bad_input(format_args!("{}: {fault}", file.name)).in_field(&file.name))
}

/// Wins of positions on this board.
pub(super) fn known_wins(
    files: &[NamedFile],
    size: Size,
    desk: &Desk,
    limits: &Limits,
) -> Result<Vec<Win>, Fault> {
    let read = |file: &NamedFile| {
        let (win, _) = read_win(file, desk, limits)?;
        if win.position.size != size {
            let message = format!("{}: it is about a {} board, not {size}", file.name, win.position.size);
            return Err(Fault::bad_input(message).in_field("known"));
        }
        Ok(win)
    };
    files.iter().map(read).collect()
}

fn read_patterns(file: &NamedFile, position: &Position) -> Result<Patterns, Fault> {
    let wrong = |error: &dyn std::fmt::Display| {
        Fault::bad_input(format_args!("{}: {error}", file.name)).in_field("hints")
    };
    let text = std::str::from_utf8(file.contents.as_bytes()).map_err(|error| wrong(&error))?;
    let patterns = patterns::read(text).map_err(|error| wrong(&error))?;
    let spoken = patterns.values().next().map_or(0, |first| places(first));
    let empty = position.empty().len();
    if spoken > empty {
        let found = format!("its first pattern has {spoken} places, the position has {empty} empty cells");
        return Err(wrong(&found));
    }
    if position.to_move != Player::White {
        return Err(wrong(&"a strategy answers White, but Black is to move"));
    }
    Ok(patterns)
}

/// The kept proof of an opening, or of its half turn and turned back.
pub(super) fn kept_proof(
    position: &Position,
    desk: &Desk,
    limits: &Limits,
    watch: &dyn Watch,
) -> Option<(String, Win, Certified)> {
    let size = position.size;
    let opening: Vec<Cell> = position.stones(Player::Black).cells().collect();
    let [cell] = opening[..] else { return None };
    if *position != Position::start(size).after(cell).ok()? {
        return None;
    }
    for (kept_cell, is_turned) in [(cell, false), (size.turned(cell), true)] {
        let name = kept_name(size, &size.name(kept_cell, Notation::Digits));
        let read = match desk.kept_with_text(&name, limits, watch) {
            Some(Ok(certified)) => win_of(&certified).map(|win| (win, certified)),
            Some(Err(fault)) => Err(fault),
            None => continue,
        };
        let (mut win, mut certified) = match read {
            Ok(read) => read,
            Err(reason) => {
                watch.warn(&format!("a kept proof is of no use: {name}: {reason}"));
                continue;
            }
        };
        if Position::start(size).after(kept_cell).ok() != Some(win.position) {
            continue;
        }
        if is_turned && *position != win.position {
            win.evidence
                .steps
                .push(Step::Move { part: win.evidence.steps.len().checked_sub(1)?, motion: Motion::Turn });
            win.position = *position;
            let claim = Connection::Wins { position: *position, winner: win.winner };
            certified = Certified::check(hex::write(&claim, &win.evidence), limits).ok()?;
        }
        return Some((name, win, certified));
    }
    None
}

/// The stone that the winner, who is to move, still needs.
pub(super) fn winning_move(win: &Win) -> Option<Cell> {
    if win.position.to_move != win.winner {
        return None;
    }
    let geometry = Geometry::new(win.position.size, win.winner);
    let statements = statements_of(&geometry, &win.evidence.steps).ok()?;
    let needed = statements.last()?.stones.and(win.position.size.all());
    needed.minus(win.position.stones(win.winner)).cells().next()
}

impl Findings for SolvedHex {
    fn text(&self) -> String {
        if let Some(reason) = &self.reason {
            return format!("gave up: {reason}");
        }
        let by = self.moves.first().map_or(String::new(), |best| format!(" by {}", best.name));
        let file = self.certificate.as_ref().map_or(String::new(), |path| format!("\ncertificate: {path}"));
        let (nodes, steps) = (self.nodes.unwrap_or(0), self.steps.unwrap_or(0));
        let how = match &self.kept {
            Some(_) => "kept proof".to_owned(),
            None => format!("{nodes} positions, proof"),
        };
        format!("{} wins{by}; {how} of {steps} steps, accepted by the checker{file}", self.winner)
    }

    fn ending(&self) -> Ending {
        if self.reason.is_some() { Ending::GaveUp } else { Ending::Answered }
    }
}
