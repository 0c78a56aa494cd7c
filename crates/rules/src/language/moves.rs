//! The moves from a concrete position, listed from the move conditions themselves.
//!
//! A condition is split into alternatives (its disjunctions), and for each alternative a plan says
//! in which order the primed coordinates are found: by an equation `x' = t` over numbers already
//! known, or by trying every value between the bounds that the linear comparisons imply. The bounds
//! only save time: every candidate is put through the whole condition, the domain, and the measure,
//! which must fall.
//!
//! Cost: the product of the ranges tried, per position and alternative.

use super::error::LanguageError;
use super::evaluate::{Evaluator, NoFunctions, Stuck};
use super::linear::{Linear, inequalities};
use super::syntax::{Comparison, Formula, FormulaPart, Game, Term, Variable};
use crate::account::Account;

/// Most alternatives one move may split into.
const MOST_ALTERNATIVES: usize = 64;

/// Lists the moves of one game.
pub struct Moves<'g> {
    game: &'g Game,
    alternatives: Vec<Alternative<'g>>,
    evaluator: Evaluator<'g>,
}

struct Alternative<'g> {
    index: usize,
    condition: Vec<&'g Formula>,
    steps: Vec<Step<'g>>,
}

/// How one primed coordinate is found when those before it are known.
struct Step<'g> {
    variable: Variable,
    set: Option<&'g Term>,
    /// Each with a coefficient other than 0 at `variable`, and no other unknown.
    bounds: Vec<Linear>,
}

/// What is called with the index of a move and the position after it.
pub type Visit<'v> = dyn FnMut(usize, &[u64]) -> Result<(), Stuck> + 'v;

impl<'g> Moves<'g> {
    /// Plans the moves of `game`. A move that leaves some coordinate free to grow without bound is
    /// [`Stuck::Unlisted`].
    pub fn new(game: &'g Game, account: &'g Account) -> Result<Self, Stuck> {
        let mut planned = Vec::new();
        for (index, line) in game.moves.iter().enumerate() {
            let wrong = |message: &str| LanguageError::new(&game.text, line.span, message);
            let conjunctions = alternatives(&line.condition).ok_or_else(|| {
                let message = format!("this move has more than {MOST_ALTERNATIVES} alternatives");
                Stuck::Unlisted(Box::new(wrong(&message)))
            })?;
            for condition in conjunctions {
                let steps = plan(game, &condition, account)?.map_err(|free| {
                    let name = &game.names[free.0];
                    let error = wrong(&format!("nothing in this move bounds `{name}` from above"));
                    let help = format!("say what it becomes: `{name} = …` or `{name} < …`");
                    Stuck::Unlisted(Box::new(error.help(help)))
                })?;
                planned.push(Alternative { index, condition, steps });
            }
        }
        let evaluator = Evaluator::new(game.names.len(), &NoFunctions, account);
        Ok(Moves { game, alternatives: planned, evaluator })
    }

    /// Refuses the game if nothing bounds one of the quantifiers of its domain, moves or measure.
    pub fn must_have_bounds(&mut self) -> Result<(), Stuck> {
        let moves = self.game.moves.iter().map(|line| FormulaPart::Formula(&line.condition));
        for part in
            moves.chain([FormulaPart::Formula(&self.game.domain), FormulaPart::Term(&self.game.order)])
        {
            self.evaluator.must_have_bounds(part)?;
        }
        Ok(())
    }

    /// Whether the numbers are a position of the game.
    pub fn is_position(&mut self, position: &[u64]) -> Result<bool, Stuck> {
        if position.len() != self.game.dimension {
            return Ok(false);
        }
        self.evaluator.values[..position.len()].copy_from_slice(position);
        self.evaluator.holds(&self.game.domain)
    }

    /// Calls `visit` with the index of the move and the position after it, for every move from
    /// `position`, which must be in the domain. The same option may come up more than once.
    pub fn for_each_option(&mut self, position: &[u64], visit: &mut Visit<'_>) -> Result<(), Stuck> {
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

    /// The account that pays.
    pub fn account(&self) -> &'g Account {
        self.evaluator.account()
    }

    /// All options of `position`, sorted, each once.
    pub fn options(&mut self, position: &[u64]) -> Result<Vec<Vec<u64>>, Stuck> {
        let mut all = Vec::new();
        let account = self.evaluator.account();
        self.for_each_option(position, &mut |_, option| {
            account.hold::<OneOption>(1)?;
            all.push(option.to_vec());
            Ok(())
        })?;
        account.release::<OneOption>(all.len());
        all.sort_unstable();
        all.dedup();
        Ok(all)
    }
}

