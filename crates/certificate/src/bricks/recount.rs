//! The checker's own counter of buildings: every one is built, none is inferred.
//!
//! Growth by Redelmeier's rule (Counting polyominoes: yet another attack, 1981): from the least
//! brick of the ground storey, every placement joined to what stands is looked at once and either
//! taken or left out for good, so that each building is met exactly once up to shifts. Nothing else
//! is done: no gluing, no products, no counting of a last brick without placing it. It shares no
//! code with the solver.
//!
//! Cost: about a microsecond per building; the looks at placements are charged, before they are
//! taken.

use std::collections::HashSet;

use hissho_rules::bricks::{Brick, Placement};
use hissho_rules::{Account, Exhausted};

use crate::bricks::buildings::Counts;

/// The buildings with bricks per storey `storeys`, counted one by one.
pub fn recount(brick: Brick, storeys: &[u8], account: &Account) -> Result<Counts, Exhausted> {
    let mut builder = Builder {
        brick,
        needed: storeys.to_vec(),
        placed: Vec::new(),
        waiting: Vec::new(),
        seen: HashSet::new(),
        counts: Counts::default(),
        account,
    };
    for &turned in brick.directions() {
        builder.place(Placement { z: 0, y: 0, x: 0, turned }, 0)?;
    }
    Ok(builder.counts)
}

struct Builder<'a> {
    brick: Brick,
    /// Bricks still to come, per storey.
    needed: Vec<u8>,
    /// What stands; the first is the least brick of the ground storey.
    placed: Vec<Placement>,
    /// Placements joined to what stands, in the order in which they came up.
    waiting: Vec<Placement>,
    seen: HashSet<Placement>,
    counts: Counts,
    account: &'a Account,
}

impl Builder<'_> {
    /// Places a brick, counts or goes on with what waits from `next` on, and takes the brick away
    /// again.
    fn place(&mut self, placement: Placement, next: usize) -> Result<(), Exhausted> {
        self.placed.push(placement);
        self.account.charge_product(10 + self.placed.len(), self.placed.len())?;
        self.needed[placement.z as usize] -= 1;
        if self.needed.iter().all(|&needed| needed == 0) {
            self.count();
        } else {
            let old = self.waiting.len();
            let (w, d) = self.brick.extent(false);
            self.account.charge_product((w + d) as usize * (w + d) as usize * 2, 10 + self.placed.len())?;
            for joined in self.brick.joinable(placement) {
                if self.is_possible(joined) && self.seen.insert(joined) {
                    self.waiting.push(joined);
                }
            }
            let all = self.waiting.len();
            self.account.charge_product(all - next, self.placed.len())?;
            for index in next..all {
                let candidate = self.waiting[index];
                if self.is_possible(candidate) {
                    self.place(candidate, index + 1)?;
                }
            }
            for left in self.waiting.drain(old..) {
                self.seen.remove(&left);
            }
        }
        self.needed[placement.z as usize] += 1;
        self.placed.pop();
        Ok(())
    }

    /// Whether a brick may come here: wanted in its storey, not before the first brick, no clash.
    fn is_possible(&self, candidate: Placement) -> bool {
        let wanted = usize::try_from(candidate.z).ok().and_then(|z| self.needed.get(z));
        wanted.is_some_and(|&needed| needed > 0)
            && candidate > self.placed[0]
            && !self.placed.iter().any(|&placed| self.brick.clash(placed, candidate))
    }

    fn count(&mut self) {
        self.counts.fixed += 1;
        self.counts.half += u128::from(self.is_kept_by(2));
        self.counts.quarter += u128::from(self.is_kept_by(1));
    }

    /// Whether so many quarter turns only shift what stands.
    fn is_kept_by(&self, turns: u32) -> bool {
        let turned = |p: Placement| (0..turns).fold(p, |p, _| self.brick.quarter_turn(p));
        let corner = |of: &dyn Fn(Placement) -> Placement| {
            let places = self.placed.iter().map(|&p| of(p));
            places.fold((i16::MAX, i16::MAX), |(x, y), p| (x.min(p.x), y.min(p.y)))
        };
        let ((x, y), (turned_x, turned_y)) = (corner(&|p| p), corner(&turned));
        let shifted = |p: Placement| Placement { x: p.x - turned_x + x, y: p.y - turned_y + y, ..p };
        self.placed.iter().all(|&p| self.placed.contains(&shifted(turned(p))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(p: u32, q: u32, storeys: &[u8]) -> (u128, u128, u128) {
        let counts = recount(Brick::new(p, q).unwrap(), storeys, &Account::unlimited()).unwrap();
        (counts.fixed, counts.half, counts.quarter)
    }

    #[test]
    fn small_profiles_count_as_known() {
        assert_eq!(counts(2, 4, &[1]), (2, 2, 0));
        assert_eq!(counts(2, 4, &[2]), (0, 0, 0));
        assert_eq!(counts(2, 4, &[1, 1]), (92, 4, 0));
        assert_eq!(counts(2, 4, &[1, 1, 1]), (4232, 8, 0));
        assert_eq!(counts(2, 4, &[1, 2]), (960, 40, 0));
        assert_eq!(counts(2, 2, &[1, 1]), (9, 1, 1));
    }

    #[test]
    fn a_profile_and_its_reverse_count_the_same() {
        for storeys in [[1, 2], [1, 3], [2, 3]] {
            let reverse: Vec<u8> = storeys.iter().rev().copied().collect();
            assert_eq!(counts(1, 2, &storeys), counts(1, 2, &reverse));
        }
        assert_eq!(counts(2, 4, &[1, 2]), counts(2, 4, &[2, 1]));
    }

    #[test]
    fn steps_run_out() {
        let account = Account::new(1000, 0);
        let exhausted = Err(Exhausted::Steps { allowed: 1000 });
        assert_eq!(recount(Brick::new(2, 4).unwrap(), &[1, 2], &account), exhausted);
    }
}
