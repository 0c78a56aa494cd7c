//! One handicap stone: X has stones in the columns 0 and d, and O is to move.
//!
//! For each distance a static strategy of O is sought, with cores of every size up to a reach and every first
//! reply near the stones; then reply trees by proof-number search, for each core and so for each way the tails
//! may lie, the smallest first. What is found goes to the checker; what is not is reported with the position that
//! holds it up. That is no win for X: it says that the strategies of this form end there.

use hissho_certificate::infinite_four::response::{Response, Strategy};
use hissho_rules::infinite_four::{Board, Cell, Position, Side, Stone};

use super::search::{Edge, find_core, static_strategy, strategy_with};
use super::threats::{FindWinError, find_win};
use super::tree::TreeSearch;
use crate::limits::{Limits, Meter, Stop};

/// How far a search may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Columns of the core beyond the stones, on each side.
    pub reach: i64,
    /// Cores tried for reply trees, those that reach about five columns beyond the stones first.
    pub cores: usize,
    /// Positions looked at for each core of a reply tree; 0 for static strategies only.
    pub nodes: u64,
    /// Columns with so many stones are answered on top in a tree.
    pub settled: u32,
}

/// What became of one distance.
#[derive(Clone, Debug)]
pub enum Handicap {
    /// O never loses, by this strategy.
    Draw(Box<(Response, Strategy)>),
    /// Not settled.
    Open {
        /// A position with O to move to which no reply was found, if trees were searched.
        stuck: Option<Position>,
        /// How it was tried, in words.
        tried: String,
    },
}

/// What a search for reply trees found.
#[derive(Clone, Debug)]
pub enum Tree {
    /// A strategy.
    Found(Box<(Response, Strategy)>),
    /// None: of the cores tried, so many have no tree of this form, and the others reached the limit.
    None {
        /// Cores and first replies for which no tree of this form exists.
        refuted: usize,
        /// Those for which the nodes did not suffice.
        unfinished: usize,
        /// The responder to move in a position to which no reply was found: the nearest to being answered.
        stuck: Option<Position>,
    },
}

/// The stones for a distance.
pub fn stones(distance: i64) -> Vec<Stone> {
    [0, distance].map(|column| Stone { side: Side::X, column }).to_vec()
}

/// Settles one distance as far as the effort goes.
pub fn settle(distance: i64, effort: Effort, limits: &Limits) -> Result<Handicap, Stop> {
    let start = stones(distance);
    let meter = limits.start();
    if let Some(found) = find_static(&start, Side::O, effort.reach, &meter)? {
        return Ok(Handicap::Draw(Box::new(found)));
    }
    let (first, last) = (-effort.reach, distance + effort.reach);
    let mut tried = format!(
        "no static strategy of O with a core from {first} to {last} or smaller and a first reply from {} to {}",
        -near(effort.reach),
        distance + near(effort.reach)
    );
    let mut stuck = None;
    if effort.nodes > 0 {
        // Distance 1: one of two mirrored replies must stop three in a row with open ends. Otherwise the stones can be
        // mirrored, so that the reply is nearer to the left one.
        let replies = if distance == 1 { 2..=2 } else { -1..=distance / 2 };
        let replies: Vec<Option<i64>> = replies.map(Some).collect();
        match find_tree(&start, Side::O, &replies, None, effort, limits)? {
            Tree::Found(found) => return Ok(Handicap::Draw(found)),
            Tree::None { refuted, unfinished, stuck: held_up } => {
                stuck = held_up;
                tried += &format!(
                    "; reply trees, columns settled with {} stones: none for {refuted} cores and first replies, {unfinished} unfinished after {} nodes each",
                    effort.settled, effort.nodes
                );
            }
        }
    }
    match attack(&start, distance, &meter) {
        Ok(true) => tried += "; X has a win by threats against every near reply",
        Ok(false) => tried += "; no win of X by threats alone",
        Err(FindWinError::Stop(stop)) => return Err(stop),
        Err(FindWinError::Board(_)) => {}
    }
    Ok(Handicap::Open { stuck, tried })
}

