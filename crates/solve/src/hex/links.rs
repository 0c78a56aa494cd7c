//! H-search: virtual connections of one player, by the and-rule and the or-rule.
//!
//! The points are the player's groups (edges included) and the empty cells. A *full* connection of two points holds
//! with the opponent to move, a *semi* connection with its owner to move at its key. Two fulls with disjoint carriers
//! make a full through a common group, a semi through a common empty cell; semis without a common cell make a full
//! (Anshelevich, A hierarchical approach to computer Hex, 2002). A list of fulls takes another one only if the cells
//! common to all of them become fewer, and the or-rule looks for such fulls only: this keeps lists of fulls short
//! without losing much (Pawlewicz, Hayward, Henderson and Arneson, Stronger virtual connections in Hex, 2015). Two
//! connections to one edge are not joined through it: that multiplies the time by ten and saves few positions.
//!
//! Every connection remembers its parts; [`Links::derive`] writes them as steps of a certificate.
//!
//! Cost: points² lists; a fifth of a millisecond on a 7×7 board in the middle game.

use hissho_certificate::hex::{Formula, Geometry, Step};
use hissho_rules::hex::{Cell, CellSet};

use super::derivation::{Entry, Ledger};

/// The most semis kept for a pair of points, and for the pair of edges.
const SEMIS: [usize; 2] = [48, 256];

/// What is to be joined: the edges, or other points.
#[derive(Clone, Debug)]
pub struct Goal {
    /// The points in question, stones or edges.
    pub terminals: Vec<Cell>,
    /// Pairs of them, by number.
    pub pairs: Vec<[usize; 2]>,
    /// How many of the pairs have to be joined, side by side: one or two.
    pub needed: usize,
    /// What is promised then.
    pub formula: Formula,
}

impl Goal {
    /// The owner's edges are joined.
    pub fn win(geometry: &Geometry) -> Goal {
        let formula = Formula::win(geometry);
        Goal { terminals: geometry.edges().to_vec(), pairs: vec![[0, 1]], needed: 1, formula }
    }
}

/// What never changes: the board of one player and its bridges.
#[derive(Clone, Debug)]
pub struct Lattice {
    /// Board and owner.
    pub geometry: Geometry,
    /// What is to be joined.
    pub goal: Goal,
    /// Cells that touch each point (edges too), as bits.
    pub near: Vec<u128>,
    /// For each cell, the cells two steps away that share two neighbours with it, and those two.
    pub(super) bridges: Vec<Vec<(u8, u128)>>,
    /// For each cell the two cells through which it reaches each own edge, if it does not touch the edge.
    pub(super) edge_bridges: Vec<[u128; 2]>,
}

impl Lattice {
    /// The tables for one owner who wants to win.
    pub fn new(geometry: Geometry) -> Lattice {
        let goal = Goal::win(&geometry);
        let near = geometry.all().cells().map(|point| geometry.near(point).0).collect();
        Lattice::with_goal(geometry, goal, near)
    }

    /// The tables for one owner with another goal, on a board on which these points touch.
    pub fn with_goal(geometry: Geometry, goal: Goal, near: Vec<u128>) -> Lattice {
        let cells = geometry.size.cells();
        let board = geometry.size.all().0;
        let bridges = (0..cells)
            .map(|a| {
                let others = (0..cells).filter(|&b| b != a && near[a] >> b & 1 == 0);
                let shared = others.map(|b| (b as u8, near[a] & near[b] & board));
                shared.filter(|(_, shared)| shared.count_ones() == 2).collect()
            })
            .collect();
        let edge_bridges = (0..cells)
            .map(|a| {
                [0, 1].map(|edge| {
                    let shared = near[a] & near[cells + edge];
                    let touches = near[cells + edge] >> a & 1 == 1;
                    if !touches && shared.count_ones() == 2 { shared } else { 0 }
                })
            })
            .collect();
        Lattice { geometry, goal, near, bridges, edge_bridges }
    }
}

#[derive(Clone, Copy, Debug)]
enum Origin {
    /// The ends touch.
    Touch,
    /// Fulls through a group or, for a semi, through the empty key.
    Through { left: u32, right: u32, middle: u8 },
    /// Semis without a common cell: a range of `members`.
    Or { start: u32, count: u32 },
    /// Two pairs of the goal are joined side by side: a connection of each.
    Both { left: u32, right: u32 },
}

