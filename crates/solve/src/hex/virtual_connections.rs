//! H-search: virtual connections of one player, by the and-rule and the or-rule.
//!
//! The points are the player's groups (edges included) and the empty cells. A *full* connection of
//! two points holds with the opponent to move, a *semi* connection with its owner to move at its
//! key. Two fulls with disjoint carriers make a full through a common group, a semi through a
//! common empty cell; semis without a common cell make a full (Anshelevich, A hierarchical approach
//! to computer Hex, 2002). A list of fulls takes another one only if the cells common to all of
//! them become fewer, and the or-rule looks for such fulls only: this keeps lists of fulls short
//! without losing much (Pawlewicz, Hayward, Henderson and Arneson, Stronger virtual connections in
//! Hex, 2015). Two connections to one edge are not joined through it: that multiplies the time by
//! ten and saves few positions.
//!
//! Every connection remembers its parts; [`Links::derive`] writes them as steps of a certificate.
//!
//! Cost: points² lists; a fifth of a millisecond on a 7×7 board in the middle game.

use hissho_certificate::hex::{Formula, Step};
use hissho_rules::hex::{Cell, CellSet};

use super::board::{EVERYTHING, Goal, Group, HexBoard, leave_out};
use super::ledger::{Entry, Ledger};

/// The most semis kept for a pair of points, and for the pair of edges.
const SEMIS: [usize; 2] = [48, 256];

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
struct VirtualConnection {
    carrier: CellSet,
    origin: Origin,
    /// Points, the smaller number first.
    ends: [u8; 2],
    /// The key of a semi.
    key: Cell,
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
    links: Vec<(CellSet, u32, bool)>,
    /// The cells all of them need.
    common: CellSet,
    queued: bool,
}

impl List {
    fn clear(&mut self) {
        self.links.clear();
        self.common = EVERYTHING;
        self.queued = false;
    }
    fn has_within(&self, carrier: CellSet) -> bool {
        self.links.iter().any(|&(other, ..)| other.is_subset(carrier))
    }
    /// Drops those that contain `carrier`; were there any?
    fn drop_containing(&mut self, carrier: CellSet) -> bool {
        let before = self.links.len();
        self.links.retain(|&(other, ..)| !carrier.is_subset(other));
        if self.links.len() == before {
            return false;
        }
        self.common = common_of(self.links.iter());
        true
    }
}

/// The cells that all of these need.
fn common_of<'l>(links: impl Iterator<Item = &'l (CellSet, u32, bool)>) -> CellSet {
    links.fold(EVERYTHING, |all, link| all.and(link.0))
}

/// A set of points by number: groups first, then empty cells.
type PointSet = u128;

/// The connections of one player in one position. Meant to be built again and again.
#[derive(Debug, Default)]
pub struct VirtualConnections {
    arena: Vec<VirtualConnection>,
    members: Vec<u32>,
    fulls: Vec<List>,
    semis: Vec<List>,
    /// Fulls to be combined, by size of carrier.
    queue: Vec<Vec<u32>>,
    smallest: usize,
    /// Pairs of points whose semis have no common cell.
    or_queue: Vec<[u8; 2]>,
    /// For each point the points it has a finished full to, and those it touches.
    reach: Vec<PointSet>,
    touching: Vec<PointSet>,
    /// For each pair, both ways round, a set of cells that all its finished fulls need.
    needed: Vec<CellSet>,
    /// Groups are the first points, those of the goal before all others.
    groups: Vec<Group>,
    /// The pairs of the goal that are not joined by stones, and how many of them are needed.
    pairs: Vec<[u8; 2]>,
    to_join: usize,
    /// No connection is led through the groups before this one.
    closed: usize,
    /// Where two pairs are needed: threats to join them, carrier and number.
    both: Vec<(CellSet, u32)>,
    /// The cell of each further point.
    cells: Vec<Cell>,
    /// The point's cell, nothing for a group.
    own_cell: Vec<CellSet>,
}

