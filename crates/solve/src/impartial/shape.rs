//! The shape of a game's moves, found in its rules text: rays, single steps and staircases.
//!
//! A move on two coordinates is looked at as the amounts `(a, b)` it takes from them. Comparisons that depend only on the amounts
//! bound `a`, `b`, `a - b` and `a + b`, so the amounts of one alternative form an octagon. A finite octagon is a list of
//! single steps; one that is open in one direction is a few rays in that direction (a row, a column, a diagonal, or the band
//! `|a - b| < s`). The clipped move of a staircase bar, `z' < z, y' = min(y, z' div k)` on `k*y <= z`, is a row ray
//! that begins with the values on the edge of the stairs. Whatever fits none of this is left to the general
//! evaluator, with the reason.

use hissho_rules::language::linear::inequalities;
use hissho_rules::language::moves::alternatives;
use hissho_rules::language::{Comparison, Formula, Game, Term, Variable};

/// Beyond every amount.
const FAR: i64 = 1 << 40;
/// Most single steps worth listing.
const MOST_STEPS: usize = 4096;
/// Most rays worth keeping apart.
const MOST_RAYS: usize = 128;

/// Along which line a ray runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Direction {
    /// Only the second coordinate falls.
    Row,
    /// Only the first coordinate falls.
    Column,
    /// Both fall alike.
    Diagonal,
}

impl Direction {
    fn step(self) -> (usize, usize) {
        match self {
            Direction::Row => (0, 1),
            Direction::Column => (1, 0),
            Direction::Diagonal => (1, 1),
        }
    }
}

/// The amounts `start`, `start + direction`, `start + 2 * direction`, …
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Ray {
    pub(super) direction: Direction,
    pub(super) start: (usize, usize),
}

impl Ray {
    /// Whether it begins with the next cell of its line.
    pub(super) fn is_plain(&self) -> bool {
        self.direction.step() == self.start
    }
}

/// What a game on one or two coordinates looks like to the table engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Shapes {
    pub(super) rays: Vec<Ray>,
    pub(super) steps: Vec<(usize, usize)>,
    /// The `k` of a staircase bar.
    pub(super) stairs: Option<u64>,
    /// `(p, q, c)`: only cells with `p*x + q*y + c >= 0` are positions.
    pub(super) domain: Vec<(i64, i64, i64)>,
}

impl Shapes {
    /// The shapes of `game`, or why it has none.
    pub(super) fn of(game: &Game) -> Result<Shapes, String> {
        if game.dimension > 2 {
            return Err(format!("{} coordinates", game.dimension));
        }
        let mut shapes = Shapes { domain: domain(game)?, ..Shapes::default() };
        for line in &game.moves {
            let fail = |reason: &str| format!("move `{}`: {reason}", line.text);
            for parts in alternatives(&line.condition).ok_or_else(|| fail("too many alternatives"))? {
                if let Some(k) = stairs(game, &parts) {
                    shapes.stairs = Some(k);
                    shapes.rays.push(Ray { direction: Direction::Row, start: (0, 1) });
                } else {
                    let octagon = Octagon::of(game, &parts).map_err(|reason| fail(&reason))?;
                    octagon.add_to(&mut shapes).map_err(fail)?;
                }
            }
        }
        shapes.rays.sort_unstable();
        shapes.rays.dedup();
        shapes.steps.sort_unstable();
        shapes.steps.dedup();
        if shapes.stairs.is_some() && !shapes.rays.iter().all(Ray::is_plain) {
            return Err("a staircase with rays that begin elsewhere".to_owned());
        }
        if shapes.rays.len() > MOST_RAYS || shapes.steps.len() > MOST_STEPS {
            return Err("too many rays or steps".to_owned());
        }
        Ok(shapes)
    }

