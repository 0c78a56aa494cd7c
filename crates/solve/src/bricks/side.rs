//! What can lie on one side of a layer, by the partition it makes.
//!
//! For a layer C and bricks per storey Y going away from it, `ways[π]` is the number of ways to build Y on C
//! so that every brick of Y hangs on C and Y ties the bricks of C exactly as the partition π says.
//!
//! * Y = (j), one storey: the placements that touch C, each with the set of bricks it touches; sets of j of
//!   them without a clash are listed by bit sets, the last one by population count per set touched. When
//!   the other side is known already, each partition has a weight (the ways of the other side that
//!   complete it), only the weighted sum is needed, and what cannot get a weight any more is not listed.
//! * Y = (2, Y'): two bricks E, then Y' on them. What Y' does to E depends only on how the two bricks lie to each
//!   other: tied in `tied` ways, apart in `apart` ways, kept in a table. Both bricks of E touch C,
//!   or one does and the other hangs from Y'. The second case is "all places of the other brick" (a
//!   constant) less "those that touch C", so only pairs of placements that touch C are listed.
//!
//! Cost for k bricks in C, each with m placements on it: (km)^(j-1) / (j-1)! for (j), (km)² / 2 for (2, Y').

use hissho_rules::bricks::Brick;
use rustc_hash::FxHashMap;

use super::layer::{Key, Spot, canonical};
use super::ones::Ones;
use super::partition::Partitions;
use crate::limits::{Meter, Stop};
use crate::parallel;

/// The bricks on one side of a layer, prepared for many layers.
pub(super) enum Side {
    /// Nothing.
    Empty,
    /// One storey of so many bricks.
    Storey(u8),
    /// Two bricks, and more on them.
    Pair(Box<PairTable>),
}

/// For two bricks of one storey, by how they lie to each other: the ways to build on them.
pub(super) struct PairTable {
    reach: i16,
    side: usize,
    /// `(tied, apart)` for each offset, 0 where the bricks clash.
    ways: Vec<(u64, u64)>,
    /// Apart, for bricks so distant that nothing built on them can meet.
    far: u64,
    /// The sum of `tied` over all places of the second brick.
    tied_anywhere: [u64; 2],
}

impl Side {
    /// Whether this side can be prepared at all.
    pub(super) fn is_possible(storeys: &[u8]) -> bool {
        match storeys {
            [] | [_] => true,
            [2, rest @ ..] => Side::is_possible(rest),
            _ => false,
        }
    }

    pub(super) fn new<O: Ones>(brick: Brick, storeys: &[u8], ones: O, meter: &Meter) -> Result<Side, Stop> {
        Ok(match storeys {
            [] => Side::Empty,
            &[bricks] => Side::Storey(bricks),
            [2, rest @ ..] => Side::Pair(Box::new(PairTable::new(brick, rest, ones, meter)?)),
            _ => unreachable!("checked by is_possible"),
        })
    }

    /// Bricks in the longest chain by which this side ties two bricks of the layer.
    pub(super) fn chain(storeys: &[u8]) -> usize {
        2 * storeys.len().max(1) - 1
    }
}

impl PairTable {
    fn new<O: Ones>(brick: Brick, rest: &[u8], ones: O, meter: &Meter) -> Result<PairTable, Stop> {
        let side = Side::new(brick, rest, ones, meter)?;
        // Bricks hanging on the two can meet only within this distance.
        let reach = (2 * rest.len() as i16 + 1) * (i16::from(brick.long()) - 1);
        let width = 2 * reach as usize + 1;
        let mut pairs = Vec::new();
        for &first in brick.directions() {
            for &second in brick.directions() {
                for dy in -reach..=reach {
                    for dx in -reach..=reach {
                        pairs.push([Spot::new(0, 0, first), Spot::new(dx, dy, second)]);
                    }
                }
            }
        }
        pairs.retain(|[one, other]| !one.clashes(*other, brick));
        let distant = [Spot::default(), Spot::new(reach + i16::from(brick.long()), 0, false)];
        // Images under the symmetries of the square have equally many ways.
        let key = |pair: &[Spot; 2]| canonical(pair, brick).0;
        let mut kinds: Vec<(Key, [Spot; 2])> =
            pairs.iter().chain([&distant]).map(|pair| (key(pair), *pair)).collect();
        kinds.sort_unstable();
        kinds.dedup_by_key(|kind| kind.0);
        let partitions = Partitions::new(2);
        let chunks: Vec<_> = kinds.chunks(64).collect();
        let known = parallel::try_map(meter.threads(), &chunks, |chunk| {
            meter.look()?;
            let mut bench = Bench::new(brick, ones);
            let mut ways = vec![0; partitions.count];
            let mut ways_on = |&(key, ref pair): &(Key, [Spot; 2])| {
                ways.fill(0);
                bench.lay(pair);
                bench.ways(&side, &partitions, &mut ways);
                (key, (ways[partitions.merge(partitions.loose, 0b11)], ways[partitions.loose]))
            };
            Ok::<_, Stop>(chunk.iter().map(&mut ways_on).collect::<Vec<_>>())
        })?;
        let known: FxHashMap<Key, (u64, u64)> = known.into_iter().flatten().collect();
        let far = known[&key(&distant)].1;
        let ways = vec![(0, 0); 4 * width * width];
        let mut table = PairTable { reach, side: width, ways, far, tied_anywhere: [0; 2] };
        for pair in &pairs {
            let [first, second] = *pair;
            let ways = known[&key(pair)];
            let at = table.index(first.turned, second.turned, second.x, second.y).expect("within reach");
            table.ways[at] = ways;
            table.tied_anywhere[usize::from(first.turned)] += ways.0;
        }
        Ok(table)
    }

