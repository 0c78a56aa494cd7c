//! What has to be shown for a claim to hold at every position, derived from the rules text.
//!
//! Every obligation is a condition that nothing may satisfy. A move leads from a position of the domain to a position of the domain.
//! * The measure falls: no move keeps or raises it. It is a natural number, so play ends and the Grundy value exists.
//! * `grundy = g`: g is *total* and *functional*; *no move keeps the value*; *every smaller value is reachable*. By induction over the
//!   measure, g is then the mex of its options everywhere.
//! * `losing = P`: *no move stays inside* P, and *every position outside has a move in*.
//!
//! In an Ostrowski system the order of numbers is also compared with the order of words, and addition with its recurrences `x + 0 = x`, `x + (y + 1) =
//! (x + y) + 1`.
//!
//! Where floors of irrational multiples occur, the certificate brings automata for the functions `h_r(i) = floor(i / beta_r)`, one for each term `c_r` of
//! the period, where `beta_r = [c_r; c_{r+1}, …]`. Since `beta_r = c_r + 1/beta_{r+1}`, `g beta_r < i` exactly when `g = 0 < i` or `c_r g + h_{r+1}(g) < i`; so `g = h_r(i)`
//! exactly when `g = 0` or *`c_r g + h_{r+1}(g) < i`*, and *`c_r (g + 1) + h_{r+1}(g + 1) ≥ i`*. What is *total* and has these two properties is `h_r`, by induction over
//! `i`: the first gives `g < i`, so `h_{r+1}(g)` is known, and the second is about a smaller number than `i` or, for `g + 1 ≥ i`, says nothing that is needed: `i beta_r > i` anyway.

use rules::language::{self, ClaimBody, Comparison, Game, Statement, Term, Variable};

use super::AutomaticError as Error;
use super::automaton::Automaton;
use super::formula::{Body, Definition, Environment, Formula, Linear, Obligation, Translation};
use super::numeration::{Atom, Numeration};

/// Definitions, and the conditions on them that nothing may satisfy.
pub struct Problem {
    /// The numeration system.
    pub system: Numeration,
    /// The definitions, each using only those before it.
    pub definitions: Vec<Definition>,
    /// What makes the numeration system, and the automaton for floors, what they are said to be.
    pub lemmas: Vec<Obligation>,
    /// What the claim says: it is true exactly when all of these are met.
    pub obligations: Vec<Obligation>,
}

/// What is claimed.
pub enum Subject<'a> {
    /// A claim of a game.
    Claim(&'a Game, &'a ClaimBody),
    /// The automaton over the coordinates and the value is the Grundy function of the game; or, over the coordinates
    /// alone, accepts exactly the positions where the player to move loses.
    Automaton(&'a Game, &'a Automaton),
    /// A closed formula; or, with `false`, its negation.
    Statement(&'a Statement, bool),
}

/// The obligations of `subject`, with numbers written in `system`; `floors` are the certificate's automata for floors.
pub fn derive(subject: &Subject<'_>, system: Numeration, floors: &[Automaton]) -> Result<Problem, Error> {
    let mut t = Translation::new(system);
    let (mut lemmas, mut obligations) = (Vec::new(), Vec::new());
    if !system.allows_all() {
        arithmetic(&mut t, &mut lemmas)?;
    }
    if !floors.is_empty() {
        self::floors(&mut t, floors, &mut lemmas)?;
    }
    match subject {
        Subject::Statement(statement, holds) => {
            if statement.free > 0 {
                return Err(Error::FreeVariable);
            }
            let formula = t.formula(&statement.formula, *holds, &Environment::new())?;
            // The outermost variables of a universal statement are those a reader wants to see.
            let condition = formula.negated();
            let named = named_variables(&condition, &statement.formula, &statement.names);
            obligations.push(Obligation::new("the statement holds", named, condition));
        }
        Subject::Claim(game, body) => of_game(&mut t, game, body, &mut obligations)?,
        Subject::Automaton(game, automaton) => {
            let values = match automaton.tracks.checked_sub(game.dimension) {
                Some(extra @ (0 | 1)) => extra == 1,
                _ => {
                    return Err(Error::WrongTracks { found: automaton.tracks, needed: game.dimension + 1 });
                }
            };
            let parameters = (0..automaton.tracks).map(|_| t.fresh()).collect();
            let law = t.define("law", parameters, Body::Given((*automaton).clone()));
            let rules = Rules::new(&mut t, game, &mut obligations)?;
            if values {
                rules.grundy(&mut t, law, &mut obligations)?;
            } else {
                rules.losing(&mut t, law, &mut obligations)?;
            }
        }
    }
    Ok(Problem { system, definitions: t.definitions, lemmas, obligations })
}

