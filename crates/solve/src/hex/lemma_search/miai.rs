//! Positions decided by miai: of two empty cells that do the same for a player one is enough,
//! whoever moves.
//!
//! The owner of a formula has its promise kept when groups with two common empty neighbours count
//! as joined, no cell being used twice (bridges side by side: Anshelevich's and-rule with the
//! smallest connections only). The opponent blocks the formula when it is false with all cells of
//! such pairs gone, and, because a cell that is not taken may still be of use to the owner, false
//! with either cell of each pair gone. This ends a search several moves earlier than touching
//! stones do, and shows which moves of a player threaten to end it.
//!
//! Which pairs are taken is decided greedily, so a decided position can be overlooked; none is
//! invented.
//!
//! Cost: a few hundred operations per position and per move tried.

use hissho_certificate::hex::{Formula, Geometry, Step};
use hissho_rules::hex::{Cell, CellSet};

use super::super::board::Group;
use super::super::ledger::{Entry, Ledger};

/// The most pairs a decided position may rest on: the opponent's are multiplied out in the
/// certificate.
const MOST_PAIRS: usize = 4;

/// Stones and pairs of cells that decide a position for one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecidedByMiai {
    stones: CellSet,
    pairs: [[Cell; 2]; MOST_PAIRS],
    count: usize,
}

impl DecidedByMiai {
    fn pairs(&self) -> &[[Cell; 2]] {
        &self.pairs[..self.count]
    }
    fn cells(&self) -> CellSet {
        self.pairs().iter().flatten().copied().collect()
    }
    /// Without the pair at `place`.
    fn without_pair(mut self, place: usize) -> DecidedByMiai {
        self.count -= 1;
        self.pairs.swap(place, self.count);
        self
    }
    /// The stones and the empty cells needed; the step is for the caller to fill in.
    pub fn entry(&self) -> Entry {
        Entry { stones: self.stones, carrier: self.cells(), step: usize::MAX }
    }
}

/// GrowingGroups of one player, to which stones can be added.
#[derive(Clone, Debug, Default)]
struct GrowingGroups(Vec<Group>);

impl GrowingGroups {
    fn of(near: &[CellSet], stones: CellSet) -> GrowingGroups {
        let mut groups = GrowingGroups::default();
        stones.cells().for_each(|stone| groups.add(near, stone));
        groups
    }
    fn add(&mut self, near: &[CellSet], stone: Cell) {
        let mut all = Group { stones: CellSet::of(stone), near: near[usize::from(stone.0)] };
        self.0.retain(|group| {
            let touches = group.near.contains(stone);
            if touches {
                all = Group { stones: all.stones.or(group.stones), near: all.near.or(group.near) };
            }
            !touches
        });
        self.0.push(all);
    }
    fn copy_from(&mut self, other: &GrowingGroups) {
        self.0.clear();
        self.0.extend_from_slice(&other.0);
    }
    /// Joins groups with two common cells in `free`, each cell used once; the pairs, and for each
    /// group the number of the class it came to.
    fn join(&self, mut free: CellSet, class: &mut Vec<u8>) -> ([[Cell; 2]; MOST_PAIRS], usize) {
        class.clear();
        class.extend(0..self.0.len() as u8);
        let (mut pairs, mut count) = ([[Cell(0); 2]; MOST_PAIRS], 0);
        for one in 1..self.0.len() {
            for two in 0..one {
                let mut common = self.0[one].near.and(self.0[two].near).and(free).cells();
                let (Some(first), Some(second)) = (common.next(), common.next()) else { continue };
                if class[one] == class[two] {
                    continue;
                }
                if count == MOST_PAIRS {
                    return (pairs, count);
                }
                pairs[count] = [first, second];
                count += 1;
                free = free.without(first).without(second);
                let (from, to) = (class[one], class[two]);
                class.iter_mut().filter(|class| **class == from).for_each(|class| *class = to);
            }
        }
        (pairs, count)
    }
    /// Is the formula true when groups of one class count as joined?
    fn hold(&self, formula: &Formula, class: &[u8]) -> bool {
        let class_of = |point: Cell| {
            let group = self.0.iter().position(|group| group.stones.contains(point));
            group.map(|group| class[group])
        };
        holds(formula, &|a, b| class_of(a).is_some() && class_of(a) == class_of(b))
    }
}

