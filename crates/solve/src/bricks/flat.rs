//! Flat buildings: bricks of 1×q studs, all in one vertical plane.
//!
//! A brick is then a segment of q studs at a height, two of them are joined if they lie on
//! neighbouring heights and share a stud, and a half turn about a vertical axis is a reflection.
//! Buildings are grown by Redelmeier's method (Counting polyominoes: yet another attack, 1981) from
//! the leftmost brick of the lowest storey, each exactly once.
//!
//! Source of numbers to compare with: OEIS A319156 (1×2, up to shifts), A123764 (up to turns).
//! Cost: one step for each building of each size; about 4.8 times as many for each further brick of
//! 1×2.

use std::collections::BTreeMap;

use crate::limits::{Meter, Stop};

/// How many flat buildings there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FlatCounts {
    /// Up to shifts.
    pub fixed: u128,
    /// Of these, those that a half turn brings back.
    pub half: u128,
}

impl FlatCounts {
    /// Up to shifts and turns.
    pub fn free(self) -> u128 {
        (self.fixed + self.half) / 2
    }
}

/// The flat buildings of `bricks` bricks of 1×`studs` by their number of storeys.
pub fn flat_buildings(studs: u32, bricks: u32, meter: &Meter) -> Result<BTreeMap<u32, FlatCounts>, Stop> {
    let mut growth = Growth {
        studs: i64::from(studs),
        left: bricks as usize,
        part: Vec::new(),
        found: BTreeMap::new(),
        unpaid: 0,
        meter,
    };
    if bricks > 0 {
        growth.grow(vec![(0, 0)], &mut vec![(0, 0)])?;
    }
    meter.spend(growth.unpaid)?;
    Ok(growth.found)
}

/// Height and leftmost stud of a brick.
type Segment = (i64, i64);

struct Growth<'a> {
    studs: i64,
    /// Bricks still to be placed.
    left: usize,
    part: Vec<Segment>,
    found: BTreeMap<u32, FlatCounts>,
    unpaid: u64,
    meter: &'a Meter,
}

impl Growth<'_> {
    /// Counts the buildings that extend the part by bricks that wait; `seen` are those decided or
    /// waiting.
    fn grow(&mut self, mut waiting: Vec<Segment>, seen: &mut Vec<Segment>) -> Result<(), Stop> {
        while let Some(brick @ (height, stud)) = waiting.pop() {
            let clashes = |&(h, s): &Segment| h == height && (s - stud).abs() < self.studs;
            if self.part.iter().any(clashes) {
                continue;
            }
            self.part.push(brick);
            self.left -= 1;
            if self.left == 0 {
                self.count()?;
            } else {
                let before = seen.len();
                let mut next = waiting.clone();
                for up in [height - 1, height + 1] {
                    for beside in stud - self.studs + 1..stud + self.studs {
                        let new = (up, beside);
                        // The first brick is the leftmost of the lowest storey.
                        if new >= (0, 0) && !seen.contains(&new) {
                            seen.push(new);
                            next.push(new);
                        }
                    }
                }
                self.grow(next, seen)?;
                seen.truncate(before);
            }
            self.left += 1;
            self.part.pop();
        }
        Ok(())
    }

    fn count(&mut self) -> Result<(), Stop> {
        self.unpaid += 1;
        if self.unpaid >= 1 << 12 {
            self.meter.spend(std::mem::take(&mut self.unpaid))?;
        }
        let studs = self.part.iter().map(|&(_, stud)| stud);
        let width = studs.clone().min().unwrap_or(0) + studs.max().unwrap_or(0);
        let is_reflected = |&(height, stud): &Segment| self.part.contains(&(height, width - stud));
        let storeys = self.part.iter().map(|&(height, _)| height).max().unwrap_or(0) as u32 + 1;
        let is_symmetric = self.part.iter().all(is_reflected);
        let counts = self.found.entry(storeys).or_default();
        counts.fixed += 1;
        counts.half += u128::from(is_symmetric);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    fn totals(studs: u32, bricks: u32) -> FlatCounts {
        let found = flat_buildings(studs, bricks, &Limits::default().start()).unwrap();
        found.values().fold(FlatCounts::default(), |all, counts| FlatCounts {
            fixed: all.fixed + counts.fixed,
            half: all.half + counts.half,
        })
    }

    #[test]
    fn the_published_counts_of_1x2_bricks_are_found() {
        let free: Vec<u128> = (1..=10).map(|bricks| totals(2, bricks).free()).collect();
        assert_eq!(free, [1, 2, 7, 24, 99, 416, 1854, 8407, 38970, 182742], "OEIS A123764");
        let fixed: Vec<u128> = (1..=7).map(|bricks| totals(2, bricks).fixed).collect();
        assert_eq!(fixed, [1, 3, 11, 44, 186, 814, 3656], "OEIS A319156");
    }

    #[test]
    fn two_bricks_overlap_in_every_way_and_bricks_of_one_stud_make_a_tower() {
        assert_eq!(totals(4, 2), FlatCounts { fixed: 7, half: 1 });
        assert_eq!(totals(1, 6), FlatCounts { fixed: 1, half: 1 });
        let by_height = flat_buildings(2, 3, &Limits::default().start()).unwrap();
        assert_eq!(by_height[&3].fixed, 9, "each brick of a tower lies in three ways on the one below");
    }
}
