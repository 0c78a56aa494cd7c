//! Set partitions of the bricks of one layer: which of them hang together through what lies on one side.

use rustc_hash::FxHashMap;

/// Layers of more bricks than this are never glued.
pub(super) const MAX_PARTS: usize = 5;

/// The block of each brick, numbered in order of first appearance.
type Blocks = [u8; MAX_PARTS];

/// All partitions of `size` bricks with the operations the gluing needs.
pub(super) struct Partitions {
    pub(super) count: usize,
    /// Index of the partition into single bricks.
    pub(super) loose: usize,
    all: Vec<Blocks>,
    types: usize,
    /// `merged[partition * types + set]`: the partition after the bricks of `set` are tied together.
    merged: Vec<u16>,
    /// `together[a * count + b]`: whether both partitions together tie everything.
    together: Vec<bool>,
}

impl Partitions {
    pub(super) fn new(size: usize) -> Partitions {
        assert!((1..=MAX_PARTS).contains(&size), "layers of 1 to {MAX_PARTS} bricks are glued");
        let mut all: Vec<Blocks> = vec![[0; MAX_PARTS]];
        for brick in 1..size {
            all = all
                .iter()
                .flat_map(|blocks| {
                    let used = blocks[..brick].iter().max().map_or(0, |&b| b + 1);
                    (0..=used).map(move |block| {
                        let mut more = *blocks;
                        more[brick] = block;
                        more
                    })
                })
                .collect();
        }
        let index: FxHashMap<Blocks, usize> = all.iter().enumerate().map(|(i, &b)| (b, i)).collect();
        let types = 1 << size;
        let mut merged = vec![0; all.len() * types];
        for (i, blocks) in all.iter().enumerate() {
            for set in 0..types {
                merged[i * types + set] = index[&tie(blocks, size, |b| set >> b & 1 == 1)] as u16;
            }
        }
        let mut together = vec![false; all.len() * all.len()];
        let one = index[&[0; MAX_PARTS]];
        for a in 0..all.len() {
            for (b, blocks) in all.iter().enumerate() {
                let joined = (0..size as u8).fold(a, |so_far, block| {
                    let set = (0..size).filter(|&i| blocks[i] == block).fold(0, |set, i| set | 1 << i);
                    usize::from(merged[so_far * types + set])
                });
                together[a * all.len() + b] = joined == one;
            }
        }
        let loose = all.iter().position(|b| (0..size).all(|i| usize::from(b[i]) == i)).unwrap_or(0);
        Partitions { count: all.len(), loose, all, types, merged, together }
    }

    /// The partition after the bricks of `set` (a bit mask) are tied together.
    #[inline]
    pub(super) fn merge(&self, partition: usize, set: usize) -> usize {
        usize::from(self.merged[partition * self.types + set])
    }

    /// For each partition, its index among the partitions of more bricks, the others being loose.
    pub(super) fn embed(&self, larger: &Partitions) -> Vec<usize> {
        let (size, more) = (self.types.trailing_zeros() as usize, larger.types.trailing_zeros() as usize);
        let extend = |blocks: &Blocks| {
            let mut blocks = *blocks;
            for brick in size..more {
                blocks[brick] = blocks[..brick].iter().max().map_or(0, |&b| b + 1);
            }
            larger.all.iter().position(|other| *other == blocks).expect("a partition of more bricks")
        };
        self.all.iter().map(extend).collect()
    }

    /// For each partition made by one side, the ways of the other side that complete it.
    pub(super) fn completions(&self, other: &[u64], weights: &mut [u64]) {
        for (a, weight) in weights.iter_mut().enumerate() {
            let row = &self.together[a * self.count..][..self.count];
            *weight = row.iter().zip(other).map(|(&fits, &ways)| if fits { ways } else { 0 }).sum();
        }
    }
}

/// `blocks` with the blocks of the chosen bricks made one, renumbered.
fn tie(blocks: &Blocks, size: usize, chosen: impl Fn(usize) -> bool) -> Blocks {
    let tied: Vec<u8> = (0..size).filter(|&b| chosen(b)).map(|b| blocks[b]).collect();
    let mut names = [u8::MAX; MAX_PARTS];
    let mut next = 0;
    let mut result = [0; MAX_PARTS];
    for brick in 0..size {
        let block = if tied.contains(&blocks[brick]) { tied[0] } else { blocks[brick] };
        let name = &mut names[usize::from(block)];
        if *name == u8::MAX {
            *name = next;
            next += 1;
        }
        result[brick] = *name;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_partitions_as_bell_says() {
        for (size, bell) in [(1, 1), (2, 2), (3, 5), (4, 15), (5, 52)] {
            assert_eq!(Partitions::new(size).count, bell);
        }
    }

    #[test]
    fn two_pairs_that_share_a_brick_tie_three() {
        let partitions = Partitions::new(3);
        let low = partitions.merge(partitions.loose, 0b011);
        let up = partitions.merge(partitions.loose, 0b110);
        assert!(low != 0 && up != 0 && low != up);
        assert!(partitions.together[low * partitions.count + up]);
        assert_eq!(partitions.merge(low, 0b110), 0);
    }
}
