//! A search that goes on after an interruption: what was proved is kept, and proved stays proved.
//!
//! From time to time the new steps and statements of both players are saved as one more piece. A
//! later search on the same board reads the pieces back, applies every step by the rules of
//! [`hissho_certificate::hex`] - a damaged piece is refused, not believed - and starts with all
//! those statements known. The tree of positions is not kept: positions that contain a known
//! statement are settled at a glance, so it grows again quickly.
//!
//! Cost: a megabyte of text for some twenty thousand steps; reading back, the check of as many
//! steps.

use std::fmt::Write;

use hissho_certificate::hex::{self, Connection, Derivation, Formula, Geometry, Statement};
use hissho_certificate::text::Reader;
use hissho_rules::hex::{Cell, CellSet};

use super::super::ledger::Entry;
use super::super::statement_index::{Fact, StatementIndex};
use super::SideStatements;
use crate::checkpoint::Checkpoint;

/// How many new steps make a piece.
const PIECE: usize = 20_000;

/// Why a checkpoint is of no use.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// What was kept does not follow by the rules.
    #[error("piece {piece} of the checkpoint: {reason}")]
    Damaged {
        /// Which piece, from 0.
        piece: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// Something could not be kept.
    #[error("{0}")]
    NotKept(String),
}

/// Saves pieces as they become due.
pub(super) struct Keeper<'a> {
    checkpoint: &'a dyn Checkpoint,
    /// Of each side: the pieces, steps and facts that are kept.
    kept: [PieceCount; 2],
    /// Why a piece could not be kept.
    failure: Option<CheckpointError>,
}

#[derive(Clone, Copy, Default)]
struct PieceCount {
    pieces: usize,
    steps: usize,
    facts: [usize; 2],
}

impl<'a> Keeper<'a> {
    /// Reads the pieces that are there into `sides`; an error names the piece that is damaged.
    pub(super) fn load(
        checkpoint: &'a dyn Checkpoint,
        geometries: [&Geometry; 2],
        sides: &mut [SideStatements; 2],
    ) -> Result<Keeper<'a>, CheckpointError> {
        let mut keeper = Keeper { checkpoint, kept: [PieceCount::default(); 2], failure: None };
        for (which, side) in sides.iter_mut().enumerate() {
            let mut statements = Vec::new();
            let kept = &mut keeper.kept[which];
            while let Some(text) = checkpoint.load(&key(geometries[which], kept.pieces)) {
                let number = kept.pieces;
                read_piece(&text, geometries[which], side, &mut statements)
                    .map_err(|reason| CheckpointError::Damaged { piece: number, reason })?;
                *kept = PieceCount { pieces: number + 1, ..counts(side) };
            }
        }
        Ok(keeper)
    }

    /// Saves what is new if it is much, or whatever is new with `all`.
    pub(super) fn save(&mut self, geometries: [&Geometry; 2], sides: &[SideStatements; 2], all: bool) {
        for ((side, kept), geometry) in sides.iter().zip(&mut self.kept).zip(geometries) {
            let now = counts(side);
            let due = if all { now.facts != kept.facts } else { now.steps >= kept.steps + PIECE };
            if !due {
                continue;
            }
            let text = write_piece(geometry, side, kept);
            match self.checkpoint.save(&key(geometry, kept.pieces), &text) {
                Ok(()) => *kept = PieceCount { pieces: kept.pieces + 1, ..now },
                Err(reason) => self.failure = Some(CheckpointError::NotKept(reason.0)),
            }
        }
    }

    /// Why something could not be kept.
    pub(super) fn failure(&self) -> Option<&CheckpointError> {
        self.failure.as_ref()
    }
}

fn key(geometry: &Geometry, piece: usize) -> String {
    format!("{} {} {piece}", geometry.size, geometry.owner)
}

fn counts(side: &SideStatements) -> PieceCount {
    PieceCount { pieces: 0, steps: side.ledger.len(), facts: side.known.each_ref().map(StatementIndex::len) }
}

/// The facts in one line per kind, then the steps as a certificate writes them, under a claim that
/// says nothing.
fn write_piece(geometry: &Geometry, side: &SideStatements, kept: &PieceCount) -> String {
    let mut text = String::new();
    for (known, &from) in side.known.iter().zip(&kept.facts) {
        for fact in &known.facts()[from..] {
            let name = fact.key.map_or(String::new(), |cell| geometry.name(cell));
            let _ = write!(text, "{name}.{} ", fact.entry.step);
        }
        text.push('\n');
    }
    let claim = Connection::Holds {
        size: geometry.size,
        owner: geometry.owner,
        stones: CellSet::EMPTY,
        carrier: CellSet::EMPTY,
        formula: Formula::win(geometry),
        minimal: false,
    };
    let steps = side.ledger.steps()[kept.steps..].to_vec();
    text + &hex::write(&claim, &Derivation { steps, ..Derivation::default() })
}

fn read_piece(
    text: &str,
    geometry: &Geometry,
    side: &mut SideStatements,
    statements: &mut Vec<Statement>,
) -> Result<(), String> {
    let mut rest = text;
    let mut lines = [""; 2];
    for line in &mut lines {
        (*line, rest) = rest.split_once('\n').ok_or("it is cut short")?;
    }
    let mut reader = Reader::new(rest).map_err(|refusal| refusal.to_string())?;
    let (_, derivation) =
        hex::read(&mut reader, &hissho_rules::Account::unlimited()).map_err(|refusal| refusal.to_string())?;
    for step in derivation.steps {
        let statement = step.apply(geometry, None, statements).map_err(|error| error.to_string())?;
        if side.ledger.add(step) != statements.len() {
            return Err("a step stands twice".into());
        }
        statements.push(statement);
    }
    for (kind, line) in lines.iter().enumerate() {
        for word in line.split_whitespace() {
            let fact = read_fact(word, geometry, statements).filter(|fact| fact.key.is_some() == (kind == 1));
            side.known[kind].add(fact.ok_or_else(|| format!("`{word}` is not a statement"))?);
        }
    }
    Ok(())
}

fn read_fact(word: &str, geometry: &Geometry, statements: &[Statement]) -> Option<Fact> {
    let (name, number) = word.split_once('.')?;
    let step: usize = number.parse().ok()?;
    let statement = statements.get(step)?;
    if statement.promise != hex::Promise::Formula(Formula::win(geometry)) {
        return None;
    }
    let stones = statement.stones.and(geometry.size.all());
    let key: Option<Cell> = if name.is_empty() { None } else { Some(geometry.size.cell(name).ok()?) };
    let entry = match key {
        Some(cell) if !stones.contains(cell) => return None,
        Some(cell) => Entry { stones: stones.without(cell), carrier: statement.carrier.with(cell), step },
        None => Entry { stones, carrier: statement.carrier, step },
    };
    Some(Fact { key, entry })
}
