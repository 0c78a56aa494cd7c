//! When each repetition rule fires on a record of moves.
//!
//! A record is given as numbers: which position stands after each ply (equal numbers for equal positions), which move
//! led there, and whether it gave check. The rules by *position* count occurrences; the rules by *moves* ask for a
//! block of moves played three times in a row, which are the cubes of the move sequence and come from its runs.
//!
//! Cost: O(n log n) for `n` plies in practice.

use crate::words::runs::{Run, all_runs};

/// A record as numbers.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// The position before the first move and after each move, as small numbers. One longer than `moves`.
    pub positions: Vec<u32>,
    /// The moves.
    pub moves: Vec<u32>,
    /// Whether each move gives check.
    pub checks: Vec<bool>,
}

/// A rule that ends, or lets a player end, a game that repeats itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// Shogi before May 1983: the same block of moves three times in a row, returning to the position before it.
    SennichiteOld,
    /// Shogi since: the same position four times.
    Sennichite1983,
    /// Shogi: four times the same position, with one side giving check at every move in between; that side loses.
    PerpetualCheck,
    /// Chess, the old German rule: the same block of moves three times in a row.
    GermanChess,
    /// Chess, article 9.2: the third occurrence of a position, on claim.
    FideThreefold,
    /// Chess, article 9.6: the fifth occurrence, automatic.
    FideFivefold,
}

impl Rule {
    /// All rules with their names.
    pub const ALL: [(Rule, &'static str); 6] = [
        (Rule::SennichiteOld, "sennichite-old"),
        (Rule::Sennichite1983, "sennichite-1983"),
        (Rule::PerpetualCheck, "perpetual-check"),
        (Rule::GermanChess, "german-chess"),
        (Rule::FideThreefold, "fide-threefold"),
        (Rule::FideFivefold, "fide-fivefold"),
    ];

    /// The name users type.
    pub fn name(self) -> &'static str {
        Rule::ALL.iter().find(|(rule, _)| *rule == self).expect("all are listed").1
    }

    /// The first ply after which the rule applies.
    pub fn fires_at(self, trace: &Trace) -> Option<usize> {
        match self {
            Rule::SennichiteOld => first_cube(trace, true),
            Rule::GermanChess => first_cube(trace, false),
            Rule::Sennichite1983 => first_occurrence(trace, 4).map(|(_, ply)| ply),
            Rule::FideThreefold => first_occurrence(trace, 3).map(|(_, ply)| ply),
            Rule::FideFivefold => first_occurrence(trace, 5).map(|(_, ply)| ply),
            Rule::PerpetualCheck => perpetual_check(trace),
        }
    }
}

/// A position that occurs more than once: after which plies it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repeated {
    /// Its number.
    pub position: u32,
    /// The plies, in order.
    pub plies: Vec<usize>,
}

/// Every position that occurs more than once: most often first, then the earliest.
pub fn repeated_positions(trace: &Trace) -> Vec<Repeated> {
    let times = occurrences(trace);
    let mut repeated: Vec<Repeated> = Vec::new();
    let mut listed = vec![usize::MAX; times.len()];
    for (ply, &position) in trace.positions.iter().enumerate().filter(|(_, p)| times[**p as usize] > 1) {
        let at = &mut listed[position as usize];
        if *at == usize::MAX {
            *at = repeated.len();
            repeated.push(Repeated { position, plies: Vec::new() });
        }
        repeated[*at].plies.push(ply);
    }
    repeated.sort_by_key(|found| (std::cmp::Reverse(found.plies.len()), found.plies[0]));
    repeated
}

/// How often each position occurs, by its number.
fn occurrences(trace: &Trace) -> Vec<usize> {
    let most = trace.positions.iter().max().map_or(0, |most| *most as usize + 1);
    let mut times = vec![0; most];
    for &position in &trace.positions {
        times[position as usize] += 1;
    }
    times
}

/// The number of different positions.
pub fn distinct_positions(trace: &Trace) -> usize {
    occurrences(trace).iter().filter(|times| **times > 0).count()
}

