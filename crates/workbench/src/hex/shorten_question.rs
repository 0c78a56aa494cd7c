//! The question `shorten`: a proof of the same win with fewer nodes, as a paper would print it.

use hissho_solve::limits::Limits;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::notation;
use super::proof::{Trees, Win};
use super::shorten::{Options, Short, shorten};
use super::solving::{known_wins, read_win};
use super::walk::TreeSizes;
use crate::answer::{Findings, Told};
use crate::check::NamedFile;
use crate::question::Ask;
use crate::{Desk, Fault, Watch};

/// Look for a short proof of the same win: few moves of the loser that need an answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShortenQuestion {
    /// The certificate of a win in which the loser is to move, plain or zstd-compressed.
    pub certificate: NamedFile,
    /// Nodes the solver may spend on one promise about an edge; without it such promises are no
    /// leaves.
    #[serde(default)]
    pub sigma_effort: Option<u64>,
    /// The most cells that such a promise may need; two thirds of the board's unless given.
    #[serde(default)]
    pub largest: Option<usize>,
    /// Leave the first choice of an answer at most this often along a line.
    #[serde(default = "usual_deviations")]
    pub deviations: usize,
    /// Nodes the solver may spend on one question.
    #[serde(default = "usual_effort")]
    pub effort: u64,
    /// Certificates of wins on the same board, whose statements may be used.
    #[serde(default)]
    pub known: Vec<NamedFile>,
    /// Lines of moves, such as `54 57 27`, whose last move is to be tried first.
    #[serde(default)]
    pub hints: Vec<String>,
    /// Write cells as a1 instead of 11.
    #[serde(default)]
    pub letters: bool,
}

fn usual_deviations() -> usize {
    3
}

fn usual_effort() -> u64 {
    20_000
}

/// The shortest proof that was found.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ShortenedProof {
    /// How large its trees are.
    #[serde(flatten)]
    pub sizes: TreeSizes,
    /// Where its certificate was written.
    pub certificate: Option<String>,
    /// Why the search ended early.
    pub stopped: Option<String>,
    #[serde(skip)]
    lines: String,
}

impl Ask for ShortenQuestion {
    type Facts = ShortenedProof;
    const IS_KEPT: bool = false;

    fn answer(&self, desk: &Desk, limits: &Limits, watch: &dyn Watch) -> Result<Told<ShortenedProof>, Fault> {
        let (win, _) = read_win(&self.certificate, desk, limits)?;
        let options = Options {
            sigma: self.sigma_effort,
            largest: self.largest,
            deviations: self.deviations,
            effort: self.effort,
            known: known_wins(&self.known, win.position.size, desk, limits)?,
            hints: self.hints.clone(),
        };
        let trees = |win: &Win| win.trees(self.largest).map_err(Fault::bad_input);
        let summary = |win: &Win| trees(win).map(|trees| win.summary(&trees));
        watch.warn(&format!("given:\n{}", summary(&win)?));
        let mut failure = None;
        let found = |short: &Short| match summary(&short.win) {
            Ok(summary) => watch.warn(&format!("found:\n{summary}")),
            Err(fault) => failure = Some(fault),
        };
        let (best, stopped) = shorten(&win, &options, limits, found).map_err(Fault::bad_input)?;
        if let Some(fault) = failure {
            return Err(fault);
        }
        let trees = trees(&best.win)?;
        let stopped = stopped.map(|stop| stop.to_string());
        let lines = self.lines(&best.win, &trees, stopped.as_deref());
        let sizes = TreeSizes::new(&best.win, &trees);
        let facts = ShortenedProof { sizes, certificate: None, stopped, lines };
        Ok(Told::from(facts).with([best.certificate]))
    }
}

impl ShortenQuestion {
    fn lines(&self, win: &Win, trees: &Trees, stopped: Option<&str>) -> String {
        let tree = if self.sigma_effort.is_some() { &trees.sigma } else { &trees.connections };
        let text = win.text(tree, (usize::MAX, true), notation(self.letters));
        let stopped =
            stopped.map_or(String::new(), |stop| format!("\n{stop}, perhaps there is a shorter one"));
        format!("{} wins\n{text}{}{stopped}", win.winner, win.summary(trees))
    }
}

impl Findings for ShortenedProof {
    fn text(&self) -> String {
        self.lines.clone()
    }
}
