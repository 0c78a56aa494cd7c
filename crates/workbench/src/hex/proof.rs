//! Kept proofs of wins: reading them, and showing them as the tree of a paper, as text and as a
//! picture.
//!
//! A file is read only after the checker has accepted it. The tree is that of
//! [`hissho_solve::hex::printed::tree`]. Its leaves end in virtual connections or, if so asked, in
//! the paper's named lemmas alone; the sizes of both trees are told. Where a step says just what a
//! named lemma says, the leaf names it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use hissho_certificate::hex::{self, Connection, Derivation, Geometry, Promise, Statement, Step};
use hissho_certificate::text::Reader;
use hissho_rules::Account;
use hissho_rules::hex::{Cell, CellSet, Notation, Player, Position, Size};
use hissho_solve::hex::ledger::{parts_of, statements_of};
use hissho_solve::hex::lemma_search::templates::{Template, different, placed};
use hissho_solve::hex::printed::size::Sigma;
use hissho_solve::hex::printed::tree::{Branch, Count, Leaves, Node, ProofTree};

use super::shorten::shapes;
use crate::picture::Svg;
use crate::{Certified, Fault};

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

/// A proof as trees that end in different leaves.
#[derive(Clone, Debug)]
pub struct Trees {
    /// Ending in virtual connections.
    pub connections: ProofTree,
    /// Ending in virtual connections and sigma-connections.
    pub sigma: ProofTree,
    /// How many different sigma-connections it ends in, wherever on the board.
    pub promises: usize,
    /// How many empty cells the largest of them needs.
    pub largest: usize,
    /// Ending in the paper's lemmas alone.
    pub named: ProofTree,
}

/// The name of the kept proof of an opening of Hex.
pub fn kept_name(size: Size, opening: &str) -> String {
    format!("hex/{size}/{opening}.cert.zst")
}

/// The proof of a win that a certificate holds.
pub fn win_of(certified: &Certified) -> Result<Win, Fault> {
    let mut reader = Reader::new(certified.text())?;
    if reader.kind() != hex::KIND {
        let kind = reader.kind();
        let message = format!("a certificate of kind `{kind}`, one of a win in Hex is needed");
        return Err(Fault::bad_input(message));
    }
    match hex::read(&mut reader, &Account::unlimited())? {
        (Connection::Wins { position, winner }, evidence) => Ok(Win { position, winner, evidence }),
        (Connection::Holds { .. }, _) => Err(Fault::bad_input("a lemma, not the winner of a position")),
    }
}

/// Nodes and leaves of the tree printed in the paper for this opening, if there is one.
pub fn printed(position: &Position) -> Option<(u64, u64)> {
    let size = position.size;
    let black: Vec<String> =
        position.stones(Player::Black).cells().map(|cell| size.name(cell, Notation::Digits)).collect();
    if size.columns() != size.rows() || !position.stones(Player::White).is_empty() {
        return None;
    }
    let opening = format!("{} {}", size.columns(), black.join(" "));
    let line = PRINTED.lines().find_map(|line| line.strip_prefix(&opening)?.strip_prefix(' '))?;
    let (nodes, leaves) = line.split_once(' ')?;
    Some((nodes.parse().ok()?, leaves.parse().ok()?))
}

impl Win {
    /// A proof by these steps.
    pub fn new(position: &Position, winner: Player, steps: Vec<Step>) -> Win {
        Win { position: *position, winner, evidence: Derivation { steps, ..Derivation::default() } }
    }

    /// The proof as a tree.
    pub fn tree(&self, leaves: Leaves) -> Result<ProofTree, Fault> {
        let geometry = Geometry::new(self.position.size, self.winner);
        let named: Vec<Statement> = shapes().flat_map(|(_, shape)| placed(&shape, &geometry)).collect();
        ProofTree::new(self.position.size, self.winner, &self.evidence.steps, &named, leaves)
            .map_err(Fault::bad_input)
    }

    /// The proof as all these trees; the largest sigma-connection may be given.
    pub fn trees(&self, largest: Option<usize>) -> Result<Trees, Fault> {
        let geometry = Geometry::new(self.position.size, self.winner);
        let steps = &self.evidence.steps;
        let statements = statements_of(&geometry, steps).map_err(Fault::bad_input)?;
        let sigma = self.tree(Leaves::Sigma(Sigma::up_to(largest, self.position.size)))?;
        let promises = || sigma.promises.iter().map(|&step| &statements[step]);
        Ok(Trees {
            connections: self.tree(Leaves::Connections)?,
            promises: different(promises(), &geometry),
            largest: promises().map(|promise| promise.carrier.len()).max().unwrap_or(0),
            named: self.tree(Leaves::Named)?,
            sigma,
        })
    }

