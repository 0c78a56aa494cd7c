//! Grundy values by definition: the mex over options found by trying every position.

use std::collections::HashMap;

use hissho_certificate::impartial::grundy_box::{GrundyBox, NO_POSITION};
use hissho_certificate::impartial::grundy_period::GrundyPeriod;
use hissho_certificate::impartial::octal_period::OctalPeriod;
use hissho_certificate::rules_text;
use hissho_rules::language::syntax::{Formula, Game};
use hissho_rules::mex;

use super::all;
use super::language::{places_up_to, truth_at};

pub(super) fn grundy_box(claim: &GrundyBox) -> Option<bool> {
    let game = rules_text::game(&claim.rules, &claim.parameters).ok()?;
    let mut values = Values::new(&game)?;
    let last: Vec<u64> = claim.shape.iter().map(|&n| n as u64 - 1).collect();
    let in_order = places_up_to(&last)?;
    let table = in_order.iter().zip(&claim.values);
    all(table.map(|(place, &given)| {
        let found = values.grundy(place)?;
        Some(found.map_or(given == NO_POSITION, |value| value == given))
    }))
}

pub(super) fn grundy_period(claim: &GrundyPeriod) -> Option<bool> {
    let (takes, far) = (claim.game.takes(), far(claim.preperiod, claim.period)?);
    let mut found: Vec<u32> = Vec::new();
    for heap in 0..far + *takes.last()? {
        let options = takes.iter().filter(|&&take| take <= heap).map(|&take| found[heap - take]);
        found.push(mex(options));
    }
    Some(repeats(&found, claim.preperiod, claim.period))
}

pub(super) fn octal_period(claim: &OctalPeriod) -> Option<bool> {
    let far = far(claim.preperiod, claim.period)?.min(800);
    let mut found: Vec<u32> = Vec::new();
    for heap in 0usize..far {
        let mut options = Vec::new();
        // The digit of a number taken: 1 if nothing may be left, 2 if one heap may, 4 if two.
        for (take, digit) in claim.game.digits().iter().enumerate() {
            let Some(left) = heap.checked_sub(take) else { continue };
            if left == 0 && digit & 1 != 0 {
                options.push(0);
            }
            if left > 0 && digit & 2 != 0 {
                options.push(found[left]);
            }
            if digit & 4 != 0 {
                options.extend((1..left).map(|one| found[one] ^ found[left - one]));
            }
        }
        found.push(mex(options));
    }
    Some(repeats(&found, claim.preperiod, claim.period))
}

/// As far as a period is looked at.
fn far(preperiod: usize, period: usize) -> Option<usize> {
    let far = preperiod.checked_add(period.checked_mul(4)?)?.checked_add(40)?;
    Some(far).filter(|&far| far <= 4_000)
}

fn repeats(values: &[u32], preperiod: usize, period: usize) -> bool {
    (preperiod..values.len().saturating_sub(period)).all(|heap| values[heap] == values[heap + period])
}

/// Largest sum of coordinates of a position that is looked at.
pub(super) const LARGEST_SUM: u64 = 14;

/// The Grundy values of a game whose measure is the sum of the coordinates.
pub(super) struct Values<'g> {
    game: &'g Game,
    /// The options of each position; `None` for what is no position.
    options: HashMap<Vec<u64>, Option<Vec<Vec<u64>>>>,
    known: HashMap<Vec<u64>, Option<u32>>,
}

impl<'g> Values<'g> {
    pub(super) fn new(game: &'g Game) -> Option<Values<'g>> {
        let is_small = !game.order_is_given && game.dimension <= 3;
        is_small.then(|| Values { game, options: HashMap::new(), known: HashMap::new() })
    }

    /// All positions one move leads to, by trying every place with a smaller sum.
    pub(super) fn options(&mut self, position: &[u64]) -> Option<Option<Vec<Vec<u64>>>> {
        if let Some(known) = self.options.get(position) {
            return Some(known.clone());
        }
        let sum: u64 = position.iter().try_fold(0u64, |sum, &x| sum.checked_add(x))?;
        if sum > LARGEST_SUM {
            return None;
        }
        let names = self.game.names.len();
        let holds = |formula: &Formula, values: &[u64]| {
            truth_at(formula, names, values).ok().map(|truth| truth == Some(true))
        };
        let mut options = None;
        if holds(&self.game.domain, position)? {
            let mut found = Vec::new();
            for place in places_up_to(&vec![sum; position.len()])? {
                if place.iter().sum::<u64>() >= sum || !holds(&self.game.domain, &place)? {
                    continue;
                }
                for line in &self.game.moves {
                    if holds(&line.condition, &[position, &place].concat())? {
                        found.push(place);
                        break;
                    }
                }
            }
            options = Some(found);
        }
        self.options.insert(position.to_vec(), options.clone());
        Some(options)
    }

    /// The Grundy value; inside, `None` for what is no position.
    pub(super) fn grundy(&mut self, position: &[u64]) -> Option<Option<u32>> {
        if let Some(known) = self.known.get(position) {
            return Some(*known);
        }
        let value = match self.options(position)? {
            None => None,
            Some(options) => {
                let values: Option<Vec<u32>> = options.iter().map(|o| self.grundy(o).flatten()).collect();
                Some(mex(values?))
            }
        };
        self.known.insert(position.to_vec(), value);
        Some(value)
    }
}
