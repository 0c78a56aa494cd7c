//! Positions that fall apart: what the winner has at one edge and at the other does without common cells.
//!
//! The leaves of the sigma-connection paper are of this kind (Mishima, Noshita and others, 2006): after forced moves a stone
//! is joined to the top by one lemma and to the bottom by another (proposition 5), or two stones are both joined to
//! one edge and one of them to the other (proposition 6); the stones may also be joined to each other by bridges, which
//! are set aside, and one of them to each edge. A promise about one edge together with its proof tree is what
//! the paper calls a sigma-connection or sigma-extension; here any such promise counts, not only those with a name.
//!
//! Each promise is decided by itself ([`super::joint`]), and what is proved about one position is known in the next. The
//! two carriers must have no common cell: one is made as small as possible, far cells given up first; if the rest is not
//! enough for the other, both are made small again, each giving up first what the other needs.
//!
//! Cost: a search inside the empty cells on one side of the stones for each group or pair of groups and each edge, and one
//! for each cell of a carrier to be made small, most of which are settled by what is known.

use std::rc::Rc;

use hissho_certificate::hex::{Formula, Geometry, Step};
use hissho_rules::hex::{Cell, CellSet, Player, Position};
use rustc_hash::FxHashMap;

use super::beside::{Link, bridges, way_to};
use super::derivation::{Entry, Ledger, statements_of};
use super::joint::{Joint, Setting, Which, layers};
use super::length::Sigma;
use super::links::Lattice;
use crate::limits::{Meter, Stop};

/// How often both carriers are made small again.
const ROUNDS: usize = 2;

/// The promises that allow an outright win, on either side.
const OR_WIN: [Which; 2] = [Which::OrWin(0), Which::OrWin(1)];

/// How a position falls apart.
#[derive(Clone, Debug)]
pub struct Parts {
    /// The stones of one or two groups.
    pub groups: CellSet,
    /// Bridges that join them.
    bridges: Rc<[Link]>,
    /// What is promised about each edge, unless a stone touches it; the steps are those of its search.
    promises: Promises,
}

type Promises = [Option<(Joint, Entry)>; 2];

impl Parts {
    /// The stones needed.
    pub fn stones(&self) -> CellSet {
        let ends = self.bridges.iter().fold(self.groups, |all, bridge| all.or(bridge.ends));
        self.promises.iter().flatten().fold(ends, |all, promise| all.or(promise.1.stones))
    }
    /// The empty cells needed.
    pub fn carrier(&self) -> CellSet {
        let between = cells_of(&self.bridges);
        self.promises.iter().flatten().fold(between, |all, promise| all.or(promise.1.carrier))
    }
}

