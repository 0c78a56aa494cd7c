//! Positions decided by pairs: of two empty cells that do the same for a player one is enough, whoever moves.
//!
//! The owner of a formula has its promise kept when groups with two common empty neighbours count as joined, no cell
//! being used twice (bridges side by side: Anshelevich's and-rule with the smallest connections only). The opponent
//! bars the formula when it is false with all cells of such pairs gone, and, because a cell that is not taken may
//! still be of use to the owner, false with either cell of each pair gone. This ends a search several moves earlier
//! than touching stones do, and shows which moves of a player threaten to end it.
//!
//! Which pairs are taken is decided greedily, so a decided position can be overlooked; none is invented.
//!
//! Cost: a few hundred operations per position and per move tried.

use hissho_certificate::hex::{Formula, Geometry, Step};
use hissho_rules::hex::{Cell, CellSet};

use super::derivation::{Entry, Ledger};

/// The most pairs a decided position may rest on: the opponent's are multiplied out in the certificate.
const MOST_PAIRS: usize = 4;

/// Stones and pairs of cells that decide a position for one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Decided {
    stones: u128,
    pairs: [[u8; 2]; MOST_PAIRS],
    count: usize,
}

impl Decided {
    fn pairs(&self) -> &[[u8; 2]] {
        &self.pairs[..self.count]
    }
    fn cells(&self) -> u128 {
        self.pairs().iter().fold(0, |all, &[a, b]| all | 1 << a | 1 << b)
    }
    /// Without the pair at `place`.
    fn without_pair(mut self, place: usize) -> Decided {
        self.count -= 1;
        self.pairs.swap(place, self.count);
        self
    }
    /// The stones and the empty cells needed; the step is for the caller to fill in.
    pub(super) fn entry(&self) -> Entry {
        Entry { stones: CellSet(self.stones), carrier: CellSet(self.cells()), step: usize::MAX }
    }
}

/// Groups of one player: stones, and all they touch.
#[derive(Clone, Debug, Default)]
struct Groups(Vec<(u128, u128)>);

impl Groups {
    fn of(near: &[u128], stones: u128) -> Groups {
        let mut groups = Groups::default();
        CellSet(stones).cells().for_each(|stone| groups.add(near, usize::from(stone.0)));
        groups
    }
    fn add(&mut self, near: &[u128], stone: usize) {
        let (mut stones, mut around) = (1u128 << stone, near[stone]);
        self.0.retain(|group| {
            let apart = group.1 >> stone & 1 == 0;
            if !apart {
                stones |= group.0;
                around |= group.1;
            }
            apart
        });
        self.0.push((stones, around));
    }
    fn copy_from(&mut self, other: &Groups) {
        self.0.clear();
        self.0.extend_from_slice(&other.0);
    }
    /// Joins groups with two common cells in `free`, each cell used once; the pairs, and for each group the number of
    /// the class it came to.
    fn join(&self, free: u128, class: &mut Vec<u8>) -> ([[u8; 2]; MOST_PAIRS], usize) {
        class.clear();
        class.extend(0..self.0.len() as u8);
        let (mut free, mut pairs, mut count) = (free, [[0; 2]; MOST_PAIRS], 0);
        for one in 1..self.0.len() {
            for two in 0..one {
                let common = self.0[one].1 & self.0[two].1 & free;
                let rest = common & common.wrapping_sub(1);
                if rest == 0 || class[one] == class[two] {
                    continue;
                }
                if count == MOST_PAIRS {
                    return (pairs, count);
                }
                let pair = [common, rest].map(|set| set.trailing_zeros() as u8);
                pairs[count] = pair;
                count += 1;
                free &= !(1 << pair[0] | 1 << pair[1]);
                let (from, to) = (class[one], class[two]);
                class.iter_mut().filter(|class| **class == from).for_each(|class| *class = to);
            }
        }
        (pairs, count)
    }
    /// Is the formula true when groups of one class count as joined?
    fn hold(&self, formula: &Formula, class: &[u8]) -> bool {
        let class_of = |point: Cell| {
            let group = self.0.iter().position(|group| group.0 >> point.0 & 1 == 1);
            group.map(|group| class[group])
        };
        holds(formula, &|a, b| class_of(a).is_some() && class_of(a) == class_of(b))
    }
}

