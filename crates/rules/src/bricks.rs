//! Buildings of equal rectangular bricks: what a placement is, which bricks hold together, what a
//! building is.
//!
//! A brick has `short × long` studs, sides parallel to the axes, and lies in a storey `z`. Two
//! bricks of neighbouring storeys are joined when their footprints share a stud; two bricks of one
//! storey must not share one. A building is a set of placed bricks, no two clashing, that hangs
//! together through its joints. Buildings that differ by a shift, or by a turn about a vertical
//! axis, are the same; mirror images differ (rules 1 and 2 of the lecture; Durhuus and Eilers, On
//! the entropy of LEGO, 2005).
//!
//! ```
//! use hissho_rules::bricks::{Brick, Placement};
//!
//! let brick = Brick::new(2, 4)?;
//! let ground = Placement { x: 0, y: 0, z: 0, turned: false };
//! assert_eq!(brick.above(ground).count(), 46);
//! # Ok::<_, hissho_rules::bricks::BrickError>(())
//! ```

use std::fmt;

/// Bricks with more studs than this along a side are refused.
pub const MAX_SIDE: u8 = 8;

/// Buildings of more bricks than this are refused.
pub const MAX_BRICKS: u32 = 16;

/// The size of a brick, in studs. Invariant: `1 ≤ short ≤ long ≤ MAX_SIDE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Brick {
    short: u8,
    long: u8,
}

/// One brick somewhere: its corner with the smallest coordinates, its storey, and its direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Placement {
    /// Storey; the order of placements is by storey first.
    pub z: i16,
    /// Row of the corner.
    pub y: i16,
    /// Column of the corner.
    pub x: i16,
    /// False: the long side lies along x. True: along y. Square bricks are never turned.
    pub turned: bool,
}

/// Why a brick, a profile or a building is not one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BrickError {
    /// A side is 0 or too long.
    Side {
        /// The side given.
        found: u32,
    },
    /// The sides are in the wrong order.
    Order {
        /// First side given.
        first: u32,
        /// Second side given.
        second: u32,
    },
    /// The number of bricks is 0 or too large.
    Number {
        /// The number given.
        found: u32,
    },
    /// A profile is not a list of positive numbers.
    Profile {
        /// The text given.
        found: String,
    },
    /// The number of storeys is 0 or larger than that of bricks.
    Storeys {
        /// The number given.
        found: usize,
        /// The number of bricks.
        bricks: u32,
    },
    /// A profile does not have the number of bricks asked for.
    Sum {
        /// Bricks in the profile.
        found: u32,
        /// Bricks asked for.
        expected: u32,
    },
}

impl fmt::Display for BrickError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BrickError::Side { found } => {
                write!(f, "a brick side of {found} studs; sides go from 1 to {MAX_SIDE}")
            }
            BrickError::Order { first, second } => {
                write!(f, "brick {first}×{second}: write the shorter side first, {second} {first}")
            }
            BrickError::Number { found } => {
                write!(f, "{found} bricks; the number of bricks goes from 1 to {MAX_BRICKS}")
            }
            BrickError::Profile { found } => {
                write!(f, "profile {found:?}: expected bricks per storey from the ground up, such as 1,2,2,1")
            }
            BrickError::Storeys { found, bricks } => {
                write!(f, "{found} storeys; {bricks} bricks make 1 to {bricks} storeys")
            }
            BrickError::Sum { found, expected } => {
                write!(f, "the profile has {found} bricks, {expected} were asked for")
            }
        }
    }
}

impl std::error::Error for BrickError {}

impl Brick {
    /// A brick of `short × long` studs.
    pub fn new(short: u32, long: u32) -> Result<Brick, BrickError> {
        for side in [short, long] {
            if side == 0 || side > u32::from(MAX_SIDE) {
                return Err(BrickError::Side { found: side });
            }
        }
        if short > long {
            return Err(BrickError::Order { first: short, second: long });
        }
        Ok(Brick { short: short as u8, long: long as u8 })
    }

    /// Studs along the shorter side.
    pub fn short(self) -> u8 {
        self.short
    }

    /// Studs along the longer side.
    pub fn long(self) -> u8 {
        self.long
    }

    /// Whether both sides are equal.
    pub fn is_square(self) -> bool {
        self.short == self.long
    }

