//! H-search: virtual connections of one player's groups, by the and-rule and the or-rule.
//!
//! A *full* connection holds with the opponent to move, a *semi* connection with its owner to move at its key. Two
//! fulls with disjoint carriers make a full through a common group, a semi through a common empty cell; semis without
//! a common cell make a full (Anshelevich, A hierarchical approach to computer Hex, 2002). Connections are kept from
//! groups (edges included) to groups and empty cells; between two empty cells only touching and bridges are used,
//! which is where this differs from the original: the lists grow with groups × cells, not cells × cells.
//!
//! Connections are made in order of carrier size, so a list is full of small ones before large ones come. Every
//! connection remembers its parts; [`Links::derive`] writes them as steps of a certificate.
//!
//! Cost: bounded by the list lengths below; about half a millisecond on an 8×8 board in the middle game.

use certificate::connection::{Formula, Geometry, Step};
use rules::hex::{Cell, CellSet};

use super::derivation::{Entry, Ledger};

/// The longest lists: to a cell, between groups, between the two edges.
const FULLS: [usize; 3] = [6, 10, 24];
const SEMIS: [usize; 3] = [12, 24, 96];
/// The most semis joined by one or, and the most tries for one new semi.
const OR_DEPTH: usize = 4;
const OR_TRIES: usize = 160;

/// What never changes: the board of one player and its bridges.
#[derive(Debug)]
pub struct Lattice {
    /// Board and owner.
    pub geometry: Geometry,
    /// Cells that touch each point (edges too), as bits.
    pub near: Vec<u128>,
    /// For each cell, the cells two steps away that share two neighbours with it, and those two.
    pub(super) bridges: Vec<Vec<(u8, u128)>>,
    /// For each cell the two cells through which it reaches each own edge, if it does not touch the edge.
    pub(super) edge_bridges: Vec<[u128; 2]>,
    cells: usize,
}

impl Lattice {
    /// The tables for one owner.
    pub fn new(geometry: Geometry) -> Lattice {
        let points: Vec<Cell> = geometry.all().cells().collect();
        let near: Vec<u128> = points.iter().map(|&point| geometry.near(point).0).collect();
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
        Lattice { geometry, near, bridges, edge_bridges, cells }
    }
}

#[derive(Clone, Copy, Debug)]
enum Origin {
    /// Group and cell touch.
    Touch,
    /// Fulls through a group or, for a semi, through the empty key.
    Through { left: u32, right: u32, middle: u16 },
    /// A full to `key`, which reaches the end by touch (`carrier` 0) or bridge.
    Reach { left: u32, key: u8, bridge: u128 },
    /// Semis without a common cell: a range of `members`.
    Or { start: u32, count: u32 },
}

#[derive(Clone, Copy, Debug)]
struct Link {
    carrier: u128,
    origin: Origin,
    /// First end: always a group.
    group: u16,
    /// Second end: a cell, or cells + group.
    end: u16,
    /// The key of a semi.
    key: u8,
    semi: bool,
}

/// What a build found between the player's edges.
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

/// The connections of one player in one position. Meant to be built again and again.
#[derive(Debug, Default)]
pub struct Links {
    arena: Vec<Link>,
    members: Vec<u32>,
    fulls: Vec<Vec<(u128, u32)>>,
    semis: Vec<Vec<(u128, u32)>>,
    /// By carrier size; groups × ends.
    queue: Vec<Vec<u32>>,
    groups: Vec<u128>,
    group_near: Vec<u128>,
    ends: usize,
    cells: usize,
    empty: u128,
}

const FIRST: usize = 0;
const SECOND: usize = 1;

impl Links {
    /// The groups of `stones`: first the first edge with all it touches, then the second edge, then the rest.
    fn find_groups(&mut self, lattice: &Lattice, stones: u128) {
        self.groups.clear();
        self.group_near.clear();
        let edges = [lattice.cells, lattice.cells + 1];
        let mut rest = stones | 1 << edges[0] | 1 << edges[1];
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
        take(1 << edges[0], &mut rest);
        if rest >> edges[1] & 1 == 0 {
            return;
        }
        take(1 << edges[1], &mut rest);
        while rest != 0 {
            let seed = rest & rest.wrapping_neg();
            take(seed, &mut rest);
        }
    }