    /// Nodes and leaves of the tree printed in the paper for this opening, if there is one.
    pub fn printed(&self) -> Option<(u64, u64)> {
        printed(&self.position)
    }

    /// How large the trees are, a line each, beside the paper's where it prints one: without the
    /// moves whose answer makes a leaf at once, ending in sigma-connections, in virtual connections
    /// and in named lemmas alone.
    pub fn summary(&self, trees: &Trees) -> String {
        let (sigma, named) = (trees.sigma.count(), trees.named.count());
        let Count { nodes, leaves, written_out, with_forced, with_excluded, .. } = trees.connections.count();
        let mut lines = vec![
            (
                sigma.deep_nodes,
                sigma.deep_leaves,
                "ending in sigma-connections, without moves whose answer makes a leaf at once".to_owned(),
            ),
            (
                sigma.nodes,
                sigma.leaves,
                format!(
                    "with these moves; {} different sigma-connections of at most {} cells",
                    trees.promises, trees.largest
                ),
            ),
            (
                nodes,
                leaves,
                format!(
                    "ending in virtual connections; {written_out} nodes with shared boxes written out, {with_forced} with \
                     the forced lines, {with_excluded} with the excluded moves too"
                ),
            ),
            (named.nodes, named.leaves, "ending in bridges and the paper's named lemmas alone".to_owned()),
        ];
        lines.extend(self.printed().map(|(nodes, leaves)| (nodes, leaves, "the paper's tree".to_owned())));
        let mut text = format!("{:>8} {:>8}\n", "nodes", "leaves");
        for (nodes, leaves, what) in lines {
            writeln!(text, "{nodes:>8} {leaves:>8}  {what}").expect("a string takes everything");
        }
        write!(text, "{:>8} steps in all", self.evidence.steps.len()).expect("a string takes everything");
        text
    }

    /// The tree as indented text, to `depth` moves of the loser; with `deep` the moves whose answer
    /// makes a leaf at once are only listed.
    pub fn text(&self, tree: &ProofTree, (depth, deep): (usize, bool), notation: Notation) -> String {
        let mut uses: BTreeMap<usize, usize> = BTreeMap::new();
        let branches = tree.nodes.iter().flat_map(|node| &node.branches);
        branches.filter_map(|branch| branch.node).for_each(|node| *uses.entry(node).or_default() += 1);
        let (shown, forced, lemmas) = (BTreeSet::new(), tree.forced(), self.lemmas(tree));
        let mut page = Page { win: self, notation, tree, forced, lemmas, uses, shown, depth, deep };
        let mut text = String::new();
        match tree.root() {
            Some(root) => page.write(&mut text, root, 0),
            None if tree.promises.is_empty() => text.push_str("one virtual connection\n"),
            None => text.push_str("promises side by side\n"),
        }
        text
    }

