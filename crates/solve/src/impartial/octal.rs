//! Octal games by sparse spaces, and their periods.
//!
//! Fix a mask; call a value *rare* if it has an even number of ones under it. Rare values form a
//! space closed under xor, and two common values make a rare one, so an option with a common value
//! has exactly one rare heap. If few heaps are rare, all common options of a heap are listed by
//! going over the rare heaps only; that gives the least common value missing, `m`. Then the rare
//! values below `m` are looked for among the pairs, and the search stops as soon as all are found,
//! which is early. If one is missing, it is the value, and the heap is rare. The result is right
//! for every mask; a good mask makes it quick, and is chosen again whenever the table has doubled.
//!
//! Source: Berlekamp, Conway, Guy, Winning Ways (1982), chapter 4; Gangolli, Plambeck, A note on
//! periodicity in some octal games (1989). Cost: about `heaps * rare heaps` operations.

use hissho_rules::impartial::octal::Octal;

use super::TableError;
use crate::limits::{Limits, Meter, Stop};
use crate::progress::Progress;

/// The values of the heaps `0..heaps`.
pub fn octal_values(
    game: &Octal,
    heaps: usize,
    limits: &Limits,
    progress: &dyn Progress,
) -> Result<Vec<u32>, TableError> {
    let allowed = limits.memory.unwrap_or(4 << 30);
    let needed = heaps as u64 * 4;
    if needed > allowed {
        return Err(TableError::TooLarge { needed, allowed });
    }
    let meter = limits.start();
    progress.begin("heaps", heaps as u64);
    if !game.is_octal() {
        return relative_values(game, heaps, &meter, progress);
    }
    let mut walk = Walk::new(game);
    while walk.values.len() < heaps {
        if walk.values.len().is_multiple_of(1024) {
            meter.spend(1024).map_err(TableError::Stop)?;
            meter.look().map_err(TableError::Stop)?;
            progress.advance(1024);
        }
        walk.next();
    }
    walk.values.truncate(heaps);
    Ok(walk.values)
}

/// The values of a hexadecimal game or of Grundy's game: three heaps of `n` together are one heap
/// and a value that two of the rest have. Cost: `heaps` times the heaps and the values, for each.
fn relative_values(
    game: &Octal,
    heaps: usize,
    meter: &Meter,
    progress: &dyn Progress,
) -> Result<Vec<u32>, TableError> {
    let mut values: Vec<u32> = Vec::new();
    // For each number of counters the values that two heaps of them have, sorted.
    let mut of_two: Vec<Vec<u32>> = Vec::new();
    let mut met = vec![usize::MAX; 64];
    let splits_in_three = game.digits().iter().any(|digit| digit & 8 != 0);
    for heap in 0..heaps {
        let two = |left: usize| (1..=left / 2).map(move |small| (small, left - small));
        let mut options = Vec::new();
        for (take, &digit) in game.digits().iter().enumerate().take_while(|&(take, _)| take <= heap) {
            let left = heap - take;
            if digit & 1 != 0 && left == 0 {
                options.push(0);
            }
            if digit & 2 != 0 && left > 0 {
                options.push(values[left]);
            }
            if digit & 4 != 0 {
                let allowed = two(left).filter(|(small, large)| !game.must_differ(take) || small != large);
                options.extend(allowed.map(|(small, large)| values[small] ^ values[large]));
            }
            if digit & 8 != 0 {
                for small in 1..left.saturating_sub(1) {
                    // A heap too large to be valued yet is left by no move: two others are there.
                    options.extend(of_two[left - small].iter().map(|other| values[small] ^ other));
                }
            }
        }
        meter.spend(1 + options.len() as u64).map_err(TableError::Stop)?;
        meter.look().map_err(TableError::Stop)?;
        progress.advance(1);
        let most = options.iter().copied().max().unwrap_or(0) as usize;
        met.resize(met.len().max(most + 2), usize::MAX);
        options.into_iter().for_each(|value| met[value as usize] = heap);
        let value = met.iter().position(|&last| last != heap).expect("one more than the greatest option");
        values.push(value as u32);
        if splits_in_three {
            let mut pairs: Vec<u32> = two(heap).map(|(a, b)| values[a] ^ values[b]).collect();
            pairs.sort_unstable();
            pairs.dedup();
            of_two.push(pairs);
        }
    }
    Ok(values)
}

