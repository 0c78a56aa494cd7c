//! Single buildings: by number in a fixed order, and drawn by lot.
//!
//! *By number.* Profile after profile, fewest storeys first, buildings are grown by Redelmeier's rule (as in the
//! counter); of the up to four turned copies of a building only the least is numbered. Cost: every building before it is
//! built, about a microsecond each.
//!
//! *By lot, every building up to rotation equally likely.* A sequence is drawn: a first brick, then again and again
//! one brick joined to one of those that stand, all choices uniform. A building without clash arises from
//! w sequences, where w sums over all orders of its bricks the product of how many earlier bricks each one is joined to.
//! In a connected graph of n bricks w is at least 2^(n-1) (at least two bricks can come last, and so on down), so keeping
//! a building with probability 2^(n-1)/w makes all equally likely; keeping it then with probability one over the number of
//! its different turned copies makes all equally likely up to rotation. Cost: about 500 draws for eight bricks.

use std::ops::ControlFlow;

use hissho_rules::bricks::{Brick, Building, Placement, Profile};
use rustc_hash::FxHashSet;

use crate::limits::{Meter, Stop};
use crate::random::Dice;

/// Calls `visit` with each building of a profile that is the least of its turned copies, in a fixed order.
pub fn each_building(
    brick: Brick,
    profile: &Profile,
    meter: &Meter,
    visit: &mut dyn FnMut(Building) -> ControlFlow<()>,
) -> Result<ControlFlow<()>, Stop> {
    let mut lister = Lister {
        brick,
        needed: profile.storeys().to_vec(),
        placed: Vec::new(),
        waiting: Vec::new(),
        seen: FxHashSet::default(),
        meter,
        visit,
    };
    for &turned in brick.directions() {
        let flow = lister.place(Placement { z: 0, y: 0, x: 0, turned }, 0)?;
        if flow.is_break() {
            return Ok(flow);
        }
    }
    Ok(ControlFlow::Continue(()))
}

struct Lister<'a> {
    brick: Brick,
    needed: Vec<u8>,
    placed: Vec<Placement>,
    waiting: Vec<Placement>,
    seen: FxHashSet<Placement>,
    meter: &'a Meter,
    visit: &'a mut dyn FnMut(Building) -> ControlFlow<()>,
}

impl Lister<'_> {
    fn place(&mut self, placement: Placement, next: usize) -> Result<ControlFlow<()>, Stop> {
        self.meter.spend(1)?;
        self.placed.push(placement);
        self.needed[placement.z as usize] -= 1;
        let mut flow = ControlFlow::Continue(());
        if self.needed.iter().all(|&needed| needed == 0) {
            let building = Building::of(self.placed.clone());
            if building == building.canonical(self.brick) {
                flow = (self.visit)(building);
            }
        } else {
            let old = self.waiting.len();
            for joined in self.brick.joinable(placement) {
                if self.is_possible(joined) && self.seen.insert(joined) {
                    self.waiting.push(joined);
                }
            }
            for index in next..self.waiting.len() {
                let candidate = self.waiting[index];
                if flow.is_continue() && self.is_possible(candidate) {
                    flow = self.place(candidate, index + 1)?;
                }
            }
            for left in self.waiting.drain(old..) {
                self.seen.remove(&left);
            }
        }
        self.needed[placement.z as usize] += 1;
        self.placed.pop();
        Ok(flow)
    }

    fn is_possible(&self, candidate: Placement) -> bool {
        let wanted = usize::try_from(candidate.z).ok().and_then(|z| self.needed.get(z));
        wanted.is_some_and(|&needed| needed > 0)
            && candidate > self.placed[0]
            && !self.placed.iter().any(|&placed| self.brick.clash(placed, candidate))
    }
}

