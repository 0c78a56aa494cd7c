//! The question `solve`: who wins a position of a board game, with a proof. The game's name chooses
//! the subject.

use hissho_rules::line_games::LineGame;
use hissho_solve::limits::Limits;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer::{Ending, Findings, Told};
use crate::check::NamedFile;
use crate::hex::{self, SolvedHex};
use crate::line_games::{self, SolvedCoalitions, SolvedLineGame};
use crate::question::Ask;
use crate::{Certified, Desk, Fault, Watch};

/// The value of a position of a board game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Solve {
    /// The game with its parameters, such as `hex(8)`, `otrio(forbidden=b2M)`, `qubic(3)` or
    /// `connect4(7,6)`.
    pub game: String,
    /// The moves that lead to the position; nothing is the start. Hex: also `black=63,55 white=62
    /// to-move=white`.
    #[serde(default)]
    pub position: String,
    /// Otrio, Qubic, Connect-Four: settle every move, not only one that keeps the value.
    #[serde(default)]
    pub all_moves: bool,
    /// Hand over the strategy as a certificate; a draw of a line game has two, one for each side.
    /// Hex always has one.
    #[serde(default)]
    pub certificate: bool,
    /// Hex: a record in SGF whose last position is meant, in place of `position`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<NamedFile>,
    /// Hex: certificates of wins on the same board, whose statements may be used.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub known: Vec<NamedFile>,
    /// Hex: a strategy for Black in the format of Jing Yang's, whose first pattern is meant for the
    /// position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hints: Option<NamedFile>,
    /// Hex: write cells as a1 instead of 11.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub letters: bool,
    /// Hex: take no kept proof.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fresh: bool,
}

/// The value of a position, as its subject tells it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum SolvedPosition {
    /// Of a line game between two sides.
    LineGame(SolvedLineGame),
    /// Of a line game between three or four players.
    Coalitions(SolvedCoalitions),
    /// Of Hex.
    Hex(SolvedHex),
}

impl Ask for Solve {
    type Facts = SolvedPosition;

    fn answer(&self, desk: &Desk, limits: &Limits, watch: &dyn Watch) -> Result<Told<SolvedPosition>, Fault> {
        if LineGame::is_name(&self.game) {
            return line_games::solve(self, limits, watch);
        }
        if hex::board(&self.game).is_some() {
            return hex::answer_solve(self, desk, limits, watch);
        }
        let examples = "try 'hex(5)', otrio or 'connect4(7,6)'";
        let message = format!("`{}` is not a board game that is solved here; {examples}", self.game);
        Err(Fault::bad_input(message).in_field("game"))
    }

    fn confirm(
        &self,
        kept: SolvedPosition,
        certified: &[Certified],
        _: &Limits,
    ) -> Result<SolvedPosition, Fault> {
        match kept {
            SolvedPosition::LineGame(kept) => {
                line_games::confirm(self, kept, certified).map(SolvedPosition::LineGame)
            }
            SolvedPosition::Hex(kept) => hex::confirm(self, kept, certified).map(SolvedPosition::Hex),
            SolvedPosition::Coalitions(kept) => {
                line_games::confirm_coalitions(self, kept, certified).map(SolvedPosition::Coalitions)
            }
        }
    }
}

impl SolvedPosition {
    fn findings(&self) -> (String, Ending) {
        match self {
            SolvedPosition::LineGame(facts) => (facts.text(), facts.ending()),
            SolvedPosition::Coalitions(facts) => (facts.text(), facts.ending()),
            SolvedPosition::Hex(facts) => (facts.text(), facts.ending()),
        }
    }
}

impl Findings for SolvedPosition {
    fn text(&self) -> String {
        self.findings().0
    }

    fn ending(&self) -> Ending {
        self.findings().1
    }
}
