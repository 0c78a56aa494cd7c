//! Gluing: a profile cut at one of its storeys.
//!
//! F(low, k, up) = Σ over layers C of k bricks, Σ over partitions π, σ that together tie C, of
//! ways_low(C, π) · ways_up(C, σ). The layers are those of [`super::layer`], the ways those of
//! [`super::side`]; what lies below is counted as if it lay above.
//!
//! If the upper side is one storey under a single brick, that brick joins the layer as a roof, and the upper
//! side is the one storey between.

use hissho_rules::bricks::Brick;

use super::CountError;
use super::layer::{Key, Kind, Share, canonical, layers, unpack};
use super::ones::Ones;
use super::partition::{MAX_PARTS, Partitions};
use super::side::{Bench, Side};
use crate::limits::Meter;
use crate::parallel;
use crate::progress::Progress;

/// Cuts with more layers than this are not used.
const MAX_LAYERS: f64 = 1e9;

/// About so many layers are kept in memory at once.
const SHARE: f64 = 1e7;

/// A profile, possibly turned over, cut at a storey.
#[derive(Debug)]
pub(super) struct Cut {
    size: usize,
    /// Going away from the cut.
    low: Vec<u8>,
    up: Vec<u8>,
    roof: bool,
    /// Expected cost, in units of about a nanosecond.
    pub(super) cost: f64,
}

impl Cut {
    /// The cheapest cut of a profile, if it can be cut at all.
    pub(super) fn best(brick: Brick, storeys: &[u8]) -> Option<Cut> {
        let mut cuts: Vec<Cut> = Vec::new();
        let turned: Vec<u8> = storeys.iter().rev().copied().collect();
        for storeys in [storeys, &turned] {
            for at in 0..storeys.len() {
                let low: Vec<u8> = storeys[..at].iter().rev().copied().collect();
                let up = storeys[at + 1..].to_vec();
                let size = usize::from(storeys[at]);
                if let &[between, 1] = up.as_slice() {
                    let up = vec![between];
                    cuts.push(Cut { size, low: low.clone(), up, roof: true, cost: 0.0 });
                }
                cuts.push(Cut { size, low, up, roof: false, cost: 0.0 });
            }
        }
        cuts.retain(|cut| {
            cut.nodes() <= MAX_PARTS
                && Side::is_possible(&cut.low)
                && Side::is_possible(&cut.up)
                && cut.expected_layers(brick) <= MAX_LAYERS
        });
        for cut in &mut cuts {
            cut.cost = cut.expected_cost(brick);
        }
        cuts.into_iter().min_by(|a, b| a.cost.total_cmp(&b.cost))
    }

    fn nodes(&self) -> usize {
        self.size + usize::from(self.roof)
    }

    fn longs(&self) -> usize {
        [&self.low, &self.up].into_iter().filter(|side| side.len() > 1).count()
    }

    /// About how many layers there are: fitted to 2×4 bricks, scaled with the placements on one brick.
    fn expected_layers(&self, brick: Brick) -> f64 {
        [1.0, 1.0, 50.0, 2.1e3, 2.3e5, 2.8e7][self.nodes()]
            * (placements_on_one(brick) / 46.0).powi(self.nodes() as i32 - 1)
            * 8f64.powi(self.longs() as i32)
            * if self.roof { self.nodes() as f64 * 1.3 } else { 1.0 }
    }

    /// About how many nanoseconds it takes; right within a factor of three or so.
    fn expected_cost(&self, brick: Brick) -> f64 {
        let nodes = self.nodes() as f64;
        let placements = placements_on_one(brick) * nodes;
        let one = |side: &[u8], each: f64| match side {
            [] => 0.0,
            // From the fifth brick on there is less and less room.
            &[j] => {
                (1..j).fold(each, |cost, i| cost * placements / f64::from(i))
                    * 0.25f64.powi((i32::from(j) - 4).max(0))
            }
            _ => 2.0 * placements * placements,
        };
        let (cheap, dear) = self.ordered();
        let connected_only = if cheap.is_empty() { 0.1 } else { 1.0 };
        self.expected_layers(brick)
            * (one(cheap, 4.0 * nodes) + one(dear, 2.0 * connected_only) + 60.0 * placements)
    }

