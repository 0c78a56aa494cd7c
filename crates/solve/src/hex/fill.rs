//! Inferior cells: dead ones, and pairs that one player owns for the taking.
//!
//! An empty cell is *dead* when no line of Black needs it: any two of its neighbours that Black has or may still get
//! are joined without it. Its colour does not matter then, and both players' connections are looked for without it.
//! A pair of empty cells is *captured* by a player when, if the opponent takes either, the player's stone on the
//! other makes it dead (Hayward and van Rijswijck, Hex and combinatorics, 2006). It is filled with the player's
//! stones; in a certificate each pair in use becomes a `capture` step, while cells filled for the loser are just
//! never used. After a fill new cells may be dead or captured, so both are repeated until nothing changes.
//!
//! Cost: each round looks at the cells near the last change.

use super::links::Lattice;

/// What became of a position.
#[derive(Clone, Debug, Default)]
pub struct Filled {
    /// Stones of both players, the captured cells included.
    pub stones: [u128; 2],
    /// Cells that matter to nobody.
    pub dead: u128,
    /// The pairs filled, in order, with the player who owns each.
    pub pairs: Vec<(usize, [u8; 2])>,
}

impl Filled {
    /// The captured cells of a player.
    pub fn captured(&self, player: usize) -> u128 {
        let own = self.pairs.iter().filter(|pair| pair.0 == player);
        own.fold(0, |all, &(_, [a, b])| all | 1 << a | 1 << b)
    }

    /// The cells that a player cannot use any more.
    pub fn lost(&self, player: usize) -> u128 {
        self.stones[1 - player] | self.dead
    }
}

/// Groups of stones around the cells, recomputed after each fill.
struct Groups {
    /// For each point the set of groups it touches or belongs to, as bits.
    masks: Vec<u64>,
}

impl Groups {
    fn new(lattice: &Lattice, stones: u128) -> Groups {
        let points = lattice.near.len();
        let mut masks = vec![0u64; points];
        // Both own edges are stones.
        let mut rest = stones | 1 << (points - 1) | 1 << (points - 2);
        let mut number = 0;
        while rest != 0 {
            let seed = rest & rest.wrapping_neg();
            let (mut group, mut frontier, mut around) = (seed, seed, 0u128);
            while frontier != 0 {
                let at = frontier.trailing_zeros() as usize;
                frontier &= frontier - 1;
                around |= lattice.near[at];
                let more = lattice.near[at] & rest & !group;
                group |= more;
                frontier |= more;
            }
            rest &= !group;
            // Past 62 groups a group has no number, which only means fewer cells are found dead.
            let bit = if number < 62 { 1u64 << number } else { 0 };
            number += 1;
            let mut touched = group | around;
            while touched != 0 {
                masks[touched.trailing_zeros() as usize] |= bit;
                touched &= touched - 1;
            }
        }
        Groups { masks }
    }

    /// Does no line of the owner need `cell`, the owner having or getting at most `open` and already having `extra`?
    fn is_dead(&self, lattice: &Lattice, cell: usize, open: u128, extra: Option<usize>) -> bool {
        let around = lattice.near[cell] & open & !(1u128 << cell);
        let joint = extra.map_or(0, |extra| self.masks[extra]);
        let mask = |point: usize| match extra {
            // The extra stone joins all groups it touches, for everything that touches any of them or it.
            Some(extra) => {
                let own = self.masks[point];
                let meets = point == extra || lattice.near[extra] >> point & 1 == 1 || own & joint != 0;
                if meets { own | joint | 1 << 63 } else { own }
            }
            None => self.masks[point],
        };
        let mut one = around;
        while one != 0 {
            let p = one.trailing_zeros() as usize;
            one &= one - 1;
            let mut two = one & !lattice.near[p];
            if two == 0 {
                continue;
            }
            let own = mask(p);
            while two != 0 {
                let q = two.trailing_zeros() as usize;
                two &= two - 1;
                if own & mask(q) == 0 {
                    return false;
                }
            }
        }
        true
    }
}

/// Fills what is dead or captured, starting from what is known already.
pub fn fill(lattices: &[Lattice; 2], stones: [u128; 2], dead: u128) -> Filled {
    let cells = lattices[0].near.len() - 2;
    let board = if cells == 128 { u128::MAX } else { (1u128 << cells) - 1 };
    let mut filled = Filled { stones, dead, pairs: vec![] };
    loop {
        let mut changed = false;
        for player in [0, 1] {
            let lattice = &lattices[player];
            let edges = 3u128 << cells;
            let mut groups = Groups::new(lattice, filled.stones[player]);
            let mut empty = board & !filled.stones[0] & !filled.stones[1] & !filled.dead;
            let mut cell_bits = empty;
            while cell_bits != 0 {
                let cell = cell_bits.trailing_zeros() as usize;
                cell_bits &= cell_bits - 1;
                let open = empty | filled.stones[player] | edges;
                // A cell with four open neighbours in a row of six can be neither dead nor captured quickly.
                if groups.is_dead(lattice, cell, open, None) {
                    filled.dead |= 1 << cell;
                    empty &= !(1 << cell);
                    changed = true;
                    continue;
                }
                let mut partners = lattice.near[cell] & cell_bits & empty;
                while partners != 0 {
                    let partner = partners.trailing_zeros() as usize;
                    partners &= partners - 1;
                    if groups.is_dead(lattice, cell, open, Some(partner))
                        && groups.is_dead(lattice, partner, open, Some(cell))
                    {
                        filled.stones[player] |= 1 << cell | 1 << partner;
                        filled.pairs.push((player, [cell as u8, partner as u8]));
                        empty &= !(1 << cell) & !(1 << partner);
                        cell_bits &= !(1 << partner);
                        groups = Groups::new(lattice, filled.stones[player]);
                        changed = true;
                        break;
                    }
                }
            }
        }
        if !changed {
            return filled;
        }
    }
}

/// For each empty cell that `player` need not consider, a better one: with a stone there the cell is dead.
pub fn dominated(lattice: &Lattice, own: u128, empty: u128, among: u128) -> u128 {
    let groups = Groups::new(lattice, own);
    let cells = lattice.near.len() - 2;
    let open = empty | own | 3u128 << cells;
    let mut kept = among;
    let mut rest = among;
    while rest != 0 {
        let cell = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        let mut better = lattice.near[cell] & kept;
        while better != 0 {
            let other = better.trailing_zeros() as usize;
            better &= better - 1;
            if groups.is_dead(lattice, cell, open, Some(other)) {
                kept &= !(1u128 << cell);
                break;
            }
        }
    }
    among & !kept
}
