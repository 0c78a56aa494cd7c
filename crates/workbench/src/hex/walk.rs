//! The question `walk`: a proof of a win as the tree of a paper.

use hissho_solve::limits::Limits;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::notation;
use super::proof::{Trees, Win};
use super::solving::read_win;
use crate::answer::{Attachment, Findings, Told};
use crate::check::NamedFile;
use crate::question::Ask;
use crate::{Desk, Fault, Watch};

/// The tree of a proof: groups of the loser's moves and their answers.
///
/// ```
/// use hissho_solve::limits::Limits;
/// use hissho_workbench::{Alone, Desk, Question};
///
/// let ask = |question: serde_json::Value| {
///     let question: Question = serde_json::from_value(question).unwrap();
///     Desk::default().ask(&question, &Limits::default(), &Alone).unwrap()
/// };
/// let solved = ask(serde_json::json!({ "solve": { "game": "hex(4)", "position": "32" } }));
/// let proof = serde_json::json!({ "name": "32", "text": solved.certified[0].text() });
/// let walked = ask(serde_json::json!({ "walk": { "certificate": proof } }));
/// assert_eq!(walked.document()["winner"], "black");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Walk {
    /// The certificate of a win, plain or zstd-compressed.
    pub certificate: NamedFile,
    /// Show only this many moves of the loser in a row.
    #[serde(default)]
    pub depth: Option<usize>,
    /// What the tree ends in.
    #[serde(default)]
    pub leaves: TreeLeaves,
    /// Of the promises, only those that need at most this many cells end the tree; two thirds of
    /// the board's unless given.
    #[serde(default)]
    pub largest: Option<usize>,
    /// List the moves whose answer makes a leaf at once in one line, as no part of the tree.
    #[serde(default)]
    pub deep: bool,
    /// A picture in this format, `svg`: a board for each group of moves with its answer, what is
    /// needed shaded.
    #[serde(default)]
    pub picture: Option<String>,
    /// Write cells as a1 instead of 11.
    #[serde(default)]
    pub letters: bool,
}

/// What the tree of a proof ends in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TreeLeaves {
    /// Virtual connections.
    #[default]
    Connections,
    /// Also promises about each edge by itself, in different cells, that make the win.
    Sigma,
    /// Bridges and the paper's lemmas alone.
    Named,
}

/// The sizes of a proof's trees, beside the paper's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TreeSizes {
    /// `black` or `white`.
    pub winner: String,
    /// Nodes of the tree that ends in virtual connections.
    pub nodes: u64,
    /// Its leaves.
    pub leaves: u64,
    /// Its nodes with shared boxes written out.
    pub written_out: String,
    /// Its nodes with the forced lines.
    pub with_forced: u64,
    /// Its nodes with the forced lines and the excluded moves.
    pub with_excluded: u64,
    /// The tree that ends also in sigma-connections.
    pub sigma: SigmaSizes,
    /// The tree that ends in named lemmas alone.
    pub named: NodesAndLeaves,
    /// Steps in all.
    pub steps: u64,
    /// The tree that the paper prints.
    pub paper: Option<NodesAndLeaves>,
}

/// The size of a tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NodesAndLeaves {
    /// Nodes.
    pub nodes: u64,
    /// Leaves.
    pub leaves: u64,
}

/// The size of a tree that ends in sigma-connections.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SigmaSizes {
    /// Nodes.
    pub nodes: u64,
    /// Leaves.
    pub leaves: u64,
    /// Nodes without the moves whose answer makes a leaf at once.
    pub deep_nodes: u64,
    /// Leaves without them.
    pub deep_leaves: u64,
    /// Different sigma-connections.
    pub promises: u64,
    /// The empty cells that the largest of them needs.
    pub largest: u64,
}

impl TreeSizes {
    /// The sizes of the trees of a win.
    pub fn new(win: &Win, trees: &Trees) -> TreeSizes {
        let (count, sigma, named) = (trees.connections.count(), trees.sigma.count(), trees.named.count());
        TreeSizes {
            winner: win.winner.to_string(),
            nodes: count.nodes,
            leaves: count.leaves,
            written_out: count.written_out.to_string(),
            with_forced: count.with_forced,
            with_excluded: count.with_excluded,
            sigma: SigmaSizes {
                nodes: sigma.nodes,
                leaves: sigma.leaves,
                deep_nodes: sigma.deep_nodes,
                deep_leaves: sigma.deep_leaves,
                promises: trees.promises as u64,
                largest: trees.largest as u64,
            },
            named: NodesAndLeaves { nodes: named.nodes, leaves: named.leaves },
            steps: win.evidence.steps.len() as u64,
            paper: win.printed().map(|(nodes, leaves)| NodesAndLeaves { nodes, leaves }),
        }
    }
}

/// A proof as a tree.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct WalkedProof {
    /// How large its trees are.
    #[serde(flatten)]
    pub sizes: TreeSizes,
    #[serde(skip)]
    lines: String,
}

impl Ask for Walk {
    type Facts = WalkedProof;
    const IS_KEPT: bool = false;

    fn answer(&self, desk: &Desk, limits: &Limits, _: &dyn Watch) -> Result<Told<WalkedProof>, Fault> {
        if let Some(format) = self.picture.as_ref().filter(|format| *format != "svg") {
            let message = format!("picture `{format}`: a tree is drawn as svg");
            return Err(Fault::bad_input(message).in_field("picture"));
        }
        let (win, certified) = read_win(&self.certificate, desk, limits)?;
        let trees = win.trees(self.largest)?;
        let tree = match self.leaves {
            TreeLeaves::Connections => &trees.connections,
            TreeLeaves::Sigma => &trees.sigma,
            TreeLeaves::Named => &trees.named,
        };
        let depth = self.depth.unwrap_or(usize::MAX);
        let text = win.text(tree, (depth, self.deep), notation(self.letters));
        let lines = format!("{} wins\n{text}{}", win.winner, win.summary(&trees));
        let told = Told::from(WalkedProof { sizes: TreeSizes::new(&win, &trees), lines }).with([certified]);
        Ok(match self.picture {
            Some(_) => told.with_file(Attachment::text("svg", win.picture(tree, depth))),
            None => told,
        })
    }
}

impl Findings for WalkedProof {
    fn text(&self) -> String {
        self.lines.clone()
    }
}
