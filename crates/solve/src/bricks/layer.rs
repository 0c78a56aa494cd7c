//! Layers: the bricks of one storey up to shifts, turns and mirror images.
//!
//! Gluing sums over every layer that what lies below and above can tie together. Two bricks of it can be
//! tied directly when one brick can touch both (a short link), or through a longer chain (a long link; at
//! most one for each side that begins with two bricks). All layers that hang together by such links
//! are grown brick by brick; a layer and its seven images under the symmetries of the square have equally many
//! buildings, so only the least of them is kept, with the number of different images.
//!
//! A single brick two storeys up (a roof, marked `lifted`) may belong to the layer as well: it cannot clash with
//! the others, and the bricks between tie it like any other.
//!
//! 2×4 bricks, short links only, no roof: 2,100 layers of three bricks, 229,730 of four.

use std::collections::BTreeSet;

use hissho_rules::bricks::{Brick, Placement};
use rustc_hash::FxHashSet;

use super::partition::MAX_PARTS;
use crate::parallel;

/// A brick in a layer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Spot {
    pub(super) y: i16,
    pub(super) x: i16,
    pub(super) turned: bool,
    /// Two storeys up.
    pub(super) lifted: bool,
}

impl Spot {
    pub(super) fn new(x: i16, y: i16, turned: bool) -> Spot {
        Spot { y, x, turned, lifted: false }
    }

    pub(super) fn clashes(self, other: Spot, brick: Brick) -> bool {
        self.lifted == other.lifted && brick.overlap(self.placement(), other.placement())
    }

    fn placement(self) -> Placement {
        Placement { z: 0, y: self.y, x: self.x, turned: self.turned }
    }
}

/// A layer packed into one number, 24 bits a brick.
pub(super) type Key = u128;

const BITS: u32 = 24;

/// The layer with its least corner at (0, 0), packed.
fn pack(codes: &mut [u32]) -> Key {
    for i in 1..codes.len() {
        let mut j = i;
        while j > 0 && codes[j - 1] > codes[j] {
            codes.swap(j - 1, j);
            j -= 1;
        }
    }
    codes.iter().fold(0, |key, &code| key << BITS | Key::from(code))
}

/// The code of a brick at (x, y), both at least 0.
fn code(x: i16, y: i16, turned: bool, lifted: bool) -> u32 {
    (y as u32) << 13 | (x as u32) << 2 | u32::from(lifted) << 1 | u32::from(turned)
}

/// The bricks of a packed layer of `size` bricks; a roof comes last.
pub(super) fn unpack(key: Key, size: usize) -> Vec<Spot> {
    let mut spots: Vec<Spot> = (0..size)
        .rev()
        .map(|i| {
            let code = (key >> (BITS * i as u32)) as u32;
            Spot {
                y: (code >> 13 & 0x7ff) as i16,
                x: (code >> 2 & 0x7ff) as i16,
                turned: code & 1 == 1,
                lifted: code & 2 == 2,
            }
        })
        .collect();
    spots.sort_by_key(|spot| spot.lifted);
    spots
}

/// The least image of a layer, and how many different images it has.
pub(super) fn canonical(spots: &[Spot], brick: Brick) -> (Key, u8) {
    let mut images = [0; 8];
    for (symmetry, image) in images.iter_mut().enumerate() {
        let (flip_x, flip_y, swap) = (symmetry & 1 != 0, symmetry & 2 != 0, symmetry & 4 != 0);
        let mut moved = [(0, 0); MAX_PARTS];
        let (mut least_x, mut least_y) = (i16::MAX, i16::MAX);
        for (spot, to) in spots.iter().zip(&mut moved) {
            let (w, d) = brick.extent(spot.turned);
            let x = if flip_x { -spot.x - w } else { spot.x };
            let y = if flip_y { -spot.y - d } else { spot.y };
            *to = if swap { (y, x) } else { (x, y) };
            least_x = least_x.min(to.0);
            least_y = least_y.min(to.1);
        }
        let mut codes = [0; MAX_PARTS];
        for ((to, spot), (x, y)) in codes.iter_mut().zip(spots).zip(moved) {
            let turned = if swap { !spot.turned && !brick.is_square() } else { spot.turned };
            *to = code(x - least_x, y - least_y, turned, spot.lifted);
        }
        *image = pack(&mut codes[..spots.len()]);
    }
    images.sort_unstable();
    let distinct = 1 + images.windows(2).filter(|pair| pair[0] != pair[1]).count();
    (images[0], distinct as u8)
}

/// Where a second brick can be so that a chain of `between` bricks ties it to one at the origin.
struct Links([Vec<Spot>; 2]);

impl Links {
    fn new(brick: Brick, between: usize) -> Links {
        Links([false, true].map(|turned| {
            if turned && brick.is_square() {
                return Vec::new();
            }
            let mut reached = BTreeSet::from([Spot::new(0, 0, turned)]);
            for _ in 0..=between {
                reached = reached
                    .iter()
                    .flat_map(|&from| brick.above(from.placement()))
                    .map(|p| Spot::new(p.x, p.y, p.turned))
                    .collect();
            }
            reached.into_iter().collect()
        }))
    }

    fn from(&self, spot: Spot) -> impl Iterator<Item = Spot> + '_ {
        let shifted = move |to: &Spot| Spot::new(to.x + spot.x, to.y + spot.y, to.turned);
        self.0[usize::from(spot.turned)].iter().map(shifted)
    }
}