/// What one option takes in a list: a vector, what it holds, and the room that lists keep free.
pub type OneOption = [u64; 16];

/// One enumeration under way.
struct Search<'a> {
    game: &'a Game,
    alternative: &'a Alternative<'a>,
    position: &'a [u64],
    measure: Option<u64>,
}

impl Search<'_> {
    fn find_from(
        &self,
        at: usize,
        evaluator: &mut Evaluator<'_>,
        visit: &mut Visit<'_>,
    ) -> Result<(), Stuck> {
        let Some(step) = self.alternative.steps.get(at) else {
            return self.complete(evaluator, visit);
        };
        if let Some(term) = step.set {
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
            evaluator.account().charge(1)?;
            evaluator.values[step.variable.0] = u64::try_from(value).unwrap_or(u64::MAX);
            self.find_from(at + 1, evaluator, visit)?;
        }
        Ok(())
    }

    /// All primed coordinates have values: checks everything and reports the option.
    fn complete(&self, evaluator: &mut Evaluator<'_>, visit: &mut Visit<'_>) -> Result<(), Stuck> {
        if !evaluator.all_hold(&self.alternative.condition)? {
            return Ok(());
        }
        let n = self.game.dimension;
        let mut option = [0; 8];
        let option = &mut option[..n];
        option.copy_from_slice(&evaluator.values[n..2 * n]);
        evaluator.values[..n].copy_from_slice(option);
        let in_domain = evaluator.holds(&self.game.domain)?;
        let after = if in_domain { evaluator.term(&self.game.order)? } else { None };
        evaluator.values[..n].copy_from_slice(self.position);
        match (after, self.measure) {
            _ if !in_domain => Ok(()),
            (Some(after), Some(before)) if after < before => visit(self.alternative.index, option),
            _ => Err(Stuck::NotFalling { index: self.alternative.index, to: option.to_vec() }),
        }
    }
}

/// The alternatives of a condition, each a list of parts that must all hold; `None` when there are
/// too many.
pub fn alternatives(condition: &Formula) -> Option<Vec<Vec<&Formula>>> {
    let all = match condition {
        Formula::True => vec![Vec::new()],
        Formula::False => Vec::new(),
        Formula::Or(parts) => {
            let mut all = Vec::new();
            for part in parts {
                all.extend(alternatives(part)?);
                if all.len() > MOST_ALTERNATIVES {
                    return None;
                }
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
                if let [only] = &choices[..] {
                    all.iter_mut().for_each(|a| a.extend(only));
                    continue;
                }
                let join =
                    |a: &Vec<_>| choices.iter().map(|c| [a.as_slice(), c].concat()).collect::<Vec<_>>();
                all = all.iter().flat_map(join).collect();
            }
            all
        }
        other => vec![vec![other]],
    };
    Some(all)
}

/// The order in which the primed coordinates are found, or one that nothing bounds.
fn plan<'g>(
    game: &Game,
    condition: &[&'g Formula],
    account: &Account,
) -> Result<Result<Vec<Step<'g>>, Variable>, Stuck> {
    // Every part is looked at for every unknown, as often as there are unknowns.
    let n = game.dimension;
    let size: usize = condition.iter().map(|part| part.size()).sum();
    account.charge_product(size, (n + 2).pow(3))?;
    account.hold::<i128>(size.saturating_mul(2 * n + 4).saturating_mul(n + 1))?;
    let linear: Vec<Linear> =
        condition.iter().flat_map(|part| inequalities(part, 2 * n).unwrap_or_default()).collect();
    let mut unknown: Vec<Variable> = game.coordinates().map(|v| game.primed(v)).collect();
    let mut steps = Vec::new();
    while !unknown.is_empty() {
        let is_known = |v: Variable| v.0 < 2 * n && !unknown.contains(&v);
        let settable = unknown.iter().find_map(|&v| {
            let term = condition.iter().find_map(|part| match part {
                Formula::Compare(Comparison::Equal, Term::Variable(w), t)
                | Formula::Compare(Comparison::Equal, t, Term::Variable(w))
                    if *w == v && t.only_uses(is_known) =>
                {
                    Some(t)
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
        let Some(step) = step else { return Ok(Err(unknown[0])) };
        unknown.retain(|&v| v != step.variable);
        steps.push(step);
    }
    Ok(Ok(steps))
}
