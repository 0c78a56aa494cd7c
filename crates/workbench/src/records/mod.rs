//! Game records from other programs: KIF, KI2, CSA and USI for shogi, PGN for chess.
//!
//! A file is read as a stream, one game at a time; each move is played on a real board (haitaka for
//! shogi, cozy-chess for chess) and must be lawful. What comes out is a [`Game`]: the start, the
//! moves in coordinates, and for every ply which position stands, so that repetitions can be looked
//! for. Trouble is reported with the line and the move's own number.
//!
//! Cost: memory for one game and one line; about a microsecond a move.
//!
//! ```
//! use hissho_solve::limits::Limits;
//! use hissho_workbench::{Alone, Desk, Question};
//!
//! let file = r#"{"name":"x.pgn","text":"1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *"}"#;
//! let question = format!(r#"{{"record":{{"file":{file}}}}}"#);
//! let question: Question = serde_json::from_str(&question)?;
//! let answer = Desk::default().ask(&question, &Limits::default(), &Alone)?;
//! assert_eq!(answer.document()["rules"][1]["fires_at"], 8);
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

mod chess;
mod csa;
pub mod examples;
mod game;
mod kif;
mod lines;
mod record;
mod report;
mod shogi;
mod usi;

pub use game::{Board, Game, Played};
pub use hissho_rules::records::RecordGame;
pub use record::{
    BoardAfter, LARGEST_RECORD, RecordQuestion, RecordSummary, Recorded, RecordedBoard, RecordedGames,
    ReportFormat, RuleCount, rule,
};
pub use report::{RecordedGame, RepeatedMoves, RepeatedPosition, RuleApplied};

use std::fmt;
use std::io::BufRead;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use lines::Lines;

/// A notation for game records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Notation {
    /// KIF and KI2, the Japanese text formats.
    Kif,
    /// The computer shogi association's format.
    Csa,
    /// `position sfen … moves …`, one game a line.
    Usi,
    /// Portable Game Notation.
    Pgn,
}

impl Notation {
    /// The formats with their names.
    pub const ALL: [(Notation, &'static str); 4] =
        [(Notation::Kif, "kif"), (Notation::Csa, "csa"), (Notation::Usi, "usi"), (Notation::Pgn, "pgn")];

    /// The format that the end of a file's name says.
    pub fn of_name(name: &str) -> Option<Notation> {
        let (_, extension) = name.rsplit_once('.')?;
        match extension.to_ascii_lowercase().as_str() {
            "kif" | "kifu" | "ki2" | "ki2u" => Some(Notation::Kif),
            "csa" => Some(Notation::Csa),
            "usi" | "sfen" => Some(Notation::Usi),
            "pgn" => Some(Notation::Pgn),
            _ => None,
        }
    }

    /// The format that the first line of a file suggests.
    fn of_text(line: &str) -> Notation {
        let line = line.trim();
        let is_csa = line.starts_with('\'')
            || line.starts_with('V') && line[1..].starts_with(|c: char| c.is_ascii_digit())
            || ["N+", "N-", "P1", "PI", "P+", "P-", "$"].iter().any(|start| line.starts_with(start));
        if line.starts_with('[') || line.starts_with("1.") {
            Notation::Pgn
        } else if ["position", "startpos", "sfen"].iter().any(|start| line.starts_with(start)) {
            Notation::Usi
        } else if is_csa {
            Notation::Csa
        } else {
            Notation::Kif
        }
    }
}

/// What is wrong with a record, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The line, counted from 1.
    pub line: usize,
    /// The move's own number, when the trouble is with a move.
    pub number: Option<u64>,
    /// What stands there.
    pub found: String,
    /// What is wrong with it, and what would be right.
    pub problem: String,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}", self.line)?;
        if let Some(number) = self.number {
            write!(f, ", move {number}")?;
        }
        if !self.found.is_empty() {
            let plain = |c: char| if c.is_control() { '?' } else { c };
            let shown: String = self.found.chars().take(60).map(plain).collect();
            let dots = if self.found.chars().nth(60).is_some() { "…" } else { "" };
            write!(f, ", found `{shown}{dots}`")?;
        }
        write!(f, ": {}", self.problem)
    }
}

impl std::error::Error for RecordError {}

/// The games of a file, one after another. After a game that cannot be read the next one follows.
pub struct GamesOfFile<R> {
    lines: Lines<R>,
    format: Notation,
    is_over: bool,
}

/// Reads the games of `input`; without a format, its first line tells.
pub fn read_games<R: BufRead>(input: R, format: Option<Notation>) -> Result<GamesOfFile<R>, RecordError> {
    let mut lines = Lines::new(input);
    let format = match format {
        Some(format) => format,
        None => {
            let mut skipped = 0;
            loop {
                match lines.peek(skipped)? {
                    Some(line) if line.trim().is_empty() && skipped < 100 => skipped += 1,
                    Some(line) => break Notation::of_text(line),
                    None => break Notation::Kif,
                }
            }
        }
    };
    Ok(GamesOfFile { lines, format, is_over: false })
}

impl<R: BufRead> Iterator for GamesOfFile<R> {
    type Item = Result<Game, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let read = match self.format {
            Notation::Kif => kif::read_game(&mut self.lines),
            Notation::Csa => csa::read_game(&mut self.lines),
            Notation::Usi => usi::read_game(&mut self.lines),
            Notation::Pgn => chess::read_game(&mut self.lines),
        };
        self.is_over = match &read {
            Ok(Some(_)) => false,
            Ok(None) => true,
            Err(error) => self.pass_over(error.number.is_some()).is_err(),
        };
        read.transpose()
    }
}

impl<R: BufRead> GamesOfFile<R> {
    /// Passes over the rest of a game that cannot be read, from its moves on or with its own head.
    fn pass_over(&mut self, mut in_moves: bool) -> Result<(), RecordError> {
        let heads: fn(&str) -> bool = match self.format {
            Notation::Kif => |line| {
                kif::is_head_line(line) && !line.starts_with("変化") && !line.starts_with(['*', '#', '&'])
            },
            Notation::Pgn => |line: &str| line.starts_with('['),
            Notation::Csa => |line: &str| line == "/",
            Notation::Usi => return Ok(()),
        };
        let is_kif = self.format == Notation::Kif;
        let is_move = |line: &str| if is_kif { kif::is_move_line(line) } else { !line.is_empty() };
        while let Some(line) = self.lines.next()? {
            let text = line.trim();
            if heads(text) && (in_moves || text.starts_with("[Event ") || text == "/") {
                self.lines.put_back(line);
                return Ok(());
            }
            in_moves |= is_move(text) && !heads(text);
        }
        Ok(())
    }
}

/// Reads the text of one game.
pub fn read_one(text: &str, format: Option<Notation>) -> Result<Game, RecordError> {
    let nothing = || RecordError {
        line: 1,
        number: None,
        found: String::new(),
        problem: "there is no game here".into(),
    };
    read_games(text.as_bytes(), format)?.next().ok_or_else(nothing)?
}