    /// The paper's lemmas that stand among the steps below each node of the tree, bridges left out.
    fn lemmas(&self, tree: &ProofTree) -> Vec<Vec<&'static str>> {
        let geometry = Geometry::new(self.position.size, self.winner);
        let all: Vec<(&str, Template)> = shapes().collect();
        let on_board = |statement: &Statement| (statement.stones.and(geometry.size.all()), statement.carrier);
        let mut places: BTreeMap<(CellSet, CellSet), Vec<(usize, CellSet)>> = BTreeMap::new();
        for (name, (_, shape)) in all.iter().enumerate() {
            for statement in placed(shape, &geometry) {
                places.entry(on_board(&statement)).or_default().push((name, points(&statement)));
            }
        }
        let Ok(statements) = statements_of(&geometry, &self.evidence.steps) else { return vec![] };
        let mut below: Vec<u32> = Vec::with_capacity(statements.len());
        for (step, statement) in self.evidence.steps.iter().zip(&statements) {
            let here = places.get(&on_board(statement)).into_iter().flatten();
            let here = here.filter(|(_, ends)| *ends == points(statement)).map(|(name, _)| 1 << name);
            below.push(here.chain(parts_of(step).map(|part| below[part])).fold(0, |all, one| all | one));
        }
        let names =
            |set: u32| (0..all.len()).filter(move |name| set >> name & 1 == 1).map(|name| all[name].0);
        tree.nodes.iter().map(|node| names(below[node.step]).collect()).collect()
    }

    /// The tree to `depth` moves of the loser as boards, one for each group of moves with its
    /// answer, joined by lines; what is still needed is shaded. A large tree is drawn to the depth
    /// at which it has [`MOST_BOARDS`] boards.
    pub fn picture(&self, tree: &ProofTree, depth: usize) -> String {
        let mut boards = vec![Board::default()];
        boards[0].carrier = tree.root().map_or(self.position.empty(), |root| tree.nodes[root].carrier);
        boards[0].node = tree.root();
        let mut level = 0..1;
        while !level.is_empty() && boards[level.start].depth < depth {
            let mut next: Vec<Board> = Vec::new();
            for parent in level.clone() {
                let Some(node) = boards[parent].node else { continue };
                let above = &boards[parent];
                next.extend(tree.nodes[node].branches.iter().map(|branch| Board {
                    parent: Some(parent),
                    depth: above.depth + 1,
                    carrier: branch.carrier,
                    moves: branch.moves,
                    answer: branch.answer,
                    taken: above.taken.or(above.moves),
                    own: above.answer.map_or(above.own, |cell| above.own.with(cell)),
                    node: branch.node,
                }));
            }
            if boards.len() + next.len() > MOST_BOARDS {
                break;
            }
            level = boards.len()..boards.len() + next.len();
            boards.extend(next);
        }
        let rows = rows_of(&boards);
        let (width, height) = board_size(self.position.size);
        let (across, down) = (width + GAP, height + GAP);
        let depth = boards.iter().map(|board| board.depth).max().unwrap_or(0) + 1;
        let lines = rows.iter().max().map_or(1, |last| last + 1);
        let mut svg = Svg::new(across * depth as f64, down * lines as f64);
        let corner = |at: usize| (across * boards[at].depth as f64, down * rows[at] as f64);
        for (at, board) in boards.iter().enumerate() {
            if let Some(parent) = board.parent {
                let (from, to) = (corner(parent), corner(at));
                let bend = to.0 - GAP / 2.0;
                let heights = [from.1 + height / 2.0, to.1 + height / 2.0];
                let points = [
                    (from.0 + width, heights[0]),
                    (bend, heights[0]),
                    (bend, heights[1]),
                    (to.0, heights[1]),
                ];
                points.windows(2).for_each(|ends| svg.line(ends[0], ends[1], "#666666", 1.5));
            }
        }
        for (at, board) in boards.iter().enumerate() {
            self.draw(&mut svg, corner(at), board);
        }
        svg.finish(&format!(
            "{} wins: the loser's moves in groups (ringed), the answer (dotted stone), and the cells still needed",
            self.winner
        ))
    }

    fn draw(&self, svg: &mut Svg, corner: (f64, f64), board: &Board) {
        let size = self.position.size;
        let colours = |player: Player| {
            if player == Player::Black { ("#000000", "#ffffff") } else { ("#ffffff", "#000000") }
        };
        for cell in size.all().cells() {
            let (x, y) = centre(size, corner, cell);
            let corners: Vec<(f64, f64)> = (0..6)
                .map(|at| {
                    let angle = std::f64::consts::PI * (f64::from(at) / 3.0 + 0.5);
                    (x + RADIUS * angle.cos(), y - RADIUS * angle.sin())
                })
                .collect();
            let fill = if board.carrier.contains(cell) { "#ffe08a" } else { "#f4f4f4" };
            svg.polygon(&corners, fill, "#999999");
            let loser = self.winner.other();
            let stone = if self.position.stones(Player::Black).contains(cell) {
                Some(Player::Black)
            } else if self.position.stones(Player::White).contains(cell) {
                Some(Player::White)
            } else if board.own.contains(cell) || board.answer == Some(cell) {
                Some(self.winner)
            } else if board.taken.contains(cell) {
                Some(loser)
            } else {
                None
            };
            if let Some(player) = stone {
                svg.disc(x, y, RADIUS * 0.62, colours(player).0, "#000000");
            }
            if board.answer == Some(cell) {
                svg.disc(x, y, RADIUS * 0.25, "#e69f00", "#e69f00");
            }
            if board.moves.contains(cell) {
                svg.disc(x, y, RADIUS * 0.4, colours(loser).0, "#c02020");
            }
        }
    }
}

/// The most boards in one picture.
const MOST_BOARDS: usize = 400;
/// Between two boards.
const GAP: f64 = 24.0;

/// One board of a picture: the position after the moves above, the group and its answer.
#[derive(Clone, Debug, Default)]
struct Board {
    parent: Option<usize>,
    depth: usize,
    carrier: CellSet,
    moves: CellSet,
    answer: Option<Cell>,
    /// The groups and the answers above.
    taken: CellSet,
    own: CellSet,
    node: Option<usize>,
}