    #[inline]
    fn index(&self, first: bool, second: bool, dx: i16, dy: i16) -> Option<usize> {
        let (x, y) = ((dx + self.reach) as u16 as usize, (dy + self.reach) as u16 as usize);
        let boards = usize::from(first) * 2 + usize::from(second);
        (x < self.side && y < self.side).then(|| (boards * self.side + y) * self.side + x)
    }

    #[inline]
    fn get(&self, a: &Candidate, b: &Candidate) -> (u64, u64) {
        match self.index(a.turned, b.turned, b.x - a.x, b.y - a.y) {
            Some(at) => self.ways[at],
            None => (0, self.far),
        }
    }
}

/// A placement that touches the layer.
#[derive(Clone, Copy)]
struct Candidate {
    y: i16,
    x: i16,
    turned: bool,
    /// The bricks of the layer it touches, as a bit mask.
    touches: u8,
}

/// Working memory for one layer at a time.
pub(super) struct Bench<O> {
    brick: Brick,
    ones: O,
    size: usize,
    candidates: Vec<Candidate>,
    words: usize,
    /// Row i: the candidates after i that do not clash with it.
    later: Vec<u64>,
    /// Row t: the candidates that touch exactly the set t.
    touching: Vec<u64>,
    touches: Vec<u8>,
    before: Vec<u16>,
    free: Vec<u64>,
    useful: Useful,
}

/// Which candidates can still lead to a weight, from each partition.
#[derive(Default)]
struct Useful {
    /// Row `left * partitions + π`: candidates to take first when `left` are to be taken.
    next: Vec<u64>,
    /// For each partition, the range of its entries in `last`.
    ranges: Vec<(usize, usize)>,
    /// Weights a last candidate can get, with the candidates that get it.
    last: Vec<(u64, usize)>,
    bits: Vec<u64>,
}

impl<O: Ones> Bench<O> {
    pub(super) fn new(brick: Brick, ones: O) -> Bench<O> {
        Bench {
            brick,
            ones,
            size: 0,
            candidates: Vec::new(),
            words: 0,
            later: Vec::new(),
            touching: Vec::new(),
            touches: Vec::new(),
            before: Vec::new(),
            free: Vec::new(),
            useful: Useful::default(),
        }
    }

    /// Finds the placements that touch the layer, what they touch, and which of them clash.
    pub(super) fn lay(&mut self, layer: &[Spot]) {
        let brick = self.brick;
        let long = i16::from(brick.long());
        let (mut from, mut to) = ((i16::MAX, i16::MAX), (i16::MIN, i16::MIN));
        for s in layer {
            from = (from.0.min(s.x - long), from.1.min(s.y - long));
            to = (to.0.max(s.x + 2 * long), to.1.max(s.y + 2 * long));
        }
        let (width, depth) = ((to.0 - from.0) as usize, (to.1 - from.1) as usize);
        let at = |turned: bool, x: i16, y: i16| {
            (usize::from(turned) * depth + (y - from.1) as usize) * width + (x - from.0) as usize
        };
        let cells = brick.directions().len() * depth * width;
        self.size = layer.len();
        self.touches.clear();
        self.touches.resize(cells, 0);
        for (i, s) in layer.iter().enumerate() {
            let (w, d) = brick.extent(s.turned);
            for &turned in brick.directions() {
                let (ow, od) = brick.extent(turned);
                for y in s.y - od + 1..s.y + d {
                    let row = at(turned, s.x - ow + 1, y);
                    for touched in &mut self.touches[row..row + (w + ow - 1) as usize] {
                        *touched |= 1 << i;
                    }
                }
            }
        }
        self.candidates.clear();
        self.before.clear();
        let mut index = 0;
        for &turned in brick.directions() {
            for y in from.1..to.1 {
                for x in from.0..to.0 {
                    self.before.push(self.candidates.len() as u16);
                    let touches = self.touches[index];
                    index += 1;
                    if touches != 0 {
                        self.candidates.push(Candidate { y, x, turned, touches });
                    }
                }
            }
        }
        let count = self.candidates.len();
        self.words = count.div_ceil(64);
        let words = self.words;
        self.touching.clear();
        self.touching.resize((1 << layer.len()) * words, 0);
        self.later.clear();
        self.later.resize(count * words, 0);
        for (i, c) in self.candidates.iter().enumerate() {
            self.touching[usize::from(c.touches) * words + i / 64] |= 1 << (i % 64);
            let row = &mut self.later[i * words..(i + 1) * words];
            change_bits(row, i + 1, count, |word, mask| *word |= mask);
            let (w, d) = brick.extent(c.turned);
            for &turned in brick.directions() {
                let (ow, od) = brick.extent(turned);
                let (left, right) = ((c.x - ow + 1).max(from.0), (c.x + w).min(to.0 - 1));
                for y in (c.y - od + 1).max(from.1)..(c.y + d).min(to.1) {
                    let first = usize::from(self.before[at(turned, left, y)]).max(i + 1);
                    let end = usize::from(self.before[at(turned, right, y)]);
                    change_bits(row, first, end, |word, mask| *word &= !mask);
                }
            }
        }
    }

