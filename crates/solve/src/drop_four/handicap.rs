//! One handicap stone: X has stones in the columns 0 and d, and O is to move.
//!
//! For each distance a static strategy of O is sought, with cores of every size up to a reach and every first
//! reply near the stones; then trees of replies of a given depth. What is found goes to the checker; what
//! is not is reported with the position in which every reply failed. That is no win for X: it says that
//! the strategies of this form end there.

use certificate::response::{Node, Response, Strategy};
use rules::infinite_four::{Board, Cell, Position, Side, Stone};

use super::search::{find_core, left_cups, right_cups, static_strategy};
use super::threats::{FindWinError, find_win};
use super::tree::TreeSearch;
use crate::limits::{Meter, Stop};

/// How far a search may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Columns of the core beyond the stones, on each side.
    pub reach: i64,
    /// Levels of branches in trees; 0 for static strategies only.
    pub depth: usize,
}

/// What became of one distance.
#[derive(Clone, Debug)]
pub enum Handicap {
    /// O never loses, by this strategy.
    Draw(Box<(Response, Strategy)>),
    /// Not settled.
    Open {
        /// A position with O to move in which every reply failed, if a tree was searched.
        stuck: Option<Position>,
        /// How it was tried, in words.
        tried: String,
    },
}

/// The stones for a distance.
pub fn stones(distance: i64) -> Vec<Stone> {
    [0, distance].map(|column| Stone { side: Side::X, column }).to_vec()
}

/// Settles one distance as far as the effort goes.
pub fn settle(distance: i64, effort: Effort, meter: &Meter) -> Result<Handicap, Stop> {
    let start = stones(distance);
    if let Some(found) = find_static(&start, Side::O, effort.reach, meter)? {
        return Ok(Handicap::Draw(Box::new(found)));
    }
    let mut position = Position::of(Board::INFINITE, &start).expect("two stones fit on the board");
    let (first, last) = (-effort.reach, distance + effort.reach);
    for depth in 1..=effort.depth {
        let mut search = TreeSearch::new(Side::O, first, last, meter);
        let Some(opening) = search.reply(&mut position, depth)? else {
            continue;
        };
        position.drop_stone(Stone { side: Side::O, column: opening }).expect("the core is on the board");
        if let Some(root) = search.node(&mut position, depth)? {
            return Ok(Handicap::Draw(Box::new(tree_strategy(&start, opening, first, last, root))));
        }
    }
    let stuck = match effort.depth {
        0 => None,
        depth => most_resistant(&mut position, first, last, depth - 1, meter)?,
    };
    let mut tried = format!(
        "no static strategy of O with a core from {first} to {last} or smaller and a first reply from {} to {}",
        -near(effort.reach),
        distance + near(effort.reach)
    );
    if effort.depth > 0 {
        tried += &format!("; no tree of {} levels over that core", effort.depth);
    }
    match attack(&start, distance, meter) {
        Ok(true) => tried += "; X has a win by threats against every near reply",
        Ok(false) => tried += "; no win of X by threats alone",
        Err(FindWinError::Stop(stop)) => return Err(stop),
        Err(FindWinError::Board(_)) => {}
    }
    Ok(Handicap::Open { stuck, tried })
}

/// The position that holds up the reply which answers the most moves of X: the nearest move it has no answer to.
fn most_resistant(
    position: &mut Position,
    first: i64,
    last: i64,
    depth: usize,
    meter: &Meter,
) -> Result<Option<Position>, Stop> {
    let mut search = TreeSearch::new(Side::O, first, last, meter);
    let mut best: Option<(usize, Position)> = None;
    let rightmost = position.occupied().next_back().unwrap_or(0);
    for reply in first.max(-4)..=last.min(rightmost + 4) {
        position.drop_stone(Stone { side: Side::O, column: reply }).expect("the core is on the board");
        let mut unanswered = Vec::new();
        for column in first..=last {
            position.drop_stone(Stone { side: Side::X, column }).expect("the core is on the board");
            let lost = position.four_at_top(column).is_some();
            if lost || search.reply(position, depth)?.is_none() {
                unanswered.push((column.abs(), position.clone()));
            }
            position.lift_stone(column);
        }
        position.lift_stone(reply);
        let count = unanswered.len();
        let nearest = unanswered.into_iter().min_by_key(|(distance, _)| *distance);
        if let Some((_, held_up)) = nearest
            && best.as_ref().is_none_or(|(fewest, _)| count < *fewest)
        {
            best = Some((count, held_up));
        }
    }
    Ok(best.map(|(_, position)| position))
}