#[derive(Clone, Copy, Debug)]
struct Link {
    carrier: u128,
    origin: Origin,
    /// Points, the smaller number first.
    ends: [u8; 2],
    /// The key of a semi, a cell.
    key: u8,
    semi: bool,
}

/// What a build found of the goal; everywhere below the edges stand for what is to be joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// Connected already or with the opponent to move.
    Full(u32),
    /// Connected with the owner to move.
    Semi(u32),
    /// Neither.
    Nothing,
}

/// When a build may stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// The first full connection of the edges.
    Full,
    /// The first semi connection of the edges.
    Semi,
}

/// The connections of one kind between two points.
#[derive(Debug, Default)]
struct List {
    /// Carrier, number, and whether all was made of it that could be.
    links: Vec<(u128, u32, bool)>,
    /// The cells all of them need.
    common: u128,
    queued: bool,
}

impl List {
    fn clear(&mut self) {
        self.links.clear();
        self.common = u128::MAX;
        self.queued = false;
    }
    fn has_within(&self, carrier: u128) -> bool {
        self.links.iter().any(|&(other, ..)| other & !carrier == 0)
    }
    /// Drops those that contain `carrier`; were there any?
    fn drop_containing(&mut self, carrier: u128) -> bool {
        let before = self.links.len();
        self.links.retain(|&(other, ..)| carrier & !other != 0);
        if self.links.len() == before {
            return false;
        }
        self.common = self.links.iter().fold(u128::MAX, |all, link| all & link.0);
        true
    }
}

/// The connections of one player in one position. Meant to be built again and again.
#[derive(Debug, Default)]
pub struct Links {
    arena: Vec<Link>,
    members: Vec<u32>,
    fulls: Vec<List>,
    semis: Vec<List>,
    /// Fulls to be combined, by size of carrier.
    queue: Vec<Vec<u32>>,
    smallest: usize,
    /// Pairs of points whose semis have no common cell.
    or_queue: Vec<[u8; 2]>,
    /// For each point the points it has a finished full to, and those it touches.
    reach: Vec<u128>,
    touching: Vec<u128>,
    /// For each pair, both ways round, a set of cells that all its finished fulls need.
    needed: Vec<u128>,
    /// The stones of each group; groups are the first points, those of the goal before all others.
    groups: Vec<u128>,
    group_near: Vec<u128>,
    /// The pairs of the goal that are not joined by stones, and how many of them are needed.
    pairs: Vec<[u8; 2]>,
    to_join: usize,
    /// No connection is led through the groups before this one.
    closed: usize,
    /// Where two pairs are needed: threats to join them, carrier and number.
    both: Vec<(u128, u32)>,
    /// The cell of each further point.
    cells: Vec<u8>,
    /// The bit of the point's cell, nothing for a group.
    bits: Vec<u128>,
}

impl Links {
    /// The groups of `stones`: first those of the goal, then the rest; and the pairs of the goal that are left.
    fn find_groups(&mut self, lattice: &Lattice, stones: u128) {
        self.groups.clear();
        self.group_near.clear();
        let Goal { terminals, pairs, needed, .. } = &lattice.goal;
        let mut rest = terminals.iter().fold(stones, |all, point| all | 1 << point.0);
        let mut take = |seed: u128, rest: &mut u128| {
            let (mut group, mut frontier, mut around) = (seed, seed, 0u128);
            while frontier != 0 {
                let at = frontier.trailing_zeros() as usize;
                frontier &= frontier - 1;
                around |= lattice.near[at];
                let more = lattice.near[at] & *rest & !group;
                group |= more;
                frontier |= more;
            }
            *rest &= !group;
            self.groups.push(group);
            self.group_near.push(around);
        };
        let seeds = terminals.iter().map(|point| 1 << point.0);
        for seed in seeds.clone() {
            if rest & seed != 0 {
                take(seed, &mut rest);
            }
        }
        while rest != 0 {
            let seed = rest & rest.wrapping_neg();
            take(seed, &mut rest);
        }
        let group = |seed: u128| self.groups.iter().position(|group| group & seed != 0).unwrap_or_default();
        let places: Vec<usize> = seeds.map(group).collect();
        let apart = pairs.iter().map(|pair| pair.map(|end| places[end] as u8)).filter(|[a, b]| a != b);
        self.pairs = apart.map(|[a, b]| [a.min(b), a.max(b)]).collect();
        self.to_join = needed.saturating_sub(pairs.len() - self.pairs.len());
        self.pairs.dedup();
        // What leads through an edge, or a point that need only be reached, is of no use.
        self.closed = 1 + places.into_iter().max().unwrap_or_default();
        if *needed > 1 {
            self.closed = 1;
        }
    }