    /// The directions a brick can lie in.
    pub fn directions(self) -> &'static [bool] {
        if self.is_square() { &[false] } else { &[false, true] }
    }

    /// Studs along x and along y.
    pub fn extent(self, turned: bool) -> (i16, i16) {
        let (short, long) = (i16::from(self.short), i16::from(self.long));
        if turned { (short, long) } else { (long, short) }
    }

    /// Whether two footprints share a stud, storeys aside.
    pub fn overlap(self, a: Placement, b: Placement) -> bool {
        let ((aw, ad), (bw, bd)) = (self.extent(a.turned), self.extent(b.turned));
        a.x < b.x + bw && b.x < a.x + aw && a.y < b.y + bd && b.y < a.y + ad
    }

    /// Whether two bricks cannot stand together: one storey, a stud in common.
    pub fn clash(self, a: Placement, b: Placement) -> bool {
        a.z == b.z && self.overlap(a, b)
    }

    /// Whether two bricks hold each other: neighbouring storeys, a stud in common.
    pub fn joined(self, a: Placement, b: Placement) -> bool {
        (a.z - b.z).abs() == 1 && self.overlap(a, b)
    }

    /// Every placement one storey higher that is joined to `base`.
    pub fn above(self, base: Placement) -> impl Iterator<Item = Placement> {
        let (bw, bd) = self.extent(base.turned);
        self.directions().iter().flat_map(move |&turned| {
            let (w, d) = self.extent(turned);
            (base.y - d + 1..base.y + bd).flat_map(move |y| {
                (base.x - w + 1..base.x + bw).map(move |x| Placement { z: base.z + 1, y, x, turned })
            })
        })
    }

    /// Every placement joined to `base`, above and below.
    pub fn joinable(self, base: Placement) -> impl Iterator<Item = Placement> {
        let below = self.above(base).map(|p| Placement { z: p.z - 2, ..p });
        self.above(base).chain(below)
    }

    /// `placement` after a quarter turn about the corner of stud (0, 0): (x, y) goes to (-y, x).
    pub fn quarter_turn(self, placement: Placement) -> Placement {
        let (_, depth) = self.extent(placement.turned);
        Placement {
            x: -placement.y - depth,
            y: placement.x,
            z: placement.z,
            turned: !placement.turned && !self.is_square(),
        }
    }
}

impl fmt::Display for Brick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}×{}", self.short, self.long)
    }
}

/// A building, shifted so that its smallest x, y and z are 0, its bricks in order.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Building {
    bricks: Vec<Placement>,
}

impl Building {
    /// The building of these bricks, shifted to the origin. Whether it stands is another question.
    pub fn of(mut bricks: Vec<Placement>) -> Building {
        let least = |of: fn(&Placement) -> i16| bricks.iter().map(of).min().unwrap_or(0);
        let (x, y, z) = (least(|p| p.x), least(|p| p.y), least(|p| p.z));
        for p in &mut bricks {
            *p = Placement { x: p.x - x, y: p.y - y, z: p.z - z, turned: p.turned };
        }
        bricks.sort_unstable();
        Building { bricks }
    }

    /// Its bricks, from the ground up.
    pub fn bricks(&self) -> &[Placement] {
        &self.bricks
    }

    /// Whether no two bricks clash and all hang together.
    pub fn stands(&self, brick: Brick) -> bool {
        let all = &self.bricks;
        let clash = all.iter().enumerate().any(|(i, &a)| all[i + 1..].iter().any(|&b| brick.clash(a, b)));
        let Some(&first) = all.first() else { return false };
        let mut reached = vec![first];
        let mut next = 0;
        while let Some(&from) = reached.get(next) {
            next += 1;
            for &to in all {
                if brick.joined(from, to) && !reached.contains(&to) {
                    reached.push(to);
                }
            }
        }
        !clash && reached.len() == all.len()
    }

    /// The same building seen after a quarter turn about a vertical axis.
    pub fn quarter_turn(&self, brick: Brick) -> Building {
        Building::of(self.bricks.iter().map(|&p| brick.quarter_turn(p)).collect())
    }

    /// The least of its four turned copies: equal exactly for buildings that are the same up to
    /// rotation.
    pub fn canonical(&self, brick: Brick) -> Building {
        let once = self.quarter_turn(brick);
        let twice = once.quarter_turn(brick);
        let thrice = twice.quarter_turn(brick);
        [once, twice, thrice].into_iter().fold(self.clone(), |least, turned| least.min(turned))
    }

    /// Bricks per storey, from the ground up.
    pub fn profile(&self) -> Profile {
        let storeys = self.bricks.last().map_or(0, |p| p.z + 1);
        Profile((0..storeys).map(|z| self.bricks.iter().filter(|p| p.z == z).count() as u8).collect())
    }
}

/// Bricks per storey, from the ground up. Invariant: no zero.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Profile(Vec<u8>);

impl Profile {
    /// The profile with these storeys.
    pub fn new(storeys: Vec<u8>) -> Result<Profile, BrickError> {
        let bricks = storeys.iter().fold(0u32, |sum, &k| sum.saturating_add(u32::from(k)));
        if storeys.is_empty() || storeys.contains(&0) {
            let found = storeys.iter().take(20).map(u8::to_string).collect::<Vec<_>>().join(",");
            return Err(BrickError::Profile { found });
        }
        if bricks > MAX_BRICKS {
            return Err(BrickError::Number { found: bricks });
        }
        Ok(Profile(storeys))
    }