/// The buildings numbered `from..from + count` (from 0) of `bricks` bricks; fewer when there are no more.
pub fn buildings(
    brick: Brick,
    profiles: &[Profile],
    from: u64,
    count: usize,
    meter: &Meter,
) -> Result<Vec<Building>, Stop> {
    let mut found = Vec::new();
    let mut number = 0;
    let mut visit = |building: Building| {
        if number >= from && found.len() < count {
            found.push(building);
        }
        number += 1;
        if found.len() < count { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    for profile in profiles {
        if each_building(brick, profile, meter, &mut visit)?.is_break() {
            break;
        }
    }
    Ok(found)
}

/// A building of `bricks` bricks, each equally likely up to rotation; the same for the same seed.
pub fn random_building(brick: Brick, bricks: u32, seed: u64, meter: &Meter) -> Result<Building, Stop> {
    let mut dice = Dice::new(seed);
    loop {
        meter.spend(1)?;
        let Some(placed) = draw(brick, bricks, &mut dice) else {
            continue;
        };
        let sequences = sequences(brick, &placed);
        if dice.fairly_below(sequences) >= 1 << (bricks - 1) {
            continue;
        }
        let building = Building::of(placed);
        let mut copies = vec![building.clone()];
        for _ in 0..3 {
            let next = copies[copies.len() - 1].quarter_turn(brick);
            copies.push(next);
        }
        copies.sort();
        copies.dedup();
        if dice.fairly_below(copies.len() as u64) == 0 {
            return Ok(building.canonical(brick));
        }
    }
}

/// A random sequence of bricks, each joined to a random earlier one; `None` if two clash.
fn draw(brick: Brick, bricks: u32, dice: &mut Dice) -> Option<Vec<Placement>> {
    let directions = brick.directions();
    let turned = directions[dice.fairly_below(directions.len() as u64) as usize];
    let mut placed = vec![Placement { z: 0, y: 0, x: 0, turned }];
    for _ in 1..bricks {
        let base = placed[dice.fairly_below(placed.len() as u64) as usize];
        let joinable = brick.joinable(base).count() as u64;
        let next = brick.joinable(base).nth(dice.fairly_below(joinable) as usize)?;
        if placed.iter().any(|&other| brick.clash(other, next)) {
            return None;
        }
        placed.push(next);
    }
    Some(placed)
}

/// In how many sequences a building arises: over all orders, the product of the earlier bricks each is joined to.
fn sequences(brick: Brick, placed: &[Placement]) -> u64 {
    let joined: Vec<u32> = placed
        .iter()
        .map(|&a| (0..placed.len()).filter(|&b| brick.joined(a, placed[b])).fold(0, |set, b| set | 1 << b))
        .collect();
    // ways[set]: sequences that place exactly this set.
    let mut ways = vec![0u64; 1 << placed.len()];
    for set in 1..ways.len() {
        ways[set] = if set.is_power_of_two() {
            1
        } else {
            (0..placed.len())
                .filter(|&last| set >> last & 1 == 1)
                .map(|last| {
                    let before = set & !(1 << last);
                    ways[before] * u64::from((joined[last] & before as u32).count_ones())
                })
                .sum()
        };
    }
    ways[ways.len() - 1]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    #[test]
    fn two_2x4_bricks_make_24_different_buildings() {
        let brick = Brick::new(2, 4).unwrap();
        let meter = Limits::default().start();
        let profiles = Profile::all(2).unwrap();
        let all = buildings(brick, &profiles, 0, usize::MAX, &meter).unwrap();
        let different: FxHashSet<Building> = all.iter().cloned().collect();
        assert_eq!((all.len(), different.len()), (24, 24));
        assert!(all.iter().all(|building| building.stands(brick)));
        assert_eq!(buildings(brick, &profiles, 5, 2, &meter).unwrap(), all[5..7]);
    }

    #[test]
    fn every_building_is_drawn_equally_often() {
        let brick = Brick::new(1, 2).unwrap();
        let meter = Limits::default().start();
        let all = buildings(brick, &Profile::all(3).unwrap(), 0, usize::MAX, &meter).unwrap();
        assert_eq!(all.len(), 37);
        let mut drawn = vec![0u32; all.len()];
        for seed in 0..37 * 200 {
            let building = random_building(brick, 3, seed, &meter).unwrap();
            drawn[all.iter().position(|b| *b == building).unwrap()] += 1;
        }
        // Chi-squared with 36 degrees of freedom: more than 80 has probability 0.00004.
        let chi: f64 = drawn.iter().map(|&d| (f64::from(d) - 200.0).powi(2) / 200.0).sum();
        assert!(chi < 80.0, "{chi}: {drawn:?}");
    }
}