    /// The place of a pair's lists.
    fn at(&self, ends: [u8; 2]) -> usize {
        usize::from(ends[0]) * self.bits.len() + usize::from(ends[1])
    }

    /// Finds the connections of `stones` through `empty`, and says what joins the edges.
    pub fn build(&mut self, lattice: &Lattice, stones: u128, empty: u128, until: Until) -> Found {
        self.find_groups(lattice, stones);
        self.both.clear();
        if self.to_join == 0 {
            return Found::Full(u32::MAX);
        }
        self.start(lattice, empty);
        loop {
            if self.to_join == 1 {
                if let Some(id) = self.first(&self.fulls) {
                    return Found::Full(id);
                }
                if until == Until::Semi
                    && let Some(id) = self.first(&self.semis)
                {
                    return Found::Semi(id);
                }
            }
            while self.smallest < self.queue.len() && self.queue[self.smallest].is_empty() {
                self.smallest += 1;
            }
            if let Some(id) = self.queue.get_mut(self.smallest).and_then(Vec::pop) {
                self.process(id);
            } else if let Some(ends) = self.or_queue.pop() {
                self.combine(ends);
            } else {
                break;
            }
        }
        if self.to_join > 1
            && let Some(full) = self.side_by_side()
        {
            return Found::Full(full);
        }
        let threat = self.threats().next();
        threat.map_or(Found::Nothing, |(_, id)| Found::Semi(id))
    }

    /// The first connection of a pair of the goal.
    fn first(&self, lists: &[List]) -> Option<u32> {
        self.pairs.iter().find_map(|&pair| lists[self.at(pair)].links.first().map(|link| link.1))
    }

    /// Two pairs of the goal that have nothing in common: a full of both, or threats to have one.
    fn side_by_side(&mut self) -> Option<u32> {
        let mut found = Vec::new();
        for (place, &one) in self.pairs.iter().enumerate() {
            for &two in &self.pairs[place + 1..] {
                let [one, two] = [one, two].map(|pair| self.at(pair));
                for (first, second, key) in [
                    (&self.fulls[one], &self.fulls[two], false),
                    (&self.semis[one], &self.fulls[two], true),
                    (&self.semis[two], &self.fulls[one], true),
                ] {
                    for &(carrier, left, _) in &first.links {
                        let apart = second.links.iter().filter(|link| link.0 & carrier == 0);
                        found.extend(apart.map(|&(other, right, _)| (key, carrier | other, left, right)));
                    }
                }
            }
        }
        found.sort_by_key(|&(semi, carrier, ..)| (semi, carrier.count_ones()));
        for (semi, carrier, left, right) in found {
            let (id, key) = (self.arena.len() as u32, self.arena[left as usize].key);
            self.arena.push(Link { carrier, origin: Origin::Both { left, right }, ends: [0; 2], key, semi });
            if !semi {
                return Some(id);
            }
            self.both.push((carrier, id));
        }
        None
    }