/// Preperiod and period of the values, with as many values as show that they go on for ever: `2 *
/// preperiod + 2 * period + largest take` of them (Guy and Smith, 1956). `Err` when a limit is
/// reached first.
pub fn octal_period(game: &Octal, limits: &Limits, progress: &dyn Progress) -> Result<OctalPeriod, Stop> {
    let meter = limits.start();
    let mut walk = Walk::new(game);
    let mut next_look = 64;
    progress.begin("heaps", 0);
    loop {
        while walk.values.len() < next_look {
            walk.next();
            if walk.values.len().is_multiple_of(1024) {
                meter.spend(1024)?;
                progress.advance(1024);
            }
        }
        meter.look()?;
        if let Some((preperiod, period)) = find_period(&walk.values, game.largest_take()) {
            walk.values.truncate(preperiod + period);
            return Ok(OctalPeriod { preperiod, period, values: walk.values });
        }
        next_look += next_look / 2;
        if limits.memory.is_some_and(|most| next_look as u64 * 4 > most) {
            return Err(Stop::Memory);
        }
    }
}

/// Values that repeat for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OctalPeriod {
    /// From this heap on they repeat.
    pub preperiod: usize,
    /// The distance.
    pub period: usize,
    /// The first `preperiod + period` values.
    pub values: Vec<u32>,
}

/// The least period for which the values shown are enough, with the least preperiod for it.
fn find_period(values: &[u32], largest_take: usize) -> Option<(usize, usize)> {
    let n = values.len();
    (1..n / 2).find_map(|period| {
        // The last place where the value differs from the one a period later.
        let differs = (0..n - period).rev().find(|&i| values[i] != values[i + period]);
        let preperiod = differs.map_or(0, |i| i + 1);
        (2 * preperiod + 2 * period + largest_take <= n).then_some((preperiod, period))
    })
}

/// Most pairs of heaps looked at between two looks at what is still missing.
const LARGEST_BLOCK: usize = 256;
/// Heaps whose common options are listed together, so that neighbouring values are read together.
const TOGETHER: usize = 16;

struct Walk<'g> {
    game: &'g Octal,
    /// The most counters one move takes.
    largest_take: usize,
    values: Vec<u32>,
    mask: u32,
    /// The rare heaps but the empty one, with their values.
    rare: Vec<(u32, u32)>,
    /// The first of the heaps valued together.
    first: usize,
    /// For each of them and each value, whether it is among the options met so far.
    met: Vec<bool>,
    /// Values that have a place in `met`. Invariant: a power of two above the xor of any two
    /// values, and one more.
    width: usize,
    /// Those of `rare` whose options with all heaps valued together are in `met` from the
    /// beginning.
    listed: std::ops::Range<usize>,
    /// Rare values not yet found among the options.
    missing: Vec<u32>,
    /// When the mask is chosen again.
    next_choice: usize,
}

impl<'g> Walk<'g> {
    fn new(game: &'g Octal) -> Self {
        let mut walk = Walk {
            game,
            largest_take: game.digits().len() - 1,
            values: Vec::new(),
            mask: 1,
            rare: Vec::new(),
            first: 0,
            met: Vec::new(),
            width: 64,
            listed: 0..0,
            missing: Vec::new(),
            next_choice: 64,
        };
        walk.begin();
        walk
    }

    fn is_rare(&self, value: u32) -> bool {
        (value & self.mask).count_ones().is_multiple_of(2)
    }