    /// Fills `ways`, one number per partition, for `side` on the layer laid last.
    pub(super) fn ways(&mut self, side: &Side, partitions: &Partitions, ways: &mut [u64]) {
        ways.fill(0);
        match side {
            Side::Empty => ways[partitions.loose] = 1,
            &Side::Storey(1) => {
                for candidate in &self.candidates {
                    ways[partitions.merge(partitions.loose, usize::from(candidate.touches))] += 1;
                }
            }
            &Side::Storey(bricks) => {
                let mut free = self.all_free(bricks);
                let (all, rest) = free.split_at_mut(self.words);
                self.list(usize::from(bricks), partitions.loose, all, rest, partitions, ways);
                self.free = free;
            }
            Side::Pair(table) => self.pair(table, partitions, ways),
        }
    }

    /// The sum of the weights of what `side` makes of the layer laid last.
    pub(super) fn weigh(&mut self, side: &Side, partitions: &Partitions, weights: &[u64]) -> u128 {
        match side {
            &Side::Storey(bricks) if bricks > 1 => {
                self.find_useful(usize::from(bricks), partitions, weights);
                let mut free = self.all_free(bricks);
                let (all, rest) = free.split_at_mut(self.words);
                let sum = self.sum(usize::from(bricks), partitions.loose, all, rest, partitions);
                self.free = free;
                sum
            }
            _ => {
                let mut ways = vec![0; partitions.count];
                self.ways(side, partitions, &mut ways);
                ways.iter().zip(weights).map(|(&ways, &weight)| u128::from(ways) * u128::from(weight)).sum()
            }
        }
    }

    /// Bit sets for choosing so many candidates, the first one full.
    fn all_free(&mut self, bricks: u8) -> Vec<u64> {
        let mut free = std::mem::take(&mut self.free);
        free.clear();
        free.resize(usize::from(bricks) * self.words, 0);
        change_bits(&mut free, 0, self.candidates.len(), |word, mask| *word |= mask);
        free
    }

    /// Adds the ways to choose `left` candidates of `free` without a clash.
    fn list(
        &self,
        left: usize,
        partition: usize,
        free: &[u64],
        rest: &mut [u64],
        partitions: &Partitions,
        ways: &mut [u64],
    ) {
        let words = self.words;
        if left == 1 {
            for set in 1..1 << self.size {
                let touching = &self.touching[set * words..][..words];
                let count: u64 = touching.iter().zip(free).map(|(a, b)| self.ones.of(a & b)).sum();
                ways[partitions.merge(partition, set)] += count;
            }
            return;
        }
        let (mine, rest) = rest.split_at_mut(words);
        for word in 0..words {
            for i in places(free[word], word) {
                let later = &self.later[i * words..(i + 1) * words];
                for ((to, a), b) in mine.iter_mut().zip(free).zip(later) {
                    *to = a & b;
                }
                let merged = partitions.merge(partition, usize::from(self.candidates[i].touches));
                self.list(left - 1, merged, mine, rest, partitions, ways);
            }
        }
    }

