//! Positions that fall apart: a group of the winner is joined to each edge, in different cells.
//!
//! The leaves of the sigma-connection paper are of this kind: after forced moves a stone is joined to the top by one lemma
//! and to the bottom by another (Mishima, Noshita and others, 2006, proposition 5). A promise at one edge together with its
//! proof tree is what the paper calls a sigma-connection; here any such promise counts, not only those with a name, and
//! reaches from its edge to the stone and no farther.
//!
//! Whether a stone is joined to an edge is a question about wins: the stone is joined to the other edge by a line of
//! stones and all other cells beyond it are the loser's. So [`super::search`] answers it, and what is proved about one
//! position is known in the next. In the proof the line and the other edge then stand for the stone. The two
//! carriers must have no common cell: one is made as small as possible, far cells given up first; if the rest is not
//! enough for the other, both are made small again, each giving up first what the other needs.
//!
//! Cost: a search inside the empty cells on one side of a stone for each group and edge, and one for each cell of a
//! carrier to be made small, most of which are settled by what is known.

use certificate::connection::{Formula, Geometry, Step};
use rules::hex::{Cell, CellSet, Player, Position};
use rustc_hash::FxHashMap;

use super::derivation::{Entry, Ledger, statements_of};
use super::search::Search;
use crate::limits::{Meter, Stop};

/// How often both carriers are made small again.
const ROUNDS: usize = 2;

/// How a position falls apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    /// The group.
    pub group: CellSet,
    /// The stones of it that are joined to each edge.
    pub ends: [Cell; 2],
    /// What joins them; the steps are the solver's.
    entries: [Entry; 2],
}

impl Parts {
    /// The stones needed.
    pub fn stones(&self) -> CellSet {
        self.entries[0].stones.or(self.entries[1].stones).or(self.group)
    }
    /// The empty cells needed.
    pub fn carrier(&self) -> CellSet {
        self.entries[0].carrier.or(self.entries[1].carrier)
    }
}

/// The positions of one winner asked about so far.
pub struct Apart<'a> {
    geometry: Geometry,
    solver: Search<'a>,
    meter: &'a Meter,
    effort: u64,
    known: Vec<Parts>,
    /// Stones of winner and loser with which no way was found.
    failed: Vec<(CellSet, CellSet)>,
    /// The same for a stone and an edge.
    not_joined: FxHashMap<(Cell, usize), Vec<(CellSet, CellSet)>>,
}

/// Is the answer no with fewer stones of the winner or more of the loser?
fn is_no(known: &[(CellSet, CellSet)], own: CellSet, other: CellSet) -> bool {
    known.iter().any(|no| own.is_subset(no.0) && no.1.is_subset(other))
}

