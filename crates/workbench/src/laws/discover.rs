//! From the rules alone to a law: tabulate, guess, prove; when the proof refutes the guess,
//! tabulate more.
//!
//! Closed forms are tried first (see [`super::shapes`]), then automata for the Grundy values, then
//! automata for the losing positions. A guess that the prover refutes is not shown; its
//! counterexample decides whether to look deeper or to ask for a larger table.

use hissho_certificate::laws::Automatic;
use hissho_certificate::laws::automaton::Automaton;
use hissho_certificate::laws::numeration::Numeration;
use hissho_prover::learn::{NotLearnt, Place, Target, learn};
use hissho_solve::impartial::{Table, table};
use hissho_solve::progress::Progress;

use super::{Decision, LawGame, Settings, decide, prove_claim, shapes};
use crate::Certified;

/// A law that the checker accepted.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The law as a claim of the rules language, if it has a closed form.
    pub closed_form: Option<String>,
    /// Its automaton.
    pub automaton: Option<Automaton>,
    /// How the automaton reads numbers.
    pub system: Numeration,
    /// States of the law's minimal automaton.
    pub states: usize,
    /// Whether it gives every Grundy value, or only says which positions are lost.
    pub gives_values: bool,
    /// Side of the table it was guessed from.
    pub table: usize,
    /// The certificate, which the checker accepted.
    pub proof: Certified,
}

/// What came of the search.
#[derive(Clone, Debug)]
pub struct Discovery {
    /// The law, if one was found and proved.
    pub finding: Option<Finding>,
    /// Guesses that the prover refuted, each with what it said.
    pub refuted: Vec<String>,
    /// Why nothing was found, if so.
    pub gave_up: Option<String>,
}

/// Values that no table up to this side explains are left for later, and losing positions are
/// looked at.
const PATIENCE: usize = 512;

/// Sides of the tables asked for, by number of coordinates.
fn sides(dimension: usize, largest: usize) -> Vec<usize> {
    let (first, last) = match dimension {
        1 => (256, 65_536),
        2 => (64, largest),
        3 => (16, 128),
        _ => (8, 16),
    };
    (0..).map(|n| first << n).take_while(|&side| side <= last).collect()
}

/// Finds and proves a law of `game`, from tables with at most `largest` rows.
pub fn discover(
    game: &LawGame,
    largest: usize,
    settings: &Settings<'_>,
    progress: &dyn Progress,
) -> Discovery {
    let mut refuted = Vec::new();
    let mut tried: Vec<Automaton> = Vec::new();
    let (mut gave_up, mut finding) = (None, None);
    let systems: Vec<(Target, Numeration)> = match settings.system {
        Some(system) => vec![(Target::Values, system), (Target::Zeros, system)],
        None => {
            let metallic = (1..=4).filter_map(Numeration::metallic).map(|system| (Target::Zeros, system));
            let binary = Numeration::MostFirst(2);
            [(Target::Values, binary), (Target::Zeros, binary)].into_iter().chain(metallic).collect()
        }
    };
    let mut hopeless = vec![false; systems.len()];
    let all = sides(game.game.dimension, largest);
    let small: Vec<usize> = all.iter().copied().filter(|&side| side <= PATIENCE).collect();
    let large = all.iter().copied().filter(|&side| side > PATIENCE);
    // Values from small tables, then losing positions, then both from large tables.
    let plan = (small.iter().map(|&side| (Target::Values, side)))
        .chain(small.iter().rev().take(2).rev().map(|&side| (Target::Zeros, side)))
        .chain(large.flat_map(|side| [(Target::Values, side), (Target::Zeros, side)]));
    let mut made: Option<(usize, Table)> = None;
    'sides: for (target, side) in plan {
        if systems.iter().zip(&hopeless).all(|(&(of, _), &hopeless)| of != target || hopeless) {
            continue;
        }
        if made.as_ref().is_none_or(|(of, _)| *of != side) {
            progress.note(&format!("tabulating up to {side}"));
            match table(&game.game, &vec![side; game.game.dimension], settings.limits, progress) {
                Ok(values) => made = Some((side, values)),
                Err(error) => {
                    gave_up = Some(error.to_string());
                    break;
                }
            }
        }
        let Some((_, values)) = &made else { break };
        if target == Target::Values {
            for law in shapes::fitting(&game.game.names[..game.game.dimension], values) {
                match closed_form(game, &law, side, settings) {
                    Ok(found) => {
                        finding = Some(found);
                        break 'sides;
                    }
                    Err(reason) => refuted.push(format!("{law}: {reason}")),
                }
            }
        }
        for (number, &(_, system)) in systems.iter().enumerate().filter(|(_, (of, _))| *of == target) {
            if hopeless[number] {
                continue;
            }
            match from_table(game, values, side, (target, system), settings, &mut tried, &mut refuted) {
                Ok(Some(found)) => {
                    finding = Some(found);
                    break 'sides;
                }
                Ok(None) => {}
                Err(reason) => {
                    hopeless[number] = true;
                    gave_up = Some(reason);
                }
            }
        }
        if settings.limits.pulse.is_cancelled() {
            break;
        }
    }
    if finding.is_none() && gave_up.is_none() {
        gave_up = Some(format!("no law fits the tables up to {largest}"));
    }
    Discovery { gave_up: gave_up.filter(|_| finding.is_none()), finding, refuted }
}