/// The runs of the move sequence, in order of place.
pub fn move_runs(trace: &Trace) -> Vec<Run> {
    let mut runs = all_runs(&trace.moves);
    runs.sort();
    runs
}

/// Every block of moves that is played `copies` times in a row: after how many moves it begins and how many moves it has, by
/// length, then by place.
pub fn powers(trace: &Trace, copies: usize) -> Vec<(usize, usize)> {
    debug_assert!(copies >= 2, "a power has at least 2 copies");
    let mut found = Vec::new();
    for run in all_runs(&trace.moves) {
        // The block may be the run's period several times over.
        for period in (run.period..).step_by(run.period).take_while(|period| copies * period <= run.length())
        {
            found.extend((run.start..=run.end - copies * period).map(|place| (place, period)));
        }
    }
    found.sort_unstable_by_key(|&(place, period)| (period, place));
    found
}

/// The position and the ply of the first `count`-th occurrence.
fn first_occurrence(trace: &Trace, count: usize) -> Option<(u32, usize)> {
    let mut left = vec![count; occurrences(trace).len()];
    trace.positions.iter().enumerate().find_map(|(ply, &position)| {
        let left = &mut left[position as usize];
        *left = left.checked_sub(1)?;
        (*left == 0).then_some((position, ply))
    })
}

/// The first ply after which a block of moves has been played three times in a row; if `returning`, only blocks that
/// lead back to the position before them.
fn first_cube(trace: &Trace, returning: bool) -> Option<usize> {
    let mut best: Option<usize> = None;
    for run in all_runs(&trace.moves) {
        // The block may be the run's period several times over, when only then it returns.
        for period in (1..).map(|times| times * run.period) {
            let last = run.end.checked_sub(3 * period);
            let Some(last) = last.filter(|last| *last >= run.start) else {
                break;
            };
            if best.is_some_and(|best| run.start + 3 * period >= best) {
                break;
            }
            let returns = |at: &usize| !returning || trace.positions[*at] == trace.positions[*at + period];
            if let Some(at) = (run.start..=last).find(returns) {
                best = Some(best.map_or(at + 3 * period, |best| best.min(at + 3 * period)));
            }
        }
    }
    best
}

/// Between the first and the fourth occurrence one side only gave check.
fn perpetual_check(trace: &Trace) -> Option<usize> {
    let (position, ply) = first_occurrence(trace, 4)?;
    let first = trace.positions.iter().position(|other| *other == position)?;
    let only_checks = |from: usize| (from..ply).step_by(2).all(|at| trace.checks[at]);
    (only_checks(first) || only_checks(first + 1)).then_some(ply)
}

