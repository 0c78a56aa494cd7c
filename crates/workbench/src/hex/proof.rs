//! Kept proofs of wins: reading them, and showing them as the tree of a paper, as text and as a picture.
//!
//! A file is read only after the checker has accepted it. The tree is that of [`solve::hex::tree`]; its leaves are the
//! program's virtual connections, not the papers' named lemmas, so node counts are comparable but not the same thing.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

use certificate::connection::{self, Connection, Derivation};
use certificate::text::Reader;
use rules::hex::{Cell, CellSet, Notation, Player, Position, Size};
use solve::hex::tree::{Count, Tree};

use crate::picture::Svg;

/// The largest certificate that is read, in bytes of text.
const LARGEST: u64 = 1 << 30;

/// Tree sizes printed in the sources.
const PRINTED: &str = include_str!("../../data/hex/trees.txt");

/// An accepted proof that a player wins a position.
#[derive(Clone, Debug)]
pub struct Win {
    /// The position.
    pub position: Position,
    /// Who wins.
    pub winner: Player,
    /// The steps.
    pub evidence: Derivation,
}

/// Reads a certificate of a win, which must pass the checker first.
pub fn read_win(path: &Path) -> Result<Win, String> {
    let in_file = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    certificate::file::check_file(path).map_err(|error| in_file(&error))?;
    let text = certificate::file::read_text(path, LARGEST).map_err(|error| in_file(&error))?;
    let mut reader = Reader::new(&text).map_err(|refusal| in_file(&refusal))?;
    if reader.kind() != connection::KIND {
        return Err(in_file(&format!(
            "a certificate of kind `{}`, one of a win in Hex is needed",
            reader.kind()
        )));
    }
    match connection::read(&mut reader).map_err(|refusal| in_file(&refusal))? {
        (Connection::Wins { position, winner }, evidence) => Ok(Win { position, winner, evidence }),
        (Connection::Holds { .. }, _) => Err(in_file(&"a lemma, not the winner of a position")),
    }
}

impl Win {
    /// The proof as a tree.
    pub fn tree(&self) -> Result<Tree, String> {
        Tree::new(self.position.size, self.winner, &self.evidence.steps).map_err(|error| error.to_string())
    }

    /// Nodes and leaves of the tree printed in the paper for this opening, if there is one.
    pub fn printed(&self) -> Option<(u64, u64)> {
        let size = self.position.size;
        let black: Vec<String> = self
            .position
            .stones(Player::Black)
            .cells()
            .map(|cell| size.name(cell, Notation::Digits))
            .collect();
        if size.columns() != size.rows() || !self.position.stones(Player::White).is_empty() {
            return None;
        }
        let opening = format!("{} {}", size.columns(), black.join(" "));
        let line = PRINTED.lines().find_map(|line| line.strip_prefix(&opening)?.strip_prefix(' '))?;
        let (nodes, leaves) = line.split_once(' ')?;
        Some((nodes.parse().ok()?, leaves.parse().ok()?))
    }

    /// One line: how large the tree is, beside the paper's where it prints one.
    pub fn summary(&self, count: Count) -> String {
        let Count { nodes, leaves, written_out } = count;
        let printed = self.printed().map_or(String::new(), |(nodes, leaves)| {
            format!("; the paper's tree: {nodes} nodes, {leaves} leaves")
        });
        format!(
            "{nodes} nodes, {leaves} leaves (virtual connections); {written_out} nodes with shared boxes written out; \
             {} steps in all{printed}",
            self.evidence.steps.len()
        )
    }

    /// The tree as indented text, to `depth` moves of the loser.
    pub fn text(&self, tree: &Tree, depth: usize, notation: Notation) -> String {
        let mut uses: BTreeMap<usize, usize> = BTreeMap::new();
        let branches = tree.nodes.iter().flat_map(|node| &node.branches);
        branches.filter_map(|branch| branch.node).for_each(|node| *uses.entry(node).or_default() += 1);
        let mut page = Page { size: self.position.size, notation, tree, uses, shown: BTreeSet::new(), depth };
        let mut text = String::new();
        match tree.root() {
            Some(root) => page.write(&mut text, root, 0),
            None => text.push_str("one virtual connection\n"),
        }
        text
    }

    /// The root and what follows each group of moves, as boards: what is still needed is shaded.
    pub fn picture(&self, tree: &Tree) -> String {
        let size = self.position.size;
        let (width, height) = board_size(size);
        let branches = tree.root().map_or(&[][..], |root| &tree.nodes[root].branches);
        let across = 4usize.min(branches.len() + 1);
        let down = (branches.len() + 1).div_ceil(across);
        let mut svg = Svg::new(width * across as f64, height * down as f64);
        let carrier = tree.root().map_or(self.position.empty(), |root| tree.nodes[root].carrier);
        self.draw(&mut svg, (0.0, 0.0), carrier, CellSet::EMPTY, None);
        for (place, branch) in branches.iter().enumerate() {
            let (column, row) = ((place + 1) % across, (place + 1) / across);
            let corner = (width * column as f64, height * row as f64);
            self.draw(&mut svg, corner, branch.carrier, branch.moves, branch.answer);
        }
        svg.finish(&format!(
            "{} wins: the loser's moves in groups, the answer, and the cells still needed",
            self.winner
        ))
    }

