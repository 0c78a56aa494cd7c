//! Inferior cells: dead ones, and pairs that one player owns for the taking.
//!
//! An empty cell is *dead* when no line of Black needs it: any two of its neighbours that Black has
//! or may still get are joined without it. Its colour does not matter then, and both players'
//! connections are looked for without it. A pair of empty cells is *captured* by a player when, if
//! the opponent takes either, the player's stone on the other makes it dead (Hayward and van
//! Rijswijck, Hex and combinatorics, 2006). It is filled with the player's stones; in a certificate
//! each pair in use becomes a `capture` step, while cells filled for the loser are just never used.
//! After a fill new cells may be dead or captured, so both are repeated until nothing changes.
//!
//! Cost: each round looks at the cells near the last change.

use hissho_certificate::hex::{Promise, Statement, Step};
use hissho_rules::hex::{Cell, CellSet};

use super::board::{Group, HexBoard, Stones};
use super::ledger::{Entry, Ledger};

/// What became of a position.
#[derive(Clone, Debug, Default)]
pub struct Filled {
    /// Stones of both players, the captured cells included.
    pub stones: Stones,
    /// Cells that matter to nobody.
    pub dead: CellSet,
    /// The pairs filled, in order, with the player who owns each.
    pub pairs: Vec<(usize, [Cell; 2])>,
}

impl Filled {
    /// The captured cells of a player.
    pub fn captured(&self, player: usize) -> CellSet {
        let own = self.pairs.iter().filter(|pair| pair.0 == player);
        own.flat_map(|pair| pair.1).collect()
    }

    /// The cells that a player cannot use any more.
    pub fn lost(&self, player: usize) -> CellSet {
        self.stones[1 - player].or(self.dead)
    }
}

/// Which groups are around the cells, worked out again after each fill.
struct GroupsAround {
    /// For each point the set of groups it touches or belongs to, as bits.
    masks: Vec<u64>,
}

impl GroupsAround {
    fn new(board: &HexBoard, stones: CellSet) -> GroupsAround {
        let mut masks = vec![0u64; board.near.len()];
        // Both own edges are stones.
        for (number, group) in Group::all(&board.near, stones.or(board.edges())).enumerate() {
            // Past 62 groups a group has no number, which only means fewer cells are found dead.
            let bit = if number < 62 { 1u64 << number } else { 0 };
            group.stones.or(group.near).cells().for_each(|point| masks[usize::from(point.0)] |= bit);
        }
        GroupsAround { masks }
    }

    fn mask(&self, point: Cell) -> u64 {
        self.masks[usize::from(point.0)]
    }

    /// Does no line of the owner need `cell`, the owner having or getting at most `open` and
    /// already having `extra`?
    fn is_dead(&self, board: &HexBoard, cell: Cell, open: CellSet, extra: Option<Cell>) -> bool {
        let around = board.around(cell).and(open).without(cell);
        let joined = extra.map_or(0, |extra| self.mask(extra));
        let mask = |point: Cell| match extra {
            // The extra stone joins all groups it touches, for everything that touches any of them
            // or it.
            Some(extra) => {
                let own = self.mask(point);
                let meets = point == extra || board.around(extra).contains(point) || own & joined != 0;
                if meets { own | joined | 1 << 63 } else { own }
            }
            None => self.mask(point),
        };
        let mut rest = around;
        around.cells().all(|one| {
            rest = rest.without(one);
            let others = rest.minus(board.around(one));
            let own = if others.is_empty() { 0 } else { mask(one) };
            others.cells().all(|two| own & mask(two) != 0)
        })
    }
}

/// Fills what is dead or captured, starting from what is known already.
pub fn fill(boards: &[HexBoard; 2], stones: Stones, dead: CellSet) -> Filled {
    let mut filled = Filled { stones, dead, pairs: vec![] };
    let cells = boards[0].cells();
    let edges = boards.each_ref().map(HexBoard::edges);
    while [0, 1].map(|player| fill_for(boards, player, (cells, edges[player]), &mut filled)) != [false; 2] {}
    filled
}