/// One question, ready for many positions.
#[derive(Debug)]
pub struct Miai<'a> {
    formula: &'a Formula,
    near: Vec<CellSet>,
    /// All cells that are not the opponent's from the start, edges included.
    region: CellSet,
    /// The cells outside, which are the opponent's.
    outside: CellSet,
    /// The opponent's bridges, and for each cell those it is an end of.
    bridges: Vec<OpponentBridge>,
    bridges_at: Vec<Vec<OpponentBridge>>,
    groups: GrowingGroups,
    scratch: GrowingGroups,
    class: Vec<u8>,
    standing: Vec<OpponentBridge>,
    chosen: Vec<OpponentBridge>,
}

/// Two cells that touch, and the two points that touch both.
#[derive(Clone, Copy, Debug)]
struct OpponentBridge {
    cells: CellSet,
    ends: CellSet,
}

/// Bridges between `stones` through cells of `free`, none through a cell of another; their cells.
fn choose<'b>(
    among: impl Iterator<Item = &'b OpponentBridge>,
    stones: CellSet,
    free: CellSet,
    chosen: &mut Vec<OpponentBridge>,
) -> CellSet {
    let mut used = CellSet::EMPTY;
    for bridge in among {
        if bridge.ends.is_subset(stones) && bridge.cells.is_subset(free) && bridge.cells.is_disjoint(used) {
            used = used.or(bridge.cells);
            chosen.push(*bridge);
        }
    }
    used
}