    fn draw(
        &self,
        svg: &mut Svg,
        corner: (f64, f64),
        carrier: CellSet,
        moves: CellSet,
        answer: Option<Cell>,
    ) {
        let size = self.position.size;
        for cell in size.all().cells() {
            let (x, y) = centre(size, corner, cell);
            let corners: Vec<(f64, f64)> = (0..6)
                .map(|at| {
                    let angle = std::f64::consts::PI * (f64::from(at) / 3.0 + 0.5);
                    (x + RADIUS * angle.cos(), y - RADIUS * angle.sin())
                })
                .collect();
            let fill = if carrier.contains(cell) { "#ffe08a" } else { "#f4f4f4" };
            svg.polygon(&corners, fill, "#888888");
            let stone = if self.position.stones(Player::Black).contains(cell) {
                Some("#000000")
            } else if self.position.stones(Player::White).contains(cell) {
                Some("#ffffff")
            } else if answer == Some(cell) {
                Some(if self.winner == Player::Black { "#444444" } else { "#dddddd" })
            } else {
                None
            };
            if let Some(fill) = stone {
                svg.disc(x, y, RADIUS * 0.6, fill, "#000000");
            }
            if moves.contains(cell) {
                svg.disc(x, y, RADIUS * 0.2, "#c02020", "#c02020");
            }
        }
    }
}

const RADIUS: f64 = 11.0;

fn board_size(size: Size) -> (f64, f64) {
    let step = RADIUS * 3f64.sqrt();
    let columns = size.columns() as f64 + (size.rows() as f64 - 1.0) / 2.0;
    (step * (columns + 1.0), RADIUS * (1.5 * size.rows() as f64 + 1.5))
}

fn centre(size: Size, corner: (f64, f64), cell: Cell) -> (f64, f64) {
    let (column, row) = size.place(cell);
    let step = RADIUS * 3f64.sqrt();
    let x = step * (f64::from(column) + f64::from(row - 1) / 2.0);
    (corner.0 + x, corner.1 + RADIUS * 1.5 * f64::from(row))
}

struct Page<'a> {
    size: Size,
    notation: Notation,
    tree: &'a Tree,
    /// How many branches lead to each node.
    uses: BTreeMap<usize, usize>,
    /// Shared nodes already written.
    shown: BTreeSet<usize>,
    depth: usize,
}

impl Page<'_> {
    fn write(&mut self, text: &mut String, node: usize, level: usize) {
        let tree = self.tree;
        for branch in &tree.nodes[node].branches {
            let names: Vec<String> =
                branch.moves.cells().map(|cell| self.size.name(cell, self.notation)).collect();
            let plus = if names.len() > 1 { format!("+ ({})", names.join(" ")) } else { String::new() };
            let answer = branch.answer.map_or("-".to_owned(), |cell| self.size.name(cell, self.notation));
            let shared = branch.node.filter(|node| self.uses.get(node).is_some_and(|&uses| uses > 1));
            let mark = match (branch.node, shared) {
                (None, _) => " .".to_owned(),
                (_, Some(node)) => format!(" [{node}]"),
                _ => String::new(),
            };
            let (first, indent) = (&names[0], 2 * level);
            writeln!(text, "{:indent$}{first}{plus} -> {answer}{mark}", "")
                .expect("a string takes everything");
            if let Some(next) = branch.node
                && level + 1 < self.depth
                && (shared.is_none() || self.shown.insert(next))
            {
                self.write(text, next, level + 1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use solve::limits::Limits;

    fn win(side: usize, opening: &str) -> Win {
        let size = Size::new(side, side).unwrap();
        let position = Position::from_moves(size, opening).unwrap();
        let solved = crate::hex::solve(&position, &Limits::default()).unwrap();
        Win { position, winner: solved.solution.winner, evidence: solved.solution.evidence }
    }

    #[test]
    fn every_move_in_the_carrier_of_a_node_is_in_exactly_one_group() {
        let tree = win(5, "12").tree().unwrap();
        assert!(!tree.nodes.is_empty());
        for node in &tree.nodes {
            let mut seen = CellSet::EMPTY;
            for branch in &node.branches {
                assert!(seen.is_disjoint(branch.moves));
                seen = seen.or(branch.moves);
            }
            assert_eq!(seen, node.carrier);
        }
    }

    #[test]
    fn the_text_has_one_line_for_each_pair_of_nodes_and_one_full_stop_for_each_leaf() {
        let win = win(5, "12");
        let tree = win.tree().unwrap();
        let text = win.text(&tree, usize::MAX, Notation::Digits);
        let count = tree.count();
        assert_eq!(1 + 2 * text.lines().count() as u64, count.nodes);
        assert_eq!(text.lines().filter(|line| line.ends_with(" .")).count() as u64, count.leaves);
        assert!(win.picture(&tree).contains("<polygon"));
    }

    #[test]
    fn a_strategy_from_a_proof_wins_every_game() {
        for (side, opening) in [(4, "32"), (5, "12"), (5, "33")] {
            let win = win(side, opening);
            let score =
                solve::hex::contest::play(&win.position, win.winner, &win.evidence.steps, 300, 7).unwrap();
            assert_eq!(score.won, score.games);
            assert_eq!(score.games, 300);
        }
    }
}