    /// The side whose ways are listed in full, and the side that is only weighed.
    fn ordered(&self) -> (&[u8], &[u8]) {
        let rank = |side: &[u8]| match side {
            [] => 0,
            &[j] => 2 * u32::from(j) - 1,
            _ => 4,
        };
        // With a roof the lower side is laid without it.
        if self.roof || rank(&self.low) <= rank(&self.up) {
            (&self.low, &self.up)
        } else {
            (&self.up, &self.low)
        }
    }

    /// The number of buildings, up to shifts.
    pub(super) fn count<O: Ones>(
        &self,
        brick: Brick,
        ones: O,
        meter: &Meter,
        progress: &dyn Progress,
    ) -> Result<u128, CountError> {
        let nodes = self.nodes();
        let (cheap, dear) = self.ordered();
        let kind = Kind {
            size: self.size,
            longs: self.longs(),
            chain: Side::chain(&self.low).max(Side::chain(&self.up)),
            roof: self.roof,
        };
        let (small, large) = (Partitions::new(self.size), Partitions::new(nodes));
        let embedding = small.embed(&large);
        let alike = cheap == dear && !self.roof;
        let (cheap, dear) = (Side::new(brick, cheap, ones, meter)?, Side::new(brick, dear, ones, meter)?);
        let of_layers = |all: &[Key]| -> Result<u128, CountError> {
            let chunks: Vec<_> = all.chunks(64).collect();
            let sums = parallel::try_map(meter.threads(), &chunks, |chunk| {
                let mut bench = Bench::new(brick, ones);
                let (mut ways, mut placed) = (vec![0; small.count], vec![0; large.count]);
                let mut weights = vec![0; large.count];
                let mut sum: u128 = 0;
                for &key in *chunk {
                    let spots = unpack(key, nodes);
                    let (_, images) = canonical(&spots, brick);
                    bench.lay(&spots[..self.size]);
                    bench.ways(&cheap, &small, &mut ways);
                    placed.fill(0);
                    for (&to, &ways) in embedding.iter().zip(&ways) {
                        placed[to] = ways;
                    }
                    large.completions(&placed, &mut weights);
                    let glued = if alike {
                        ways.iter().zip(&weights).map(|(&a, &b)| u128::from(a) * u128::from(b)).sum()
                    } else {
                        if self.roof {
                            bench.lay(&spots);
                        }
                        bench.weigh(&dear, &large, &weights)
                    };
                    let add = glued.checked_mul(u128::from(images)).ok_or(CountError::TooLarge)?;
                    sum = sum.checked_add(add).ok_or(CountError::TooLarge)?;
                }
                meter.spend(chunk.len() as u64)?;
                meter.look()?;
                progress.advance(chunk.len() as u64);
                Ok::<_, CountError>(sum)
            })?;
            sums.into_iter().try_fold(0u128, u128::checked_add).ok_or(CountError::TooLarge)
        };
        let shares = (self.expected_layers(brick) / SHARE).ceil().max(1.0) as u64;
        let mut sum: u128 = 0;
        for number in 0..shares {
            meter.look()?;
            let all = layers(brick, kind, Share { number, of: shares }, meter.threads());
            let what = if shares == 1 {
                "layers".to_owned()
            } else {
                format!("layers, share {} of {shares}", number + 1)
            };
            progress.begin(&what, all.len() as u64);
            sum = sum.checked_add(of_layers(&all)?).ok_or(CountError::TooLarge)?;
        }
        Ok(sum)
    }
}

fn placements_on_one(brick: Brick) -> f64 {
    let (p, q) = (f64::from(brick.short()), f64::from(brick.long()));
    let alike = (2.0 * p - 1.0) * (2.0 * q - 1.0);
    if brick.is_square() { alike } else { alike + (p + q - 1.0) * (p + q - 1.0) }
}
