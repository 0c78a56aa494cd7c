//! The question `handicap`: one stone more for X, at each distance.

use std::ops::RangeInclusive;

use hissho_certificate::Claim;
use hissho_certificate::infinite_four::response::{self, Arena, Excludes, Strategy};
use hissho_rules::infinite_four::{Side, Stone};
use hissho_solve::infinite_four::handicap::{self, Effort, describe, settle};
use hissho_solve::limits::Limits;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{StrategyText, StrategyVerdict, read, within};
use crate::answer::{Ending, Findings, Told};
use crate::question::{Ask, other_claim};
use crate::{Certified, Desk, Fault, Watch};

/// X has stones in the columns 0 and d, and O is to move: does O hold?
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Handicap {
    /// Only this distance, 0 to 40; 0 to 12 when not given.
    pub distance: Option<i64>,
    /// Columns of the core beyond the stones on each side, 1 to 30.
    pub reach: i64,
    /// Positions looked at for each core and first reply of a tree of replies; 0 for static
    /// strategies only.
    pub tree: u64,
    /// Cores tried for trees of replies.
    pub cores: u64,
    /// Columns with so many stones are answered on top in a tree, 1 to 12.
    pub settled: u32,
}

impl Default for Handicap {
    fn default() -> Handicap {
        Handicap { distance: None, reach: 7, tree: 100, cores: 9, settled: 3 }
    }
}

/// The table of distances.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct HandicapTable {
    /// In order.
    pub distances: Vec<SettledDistance>,
    /// Why the last ones were given up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// What is known of a distance.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SettledDistance {
    /// The distance of the two stones.
    pub distance: i64,
    /// `draw`, with a certificate, or `open`.
    pub verdict: StrategyVerdict,
    /// Where the certificate was written.
    pub certificate: Option<String>,
    /// How O holds, or what was tried.
    pub note: String,
}

impl Ask for Handicap {
    type Facts = HandicapTable;

    fn answer(&self, _: &Desk, limits: &Limits, watch: &dyn Watch) -> Result<Told<HandicapTable>, Fault> {
        let effort = Effort {
            reach: within(self.reach, 1..=30, "reach")?,
            cores: usize::try_from(self.cores).unwrap_or(usize::MAX),
            nodes: self.tree,
            settled: within(self.settled, 1..=12, "settled")?,
        };
        let distances = self.distances()?;
        let (mut rows, mut certificates) = (Vec::new(), Vec::new());
        let mut reason = None;
        for distance in distances {
            watch.begin(&format!("distance {distance}"), 0);
            let (verdict, note) = match settle(distance, effort, limits) {
                Err(stop) => {
                    reason = Some(stop.to_string());
                    (StrategyVerdict::OPEN, format!("gave up: {stop}"))
                }
                Ok(handicap::Handicap::Open { stuck, tried }) => {
                    let held_up = stuck.map_or_else(String::new, |position| {
                        format!("; held up at {}, O to move", describe(&position))
                    });
                    (StrategyVerdict::OPEN, tried + &held_up)
                }
                Ok(handicap::Handicap::Draw(found)) => {
                    let (claim, strategy) = *found;
                    let by = Certified::check(response::write(&claim, &strategy), limits)?;
                    let drawn = drawn(&by, &strategy);
                    certificates.push(by);
                    drawn
                }
            };
            rows.push(SettledDistance { distance, verdict, certificate: None, note });
        }
        Ok(Told::from(HandicapTable { distances: rows, reason }).with(certificates))
    }

    fn confirm(
        &self,
        mut kept: HandicapTable,
        certified: &[Certified],
        _: &Limits,
    ) -> Result<HandicapTable, Fault> {
        if !kept.distances.iter().map(|row| row.distance).eq(self.distances()?) {
            return Err(other_claim());
        }
        for by in certified {
            let (claim, strategy) = read(&StrategyText::Name(by.text().to_owned()))?;
            let is_of = |row: &&mut SettledDistance| {
                let stones = [0, row.distance].map(|column| Stone { side: Side::X, column });
                claim.stones == stones && (claim.to_move, claim.responder) == (Side::O, Side::O)
            };
            let row = kept.distances.iter_mut().find(is_of).ok_or_else(other_claim)?;
            if *by.claim() != Claim::from(claim.clone())
                || (claim.arena, claim.excludes) != (Arena::Infinite, Excludes::Opponent)
            {
                return Err(other_claim());
            }
            (row.verdict, row.note) = drawn(by, &strategy);
        }
        Ok(kept)
    }
}

impl Handicap {
    fn distances(&self) -> Result<RangeInclusive<i64>, Fault> {
        match self.distance {
            Some(distance) => within(distance, 0..=40, "distance").map(|distance| distance..=distance),
            None => Ok(0..=12),
        }
    }
}

/// The word of a distance that O holds, and how.
fn drawn(by: &Certified, strategy: &Strategy) -> (StrategyVerdict, String) {
    let opening = strategy.opening.unwrap_or(0);
    let (first, last) = strategy.core;
    (StrategyVerdict::draw(by), format!("O{opening}, core {first} to {last}, certificate accepted"))
}

impl Findings for HandicapTable {
    fn text(&self) -> String {
        let line =
            |row: &SettledDistance| format!("{:>2}  {:<5} {}\n", row.distance, row.verdict.word(), row.note);
        self.distances.iter().map(line).collect()
    }

    fn ending(&self) -> Ending {
        if self.reason.is_some() { Ending::GaveUp } else { Ending::Answered }
    }
}
