//! Searching reply trees: the responder branches on the opponent's moves until a static strategy fits.
//!
//! The core is a fixed range of columns with CUPs outside. A position with the responder to move is good if
//! some reply makes a four, or leaves a position with a static strategy, or - while depth is left - leaves
//! one in which every move of the opponent in the core leads to a good position. What was found for a
//! position is kept: good ones with their reply, bad ones with the depth they are bad for.
//! Deepened step by step, so the tree found is as shallow as possible.
//!
//! Out: a node of [`certificate::response`] and the opening. Cost: one static search per position with the
//! opponent to move, some ten microseconds each; the number of positions grows with the square of the
//! number of columns for each step of depth.

use certificate::response::{Branch, Node, Tail};
use rules::infinite_four::{Cell, Position, Side, Stone};
use rustc_hash::FxHashMap;

use super::search::find_core;
use crate::limits::{Meter, Stop};

/// A tree search for one core.
pub struct TreeSearch<'a> {
    responder: Side,
    first: i64,
    last: i64,
    meter: &'a Meter,
    /// Static strategies by position, the opponent to move.
    leaves: FxHashMap<Vec<u8>, Option<Tail>>,
    /// By position, the responder to move: the reply with the depth it needs, or the depth that is not enough.
    known: FxHashMap<Vec<u8>, Known>,
    /// The position that was refuted last: every reply to it failed.
    pub stuck: Option<Position>,
}

#[derive(Clone, Copy, Debug)]
enum Known {
    Good { reply: i64, depth: usize },
    Bad { depth: usize },
}

impl<'a> TreeSearch<'a> {
    /// For the responder, with CUPs outside `first` to `last`.
    pub fn new(responder: Side, first: i64, last: i64, meter: &'a Meter) -> TreeSearch<'a> {
        TreeSearch {
            responder,
            first,
            last,
            meter,
            leaves: FxHashMap::default(),
            known: FxHashMap::default(),
            stuck: None,
        }
    }

    /// The first reply of a tree of at most `depth` levels of branches, the responder to move.
    pub fn reply(&mut self, position: &mut Position, depth: usize) -> Result<Option<i64>, Stop> {
        let key = self.key(position);
        match self.known.get(&key) {
            Some(&Known::Good { reply, depth: needed }) if needed <= depth => return Ok(Some(reply)),
            Some(&Known::Bad { depth: not_enough }) if depth <= not_enough => return Ok(None),
            _ => {}
        }
        let mut columns = self.candidates(position);
        // Static answers first.
        for &column in &columns {
            position.drop_stone(Stone { side: self.responder, column }).expect("the core is on the board");
            let good = position.four_at_top(column).is_some() || self.leaf(position)?.is_some();
            position.lift_stone(column);
            if good {
                self.known.insert(key, Known::Good { reply: column, depth: 0 });
                return Ok(Some(column));
            }
        }
        if depth > 0 {
            // Near the last stones first: they are where an answer is needed.
            let middle = position.occupied().sum::<i64>() / position.occupied().count().max(1) as i64;
            columns.sort_by_key(|column| (column - middle).abs());
            for column in columns {
                position
                    .drop_stone(Stone { side: self.responder, column })
                    .expect("the core is on the board");
                let good = self.survives(position, depth - 1)?;
                position.lift_stone(column);
                if good {
                    self.known.insert(key, Known::Good { reply: column, depth });
                    return Ok(Some(column));
                }
            }
        }
        self.known.insert(key, Known::Bad { depth });
        Ok(None)
    }

    /// Whether every move of the opponent in the core has a reply.
    pub fn survives(&mut self, position: &mut Position, depth: usize) -> Result<bool, Stop> {
        let opponent = self.responder.other();
        if !position.winning_columns(opponent).is_empty() {
            return Ok(false);
        }
        // Moves near the stones refute most often.
        let mut columns: Vec<i64> = (self.first..=self.last).collect();
        let near = |column: i64| position.occupied().map(|other| (other - column).abs()).min().unwrap_or(0);
        columns.sort_by_key(|&column| (near(column), column));
        for column in columns {
            position.drop_stone(Stone { side: opponent, column }).expect("the core is on the board");
            let reply = self.reply(position, depth)?;
            if reply.is_none() {
                self.stuck = Some(position.clone());
            }
            position.lift_stone(column);
            if reply.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The replies worth trying: the one that stops a four if there is one to stop, else all of the core.
    fn candidates(&self, position: &Position) -> Vec<i64> {
        let core = self.first..=self.last;
        let wins = position.winning_columns(self.responder);
        if let Some(&column) = wins.iter().find(|column| core.contains(column)) {
            return vec![column];
        }
        let threats = position.winning_columns(self.responder.other());
        match threats.as_slice() {
            [] => core.collect(),
            &[column] if core.contains(&column) => vec![column],
            _ => Vec::new(),
        }
    }

    fn leaf(&mut self, position: &Position) -> Result<Option<&Tail>, Stop> {
        let key = self.key(position);
        if !self.leaves.contains_key(&key) {
            let core = find_core(position, self.responder, self.first, self.last, self.meter)?;
            self.leaves.insert(key.clone(), core);
        }
        Ok(self.leaves[&key].as_ref())
    }

    /// The stones of the core, column by column: the column, its height, and the sides from the ground up.
    fn key(&self, position: &Position) -> Vec<u8> {
        let mut key = Vec::new();
        for column in (self.first..=self.last).filter(|&column| position.height(column) > 0) {
            let height = position.height(column);
            key.extend([(column - self.first) as u8, height as u8]);
            for row in 1..=height {
                key.push(u8::from(position.at(Cell { column, row }) == Some(Side::O)));
            }
        }
        key
    }

    /// The node in force after the responder's move, the opponent to move; only for positions found good.
    pub fn node(&mut self, position: &mut Position, depth: usize) -> Result<Option<Node>, Stop> {
        let four = position.occupied().any(|column| position.four_at_top(column).is_some());
        if four {
            return Ok(Some(Node::Won));
        }
        if let Some(core) = self.leaf(position)? {
            return Ok(Some(Node::Static(core.clone())));
        }
        let mut branches = Vec::new();
        for column in self.first..=self.last {
            position
                .drop_stone(Stone { side: self.responder.other(), column })
                .expect("the core is on the board");
            let reply = self.reply(position, depth.saturating_sub(1))?;
            let then = match reply {
                None => None,
                Some(reply) => {
                    position
                        .drop_stone(Stone { side: self.responder, column: reply })
                        .expect("the core is on the board");
                    let then = self.node(position, depth.saturating_sub(1))?;
                    position.lift_stone(reply);
                    then
                }
            };
            position.lift_stone(column);
            let (Some(reply), Some(then)) = (reply, then) else {
                return Ok(None);
            };
            branches.push(Branch { column, reply, then });
        }
        Ok(Some(Node::Branches(branches)))
    }
}