    /// Numbers the points and enters what touches.
    fn start(&mut self, lattice: &Lattice, empty: u128) {
        let count = self.groups.len();
        self.cells.clear();
        self.bits.clear();
        self.bits.resize(count, 0);
        let mut point_of = [u8::MAX; 128];
        for cell in CellSet(empty).cells() {
            point_of[usize::from(cell.0)] = (count + self.cells.len()) as u8;
            self.cells.push(cell.0);
            self.bits.push(1 << cell.0);
        }
        let points = self.bits.len();
        self.arena.clear();
        self.members.clear();
        self.or_queue.clear();
        for (sets, size, set) in [
            (&mut self.reach, points, 0),
            (&mut self.touching, points, 0),
            (&mut self.needed, points * points, u128::MAX),
        ] {
            sets.clear();
            sets.resize(size, set);
        }
        for lists in [&mut self.fulls, &mut self.semis] {
            if lists.len() < points * points {
                lists.resize_with(points * points, List::default);
            }
            lists[..points * points].iter_mut().for_each(List::clear);
        }
        self.queue.iter_mut().for_each(Vec::clear);
        self.queue.resize_with(130, Vec::new);
        self.smallest = 0;
        for one in 0..points {
            let near = if one < count {
                self.group_near[one] & empty
            } else {
                let cell = self.cells[one - count];
                // Each pair of cells once, the smaller number first.
                lattice.near[usize::from(cell)] & empty & (u128::MAX << cell)
            };
            for cell in CellSet(near).cells() {
                let two = point_of[usize::from(cell.0)];
                self.touching[one] |= 1 << two;
                self.touching[usize::from(two)] |= 1 << one;
                self.add_full([one as u8, two], 0, Origin::Touch);
            }
        }
    }

    /// Every semi between the edges: carrier (key included) and number.
    pub fn threats(&self) -> impl Iterator<Item = (u128, u32)> {
        let single = self.pairs.iter().filter(|_| self.to_join == 1);
        let semis = single.flat_map(|&pair| &self.semis[self.at(pair)].links);
        semis.map(|&(carrier, id, _)| (carrier, id)).chain(self.both.iter().copied())
    }
    /// The pairs of points that are to be joined.
    pub fn goal(&self) -> &[[u8; 2]] {
        &self.pairs
    }
    /// The cells a connection found by the last build needs, the key of a semi included.
    pub fn carrier(&self, id: u32) -> CellSet {
        // The number of a full that needs no cell at all is not that of a link.
        self.arena.get(id as usize).map_or(CellSet::EMPTY, |link| CellSet(link.carrier))
    }
    /// The key of a semi.
    pub fn key(&self, id: u32) -> Cell {
        Cell(self.arena[id as usize].key)
    }
    /// The points: for each the cell, or none for a group.
    pub fn points(&self) -> impl Iterator<Item = Option<Cell>> {
        let groups = self.groups.iter().map(|_| None);
        groups.chain(self.cells.iter().map(|&cell| Some(Cell(cell))))
    }
    /// How many cells all fulls between two points need, if there is one.
    pub fn bottleneck(&self, one: usize, two: usize) -> Option<u32> {
        let list = &self.fulls[self.at([one.min(two) as u8, one.max(two) as u8])];
        (!list.links.is_empty()).then(|| list.common.count_ones())
    }

    fn add_full(&mut self, ends: [u8; 2], carrier: u128, origin: Origin) {
        let at = self.at(ends);
        let list = &mut self.fulls[at];
        if list.has_within(carrier) {
            return;
        }
        if !list.drop_containing(carrier) && list.common & !carrier == 0 {
            return;
        }
        list.common &= carrier;
        let id = self.arena.len() as u32;
        list.links.push((carrier, id, false));
        self.arena.push(Link { carrier, origin, ends, key: 0, semi: false });
        let size = carrier.count_ones() as usize;
        self.queue[size].push(id);
        self.smallest = self.smallest.min(size);
        self.semis[at].drop_containing(carrier);
    }

    fn add_semi(&mut self, ends: [u8; 2], carrier: u128, origin: Origin, key: u8) {
        let at = self.at(ends);
        // Such a semi helps no full that does without a cell needed so far.
        if self.fulls[at].common & !carrier == 0 || self.fulls[at].has_within(carrier) {
            return;
        }
        let most = SEMIS[usize::from(self.pairs.contains(&ends))];
        let list = &mut self.semis[at];
        if list.has_within(carrier) {
            return;
        }
        list.drop_containing(carrier);
        if list.links.len() >= most {
            return;
        }
        list.common &= carrier;
        let id = self.arena.len() as u32;
        list.links.push((carrier, id, false));
        if list.common == 0 && !list.queued {
            list.queued = true;
            self.or_queue.push(ends);
        }
        self.arena.push(Link { carrier, origin, ends, key, semi: true });
    }

