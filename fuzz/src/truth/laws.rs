//! Evaluated formulas and laws, looked at up to a bound.

use hissho_certificate::laws::Automatic;
use hissho_certificate::laws::evaluation::{Evaluation, What};
use hissho_certificate::rules_text;
use hissho_rules::language::Function;
use hissho_rules::language::syntax::{ClaimBody, Game, Statement};

use super::all;
use super::impartial::{LARGEST_SUM, Values};
use super::language::{Meaning, STEPS, places_up_to, truth_at, value_at};

pub(super) fn evaluation(claim: &Evaluation) -> Option<bool> {
    let mut known = vec![Function { name: "bit".to_owned(), arity: 2 }];
    let mut games = Vec::new();
    for function in &claim.functions {
        let game = rules_text::game(&function.rules, &function.parameters).ok()?;
        let arity = if function.what == What::Move { 2 * game.dimension } else { game.dimension };
        known.push(Function { name: function.name.clone(), arity });
        games.push(game);
    }
    let mut values = games.iter().map(Values::new).collect::<Option<Vec<_>>>()?;
    let mut called = |name: &str, numbers: &[u64]| {
        if name == "bit" {
            return Some(Some(u64::from(numbers[1] < 64 && numbers[0] >> numbers[1] & 1 == 1)));
        }
        let at = claim.functions.iter().position(|function| function.name == name)?;
        match claim.functions[at].what {
            What::Grundy => Some(values[at].grundy(numbers)?.map(u64::from)),
            What::Options => Some(values[at].options(numbers)?.map(|options| options.len() as u64)),
            What::Move => {
                let (from, to) = numbers.split_at(numbers.len() / 2);
                values[at].options(to)?;
                Some(values[at].options(from)?.map(|options| u64::from(options.contains(&to.to_vec()))))
            }
        }
    };
    let statement = Statement::parse(&claim.formula, &[], &known).ok()?;
    // What a move from or to no position is worth is the page's affair.
    let is_plain = claim.functions.iter().all(|function| function.what != What::Move);
    let mut meaning = Meaning { values: vec![0; statement.names.len()], called: &mut called, left: STEPS };
    let found = meaning.formula(&statement.formula).ok()? == Some(true);
    Some(found == claim.counterexample.is_none()).filter(|_| is_plain)
}

pub(super) fn automatic(claim: &Automatic) -> Option<bool> {
    let (claim, denied) = match claim {
        Automatic::Fails { of, values, .. } => (&**of, Some(values)),
        plain => (plain, None),
    };
    // A law that fails at a place fails there or at a position with a smaller sum.
    let reach = match denied {
        None => LARGEST_SUM / 2,
        Some(values) => values.iter().try_fold(0u64, |sum, &v| sum.checked_add(u64::try_from(v).ok()?))?,
    };
    let holds = match claim {
        Automatic::Formula { text, holds } => {
            let statement = hissho_certificate::laws::parse_statement(text).ok()?;
            let found = truth_at(&statement.formula, statement.names.len(), &[]).ok()?;
            Some(found == Some(*holds))
        }
        Automatic::Claim { rules, parameters, claim } => {
            let game = rules_text::game(&format!("{rules}claim {claim}\n"), parameters).ok()?;
            let body = &game.claims.last()?.body;
            let names = game.names.len();
            at_every_position(&game, reach, |place, values| match body {
                ClaimBody::Grundy(term) => {
                    let said = value_at(term, names, place).ok()?;
                    Some(said == Some(u64::from(values.grundy(place)??)))
                }
                ClaimBody::Losing(condition) => {
                    let said = truth_at(condition, names, place).ok()?;
                    Some((said == Some(true)) == (values.grundy(place)?? == 0))
                }
                ClaimBody::Formula(formula) => Some(truth_at(formula, names, place).ok()? == Some(true)),
            })
        }
        Automatic::Automaton { rules, parameters, system, automaton } => {
            let game = rules_text::game(rules, parameters).ok()?;
            at_every_position(&game, reach, |place, values| {
                let accepts = |more: &[u32]| {
                    let numbers = place.iter().copied().chain(more.iter().map(|&value| u64::from(value)));
                    let word = system.word(&numbers.map(u128::from).collect::<Vec<_>>())?;
                    Some(automaton.accepting[automaton.run(word) as usize])
                };
                let value = values.grundy(place)??;
                match automaton.tracks == place.len() {
                    true => Some(accepts(&[])? == (value == 0)),
                    false => all((0..=value + 2).map(|other| Some(accepts(&[other])? == (other == value)))),
                }
            })
        }
        Automatic::Fails { .. } => None,
    };
    match denied {
        None => holds,
        // What holds as far as was looked at may fail only beyond it, and a measure is another matter.
        Some(_) => holds.filter(|holds| !holds).map(|holds| !holds),
    }
}

/// Whether something holds at every position up to a sum of coordinates.
fn at_every_position(
    game: &Game,
    reach: u64,
    mut holds: impl FnMut(&[u64], &mut Values<'_>) -> Option<bool>,
) -> Option<bool> {
    let mut values = Values::new(game)?;
    let reach = reach.min(LARGEST_SUM);
    let places = places_up_to(&vec![reach; game.dimension])?;
    let mut unknown = false;
    for place in places.iter().filter(|place| place.iter().sum::<u64>() <= reach) {
        match values.options(place) {
            Some(None) => continue,
            None => unknown = true,
            Some(Some(_)) => match holds(place, &mut values) {
                Some(false) => return Some(false),
                Some(true) => {}
                None => unknown = true,
            },
        }
    }
    (!unknown).then_some(true)
}