/// The names of the outermost variables of `forall x . forall y . …`, in order.
fn named_variables(condition: &Formula, formula: &language::Formula, names: &[String]) -> Vec<(String, u32)> {
    let mut named = Vec::new();
    let mut formula = formula;
    let Formula::Exists(bound, _) = condition else {
        return named;
    };
    while let language::Formula::Forall(Variable(v), inner) = formula {
        if let (Some(name), Some(&variable)) = (names.get(*v), bound.get(named.len())) {
            named.push((name.clone(), variable));
        }
        formula = inner;
    }
    named
}

fn of_game(
    t: &mut Translation,
    game: &Game,
    body: &ClaimBody,
    out: &mut Vec<Obligation>,
) -> Result<(), Error> {
    let coordinates: Vec<u32> = (0..game.dimension).map(|_| t.fresh()).collect();
    let names: Environment = game.coordinates().zip(coordinates.iter().copied()).collect();
    match body {
        ClaimBody::Grundy(term) => {
            let value = t.fresh();
            let equation = t.equals(term, value, &names)?;
            let mut parameters = coordinates;
            parameters.push(value);
            let grundy = t.define("law", parameters, Body::Formula(equation));
            Rules::new(t, game, out)?.grundy(t, grundy, out)
        }
        ClaimBody::Losing(formula) => {
            let formula = t.formula(formula, true, &names)?;
            let losing = t.define("law", coordinates, Body::Formula(formula));
            Rules::new(t, game, out)?.losing(t, losing, out)
        }
        ClaimBody::Formula(formula) => {
            let formula = t.formula(formula, true, &names)?;
            let domain = t.formula(&game.domain, true, &names)?;
            let name = "the formula holds at every position";
            let named = game.names.iter().cloned().zip(coordinates.iter().copied()).collect();
            let condition = Formula::some(coordinates, vec![domain, formula.negated()]);
            out.push(Obligation::new(name, named, condition));
            Ok(())
        }
    }
}

/// A move: the coordinates before and after it, and what must hold.
type MoveParts = (Vec<u32>, Vec<u32>, Vec<Formula>);

/// The rules of a game as definitions.
struct Rules<'a> {
    game: &'a Game,
    domain: usize,
}