fn near(reach: i64) -> i64 {
    reach.min(7)
}

/// A static strategy for `responder`, to move, with a core that reaches at most `reach` columns beyond the stones.
pub fn find_static(
    stones: &[Stone],
    responder: Side,
    reach: i64,
    meter: &Meter,
) -> Result<Option<(Response, Strategy)>, Stop> {
    let Ok(mut position) = Position::of(Board::INFINITE, stones) else {
        return Ok(None);
    };
    let low = position.occupied().next().unwrap_or(0);
    let high = position.occupied().next_back().unwrap_or(0);
    // The smallest cores first.
    let mut cores: Vec<(i64, i64)> = Vec::new();
    for left in 0..=reach {
        cores.extend((0..=reach).map(|right| (low - left, high + right)));
    }
    cores.sort_by_key(|(first, last)| (last - first, first.abs()));
    for (first, last) in cores {
        for opening in (low - near(reach)).max(first)..=(high + near(reach)).min(last) {
            if position.drop_stone(Stone { side: responder, column: opening }).is_err() {
                continue;
            }
            let core = find_core(&position, responder, first, last, meter);
            position.lift_stone(opening);
            if let Some(core) = core? {
                return Ok(Some(static_strategy(stones, responder, Some(opening), first, last, core)));
            }
        }
    }
    Ok(None)
}

/// The strategy that a tree is part of.
pub fn tree_strategy(
    stones: &[Stone],
    opening: i64,
    first: i64,
    last: i64,
    root: Node,
) -> (Response, Strategy) {
    let (claim, mut strategy) =
        static_strategy(stones, Side::O, Some(opening), first, last, Default::default());
    strategy.left = left_cups(first);
    strategy.right = right_cups(last);
    strategy.root = root;
    strategy.passes =
        certificate::response::check(claim.clone(), &Strategy { passes: false, ..strategy.clone() }).is_err();
    (claim, strategy)
}

/// Whether X wins by threats alone whatever O replies near the stones.
fn attack(start: &[Stone], distance: i64, meter: &Meter) -> Result<bool, FindWinError> {
    for column in -4..=distance + 4 {
        let mut stones = start.to_vec();
        stones.push(Stone { side: Side::O, column });
        if find_win(&stones, Side::X, Side::X, 6, meter)?.is_none() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A position column by column, for people: `-1:X 0:XO`.
pub fn describe(position: &Position) -> String {
    let columns = position.occupied().map(|column| {
        let stones: String = (1..=position.height(column))
            .filter_map(|row| position.at(Cell { column, row }))
            .map(|side| side.to_string())
            .collect();
        format!("{column}:{stones}")
    });
    columns.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    #[test]
    fn the_distances_with_a_static_answer_are_0_2_and_3() {
        let meter = Limits::default().start();
        let effort = Effort { reach: 7, depth: 0 };
        for distance in 0..=5 {
            match settle(distance, effort, &meter).unwrap() {
                Handicap::Draw(found) => {
                    assert!([0, 2, 3].contains(&distance), "{distance}");
                    let (claim, strategy) = *found;
                    certificate::response::check(claim, &strategy).unwrap_or_else(|error| panic!("{error}"));
                }
                Handicap::Open { .. } => assert!(![0, 2, 3].contains(&distance), "{distance}"),
            }
        }
    }
}
