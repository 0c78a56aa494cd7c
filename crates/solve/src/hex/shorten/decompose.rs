//! Positions that decompose: what the winner has at one edge and at the other does without common
//! cells.
//!
//! The leaves of the sigma-connection paper are of this kind (Mishima, Noshita and others, 2006):
//! after forced moves a stone is joined to the top by one lemma and to the bottom by another
//! (proposition 5), or two stones are both joined to one edge and one of them to the other
//! (proposition 6). A promise about one edge together with its proof tree is what the paper calls a
//! sigma-connection or sigma-extension; here any such promise counts, not only those with a name.
//!
//! Each promise is decided by itself ([`super::promise`]), and what is proved about one position is
//! known in the next. The two carriers must have no common cell: one is made as small as possible,
//! far cells given up first; if the rest is not enough for the other, both are made small again,
//! each giving up first what the other needs.
//!
//! Cost: a search inside the empty cells on one side of the stones for each group or pair of groups
//! and each edge, and one for each cell of a carrier to be made small, most of which are settled by
//! what is known.

use hissho_certificate::hex::{Formula, Geometry, Step};
use hissho_rules::hex::{Cell, CellSet};
use rustc_hash::FxHashMap;

use super::super::board::{Group, HexBoard, Stones};
use super::super::ledger::{Entry, Ledger, statements_of};
use super::super::lemma_search::edge::{EdgePromise, EdgeSearch, Which, layers};
use super::super::printed::size::Sigma;
use crate::limits::{Meter, Stop};

/// How often both carriers are made small again.
const ROUNDS: usize = 2;

/// How a position decomposes.
#[derive(Clone, Debug)]
pub(super) struct Decomposition {
    /// The stones of one or two groups.
    pub(super) groups: CellSet,
    /// What is promised about each edge, unless a stone touches it; the steps are those of its
    /// search.
    promises: Promises,
}

/// Groups, and what may be promised about each edge; nothing about an edge that a stone touches.
type Way = (CellSet, [Option<EdgePromise>; 2]);

type Promises = [Option<(EdgePromise, Entry)>; 2];

impl Decomposition {
    /// The stones needed.
    pub(super) fn stones(&self) -> CellSet {
        self.promises.iter().flatten().fold(self.groups, |all, promise| all.or(promise.1.stones))
    }
    /// The empty cells needed.
    pub(super) fn carrier(&self) -> CellSet {
        self.promises.iter().flatten().fold(CellSet::EMPTY, |all, promise| all.or(promise.1.carrier))
    }
}

/// The positions of one winner asked about so far.
pub(super) struct Decomposer<'a> {
    geometry: Geometry,
    /// The board as the winner and as the loser have it.
    boards: [HexBoard; 2],
    meter: &'a Meter,
    /// Positions that one question may take, at most and now.
    effort: u64,
    allowed: u64,
    /// How large a promise may be.
    pub(super) sigma: Sigma,
    searches: FxHashMap<EdgePromise, Option<EdgeSearch<'a>>>,
    known: Vec<Decomposition>,
    /// Where no way was found.
    failed: Vec<KnownFailure>,
    /// The same for a promise.
    not_joined: FxHashMap<EdgePromise, Vec<KnownFailure>>,
}

/// With these stones of winner and loser the answer was no, or was not found with so many
/// positions.
struct KnownFailure {
    own: CellSet,
    other: CellSet,
    effort: u64,
}

/// Is the answer no with fewer stones of the winner or more of the loser?
fn is_no(known: &[KnownFailure], own: CellSet, other: CellSet, effort: u64) -> bool {
    known.iter().any(|no| effort <= no.effort && own.is_subset(no.own) && no.other.is_subset(other))
}