    fn at(&self, group: usize, end: usize) -> usize {
        group * self.ends + end
    }
    /// Both edges, seen from the first.
    fn goal(&self) -> usize {
        self.at(FIRST, self.cells + SECOND)
    }

    /// Finds the connections of `stones` through `empty`, and says what joins the edges.
    pub fn build(&mut self, lattice: &Lattice, stones: u128, empty: u128, until: Until) -> Found {
        self.cells = lattice.cells;
        self.empty = empty;
        self.find_groups(lattice, stones);
        let count = self.groups.len();
        self.ends = self.cells + count;
        self.arena.clear();
        self.members.clear();
        let lists = count * self.ends;
        for list in [&mut self.fulls, &mut self.semis] {
            list.iter_mut().for_each(Vec::clear);
            if list.len() < lists {
                list.resize_with(lists, Vec::new);
            }
        }
        self.queue.iter_mut().for_each(Vec::clear);
        self.queue.resize_with(130, Vec::new);
        let second_edge = 1u128 << (lattice.cells + 1);
        if self.groups[FIRST] & second_edge != 0 {
            return Found::Full(u32::MAX);
        }
        for group in 0..count {
            let mut touching = self.group_near[group] & empty;
            while touching != 0 {
                let cell = touching.trailing_zeros() as usize;
                touching &= touching - 1;
                self.add(Link {
                    carrier: 0,
                    origin: Origin::Touch,
                    group: group as u16,
                    end: cell as u16,
                    key: 0,
                    semi: false,
                });
            }
        }
        let mut size = 0;
        let mut taken = [0usize; 130];
        while size < self.queue.len() {
            if taken[size] >= self.queue[size].len() {
                size += 1;
                continue;
            }
            let id = self.queue[size][taken[size]];
            taken[size] += 1;
            let link = self.arena[id as usize];
            if !self.is_listed(id, &link) {
                continue;
            }
            // What a link gives is larger than itself, or as large: smaller sizes never fill up again.
            if link.semi {
                self.process_semi(id, link);
            } else if usize::from(link.end) < self.cells {
                self.process_cell(lattice, id, link);
            } else {
                self.process_groups(id, link);
            }
            let goal = self.goal();
            if let Some(&(_, id)) = self.fulls[goal].first() {
                return Found::Full(id);
            }
            if until == Until::Semi
                && let Some(&(_, id)) = self.semis[goal].first()
            {
                return Found::Semi(id);
            }
        }
        let goal = self.goal();
        match self.semis[goal].first() {
            Some(&(_, id)) => Found::Semi(id),
            None => Found::Nothing,
        }
    }

    /// Every semi between the edges: carrier (key included) and number.
    pub fn threats(&self) -> &[(u128, u32)] {
        &self.semis[self.goal()]
    }
    /// The key of a semi.
    pub fn key(&self, id: u32) -> Cell {
        Cell(self.arena[id as usize].key)
    }

    fn is_listed(&self, id: u32, link: &Link) -> bool {
        let at = self.at(link.group.into(), link.end.into());
        let list = if link.semi { &self.semis[at] } else { &self.fulls[at] };
        list.iter().any(|&(_, other)| other == id)
    }

