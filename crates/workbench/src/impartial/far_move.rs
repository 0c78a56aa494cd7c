//! A winning move of a position beyond any table, where there are too many options to list.
//!
//! A law says which positions are worth what; so "a move of this line leads here, and this position
//! is worth what is wanted" is itself a formula about the coordinates. That it holds nowhere is
//! refuted by the prover at the least such position, with a certificate that the checker accepts:
//! there the move leads. A heap with a period needs no prover: what is left of it, or the smaller
//! part, can be chosen within one preperiod and period. Cost: one proof for each `move` line.

use hissho_certificate::Claim;
use hissho_rules::impartial::octal::Octal;
use hissho_rules::language::Game;
use hissho_rules::name::Component;
use hissho_solve::impartial::takes;
use hissho_solve::limits::Limits;

use super::far::Far;
use super::value::heaps_after;
use crate::laws::{Decision, LawGame, Settings, prove_claim};

/// A move to a position of this Grundy value: the number of the `move` line (of the counters taken,
/// for an octal game), and where it leads.
pub(super) fn option_worth(
    component: &Component,
    from: &[u64],
    far: &Far,
    wanted: u64,
    limits: &Limits,
) -> Option<(usize, Vec<u64>)> {
    match (component, far.law.certificate.as_ref().map(|certified| certified.claim())) {
        (Component::Octal(octal), Some(Claim::OctalPeriod(law))) => {
            let value = |heap: usize| u64::from(law.value(heap));
            of_octal(octal, usize::try_from(from[0]).ok()?, law.preperiod + law.period, wanted, &value)
        }
        (Component::Numbers(game), Some(Claim::GrundyPeriod(law))) => {
            let heap = usize::try_from(from[0]).ok()?;
            let left = takes(game)?.into_iter().filter_map(|take| heap.checked_sub(take));
            let to = left.into_iter().find(|&left| u64::from(law.value(left)) == wanted)?;
            Some((0, vec![to as u64]))
        }
        (Component::Numbers(game), _) => {
            of_claim(component, game, from, far.claim.as_deref()?, wanted, limits)
        }
        _ => None,
    }
}

/// A take from a heap after which the parts together have the value that is wanted.
fn of_octal(
    octal: &Octal,
    heap: usize,
    enough: usize,
    wanted: u64,
    value: &dyn Fn(usize) -> u64,
) -> Option<(usize, Vec<u64>)> {
    for (taken, &digit) in octal.digits().iter().enumerate() {
        let Some(left) = heap.checked_sub(taken) else { break };
        // Bits of the digit: nothing is left, one heap, two heaps.
        if (left == 0 && digit & 1 != 0 || left > 0 && digit & 2 != 0) && value(left) == wanted {
            return Some((taken, heaps_after(heap, [0, 0, left]).0));
        }
        let splits = (1..=left / 2).take(enough).filter(|_| digit & 4 != 0);
        if let Some(small) = splits.into_iter().find(|&small| value(small) ^ value(left - small) == wanted) {
            return Some((taken, heaps_after(heap, [0, small, left - small]).0));
        }
    }
    None
}

fn of_claim(
    component: &Component,
    game: &Game,
    from: &[u64],
    claim: &str,
    wanted: u64,
    limits: &Limits,
) -> Option<(usize, Vec<u64>)> {
    let law_game = LawGame::of_components(std::slice::from_ref(component))?;
    let names = &game.names[..game.dimension];
    let worth = match claim.split_once('=').map(|(kind, law)| (kind.trim(), law)) {
        Some(("grundy", law)) => format!("({law}) = {wanted}"),
        Some(("losing", law)) if wanted == 0 => format!("({law})"),
        _ => return None,
    };
    for (kind, line) in game.moves.iter().enumerate() {
        let nowhere = format!("not (({}) and {worth})", led_here(&line.text, names, from));
        let Ok(with_claim) = law_game.with_claim(&nowhere) else { continue };
        let number = with_claim.game.claims.len() - 1;
        let settings = Settings { limits, states: None, system: None };
        let report = prove_claim(&with_claim, number, &settings);
        if let Decision::Refuted { counterexample, .. } = report.decision {
            let at = |name: &String| {
                let (_, number) = counterexample.iter().find(|(found, _)| found == name)?;
                u64::try_from(*number).ok()
            };
            return Some((kind, names.iter().map(at).collect::<Option<_>>()?));
        }
    }
    None
}

/// The text of a move with the numbers of the position it starts from; where it leads stands
/// without primes.
fn led_here(text: &str, names: &[String], from: &[u64]) -> String {
    let (mut out, mut depth) = (String::new(), 0usize);
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
        let end =
            if is_word(first) { rest.find(|c| !is_word(c)).unwrap_or(rest.len()) } else { first.len_utf8() };
        let (word, after) = rest.split_at(end);
        rest = after;
        match names.iter().position(|name| name == word) {
            Some(_) if after.starts_with('\'') => {
                out += word;
                rest = &after[1..];
            }
            Some(at) => out += &from[at].to_string(),
            None if word == "," && depth == 0 => out += " and ",
            None => {
                depth = match word {
                    "(" => depth + 1,
                    ")" => depth.saturating_sub(1),
                    _ => depth,
                };
                out += word;
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_written_from_its_start() {
        let names = ["y".to_owned(), "z".to_owned()];
        let text = led_here("z' < z, y' = min(y, z' div k)", &names, &[7, 90]);
        assert_eq!(text, "z < 90 and  y = min(7, z div k)");
    }
}