impl VirtualConnections {
    /// The groups of `stones`: first those of the goal, then the rest; and the pairs of the goal
    /// that are left.
    fn find_groups(&mut self, board: &HexBoard, stones: CellSet) {
        self.groups.clear();
        let Goal { terminals, pairs, needed, .. } = &board.goal;
        let mut rest = terminals.iter().copied().fold(stones, CellSet::with);
        for &seed in terminals {
            if rest.contains(seed) {
                let group = Group::around(&board.near, CellSet::of(seed), rest);
                rest = rest.minus(group.stones);
                self.groups.push(group);
            }
        }
        self.groups.extend(Group::all(&board.near, rest));
        let group = |seed: &Cell| {
            self.groups.iter().position(|group| group.stones.contains(*seed)).unwrap_or_default()
        };
        let places: Vec<usize> = terminals.iter().map(group).collect();
        let parted = pairs.iter().map(|pair| pair.map(|end| places[end] as u8)).filter(|[a, b]| a != b);
        self.pairs = parted.map(|[a, b]| [a.min(b), a.max(b)]).collect();
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
        usize::from(ends[0]) * self.own_cell.len() + usize::from(ends[1])
    }

    /// Finds the connections of `stones` through `empty`, and says what joins the edges.
    pub fn build(&mut self, board: &HexBoard, stones: CellSet, empty: CellSet, until: Until) -> Found {
        self.find_groups(board, stones);
        self.both.clear();
        if self.to_join == 0 {
            return Found::Full(u32::MAX);
        }
        self.start(board, empty);
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
            && let Some(full) = self.and_of_pairs()
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
    fn and_of_pairs(&mut self) -> Option<u32> {
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
                        let disjoint = second.links.iter().filter(|link| link.0.is_disjoint(carrier));
                        found
                            .extend(disjoint.map(|&(other, right, _)| (key, carrier.or(other), left, right)));
                    }
                }
            }
        }
        found.sort_by_key(|&(semi, carrier, ..)| (semi, carrier.len()));
        for (semi, carrier, left, right) in found {
            let (id, key) = (self.arena.len() as u32, self.arena[left as usize].key);
            let origin = Origin::Both { left, right };
            self.arena.push(VirtualConnection { carrier, origin, ends: [0; 2], key, semi });
            if !semi {
                return Some(id);
            }
            self.both.push((carrier, id));
        }
        None
    }

    /// Numbers the points and enters what touches.
    fn start(&mut self, board: &HexBoard, empty: CellSet) {
        let count = self.groups.len();
        self.cells.clear();
        self.own_cell.clear();
        self.own_cell.resize(count, CellSet::EMPTY);
        let mut point_of = [u8::MAX; 128];
        for cell in empty.cells() {
            point_of[usize::from(cell.0)] = (count + self.cells.len()) as u8;
            self.cells.push(cell);
            self.own_cell.push(CellSet::of(cell));
        }
        let points = self.own_cell.len();
        self.arena.clear();
        self.members.clear();
        self.or_queue.clear();
        for sets in [&mut self.reach, &mut self.touching] {
            sets.clear();
            sets.resize(points, 0);
        }
        self.needed.clear();
        self.needed.resize(points * points, EVERYTHING);
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
                self.groups[one].near.and(empty)
            } else {
                let cell = self.cells[one - count];
                // Each pair of cells once, the smaller number first.
                board.around(cell).and(empty).and(CellSet(u128::MAX << cell.0))
            };
            for cell in near.cells() {
                let two = point_of[usize::from(cell.0)];
                self.touching[one] |= 1 << two;
                self.touching[usize::from(two)] |= 1 << one;
                self.add_full([one as u8, two], CellSet::EMPTY, Origin::Touch);
            }
        }
    }

    /// Every semi between the edges: carrier (key included) and number.
    pub fn threats(&self) -> impl Iterator<Item = (CellSet, u32)> {
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
        self.arena.get(id as usize).map_or(CellSet::EMPTY, |link| link.carrier)
    }
    /// The key of a semi.
    pub fn key(&self, id: u32) -> Cell {
        self.arena[id as usize].key
    }
    /// The points: for each the cell, or none for a group.
    pub fn points(&self) -> impl Iterator<Item = Option<Cell>> {
        let groups = self.groups.iter().map(|_| None);
        groups.chain(self.cells.iter().map(|&cell| Some(cell)))
    }
    /// How many cells all fulls between two points need, if there is one.
    pub fn bottleneck(&self, one: usize, two: usize) -> Option<usize> {
        let list = &self.fulls[self.at([one.min(two) as u8, one.max(two) as u8])];
        (!list.links.is_empty()).then(|| list.common.len())
    }

    fn add_full(&mut self, ends: [u8; 2], carrier: CellSet, origin: Origin) {
        let at = self.at(ends);
        let list = &mut self.fulls[at];
        if list.has_within(carrier) {
            return;
        }
        if !list.drop_containing(carrier) && list.common.is_subset(carrier) {
            return;
        }
        list.common = list.common.and(carrier);
        let id = self.arena.len() as u32;
        list.links.push((carrier, id, false));
        self.arena.push(VirtualConnection { carrier, origin, ends, key: Cell(0), semi: false });
        let size = carrier.len();
        self.queue[size].push(id);
        self.smallest = self.smallest.min(size);
        self.semis[at].drop_containing(carrier);
    }

    fn add_semi(&mut self, ends: [u8; 2], carrier: CellSet, origin: Origin, key: Cell) {
        let at = self.at(ends);
        // Such a semi helps no full that does without a cell needed so far.
        if self.fulls[at].common.is_subset(carrier) || self.fulls[at].has_within(carrier) {
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
        list.common = list.common.and(carrier);
        let id = self.arena.len() as u32;
        list.links.push((carrier, id, false));
        if list.common.is_empty() && !list.queued {
            list.queued = true;
            self.or_queue.push(ends);
        }
        self.arena.push(VirtualConnection { carrier, origin, ends, key, semi: true });
    }

    /// The and-rule: this full and every finished one that starts where it ends.
    fn process(&mut self, id: u32) {
        let VirtualConnection { carrier, ends, .. } = self.arena[id as usize];
        let at = self.at(ends);
        let list = &mut self.fulls[at];
        let Some(link) = list.links.iter_mut().find(|link| link.1 == id) else {
            return;
        };
        link.2 = true;
        let needed = common_of(list.links.iter().filter(|link| link.2));
        let [one, two] = ends.map(usize::from);
        let points = self.own_cell.len();
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

    fn and_through(&mut self, id: u32, carrier: CellSet, from: usize, middle: usize) {
        let key = self.own_cell[middle];
        let area = carrier.or(key);
        let taken = area.or(self.own_cell[from]);
        let row = middle * self.own_cell.len();
        let mut ends = self.reach[middle] & !self.touching[from] & !(1 << from);
        while ends != 0 {
            let to = ends.trailing_zeros() as usize;
            ends &= ends - 1;
            if !self.needed[row + to].or(self.own_cell[to]).is_disjoint(area) {
                continue;
            }
            let at = self.at([middle.min(to) as u8, middle.max(to) as u8]);
            let pair = [from.min(to) as u8, from.max(to) as u8];
            for index in 0.. {
                let Some(&(second, right, done)) = self.fulls[at].links.get(index) else {
                    break;
                };
                if !done || !second.is_disjoint(taken) {
                    continue;
                }
                let origin = Origin::Through { left: id, right, middle: middle as u8 };
                match key.cells().next() {
                    None => self.add_full(pair, area.or(second), origin),
                    Some(key) => self.add_semi(pair, area.or(second), origin, key),
                }
            }
        }
    }

    /// The or-rule: fulls of this pair that do without a cell all its fulls need so far.
    fn combine(&mut self, ends: [u8; 2]) {
        let at = self.at(ends);
        let list = &mut self.semis[at];
        list.queued = false;
        list.links.sort_by_key(|link| link.0.len());
        let fresh = common_of(list.links.iter().filter(|link| !link.2));
        list.links.iter_mut().for_each(|link| link.2 = true);
        let all = list.links.iter().fold(CellSet::EMPTY, |all, link| all.or(link.0));
        let mut wanted = self.fulls[at].common.and(all).minus(fresh);
        if self.fulls[at].links.is_empty() {
            let Some((union, origin)) = self.choose(at, CellSet::EMPTY) else { return };
            self.add_full(ends, union, origin);
            wanted = wanted.and(union);
        }
        while let Some(cell) = wanted.cells().next() {
            wanted = wanted.without(cell);
            if let Some((union, origin)) = self.choose(at, CellSet::of(cell)) {
                self.add_full(ends, union, origin);
                wanted = wanted.and(union);
            }
        }
    }

    /// Semis of a list without a common cell, none of which needs `without`.
    fn choose(&mut self, at: usize, without: CellSet) -> Option<(CellSet, Origin)> {
        let usable = self.semis[at].links.iter().filter(|link| link.0.is_disjoint(without));
        if !common_of(usable.clone()).is_empty() {
            return None;
        }
        let mut chosen: Vec<(CellSet, u32)> = Vec::new();
        let mut common = EVERYTHING;
        for &(carrier, id, _) in usable {
            if !common.is_subset(carrier) {
                chosen.push((carrier, id));
                common = common.and(carrier);
                if common.is_empty() {
                    break;
                }
            }
        }
        // Some may have become superfluous by later ones.
        leave_out(&mut chosen, 2, EVERYTHING, |link| link.0);
        let union = chosen.iter().fold(CellSet::EMPTY, |all, link| all.or(link.0));
        let start = self.members.len() as u32;
        self.members.extend(chosen.iter().map(|link| link.1));
        Some((union, Origin::Or { start, count: chosen.len() as u32 }))
    }

    /// Writes connection `id` between the edges into the ledger: for a semi the statement after its
    /// key. The entry's sets are those before the key is played, the key in the carrier.
    pub fn derive(&self, board: &HexBoard, id: u32, ledger: &mut Ledger) -> Entry {
        let Goal { terminals, formula, .. } = &board.goal;
        let links = match self.arena.get(id as usize).map(|link| link.origin) {
            None => vec![],
            Some(Origin::Both { left, right }) => vec![left, right],
            Some(_) => vec![id],
        };
        let derived: Vec<Derived> = links.into_iter().map(|id| self.derive_link(board, id, ledger)).collect();
        let ends = || derived.iter().flat_map(|derived| derived.ends);
        // What joins the ends to the points of the goal in their groups, and those to each other.
        let mut paths = formula.points();
        for (number, group) in self.groups.iter().enumerate() {
            let mut inside = terminals.iter().copied().filter(|point| group.stones.contains(*point));
            let Some(first) = inside.next() else { continue };
            let ends: Vec<Cell> = ends().filter(|end| group.stones.contains(*end)).collect();
            if ends.is_empty() && self.to_join == 1 {
                continue;
            }
            for to in inside.chain(ends) {
                paths = paths.or(self.path(board, number, first, to));
            }
        }
        let stones = derived.iter().fold(CellSet::EMPTY, |all, derived| all.or(derived.stones));
        let extra = paths.minus(stones);
        let bare = derived.iter().fold(extra, |all, derived| all.or(derived.stones_to_add()));
        let parts: Vec<usize> = derived.iter().filter_map(|derived| derived.step).collect();
        let step = match (&derived[..], &parts[..]) {
            ([Derived { ends: [a, b], .. }], &[step])
                if bare.is_empty() && *formula == Formula::Joined(*a, *b) =>
            {
                step
            }
            (_, []) => ledger.add(Step::Link { stones: bare, formula: formula.clone() }),
            _ => ledger.add(Step::And { parts, stones: bare, formula: formula.clone() }),
        };
        let link = self.arena.get(id as usize);
        let key = link.filter(|link| link.semi).map_or(CellSet::EMPTY, |link| CellSet::of(link.key));
        let stones = stones.or(extra).minus(board.edges()).minus(key);
        Entry { stones, carrier: self.carrier(id).minus(stones), step }
    }

    /// Stones of a group that join two of its points, the points included.
    fn path(&self, board: &HexBoard, group: usize, from: Cell, to: Cell) -> CellSet {
        let stones = self.groups[group].stones;
        let mut before = [from; 128];
        let (mut frontier, mut seen) = (vec![from], CellSet::of(from));
        let mut at = 0;
        while !seen.contains(to) && at < frontier.len() {
            let here = frontier[at];
            at += 1;
            for next in board.around(here).and(stones).minus(seen).cells() {
                before[usize::from(next.0)] = here;
                frontier.push(next);
                seen = seen.with(next);
            }
        }
        let mut path = CellSet::of(from);
        let mut here = to;
        while here != from {
            path = path.with(here);
            here = before[usize::from(here.0)];
        }
        path
    }

    /// The path between two points of one end: a group, or a cell, which is its own only point.
    fn path_at_end(&self, board: &HexBoard, end: usize, from: Cell, to: Cell) -> CellSet {
        if end < self.groups.len() { self.path(board, end, from, to) } else { CellSet::of(from) }
    }

    fn derive_link(&self, board: &HexBoard, id: u32, ledger: &mut Ledger) -> Derived {
        let link = self.arena[id as usize];
        let joined = |ends: [Cell; 2]| Formula::Joined(ends[0], ends[1]);
        let points = link.ends.map(usize::from);
        match link.origin {
            Origin::Touch => {
                let cell = self.cell(points[1]);
                let near = board.around(cell);
                let stone = match self.groups.get(points[0]) {
                    // The edge itself if it touches: no stone is needed then.
                    Some(group) => group.stones.and(near).cells().last().expect("the group touches the cell"),
                    None => self.cell(points[0]),
                };
                Derived { ends: [stone, cell], stones: CellSet::of(stone).with(cell), step: None }
            }
            Origin::Through { left, right, middle } => {
                let far = |link: u32| usize::from(self.arena[link as usize].ends[0] == middle);
                let (far_left, far_right) = (far(left), far(right));
                let left_is_first = self.arena[left as usize].ends[far_left] == link.ends[0];
                let left = self.derive_link(board, left, ledger);
                let right = self.derive_link(board, right, ledger);
                let near = [left.ends[1 - far_left], right.ends[1 - far_right]];
                let path = self.path_at_end(board, middle.into(), near[0], near[1]);
                let (a, b) = (left.ends[far_left], right.ends[far_right]);
                let ends = if left_is_first { [a, b] } else { [b, a] };
                left.and(right, path, ends, ledger)
            }
            Origin::Both { .. } => unreachable!("taken apart by the caller"),
            Origin::Or { start, count } => {
                let members = &self.members[start as usize..(start + count) as usize];
                let parts: Vec<(Cell, Derived)> = members
                    .iter()
                    .map(|&member| (self.key(member), self.derive_link(board, member, ledger)))
                    .collect();
                let ends = parts[0].1.ends;
                let mut extra = CellSet::EMPTY;
                let mut stones = CellSet::EMPTY;
                for (key, part) in &parts {
                    let first = self.path_at_end(board, points[0], ends[0], part.ends[0]);
                    let second = self.path_at_end(board, points[1], ends[1], part.ends[1]);
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
        self.cells[point - self.groups.len()]
    }
}

/// A connection written down: its two end points and the stones needed. Without a step the stones
/// touch.
struct Derived {
    ends: [Cell; 2],
    stones: CellSet,
    step: Option<usize>,
}

impl Derived {
    fn stones_to_add(&self) -> CellSet {
        if self.step.is_none() { self.stones } else { CellSet::EMPTY }
    }

    /// This and another connection side by side, with more stones, seen as one connection of
    /// `ends`.
    fn and(self, other: Derived, more: CellSet, ends: [Cell; 2], ledger: &mut Ledger) -> Derived {
        let both = [&self, &other];
        let stones = both.iter().fold(more, |all, one| all.or(one.stones));
        let parts: Vec<usize> = both.iter().filter_map(|one| one.step).collect();
        if parts.is_empty() {
            return Derived { ends, stones, step: None };
        }
        let extra = both.iter().fold(more, |all, one| all.or(one.stones_to_add()));
        let stated = both.iter().filter(|one| one.step.is_some());
        let covered = stated.fold(CellSet::EMPTY, |all, one| all.or(one.stones));
        let formula = Formula::Joined(ends[0], ends[1]);
        let step = ledger.add(Step::And { parts, stones: extra.minus(covered), formula });
        Derived { ends, stones, step: Some(step) }
    }
}