    /// Adds a link unless a smaller one is there; larger ones go.
    fn add(&mut self, mut link: Link) {
        let cells = self.cells as u16;
        let class = if link.end < cells {
            0
        } else {
            if link.end - cells < link.group {
                (link.group, link.end) = (link.end - cells, link.group + cells);
            }
            if link.group == FIRST as u16 && link.end == cells + SECOND as u16 { 2 } else { 1 }
        };
        let at = self.at(link.group.into(), link.end.into());
        let carrier = link.carrier;
        if self.fulls[at].iter().any(|&(other, _)| other & !carrier == 0) {
            return;
        }
        let id = self.arena.len() as u32;
        if !link.semi {
            self.semis[at].retain(|&(other, _)| carrier & !other != 0);
        }
        let (list, most) =
            if link.semi { (&mut self.semis[at], SEMIS[class]) } else { (&mut self.fulls[at], FULLS[class]) };
        if link.semi && list.iter().any(|&(other, _)| other & !carrier == 0) {
            return;
        }
        list.retain(|&(other, _)| carrier & !other != 0);
        let size = carrier.count_ones();
        let place = list.partition_point(|&(other, _)| other.count_ones() <= size);
        if place >= most {
            return;
        }
        list.insert(place, (carrier, id));
        list.truncate(most);
        self.arena.push(link);
        self.queue[size as usize].push(id);
    }

    /// A full from a group to an empty cell.
    fn process_cell(&mut self, lattice: &Lattice, id: u32, link: Link) {
        let (group, cell, carrier) = (usize::from(link.group), usize::from(link.end), link.carrier);
        let bit = 1u128 << cell;
        let reach = |key: u8, bridge: u128, end: usize| Link {
            carrier: carrier | bit | bridge,
            origin: Origin::Reach { left: id, key, bridge },
            group: group as u16,
            end: end as u16,
            key,
            semi: true,
        };
        // Cells the group touches anyway need no second way.
        let useful = self.empty & !carrier & !self.group_near[group];
        let mut next = lattice.near[cell] & useful;
        while next != 0 {
            let end = next.trailing_zeros() as usize;
            next &= next - 1;
            self.add(reach(cell as u8, 0, end));
        }
        for &(end, bridge) in &lattice.bridges[cell] {
            if useful >> end & 1 == 1 && bridge & !self.empty == 0 && bridge & carrier == 0 {
                self.add(reach(cell as u8, bridge, end.into()));
            }
        }
        for other in (0..self.groups.len()).filter(|&other| other != group) {
            let at = self.at(other, cell);
            for index in 0..self.fulls[at].len() {
                let (second, right) = self.fulls[at][index];
                if second & carrier == 0 {
                    self.add(Link {
                        carrier: carrier | second | bit,
                        origin: Origin::Through { left: id, right, middle: cell as u16 },
                        group: group as u16,
                        end: (self.cells + other) as u16,
                        key: cell as u8,
                        semi: true,
                    });
                }
            }
            self.extend_over_group(id, link, other);
        }
    }

    /// `link` ends at its group on one side; continue from there to `other` through links between the two groups.
    fn extend_over_group(&mut self, id: u32, link: Link, other: usize) {
        let group = usize::from(link.group);
        let bit = 1u128 << link.end;
        let at = self.at(group.min(other), self.cells + group.max(other));
        for semi in [false, true] {
            let count = if semi { self.semis[at].len() } else { self.fulls[at].len() };
            for index in 0..count {
                let list = if semi { &self.semis[at] } else { &self.fulls[at] };
                let Some(&(first, left)) = list.get(index) else {
                    break;
                };
                if first & (link.carrier | bit) == 0 && self.group_near[other] & bit == 0 {
                    let key = if semi { self.arena[left as usize].key } else { 0 };
                    self.add(Link {
                        carrier: first | link.carrier,
                        origin: Origin::Through { left, right: id, middle: (self.cells + group) as u16 },
                        group: other as u16,
                        end: link.end,
                        key,
                        semi,
                    });
                }
            }
        }
    }

    /// A full between two groups: everything connected to one is connected to the other.
    fn process_groups(&mut self, id: u32, link: Link) {
        let one = usize::from(link.group);
        let two = usize::from(link.end) - self.cells;
        for (from, to) in [(one, two), (two, one)] {
            self.spread(id, link, from, to, false);
        }
    }

