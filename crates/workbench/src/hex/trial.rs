//! The question `match`: the strategies of proofs against opponents who try to break them.

use hissho_solve::hex::play::trial_games;
use hissho_solve::limits::Limits;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::solving::read_win;
use crate::answer::{Ending, Findings, Told};
use crate::check::NamedFile;
use crate::question::Ask;
use crate::{Desk, Fault, Watch};

/// Games of the strategies of proofs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Match {
    /// Certificates of wins, plain or zstd-compressed.
    pub certificates: Vec<NamedFile>,
    /// Games for each certificate.
    #[serde(default = "usual_games")]
    pub games: u64,
    /// Another number gives other games.
    #[serde(default = "usual_seed")]
    pub seed: u64,
}

fn usual_games() -> u64 {
    10_000
}

fn usual_seed() -> u64 {
    1
}

/// How the strategies played.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Matches {
    /// The certificates in the order of the question.
    pub matches: Vec<PlayedMatch>,
    /// Why not all games were played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// How one strategy played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlayedMatch {
    /// The name of the certificate.
    pub file: String,
    /// Whose win it proves.
    pub winner: String,
    /// Games played.
    pub games: u64,
    /// Games the strategy won.
    pub won: u64,
}

impl Ask for Match {
    type Facts = Matches;
    const IS_KEPT: bool = false;

    fn answer(&self, desk: &Desk, limits: &Limits, watch: &dyn Watch) -> Result<Told<Matches>, Fault> {
        let (mut matches, mut reason) = (Vec::new(), None);
        watch.begin("games", (self.certificates.len() as u64).saturating_mul(self.games));
        for file in &self.certificates {
            let (win, _) = read_win(file, desk, limits)?;
            let (steps, games) = (&win.evidence.steps, (self.games, self.seed));
            let score = trial_games::play(&win.position, win.winner, steps, games, limits, watch)
                .map_err(|error| Fault::bad_input(format_args!("{}: {error}", file.name)))?;
            matches.push(PlayedMatch {
                file: file.name.clone(),
                winner: win.winner.to_string(),
                games: score.games,
                won: score.won,
            });
            if let Some(stop) = score.stopped {
                reason = Some(stop.to_string());
                break;
            }
        }
        Ok(Matches { matches, reason }.into())
    }
}

impl Findings for Matches {
    fn text(&self) -> String {
        let line = |PlayedMatch { file, winner, games, won }: &PlayedMatch| {
            format!("{file}: {winner} won {won} of {games} games")
        };
        let mut lines: Vec<String> = self.matches.iter().map(line).collect();
        lines.extend(self.reason.as_ref().map(|reason| format!("gave up: {reason}")));
        lines.join("\n")
    }

    fn ending(&self) -> Ending {
        if self.matches.iter().any(|one| one.won < one.games) {
            Ending::Refuted
        } else if self.reason.is_some() {
            Ending::GaveUp
        } else {
            Ending::Answered
        }
    }
}