    /// Reads `1,2,2,1`.
    pub fn parse(text: &str) -> Result<Profile, BrickError> {
        let storeys: Option<Vec<u8>> = text.split(',').map(|k| k.trim().parse().ok()).collect();
        let wrong = || BrickError::Profile { found: text.chars().take(60).collect() };
        Profile::new(storeys.ok_or_else(wrong)?)
    }

    /// Every profile of `bricks` bricks, fewest storeys first, then in dictionary order.
    pub fn all(bricks: u32) -> Result<Vec<Profile>, BrickError> {
        if bricks == 0 || bricks > MAX_BRICKS {
            return Err(BrickError::Number { found: bricks });
        }
        let mut whole: Vec<Vec<u8>> = vec![vec![]];
        let mut found = Vec::new();
        while let Some(begun) = whole.pop() {
            let left = bricks - begun.iter().map(|&k| u32::from(k)).sum::<u32>();
            if left == 0 {
                found.push(Profile(begun));
            } else {
                whole.extend((1..=left as u8).map(|k| [begun.as_slice(), &[k]].concat()));
            }
        }
        found.sort_unstable_by(|a, b| (a.0.len(), &a.0).cmp(&(b.0.len(), &b.0)));
        Ok(found)
    }

    /// Bricks per storey.
    pub fn storeys(&self) -> &[u8] {
        &self.0
    }

    /// Number of storeys.
    pub fn height(&self) -> usize {
        self.0.len()
    }

    /// Number of bricks.
    pub fn bricks(&self) -> u32 {
        self.0.iter().map(|&k| u32::from(k)).sum()
    }

    /// The profile read from the top down.
    pub fn reversed(&self) -> Profile {
        Profile(self.0.iter().rev().copied().collect())
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let storeys: Vec<String> = self.0.iter().map(u8::to_string).collect();
        write!(f, "{}", storeys.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: i16, y: i16, z: i16, turned: bool) -> Placement {
        Placement { x, y, z, turned }
    }

    #[test]
    fn the_placements_on_one_brick_are_as_many_as_theorem_7_says() {
        for (p, q) in [(1, 2), (1, 3), (2, 3), (2, 4), (3, 5), (7, 8)] {
            let brick = Brick::new(p, q).unwrap();
            let formula = p * p + q * q + 6 * p * q + 2 - 4 * p - 4 * q;
            for turned in [false, true] {
                let above: Vec<Placement> = brick.above(at(3, -5, 0, turned)).collect();
                assert_eq!(above.len() as u32, formula);
                assert!(above.iter().all(|&b| brick.joined(at(3, -5, 0, turned), b)));
            }
        }
    }

    #[test]
    fn four_quarter_turns_change_nothing_and_keep_joints() {
        let brick = Brick::new(2, 3).unwrap();
        let building = Building::of(vec![at(0, 0, 0, false), at(1, 1, 1, true), at(-2, 0, 1, false)]);
        assert!(building.stands(brick));
        let mut turned = building.clone();
        for _ in 0..4 {
            turned = turned.quarter_turn(brick);
            assert!(turned.stands(brick));
            assert_eq!(turned.canonical(brick), building.canonical(brick));
            assert_eq!(turned.profile(), building.profile());
        }
        assert_eq!(turned, building);
    }

    #[test]
    fn a_building_with_a_clash_or_a_loose_brick_does_not_stand() {
        let brick = Brick::new(2, 4).unwrap();
        assert!(!Building::of(vec![at(0, 0, 0, false), at(1, 1, 0, false)]).stands(brick));
        assert!(!Building::of(vec![at(0, 0, 0, false), at(4, 0, 0, false)]).stands(brick));
        assert!(!Building::of(vec![at(0, 0, 0, false), at(4, 0, 1, false)]).stands(brick));
        assert!(Building::of(vec![at(0, 0, 0, false), at(3, 1, 1, false)]).stands(brick));
    }

    #[test]
    fn profiles_are_the_compositions() {
        let all = Profile::all(4).unwrap();
        let text: Vec<String> = all.iter().map(Profile::to_string).collect();
        assert_eq!(text, ["4", "1,3", "2,2", "3,1", "1,1,2", "1,2,1", "2,1,1", "1,1,1,1"]);
        assert_eq!(Profile::all(8).unwrap().len(), 128);
    }

    #[test]
    fn bad_sizes_are_named() {
        assert_eq!(
            Brick::new(0, 4).unwrap_err().to_string(),
            "a brick side of 0 studs; sides go from 1 to 8"
        );
        assert_eq!(Brick::new(4, 2).unwrap_err().to_string(), "brick 4×2: write the shorter side first, 2 4");
        assert!(
            Profile::parse("1,,2").is_err()
                && Profile::parse("1,0,2").is_err()
                && Profile::parse("").is_err()
        );
        assert!(Profile::all(0).is_err() && Profile::all(100).is_err());
    }
}
