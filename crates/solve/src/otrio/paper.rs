//! The method of Teramura and Matsuzaki (2019), for comparing node counts.
//!
//! Plain and/or search for one question. Moves are ordered by the sum, over the lines through the slot, of the paper's
//! points: +10000 wins, +100 stops a line of the other side that lacks one piece, +10 makes such a line, +2 begins one, +1
//! stops a begun one of the other side, -2 and -100 the same done to one's own other colour. From the twentieth move
//! on a position in which no colour can fill a line any more is a draw. No symmetry. Positions are remembered with the
//! nodes below them, and a remembered position counts them all again: the number is the one of a search without memory.
//!
//! The paper does not say how ties are broken; here by the order a1L, a1M, a1S, b1L, …, c3S.

use super::Solver;
use super::cube::{Position, outer_slot};
use crate::engine::table::{ShardTable, Weight};
use crate::engine::{Answer, Outcome, Purse};
use crate::limits::{Meter, Stop};
use rules::filling::Board;

/// An answer with the nodes of the tree below it.
#[derive(Clone, Copy, Debug)]
struct Tree {
    yes: bool,
    nodes: u64,
}

impl Weight for Tree {
    fn weight(&self) -> u32 {
        u32::try_from(self.nodes).unwrap_or(u32::MAX)
    }
}

/// Whether `side` wins, with the number of nodes of the paper's search. The table takes up to `bytes`.
pub fn wins(solver: &Solver, board: &Board<'_>, side: usize, bytes: usize, meter: &Meter) -> Outcome {
    let mut search =
        Paper { solver, side, known: ShardTable::with_bytes(bytes), meter, purse: Purse::default() };
    let tree = search.visit(&solver.cube.position(board))?;
    Ok(Answer { yes: tree.yes, nodes: tree.nodes })
}

struct Paper<'a> {
    solver: &'a Solver,
    side: usize,
    known: ShardTable<u64, Tree>,
    meter: &'a Meter,
    purse: Purse,
}

impl Paper<'_> {
    fn visit(&mut self, position: &Position) -> Result<Tree, Stop> {
        self.purse.count(self.meter)?;
        let cube = &self.solver.cube;
        let leaf = |yes| Ok(Tree { yes, nodes: 1 });
        if position.winner < 2 {
            return leaf(usize::from(position.winner) == self.side);
        }
        let colour = usize::from(position.turn);
        let slots = cube.placeable(position, colour);
        let plies = (cube.free & !position.empty).count_ones();
        if slots == 0 || (plies >= 20 && !cube.has_open_line(position)) {
            return leaf(false);
        }
        let key = cube.plain_key(position);
        if let Some(tree) = self.known.get(key) {
            return Ok(tree);
        }
        let mut moves: Vec<(i32, usize)> = (0..27)
            .filter(|slot| slots >> slot & 1 == 1)
            .map(|slot| (-cube.paper_points(position, slot), outer_slot(slot)))
            .collect();
        moves.sort_unstable();
        let wanted = cube.sides[colour] == self.side;
        let mut tree = Tree { yes: !wanted, nodes: 1 };
        for (_, slot) in moves {
            let next = self.visit(&cube.play(position, super::inner_slot(slot)))?;
            tree.nodes += next.nodes;
            if next.yes == wanted {
                tree.yes = wanted;
                break;
            }
        }
        self.known.update(key, tree, |stored| *stored = tree);
        Ok(tree)
    }
}
