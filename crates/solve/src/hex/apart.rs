//! Positions that fall apart: what the winner has at one edge and at the other does without common cells.
//!
//! The leaves of the sigma-connection paper are of this kind (Mishima, Noshita and others, 2006): after forced moves a stone
//! is joined to the top by one lemma and to the bottom by another (proposition 5), or two stones are both joined to
//! one edge and one of them to the other (proposition 6). A promise about one edge together with its proof tree is what
//! the paper calls a sigma-connection or sigma-extension; here any such promise counts, not only those with a name.
//!
//! Each promise is decided by itself ([`super::joint`]), and what is proved about one position is known in the next. The
//! two carriers must have no common cell: one is made as small as possible, far cells given up first; if the rest is not
//! enough for the other, both are made small again, each giving up first what the other needs.
//!
//! Cost: a search inside the empty cells on one side of the stones for each group or pair of groups and each edge, and one
//! for each cell of a carrier to be made small, most of which are settled by what is known.

use hissho_certificate::hex::{Formula, Geometry, Step};
use hissho_rules::hex::{Cell, CellSet, Player, Position};
use rustc_hash::FxHashMap;

use super::derivation::{Entry, Ledger, statements_of};
use super::joint::{Joint, Setting, Which, layers};
use super::length::Sigma;
use super::links::Lattice;
use crate::limits::{Meter, Stop};

/// How often both carriers are made small again.
const ROUNDS: usize = 2;

/// How a position falls apart.
#[derive(Clone, Debug)]
pub struct Parts {
    /// The stones of one or two groups.
    pub groups: CellSet,
    /// What is promised about each edge, unless a stone touches it; the steps are those of its search.
    promises: Promises,
}

type Promises = [Option<(Joint, Entry)>; 2];

impl Parts {
    /// The stones needed.
    pub fn stones(&self) -> CellSet {
        self.promises.iter().flatten().fold(self.groups, |all, promise| all.or(promise.1.stones))
    }
    /// The empty cells needed.
    pub fn carrier(&self) -> CellSet {
        self.promises.iter().flatten().fold(CellSet::EMPTY, |all, promise| all.or(promise.1.carrier))
    }
}

/// The positions of one winner asked about so far.
pub struct Apart<'a> {
    geometry: Geometry,
    /// The board as the winner and as the loser have it.
    lattices: [Lattice; 2],
    meter: &'a Meter,
    /// Positions that one question may take, at most and now.
    effort: u64,
    allowed: u64,
    /// How large a promise may be.
    pub sigma: Sigma,
    settings: FxHashMap<Joint, Option<Setting<'a>>>,
    known: Vec<Parts>,
    /// Where no way was found.
    failed: Vec<No>,
    /// The same for a promise.
    not_joined: FxHashMap<Joint, Vec<No>>,
}

/// With these stones of winner and loser the answer was no, or was not found with so many positions.
struct No {
    own: CellSet,
    other: CellSet,
    effort: u64,
}

/// Is the answer no with fewer stones of the winner or more of the loser?
fn is_no(known: &[No], own: CellSet, other: CellSet, effort: u64) -> bool {
    known.iter().any(|no| effort <= no.effort && own.is_subset(no.own) && no.other.is_subset(other))
}

