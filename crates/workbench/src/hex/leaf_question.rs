//! The question `leaf`: is the winner of a position seen at once, and which answers make such a
//! position?

use hissho_rules::hex::CellSet;
use hissho_solve::limits::Limits;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::leaf;
use super::notation;
use super::shorten::Options;
use super::solving::{known_wins, position_of, size_of};
use crate::answer::{Ending, Findings, Told};
use crate::check::NamedFile;
use crate::question::Ask;
use crate::{Desk, Fault, Watch};

/// Is the winner of a position seen at once, by promises about each edge in different cells?
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LeafQuestion {
    /// The board, such as `hex(8)`.
    pub game: String,
    /// The moves so far, or a set-up such as `black=63,55 white=62 to-move=white`.
    #[serde(default)]
    pub position: String,
    /// A record in SGF whose last position is meant, in place of `position`.
    #[serde(default)]
    pub record: Option<NamedFile>,
    /// Look which moves of the player to move make a leaf, not whether the position is one.
    #[serde(default)]
    pub answers: bool,
    /// Nodes the solver may spend on one promise: the more, the larger promises are found.
    #[serde(default = "usual_effort")]
    pub sigma_effort: u64,
    /// The most cells that a promise may need; two thirds of the board's unless given.
    #[serde(default)]
    pub largest: Option<usize>,
    /// Nodes the solver may spend on the question whether an answer wins.
    #[serde(default = "usual_effort")]
    pub effort: u64,
    /// Certificates of wins on the same board, whose statements may be used.
    #[serde(default)]
    pub known: Vec<NamedFile>,
    /// Write cells as a1 instead of 11.
    #[serde(default)]
    pub letters: bool,
}

fn usual_effort() -> u64 {
    1_000
}

/// The leaves that were found.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FoundLeaves {
    /// The board, as it was given.
    pub game: String,
    /// The position, as it was given.
    pub position: String,
    /// The position itself, or one for each answer that makes a leaf.
    pub leaves: Vec<FoundLeaf>,
    /// Where the certificate of the first was written.
    pub certificate: Option<String>,
    /// Why the search ended early.
    pub stopped: Option<String>,
    #[serde(skip)]
    lines: String,
}

/// A leaf.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FoundLeaf {
    /// The answer that makes it, where answers were asked for.
    pub answer: Option<String>,
    /// Who wins.
    pub winner: String,
    /// What is promised about each edge; nothing if a line of forced moves comes first.
    pub promises: Vec<LeafPromise>,
}

/// A promise about an edge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LeafPromise {
    /// What is promised.
    pub formula: String,
    /// The empty cells that it needs.
    pub carrier: Vec<String>,
}

impl FoundLeaf {
    /// What it is, in words.
    pub fn title(&self) -> String {
        match &self.answer {
            Some(cell) => format!("{cell} makes a leaf"),
            None => "a leaf".to_owned(),
        }
    }
}

impl Ask for LeafQuestion {
    type Facts = FoundLeaves;
    const IS_KEPT: bool = false;

    fn answer(&self, desk: &Desk, limits: &Limits, watch: &dyn Watch) -> Result<Told<FoundLeaves>, Fault> {
        let size = size_of(&self.game)?;
        let notation = notation(self.letters);
        let (position, shown) = position_of(&self.game, size, &self.position, self.record.as_ref())?;
        let options = Options {
            sigma: Some(self.sigma_effort),
            largest: self.largest,
            effort: self.effort,
            known: known_wins(&self.known, size, desk, limits)?,
            ..Options::default()
        };
        let looked = match self.answers {
            true => leaf::answers(&position, &options, limits, watch, |_| {}),
            false => leaf::leaf(&position, &options, limits),
        };
        let (found, stopped) = looked?;
        let names = |cells: CellSet| cells.cells().map(|cell| size.name(cell, notation)).collect::<Vec<_>>();
        let (mut leaves, mut lines, mut certified) = (Vec::new(), String::new(), Vec::new());
        for leaf in found {
            let promises = leaf.promises().into_iter();
            let one = FoundLeaf {
                answer: leaf.answer.map(|cell| size.name(cell, notation)),
                winner: leaf.short.win.winner.to_string(),
                promises: promises
                    .map(|(formula, carrier)| LeafPromise { formula, carrier: names(carrier) })
                    .collect(),
            };
            let board = leaf.text(notation)?;
            lines.push_str(&format!("{}: {} wins\n{board}", one.title(), one.winner));
            leaves.push(one);
            certified.push(leaf.short.certificate);
        }
        match stopped {
            Some(stop) => lines.push_str(&format!("gave up: {stop}")),
            None if leaves.is_empty() && self.answers => lines.push_str("no answer is found to make a leaf"),
            None if leaves.is_empty() => lines.push_str("the position is not found to be a leaf"),
            None => {}
        }
        let stopped = stopped.map(|stop| stop.to_string());
        let game = self.game.clone();
        let facts = FoundLeaves { game, position: shown, leaves, certificate: None, stopped, lines };
        Ok(Told::from(facts).with(certified))
    }
}

impl Findings for FoundLeaves {
    fn text(&self) -> String {
        self.lines.clone()
    }

    fn ending(&self) -> Ending {
        if self.leaves.is_empty() { Ending::GaveUp } else { Ending::Answered }
    }
}
