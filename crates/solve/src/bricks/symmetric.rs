//! Buildings that a half turn or a quarter turn about a vertical axis brings back to themselves.
//!
//! Such a building is a union of orbits of bricks under the turn. Up to shifts the axis stands in one of a few
//! ways: half-turn axes at the corner, on an edge (two ways) or in the middle of a stud; quarter-turn axes at a
//! corner or in the middle. The orbits are grown by Redelmeier's method as in [`super::grow`], an orbit joined to the
//! part being taken or set aside for good. Orbits that are joined need not make one piece - the part may
//! fall into turned copies - so connection is looked after separately.
//!
//! A storey whose number of bricks the order of the turn does not divide has one brick over the axis, and the
//! growth starts there. Otherwise it starts from the least orbit of a storey, which may be
//! as far from the axis as a building can still come around; branches that cannot close any more are cut.
//!
//! Cost: about 0.1 µs per union met; there are some millions of them for eight 2×4 bricks.

use hissho_rules::bricks::{Brick, Placement};
use rustc_hash::FxHashSet;

use crate::limits::{Meter, Stop};
use crate::parallel;

/// A turn about a vertical axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    Half,
    Quarter,
}

impl Turn {
    fn order(self) -> u8 {
        match self {
            Turn::Half => 2,
            Turn::Quarter => 4,
        }
    }

    /// Twice the coordinates of the axis, each 0 or 1.
    fn axes(self) -> &'static [(i16, i16)] {
        match self {
            Turn::Half => &[(0, 0), (0, 1), (1, 0), (1, 1)],
            Turn::Quarter => &[(0, 0), (1, 1)],
        }
    }
}

/// The number of buildings with bricks per storey `storeys`, up to shifts, that are brought back by `turn`.
pub(super) fn count(brick: Brick, storeys: &[u8], turn: Turn, meter: &Meter) -> Result<u128, Stop> {
    let order = turn.order();
    if storeys.iter().any(|&k| k % order > 1) {
        return Ok(0);
    }
    // A storey with a brick over the axis, or else one with fewest bricks.
    let root =
        (0..storeys.len()).min_by_key(|&z| (storeys[z].is_multiple_of(order), storeys[z])).unwrap_or(0);
    let about = |&axis: &(i16, i16)| {
        let mut grower = Grower {
            brick,
            turn,
            axis,
            bricks: Vec::new(),
            needed: storeys.to_vec(),
            seen: FxHashSet::default(),
            found: 0,
            spent: 0,
            meter,
        };
        if storeys[root] % order == 1 {
            for &turned in brick.directions() {
                let (w, d) = brick.extent(turned);
                if (axis.0 - w) % 2 == 0 && (axis.1 - d) % 2 == 0 {
                    let centred =
                        Placement { z: root as i16, y: (axis.1 - d) / 2, x: (axis.0 - w) / 2, turned };
                    grower.start(centred)?;
                }
            }
        } else {
            // In a connected building two corners differ by less than this.
            let bricks: i16 = storeys.iter().map(|&k| i16::from(k)).sum();
            let reach = (bricks - 1) * (i16::from(brick.long()) - 1) / 2 + i16::from(brick.long());
            for y in -reach..=reach {
                for x in -reach..=reach {
                    for &turned in brick.directions() {
                        grower.start(Placement { z: root as i16, y, x, turned })?;
                    }
                }
            }
        }
        meter.spend(grower.spent)?;
        Ok(grower.found)
    };
    Ok(parallel::try_map(meter.threads(), turn.axes(), about)?.into_iter().sum())
}

struct Grower<'a> {
    brick: Brick,
    turn: Turn,
    axis: (i16, i16),
    /// The part, orbit after orbit.
    bricks: Vec<Placement>,
    needed: Vec<u8>,
    /// The least brick of every orbit decided or waiting.
    seen: FxHashSet<Placement>,
    found: u128,
    spent: u64,
    meter: &'a Meter,
}

/// The bricks of an orbit; the first `len` count.
#[derive(Clone, Copy)]
struct Orbit {
    bricks: [Placement; 4],
    len: usize,
}