impl<'a> Apart<'a> {
    /// For wins of the owner of the geometry; one question may take `effort` positions of the solver's `meter`.
    pub fn new(geometry: Geometry, (meter, effort): (&'a Meter, u64), sigma: Sigma) -> Apart<'a> {
        let opponent = Geometry::new(geometry.size, geometry.owner.other());
        let lattices = [geometry, opponent].map(Lattice::new);
        let (settings, not_joined) = (FxHashMap::default(), FxHashMap::default());
        Apart {
            geometry: lattices[0].geometry.clone(),
            lattices,
            meter,
            effort,
            allowed: effort,
            sigma,
            settings,
            known: Vec::new(),
            failed: Vec::new(),
            not_joined,
        }
    }

    /// The positions that one question may take.
    pub fn effort(&self) -> u64 {
        self.effort
    }

    /// How the position falls apart, the loser to move, if it is found to with so many positions a question.
    pub fn parts(&mut self, own: CellSet, other: CellSet, effort: u64) -> Result<Option<Parts>, Stop> {
        self.allowed = effort;
        let holds = |parts: &&Parts| parts.stones().is_subset(own) && parts.carrier().and(other).is_empty();
        if let Some(parts) = self.known.iter().find(holds) {
            return Ok(Some(parts.clone()));
        }
        if is_no(&self.failed, own, other, effort) {
            return Ok(None);
        }
        for Way { groups, joints } in self.ways(own, other)? {
            if let Some(promises) = self.joined_to_both(joints, own, other)? {
                let parts = Parts { groups, promises };
                let mut ledger = Ledger::default();
                self.derive(&parts, &mut ledger);
                let checked = statements_of(&self.geometry, ledger.steps());
                debug_assert_eq!(checked.as_ref().err(), None);
                if checked.is_ok() {
                    self.known.push(parts.clone());
                    return Ok(Some(parts));
                }
            }
        }
        self.failed.push(No { own, other, effort });
        Ok(None)
    }

    /// What might be promised about the two edges, with the groups concerned.
    fn ways(&mut self, own: CellSet, other: CellSet) -> Result<Vec<Way>, Stop> {
        let groups = self.groups(own);
        let mut ways = Vec::new();
        // For each edge, the groups joined to it: the first stone is the one farthest from it.
        let mut joined: [Vec<(CellSet, [Cell; 2])>; 2] = [vec![], vec![]];
        for &group in &groups {
            let touches = [0, 1].map(|edge| self.touches(group, edge));
            if let Some(edge) = [0, 1].into_iter().find(|&edge| touches[1 - edge] && !touches[edge]) {
                for joint in self.downwards(group, edge) {
                    if self.joined(joint, own, other)?.is_some() {
                        ways.push(Way::new(group, [0, 1].map(|at| (at == edge).then_some(joint))));
                    }
                }
                continue;
            }
            let ends = [0, 1].map(|edge| self.farthest(group, edge));
            let joints = [0, 1].map(|edge| Joint::one(edge, ends[edge]));
            let mut alone = [false; 2];
            for (edge, joint) in joints.into_iter().enumerate() {
                alone[edge] = self.joined(joint, own, other)?.is_some();
                if alone[edge] {
                    joined[edge].push((group, ends));
                }
            }
            if alone == [true; 2] {
                ways.push(Way::new(group, joints.map(Some)));
            }
        }
        for (edge, joined) in joined.iter().enumerate() {
            for (place, &(one, one_ends)) in joined.iter().enumerate() {
                for &(two, two_ends) in &joined[place + 1..] {
                    for turned in 0..4 {
                        let joint = |edge: usize, which: Which, turned: bool| {
                            let mut stones = [one_ends[edge], two_ends[edge]];
                            if turned {
                                stones.reverse();
                            }
                            Joint { edge, stones, which }
                        };
                        let all = joint(edge, Which::All, turned & 1 == 1);
                        let any = joint(1 - edge, Which::Any, turned & 2 == 2);
                        let joints = if edge == 0 { [all, any] } else { [any, all] };
                        ways.push(Way::new(one.or(two), joints.map(Some)));
                    }
                }
            }
        }
        Ok(ways)
    }

    /// What keeps each promise, without a common cell.
    fn joined_to_both(
        &mut self,
        joints: [Option<Joint>; 2],
        own: CellSet,
        other: CellSet,
    ) -> Result<Option<Promises>, Stop> {
        let joints = match joints {
            [Some(top), Some(bottom)] => [top, bottom],
            [Some(one), None] | [None, Some(one)] => {
                let entry = self.smallest(one, own, other, CellSet::EMPTY)?;
                return Ok(entry.map(|entry| joints.map(|joint| joint.map(|joint| (joint, entry)))));
            }
            [None, None] => return Ok(None),
        };
        for joint in joints {
            if self.joined(joint, own, other)?.is_none() {
                return Ok(None);
            }
        }
        for first in [0, 1] {
            let second = 1 - first;
            let mut wanted = CellSet::EMPTY;
            for _ in 0..ROUNDS {
                let Some(one) = self.smallest(joints[first], own, other, wanted)? else { break };
                let lost = other.or(one.carrier);
                if let Some(two) = self.smallest(joints[second], own, lost, CellSet::EMPTY)? {
                    let entries = if first == 0 { [one, two] } else { [two, one] };
                    return Ok(Some([0, 1].map(|edge| Some((joints[edge], entries[edge])))));
                }
                let Some(two) = self.smallest(joints[second], own, other, one.carrier)? else {
                    break;
                };
                wanted = two.carrier;
            }
        }
        Ok(None)
    }

    /// What keeps the promise in as few cells as possible, if it is not too large then: those `wanted` elsewhere are given
    /// up first, then far ones.
    fn smallest(
        &mut self,
        joint: Joint,
        own: CellSet,
        lost: CellSet,
        wanted: CellSet,
    ) -> Result<Option<Entry>, Stop> {
        let Some(mut entry) = self.joined(joint, own, lost)? else { return Ok(None) };
        let mut order: Vec<Cell> = layers(&self.geometry, joint.edge).concat();
        order.reverse();
        order.sort_by_key(|cell| !wanted.contains(*cell));
        let free = self.geometry.size.all().minus(own).minus(lost);
        for cell in order {
            if entry.carrier.contains(cell) {
                let gone = lost.or(free.minus(entry.carrier)).with(cell);
                entry = self.joined(joint, own, gone)?.unwrap_or(entry);
            }
        }
        Ok(Some(entry).filter(|entry| entry.carrier.len() <= self.sigma.largest))
    }

    /// What keeps the promise where the cells of `lost` are not to be had; `None` if nothing does or the
    /// question takes too long.
    fn joined(&mut self, joint: Joint, own: CellSet, lost: CellSet) -> Result<Option<Entry>, Stop> {
        let Apart { geometry, lattices, meter, .. } = self;
        let setting = self.settings.entry(joint).or_insert_with(|| joint.setting(lattices, meter));
        let Some(Setting { reach, search }) = setting else { return Ok(None) };
        let (own, lost) = (own.and(*reach), lost.and(*reach).minus(own));
        let not_joined = self.not_joined.entry(joint).or_default();
        // A stone on the other's leg does not belong to either side of it.
        if joint.stones.iter().any(|stone| !own.contains(*stone))
            || is_no(not_joined, own, lost, self.allowed)
        {
            return Ok(None);
        }
        let other = geometry.size.all().minus(*reach).or(lost);
        let owner = geometry.owner;
        let (black, white) = match owner {
            Player::Black => (own, other),
            Player::White => (other, own),
        };
        let position = Position::set_up(geometry.size, black, white, owner.other());
        meter.refill(self.allowed);
        match search.winner(&position.expect("stones on different cells")) {
            Ok(winner) if winner == owner => {}
            Err(stop) if stop != Stop::Nodes => return Err(stop),
            no => {
                let effort = if no.is_ok() { u64::MAX } else { self.allowed };
                not_joined.push(No { own, other: lost, effort });
                return Ok(None);
            }
        }
        let mut best: Option<Entry> = None;
        search.proved(owner).1.find(own.0, other.0, 0, |fact| {
            if best.is_none_or(|best| fact.entry.carrier.len() < best.carrier.len()) {
                best = Some(fact.entry);
            }
            false
        });
        Ok(best.map(|Entry { stones, carrier, step }| {
            let stones = stones.or(carrier.and(own)).or(joint.stones.into_iter().collect());
            Entry { stones, carrier: carrier.minus(own), step }
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
                let near = |cell: Cell| CellSet(self.lattices[0].near[usize::from(cell.0)]);
                let around = more.cells().fold(CellSet::EMPTY, |all, cell| all.or(near(cell)));
                more = around.and(left).minus(group);
            }
            groups.push(group);
            left = left.minus(group);
        }
        groups
    }

    /// Does a stone of the group touch the edge?
    fn touches(&self, group: CellSet, edge: usize) -> bool {
        !self.geometry.near(self.geometry.edges()[edge]).is_disjoint(group)
    }

    /// What may be promised about an edge of a group that touches the other: of the stone nearest to it, and of the
    /// farthest that leaves cells on both sides.
    fn downwards(&self, group: CellSet, edge: usize) -> Vec<Joint> {
        let mut layers = layers(&self.geometry, edge);
        // A leg must lead from the stone to the other edge.
        layers.pop();
        let cells = layers.concat();
        let mut stones: Vec<Cell> = cells.into_iter().filter(|cell| group.contains(*cell)).collect();
        if let (Some(&first), Some(&last)) = (stones.first(), stones.last()) {
            stones = vec![last, first];
        }
        stones.dedup();
        stones.into_iter().map(|stone| Joint::one(edge, stone)).collect()
    }

    /// The stone of the group that is farthest from the edge.
    fn farthest(&self, group: CellSet, edge: usize) -> Cell {
        let layers = layers(&self.geometry, edge);
        layers.concat().into_iter().rfind(|cell| group.contains(*cell)).expect("a group has a stone")
    }

    /// Writes down why the position is won.
    pub fn derive(&mut self, parts: &Parts, ledger: &mut Ledger) -> Entry {
        let promises = parts.promises.into_iter().flatten();
        let promised = promises.map(|(joint, entry)| self.derive_promise(joint, entry, ledger)).collect();
        let formula = Formula::win(&self.geometry);
        let edges: CellSet = self.geometry.edges().into_iter().collect();
        let step = ledger.add(Step::And { parts: promised, stones: parts.groups.or(edges), formula });
        Entry { stones: parts.stones(), carrier: parts.carrier(), step }
    }

    fn derive_promise(&mut self, joint: Joint, entry: Entry, ledger: &mut Ledger) -> usize {
        let setting = self.settings.get_mut(&joint).and_then(Option::as_mut);
        let Setting { search, .. } = setting.expect("it was decided there");
        let step = search.proved(self.geometry.owner).0.copy(entry.step, ledger, |step| step);
        let formula = joint.formula(&self.geometry);
        ledger.add(Step::And { parts: vec![step], stones: entry.stones, formula })
    }
}

/// The groups concerned, and what may be promised about each edge; nothing about an edge that a stone touches.
struct Way {
    groups: CellSet,
    joints: [Option<Joint>; 2],
}

impl Way {
    fn new(groups: CellSet, joints: [Option<Joint>; 2]) -> Way {
        Way { groups, joints }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hissho_certificate::hex::Promise;
    use hissho_rules::hex::Size;
    use proptest::prelude::*;

    use crate::limits::Limits;

    /// The parts of a position, after a look at what they are said to prove.
    fn parts(geometry: &Geometry, own: CellSet, other: CellSet) -> Option<Parts> {
        let meter = Limits::default().start();
        let mut apart = Apart::new(geometry.clone(), (&meter, 1_000), Sigma::up_to(None, geometry.size));
        let parts = apart.parts(own, other, 1_000).unwrap()?;
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
            assert_eq!((found.groups, found.carrier()), (own, needed));
            for cell in needed.cells() {
                assert!(parts(&geometry, own, other.with(cell)).is_none(), "{}", geometry.name(cell));
            }
        }
    }

    #[test]
    fn two_stones_fall_apart_as_in_proposition_6() {
        let geometry = Geometry::new(Size::new(8, 8).unwrap(), Player::Black);
        let own = cells(&geometry, "63 45");
        let found = parts(&geometry, own, cells(&geometry, "55")).unwrap();
        assert_eq!(found.groups, own);
        assert_eq!(found.promises.map(|promise| promise.unwrap().0.which), [Which::All, Which::Any]);
        // The larger promise has the 25 cells of SE2, and the position does not fall apart without them.
        let other = geometry.size.all().minus(own).minus(found.carrier());
        for (largest, holds) in [(25, true), (24, false)] {
            let meter = Limits::default().start();
            let mut apart = Apart::new(geometry.clone(), (&meter, 1_000), Sigma { largest });
            assert_eq!(apart.parts(own, other, 1_000).unwrap().is_some(), holds, "{largest}");
        }
    }

    #[test]
    fn what_took_too_long_is_asked_again_with_more() {
        let geometry = Geometry::new(Size::new(8, 8).unwrap(), Player::Black);
        let (own, other) = (cells(&geometry, "63 45"), cells(&geometry, "55"));
        let meter = Limits::default().start();
        let mut apart = Apart::new(geometry.clone(), (&meter, 1_000), Sigma::up_to(None, geometry.size));
        assert!(apart.parts(own, other, 5).unwrap().is_none());
        assert!(apart.parts(own, other, 5).unwrap().is_none());
        assert!(apart.parts(own, other, 1_000).unwrap().is_some());
    }

    #[test]
    fn stones_joined_by_a_bridge_fall_apart_and_not_with_a_cell_less() {
        let geometry = Geometry::new(Size::new(9, 7).unwrap(), Player::Black);
        let own = cells(&geometry, "53 45");
        let needed = cells(&geometry, "43 42 52 62 41 51 61 71 44 54 55 36 46 56 27 37 47 57");
        let other = geometry.size.all().minus(own).minus(needed);
        assert_eq!(parts(&geometry, own, other).unwrap().carrier(), needed);
        for cell in needed.cells() {
            assert!(parts(&geometry, own, other.with(cell)).is_none(), "{}", geometry.name(cell));
        }
    }

    #[test]
    fn a_stone_at_an_edge_is_the_whole_win_and_no_part_of_it() {
        let geometry = Geometry::new(Size::new(3, 3).unwrap(), Player::Black);
        assert!(parts(&geometry, cells(&geometry, "21"), CellSet::EMPTY).is_none());
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