impl<'a> Miai<'a> {
    /// For positions in which these are the owner's stones and, to begin with, the empty cells.
    pub fn new(geometry: &Geometry, formula: &'a Formula, stones: CellSet, carrier: CellSet) -> Miai<'a> {
        let near = geometry.all().cells().map(|point| geometry.near(point)).collect();
        let opponent = Geometry::new(geometry.size, geometry.owner.other());
        let edges: CellSet = opponent.edges().into_iter().collect();
        let region = stones.or(carrier);
        let mut bridges = Vec::new();
        for one in carrier.cells() {
            for two in opponent.near(one).and(carrier).cells().filter(|two| *two > one) {
                let ends = opponent.near(one).and(opponent.near(two));
                if ends.len() == 2 {
                    let cells = CellSet::of(one).with(two);
                    bridges.push(OpponentBridge { cells, ends: ends.minus(edges) });
                }
            }
        }
        let at = |cell: Cell| bridges.iter().filter(move |bridge| bridge.ends.contains(cell)).copied();
        Miai {
            formula,
            near,
            region,
            outside: geometry.size.all().minus(region),
            bridges_at: geometry.size.all().cells().map(|cell| at(cell).collect()).collect(),
            bridges,
            groups: GrowingGroups::default(),
            scratch: GrowingGroups::default(),
            class: Vec::new(),
            standing: Vec::new(),
            chosen: Vec::new(),
        }
    }

    /// Is the position won for the owner as it stands, and by which moves of the owner?
    pub fn of_owner(
        &mut self,
        own: CellSet,
        free: CellSet,
        threats: &mut Vec<(Cell, DecidedByMiai)>,
    ) -> Option<DecidedByMiai> {
        let mut groups = std::mem::take(&mut self.groups);
        groups.copy_from(&GrowingGroups::of(&self.near, own));
        let mut found = self.owner_wins(&groups, own, free);
        if found.is_none() {
            let mut more = std::mem::take(&mut self.scratch);
            for cell in free.cells() {
                // A move helps only if it has to do with two groups.
                let around = self.near[usize::from(cell.0)].and(free);
                let meets = |group: &&Group| group.near.contains(cell) || group.near.and(around).len() > 1;
                if groups.0.iter().filter(meets).nth(1).is_none() {
                    continue;
                }
                more.copy_from(&groups);
                more.add(&self.near, cell);
                let threat = self.owner_wins(&more, own.with(cell), free.without(cell));
                if let Some(threat) = threat {
                    if !threat.stones.contains(cell) {
                        found = Some(threat);
                        break;
                    }
                    threats.push((cell, threat));
                }
            }
            self.scratch = more;
        }
        self.groups = groups;
        found
    }

    fn owner_wins(&mut self, groups: &GrowingGroups, own: CellSet, free: CellSet) -> Option<DecidedByMiai> {
        let (pairs, count) = groups.join(free, &mut self.class);
        if !groups.hold(self.formula, &self.class) {
            return None;
        }
        let mut decided = DecidedByMiai { stones: own, pairs, count };
        for place in (0..count).rev() {
            let fewer = decided.without_pair(place);
            if self.keeps(&fewer) {
                decided = fewer;
            }
        }
        for stone in own.minus(self.formula.points()).cells() {
            let fewer = DecidedByMiai { stones: decided.stones.without(stone), ..decided };
            if self.keeps(&fewer) {
                decided = fewer;
            }
        }
        Some(decided)
    }

    /// Does the formula hold with these stones when each pair joins the groups that touch both its
    /// cells?
    fn keeps(&self, decided: &DecidedByMiai) -> bool {
        let groups = GrowingGroups::of(&self.near, decided.stones);
        let mut class: [u8; 128] = std::array::from_fn(|group| group as u8);
        let class = &mut class[..groups.0.len()];
        for &[a, b] in decided.pairs() {
            let mut to = None;
            for (group, &Group { stones, .. }) in groups.0.iter().enumerate() {
                if self.touches(stones, a) && self.touches(stones, b) {
                    let from = class[group];
                    let to = *to.get_or_insert(from);
                    class.iter_mut().filter(|class| **class == from).for_each(|class| *class = to);
                }
            }
        }
        groups.hold(self.formula, class)
    }

    fn touches(&self, stones: CellSet, cell: Cell) -> bool {
        !self.near[usize::from(cell.0)].is_disjoint(stones)
    }

    /// Is the formula barred for good as the position stands, and by which moves of the opponent?
    pub fn of_opponent(
        &mut self,
        own: CellSet,
        other: CellSet,
        free: CellSet,
        threats: &mut Vec<(Cell, DecidedByMiai)>,
    ) -> Option<DecidedByMiai> {
        let (open, stones) = (own.or(free), self.outside.or(other));
        let mut standing = std::mem::take(&mut self.standing);
        standing.clear();
        let all = choose(self.bridges.iter(), stones, free, &mut standing);
        let witness = self.line(open.minus(all));
        let found = match witness {
            Some(_) => None,
            None if self.reachable(open) => self.opponent_blocks(open, other, &mut standing),
            None => self.opponent_blocks(open, other, &mut Vec::new()),
        };
        if found.is_none() {
            let witness = witness.unwrap_or(CellSet::EMPTY);
            let mut chosen = std::mem::take(&mut self.chosen);
            for cell in free.cells() {
                chosen.clear();
                let new = &self.bridges_at[usize::from(cell.0)];
                let (stones, mut left) = (stones.with(cell), free.without(cell));
                let taken = choose(new.iter(), stones, left, &mut chosen);
                if taken.with(cell).is_disjoint(witness) {
                    continue;
                }
                left = left.minus(taken);
                left = left.minus(choose(standing.iter(), stones, left, &mut chosen));
                let open = open.without(cell);
                if self.reachable(open.minus(free.minus(left))) {
                    continue;
                }
                if let Some(threat) = self.opponent_blocks(open, other.with(cell), &mut chosen) {
                    threats.push((cell, threat));
                }
            }
            self.chosen = chosen;
        }
        self.standing = standing;
        found
    }

    /// The formula is false without the cells of the bridges: with few of them and few stones,
    /// whichever cells of these bridges the owner gets.
    fn opponent_blocks(
        &self,
        open: CellSet,
        other: CellSet,
        bridges: &mut Vec<OpponentBridge>,
    ) -> Option<DecidedByMiai> {
        for place in (0..bridges.len()).rev() {
            let rest = bridges.iter().enumerate().filter(|(other, _)| *other != place);
            let taken = rest.fold(CellSet::EMPTY, |all, (_, bridge)| all.or(bridge.cells));
            if !self.reachable(open.minus(taken)) {
                bridges.remove(place);
            }
        }
        if bridges.len() > MOST_PAIRS {
            return None;
        }
        let pairs = [[Cell(0); 2]; MOST_PAIRS];
        let mut decided = DecidedByMiai { stones: other, pairs, count: bridges.len() };
        for (pair, bridge) in decided.pairs.iter_mut().zip(bridges) {
            pair.iter_mut().zip(bridge.cells.cells()).for_each(|(place, cell)| *place = cell);
        }
        // With fewer stones the owner has all of the region that is left.
        let mut fewer = decided;
        for stone in other.cells() {
            let stones = fewer.stones.without(stone);
            if !self.reachable(self.region.minus(stones).minus(fewer.cells())) {
                fewer.stones = stones;
            }
        }
        [fewer, decided].into_iter().find(|decided| self.blocks(decided.stones, decided.pairs()))
    }

    /// Is the formula false whichever cell of each pair the opponent gets?
    fn blocks(&self, stones: CellSet, pairs: &[[Cell; 2]]) -> bool {
        match pairs {
            [] => !self.reachable(self.region.minus(stones)),
            [pair, rest @ ..] => pair.iter().all(|cell| self.blocks(stones.with(*cell), rest)),
        }
    }

    /// Would the formula hold with the owner on all of `open`?
    fn reachable(&self, open: CellSet) -> bool {
        let joined = |a: Cell, b: Cell| Group::around(&self.near, CellSet::of(a), open).stones.contains(b);
        holds(self.formula, &|a, b| a != b && joined(a, b))
    }

    /// Cells of `open` that suffice for the formula, if all of it does.
    fn line(&self, open: CellSet) -> Option<CellSet> {
        line(self.formula, &|a, b| self.shortest(open, a, b))
    }

    /// A shortest line of cells of `open` from one point to another, both included.
    fn shortest(&self, open: CellSet, from: Cell, to: Cell) -> Option<CellSet> {
        let near = |cell: Cell| self.near[usize::from(cell.0)];
        let mut layers = vec![CellSet::of(from)];
        let (mut last, mut seen) = (layers[0], layers[0]);
        while !last.contains(to) {
            let around = last.cells().fold(CellSet::EMPTY, |all, cell| all.or(near(cell)));
            last = around.and(open).minus(seen);
            if last.is_empty() {
                return None;
            }
            seen = seen.or(last);
            layers.push(last);
        }
        let (mut line, mut at) = (CellSet::of(to), to);
        for layer in layers.iter().rev().skip(1) {
            at = layer.and(near(at)).cells().next()?;
            line = line.with(at);
        }
        Some(line)
    }

    /// Writes down why the owner has won.
    pub fn derive_owner(&self, decided: &DecidedByMiai, ledger: &mut Ledger) -> usize {
        let formula = self.formula.clone();
        let stones = decided.stones;
        if decided.count == 0 {
            return ledger.add(Step::Link { stones, formula });
        }
        let groups = GrowingGroups::of(&self.near, decided.stones);
        let mut parts = Vec::new();
        for &[a, b] in decided.pairs() {
            let all = groups.0.iter().map(|group| group.stones);
            let around: Vec<CellSet> =
                all.filter(|&group| self.touches(group, a) && self.touches(group, b)).collect();
            let stones = around.iter().fold(CellSet::EMPTY, |all, group| all.or(*group));
            let one = |group: &CellSet| group.cells().next().expect("a group has a stone");
            let joins: Vec<Formula> =
                around.windows(2).map(|two| Formula::Joined(one(&two[0]), one(&two[1]))).collect();
            let formula = match <[Formula; 1]>::try_from(joins) {
                Ok([join]) => join,
                Err(joins) => Formula::And(joins),
            };
            let mut link = |cell: Cell| {
                let step = Step::Link { stones: stones.with(cell), formula: formula.clone() };
                (Some(cell), ledger.add(step))
            };
            let replies = vec![link(a), link(b)];
            parts.push(ledger.add(Step::Or { parts: replies, stones: CellSet::EMPTY, formula: None }));
        }
        ledger.add(Step::And { parts, stones, formula })
    }

    /// Writes down why the formula is barred.
    pub fn derive_opponent(&self, decided: &DecidedByMiai, ledger: &mut Ledger) -> usize {
        multiply_out(decided.stones, decided.pairs().to_vec(), ledger)
    }
}

/// The opponent's steps: every cell of every pair is an answer, after which the other pairs are
/// left.
fn multiply_out(stones: CellSet, pairs: Vec<[Cell; 2]>, ledger: &mut Ledger) -> usize {
    if pairs.is_empty() {
        return ledger.add(Step::Bar { stones });
    }
    let mut parts = Vec::new();
    for place in 0..pairs.len() {
        for cell in pairs[place] {
            let mut rest = pairs.clone();
            rest.remove(place);
            parts.push((Some(cell), multiply_out(stones.with(cell), rest, ledger)));
        }
    }
    ledger.add(Step::Or { parts, stones: CellSet::EMPTY, formula: None })
}

fn holds(formula: &Formula, joined: &impl Fn(Cell, Cell) -> bool) -> bool {
    match formula {
        Formula::Joined(a, b) => joined(*a, *b),
        Formula::And(parts) => parts.iter().all(|part| holds(part, joined)),
        Formula::Or(parts) => parts.iter().any(|part| holds(part, joined)),
    }
}

fn line(formula: &Formula, joining: &impl Fn(Cell, Cell) -> Option<CellSet>) -> Option<CellSet> {
    match formula {
        Formula::Joined(a, b) => joining(*a, *b),
        Formula::And(parts) => {
            parts.iter().try_fold(CellSet::EMPTY, |all, part| Some(all.or(line(part, joining)?)))
        }
        Formula::Or(parts) => parts.iter().find_map(|part| line(part, joining)),
    }
}