impl<'a> Rules<'a> {
    fn new(t: &mut Translation, game: &'a Game, out: &mut Vec<Obligation>) -> Result<Rules<'a>, Error> {
        let coordinates: Vec<u32> = (0..game.dimension).map(|_| t.fresh()).collect();
        let names: Environment = game.coordinates().zip(coordinates.iter().copied()).collect();
        let domain = t.formula(&game.domain, true, &names)?;
        let domain = t.define("domain", coordinates, Body::Formula(domain));
        let rules = Rules { game, domain };
        for (number, one) in game.moves.iter().enumerate() {
            let (from, to, mut parts) = rules.one_move(t, number)?;
            let names: Environment = game.coordinates().zip(from.iter().copied()).collect();
            let after = game.coordinates().zip(to.iter().copied()).collect();
            let mut bound = [from.clone(), to].concat();
            bound.sort_unstable();
            bound.dedup();
            // order(after) < order(before), both with values.
            let (old, new) = (t.fresh(), t.fresh());
            let old_is = t.equals(&game.order, old, &names)?;
            let new_is = t.equals(&game.order, new, &after)?;
            let less = less(new, old)?;
            parts.push(Formula::some(vec![old, new], vec![old_is, new_is, less]).negated());
            let name = format!("the measure falls with move `{}`", one.text);
            let named = rules.named(&from);
            out.push(Obligation::new(name, named, Formula::some(bound, parts)));
        }
        Ok(rules)
    }

    fn named(&self, coordinates: &[u32]) -> Vec<(String, u32)> {
        self.game.names.iter().cloned().zip(coordinates.iter().copied()).collect()
    }

    /// A move: the coordinates before and after, and what must hold. A coordinate that the move says is another's value is
    /// that other's variable.
    fn one_move(&self, t: &mut Translation, number: usize) -> Result<MoveParts, Error> {
        let game = self.game;
        let condition = &game.moves[number].condition;
        let from: Vec<u32> = (0..game.dimension).map(|_| t.fresh()).collect();
        let mut names: Environment = game.coordinates().zip(from.iter().copied()).collect();
        let parts = match condition {
            language::Formula::And(parts) => parts.as_slice(),
            single => std::slice::from_ref(single),
        };
        for coordinate in game.coordinates() {
            let primed = game.primed(coordinate);
            let same = parts.iter().find_map(|part| match part {
                language::Formula::Compare(Comparison::Equal, Term::Variable(a), Term::Variable(b))
                    if *a == primed =>
                {
                    names.get(b).copied()
                }
                _ => None,
            });
            let variable = same.unwrap_or_else(|| t.fresh());
            names.insert(primed, variable);
        }
        let to: Vec<u32> = game.coordinates().map(|c| names[&game.primed(c)]).collect();
        let condition = t.formula(condition, true, &names)?;
        let inside = [&from, &to].map(|position| Formula::Call(self.domain, position.clone()));
        Ok((from, to, [condition].into_iter().chain(inside).collect()))
    }

    /// For each move a definition: over the coordinates and the parameters `extra` more than them of `target`, "the move leads to where `target` holds".
    fn reach(&self, t: &mut Translation, target: usize, extra: usize) -> Result<Vec<usize>, Error> {
        let mut reach = Vec::new();
        for number in 0..self.game.moves.len() {
            let (from, to, mut parts) = self.one_move(t, number)?;
            let extra: Vec<u32> = (0..extra).map(|_| t.fresh()).collect();
            let bound = to.iter().copied().filter(|v| !from.contains(v)).collect();
            parts.push(Formula::Call(target, [to, extra.clone()].concat()));
            let name = format!("reached by move `{}`", self.game.moves[number].text);
            let body = Body::Formula(Formula::some(bound, parts));
            reach.push(t.define(name, [from, extra].concat(), body));
        }
        Ok(reach)
    }

    fn grundy(&self, t: &mut Translation, grundy: usize, out: &mut Vec<Obligation>) -> Result<(), Error> {
        let reach = self.reach(t, grundy, 1)?;
        let at: Vec<u32> = (0..self.game.dimension).map(|_| t.fresh()).collect();
        let (value, other) = (t.fresh(), t.fresh());
        let with = |v: u32| [at.clone(), vec![v]].concat();
        let inside = Formula::Call(self.domain, at.clone());
        let is_value = Formula::Call(grundy, with(value));
        let smaller = less(other, value)?;
        let mut named = self.named(&at);
        let none = Formula::some(vec![value], vec![is_value.clone()]).negated();
        let condition = Formula::some(at.clone(), vec![inside.clone(), none]);
        out.push(Obligation::new("there is a value", named.clone(), condition));
        named.push(("value".into(), value));
        for (number, &reach) in reach.iter().enumerate() {
            let kept = vec![inside.clone(), is_value.clone(), Formula::Call(reach, with(value))];
            let name = format!("no move `{}` keeps the value", self.game.moves[number].text);
            out.push(Obligation::new(name, named.clone(), Formula::some(with(value), kept)));
        }
        named.push(("other".into(), other));
        let bound = [with(value), vec![other]].concat();
        let two = vec![inside.clone(), is_value.clone(), Formula::Call(grundy, with(other)), smaller.clone()];
        let condition = Formula::some(bound.clone(), two);
        out.push(Obligation::new("there is only one value", named.clone(), condition));
        let mut missed = vec![inside, is_value, smaller];
        missed.extend(reach.iter().map(|&reach| Formula::Call(reach, with(other)).negated()));
        let condition = Formula::some(bound, missed);
        out.push(Obligation::new("every smaller value is reached", named, condition));
        Ok(())
    }

    fn losing(&self, t: &mut Translation, losing: usize, out: &mut Vec<Obligation>) -> Result<(), Error> {
        let reach = self.reach(t, losing, 0)?;
        let at: Vec<u32> = (0..self.game.dimension).map(|_| t.fresh()).collect();
        let named = self.named(&at);
        let inside = Formula::Call(self.domain, at.clone());
        let is_losing = Formula::Call(losing, at.clone());
        for (number, &reach) in reach.iter().enumerate() {
            let parts = vec![inside.clone(), is_losing.clone(), Formula::Call(reach, at.clone())];
            let name = format!("no move `{}` leads from losing to losing", self.game.moves[number].text);
            out.push(Obligation::new(name, named.clone(), Formula::some(at.clone(), parts)));
        }
        let mut parts = vec![inside, is_losing.negated()];
        parts.extend(reach.iter().map(|&reach| Formula::Call(reach, at.clone()).negated()));
        let condition = Formula::some(at, parts);
        out.push(Obligation::new("every other position has a move to a losing one", named, condition));
        Ok(())
    }
}

/// `a < b`.
fn less(a: u32, b: u32) -> Result<Formula, Error> {
    let form = Linear::variable(b).plus(-1, &Linear::variable(a))?.plus(-1, &Linear::number(1))?;
    Ok(Formula::linear(&form, false))
}

/// `Σ factor · variable = 0`.
fn vanishes(terms: &[(i64, u32)]) -> Result<Formula, Error> {
    let sum = terms.iter().try_fold(Linear::default(), |sum, &(k, v)| sum.plus(k, &Linear::variable(v)));
    Ok(Formula::linear(&sum?, true))
}

/// An obligation about the numeration system.
fn lemma(name: &str, parts: Vec<Formula>) -> Obligation {
    let condition = Formula::all(parts);
    let bound = condition.free();
    Obligation::new(name, Vec::new(), Formula::some(bound, vec![condition]))
}

/// Order is the order of words, and addition obeys its recurrences.
fn arithmetic(t: &mut Translation, out: &mut Vec<Obligation>) -> Result<(), Error> {
    let [x, y, z, next_y, next_z, w] = std::array::from_fn(|_| t.fresh());
    let before = |a, b| Formula::Atom(Atom::Before, vec![a, b]);
    let sum = |x, y, z| vanishes(&[(1, x), (1, y), (-1, z)]);
    let between = Formula::some(vec![w], vec![before(x, w), before(w, y)]);
    let next = Body::Formula(Formula::all(vec![before(x, y), between.negated()]));
    let next = t.define("next word", vec![x, y], next);
    let first = Body::Formula(Formula::some(vec![y], vec![before(y, x)]).negated());
    let first = t.define("first word", vec![x], first);
    let follows = |a, b| Formula::Call(next, vec![a, b]);
    let is_first = |a| Formula::Call(first, vec![a]);
    let steps = vec![follows(y, next_y), follows(z, next_z)];
    let both = |a: Formula, b: Formula| [steps.clone(), vec![a, b.negated()]].concat();
    let (here, there) = (sum(x, y, z)?, sum(x, next_y, next_z)?);
    out.push(lemma("words in order are numbers in order", vec![before(x, y), less(x, y)?.negated()]));
    out.push(lemma("numbers in order are words in order", vec![less(x, y)?, before(x, y).negated()]));
    out.push(lemma(
        "x + 0 is x",
        vec![is_first(y), sum(x, y, z)?, Formula::any(vec![before(x, z), before(z, x)])],
    ));
    out.push(lemma("x is x + 0", vec![is_first(y), sum(x, y, x)?.negated()]));
    out.push(lemma("x + (y + 1) is (x + y) + 1", both(here.clone(), there.clone())));
    out.push(lemma("(x + y) + 1 is x + (y + 1)", both(there, here)));
    out.push(lemma("x + (y + 1) is not 0", vec![is_first(z), before(w, y), sum(x, y, z)?]));
    Ok(())
}

/// The given automata are the functions `h_r`.
fn floors(t: &mut Translation, automata: &[Automaton], out: &mut Vec<Obligation>) -> Result<(), Error> {
    let Numeration::Ostrowski(period) = t.system else {
        return Err(Error::Unavailable { what: "floor", system: t.system });
    };
    let terms = period.terms();
    if automata.len() != terms.len() {
        return Err(Error::WrongTracks { found: automata.len(), needed: terms.len() });
    }
    let first = t.definitions.len();
    for automaton in automata {
        let parameters = vec![t.fresh(), t.fresh()];
        t.define("floor", parameters, Body::Given(automaton.clone()));
    }
    t.floor = Some(first);
    let [i, g, more, h] = std::array::from_fn(|_| t.fresh());
    // c g + h ≥ i.
    let reaches = |c: u8, g| {
        let sum = Linear::variable(h).plus(c.into(), &Linear::variable(g))?.plus(-1, &Linear::variable(i))?;
        Ok::<_, Error>(Formula::linear(&sum, false))
    };
    let next = Linear::variable(g).plus(1, &Linear::number(1))?.plus(-1, &Linear::variable(more))?;
    let next = Formula::linear(&next, true);
    for (r, &c) in terms.iter().enumerate() {
        let is = Formula::Call(first + r, vec![i, g]);
        let of_next = |g| Formula::Call(first + (r + 1) % terms.len(), vec![g, h]);
        out.push(lemma("there is a floor", vec![Formula::some(vec![g], vec![is.clone()]).negated()]));
        let positive = vanishes(&[(1, g)])?.negated();
        let too_large = vec![is.clone(), positive, of_next(g), reaches(c, g)?];
        out.push(lemma("no floor is too large", too_large));
        let too_small = vec![is, next.clone(), of_next(more), reaches(c, more)?.negated()];
        out.push(lemma("no floor is too small", too_small));
    }
    Ok(())
}
