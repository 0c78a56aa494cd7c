//! The question `hex-map`: the winner of every opening of a board.

use hissho_certificate::Claim;
use hissho_certificate::hex::Connection;
use hissho_rules::hex::{Player, Position, Size};
use hissho_solve::limits::Limits;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::solving::{kept_proof, read_win};
use super::{Unsolved, draw, half, keep, notation, search, solve_with};
use crate::answer::{Ending, Findings, Told};
use crate::check::NamedFile;
use crate::question::{Ask, other_claim};
use crate::{Certified, Desk, Fault, Watch};

/// The winner of every opening, and so what to answer under the swap rule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HexMap {
    /// The side of the board.
    pub size: usize,
    /// Certificates of openings, which are not proved again; what is none of this board is passed
    /// over.
    #[serde(default)]
    pub known: Vec<NamedFile>,
    /// Write cells as a1 instead of 11.
    #[serde(default)]
    pub letters: bool,
    /// Take no kept proofs.
    #[serde(default)]
    pub fresh: bool,
}

/// The winners of the openings.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct OpeningMap {
    /// The side of the board.
    pub size: usize,
    /// How many openings win for Black.
    pub wins: u64,
    /// The winner of each opening, `black` or `white`; null if it was not found.
    pub openings: Map<String, Value>,
    /// Why it was given up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// How each opening that was searched was found, a line each.
    #[serde(skip)]
    pub remarks: Vec<String>,
}

impl Ask for HexMap {
    type Facts = OpeningMap;

    fn answer(&self, desk: &Desk, limits: &Limits, watch: &dyn Watch) -> Result<Told<OpeningMap>, Fault> {
        let wrong = |error: hissho_rules::hex::HexError| Fault::bad_input(error).in_field("size");
        let size = Size::new(self.size, self.size).map_err(wrong)?;
        let meter = limits.start();
        let mut search = search(size, limits, &meter, watch, Some(watch)).map_err(Fault::bad_input)?;
        // What is known already helps with the rest.
        let given: Vec<_> = self.known.iter().filter_map(|file| read_win(file, desk, limits).ok()).collect();
        let (mut known, mut certified) = (vec![None; size.cells()], Vec::new());
        for cell in half(size) {
            let position = Position::start(size).after(cell).map_err(wrong)?;
            let found = given.iter().find(|(win, _)| win.position == position).cloned();
            let found = found.or_else(|| {
                let (_, win, certified) =
                    if self.fresh { None } else { kept_proof(&position, desk, limits, watch) }?;
                Some((win, certified))
            });
            if let Some((win, proof)) = found {
                known[usize::from(cell.0)] = Some(win.winner);
                let learned = search.learn(win.winner, &win.evidence.steps);
                learned.map_err(|error| Fault::bad_input(format_args!("a kept certificate: {error}")))?;
                certified.push(proof);
            }
        }
        let mut winners = vec![None; size.cells()];
        let (mut reason, mut remarks) = (None, Vec::new());
        for cell in half(size) {
            let position = Position::start(size).after(cell).map_err(wrong)?;
            let winner = match known[usize::from(cell.0)] {
                Some(winner) => winner,
                None => match solve_with(&mut search, &position) {
                    Ok(solved) => {
                        let (name, solution) = (size.name(cell, notation(false)), solved.solution);
                        remarks.push(format!(
                            "{name}: {} in {} positions, {} steps",
                            solution.winner,
                            solution.nodes,
                            solution.evidence.steps.len()
                        ));
                        certified.push(solved.certificate);
                        solution.winner
                    }
                    Err(Unsolved::Stopped(stop)) => {
                        reason = Some(stop.to_string());
                        break;
                    }
                    Err(error) => return Err(Fault::bad_input(error)),
                },
            };
            for cell in [cell, size.turned(cell)] {
                winners[usize::from(cell.0)] = Some(winner);
            }
        }
        keep(&mut search, watch);
        let facts = OpeningMap { reason, remarks, ..self.told(size, &winners) };
        Ok(Told::from(facts).with(certified))
    }

    fn confirm(&self, _: OpeningMap, certified: &[Certified], _: &Limits) -> Result<OpeningMap, Fault> {
        let size = Size::new(self.size, self.size).map_err(Fault::bad_input)?;
        let mut winners = vec![None; size.cells()];
        for cell in half(size) {
            let opening = Position::start(size).after(cell).map_err(Fault::bad_input)?;
            let winner = certified.iter().find_map(|one| match one.claim() {
                Claim::Connection(Connection::Wins { position, winner }) if *position == opening => {
                    Some(*winner)
                }
                _ => None,
            });
            let winner = winner.ok_or_else(other_claim)?;
            for cell in [cell, size.turned(cell)] {
                winners[usize::from(cell.0)] = Some(winner);
            }
        }
        Ok(self.told(size, &winners))
    }
}

impl HexMap {
    fn told(&self, size: Size, winners: &[Option<Player>]) -> OpeningMap {
        let wins = winners.iter().filter(|winner| **winner == Some(Player::Black)).count() as u64;
        let mut openings = Map::new();
        for cell in size.all().cells() {
            let winner = winners[usize::from(cell.0)].map(|winner| Value::from(winner.to_string()));
            openings.insert(size.name(cell, notation(self.letters)), winner.unwrap_or(Value::Null));
        }
        OpeningMap { size: self.size, wins, openings, reason: None, remarks: Vec::new() }
    }
}

/// The opening whose winner a certificate proves, in digits.
pub fn opening_of(certified: &Certified) -> Option<String> {
    let Claim::Connection(Connection::Wins { position, .. }) = certified.claim() else { return None };
    let cell = position.stones(Player::Black).cells().next()?;
    Some(position.size.name(cell, notation(false)))
}

impl Findings for OpeningMap {
    fn text(&self) -> String {
        let Ok(size) = Size::new(self.size, self.size) else { return String::new() };
        // Openings stand in the order of the cells.
        let signs: Vec<char> = self.openings.values().map(sign).collect();
        let mark = |cell: hissho_rules::hex::Cell| signs.get(usize::from(cell.0)).copied().unwrap_or('?');
        let board = draw(&Position::start(size), mark);
        let wins = self.wins;
        let mut text =
            format!("{board}{wins} openings win for Black (B): swap those, and play on after the others\n");
        if let Some(reason) = &self.reason {
            text.push_str(&format!("gave up: {reason}\n"));
        }
        text
    }

    fn ending(&self) -> Ending {
        if self.reason.is_some() { Ending::GaveUp } else { Ending::Answered }
    }
}

fn sign(winner: &Value) -> char {
    match winner.as_str() {
        Some("black") => 'B',
        Some(_) => 'w',
        None => '?',
    }
}