    /// Prepares [`Useful`] for choosing `bricks` candidates.
    fn find_useful(&mut self, bricks: usize, partitions: &Partitions, weights: &[u64]) {
        let (words, count) = (self.words, partitions.count);
        let useful = &mut self.useful;
        useful.next.clear();
        useful.next.resize((bricks + 1) * count * words, 0);
        useful.ranges.clear();
        useful.last.clear();
        useful.bits.clear();
        let present: Vec<usize> = (1..1usize << self.size)
            .filter(|&set| self.touching[set * words..][..words].iter().any(|&word| word != 0))
            .collect();
        for partition in 0..count {
            let from = useful.last.len();
            for &set in &present {
                let weight = weights[partitions.merge(partition, set)];
                if weight == 0 {
                    continue;
                }
                let known = useful.last[from..].iter().find(|entry| entry.0 == weight);
                let at = known.map(|entry| entry.1).unwrap_or_else(|| {
                    let at = useful.bits.len();
                    useful.bits.resize(at + words, 0);
                    useful.last.push((weight, at));
                    at
                });
                for (bits, touching) in
                    useful.bits[at..at + words].iter_mut().zip(&self.touching[set * words..])
                {
                    *bits |= touching;
                }
            }
            useful.ranges.push((from, useful.last.len()));
        }
        let mut can: Vec<bool> = useful.ranges.iter().map(|&(from, to)| from < to).collect();
        for left in 2..=bricks {
            let mut could = vec![false; count];
            for partition in 0..count {
                for &set in present.iter().filter(|&&set| can[partitions.merge(partition, set)]) {
                    could[partition] = true;
                    let row = (left * count + partition) * words;
                    for word in 0..words {
                        useful.next[row + word] |= self.touching[set * words + word];
                    }
                }
            }
            can = could;
        }
    }

    /// The weights of all ways to choose `left` candidates of `free` without a clash.
    fn sum(
        &self,
        left: usize,
        partition: usize,
        free: &[u64],
        rest: &mut [u64],
        partitions: &Partitions,
    ) -> u128 {
        let words = self.words;
        let (mine, rest) = rest.split_at_mut(words);
        let next = &self.useful.next[(left * partitions.count + partition) * words..][..words];
        let mut sum = 0;
        for word in 0..words {
            for i in places(free[word] & next[word], word) {
                let later = &self.later[i * words..(i + 1) * words];
                let merged = partitions.merge(partition, usize::from(self.candidates[i].touches));
                if left == 2 {
                    let (from, to) = self.useful.ranges[merged];
                    for &(weight, at) in &self.useful.last[from..to] {
                        let last = &self.useful.bits[at..at + words];
                        let mut count = 0;
                        for w in word..words {
                            count += self.ones.of(free[w] & later[w] & last[w]);
                        }
                        sum += u128::from(weight) * u128::from(count);
                    }
                } else {
                    for ((to, a), b) in mine.iter_mut().zip(free).zip(later) {
                        *to = a & b;
                    }
                    sum += self.sum(left - 1, merged, mine, rest, partitions);
                }
            }
        }
        sum
    }

    /// Two bricks with more on them.
    fn pair(&self, table: &PairTable, partitions: &Partitions, ways: &mut [u64]) {
        let sets = 1 << self.size;
        let mut apart = vec![0u64; sets * sets];
        let mut tied = vec![0u64; sets];
        let mut hanging: Vec<u64> =
            self.candidates.iter().map(|c| table.tied_anywhere[usize::from(c.turned)]).collect();
        for (i, a) in self.candidates.iter().enumerate() {
            let row = &mut apart[usize::from(a.touches) * sets..][..sets];
            let mut here = 0;
            for (b, hangs) in self.candidates[i + 1..].iter().zip(&mut hanging[i + 1..]) {
                let (joined, separate) = table.get(a, b);
                row[usize::from(b.touches)] += separate;
                if joined > 0 {
                    tied[usize::from(a.touches | b.touches)] += joined;
                    *hangs -= joined;
                    here += joined;
                }
            }
            hanging[i] -= here;
        }
        for (c, &hangs) in self.candidates.iter().zip(&hanging) {
            tied[usize::from(c.touches)] += hangs;
        }
        for a in 1..sets {
            let merged = partitions.merge(partitions.loose, a);
            ways[merged] += tied[a];
            for b in 1..sets {
                ways[partitions.merge(merged, b)] += apart[a * sets + b];
            }
        }
    }
}

/// The places of the ones in a word of a bit set.
#[inline(always)]
fn places(mut bits: u64, word: usize) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = (bits != 0).then(|| word * 64 + bits.trailing_zeros() as usize);
        bits &= bits.wrapping_sub(1);
        place
    })
}

/// Changes bits `from..to`, a word at a time.
fn change_bits(row: &mut [u64], mut from: usize, to: usize, change: impl Fn(&mut u64, u64)) {
    while from < to {
        let end = to.min((from / 64 + 1) * 64);
        let mask = (u64::MAX >> (64 - (end - from))) << (from % 64);
        change(&mut row[from / 64], mask);
        from = end;
    }
}