    /// The and-rule: this full and every finished one that starts where it ends.
    fn process(&mut self, id: u32) {
        let Link { carrier, ends, .. } = self.arena[id as usize];
        let at = self.at(ends);
        let list = &mut self.fulls[at];
        let Some(link) = list.links.iter_mut().find(|link| link.1 == id) else {
            return;
        };
        link.2 = true;
        let done = list.links.iter().filter(|link| link.2);
        let needed = done.fold(u128::MAX, |all, link| all & link.0);
        let [one, two] = ends.map(usize::from);
        let points = self.bits.len();
        self.needed[one * points + two] = needed;
        self.needed[two * points + one] = needed;
        self.reach[one] |= 1 << two;
        self.reach[two] |= 1 << one;
        for (from, middle) in [(one, two), (two, one)] {
            if middle >= self.closed {
                self.and_through(id, carrier, from, middle);
            }
        }
    }

    fn and_through(&mut self, id: u32, carrier: u128, from: usize, middle: usize) {
        let key = self.bits[middle];
        let area = carrier | key;
        let taken = area | self.bits[from];
        let row = middle * self.bits.len();
        let mut ends = self.reach[middle] & !self.touching[from] & !(1 << from);
        while ends != 0 {
            let to = ends.trailing_zeros() as usize;
            ends &= ends - 1;
            if (self.needed[row + to] | self.bits[to]) & area != 0 {
                continue;
            }
            let at = self.at([middle.min(to) as u8, middle.max(to) as u8]);
            let pair = [from.min(to) as u8, from.max(to) as u8];
            for index in 0.. {
                let Some(&(second, right, done)) = self.fulls[at].links.get(index) else {
                    break;
                };
                if !done || second & taken != 0 {
                    continue;
                }
                let origin = Origin::Through { left: id, right, middle: middle as u8 };
                if key == 0 {
                    self.add_full(pair, area | second, origin);
                } else {
                    self.add_semi(pair, area | second, origin, key.trailing_zeros() as u8);
                }
            }
        }
    }

    /// The or-rule: fulls of this pair that do without a cell all its fulls need so far.
    fn combine(&mut self, ends: [u8; 2]) {
        let at = self.at(ends);
        let list = &mut self.semis[at];
        list.queued = false;
        list.links.sort_by_key(|link| link.0.count_ones());
        let fresh = list.links.iter().filter(|link| !link.2).fold(u128::MAX, |all, link| all & link.0);
        list.links.iter_mut().for_each(|link| link.2 = true);
        let all = list.links.iter().fold(0, |all, link| all | link.0);
        let mut wanted = self.fulls[at].common & all & !fresh;
        if self.fulls[at].links.is_empty() {
            let Some((union, origin)) = self.choose(at, 0) else { return };
            self.add_full(ends, union, origin);
            wanted &= union;
        }
        while wanted != 0 {
            let cell = wanted & wanted.wrapping_neg();
            wanted &= !cell;
            if let Some((union, origin)) = self.choose(at, cell) {
                self.add_full(ends, union, origin);
                wanted &= union;
            }
        }
    }

    /// Semis of a list without a common cell, none of which needs `without`.
    fn choose(&mut self, at: usize, without: u128) -> Option<(u128, Origin)> {
        let usable = self.semis[at].links.iter().filter(|link| link.0 & without == 0);
        if usable.clone().fold(u128::MAX, |all, link| all & link.0) != 0 {
            return None;
        }
        let mut chosen: Vec<(u128, u32)> = Vec::new();
        let mut common = u128::MAX;
        for &(carrier, id, _) in usable {
            if common & carrier != common {
                chosen.push((carrier, id));
                common &= carrier;
                if common == 0 {
                    break;
                }
            }
        }
        // Some may have become superfluous by later ones.
        let mut index = chosen.len();
        while index > 0 && chosen.len() > 2 {
            index -= 1;
            let others = chosen.iter().enumerate().filter(|&(other, _)| other != index);
            if others.fold(u128::MAX, |all, (_, link)| all & link.0) == 0 {
                chosen.remove(index);
            }
        }
        let union = chosen.iter().fold(0, |all, link| all | link.0);
        let start = self.members.len() as u32;
        self.members.extend(chosen.iter().map(|link| link.1));
        Some((union, Origin::Or { start, count: chosen.len() as u32 }))
    }