/// Which side gave perpetual check: whether it is the side that made the record's first move.
pub fn perpetual_checker_moved_first(trace: &Trace) -> Option<bool> {
    let ply = perpetual_check(trace)?;
    let first = trace.positions.iter().position(|other| *other == trace.positions[ply])?;
    let even_checks = (first..ply).step_by(2).all(|at| trace.checks[at]);
    Some((first % 2 == 0) == even_checks)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A walk on numbered positions: each move is written as (position before, letter), so a move determines the next.
    fn walk(blocks: &str) -> Trace {
        let mut trace = Trace { positions: vec![0], ..Trace::default() };
        for block in blocks.chars() {
            let (moves, through) = match block {
                'A' => ([1, 2, 3, 4], [10, 11, 12, 0]),
                'B' => ([1, 5, 3, 6], [10, 13, 14, 0]),
                _ => panic!("blocks are A and B"),
            };
            trace.moves.extend(moves);
            trace.positions.extend(through);
            trace.checks.extend([false; 4]);
        }
        trace
    }

    #[test]
    fn three_equal_blocks_meet_both_shogi_rules_and_a_b_a_only_the_new_one() {
        let both = walk("AAA");
        assert_eq!(Rule::SennichiteOld.fires_at(&both), Some(12));
        assert_eq!(Rule::Sennichite1983.fires_at(&both), Some(12));
        let new = walk("ABA");
        assert_eq!(Rule::SennichiteOld.fires_at(&new), None);
        assert_eq!(Rule::Sennichite1983.fires_at(&new), Some(12));
        assert_eq!(Rule::FideThreefold.fires_at(&new), Some(8));
        assert_eq!(Rule::FideFivefold.fires_at(&walk("ABAB")), Some(16));
    }

    #[test]
    fn the_old_rule_never_fires_without_the_new_one_on_any_order_of_blocks() {
        for order in 0..1u32 << 9 {
            let blocks: String = (0..9).map(|at| if order >> at & 1 == 0 { 'A' } else { 'B' }).collect();
            let trace = walk(&blocks);
            if let Some(old) = Rule::SennichiteOld.fires_at(&trace) {
                assert!(Rule::Sennichite1983.fires_at(&trace).is_some_and(|new| new <= old), "{blocks}");
            }
        }
    }

    #[test]
    fn a_cube_of_moves_that_does_not_return_is_no_sennichite() {
        let trace =
            Trace { positions: (0..7).collect(), moves: vec![1, 2, 1, 2, 1, 2], checks: vec![false; 6] };
        assert_eq!(Rule::GermanChess.fires_at(&trace), Some(6));
        assert_eq!(Rule::SennichiteOld.fires_at(&trace), None);
    }

    #[test]
    fn a_block_that_returns_only_when_played_twice_counts_as_one_of_twice_the_length() {
        // moves 1 2 over and over; the position returns after four moves
        let trace = Trace {
            positions: (0..=16).map(|ply| ply % 4).collect(),
            moves: (0..16).map(|ply| ply % 2).collect(),
            checks: vec![false; 16],
        };
        assert_eq!(Rule::GermanChess.fires_at(&trace), Some(6));
        assert_eq!(Rule::SennichiteOld.fires_at(&trace), Some(12));
    }

    #[test]
    fn powers_are_those_of_the_definition() {
        for bits in 0..1u32 << 12 {
            let moves: Vec<u32> = (0..12).map(|at| bits >> at & 1).collect();
            for copies in 2..4 {
                let is_power = |&(place, period): &(usize, usize)| {
                    let end = place + copies * period;
                    end <= 12 && (place + period..end).all(|at| moves[at] == moves[at - period])
                };
                let all = (1..=6).flat_map(|period| (0..12).map(move |place| (place, period)));
                let expected: Vec<_> = all.filter(is_power).collect();
                let trace = Trace { moves: moves.clone(), ..Trace::default() };
                assert_eq!(powers(&trace, copies), expected, "{moves:?}");
            }
        }
    }

    #[test]
    fn perpetual_check_needs_every_move_of_one_side() {
        let mut trace = walk("AAA");
        assert_eq!(Rule::PerpetualCheck.fires_at(&trace), None);
        for at in (0..12).step_by(2) {
            trace.checks[at] = true;
        }
        assert_eq!(Rule::PerpetualCheck.fires_at(&trace), Some(12));
        assert_eq!(perpetual_checker_moved_first(&trace), Some(true));
        trace.checks[6] = false;
        assert_eq!(Rule::PerpetualCheck.fires_at(&trace), None);
        let replies = (0..12).map(|at| at % 2 == 1).collect();
        assert_eq!(perpetual_checker_moved_first(&Trace { checks: replies, ..trace }), Some(false));
    }

    #[test]
    fn repeated_positions_come_most_often_first() {
        let repeated = repeated_positions(&walk("ABA"));
        assert_eq!(repeated[0], Repeated { position: 0, plies: vec![0, 4, 8, 12] });
        assert_eq!(repeated[1], Repeated { position: 10, plies: vec![1, 5, 9] });
        assert_eq!(distinct_positions(&walk("ABA")), 6);
    }

    #[test]
    fn an_empty_record_fires_nothing() {
        let empty = Trace { positions: vec![0], ..Trace::default() };
        assert!(Rule::ALL.iter().all(|(rule, _)| rule.fires_at(&empty).is_none()));
        assert_eq!(repeated_positions(&empty), []);
    }
}
