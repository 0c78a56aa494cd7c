//! The moves from a concrete position, listed from the move conditions themselves.
//!
//! A condition is split into alternatives (its disjunctions), and for each alternative a plan says in which order the
//! primed coordinates are found: by an equation `x' = t` over numbers already known, or by trying every value
//! between the bounds that the linear comparisons imply. The bounds only save time: every candidate is put
//! through the whole condition, the domain, and the measure, which must fall.
//!
//! Cost: the product of the ranges tried, per position and alternative.

use super::error::LanguageError;
use super::evaluate::{Evaluator, NoFunctions, Stuck};
use super::linear::{Linear, inequalities};
use super::syntax::{Comparison, Formula, Game, Term, Variable};

/// Most alternatives one move may split into.
const MOST_ALTERNATIVES: usize = 64;

/// Lists the moves of one game.
pub struct Moves<'g> {
    game: &'g Game,
    alternatives: Vec<Alternative>,
    evaluator: Evaluator<'static>,
}

struct Alternative {
    index: usize,
    condition: Formula,
    steps: Vec<Step>,
}

/// How one primed coordinate is found when those before it are known.
struct Step {
    variable: Variable,
    set: Option<Term>,
    /// Each with a coefficient other than 0 at `variable`, and no other unknown.
    bounds: Vec<Linear>,
}

impl<'g> Moves<'g> {
    /// Plans the moves of `game`. Refuses a move that leaves some coordinate free to grow without bound.
    pub fn new(game: &'g Game) -> Result<Self, LanguageError> {
        let mut planned = Vec::new();
        for (index, line) in game.moves.iter().enumerate() {
            let wrong = |message: &str| LanguageError::new(&game.text, line.span, message);
            let conjunctions = alternatives(&line.condition)
                .ok_or_else(|| wrong(&format!("this move has more than {MOST_ALTERNATIVES} alternatives")))?;
            for condition in conjunctions {
                let steps = plan(game, &condition).map_err(|free| {
                    let name = &game.names[free.0];
                    wrong(&format!("nothing in this move bounds `{name}` from above"))
                        .help(format!("say what it becomes: `{name} = …` or `{name} < …`"))
                })?;
                planned.push(Alternative { index, condition: Formula::And(condition), steps });
            }
        }
        Ok(Moves { game, alternatives: planned, evaluator: Evaluator::new(game.names.len(), &NoFunctions) })
    }

    /// Allows this many more steps of evaluation; without it there is no limit.
    pub fn limit(&mut self, steps: u64) {
        self.evaluator.limit = steps;
    }

    /// Whether the numbers are a position of the game.
    pub fn is_position(&mut self, position: &[u64]) -> Result<bool, Stuck> {
        if position.len() != self.game.dimension {
            return Ok(false);
        }
        self.evaluator.values[..position.len()].copy_from_slice(position);
        self.evaluator.holds(&self.game.domain)
    }

    /// Calls `visit` with the index of the move and the position after it, for every move from `position`, which
    /// must be in the domain. The same option may come up more than once.
    pub fn for_each_option(
        &mut self,
        position: &[u64],
        visit: &mut dyn FnMut(usize, &[u64]),
    ) -> Result<(), Stuck> {
        let n = self.game.dimension;
        self.evaluator.values[..n].copy_from_slice(position);
        let measure = self.evaluator.term(&self.game.order)?;
        for alternative in &self.alternatives {
            self.evaluator.values[..n].copy_from_slice(position);
            let search = Search { game: self.game, alternative, position, measure };
            search.find_from(0, &mut self.evaluator, visit)?;
        }
        Ok(())
    }

    /// All options of `position`, sorted, each once.
    pub fn options(&mut self, position: &[u64]) -> Result<Vec<Vec<u64>>, Stuck> {
        let mut all = Vec::new();
        self.for_each_option(position, &mut |_, option| all.push(option.to_vec()))?;
        all.sort_unstable();
        all.dedup();
        Ok(all)
    }
}

/// One enumeration under way.
struct Search<'a> {
    game: &'a Game,
    alternative: &'a Alternative,
    position: &'a [u64],
    measure: Option<u64>,
}