/// One question, ready for many positions.
#[derive(Debug)]
pub(super) struct Pairs<'a> {
    formula: &'a Formula,
    near: Vec<u128>,
    /// All cells that are not the opponent's from the start, edges included.
    region: u128,
    /// The cells outside, which are the opponent's.
    outside: u128,
    /// The opponent's bridges, and for each cell those it is an end of.
    bridges: Vec<Bridge>,
    bridges_at: Vec<Vec<Bridge>>,
    groups: Groups,
    scratch: Groups,
    class: Vec<u8>,
    standing: Vec<Bridge>,
    chosen: Vec<Bridge>,
}

/// Two cells that touch, and the two points that touch both.
#[derive(Clone, Copy, Debug)]
struct Bridge {
    cells: u128,
    ends: u128,
}

/// Bridges between `stones` through cells of `free`, none through a cell of another; their cells.
fn choose<'b>(
    among: impl Iterator<Item = &'b Bridge>,
    stones: u128,
    free: u128,
    chosen: &mut Vec<Bridge>,
) -> u128 {
    let mut used = 0;
    for bridge in among {
        if bridge.ends & !stones == 0 && bridge.cells & !free == 0 && bridge.cells & used == 0 {
            used |= bridge.cells;
            chosen.push(*bridge);
        }
    }
    used
}