    /// Whether exchanging the coordinates changes nothing.
    pub(super) fn is_symmetric(&self) -> bool {
        let turned = |ray: &Ray| Ray {
            direction: match ray.direction {
                Direction::Row => Direction::Column,
                Direction::Column => Direction::Row,
                Direction::Diagonal => Direction::Diagonal,
            },
            start: (ray.start.1, ray.start.0),
        };
        self.stairs.is_none()
            && self.domain.is_empty()
            && self.rays.iter().all(|ray| self.rays.contains(&turned(ray)))
            && self.steps.iter().all(|&(a, b)| self.steps.contains(&(b, a)))
    }

    /// How far a step, or the nearest cell of a ray that is not plain, may lie.
    pub(super) fn halo(&self) -> usize {
        let starts = self.rays.iter().filter(|ray| !ray.is_plain()).map(|ray| ray.start);
        starts.chain(self.steps.iter().copied()).map(|(a, b)| a.max(b)).max().unwrap_or(0)
    }
}

/// The amounts one alternative takes: bounds on `a`, `b`, `a - b`, `a + b`, each a pair (least, greatest).
#[derive(Clone, Copy, Debug)]
struct Octagon {
    a: (i64, i64),
    b: (i64, i64),
    difference: (i64, i64),
    sum: (i64, i64),
}

impl Octagon {
    fn of(game: &Game, parts: &[&Formula]) -> Result<Octagon, String> {
        let open = (-FAR, FAR);
        let mut octagon = Octagon { a: open, b: open, difference: open, sum: open };
        if game.dimension == 1 {
            octagon.a = (0, 0);
        }
        let mut others = Vec::new();
        for part in parts {
            let all = inequalities(part, 2 * game.dimension).ok_or("a condition that is not linear")?;
            for linear in all {
                let c = &linear.coefficients;
                let narrow = |v: i128| {
                    let small = i64::try_from(v).ok().filter(|v| v.abs() < 1 << 20);
                    small.ok_or("a constant too large")
                };
                // With x = x' + a: coefficients of x', y' and of a, b.
                let (after, p, q) = match game.dimension {
                    1 => ([0, c[0] + c[1]], 0, narrow(c[0])?),
                    _ => ([c[0] + c[2], c[1] + c[3]], narrow(c[0])?, narrow(c[1])?),
                };
                let constant = narrow(linear.constant)?;
                if after == [0, 0] {
                    octagon.require(p, q, constant)?;
                } else {
                    others.push((after, p, q, constant));
                }
            }
        }
        octagon.tighten();
        // What depends on more than the amounts must follow from them: x - 3 >= 0 from a >= 3, say.
        let least = |k: i64, (low, high): (i64, i64)| k.saturating_mul(if k > 0 { low } else { high });
        for (after, p, q, constant) in others {
            let bound = least(p, octagon.a).saturating_add(least(q, octagon.b)).saturating_add(constant);
            if after.iter().any(|&k| k < 0) || bound < 0 {
                return Err("a condition on more than the amounts taken".to_owned());
            }
        }
        Ok(octagon)
    }

    /// Adds `p*a + q*b + c >= 0`.
    fn require(&mut self, p: i64, q: i64, c: i64) -> Result<(), String> {
        let (bounds, k) = match (p, q) {
            (0, 0) => {
                if c < 0 {
                    self.a = (FAR, -FAR);
                }
                return Ok(());
            }
            (p, 0) => (&mut self.a, p),
            (0, q) => (&mut self.b, q),
            (p, q) if p == -q => (&mut self.difference, p),
            (p, q) if p == q => (&mut self.sum, p),
            _ => return Err("amounts compared with different weights".to_owned()),
        };
        if k > 0 {
            bounds.0 = bounds.0.max(-(c.div_euclid(k)));
        } else {
            bounds.1 = bounds.1.min(c.div_euclid(-k));
        }
        Ok(())
    }

