//! Octal games by sparse spaces, and their periods.
//!
//! Fix a mask; call a value *rare* if it has an even number of ones under it. Rare values form a space closed under xor, and two
//! common values make a rare one, so an option with a common value has exactly one rare heap. If few heaps are rare,
//! all common options of a heap are listed by going over the rare heaps only; that gives the least common value
//! missing, `m`. Then the rare values below `m` are looked for among the pairs, and the search stops as soon as all are
//! found, which is early. If one is missing, it is the value, and the heap is rare. The result is right for every mask; a
//! good mask makes it quick, and is chosen again whenever the table has doubled.
//!
//! Source: Berlekamp, Conway, Guy, Winning Ways (1982), chapter 4; Gangolli, Plambeck, A note on periodicity in some octal
//! games (1989). Cost: about `heaps * rare heaps` operations.

use rules::octal::Octal;

use super::TableError;
use crate::limits::{Limits, Stop};
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

/// Preperiod and period of the values, with as many values as show that they go on for ever: `2 * preperiod + 2 * period +
/// largest take` of them (Guy and Smith, 1956). `Err` when a limit is reached first.
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

struct Walk<'g> {
    game: &'g Octal,
    values: Vec<u32>,
    mask: u32,
    /// The rare heaps but the empty one, with their values.
    rare: Vec<(u32, u32)>,
    /// By value, the last heap that had it among its options. Invariant: has a place for the xor of any two values, and one
    /// more.
    stamp: Vec<u32>,
    /// Rare values not yet found among the options.
    missing: Vec<u32>,
    /// When the mask is chosen again.
    next_choice: usize,
}

impl<'g> Walk<'g> {
    fn new(game: &'g Octal) -> Self {
        Walk {
            game,
            values: Vec::new(),
            mask: 1,
            rare: Vec::new(),
            stamp: vec![u32::MAX; 64],
            missing: Vec::new(),
            next_choice: 64,
        }
    }

    fn is_rare(&self, value: u32) -> bool {
        (value & self.mask).count_ones().is_multiple_of(2)
    }

    /// Values the next heap.
    fn next(&mut self) {
        let n = self.values.len();
        if n == self.next_choice {
            self.choose_mask();
            self.next_choice *= 2;
        }
        let now = n as u32;
        let (values, stamp) = (&self.values, &mut self.stamp);
        let mut lefts = Vec::new();
        for (take, &digit) in self.game.digits().iter().enumerate().take_while(|&(take, _)| take <= n) {
            let left = n - take;
            if digit & 1 != 0 && left == 0 {
                stamp[0] = now;
            }
            if digit & 2 != 0 && left > 0 {
                stamp[values[left] as usize] = now;
            }
            if digit & 4 != 0 {
                lefts.push(left);
                let within = self.rare.partition_point(|&(heap, _)| (heap as usize) < left);
                for &(heap, value) in &self.rare[..within] {
                    stamp[(value ^ values[left - heap as usize]) as usize] = now;
                }
            }
        }
        let is_rare = |value: u32| (value & self.mask).count_ones().is_multiple_of(2);
        let mut least_common = 0;
        while is_rare(least_common) || stamp[least_common as usize] == now {
            least_common += 1;
        }
        self.missing.clear();
        self.missing.extend((0..least_common).filter(|&v| is_rare(v) && stamp[v as usize] != now));
        // All splitting moves side by side: a value that one of them never gives, another often gives at once.
        let (mut from, mut block) = (1, 16);
        while !self.missing.is_empty() && from <= n / 2 {
            for &left in lefts.iter().filter(|&&left| 2 * from <= left) {
                let to = (from + block).min(left / 2 + 1);
                let others = values[left + 1 - to..=left - from].iter().rev();
                for (small, large) in values[from..to].iter().zip(others) {
                    stamp[(small ^ large) as usize] = now;
                }
            }
            self.missing.retain(|&v| stamp[v as usize] != now);
            from += block;
            block = (2 * block).min(LARGEST_BLOCK);
        }
        let value = self.missing.first().copied().unwrap_or(least_common);
        if self.is_rare(value) && n > 0 {
            self.rare.push((now, value));
        }
        let room = ((value + 2).next_power_of_two() * 2) as usize;
        if self.stamp.len() < room {
            self.stamp.resize(room, u32::MAX);
        }
        self.values.push(value);
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
    use rules::mex;

    #[test]
    fn sparse_spaces_give_the_values_of_the_definition() {
        for code in
            ["0.77", "0.07", "0.137", "0.6", "0.45", "0.007", "4.7", "0.156", "0.3", "0.333", "4.44", "0.15"]
        {
            let game = Octal::parse(code).unwrap();
            let values = octal_values(&game, 400, &Limits::default(), &Silent).unwrap();
            for heap in 0..400 {
                let mut options = Vec::new();
                game.for_each_option(heap, &mut |a, b| options.push(values[a] ^ values[b]));
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