/// Fills what the lines of one player tell to be dead, and what he has captured; was there
/// anything?
fn fill_for(
    boards: &[HexBoard; 2],
    player: usize,
    (cells, edges): (CellSet, CellSet),
    filled: &mut Filled,
) -> bool {
    let board = &boards[player];
    let mut changed = false;
    let mut groups = GroupsAround::new(board, filled.stones[player]);
    let mut empty = cells.minus(filled.stones.occupied()).minus(filled.dead);
    let mut rest = empty;
    while let Some(cell) = rest.cells().next() {
        rest = rest.without(cell);
        let open = empty.or(filled.stones[player]).or(edges);
        if groups.is_dead(board, cell, open, None) {
            filled.dead = filled.dead.with(cell);
            empty = empty.without(cell);
            changed = true;
            continue;
        }
        let captures = |&partner: &Cell| {
            groups.is_dead(board, cell, open, Some(partner))
                && groups.is_dead(board, partner, open, Some(cell))
        };
        let partner = board.around(cell).and(rest).and(empty).cells().find(captures);
        if let Some(partner) = partner {
            filled.stones = filled.stones.with(player, cell).with(player, partner);
            filled.pairs.push((player, [cell, partner]));
            empty = empty.without(cell).without(partner);
            rest = rest.without(partner);
            groups = GroupsAround::new(board, filled.stones[player]);
            changed = true;
        }
    }
    changed
}

/// The cells among these that the owner need not consider: with a stone on another of them, a
/// better move, they are dead.
pub fn dominated(board: &HexBoard, own: CellSet, empty: CellSet, among: CellSet) -> CellSet {
    let groups = GroupsAround::new(board, own);
    let open = empty.or(own).or(board.edges());
    let mut kept = among;
    for cell in among.cells() {
        let is_better = |other: Cell| groups.is_dead(board, cell, open, Some(other));
        if board.around(cell).and(kept).cells().any(is_better) {
            kept = kept.without(cell);
        }
    }
    among.minus(kept)
}

/// Turns captured pairs that a statement uses as stones back into empty cells, in the reverse of
/// the order in which they were found, because a pair may be captured by stones of an earlier one.
/// Where the opponent takes one cell of a pair its owner takes the other (the `capture` rule), so
/// each pair costs two cells of the carrier.
pub(super) fn release(
    board: &HexBoard,
    ledger: &mut Ledger,
    winner: usize,
    filled: &Filled,
    reply: Option<Cell>,
    entry: Entry,
) -> Entry {
    let HexBoard { geometry, goal, .. } = board;
    let edges = board.edges();
    let win = &goal.formula;
    let with_reply = |set: CellSet| reply.map_or(set, |cell| set.with(cell));
    let mut stones = with_reply(entry.stones);
    let mut carrier = reply.map_or(entry.carrier, |cell| entry.carrier.without(cell));
    let mut step = entry.step;
    let mut own = filled.stones[winner];
    for &(_, pair) in filled.pairs.iter().rev().filter(|&&(owner, _)| owner == winner) {
        let both: CellSet = pair.into_iter().collect();
        own = own.minus(both);
        if stones.is_disjoint(both) {
            continue;
        }
        let mut extra = carrier.and(both);
        let statement = |extra: CellSet| Statement {
            stones: stones.or(extra).or(edges),
            carrier: carrier.minus(extra),
            promise: Promise::Formula(win.clone()),
        };
        let capture = Step::Capture { part: 0, pair };
        if capture.apply(geometry, None, &[statement(extra)]).is_err() {
            // The pair is captured with all the stones around it and around its neighbours. Stones
            // on both sides of an own edge are joined by it.
            let near = pair.iter().fold(both, |near, cell| near.or(geometry.near(*cell)));
            let own = own.or(edges);
            let groups = Group::around(&board.near, near.and(board.cells()), own).stones.and(own);
            extra = extra.or(groups).minus(stones).minus(edges);
        }
        if !extra.is_empty() {
            step = ledger.add(Step::And { parts: vec![step], stones: extra, formula: win.clone() });
            stones = stones.or(extra);
            carrier = carrier.minus(extra);
        }
        step = ledger.add(Step::Capture { part: step, pair });
        stones = stones.minus(both);
        carrier = carrier.or(both);
    }
    match reply {
        Some(cell) => Entry { stones: stones.without(cell), carrier: carrier.with(cell), step },
        None => Entry { stones, carrier, step },
    }
}