/// Looks for a reply tree, for every core up to the reach - or for one - and each of the openings; `None` as an
/// opening if the opponent is to move.
pub fn find_tree(
    stones: &[Stone],
    responder: Side,
    openings: &[Option<i64>],
    core: Option<(i64, i64)>,
    effort: Effort,
    limits: &Limits,
) -> Result<Tree, Stop> {
    let meter = limits.start();
    let mut best: Option<(usize, Position)> = None;
    let (mut refuted, mut unfinished) = (0, 0);
    let Ok(start) = Position::of(Board::INFINITE, stones) else {
        return Ok(Tree::None { refuted, unfinished, stuck: None });
    };
    let cores = core.map_or_else(|| tree_cores(&start, effort), |core| vec![core]);
    for (first, last) in cores {
        for &opening in openings {
            meter.look()?;
            let mut position = start.clone();
            let inside = opening.is_none_or(|column| (first..=last).contains(&column));
            if let Some(column) = opening.filter(|_| inside) {
                position.drop_stone(Stone { side: responder, column }).expect("the core is on the board");
            }
            let Some(search) = TreeSearch::new(responder, first, last, effort.settled).filter(|_| inside)
            else {
                continue;
            };
            let question = Limits { nodes: Some(effort.nodes), ..limits.clone() }.start();
            match search.holds(&position, &question) {
                Ok(true) => {
                    if let Some(root) = search.tree(&position, &meter)? {
                        let core = (first, last);
                        let settled = search.settled();
                        let found =
                            strategy_with(stones, responder, opening, core, Edge::FollowUp, settled, root);
                        return Ok(Tree::Found(Box::new(found)));
                    }
                }
                Ok(false) => refuted += 1,
                Err(Stop::Nodes) => unfinished += 1,
                Err(stop) => return Err(stop),
            }
            let unanswered = search.unanswered(&position);
            let middle = (first + last) / 2;
            if let Some(&column) = unanswered.iter().min_by_key(|&&column| (column - middle).abs())
                && best.as_ref().is_none_or(|(fewest, _)| unanswered.len() < *fewest)
            {
                position
                    .drop_stone(Stone { side: responder.other(), column })
                    .expect("the core is on the board");
                best = Some((unanswered.len(), position));
            }
        }
    }
    Ok(Tree::None { refuted, unfinished, stuck: best.map(|(_, position)| position) })
}

/// The cores tried for trees: the tails lie in as many ways as there are columns to end at.
fn tree_cores(position: &Position, effort: Effort) -> Vec<(i64, i64)> {
    let low = position.occupied().next().unwrap_or(0);
    let high = position.occupied().next_back().unwrap_or(0);
    let mut cores = cores(position, effort.reach);
    cores.sort_by_key(|(first, last)| (low - first - 5).abs() + (last - high - 5).abs());
    cores.truncate(effort.cores);
    cores
}

/// The cores that contain the stones and reach at most `reach` columns beyond, the smallest first.
fn cores(position: &Position, reach: i64) -> Vec<(i64, i64)> {
    let low = position.occupied().next().unwrap_or(0);
    let high = position.occupied().next_back().unwrap_or(0);
    let mut cores: Vec<(i64, i64)> = Vec::new();
    for left in 0..=reach {
        cores.extend((0..=reach).map(|right| (low - left, high + right)));
    }
    cores.sort_by_key(|(first, last)| (last - first, first.abs()));
    cores
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
    for (first, last) in cores(&position, reach) {
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

    #[test]
    fn the_distances_with_a_static_answer_are_0_2_and_3() {
        let effort = Effort { reach: 7, cores: 0, nodes: 0, settled: 3 };
        for distance in 0..=5 {
            match settle(distance, effort, &Limits::default()).unwrap() {
                Handicap::Draw(found) => {
                    assert!([0, 2, 3].contains(&distance), "{distance}");
                    let (claim, strategy) = *found;
                    hissho_certificate::infinite_four::response::check(
                        claim,
                        &strategy,
                        &hissho_rules::Account::unlimited(),
                    )
                    .unwrap_or_else(|error| panic!("{error}"));
                }
                Handicap::Open { .. } => assert!(![0, 2, 3].contains(&distance), "{distance}"),
            }
        }
    }
}
