//! A proof of a win made short: few moves of the loser that need an answer, as a paper would print
//! them.
//!
//! A search of its own (`search`) knows what the given proof says and is asked again and again for
//! fewer pairs. Where that is asked for, positions that decompose into a promise about each edge
//! end a proof too (`decompose`); [`leaf`] and [`answers`] look for such a position alone.
//!
//! Out: steps of [`hissho_certificate::hex`]. Cost: what its options allow.

use hissho_certificate::hex::{Geometry, Step, StepError};
use hissho_rules::hex::{Cell, Player, Position, Size};

use super::printed::size::Sigma;
use super::printed::tree::{Leaves, ProofTree};
use crate::limits::{Limits, Meter, Stop};
use crate::progress::Progress;

mod cover;
mod decompose;
mod search;

use decompose::Decomposer;
use search::ShortProofSearch;

/// How a short proof is looked for.
#[derive(Clone, Debug, Default)]
pub struct ShortenOptions<'a> {
    /// Positions that decompose are leaves too: nodes the solver may spend on one promise.
    pub sigma: Option<u64>,
    /// The most cells that such a promise may need; two thirds of the board's unless given.
    pub largest: Option<usize>,
    /// Deviations from the first choice along a line, at most.
    pub deviations: usize,
    /// Nodes the solver may spend on one question.
    pub effort: u64,
    /// Steps of wins of the same player in other positions on the same board.
    pub known: Vec<&'a [Step]>,
    /// Positions with an answer to be tried first.
    pub hints: Vec<(Position, Cell)>,
}

/// Hands shorter and shorter proofs by `winner` of the position, the loser to move, to `found`,
/// each as steps; the first is the shortest that is known. Ends when a limit is reached, which is
/// told, or the deviations are used up. Refused if a step that is given does not follow.
pub fn shorten(
    (position, winner, steps): (&Position, Player, &[Step]),
    options: &ShortenOptions<'_>,
    limits: &Limits,
    mut found: impl FnMut(&[Step]),
) -> Result<(Vec<Step>, Option<Stop>), StepError> {
    let mut best = steps.to_vec();
    let meters = Meters::new(limits);
    let mut search = search_for(position.size, winner, options, &meters)?;
    search.learn(&best)?;
    let leaves = match options.sigma {
        Some(_) => Leaves::Sigma(Sigma::up_to(options.largest, position.size)),
        None => Leaves::Connections,
    };
    let nodes = |steps: &[Step]| {
        let count = ProofTree::new(position.size, winner, steps, &[], leaves).map(|tree| tree.count());
        count.map(|count| (count.deep_nodes, count.nodes))
    };
    let mut most = u32::MAX;
    for deviations in 0..=options.deviations {
        let proof = match search.prove(position, deviations, most) {
            Ok(proof) => proof,
            Err(stop) => return Ok((best, Some(stop))),
        };
        if let Some((pairs, steps)) = proof {
            found(&steps);
            if nodes(&steps)? < nodes(&best)? {
                best = steps;
            }
            let Some(fewer) = pairs.checked_sub(1) else { break };
            most = fewer;
        }
        if search.stopped.is_some() {
            break;
        }
    }
    Ok((best, search.stopped))
}

/// The steps of a win in a position in which the winner is seen at once, the player who is not to
/// move, if it is found to be one; and which limit was reached.
pub fn leaf(
    position: &Position,
    options: &ShortenOptions<'_>,
    limits: &Limits,
) -> Result<(Option<Vec<Step>>, Option<Stop>), StepError> {
    let meters = Meters::new(limits);
    let mut search = search_for(position.size, position.to_move.other(), options, &meters)?;
    Ok(match search.prove(position, 0, 0) {
        Ok(proof) => (proof.map(|proof| proof.1), search.stopped),
        Err(stop) => (None, Some(stop)),
    })
}

/// Hands the moves of the player to move after which he is seen to win at once to `found`, each
/// with the steps of the win; which limit was reached is told.
pub fn answers(
    position: &Position,
    options: &ShortenOptions<'_>,
    limits: &Limits,
    progress: &dyn Progress,
    mut found: impl FnMut(Cell, Vec<Step>),
) -> Result<Option<Stop>, StepError> {
    let meters = Meters::new(limits);
    let mut search = search_for(position.size, position.to_move, options, &meters)?;
    let mut look = || {
        let cells = search.answers_that_win(position)?;
        progress.begin("answers", cells.len() as u64);
        for cell in cells {
            let after = position.after(cell).expect("the search answers on empty cells");
            if let Some((_, steps)) = search.prove(&after, 0, 0)? {
                found(cell, steps);
            }
            search.stopped.map_or(Ok(()), Err)?;
            progress.advance(1);
        }
        Ok(())
    };
    Ok(look().err())
}

/// What a search may spend.
struct Meters {
    /// The user's limits.
    all: Meter,
    /// Without an end: when the time is over the solver is needed once more to fill the gaps.
    solver: Meter,
    /// Its nodes are counted for each question.
    promises: Meter,
}

impl Meters {
    fn new(limits: &Limits) -> Meters {
        Meters { all: limits.start(), solver: Limits::default().start(), promises: limits.start() }
    }
}

/// A search for short proofs that knows what the options say is known.
fn search_for<'a>(
    size: Size,
    winner: Player,
    options: &ShortenOptions<'_>,
    meters: &'a Meters,
) -> Result<ShortProofSearch<'a>, StepError> {
    let decomposer = options.sigma.map(|effort| {
        let sigma = Sigma::up_to(options.largest, size);
        Decomposer::new(Geometry::new(size, winner), (&meters.promises, effort), sigma)
    });
    let solver = (&meters.solver, options.effort);
    let mut search = ShortProofSearch::new((size, winner), &meters.all, solver, decomposer);
    options.known.iter().try_for_each(|steps| search.learn(steps))?;
    options.hints.iter().for_each(|(position, answer)| search.hint(position, *answer));
    Ok(search)
}