    /// The numbers that may be taken when what is left is split.
    fn splits(&self) -> impl Iterator<Item = usize> + use<'g> {
        self.game.digits().iter().enumerate().filter(|&(_, digit)| digit & 4 != 0).map(|(take, _)| take)
    }

    /// Begins with the next heaps: lists their options that have one rare heap, not too small, and
    /// one other before them.
    fn begin(&mut self) {
        let n = self.values.len();
        if n >= self.next_choice {
            self.choose_mask();
            self.next_choice *= 2;
        }
        self.first = n;
        self.met.clear();
        self.met.resize(TOGETHER * self.width, false);
        let start = self.rare.partition_point(|&(heap, _)| (heap as usize) < TOGETHER);
        let end = self.rare.partition_point(|&(heap, _)| heap as usize + self.largest_take < n);
        self.listed = start..end.max(start);
        for take in self.splits() {
            for &(heap, value) in &self.rare[self.listed.clone()] {
                let others = &self.values[n - take - heap as usize..][..TOGETHER];
                for (row, other) in self.met.chunks_exact_mut(self.width).zip(others) {
                    row[(value ^ other) as usize] = true;
                }
            }
        }
    }

    /// Values the next heap.
    fn next(&mut self) {
        if self.values.len() == self.first + TOGETHER {
            self.begin();
        }
        let n = self.values.len();
        let values = &self.values;
        let met = &mut self.met[(n - self.first) * self.width..][..self.width];
        let mut lefts = Vec::new();
        for (take, &digit) in self.game.digits().iter().enumerate().take_while(|&(take, _)| take <= n) {
            let left = n - take;
            if digit & 1 != 0 && left == 0 {
                met[0] = true;
            }
            if digit & 2 != 0 && left > 0 {
                met[values[left] as usize] = true;
            }
            if digit & 4 != 0 {
                lefts.push(left);
                let unlisted = self.rare[..self.listed.start].iter().chain(&self.rare[self.listed.end..]);
                for &(heap, value) in unlisted.take_while(|&&(heap, _)| (heap as usize) < left) {
                    met[(value ^ values[left - heap as usize]) as usize] = true;
                }
            }
        }
        let is_rare = |value: u32| (value & self.mask).count_ones().is_multiple_of(2);
        let mut least_common = 0;
        while is_rare(least_common) || met[least_common as usize] {
            least_common += 1;
        }
        self.missing.clear();
        self.missing.extend((0..least_common).filter(|&v| is_rare(v) && !met[v as usize]));
        // All splitting moves side by side: a value that one of them never gives, another often
        // gives at once.
        let (mut from, mut block) = (1, 16);
        while !self.missing.is_empty() && from <= n / 2 {
            for &left in lefts.iter().filter(|&&left| 2 * from <= left) {
                let to = (from + block).min(left / 2 + 1);
                let others = values[left + 1 - to..=left - from].iter().rev();
                for (small, large) in values[from..to].iter().zip(others) {
                    met[(small ^ large) as usize] = true;
                }
            }
            self.missing.retain(|&v| !met[v as usize]);
            from += block;
            block = (2 * block).min(LARGEST_BLOCK);
        }
        let value = self.missing.first().copied().unwrap_or(least_common);
        if self.is_rare(value) && n > 0 {
            self.rare.push((n as u32, value));
        }
        self.values.push(value);
        let width = ((value + 2).next_power_of_two() * 2) as usize;
        if self.width < width {
            self.width = width;
            self.begin();
        }
    }

    /// The mask under which the fewest heaps are rare.
    fn choose_mask(&mut self) {
        let greatest = self.values.iter().copied().max().unwrap_or(0);
        let bits = (32 - greatest.leading_zeros()).min(12);
        let mut counts = vec![0usize; greatest as usize + 1];
        self.values.iter().for_each(|&v| counts[v as usize] += 1);
        let rare = |mask: u32| -> usize {
            let even = |v: &usize| (*v as u32 & mask).count_ones().is_multiple_of(2);
            (0..counts.len()).filter(even).map(|v| counts[v]).sum()
        };
        self.mask = (1..1u32 << bits).min_by_key(|&mask| rare(mask)).unwrap_or(1);
        let rare = (0u32..).zip(self.values.iter().copied()).filter(|&(n, v)| n > 0 && self.is_rare(v));
        self.rare = rare.collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::progress::Silent;
    use hissho_rules::mex;

    #[test]
    fn sparse_spaces_give_the_values_of_the_definition() {
        for code in [
            "0.77", "0.07", "0.137", "0.6", "0.45", "0.007", "4.7", "0.156", "0.3", "0.333", "4.44", "0.15",
            "4.0", "4!.0", "0.8", "0.3F", "8.1", "C.0D",
        ] {
            let game = Octal::parse_relative(code).unwrap();
            let heaps = if game.is_octal() { 400 } else { 80 };
            let values = octal_values(&game, heaps, &Limits::default(), &Silent).unwrap();
            for heap in 0..heaps {
                let mut options = Vec::new();
                game.for_each_option(heap, &mut |[a, b, c]| options.push(values[a] ^ values[b] ^ values[c]));
                assert_eq!(values[heap], mex(options), "{code} heap {heap}");
            }
        }
    }

    #[test]
    fn the_known_periods_are_found() {
        // Winning Ways, chapter 4, tables 6 and 7: code, last exception + 1, period.
        for (code, preperiod, period) in
            [("0.77", 71, 12), ("0.07", 53, 34), ("0.137", 52, 34), ("0.45", 498, 20)]
        {
            let game = Octal::parse(code).unwrap();
            let found = octal_period(&game, &Limits::default(), &Silent).unwrap();
            assert_eq!((found.preperiod, found.period), (preperiod, period), "{code}");
        }
    }
}