impl Grower<'_> {
    /// The orbit of a brick, least brick first; `None` if it clashes with itself.
    fn orbit(&self, first: Placement) -> Option<Orbit> {
        let mut bricks = [first; 4];
        let mut len = 1;
        loop {
            let p = bricks[len - 1];
            let (w, d) = self.brick.extent(p.turned);
            let next = match self.turn {
                Turn::Half => Placement { x: self.axis.0 - p.x - w, y: self.axis.1 - p.y - d, ..p },
                Turn::Quarter => {
                    let turned = !p.turned && !self.brick.is_square();
                    Placement { x: self.axis.0 - p.y - d, y: p.x, turned, ..p }
                }
            };
            if next == first {
                break;
            }
            if bricks[..len].iter().any(|&b| self.brick.overlap(b, next)) {
                return None;
            }
            bricks[len] = next;
            len += 1;
        }
        bricks[..len].sort_unstable();
        Some(Orbit { bricks, len })
    }

    /// Counts the buildings whose least orbit in the storey is this one; later starts avoid it.
    fn start(&mut self, root: Placement) -> Result<(), Stop> {
        let Some(orbit) = self.orbit(root) else {
            return Ok(());
        };
        if orbit.len > usize::from(self.needed[root.z as usize]) || !self.seen.insert(orbit.bricks[0]) {
            return Ok(());
        }
        self.put(&orbit);
        let left: u8 = self.needed.iter().sum();
        if left == 0 {
            self.found += u128::from(self.is_connected());
        } else if self.is_connected() || self.can_close(i16::from(left)) {
            let waiting = self.newly_joined(&orbit);
            let added: Vec<Placement> = waiting.iter().map(|o| o.bricks[0]).collect();
            self.grow(waiting)?;
            for least in added {
                self.seen.remove(&least);
            }
        }
        self.take_back(&orbit);
        Ok(())
    }

    fn put(&mut self, orbit: &Orbit) {
        self.bricks.extend_from_slice(&orbit.bricks[..orbit.len]);
        self.needed[orbit.bricks[0].z as usize] -= orbit.len as u8;
    }

    fn take_back(&mut self, orbit: &Orbit) {
        self.bricks.truncate(self.bricks.len() - orbit.len);
        self.needed[orbit.bricks[0].z as usize] += orbit.len as u8;
    }

    fn fits(&self, orbit: &Orbit) -> bool {
        let storey = orbit.bricks[0].z as usize;
        usize::from(self.needed[storey]) >= orbit.len
            && !self.bricks.iter().any(|&b| self.brick.clash(b, orbit.bricks[0]))
    }

    /// Orbits joined to `orbit` and not seen before, now seen.
    fn newly_joined(&mut self, orbit: &Orbit) -> Vec<Orbit> {
        let mut found = Vec::new();
        // What is joined to one brick of the orbit represents all that are joined to the orbit.
        for placement in self.brick.joinable(orbit.bricks[0]) {
            let full = |needed: &u8| *needed == 0;
            if placement.z < 0 || self.needed.get(placement.z as usize).is_none_or(full) {
                continue;
            }
            if let Some(near) = self.orbit(placement)
                && self.fits(&near)
                && self.seen.insert(near.bricks[0])
            {
                found.push(near);
            }
        }
        found
    }

    /// Counts the buildings that extend the part, which is in one piece or can still become so.
    fn grow(&mut self, mut waiting: Vec<Orbit>) -> Result<(), Stop> {
        let left: u8 = self.needed.iter().sum();
        let whole = self.is_connected();
        self.spent += 1;
        if self.spent > 1 << 12 {
            self.meter.spend(std::mem::take(&mut self.spent))?;
        }
        while let Some(orbit) = waiting.pop() {
            if !self.fits(&orbit) {
                continue;
            }
            self.put(&orbit);
            let left = i16::from(left) - orbit.len as i16;
            if left == 0 {
                self.found += u128::from(whole || self.is_connected());
            } else if whole || self.is_connected() || self.can_close(left) {
                let more = self.newly_joined(&orbit);
                let added: Vec<Placement> = more.iter().map(|o| o.bricks[0]).collect();
                let mut all = waiting.clone();
                all.extend(more);
                self.grow(all)?;
                for least in added {
                    self.seen.remove(&least);
                }
            }
            self.take_back(&orbit);
        }
        Ok(())
    }

    /// The bricks that hang on the first one, as a bit mask.
    fn piece(&self) -> u32 {
        let (mut reached, mut fresh) = (1u32, 1u32);
        while fresh != 0 {
            let from = self.bricks[fresh.trailing_zeros() as usize];
            fresh &= fresh - 1;
            for (i, &to) in self.bricks.iter().enumerate() {
                if reached >> i & 1 == 0 && self.brick.joined(from, to) {
                    reached |= 1 << i;
                    fresh |= 1 << i;
                }
            }
        }
        reached
    }

    fn is_connected(&self) -> bool {
        self.piece().count_ones() as usize == self.bricks.len()
    }

    /// Whether `left` more bricks are enough to reach from one piece to the rest.
    ///
    /// A chain of j bricks, a of them along x, bridges a gap of a·(long-1) + (j-a)·(short-1) - 1 studs in x and the like
    /// in y. Under a half turn a shortest chain leaves out one brick at least: the two of its first orbit are both
    /// joined to the part, so the chain need not go through both and end beside the second.
    fn can_close(&self, left: i16) -> bool {
        let piece = self.piece();
        let chain = match self.turn {
            Turn::Half => left - 1,
            Turn::Quarter => left,
        };
        let (long, short) = (i16::from(self.brick.long()) - 1, i16::from(self.brick.short()) - 1);
        let bridged = |a: Placement, b: Placement| {
            let ((aw, ad), (bw, bd)) = (self.brick.extent(a.turned), self.brick.extent(b.turned));
            let gap_x = (b.x - a.x - aw).max(a.x - b.x - bw);
            let gap_y = (b.y - a.y - ad).max(a.y - b.y - bd);
            (0..=chain).any(|along| {
                let across = chain - along;
                gap_x < along * long + across * short && gap_y < across * long + along * short
            })
        };
        let inside = |i: usize| piece >> i & 1 == 1;
        (0..self.bricks.len())
            .filter(|&i| inside(i))
            .any(|i| (0..self.bricks.len()).any(|j| !inside(j) && bridged(self.bricks[i], self.bricks[j])))
    }
}