impl<'a> Decomposer<'a> {
    /// For wins of the owner of the geometry; one question may take `effort` positions of the
    /// solver's `meter`.
    pub(super) fn new(geometry: Geometry, (meter, effort): (&'a Meter, u64), sigma: Sigma) -> Decomposer<'a> {
        let boards = HexBoard::of_both(geometry.size, geometry.owner);
        let (searches, not_joined) = (FxHashMap::default(), FxHashMap::default());
        Decomposer {
            geometry,
            boards,
            meter,
            effort,
            allowed: effort,
            sigma,
            searches,
            known: Vec::new(),
            failed: Vec::new(),
            not_joined,
        }
    }

    /// The positions that one question may take.
    pub(super) fn effort(&self) -> u64 {
        self.effort
    }

    /// How the position decomposes, the loser to move, if it is found to with so many positions a
    /// question.
    pub(super) fn parts(&mut self, stones: Stones, effort: u64) -> Result<Option<Decomposition>, Stop> {
        self.allowed = effort;
        let [own, other] = stones.0;
        let holds =
            |parts: &&Decomposition| parts.stones().is_subset(own) && parts.carrier().and(other).is_empty();
        if let Some(parts) = self.known.iter().find(holds) {
            return Ok(Some(parts.clone()));
        }
        if is_no(&self.failed, own, other, effort) {
            return Ok(None);
        }
        for (groups, about) in self.ways(own, other)? {
            if let Some(promises) = self.joined_to_both(about, own, other)? {
                let parts = Decomposition { groups, promises };
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
        self.failed.push(KnownFailure { own, other, effort });
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
                for promise in self.downwards(group, edge) {
                    if self.joined(promise, own, other)?.is_some() {
                        ways.push((group, [0, 1].map(|at| (at == edge).then_some(promise))));
                    }
                }
                continue;
            }
            let ends = [0, 1].map(|edge| self.farthest(group, edge));
            let about = [0, 1].map(|edge| EdgePromise::one(edge, ends[edge]));
            let mut alone = [false; 2];
            for (edge, promise) in about.into_iter().enumerate() {
                alone[edge] = self.joined(promise, own, other)?.is_some();
                if alone[edge] {
                    joined[edge].push((group, ends));
                }
            }
            if alone == [true; 2] {
                ways.push((group, about.map(Some)));
            }
        }
        for (edge, joined) in joined.iter().enumerate() {
            for (place, &(one, one_ends)) in joined.iter().enumerate() {
                for &(two, two_ends) in &joined[place + 1..] {
                    for turned in 0..4 {
                        let promise = |edge: usize, which: Which, turned: bool| {
                            let mut stones = [one_ends[edge], two_ends[edge]];
                            if turned {
                                stones.reverse();
                            }
                            EdgePromise { edge, stones, which }
                        };
                        let all = promise(edge, Which::All, turned & 1 == 1);
                        let any = promise(1 - edge, Which::Any, turned & 2 == 2);
                        let about = if edge == 0 { [all, any] } else { [any, all] };
                        ways.push((one.or(two), about.map(Some)));
                    }
                }
            }
        }
        Ok(ways)
    }

    /// What keeps each promise, without a common cell.
    fn joined_to_both(
        &mut self,
        about: [Option<EdgePromise>; 2],
        own: CellSet,
        other: CellSet,
    ) -> Result<Option<Promises>, Stop> {
        let about = match about {
            [Some(top), Some(bottom)] => [top, bottom],
            [Some(one), None] | [None, Some(one)] => {
                let entry = self.smallest(one, own, other, CellSet::EMPTY)?;
                return Ok(entry.map(|entry| about.map(|promise| promise.map(|promise| (promise, entry)))));
            }
            [None, None] => return Ok(None),
        };
        for promise in about {
            if self.joined(promise, own, other)?.is_none() {
                return Ok(None);
            }
        }
        for first in [0, 1] {
            let second = 1 - first;
            let mut wanted = CellSet::EMPTY;
            for _ in 0..ROUNDS {
                let Some(one) = self.smallest(about[first], own, other, wanted)? else { break };
                let lost = other.or(one.carrier);
                if let Some(two) = self.smallest(about[second], own, lost, CellSet::EMPTY)? {
                    let entries = if first == 0 { [one, two] } else { [two, one] };
                    return Ok(Some([0, 1].map(|edge| Some((about[edge], entries[edge])))));
                }
                let Some(two) = self.smallest(about[second], own, other, one.carrier)? else {
                    break;
                };
                wanted = two.carrier;
            }
        }
        Ok(None)
    }

    /// What keeps the promise in as few cells as possible, if it is not too large then: those
    /// `wanted` elsewhere are given up first, then far ones.
    fn smallest(
        &mut self,
        promise: EdgePromise,
        own: CellSet,
        lost: CellSet,
        wanted: CellSet,
    ) -> Result<Option<Entry>, Stop> {
        let Some(mut entry) = self.joined(promise, own, lost)? else { return Ok(None) };
        let mut order: Vec<Cell> = layers(&self.geometry, promise.edge).concat();
        order.reverse();
        order.sort_by_key(|cell| !wanted.contains(*cell));
        let free = self.geometry.size.all().minus(own).minus(lost);
        for cell in order {
            if entry.carrier.contains(cell) {
                let gone = lost.or(free.minus(entry.carrier)).with(cell);
                entry = self.joined(promise, own, gone)?.unwrap_or(entry);
            }
        }
        Ok(Some(entry).filter(|entry| entry.carrier.len() <= self.sigma.largest))
    }

    /// What keeps the promise where the cells of `lost` are not to be had; `None` if nothing does
    /// or the question takes too long.
    fn joined(&mut self, promise: EdgePromise, own: CellSet, lost: CellSet) -> Result<Option<Entry>, Stop> {
        let Decomposer { geometry, boards, meter, .. } = self;
        let edge_search = self.searches.entry(promise).or_insert_with(|| promise.edge_search(boards, meter));
        let Some(EdgeSearch { reach, search }) = edge_search else { return Ok(None) };
        let (own, lost) = (own.and(*reach), lost.and(*reach).minus(own));
        let not_joined = self.not_joined.entry(promise).or_default();
        // A stone on the other's leg does not belong to either side of it.
        if promise.stones.iter().any(|stone| !own.contains(*stone))
            || is_no(not_joined, own, lost, self.allowed)
        {
            return Ok(None);
        }
        let other = geometry.size.all().minus(*reach).or(lost);
        let owner = geometry.owner;
        let position = Stones([own, other]).position(geometry.size, owner, owner.other());
        meter.refill(self.allowed);
        match search.winner(&position) {
            Ok(winner) if winner == owner => {}
            Err(stop) if stop != Stop::Nodes => return Err(stop),
            no => {
                let effort = if no.is_ok() { u64::MAX } else { self.allowed };
                not_joined.push(KnownFailure { own, other: lost, effort });
                return Ok(None);
            }
        }
        let mut best: Option<Entry> = None;
        search.proved(owner).1.find(own, other, 0, |fact| {
            if best.is_none_or(|best| fact.entry.carrier.len() < best.carrier.len()) {
                best = Some(fact.entry);
            }
            false
        });
        Ok(best.map(|Entry { stones, carrier, step }| {
            let stones = stones.or(carrier.and(own)).or(promise.stones.into_iter().collect());
            Entry { stones, carrier: carrier.minus(own), step }
        }))
    }

    /// The groups of these stones.
    fn groups(&self, own: CellSet) -> Vec<CellSet> {
        let own = own.and(self.geometry.size.all());
        Group::all(&self.boards[0].near, own).map(|group| group.stones).collect()
    }

    /// Does a stone of the group touch the edge?
    fn touches(&self, group: CellSet, edge: usize) -> bool {
        !self.geometry.near(self.geometry.edges()[edge]).is_disjoint(group)
    }

    /// What may be promised about an edge of a group that touches the other: of the stone nearest
    /// to it, and of the farthest that leaves cells on both sides.
    fn downwards(&self, group: CellSet, edge: usize) -> Vec<EdgePromise> {
        let mut layers = layers(&self.geometry, edge);
        // A leg must lead from the stone to the other edge.
        layers.pop();
        let cells = layers.concat();
        let mut stones: Vec<Cell> = cells.into_iter().filter(|cell| group.contains(*cell)).collect();
        if let (Some(&first), Some(&last)) = (stones.first(), stones.last()) {
            stones = vec![last, first];
        }
        stones.dedup();
        stones.into_iter().map(|stone| EdgePromise::one(edge, stone)).collect()
    }

    /// The stone of the group that is farthest from the edge.
    fn farthest(&self, group: CellSet, edge: usize) -> Cell {
        let layers = layers(&self.geometry, edge);
        layers.concat().into_iter().rfind(|cell| group.contains(*cell)).expect("a group has a stone")
    }

    /// Writes down why the position is won.
    pub(super) fn derive(&mut self, parts: &Decomposition, ledger: &mut Ledger) -> Entry {
        let promises = parts.promises.into_iter().flatten();
        let promised = promises.map(|(promise, entry)| self.derive_promise(promise, entry, ledger)).collect();
        let formula = Formula::win(&self.geometry);
        let edges: CellSet = self.geometry.edges().into_iter().collect();
        let step = ledger.add(Step::And { parts: promised, stones: parts.groups.or(edges), formula });
        Entry { stones: parts.stones(), carrier: parts.carrier(), step }
    }

    fn derive_promise(&mut self, promise: EdgePromise, entry: Entry, ledger: &mut Ledger) -> usize {
        let edge_search = self.searches.get_mut(&promise).and_then(Option::as_mut);
        let EdgeSearch { search, .. } = edge_search.expect("it was decided there");
        let step = search.proved(self.geometry.owner).0.copy(entry.step, ledger);
        let formula = promise.formula(&self.geometry);
        ledger.add(Step::And { parts: vec![step], stones: entry.stones, formula })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use hissho_rules::hex::{Player, Size};

    fn decomposes(side: usize, own: &str, other: &str, efforts: &[u64]) -> Vec<bool> {
        let geometry = Geometry::new(Size::new(side, side).unwrap(), Player::Black);
        let cells =
            |names: &str| names.split_whitespace().map(|name| geometry.point(name).unwrap()).collect();
        let stones = Stones([cells(own), cells(other)]);
        let meter = Limits::default().start();
        let sigma = Sigma::up_to(None, geometry.size);
        let mut decomposer = Decomposer::new(geometry, (&meter, 1_000), sigma);
        efforts.iter().map(|&effort| decomposer.parts(stones, effort).unwrap().is_some()).collect()
    }

    #[test]
    fn what_took_too_long_is_asked_again_with_more() {
        assert_eq!(decomposes(8, "63 45", "55", &[5, 5, 1_000]), [false, false, true]);
    }

    #[test]
    fn a_stone_at_an_edge_is_the_whole_win_and_no_part_of_it() {
        assert_eq!(decomposes(3, "21", "", &[1_000]), [false]);
    }
}
