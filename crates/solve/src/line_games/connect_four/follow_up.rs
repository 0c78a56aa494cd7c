//! What a player gets who answers every stone on top of it: bounds on a score without search.
//!
//! *The mover* is to move, *the follower* is the other. Call a column odd if it has an odd number of free cells, and
//! count rows from the top: the *upper* cells are those of the first row, the third, and so on, the *lower* ones the
//! rest. In a column that is not odd the lowest free cell is a lower one, in an odd column an upper one, its *base*.
//!
//! **An even number of free cells.** Then the number of odd columns is even. The follower answers a stone in a column
//! that is not odd on top of it, in the same column, and a stone on a base with a stone on the base of another
//! odd column; after either the mover faces the same again. So the follower always has an answer, and the mover only
//! ever gets lower cells and bases. If these with the mover's stones hold no line, the mover does not win. If moreover
//! the follower's stones with all upper free cells but the bases hold a line, the follower wins: nothing stops the
//! board from filling up, and then the follower has them all.
//!
//! **An odd number of free cells.** Then the number of odd columns is odd. Suppose the follower has a *threat*, a lower
//! free cell that completes a line of stones already there, in a column `c`, and not as the lowest free cell. The follower
//! lets `c` run the other way: if `c` is odd, the follower answers on top in it, and the number of other odd columns is
//! even; if it is not, its lowest free cell counts as a base, and the number of bases is even again. The rest is as above. In
//! `c` the follower then gets lower cells, the threat among them, as the other columns fill up and the mover cannot
//! stay away for ever. If the mover's stones with the lower free cells of the other columns, all lowest free cells, and
//! the upper cells of `c` below the threat hold no line, the mover loses.
//!
//! The first is the claimeven and baseinverse of Allis (A knowledge-based approach of Connect-Four, 1988, chapter 6),
//! the second the odd threat of its chapter 7; here each is one look at the whole board.
//!
//! Cost: some thirty machine instructions; more only where threats are tried one by one.

use super::grid::{Grid, Position};

impl Grid {
    /// An upper bound on the sign of the mover's score, if following up gives one: 0 does not win, -1 loses.
    ///
    /// `free` counts the free cells, `threats` are the free cells that complete a line of the follower.
    #[inline(always)]
    pub(super) fn follow_up<const K: usize, const STEP: usize>(
        &self,
        position: Position,
        free: i32,
        threats: u64,
    ) -> Option<i32> {
        let Position { mine, all } = position;
        let empty = self.board & !all;
        let playable = self.playable(all);
        let lower = empty & !self.upper;
        if free & 1 == 0 {
            if self.has_line::<K, STEP>(mine | lower | playable) {
                return None;
            }
            let sure = empty & self.upper & !playable;
            return Some(-i32::from(self.has_line::<K, STEP>(position.theirs() | sure)));
        }
        let mut tried = threats & lower & !playable;
        while tried != 0 {
            let threat = tried & tried.wrapping_neg();
            tried ^= threat;
            let column = self.column::<STEP>(threat.trailing_zeros() as usize / self.step::<STEP>());
            let below = empty & self.upper & column & (threat - 1);
            if !self.has_line::<K, STEP>(mine | lower & !column | playable | below) {
                return Some(-1);
            }
        }
        if self.has_line::<K, STEP>(mine | empty) { None } else { Some(0) }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use hissho_rules::line_games::LineGame;

    use super::*;

    /// The sign of the score of every position that can be reached, by plain search; each bound is tested on the way.
    fn sign(
        grid: &Grid,
        position: Position,
        known: &mut HashMap<(u64, u64), i32>,
        bounds: &mut [u32; 2],
    ) -> i32 {
        if let Some(&sign) = known.get(&(position.mine, position.all)) {
            return sign;
        }
        let playable = grid.playable(position.all);
        let winning = grid.spots::<0, 0>(position.mine) & playable;
        let mut best = if playable == 0 { 0 } else { -1 };
        for cell in (0..grid.bits()).map(|bit| 1 << bit).filter(|cell| playable & cell != 0) {
            // The whole tree is wanted, so nothing is cut off.
            let value =
                if winning & cell != 0 { 1 } else { -sign(grid, position.after(cell), known, bounds) };
            best = best.max(value);
        }
        let free = grid.cells() - position.all.count_ones() as i32;
        let threats = grid.spots::<0, 0>(position.theirs()) & !position.all;
        if free > 0
            && let Some(bound) = grid.follow_up::<0, 0>(position, free, threats)
        {
            assert!(best <= bound, "{position:?}: {best}, bound {bound}");
            bounds[(bound + 1) as usize] += 1;
        }
        known.insert((position.mine, position.all), best);
        best
    }

    #[test]
    fn bounds_hold_in_every_position_of_small_boards() {
        for name in [
            "connect4(4,4)",
            "connect4(4,4,k=3)",
            "connect4(5,3,k=3)",
            "connect4(3,5,k=3)",
            "connect4(4,3,k=3)",
        ] {
            let grid = Grid::of(&LineGame::named(name).unwrap()).unwrap();
            let mut bounds = [0; 2];
            sign(&grid, Position { mine: 0, all: 0 }, &mut HashMap::new(), &mut bounds);
            assert!(bounds.iter().all(|&count| count > 0), "{name}: {bounds:?}");
        }
    }
}