/// The line of each board: boards without followers one below the other, the others beside their
/// first follower.
fn rows_of(boards: &[Board]) -> Vec<usize> {
    let mut followers = vec![Vec::new(); boards.len()];
    for (at, board) in boards.iter().enumerate() {
        if let Some(parent) = board.parent {
            followers[parent].push(at);
        }
    }
    let mut rows = vec![0; boards.len()];
    let mut next = 0;
    let mut open = vec![0];
    while let Some(at) = open.pop() {
        rows[at] = next;
        if followers[at].is_empty() {
            next += 1;
        }
        open.extend(followers[at].iter().rev());
    }
    rows
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

/// The points a statement is about.
fn points(statement: &Statement) -> CellSet {
    match &statement.promise {
        Promise::Formula(formula) => formula.points(),
        _ => CellSet::EMPTY,
    }
}

struct Page<'a> {
    win: &'a Win,
    notation: Notation,
    tree: &'a ProofTree,
    /// Which nodes are leaves.
    forced: Vec<bool>,
    /// The paper's lemmas below each node.
    lemmas: Vec<Vec<&'static str>>,
    /// How many branches lead to each node.
    uses: BTreeMap<usize, usize>,
    /// Shared nodes already written.
    shown: BTreeSet<usize>,
    depth: usize,
    /// Are the moves whose answer makes a leaf at once only listed?
    deep: bool,
}