impl<'a> Apart<'a> {
    /// For wins of the owner of the geometry; one question may take `effort` positions of the solver's `meter`.
    pub fn new(geometry: Geometry, (meter, effort): (&'a Meter, u64)) -> Apart<'a> {
        let solver = Search::new(geometry.size, meter);
        let (known, failed, not_joined) = (Vec::new(), Vec::new(), FxHashMap::default());
        Apart { geometry, solver, meter, effort, known, failed, not_joined }
    }

    /// How the position falls apart, the loser to move, if it is found to.
    pub fn parts(&mut self, own: CellSet, other: CellSet) -> Result<Option<Parts>, Stop> {
        let holds = |parts: &&Parts| parts.stones().is_subset(own) && parts.carrier().and(other).is_empty();
        if let Some(parts) = self.known.iter().find(holds) {
            return Ok(Some(*parts));
        }
        if is_no(&self.failed, own, other) {
            return Ok(None);
        }
        for group in self.groups(own) {
            let ends = [0, 1].map(|edge| self.farthest(group, edge));
            if let Some(entries) = self.joined_to_both(ends, own, other)? {
                let parts = Parts { group, ends, entries };
                let mut ledger = Ledger::default();
                self.derive(&parts, &mut ledger);
                // A captured pair may have rested on the line of stones.
                if statements_of(&self.geometry, ledger.steps()).is_ok() {
                    self.known.push(parts);
                    return Ok(Some(parts));
                }
            }
        }
        self.failed.push((own, other));
        Ok(None)
    }

    /// What joins each end to its edge, without a common cell.
    fn joined_to_both(
        &mut self,
        ends: [Cell; 2],
        own: CellSet,
        other: CellSet,
    ) -> Result<Option<[Entry; 2]>, Stop> {
        for edge in [0, 1] {
            if self.joined(ends[edge], edge, own, other)?.is_none() {
                return Ok(None);
            }
        }
        for first in [0, 1] {
            let second = 1 - first;
            let mut wanted = CellSet::EMPTY;
            for _ in 0..ROUNDS {
                let Some(one) = self.smallest((ends[first], first), own, other, wanted)? else { break };
                let lost = other.or(one.carrier);
                if let Some(two) = self.smallest((ends[second], second), own, lost, CellSet::EMPTY)? {
                    return Ok(Some(if first == 0 { [one, two] } else { [two, one] }));
                }
                let Some(two) = self.smallest((ends[second], second), own, other, one.carrier)? else {
                    break;
                };
                wanted = two.carrier;
            }
        }
        Ok(None)
    }

    /// What joins the stone to the edge in as few cells as possible: those `wanted` elsewhere are given up first, then
    /// far ones.
    fn smallest(
        &mut self,
        (stone, edge): (Cell, usize),
        own: CellSet,
        lost: CellSet,
        wanted: CellSet,
    ) -> Result<Option<Entry>, Stop> {
        let Some(mut entry) = self.joined(stone, edge, own, lost)? else { return Ok(None) };
        let mut order: Vec<Cell> = layers(&self.geometry, edge).concat();
        order.reverse();
        order.sort_by_key(|cell| !wanted.contains(*cell));
        let free = self.geometry.size.all().minus(own).minus(lost);
        for cell in order {
            if entry.carrier.contains(cell) {
                let gone = lost.or(free.minus(entry.carrier)).with(cell);
                entry = self.joined(stone, edge, own, gone)?.unwrap_or(entry);
            }
        }
        Ok(Some(entry))
    }

    /// What joins the stone to the edge where the cells of `lost` are not to be had; `None` if nothing does or the
    /// question takes too long.
    fn joined(
        &mut self,
        stone: Cell,
        edge: usize,
        own: CellSet,
        lost: CellSet,
    ) -> Result<Option<Entry>, Stop> {
        let Beyond { reach, line, .. } = beyond(&self.geometry, stone, edge);
        let all = self.geometry.size.all();
        let (near, lost) = (own.and(reach), lost.and(reach).minus(own));
        // At the other edge already: that would be the whole win.
        if reach == all || self.not_joined.get(&(stone, edge)).is_some_and(|known| is_no(known, near, lost)) {
            return Ok(None);
        }
        let (own, other) = (near.or(line), all.minus(reach).minus(line).or(lost));
        let owner = self.geometry.owner;
        let (black, white) = match owner {
            Player::Black => (own, other),
            Player::White => (other, own),
        };
        let position = Position::set_up(self.geometry.size, black, white, owner.other());
        self.meter.refill(self.effort);
        match self.solver.winner(&position.expect("stones on different cells")) {
            Ok(winner) if winner == owner => {}
            Ok(_) | Err(Stop::Nodes) => {
                self.not_joined.entry((stone, edge)).or_default().push((near, lost));
                return Ok(None);
            }
            Err(stop) => return Err(stop),
        }
        let mut best: Option<Entry> = None;
        self.solver.proved(owner).1.find(own.0, other.0, 0, |fact| {
            if best.is_none_or(|best| fact.entry.carrier.len() < best.carrier.len()) {
                best = Some(fact.entry);
            }
            false
        });
        Ok(best.map(|Entry { stones, carrier, step }| {
            let stones = stones.or(carrier.and(near)).and(reach).with(stone);
            Entry { stones, carrier: carrier.minus(near), step }
        }))
    }

    /// The groups of these stones.
    fn groups(&self, own: CellSet) -> Vec<CellSet> {
        let mut left = own.and(self.geometry.size.all());
        let mut groups = Vec::new();
        while let Some(stone) = left.cells().next() {
            let mut group = CellSet::EMPTY;
            let mut more = CellSet::of(stone);
            while !more.is_empty() {
                group = group.or(more);
                more = near(&self.geometry, more).and(left).minus(group);
            }
            groups.push(group);
            left = left.minus(group);
        }
        groups
    }

    /// The stone of the group that is farthest from the edge.
    fn farthest(&self, group: CellSet, edge: usize) -> Cell {
        let layers = layers(&self.geometry, edge);
        layers.concat().into_iter().rfind(|cell| group.contains(*cell)).expect("a group has a stone")
    }

    /// Writes down why the position is won.
    pub fn derive(&mut self, parts: &Parts, ledger: &mut Ledger) -> Entry {
        let edges = self.geometry.edges();
        let (solved, _) = self.solver.proved(self.geometry.owner);
        let joined = [0, 1].map(|edge| {
            let (stone, entry) = (parts.ends[edge], &parts.entries[edge]);
            let line = beyond(&self.geometry, stone, edge).line.with(edges[1 - edge]);
            let step = solved.copy(entry.step, ledger, |step| renamed(step, line, stone));
            let formula = Formula::Joined(edges[edge], stone);
            ledger.add(Step::And { parts: vec![step], stones: entry.stones, formula })
        });
        let formula = Formula::win(&self.geometry);
        let step = ledger.add(Step::And { parts: joined.to_vec(), stones: parts.group, formula });
        Entry { stones: parts.stones(), carrier: parts.carrier(), step }
    }
}

/// The cells around these.
fn near(geometry: &Geometry, cells: CellSet) -> CellSet {
    cells.cells().fold(CellSet::EMPTY, |all, cell| all.or(geometry.near(cell))).and(geometry.size.all())
}

/// The cells by their distance from the edge.
fn layers(geometry: &Geometry, edge: usize) -> Vec<Vec<Cell>> {
    let mut layers = Vec::new();
    let mut seen = CellSet::EMPTY;
    let mut layer = geometry.near(geometry.edges()[edge]).and(geometry.size.all());
    while !layer.is_empty() {
        layers.push(layer.cells().collect());
        seen = seen.or(layer);
        layer = near(geometry, layer).minus(seen);
    }
    layers
}

/// What lies on either side of a stone.
struct Beyond {
    /// The cells no farther from the edge than the stone.
    reach: CellSet,
    /// Cells beyond that join the stone to the other edge. Of `reach` they touch nothing that the stone does not.
    line: CellSet,
}

fn beyond(geometry: &Geometry, stone: Cell, edge: usize) -> Beyond {
    let (mut reach, mut line) = (CellSet::EMPTY, CellSet::EMPTY);
    let mut end = None;
    for layer in layers(geometry, edge) {
        match end {
            None => {
                reach = layer.iter().fold(reach, |all, cell| all.with(*cell));
                end = layer.contains(&stone).then_some(stone);
            }
            Some(last) => {
                let next = layer.into_iter().find(|cell| geometry.near(last).contains(*cell));
                line = next.map_or(line, |next| line.with(next));
                end = next;
            }
        }
    }
    Beyond { reach, line }
}

/// The step with the stone in place of all of `points`.
fn renamed(step: Step, points: CellSet, stone: Cell) -> Step {
    let set = |set: CellSet| if set.and(points).is_empty() { set } else { set.minus(points).with(stone) };
    let point = |point: Cell| if points.contains(point) { stone } else { point };
    match step {
        Step::Link { stones, formula } => {
            Step::Link { stones: set(stones), formula: mapped(&formula, &point) }
        }
        Step::And { parts, stones, formula } => {
            Step::And { parts, stones: set(stones), formula: mapped(&formula, &point) }
        }
        Step::Or { parts, stones, formula } => {
            Step::Or { parts, stones: set(stones), formula: formula.map(|formula| mapped(&formula, &point)) }
        }
        other => other,
    }
}

fn mapped(formula: &Formula, point: &impl Fn(Cell) -> Cell) -> Formula {
    let all = |parts: &[Formula]| parts.iter().map(|part| mapped(part, point)).collect();
    match formula {
        Formula::Joined(a, b) => Formula::Joined(point(*a), point(*b)),
        Formula::And(parts) => Formula::And(all(parts)),
        Formula::Or(parts) => Formula::Or(all(parts)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use certificate::connection::Promise;
    use proptest::prelude::*;
    use rules::hex::Size;

    use crate::limits::Limits;

    /// The parts of a position, after a look at what they are said to prove.
    fn parts(geometry: &Geometry, own: CellSet, other: CellSet) -> Option<Parts> {
        let meter = Limits::default().start();
        let mut apart = Apart::new(geometry.clone(), (&meter, 1_000));
        let parts = apart.parts(own, other).unwrap()?;
        let mut ledger = Ledger::default();
        let entry = apart.derive(&parts, &mut ledger);
        let statement = statements_of(geometry, ledger.steps()).unwrap().pop().unwrap();
        assert_eq!(statement.promise, Promise::Formula(Formula::win(geometry)));
        assert_eq!(
            (statement.stones.and(geometry.size.all()), statement.carrier),
            (entry.stones, entry.carrier)
        );
        assert!(entry.stones.is_subset(own) && entry.carrier.is_disjoint(own.or(other)));
        Some(parts)
    }

    fn cells(geometry: &Geometry, names: &str) -> CellSet {
        names.split_whitespace().map(|name| geometry.point(name).unwrap()).collect()
    }

    #[test]
    fn a_stone_between_two_templates_falls_apart_and_not_with_a_cell_less() {
        let templates = "53 34 44 54 25 35 45 55 33 32 42 52 31 41 51 61";
        // White's board is Black's with columns and rows exchanged.
        let exchanged: String =
            templates.split(' ').map(|name| name.chars().rev().collect::<String>() + " ").collect();
        for (size, player, stone, names) in
            [((7, 5), Player::Black, "43", templates), ((5, 7), Player::White, "34", exchanged.as_str())]
        {
            let geometry = Geometry::new(Size::new(size.0, size.1).unwrap(), player);
            let (own, needed) = (cells(&geometry, stone), cells(&geometry, names));
            let other = geometry.size.all().minus(own).minus(needed);
            let found = parts(&geometry, own, other).unwrap();
            assert_eq!((found.group, found.carrier()), (own, needed));
            for cell in needed.cells() {
                assert_eq!(parts(&geometry, own, other.with(cell)), None, "{}", geometry.name(cell));
            }
        }
    }

    #[test]
    fn a_stone_at_an_edge_is_the_whole_win_and_no_part_of_it() {
        let geometry = Geometry::new(Size::new(3, 3).unwrap(), Player::Black);
        assert_eq!(parts(&geometry, cells(&geometry, "21"), CellSet::EMPTY), None);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn what_falls_apart_is_won_by_its_steps(signs in prop::collection::vec(0u8..8, 36), black in any::<bool>()) {
            let size = Size::new(6, 6).unwrap();
            let geometry = Geometry::new(size, if black { Player::Black } else { Player::White });
            let of = |wanted: u8| -> CellSet {
                let cells = signs.iter().enumerate().filter(|(_, sign)| **sign == wanted);
                cells.map(|(cell, _)| Cell(cell as u8)).collect()
            };
            parts(&geometry, of(0), of(1));
        }
    }
}