    /// Writes connection `id` between the edges into the ledger: for a semi the statement after its key.
    /// The entry's sets are those before the key is played, the key in the carrier.
    pub fn derive(&self, lattice: &Lattice, id: u32, ledger: &mut Ledger) -> Entry {
        let Goal { terminals, formula, .. } = &lattice.goal;
        let edges: CellSet = lattice.geometry.edges().into_iter().collect();
        let links = match self.arena.get(id as usize).map(|link| link.origin) {
            None => vec![],
            Some(Origin::Both { left, right }) => vec![left, right],
            Some(_) => vec![id],
        };
        let derived: Vec<Derived> =
            links.into_iter().map(|id| self.derive_link(lattice, id, ledger)).collect();
        let ends = || derived.iter().flat_map(|derived| derived.ends);
        // What joins the ends to the points of the goal in their groups, and those to each other.
        let mut paths = formula.points();
        for (number, &group) in self.groups.iter().enumerate() {
            let mut inside = terminals.iter().copied().filter(|point| group >> point.0 & 1 == 1);
            let Some(first) = inside.next() else { continue };
            let ends: Vec<Cell> = ends().filter(|end| group >> end.0 & 1 == 1).collect();
            if ends.is_empty() && self.to_join == 1 {
                continue;
            }
            for to in inside.chain(ends) {
                paths = paths.or(self.path(lattice, number, first, to));
            }
        }
        let stones = derived.iter().fold(CellSet::EMPTY, |all, derived| all.or(derived.stones));
        let extra = paths.minus(stones);
        let loose = derived.iter().fold(extra, |all, derived| all.or(derived.stones_to_add()));
        let parts: Vec<usize> = derived.iter().filter_map(|derived| derived.step).collect();
        let step = match (&derived[..], &parts[..]) {
            ([Derived { ends: [a, b], .. }], &[step])
                if loose.is_empty() && *formula == Formula::Joined(*a, *b) =>
            {
                step
            }
            (_, []) => ledger.add(Step::Link { stones: loose, formula: formula.clone() }),
            _ => ledger.add(Step::And { parts, stones: loose, formula: formula.clone() }),
        };
        let link = self.arena.get(id as usize);
        let key = link.filter(|link| link.semi).map_or(CellSet::EMPTY, |link| CellSet::of(Cell(link.key)));
        let stones = stones.or(extra).minus(edges).minus(key);
        Entry { stones, carrier: self.carrier(id).minus(stones), step }
    }

    /// Stones of a group that join two of its points, the points included.
    fn path(&self, lattice: &Lattice, group: usize, from: Cell, to: Cell) -> CellSet {
        let stones = self.groups[group];
        let mut before = [u8::MAX; 128];
        before[usize::from(from.0)] = from.0;
        let mut frontier = vec![from.0];
        let mut at = 0;
        while before[usize::from(to.0)] == u8::MAX && at < frontier.len() {
            let here = frontier[at];
            at += 1;
            for next in CellSet(lattice.near[usize::from(here)] & stones).cells() {
                if before[usize::from(next.0)] == u8::MAX {
                    before[usize::from(next.0)] = here;
                    frontier.push(next.0);
                }
            }
        }
        let mut path = CellSet::of(from);
        let mut here = to.0;
        while here != from.0 {
            path = path.with(Cell(here));
            here = before[usize::from(here)];
        }
        path
    }

    /// The path between two points of one end: a group, or a cell, which is its own only point.
    fn path_at_end(&self, lattice: &Lattice, end: usize, from: Cell, to: Cell) -> CellSet {
        if end < self.groups.len() { self.path(lattice, end, from, to) } else { CellSet::of(from) }
    }