/// Proves a closed form.
fn closed_form(game: &LawGame, law: &str, side: usize, settings: &Settings<'_>) -> Result<Finding, String> {
    let with = game.with_claim(law).map_err(|error| error.to_string())?;
    let number = with.game.claims.len() - 1;
    let report = prove_claim(&with, number, &Settings { system: None, ..*settings });
    match report.decision {
        Decision::Proved(proof) => Ok(Finding {
            closed_form: Some(law.to_owned()),
            automaton: report.law,
            system: report.system.unwrap_or(Numeration::MostFirst(2)),
            states: report.states,
            gives_values: true,
            table: side,
            proof,
        }),
        Decision::Refuted { detail, condition, .. } => Err(detail.unwrap_or(condition)),
        Decision::GaveUp(reason) => Err(reason),
        Decision::Cannot(fault) => Err(fault.message),
    }
}

/// Learns automata, deeper and deeper, until one is proved. `Ok(None)`: a larger table is needed.
fn from_table(
    game: &LawGame,
    values: &Table,
    side: usize,
    (target, system): (Target, Numeration),
    settings: &Settings<'_>,
    tried: &mut Vec<Automaton>,
    refuted: &mut Vec<String>,
) -> Result<Option<Finding>, String> {
    let place = |position: &[u64]| {
        if position.iter().any(|&c| c >= side as u64) {
            return Place::Beyond;
        }
        values.get(position).map_or(Place::Outside, |value| Place::Value(value.into()))
    };
    let most_states = if target == Target::Values { 600 } else { 300 };
    for depth in 2..=6 {
        let guess = match learn(&place, game.game.dimension, target, system, depth, most_states) {
            Ok(guess) => hissho_prover::kernel::reduce(&guess, system.digits()),
            Err(NotLearnt::NeedsTable) => return Ok(None),
            Err(NotLearnt::TooManyStates) => {
                return Err(format!(
                    "more than {most_states} states in {system}: the law may not be automatic"
                ));
            }
        };
        if tried.contains(&guess) {
            continue;
        }
        let claim = Automatic::Automaton {
            rules: game.rules.clone(),
            parameters: game.parameters.clone(),
            system,
            automaton: guess.clone(),
        };
        let report = decide(&claim, "grundy", "", Ok(system), settings);
        tried.push(guess.clone());
        match report.decision {
            Decision::Proved(proof) => {
                return Ok(Some(Finding {
                    closed_form: None,
                    states: guess.states(),
                    automaton: Some(guess),
                    system,
                    gives_values: target == Target::Values,
                    table: side,
                    proof,
                }));
            }
            Decision::Refuted { counterexample, condition, .. } => {
                let place: Vec<String> =
                    counterexample.iter().map(|(name, v)| format!("{name} = {v}")).collect();
                let states = guess.states();
                refuted.push(format!(
                    "automaton with {states} states: {condition}: not at {}",
                    place.join(", ")
                ));
            }
            Decision::GaveUp(reason) => return Err(reason),
            Decision::Cannot(fault) => return Err(fault.message),
        }
    }
    Ok(None)
}