    /// Continues the link between `from` and `to` by the fulls of `from`, which then reach `to`.
    fn spread(&mut self, id: u32, link: Link, from: usize, to: usize, semi: bool) {
        for end in 0..self.ends {
            let bit = if end < self.cells {
                if self.empty >> end & 1 == 0 || self.group_near[to] >> end & 1 == 1 {
                    continue;
                }
                1u128 << end
            } else {
                let group = end - self.cells;
                if group == from || group == to {
                    continue;
                }
                0
            };
            let at = if end >= self.cells && end - self.cells < from {
                self.at(end - self.cells, self.cells + from)
            } else {
                self.at(from, end)
            };
            for index in 0..self.fulls[at].len() {
                let Some(&(carrier, right)) = self.fulls[at].get(index) else {
                    break;
                };
                if (carrier | bit) & link.carrier == 0 {
                    self.add(Link {
                        carrier: carrier | link.carrier,
                        origin: Origin::Through { left: id, right, middle: (self.cells + from) as u16 },
                        group: to as u16,
                        end: end as u16,
                        key: link.key,
                        semi,
                    });
                }
            }
        }
    }

    /// A semi: or-rule with the others, and continuation beyond a group.
    fn process_semi(&mut self, id: u32, link: Link) {
        self.combine(id, link);
        if usize::from(link.end) >= self.cells && self.is_listed(id, &link) {
            let one = usize::from(link.group);
            let two = usize::from(link.end) - self.cells;
            for (from, to) in [(one, two), (two, one)] {
                self.spread(id, link, from, to, true);
            }
        }
    }

    /// Tries to make a full out of this semi and others of its list.
    fn combine(&mut self, id: u32, link: Link) {
        let at = self.at(link.group.into(), link.end.into());
        let all = self.semis[at].iter().fold(u128::MAX, |all, &(carrier, _)| all & carrier);
        if all != 0 {
            return;
        }
        let list = self.semis[at].clone();
        let mut chosen = [id; OR_DEPTH];
        let mut tries = OR_TRIES;
        self.choose(&list, 0, link.carrier, link.carrier, &mut chosen, 1, &mut tries, link);
    }

    #[allow(clippy::too_many_arguments)]
    fn choose(
        &mut self,
        list: &[(u128, u32)],
        from: usize,
        common: u128,
        union: u128,
        chosen: &mut [u32; OR_DEPTH],
        depth: usize,
        tries: &mut usize,
        link: Link,
    ) {
        for (index, &(carrier, id)) in list.iter().enumerate().skip(from) {
            if *tries == 0 {
                return;
            }
            if id == chosen[0] || common & carrier == common {
                continue;
            }
            *tries -= 1;
            chosen[depth] = id;
            if common & carrier == 0 {
                let start = self.members.len() as u32;
                self.members.extend_from_slice(&chosen[..=depth]);
                self.add(Link {
                    carrier: union | carrier,
                    origin: Origin::Or { start, count: depth as u32 + 1 },
                    semi: false,
                    key: 0,
                    ..link
                });
            } else if depth + 1 < OR_DEPTH {
                self.choose(
                    list,
                    index + 1,
                    common & carrier,
                    union | carrier,
                    chosen,
                    depth + 1,
                    tries,
                    link,
                );
            }
        }
    }