    fn tighten(&mut self) {
        for _ in 0..6 {
            let Octagon { a, b, difference: d, sum: s } = *self;
            self.a = (
                a.0.max(d.0.saturating_add(b.0)).max(s.0.saturating_sub(b.1)),
                a.1.min(d.1.saturating_add(b.1)).min(s.1.saturating_sub(b.0)),
            );
            self.b = (
                b.0.max(a.0.saturating_sub(d.1)).max(s.0.saturating_sub(a.1)),
                b.1.min(a.1.saturating_sub(d.0)).min(s.1.saturating_sub(a.0)),
            );
            self.difference = (d.0.max(a.0.saturating_sub(b.1)), d.1.min(a.1.saturating_sub(b.0)));
            self.sum = (s.0.max(a.0.saturating_add(b.0)), s.1.min(a.1.saturating_add(b.1)));
        }
    }

    fn contains(&self, a: i64, b: i64) -> bool {
        let within = |(low, high): (i64, i64), v: i64| low <= v && v <= high;
        within(self.a, a) && within(self.b, b) && within(self.difference, a - b) && within(self.sum, a + b)
    }

    fn add_to(&self, shapes: &mut Shapes) -> Result<(), &'static str> {
        let Octagon { a, b, difference: d, .. } = *self;
        let is_open = |bound: i64| bound.abs() > FAR / 4;
        if a.0 > a.1 || b.0 > b.1 || d.0 > d.1 || self.sum.0 > self.sum.1 {
            return Ok(());
        }
        if a.0 < 0 || b.0 < 0 {
            return Err("a coordinate may grow");
        }
        let size = |(low, high): (i64, i64)| high - low + 1;
        let cell = |a: i64, b: i64| (a as usize, b as usize); // both at least 0
        match (is_open(a.1), is_open(b.1)) {
            (false, false) => {
                if size(a).saturating_mul(size(b)) > 1 << 20 {
                    return Err("too many single steps");
                }
                for x in a.0..=a.1 {
                    shapes.steps.extend((b.0..=b.1).filter(|&y| self.contains(x, y)).map(|y| cell(x, y)));
                }
            }
            (true, false) | (false, true) => {
                let (direction, fixed) =
                    if is_open(a.1) { (Direction::Column, b) } else { (Direction::Row, a) };
                if size(fixed) > MOST_RAYS as i64 {
                    return Err("too many rays");
                }
                for f in fixed.0..=fixed.1 {
                    let start = match direction {
                        Direction::Column => cell(a.0.max(d.0 + f).max(self.sum.0 - f), f),
                        _ => cell(f, b.0.max(f - d.1).max(self.sum.0 - f)),
                    };
                    shapes.rays.push(Ray { direction, start });
                }
            }
            (true, true) if !is_open(d.0) && !is_open(d.1) && size(d) <= MOST_RAYS as i64 => {
                for difference in d.0..=d.1 {
                    let mut y = b.0.max(a.0 - difference);
                    while 2 * y + difference < self.sum.0 {
                        y += 1;
                    }
                    shapes.rays.push(Ray { direction: Direction::Diagonal, start: cell(y + difference, y) });
                }
            }
            _ => return Err("a region open in two directions"),
        }
        Ok(())
    }
}

/// The domain as inequalities over the coordinates (one coordinate counts as the second of two).
fn domain(game: &Game) -> Result<Vec<(i64, i64, i64)>, String> {
    let parts = match &game.domain {
        Formula::True => return Ok(Vec::new()),
        Formula::And(parts) => parts.clone(),
        one => vec![one.clone()],
    };
    let mut all = Vec::new();
    for part in parts {
        let found = inequalities(&part, game.names.len()).ok_or("a domain that is not linear")?;
        for linear in found {
            let narrow =
                |v: i128| i64::try_from(v).ok().filter(|v| v.abs() < 1 << 31).ok_or("a constant too large");
            if linear.coefficients[game.dimension..].iter().any(|&k| k != 0) {
                return Err("a quantifier in the domain".to_owned());
            }
            let c = &linear.coefficients;
            let (p, q) =
                if game.dimension == 1 { (0, narrow(c[0])?) } else { (narrow(c[0])?, narrow(c[1])?) };
            all.push((p, q, narrow(linear.constant)?));
        }
    }
    Ok(all)
}