/// Which layers to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Kind {
    /// Bricks, the roof not counted.
    pub(super) size: usize,
    /// Long links that may be used.
    pub(super) longs: usize,
    /// Bricks in the chain of a long link.
    pub(super) chain: usize,
    /// Whether there is a roof.
    pub(super) roof: bool,
}

/// One of several shares of all layers, so that not all need be in memory at once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Share {
    pub(super) number: u64,
    pub(super) of: u64,
}

impl Share {
    fn has(self, key: Key) -> bool {
        // Any fixed function of the key that spreads well.
        let mixed = ((key ^ key >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        mixed % self.of == self.number
    }
}

/// Every layer of a kind in a share, each up to the symmetries of the square.
pub(super) fn layers(brick: Brick, kind: Kind, share: Share, threads: usize) -> Vec<Key> {
    let everything = Share { number: 0, of: 1 };
    let grow = |layers: &[Key], size: usize, links: &Links, lifted: bool, share: Share| {
        let chunks: Vec<_> = layers.chunks(256).collect();
        let grown = parallel::map(threads, &chunks, |chunk| grow(brick, chunk, size, links, lifted, share));
        grown.into_iter().flatten()
    };
    let (short, long) = (Links::new(brick, 1), Links::new(brick, kind.chain));
    let start = canonical(&[Spot::default()], brick).0;
    // at[roof][used]: layers with or without roof, grown with `used` long links.
    let mut at: [Vec<Vec<Key>>; 2] = [vec![vec![start]], vec![]];
    for have in 1..=kind.size {
        // Only complete layers are shared out.
        let kept = |complete: bool| if complete { share } else { everything };
        if kind.roof {
            at[1].resize(at[0].len(), Vec::new());
            for used in 0..at[0].len() {
                let more = grow(&at[0][used], have, &short, true, kept(have == kind.size));
                at[1][used].extend(more);
            }
            at[1] = tidy(std::mem::take(&mut at[1]), threads);
        }
        if have == kind.size {
            break;
        }
        let complete = have + 1 == kind.size;
        for (roof, list) in at.iter_mut().enumerate() {
            if list.is_empty() {
                continue;
            }
            // Without its roof a layer is not complete.
            let kept = kept(complete && (roof == 1 || !kind.roof));
            let mut next: Vec<Vec<Key>> = vec![Vec::new(); (list.len() + 1).min(kind.longs + 1)];
            for (used, from) in list.iter().enumerate() {
                next[used].extend(grow(from, have + roof, &short, false, kept));
                if used < kind.longs {
                    next[used + 1].extend(grow(from, have + roof, &long, false, kept));
                }
            }
            *list = tidy(next, threads);
        }
    }
    let mut all = at[usize::from(kind.roof)].concat();
    if kind.size == 1 && !kind.roof {
        all.retain(|&key| share.has(key));
    }
    all
}

/// Each layer once, where it needs the fewest long links.
fn tidy(mut by_longs: Vec<Vec<Key>>, threads: usize) -> Vec<Vec<Key>> {
    for used in 0..by_longs.len() {
        let (fewer, rest) = by_longs.split_at_mut(used);
        let list = &mut rest[0];
        parallel::sort(threads, list);
        list.dedup();
        list.retain(|key| fewer.iter().all(|other| other.binary_search(key).is_err()));
    }
    by_longs
}

/// The layers with one brick more, linked to one that is there (the links of a roof are those of any brick).
fn grow(
    brick: Brick,
    layers: &[Key],
    size: usize,
    links: &Links,
    lifted: bool,
    share: Share,
) -> FxHashSet<Key> {
    let mut found = FxHashSet::default();
    let mut tried = FxHashSet::default();
    for &key in layers {
        let mut spots = unpack(key, size);
        spots.push(Spot::default());
        tried.clear();
        for i in 0..size {
            for to in links.from(spots[i]) {
                let more = Spot { lifted, ..to };
                if tried.insert(more) && !spots[..size].iter().any(|s| s.clashes(more, brick)) {
                    spots[size] = more;
                    let key = canonical(&spots, brick).0;
                    if share.has(key) {
                        found.insert(key);
                    }
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layer_and_its_images_have_one_key() {
        let brick = Brick::new(2, 4).unwrap();
        let layer = [Spot::new(0, 0, false), Spot::new(-3, 1, true)];
        let mirror = [Spot::new(0, 0, false), Spot::new(5, 1, true)];
        assert_eq!(canonical(&layer, brick), canonical(&mirror, brick));
        let (key, _) = canonical(&layer, brick);
        assert_eq!(canonical(&unpack(key, 2), brick).0, key);
    }

    #[test]
    fn layers_of_three_2x4_bricks_with_short_links_are_2100() {
        let brick = Brick::new(2, 4).unwrap();
        let kind = Kind { size: 3, longs: 0, chain: 1, roof: false };
        assert_eq!(layers(brick, kind, Share { number: 0, of: 1 }, 2).len(), 2100);
    }

    #[test]
    fn shares_together_are_everything() {
        let brick = Brick::new(1, 2).unwrap();
        for (longs, roof) in [(0, false), (1, false), (0, true), (2, true)] {
            let kind = Kind { size: 3, longs, chain: 3, roof };
            let mut all = layers(brick, kind, Share { number: 0, of: 1 }, 2);
            let mut shared: Vec<Key> =
                (0..4).flat_map(|number| layers(brick, kind, Share { number, of: 4 }, 2)).collect();
            all.sort_unstable();
            shared.sort_unstable();
            assert_eq!(all, shared);
        }
    }
}
