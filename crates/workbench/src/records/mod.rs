//! Game records from other programs: KIF, KI2, CSA and USI for shogi, PGN for chess.
//!
//! A file is read as a stream, one game at a time; each move is played on a real board (haitaka for shogi, cozy-chess
//! for chess) and must be lawful. What comes out is a [`Game`]: the start, the moves in coordinates, and for every ply
//! which position stands, so that repetitions can be looked for. Trouble is reported with the line and the move's own
//! number.
//!
//! Cost: memory for one game and one line; about a microsecond a move.

mod chess;
mod csa;
pub mod examples;
mod game;
mod kif;
mod lines;
mod shogi;
mod usi;

pub use game::{Board, Game, Played};
pub use hissho_rules::records::RecordGame;

use std::fmt;
use std::io::BufRead;

use lines::Lines;

/// A notation for game records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// KIF and KI2, the Japanese text formats.
    Kif,
    /// The computer shogi association's format.
    Csa,
    /// `position sfen … moves …`, one game a line.
    Usi,
    /// Portable Game Notation.
    Pgn,
}

impl Format {
    /// The formats with their names.
    pub const ALL: [(Format, &'static str); 4] =
        [(Format::Kif, "kif"), (Format::Csa, "csa"), (Format::Usi, "usi"), (Format::Pgn, "pgn")];

    /// The format that the end of a file's name says.
    pub fn of_name(name: &str) -> Option<Format> {
        let (_, extension) = name.rsplit_once('.')?;
        match extension.to_ascii_lowercase().as_str() {
            "kif" | "kifu" | "ki2" | "ki2u" => Some(Format::Kif),
            "csa" => Some(Format::Csa),
            "usi" | "sfen" => Some(Format::Usi),
            "pgn" => Some(Format::Pgn),
            _ => None,
        }
    }

    /// The format that the first line of a file suggests.
    fn of_text(line: &str) -> Format {
        let line = line.trim();
        let is_csa = line.starts_with('\'')
            || line.starts_with('V') && line[1..].starts_with(|c: char| c.is_ascii_digit())
            || ["N+", "N-", "P1", "PI", "P+", "P-", "$"].iter().any(|start| line.starts_with(start));
        if line.starts_with('[') || line.starts_with("1.") {
            Format::Pgn
        } else if ["position", "startpos", "sfen"].iter().any(|start| line.starts_with(start)) {
            Format::Usi
        } else if is_csa {
            Format::Csa
        } else {
            Format::Kif
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

/// The games of a file, one after another. After an error there are no more.
pub struct Games<R> {
    lines: Lines<R>,
    format: Format,
    is_over: bool,
}

/// Reads the games of `input`; without a format, its first line tells.
pub fn read_games<R: BufRead>(input: R, format: Option<Format>) -> Result<Games<R>, RecordError> {
    let mut lines = Lines::new(input);
    let format = match format {
        Some(format) => format,
        None => {
            let mut skipped = 0;
            loop {
                match lines.peek(skipped)? {
                    Some(line) if line.trim().is_empty() && skipped < 100 => skipped += 1,
                    Some(line) => break Format::of_text(line),
                    None => break Format::Kif,
                }
            }
        }
    };
    Ok(Games { lines, format, is_over: false })
}

impl<R: BufRead> Iterator for Games<R> {
    type Item = Result<Game, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let read = match self.format {
            Format::Kif => kif::read_game(&mut self.lines),
            Format::Csa => csa::read_game(&mut self.lines),
            Format::Usi => usi::read_game(&mut self.lines),
            Format::Pgn => chess::read_game(&mut self.lines),
        };
        self.is_over = !matches!(read, Ok(Some(_)));
        read.transpose()
    }
}

/// Reads the text of one game.
pub fn read_one(text: &str, format: Option<Format>) -> Result<Game, RecordError> {
    let nothing = || RecordError {
        line: 1,
        number: None,
        found: String::new(),
        problem: "there is no game here".into(),
    };
    read_games(text.as_bytes(), format)?.next().ok_or_else(nothing)?
}