impl<'a> Pairs<'a> {
    pub(super) fn new(
        geometry: &Geometry,
        formula: &'a Formula,
        stones: CellSet,
        carrier: CellSet,
    ) -> Pairs<'a> {
        let near: Vec<u128> = geometry.all().cells().map(|point| geometry.near(point).0).collect();
        let opponent = Geometry::new(geometry.size, geometry.owner.other());
        let edges: CellSet = opponent.edges().into_iter().collect();
        let region = stones.or(carrier);
        let mut bridges = Vec::new();
        for one in carrier.cells() {
            for two in opponent.near(one).and(carrier).cells().filter(|two| *two > one) {
                let ends = opponent.near(one).and(opponent.near(two));
                if ends.len() == 2 {
                    let cells = CellSet::of(one).with(two).0;
                    bridges.push(Bridge { cells, ends: ends.minus(edges).0 });
                }
            }
        }
        let at = |cell: usize| bridges.iter().filter(move |bridge| bridge.ends >> cell & 1 == 1).copied();
        Pairs {
            formula,
            near,
            region: region.0,
            outside: geometry.size.all().minus(region).0,
            bridges_at: (0..geometry.size.cells()).map(|cell| at(cell).collect()).collect(),
            bridges,
            groups: Groups::default(),
            scratch: Groups::default(),
            class: Vec::new(),
            standing: Vec::new(),
            chosen: Vec::new(),
        }
    }

    /// Is the position won for the owner as it stands, and by which moves of the owner?
    pub(super) fn of_owner(
        &mut self,
        own: CellSet,
        free: CellSet,
        threats: &mut Vec<(Cell, Decided)>,
    ) -> Option<Decided> {
        let mut groups = std::mem::take(&mut self.groups);
        groups.copy_from(&Groups::of(&self.near, own.0));
        let mut found = self.owner_wins(&groups, own.0, free.0);
        if found.is_none() {
            let mut more = std::mem::take(&mut self.scratch);
            for cell in free.cells() {
                // A move helps only if it has to do with two groups.
                let around = self.near[usize::from(cell.0)] & free.0;
                let meets = |group: &&(u128, u128)| {
                    let common = group.1 & around;
                    group.1 >> cell.0 & 1 == 1 || common & common.wrapping_sub(1) != 0
                };
                if groups.0.iter().filter(meets).nth(1).is_none() {
                    continue;
                }
                more.copy_from(&groups);
                more.add(&self.near, usize::from(cell.0));
                let threat = self.owner_wins(&more, own.with(cell).0, free.without(cell).0);
                if let Some(threat) = threat {
                    if threat.stones >> cell.0 & 1 == 0 {
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

    fn owner_wins(&mut self, groups: &Groups, own: u128, free: u128) -> Option<Decided> {
        let (pairs, count) = groups.join(free, &mut self.class);
        if !groups.hold(self.formula, &self.class) {
            return None;
        }
        let mut decided = Decided { stones: own, pairs, count };
        for place in (0..count).rev() {
            let fewer = decided.without_pair(place);
            if self.keeps(&fewer) {
                decided = fewer;
            }
        }
        for stone in CellSet(own).minus(self.formula.points()).cells() {
            let fewer = Decided { stones: decided.stones & !(1 << stone.0), ..decided };
            if self.keeps(&fewer) {
                decided = fewer;
            }
        }
        Some(decided)
    }

    /// Does the formula hold with these stones when each pair joins the groups that touch both its cells?
    fn keeps(&self, decided: &Decided) -> bool {
        let groups = Groups::of(&self.near, decided.stones);
        let mut class: [u8; 128] = std::array::from_fn(|group| group as u8);
        let class = &mut class[..groups.0.len()];
        for &[a, b] in decided.pairs() {
            let mut to = None;
            for (group, &(stones, _)) in groups.0.iter().enumerate() {
                if self.touches(stones, a) && self.touches(stones, b) {
                    let from = class[group];
                    let to = *to.get_or_insert(from);
                    class.iter_mut().filter(|class| **class == from).for_each(|class| *class = to);
                }
            }
        }
        groups.hold(self.formula, class)
    }

    fn touches(&self, stones: u128, cell: u8) -> bool {
        self.near[usize::from(cell)] & stones != 0
    }

    /// Is the formula barred for good as the position stands, and by which moves of the opponent?
    pub(super) fn of_opponent(
        &mut self,
        own: CellSet,
        other: CellSet,
        free: CellSet,
        threats: &mut Vec<(Cell, Decided)>,
    ) -> Option<Decided> {
        let (open, stones, free) = (own.or(free).0, self.outside | other.0, free.0);
        let mut standing = std::mem::take(&mut self.standing);
        standing.clear();
        let all = choose(self.bridges.iter(), stones, free, &mut standing);
        let witness = self.line(open & !all);
        let found = match witness {
            Some(_) => None,
            None if self.reachable(open) => self.opponent_bars(open, other.0, &mut standing),
            None => self.opponent_bars(open, other.0, &mut Vec::new()),
        };
        if found.is_none() {
            let witness = witness.unwrap_or(0);
            let mut chosen = std::mem::take(&mut self.chosen);
            for cell in CellSet(free).cells() {
                let bit = 1u128 << cell.0;
                chosen.clear();
                let new = &self.bridges_at[usize::from(cell.0)];
                let (stones, mut left) = (stones | bit, free & !bit);
                let taken = choose(new.iter(), stones, left, &mut chosen);
                if (bit | taken) & witness == 0 {
                    continue;
                }
                left &= !taken;
                left &= !choose(standing.iter(), stones, left, &mut chosen);
                let open = open & !bit;
                if self.reachable(open & (left | !free)) {
                    continue;
                }
                if let Some(threat) = self.opponent_bars(open, other.0 | bit, &mut chosen) {
                    threats.push((cell, threat));
                }
            }
            self.chosen = chosen;
        }
        self.standing = standing;
        found
    }

    /// The formula is false without the cells of the bridges: with few of them and few stones, whichever cells of
    /// these bridges the owner gets.
    fn opponent_bars(&self, open: u128, other: u128, bridges: &mut Vec<Bridge>) -> Option<Decided> {
        for place in (0..bridges.len()).rev() {
            let rest = bridges.iter().enumerate().filter(|(other, _)| *other != place);
            if !self.reachable(open & !rest.fold(0, |all, (_, bridge)| all | bridge.cells)) {
                bridges.remove(place);
            }
        }
        if bridges.len() > MOST_PAIRS {
            return None;
        }
        let mut decided = Decided { stones: other, pairs: Default::default(), count: bridges.len() };
        for (pair, bridge) in decided.pairs.iter_mut().zip(bridges) {
            let second = bridge.cells & (bridge.cells - 1);
            *pair = [bridge.cells, second].map(|set| set.trailing_zeros() as u8);
        }
        // With fewer stones the owner has all of the region that is left.
        let mut fewer = decided;
        for stone in CellSet(other).cells() {
            let stones = fewer.stones & !(1 << stone.0);
            if !self.reachable(self.region & !stones & !fewer.cells()) {
                fewer.stones = stones;
            }
        }
        [fewer, decided].into_iter().find(|decided| self.bars(decided.stones, decided.pairs()))
    }

    /// Is the formula false whichever cell of each pair the opponent gets?
    fn bars(&self, stones: u128, pairs: &[[u8; 2]]) -> bool {
        match pairs {
            [] => !self.reachable(self.region & !stones),
            [pair, rest @ ..] => pair.iter().all(|cell| self.bars(stones | 1 << cell, rest)),
        }
    }

    /// Would the formula hold with the owner on all of `open`?
    fn reachable(&self, open: u128) -> bool {
        let joined = |a: Cell, b: Cell| {
            let goal = 1u128 << b.0;
            let mut group = 1u128 << a.0;
            let mut frontier = group;
            while frontier != 0 {
                let at = frontier.trailing_zeros() as usize;
                let more = self.near[at] & open & !group;
                if more & goal != 0 {
                    return true;
                }
                group |= more;
                frontier = frontier & (frontier - 1) | more;
            }
            false
        };
        holds(self.formula, &joined)
    }

    /// Cells of `open` that suffice for the formula, if all of it does.
    fn line(&self, open: u128) -> Option<u128> {
        line(self.formula, &|a, b| self.shortest(open, a, b))
    }

    /// A shortest line of cells of `open` from one point to another, both included.
    fn shortest(&self, open: u128, from: Cell, to: Cell) -> Option<u128> {
        let goal = 1u128 << to.0;
        let mut layers = [0u128; 128];
        let (mut depth, mut seen) = (0, 1u128 << from.0);
        layers[0] = seen;
        while layers[depth] & goal == 0 {
            let around = CellSet(layers[depth]).cells();
            let next = around.fold(0, |all, cell| all | self.near[usize::from(cell.0)]) & open & !seen;
            if next == 0 {
                return None;
            }
            seen |= next;
            depth += 1;
            layers[depth] = next;
        }
        let mut line = goal;
        let mut at = usize::from(to.0);
        for layer in layers[..depth].iter().rev() {
            at = (layer & self.near[at]).trailing_zeros() as usize;
            line |= 1 << at;
        }
        Some(line)
    }

    /// Writes down why the owner has won.
    pub(super) fn derive_owner(&self, decided: &Decided, ledger: &mut Ledger) -> usize {
        let formula = self.formula.clone();
        let stones = CellSet(decided.stones);
        if decided.count == 0 {
            return ledger.add(Step::Link { stones, formula });
        }
        let groups = Groups::of(&self.near, decided.stones);
        let mut parts = Vec::new();
        for &[a, b] in decided.pairs() {
            let meeting =
                groups.0.iter().filter(|group| self.touches(group.0, a) && self.touches(group.0, b));
            let around: Vec<CellSet> = meeting.map(|group| CellSet(group.0)).collect();
            let stones = around.iter().fold(CellSet::EMPTY, |all, group| all.or(*group));
            let one = |group: &CellSet| group.cells().next().expect("a group has a stone");
            let joins: Vec<Formula> =
                around.windows(2).map(|two| Formula::Joined(one(&two[0]), one(&two[1]))).collect();
            let formula = match <[Formula; 1]>::try_from(joins) {
                Ok([join]) => join,
                Err(joins) => Formula::And(joins),
            };
            let mut link = |cell: u8| {
                let step = Step::Link { stones: stones.with(Cell(cell)), formula: formula.clone() };
                (Some(Cell(cell)), ledger.add(step))
            };
            let replies = vec![link(a), link(b)];
            parts.push(ledger.add(Step::Or { parts: replies, stones: CellSet::EMPTY, formula: None }));
        }
        ledger.add(Step::And { parts, stones, formula })
    }

    /// Writes down why the formula is barred.
    pub(super) fn derive_opponent(&self, decided: &Decided, ledger: &mut Ledger) -> usize {
        multiply_out(decided.stones, decided.pairs().to_vec(), ledger)
    }
}

/// The opponent's steps: every cell of every pair is an answer, after which the other pairs are left.
fn multiply_out(stones: u128, pairs: Vec<[u8; 2]>, ledger: &mut Ledger) -> usize {
    if pairs.is_empty() {
        return ledger.add(Step::Bar { stones: CellSet(stones) });
    }
    let mut parts = Vec::new();
    for place in 0..pairs.len() {
        for cell in pairs[place] {
            let mut rest = pairs.clone();
            rest.remove(place);
            parts.push((Some(Cell(cell)), multiply_out(stones | 1 << cell, rest, ledger)));
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

fn line(formula: &Formula, joining: &impl Fn(Cell, Cell) -> Option<u128>) -> Option<u128> {
    match formula {
        Formula::Joined(a, b) => joining(*a, *b),
        Formula::And(parts) => parts.iter().try_fold(0, |all, part| Some(all | line(part, joining)?)),
        Formula::Or(parts) => parts.iter().find_map(|part| line(part, joining)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hissho_certificate::hex::{Barrier, Relation};
    use hissho_rules::hex::{Player, Size};
    use proptest::prelude::*;

    /// Does the owner make the formula true, tried by every move?
    fn by_every_move(
        geometry: &Geometry,
        formula: &Formula,
        own: CellSet,
        free: CellSet,
        owner_moves: bool,
    ) -> bool {
        if free.is_empty() {
            return formula.holds(&Relation::of_stones(geometry, own));
        }
        let next = |cell: Cell| {
            let own = if owner_moves { own.with(cell) } else { own };
            by_every_move(geometry, formula, own, free.without(cell), !owner_moves)
        };
        if owner_moves { free.cells().any(next) } else { free.cells().all(next) }
    }

    proptest! {
        #[test]
        fn what_pairs_decide_is_so_and_follows_from_the_steps(
            signs in prop::collection::vec(0u8..4, 16), two in any::<bool>(), black in any::<bool>(),
        ) {
            let size = Size::new(4, 4).unwrap();
            let geometry = Geometry::new(size, if black { Player::Black } else { Player::White });
            let [first, second] = geometry.edges();
            let points = [first, second, Cell(5), Cell(10)];
            let joined = |a: usize, b: usize| Formula::Joined(points[a], points[b]);
            let formula = match two {
                false => joined(0, 1),
                true => Formula::Or(vec![Formula::And(vec![joined(0, 2), joined(1, 3)]), joined(2, 3)]),
            };
            let of = |wanted: u8| -> CellSet {
                let cells = signs.iter().enumerate().filter(|(_, sign)| **sign == wanted);
                cells.map(|(cell, _)| Cell(cell as u8)).collect()
            };
            let edges: CellSet = geometry.edges().into_iter().collect();
            let own = of(0).or(formula.points()).or(edges);
            let other = of(1).minus(own);
            let free = size.all().minus(own).minus(other);
            prop_assume!(free.len() <= 8);
            let carrier = size.all().minus(formula.points());
            let mut pairs = Pairs::new(&geometry, &formula, formula.points().or(edges), carrier);
            let mut threats = Vec::new();
            let decided = pairs.of_owner(own, free, &mut threats);
            let found = decided.map(|decided| (None, decided)).into_iter();
            for (cell, decided) in found.chain(threats.into_iter().map(|(cell, decided)| (Some(cell), decided))) {
                let (own, free) = (own.or(cell.map_or(CellSet::EMPTY, CellSet::of)), free);
                let free = cell.map_or(free, |cell| free.without(cell));
                prop_assert!(by_every_move(&geometry, &formula, own, free, false));
                let mut ledger = Ledger::default();
                pairs.derive_owner(&decided, &mut ledger);
                let mut statements = Vec::new();
                for step in ledger.steps() {
                    statements.push(step.apply(&geometry, None, &statements).unwrap());
                }
                let last = statements.pop().unwrap();
                prop_assert!(last.stones.is_subset(own) && last.carrier.is_subset(free));
                prop_assert_eq!((last.stones, last.carrier), (decided.entry().stones, decided.entry().carrier));
            }
            let mut threats = Vec::new();
            let decided = pairs.of_opponent(own, other, free, &mut threats);
            let barrier = Barrier { region: formula.points().or(edges).or(carrier), formula: formula.clone() };
            let found = decided.map(|decided| (None, decided)).into_iter();
            for (cell, decided) in found.chain(threats.into_iter().map(|(cell, decided)| (Some(cell), decided))) {
                let free = cell.map_or(free, |cell| free.without(cell));
                let other = other.or(cell.map_or(CellSet::EMPTY, CellSet::of));
                prop_assert!(!by_every_move(&geometry, &formula, own, free, true));
                let mut ledger = Ledger::default();
                pairs.derive_opponent(&decided, &mut ledger);
                let mut statements = Vec::new();
                for step in ledger.steps() {
                    statements.push(step.apply(&geometry, Some(&barrier), &statements).unwrap());
                }
                let last = statements.pop().unwrap();
                prop_assert!(last.stones.is_subset(other) && last.carrier.is_subset(free));
                prop_assert_eq!((last.stones, last.carrier), (decided.entry().stones, decided.entry().carrier));
            }
        }
    }
}