impl Search<'_> {
    fn find_from(
        &self,
        at: usize,
        evaluator: &mut Evaluator<'_>,
        visit: &mut dyn FnMut(usize, &[u64]),
    ) -> Result<(), Stuck> {
        let Some(step) = self.alternative.steps.get(at) else {
            return self.complete(evaluator, visit);
        };
        if let Some(term) = &step.set {
            let Some(value) = evaluator.term(term)? else {
                return Ok(());
            };
            evaluator.values[step.variable.0] = value;
            return self.find_from(at + 1, evaluator, visit);
        }
        let (mut low, mut high) = (0, i128::from(u64::MAX));
        for bound in &step.bounds {
            let k = bound.coefficients[step.variable.0];
            let mut rest = bound.constant;
            for (v, &c) in bound.coefficients.iter().enumerate() {
                if c != 0 && v != step.variable.0 {
                    rest += c * i128::from(evaluator.values[v]);
                }
            }
            // k v + rest >= 0
            if k < 0 {
                high = high.min(rest.div_euclid(-k));
            } else {
                low = low.max((-rest).div_euclid(k) + i128::from((-rest).rem_euclid(k) != 0));
            }
        }
        for value in low..=high {
            evaluator.step()?;
            evaluator.values[step.variable.0] = u64::try_from(value).map_err(|_| Stuck::Overflow)?;
            self.find_from(at + 1, evaluator, visit)?;
        }
        Ok(())
    }

    /// All primed coordinates have values: checks everything and reports the option.
    fn complete(
        &self,
        evaluator: &mut Evaluator<'_>,
        visit: &mut dyn FnMut(usize, &[u64]),
    ) -> Result<(), Stuck> {
        if !evaluator.holds(&self.alternative.condition)? {
            return Ok(());
        }
        let n = self.game.dimension;
        let mut option = [0; 8];
        let option = &mut option[..n];
        option.copy_from_slice(&evaluator.values[n..2 * n]);
        evaluator.values[..n].copy_from_slice(option);
        let in_domain = evaluator.holds(&self.game.domain)?;
        let falls = if in_domain { evaluator.term(&self.game.order)? < self.measure } else { true };
        evaluator.values[..n].copy_from_slice(self.position);
        if !falls {
            return Err(Stuck::NotFalling { index: self.alternative.index, to: option.to_vec() });
        }
        if in_domain {
            visit(self.alternative.index, option);
        }
        Ok(())
    }
}

/// The alternatives of a condition, each a list of parts that must all hold; `None` when there are too many.
pub fn alternatives(condition: &Formula) -> Option<Vec<Vec<Formula>>> {
    let all = match condition {
        Formula::True => vec![Vec::new()],
        Formula::False => Vec::new(),
        Formula::Or(parts) => {
            let mut all = Vec::new();
            for part in parts {
                all.extend(alternatives(part)?);
            }
            all
        }
        Formula::And(parts) => {
            let mut all = vec![Vec::new()];
            for part in parts {
                let choices = alternatives(part)?;
                if all.len() * choices.len() > MOST_ALTERNATIVES {
                    return None;
                }
                let join =
                    |a: &Vec<Formula>| choices.iter().map(|c| [a.as_slice(), c].concat()).collect::<Vec<_>>();
                all = all.iter().flat_map(join).collect();
            }
            all
        }
        other => vec![vec![other.clone()]],
    };
    (all.len() <= MOST_ALTERNATIVES).then_some(all)
}

/// The order in which the primed coordinates are found, or one that nothing bounds.
fn plan(game: &Game, condition: &[Formula]) -> Result<Vec<Step>, Variable> {
    let linear: Vec<Linear> =
        condition.iter().flat_map(|part| inequalities(part, game.names.len()).unwrap_or_default()).collect();
    let mut unknown: Vec<Variable> = game.coordinates().map(|v| game.primed(v)).collect();
    let mut steps = Vec::new();
    while !unknown.is_empty() {
        let is_known = |v: Variable| v.0 < 2 * game.dimension && !unknown.contains(&v);
        let settable = unknown.iter().find_map(|&v| {
            let term = condition.iter().find_map(|part| match part {
                Formula::Compare(Comparison::Equal, Term::Variable(w), t)
                | Formula::Compare(Comparison::Equal, t, Term::Variable(w))
                    if *w == v && t.only_uses(is_known) =>
                {
                    Some(t.clone())
                }
                _ => None,
            })?;
            Some(Step { variable: v, set: Some(term), bounds: Vec::new() })
        });
        let step = settable.or_else(|| {
            unknown.iter().find_map(|&v| {
                let bounds: Vec<Linear> = linear.iter().filter_map(|l| l.usable_for(v, &unknown)).collect();
                let has_upper = bounds.iter().any(|l| l.coefficients[v.0] < 0);
                has_upper.then_some(Step { variable: v, set: None, bounds })
            })
        });
        let Some(step) = step else { return Err(unknown[0]) };
        unknown.retain(|&v| v != step.variable);
        steps.push(step);
    }
    Ok(steps)
}