impl Page<'_> {
    fn write(&mut self, text: &mut String, node: usize, level: usize) {
        let tree = self.tree;
        let indent = 2 * level;
        self.write_excluded(text, node, indent);
        if self.forced[node] && level == 0 {
            writeln!(text, "{}", self.forced_line(node).trim_start()).expect("a string takes everything");
        }
        let is_leaf = self.forced[node];
        let (listed, branches): (Vec<&Branch>, Vec<&Branch>) = tree.nodes[node]
            .branches
            .iter()
            .filter(|_| !is_leaf)
            .partition(|branch| self.deep && branch.node.is_none_or(|next| self.forced[next]));
        if !listed.is_empty() {
            let groups: Vec<String> = listed.into_iter().map(|group| self.group(group)).collect();
            writeln!(text, "{:indent$}at once: {}", "", groups.join("; "))
                .expect("a string takes everything");
        }
        for branch in branches {
            let shared = branch.node.filter(|node| self.uses.get(node).is_some_and(|&uses| uses > 1));
            let leaf = branch.node.filter(|&node| self.forced[node]);
            let is_new = shared.is_none_or(|node| !self.shown.contains(&node));
            let end = match leaf {
                Some(node) if is_new => format!(" .{}{}", self.forced_line(node), self.by_lemmas(node)),
                Some(_) => " .".to_owned(),
                None => String::new(),
            };
            let mark = shared.map_or(String::new(), |node| format!(" [{node}]"));
            let group = self.group(branch);
            writeln!(text, "{:indent$}{group}{mark}{end}", "").expect("a string takes everything");
            if let Some(next) = branch.node
                && level + 1 < self.depth
                && (shared.is_none() || self.shown.insert(next))
            {
                self.write(text, next, level + 1);
            }
        }
        if tree.nodes[node].turned_too {
            writeln!(text, "{:indent$}and all this after half a turn", "")
                .expect("a string takes everything");
        }
    }

    /// The moves excluded at a node and along the forced line that begins there.
    fn write_excluded(&self, text: &mut String, node: usize, indent: usize) {
        let mut at = Some(node);
        let mut after = String::new();
        while let Some(node) = at {
            let Node { excluded, branches, .. } = &self.tree.nodes[node];
            if !excluded.is_empty() {
                let groups: Vec<String> = excluded.iter().map(|group| self.group(group)).collect();
                writeln!(text, "{:indent$}excluded{after}: {}", "", groups.join("; "))
                    .expect("a string takes everything");
            }
            let next = branches.first().filter(|_| self.forced[node]);
            at = next.and_then(|branch| branch.node);
            after = next
                .and_then(|branch| branch.answer)
                .map_or(after, |cell| format!(" after {}", self.name(cell)));
        }
    }

    /// ` F: ◦{71,72,81} •43 ◦{53} •35`: the loser's moves are forced, each group with its answer.
    fn forced_line(&self, node: usize) -> String {
        let [stone, other] = if self.win.winner == Player::Black { ["•", "◦"] } else { ["◦", "•"] };
        let mut line = String::new();
        let mut at = self.tree.nodes[node].branches.first();
        while let Some(branch) = at {
            let moves: Vec<String> = branch.moves.cells().map(|cell| self.name(cell)).collect();
            let answer = branch.answer.map_or("-".to_owned(), |cell| self.name(cell));
            let start = if line.is_empty() { " F:" } else { "" };
            write!(line, "{start} {other}{{{}}} {stone}{answer}", moves.join(","))
                .expect("a string takes everything");
            at = branch.node.and_then(|node| self.tree.nodes[node].branches.first());
        }
        line
    }

    /// ` (T, SC1)`: the paper's lemmas below a node.
    fn by_lemmas(&self, node: usize) -> String {
        match &self.lemmas[node][..] {
            [] => String::new(),
            names => format!(" ({})", names.join(", ")),
        }
    }

    fn name(&self, cell: Cell) -> String {
        self.win.position.size.name(cell, self.notation)
    }

    /// `43+ (43 44) -> 63`.
    fn group(&self, branch: &Branch) -> String {
        let names: Vec<String> = branch.moves.cells().map(|cell| self.name(cell)).collect();
        let plus = if names.len() > 1 { format!("+ ({})", names.join(" ")) } else { String::new() };
        let answer = branch.answer.map_or("-".to_owned(), |cell| self.name(cell));
        format!("{}{plus} -> {answer}", names[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hissho_solve::hex::play::trial_games::play;
    use hissho_solve::limits::Limits;
    use hissho_solve::progress::Silent;

    fn win(side: usize, opening: &str) -> Win {
        let size = Size::new(side, side).unwrap();
        let position = Position::from_moves(size, opening).unwrap();
        let solved = crate::hex::solve(&position, &Limits::default()).unwrap();
        Win { position, winner: solved.solution.winner, evidence: solved.solution.evidence }
    }

    #[test]
    fn every_move_in_the_carrier_of_a_node_is_in_exactly_one_group() {
        let trees = win(5, "12").trees(None).unwrap();
        let (connections, named) = (trees.connections.nodes, trees.named.nodes);
        // What is inside the connections comes on top.
        assert!(!connections.is_empty() && connections.len() < named.len());
        for node in connections.iter().chain(&named) {
            let mut seen = CellSet::EMPTY;
            for branch in node.branches.iter().chain(&node.excluded) {
                assert!(seen.is_disjoint(branch.moves));
                seen = seen.or(branch.moves);
            }
            assert_eq!(seen, node.carrier);
        }
    }

    #[test]
    fn the_text_has_one_line_for_each_pair_of_nodes_and_the_picture_one_board() {
        let win = win(6, "22");
        let tree = win.tree(Leaves::Connections).unwrap();
        let count = tree.count();
        let pairs = |text: &str| {
            let is_pair =
                |line: &&str| !["excluded", "at once"].iter().any(|word| line.trim_start().starts_with(word));
            text.lines().filter(is_pair).count() as u64
        };
        let deep = win.text(&tree, (usize::MAX, true), Notation::Digits);
        assert_eq!(1 + 2 * pairs(&deep), count.deep_nodes);
        assert!(deep.contains("at once: ") && count.deep_nodes < count.nodes && count.deep_leaves > 0);
        let text = win.text(&tree, (usize::MAX, false), Notation::Digits);
        let pairs = pairs(&text);
        assert_eq!(1 + 2 * pairs, count.nodes);
        assert!(pairs > 0 && count.with_forced > count.nodes && count.with_excluded > count.with_forced);
        assert!(text.contains(" F: "));
        let boards = |depth: usize| {
            let cells = win.picture(&tree, depth).matches("<polygon").count() as u64;
            assert_eq!(cells % 36, 0);
            cells / 36
        };
        assert!(boards(usize::MAX) >= count.with_forced.div_ceil(2));
        let first = tree.root().map_or(0, |root| tree.nodes[root].branches.len() as u64);
        assert_eq!([boards(0), boards(1)], [1, 1 + first]);
    }

    #[test]
    fn a_strategy_from_a_proof_wins_every_game() {
        for (side, opening) in [(4, "32"), (5, "12"), (5, "33")] {
            let win = win(side, opening);
            let (steps, limits) = (&win.evidence.steps, Limits::default());
            let score = play(&win.position, win.winner, steps, (300, 7), &limits, &Silent).unwrap();
            assert_eq!(score.won, score.games);
            assert_eq!(score.games, 300);
        }
    }
}