/// The `k` of `z' < z, y' = min(y, z' div k)` on the domain `k*y <= z`, where `y` is the first coordinate.
fn stairs(game: &Game, parts: &[&Formula]) -> Option<u64> {
    if game.dimension != 2 {
        return None;
    }
    let [y, z] = [Variable(0), Variable(1)];
    let [y_after, z_after] = [game.primed(y), game.primed(z)];
    let [first, second] = parts else { return None };
    let is_less =
        |f: &Formula| *f == Formula::Compare(Comparison::Less, Term::Variable(z_after), Term::Variable(z));
    let other = if is_less(first) { second } else { first };
    if !is_less(first) && !is_less(second) {
        return None;
    }
    let k = match other {
        Formula::Compare(Comparison::Equal, Term::Variable(w), Term::Min(u, v)) if *w == y_after => {
            let edge = if **u == Term::Variable(y) { v } else { u };
            if **u != Term::Variable(y) && **v != Term::Variable(y) {
                return None;
            }
            match &**edge {
                Term::Variable(w) if *w == z_after => 1,
                Term::Divide(t, k) if **t == Term::Variable(z_after) => *k,
                _ => return None,
            }
        }
        _ => return None,
    };
    let domain = domain(game).ok()?;
    (domain == [(-i64::try_from(k).ok()?, 1, 0)]).then_some(k)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hissho_rules::name::{Component, GameName};

    fn shapes(name: &str) -> Result<Shapes, String> {
        let parts = GameName::parse(name).unwrap().resolve(&|_| Err(String::new())).unwrap();
        match &parts[0] {
            Component::Numbers(game) => Shapes::of(game),
            Component::Octal(_) => panic!("not a game on numbers"),
        }
    }

    fn ray(direction: Direction, a: usize, b: usize) -> Ray {
        Ray { direction, start: (a, b) }
    }

    #[test]
    fn the_shapes_of_the_known_games_are_found_in_their_text() {
        use Direction::{Column, Diagonal, Row};
        let rook = [ray(Row, 0, 1), ray(Column, 1, 0)];
        let queen = [ray(Row, 0, 1), ray(Column, 1, 0), ray(Diagonal, 1, 1)];
        assert_eq!(shapes("rook").unwrap().rays, rook);
        assert_eq!(shapes("queen").unwrap().rays, queen);
        assert_eq!(shapes("wythoff").unwrap().rays, queen);
        assert_eq!(
            shapes("wythoff(2)").unwrap().rays[2..],
            [ray(Diagonal, 1, 1), ray(Diagonal, 1, 2), ray(Diagonal, 2, 1)]
        );
        let king = shapes("dragon-king").unwrap();
        assert_eq!((&king.rays[..], &king.steps[..]), (&rook[..], &[(1, 1)][..]));
        let horse = shapes("dragon-horse").unwrap();
        assert_eq!((&horse.rays[..], &horse.steps[..]), (&queen[2..], &[(0, 1), (1, 0)][..]));
        assert_eq!(shapes("ryuo(4)").unwrap().steps, [(1, 1), (1, 2), (2, 1)]);
        let bar = shapes("chocolate(k=3)").unwrap();
        assert_eq!((bar.stairs, &bar.rays[..]), (Some(3), &rook[..]));
        assert_eq!(shapes("heap").unwrap().rays, [ray(Row, 0, 1)]);
        assert_eq!(shapes("heap(max=3)").unwrap().steps, [(0, 1), (0, 2), (0, 3)]);
        assert!(shapes("queen").unwrap().is_symmetric() && !bar.is_symmetric());
        assert!(shapes("knight").unwrap_err().contains("may grow"));
    }
}