    /// Writes connection `id` between the edges into the ledger: for a semi the statement after its key.
    /// The entry's sets are those before the key is played, the key in the carrier.
    pub fn derive(&self, lattice: &Lattice, id: u32, ledger: &mut Ledger) -> Entry {
        let win = Formula::win(&lattice.geometry);
        let [first, second] = lattice.geometry.edges();
        let edges = CellSet::of(first).with(second);
        if id == u32::MAX {
            let stones = self.path(lattice, FIRST, first, second);
            let step = ledger.add(Step::Link { stones, formula: win });
            return Entry { stones: stones.minus(edges), carrier: CellSet::EMPTY, step };
        }
        let link = self.arena[id as usize];
        let derived = self.derive_link(lattice, id, ledger);
        let extra = self
            .path(lattice, FIRST, first, derived.ends[0])
            .or(self.path(lattice, SECOND, derived.ends[1], second))
            .minus(derived.stones);
        let step = if extra.is_empty() && derived.ends == [first, second] {
            derived.step.unwrap_or_else(|| ledger.add(Step::Link { stones: derived.stones, formula: win }))
        } else {
            let parts = derived.step.into_iter().collect();
            ledger.add(Step::And { parts, stones: derived.stones_to_add().or(extra), formula: win })
        };
        let key = if link.semi { CellSet::of(Cell(link.key)) } else { CellSet::EMPTY };
        let stones = derived.stones.or(extra).minus(edges).minus(key);
        Entry { stones, carrier: CellSet(link.carrier).minus(stones), step }
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
        if end < self.cells { CellSet::of(from) } else { self.path(lattice, end - self.cells, from, to) }
    }

    fn derive_link(&self, lattice: &Lattice, id: u32, ledger: &mut Ledger) -> Derived {
        let link = self.arena[id as usize];
        let joined = |ends: [Cell; 2]| Formula::Joined(ends[0], ends[1]);
        match link.origin {
            Origin::Touch => {
                let cell = Cell(link.end as u8);
                let touching =
                    CellSet(self.groups[usize::from(link.group)] & lattice.near[usize::from(link.end)]);
                // The edge itself if it touches: no stone is needed then.
                let stone = touching.cells().last().expect("the group touches the cell");
                Derived { ends: [stone, cell], stones: CellSet::of(stone).with(cell), step: None }
            }
            Origin::Reach { left, key, bridge } => {
                let left = self.derive_link(lattice, left, ledger);
                let (key, end) = (Cell(key), Cell(link.end as u8));
                if bridge == 0 {
                    let ends = [left.ends[0], end];
                    return left.and(None, CellSet::of(end), ends, ledger);
                }
                let ways = CellSet(bridge).cells().map(|way| {
                    let stones = CellSet::of(key).with(way).with(end);
                    (Some(way), ledger.add(Step::Link { stones, formula: joined([key, end]) }))
                });
                let parts = ways.collect();
                let step = ledger.add(Step::Or { parts, stones: CellSet::EMPTY, formula: None });
                let right =
                    Derived { ends: [key, end], stones: CellSet::of(key).with(end), step: Some(step) };
                let ends = [left.ends[0], end];
                left.and(Some(right), CellSet::EMPTY, ends, ledger)
            }
            Origin::Through { left, right, middle } => {
                let end_of = |link: &Link, other_than: usize| {
                    // Which of the two ends of a link is not the middle: 0 or 1.
                    usize::from(usize::from(link.group) + self.cells == other_than)
                };
                let (one, two) = (self.arena[left as usize], self.arena[right as usize]);
                let left = self.derive_link(lattice, left, ledger);
                let right = self.derive_link(lattice, right, ledger);
                let middle = usize::from(middle);
                let (far_left, far_right) = (end_of(&one, middle), end_of(&two, middle));
                let path =
                    self.path_at_end(lattice, middle, left.ends[1 - far_left], right.ends[1 - far_right]);
                // Our own first end is our group; the far end of the left part may be it or not.
                let left_is_first =
                    far_end(&one, far_left, self.cells) == usize::from(link.group) + self.cells;
                let (a, b) = (left.ends[far_left], right.ends[far_right]);
                let ends = if left_is_first { [a, b] } else { [b, a] };
                left.and(Some(right), path, ends, ledger)
            }
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
                    let first = self.path(lattice, link.group.into(), ends[0], part.ends[0]);
                    let second = self.path_at_end(lattice, link.end.into(), ends[1], part.ends[1]);
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
}

fn far_end(link: &Link, which: usize, cells: usize) -> usize {
    if which == 0 { usize::from(link.group) + cells } else { link.end.into() }
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