fn cells_of(links: &[Link]) -> CellSet {
    links.iter().fold(CellSet::EMPTY, |all, link| all.or(link.carrier))
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
        Apart::on([geometry, opponent].map(Lattice::new), (meter, effort), sigma)
    }

    /// The same search on a board that is changed so for the winner and the loser.
    pub fn again_on(&self, lattices: [Lattice; 2]) -> Apart<'a> {
        Apart::on(lattices, (self.meter, self.effort), self.sigma)
    }

    fn on(lattices: [Lattice; 2], (meter, effort): (&'a Meter, u64), sigma: Sigma) -> Apart<'a> {
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
        for Way { groups, joints, bridges } in self.ways(own, other)? {
            let lost = other.or(cells_of(&bridges));
            if let Some(promises) = self.joined_to_both(joints, own, lost)? {
                let parts = Parts { groups, bridges, promises };
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
        let (mut ways, mut open) = (Vec::new(), Vec::new());
        // For each edge, the groups joined to it: the first stone is the one farthest from it.
        let mut joined: [Vec<(CellSet, [Cell; 2])>; 2] = [vec![], vec![]];
        // The groups that touch an edge, with it.
        let mut touching: Vec<(CellSet, usize, Option<Link>)> = Vec::new();
        let empty = self.geometry.size.all().minus(own).minus(other);
        let bridges = bridges(&self.lattices[0], own.0, empty.0);
        // The groups that touch none, with the stone farthest from each edge.
        let mut inside: Vec<(CellSet, [Cell; 2])> = Vec::new();
        for &group in &groups {
            let touches = [0, 1].map(|edge| self.touches(group, edge));
            for (edge, point) in self.geometry.edges().into_iter().enumerate() {
                let to_edge = |link: &&Link| link.ends.contains(point) && !link.ends.is_disjoint(group);
                if touches[edge] {
                    touching.push((group, edge, None));
                } else if let Some(link) = bridges.iter().find(to_edge) {
                    touching.push((group, edge, Some(link.clone())));
                }
            }
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
            inside.push((group, ends));
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
            for edge in (0..2).filter(|&edge| alone[1 - edge]) {
                open.extend(OR_WIN.map(|which| {
                    let joint =
                        |at: usize| if at == edge { Joint { which, ..joints[at] } } else { joints[at] };
                    Way::new(group, [0, 1].map(|at| Some(joint(at))))
                }));
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
        for (at_edge, edge, link) in &touching {
            let [edge, far] = [*edge, 1 - *edge];
            let Some(&Joint { stones: [inner, _], .. }) = self.downwards(*at_edge, far).first() else {
                continue;
            };
            for &(group, ends) in inside.iter().filter(|one| one.0 != *at_edge) {
                for which in [Which::Any, OR_WIN[0], OR_WIN[1]] {
                    for stones in [[ends[far], inner], [inner, ends[far]]] {
                        let one = Joint { which, ..Joint::one(edge, ends[edge]) };
                        let any = Joint { edge: far, stones, which: Which::Any };
                        let joints = [0, 1].map(|at| Some(if at == edge { one } else { any }));
                        let bridges = link.iter().cloned().collect();
                        open.push(Way { groups: group.or(*at_edge), joints, bridges });
                    }
                }
            }
        }
        open.extend(self.bridged(&groups, bridges, own));
        // The promises that allow an outright win are looked for last.
        open.sort_by_key(|way| way.joints.iter().flatten().any(Joint::allows_win));
        ways.extend(open);
        Ok(ways)
    }

    /// The ways in which two groups joined by bridges may each be joined to an edge, or either of them to both.
    fn bridged(&self, groups: &[CellSet], mut links: Vec<Link>, own: CellSet) -> Vec<Way> {
        links.retain(|link| link.ends.is_subset(own));
        // Each is there twice, with either cell for its stone.
        links.dedup_by_key(|link| link.carrier);
        let mut ways = Vec::new();
        for (place, &one) in groups.iter().enumerate() {
            for (two, bridges) in self.chains(one, groups, &links) {
                if !groups[place + 1..].contains(&two) {
                    continue;
                }
                let joined = |group: &&CellSet| bridges.iter().any(|link| !link.ends.is_disjoint(**group));
                let all = groups.iter().filter(joined).fold(CellSet::EMPTY, |all, group| all.or(*group));
                let bridges: Rc<[Link]> = bridges.into();
                let pair = [one, two];
                let about = |edge: usize| -> Vec<Option<Joint>> {
                    if pair.iter().any(|&group| self.touches(group, edge)) {
                        return vec![None];
                    }
                    let stones = pair.map(|group| self.farthest(group, edge));
                    let alone = stones.map(|stone| Some(Joint::one(edge, stone)));
                    let any = |stones: [Cell; 2]| Some(Joint { edge, stones, which: Which::Any });
                    let mut about = [&alone[..], &[any(stones), any([stones[1], stones[0]])]].concat();
                    for which in OR_WIN {
                        about.extend(stones.map(|stone| Some(Joint { which, ..Joint::one(edge, stone) })));
                    }
                    about
                };
                let [first, second] = [about(0), about(1)];
                for &top in &first {
                    for &bottom in &second {
                        let joints = [top, bottom];
                        let open = joints.iter().flatten().filter(|joint| joint.allows_win()).count();
                        if joints.iter().any(Option::is_some) && open < 2 {
                            ways.push(Way { groups: all, joints, bridges: bridges.clone() });
                        }
                    }
                }
            }
        }
        ways
    }

    /// The groups that bridges without common cells join to one of them, with as few as can be.
    fn chains(&self, from: CellSet, groups: &[CellSet], links: &[Link]) -> Vec<(CellSet, Vec<Link>)> {
        let mut chains: Vec<(CellSet, Vec<Link>)> = vec![(from, Vec::new())];
        let mut at = 0;
        while let Some((group, chain)) = chains.get(at).cloned() {
            for link in links.iter().filter(|link| !link.ends.is_disjoint(group)) {
                let far = link.ends.minus(group);
                let next = groups.iter().find(|next| !far.is_empty() && far.is_subset(**next));
                if let Some(&next) = next
                    && chains.iter().all(|known| known.0 != next)
                    && link.carrier.is_disjoint(cells_of(&chain))
                {
                    chains.push((next, [&chain[..], std::slice::from_ref(link)].concat()));
                }
            }
            at += 1;
        }
        chains
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
        // What allows an outright win is asked last: it takes longest.
        let mut asked = joints;
        asked.sort_by_key(Joint::allows_win);
        for joint in asked {
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

    /// What joins one group or two to an edge in few cells, some of them among `wanted`.
    pub fn links(&mut self, own: CellSet, other: CellSet, wanted: CellSet) -> Result<Vec<Link>, Stop> {
        self.allowed = self.effort;
        let groups = self.groups(own);
        let mut links = Vec::new();
        for edge in 0..2 {
            let mut joints: Vec<Joint> = Vec::new();
            for &group in &groups {
                let joint = Joint::one(edge, self.farthest(group, edge));
                if !self.touches(group, edge) && self.joined(joint, own, other)?.is_some() {
                    joints.push(joint);
                }
            }
            for place in 1..joints.len() {
                for before in 0..place {
                    let [one, two] = [before, place].map(|at| joints[at].stones[0]);
                    let both =
                        [[one, two], [two, one]].map(|stones| Joint { edge, stones, which: Which::All });
                    joints.extend(both);
                }
            }
            for joint in joints {
                let Some(entry) = self.smallest(joint, own, other, CellSet::EMPTY)? else { continue };
                let point = self.geometry.edges()[edge];
                let area = entry.carrier.or(own);
                let way = |stone: Cell| way_to(&self.geometry, point, CellSet::of(stone), area);
                if let [Some(one), Some(two)] = joint.stones.map(way)
                    && !entry.carrier.is_disjoint(wanted)
                {
                    let mut ledger = Ledger::default();
                    let step = self.derive_promise(joint, entry, &mut ledger);
                    let ends = joint.stones.into_iter().fold(CellSet::of(point), CellSet::with);
                    let stones = one.or(two).minus(own);
                    links.push(Link { ends, stones, carrier: entry.carrier, steps: ledger.extract(step) });
                }
            }
        }
        Ok(links)
    }

    /// Writes down why the position is won.
    pub fn derive(&mut self, parts: &Parts, ledger: &mut Ledger) -> Entry {
        let promises = parts.promises.into_iter().flatten();
        let mut promised: Vec<usize> =
            promises.map(|(joint, entry)| self.derive_promise(joint, entry, ledger)).collect();
        promised.extend(parts.bridges.iter().filter_map(|link| ledger.add_all(&link.steps).last().copied()));
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
    /// Bridges that join the groups, no cells of which are to be had.
    bridges: Rc<[Link]>,
}

impl Way {
    fn new(groups: CellSet, joints: [Option<Joint>; 2]) -> Way {
        Way { groups, joints, bridges: Rc::new([]) }
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
        // The upper stone may be joined to the top and the lower one to the bottom, the bridge set aside.
        let meter = Limits::default().start();
        let mut apart = Apart::new(geometry.clone(), (&meter, 1_000), Sigma::up_to(None, geometry.size));
        let empty = geometry.size.all().minus(own).minus(other);
        let links = bridges(&apart.lattices[0], own.0, empty.0);
        let ways = apart.bridged(&apart.groups(own), links, own);
        let stones = ["53", "45"].map(|name| geometry.point(name).unwrap());
        let wanted = [0, 1].map(|edge| Some(Joint::one(edge, stones[edge])));
        let way = ways.iter().find(|way| way.joints == wanted).unwrap();
        assert_eq!((way.groups, cells_of(&way.bridges)), (own, cells(&geometry, "44 54")));
        let lost = other.or(cells_of(&way.bridges));
        let promises = apart.joined_to_both(way.joints, own, lost).unwrap().unwrap();
        let found = Parts { groups: way.groups, bridges: way.bridges.clone(), promises };
        assert_eq!(found.carrier(), needed);
        let mut ledger = Ledger::default();
        apart.derive(&found, &mut ledger);
        let statement = statements_of(&geometry, ledger.steps()).unwrap().pop().unwrap();
        assert_eq!(statement.promise, Promise::Formula(Formula::win(&geometry)));
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