    fn derive_link(&self, lattice: &Lattice, id: u32, ledger: &mut Ledger) -> Derived {
        let link = self.arena[id as usize];
        let joined = |ends: [Cell; 2]| Formula::Joined(ends[0], ends[1]);
        let points = link.ends.map(usize::from);
        match link.origin {
            Origin::Touch => {
                let cell = self.cell(points[1]);
                let near = lattice.near[usize::from(cell.0)];
                let stone = match self.groups.get(points[0]) {
                    // The edge itself if it touches: no stone is needed then.
                    Some(group) => CellSet(group & near).cells().last().expect("the group touches the cell"),
                    None => self.cell(points[0]),
                };
                Derived { ends: [stone, cell], stones: CellSet::of(stone).with(cell), step: None }
            }
            Origin::Through { left, right, middle } => {
                let far = |link: u32| usize::from(self.arena[link as usize].ends[0] == middle);
                let (far_left, far_right) = (far(left), far(right));
                let left_is_first = self.arena[left as usize].ends[far_left] == link.ends[0];
                let left = self.derive_link(lattice, left, ledger);
                let right = self.derive_link(lattice, right, ledger);
                let near = [left.ends[1 - far_left], right.ends[1 - far_right]];
                let path = self.path_at_end(lattice, middle.into(), near[0], near[1]);
                let (a, b) = (left.ends[far_left], right.ends[far_right]);
                let ends = if left_is_first { [a, b] } else { [b, a] };
                left.and(Some(right), path, ends, ledger)
            }
            Origin::Both { .. } => unreachable!("taken apart by the caller"),
            Origin::Or { start, count } => {
                let members = &self.members[start as usize..(start + count) as usize];
                let parts: Vec<(Cell, Derived)> = members
                    .iter()
                    .map(|&member| (self.key(member), self.derive_link(lattice, member, ledger)))
                    .collect();
                let ends = parts[0].1.ends;
                let mut extra = CellSet::EMPTY;
                let mut stones = CellSet::EMPTY;
                for (key, part) in &parts {
                    let first = self.path_at_end(lattice, points[0], ends[0], part.ends[0]);
                    let second = self.path_at_end(lattice, points[1], ends[1], part.ends[1]);
                    extra = extra.or(first).or(second);
                    stones = stones.or(part.stones.without(*key));
                }
                let extra = extra.minus(stones);
                let formula = joined(ends);
                let parts = parts
                    .into_iter()
                    .map(|(key, part)| {
                        let step = part.step.unwrap_or_else(|| {
                            ledger.add(Step::Link { stones: part.stones, formula: joined(part.ends) })
                        });
                        (Some(key), step)
                    })
                    .collect();
                let step = ledger.add(Step::Or { parts, stones: extra, formula: Some(formula) });
                Derived { ends, stones: stones.or(extra), step: Some(step) }
            }
        }
    }

    fn cell(&self, point: usize) -> Cell {
        Cell(self.cells[point - self.groups.len()])
    }
}

/// A connection written down: its two end points and the stones needed. Without a step the stones touch.
struct Derived {
    ends: [Cell; 2],
    stones: CellSet,
    step: Option<usize>,
}

impl Derived {
    fn stones_to_add(&self) -> CellSet {
        if self.step.is_none() { self.stones } else { CellSet::EMPTY }
    }

    /// This and another connection side by side, with more stones, seen as one connection of `ends`.
    fn and(self, other: Option<Derived>, more: CellSet, ends: [Cell; 2], ledger: &mut Ledger) -> Derived {
        let mut stones = self.stones.or(more);
        let mut extra = self.stones_to_add().or(more);
        let mut parts: Vec<usize> = self.step.into_iter().collect();
        let mut covered = if self.step.is_some() { self.stones } else { CellSet::EMPTY };
        if let Some(other) = other {
            stones = stones.or(other.stones);
            extra = extra.or(other.stones_to_add());
            if other.step.is_some() {
                covered = covered.or(other.stones);
            }
            parts.extend(other.step);
        }
        if parts.is_empty() {
            return Derived { ends, stones, step: None };
        }
        let formula = Formula::Joined(ends[0], ends[1]);
        let step = ledger.add(Step::And { parts, stones: extra.minus(covered), formula });
        Derived { ends, stones, step: Some(step) }
    }
}
