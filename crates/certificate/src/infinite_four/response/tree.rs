//! Trees of replies: the responder first branches in the columns of the core, then a static
//! strategy holds.
//!
//! One reply stands for each column of the core; *elsewhere* - in the tails - the static rule
//! holds, after which the same node is still in force. The tails are the same in every leaf, so
//! what was played there fits the leaf. A column of the core with `settled` stones or more is
//! answered on top, as in a tail: no branch, no reply and no zone is there any more, so the stones
//! above those the tree knows lie as every leaf says. A position that was checked need not be
//! checked again where other moves lead to it.
//!
//! At every node no line may lie among the opponent's stones, his cells in settled columns and the
//! cells he may get in the tails: so he has made no four, not even with his last stone, before the
//! reply to it. With the responder's four the game is over.

use hissho_rules::Account;
use hissho_rules::infinite_four::{Position, Stone};

use super::layout::Layout;
use super::{Branch, Excludes, Node, Response, ResponseError, Strategy, Tail};

/// A walk through all nodes of a strategy.
pub(super) struct Walk<'a> {
    claim: &'a Response,
    strategy: &'a Strategy,
    account: &'a Account,
    /// Whether some zone cell has no partner.
    pub(super) needs_pass: bool,
    /// Whether some node has no branch for a column because it is settled.
    pub(super) is_settling: bool,
    /// The positions of the nodes with branches so far.
    nodes: Vec<Position>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(claim: &'a Response, strategy: &'a Strategy, account: &'a Account) -> Walk<'a> {
        Walk { claim, strategy, account, needs_pass: false, is_settling: false, nodes: Vec::new() }
    }

    /// Checks a node, the opponent to move; `last` is the column of the responder's last stone.
    pub(super) fn node(
        &mut self,
        position: &mut Position,
        node: &Node,
        last: Option<i64>,
    ) -> Result<(), ResponseError> {
        let four = last.is_some_and(|column| position.four_at_top(column).is_some());
        if four != matches!(node, Node::Won) {
            return Err(ResponseError::Won { four });
        }
        match node {
            Node::Won => self.layout(position, None),
            Node::Static(core) => {
                let (first, last) = self.strategy.core;
                for (column, &found) in (first..=last).zip(&core.word) {
                    let stones = position.height(column);
                    if stones >= self.strategy.settled && found != stones {
                        return Err(ResponseError::Settled { column, found, stones });
                    }
                }
                self.layout(position, Some(core))
            }
            // Only an ancestor is not yet checked to the end, and it has fewer stones.
            Node::Same(number) => {
                self.account.charge(size_of_position(position) as u64)?;
                if self.nodes.get(*number) != Some(position) {
                    return Err(ResponseError::Same(*number));
                }
                Ok(())
            }
            Node::Branches(branches) => self.branches(position, branches),
        }
    }

    fn branches(&mut self, position: &mut Position, branches: &[Branch]) -> Result<(), ResponseError> {
        self.layout(position, None)?;
        let (first, last) = self.strategy.core;
        let is_open = |column: &i64| position.height(*column) < self.strategy.settled;
        let open: Vec<i64> = (first..=last).filter(is_open).collect();
        if open.is_empty() {
            return Err(ResponseError::Unused("all columns are settled: a static strategy says the same"));
        }
        self.is_settling |= ((last - first) as usize) >= open.len();
        if !branches.iter().map(|branch| branch.column).eq(open.iter().copied()) {
            return Err(ResponseError::Branches { first, last });
        }
        self.account.hold::<u8>(size_of_position(position))?;
        self.nodes.push(position.clone());
        let responder = self.claim.responder;
        for branch in branches {
            let after = || format!("{}{} {responder}{}", responder.other(), branch.column, branch.reply);
            if open.binary_search(&branch.reply).is_err() {
                return Err(ResponseError::Reply { after: after() });
            }
            for (side, column) in [(responder.other(), branch.column), (responder, branch.reply)] {
                position.drop_stone(Stone { side, column }).map_err(ResponseError::Board)?;
            }
            self.node(position, &branch.then, Some(branch.reply))
                .map_err(|problem| ResponseError::InBranch { after: after(), problem: Box::new(problem) })?;
            position.lift_stone(branch.reply);
            position.lift_stone(branch.column);
        }
        Ok(())
    }

    /// Checks everything about one static strategy; with `core` absent, only that no four of the
    /// opponent can be there yet.
    fn layout(&mut self, position: &Position, core: Option<&Tail>) -> Result<(), ResponseError> {
        let layout = Layout::new(position, self.claim, self.strategy, core, self.account)?;
        let in_range = layout.cells.iter().filter(|(cell, _)| layout.range.contains(&cell.column));
        for (&cell, partner) in in_range {
            match partner {
                Some(_) => layout.supported(cell)?,
                None if self.strategy.passes => self.needs_pass = true,
                None => return Err(ResponseError::Unpaired { cell }),
            }
        }
        let responder = self.claim.responder;
        layout.no_open_line(responder.other(), self.account)?;
        if self.claim.excludes == Excludes::Both {
            layout.no_open_line(responder, self.account)?;
        }
        layout.release(self.account);
        Ok(())
    }
}

/// About how many bytes a position takes.
fn size_of_position(position: &Position) -> usize {
    position.occupied().map(|column| 64 + position.height(column) as usize).sum()
}

#[cfg(test)]
mod tests {
    use hissho_rules::Exhausted;
    use hissho_rules::infinite_four::{Board, parse_stones};

    use super::*;
    use crate::CheckError;

    #[test]
    fn a_position_takes_room_for_its_columns_and_its_stones() {
        let stones = parse_stones("X0 O0 X1").unwrap();
        assert_eq!(size_of_position(&Position::of(Board::INFINITE, &stones).unwrap()), 2 * 64 + 3);
    }

    #[test]
    fn a_limit_reached_in_a_branch_is_a_limit() {
        let problem = Box::new(ResponseError::Exhausted(Exhausted::Numbers));
        let in_branch = ResponseError::InBranch { after: "X0 O1".to_owned(), problem };
        assert_eq!(in_branch.exhausted(), Some(Exhausted::Numbers));
    }
}
