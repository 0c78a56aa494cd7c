//! Which cells matter most: the board as an electrical circuit.
//!
//! For each player the own edges are the poles, own stones conduct, the opponent's do not, an empty cell is a
//! resistor; the current through a cell says how much depends on it (Shannon's analogue machine; Anshelevich 2002).
//! The score of a cell is the share of both players' currents that passes through it.
//!
//! Cost: two banded linear systems, rows × columns³ multiplications in all.

use rules::hex::Cell;

use super::links::Lattice;

const OWN: f32 = 0.02;
/// How well a stone that is a pole is tied to it.
const POLE: f32 = 1000.0;
/// A bridge conducts besides the cells it passes through, as this share of a touch.
const BRIDGE: f32 = 0.25;

/// The current through each cell as a share of the whole, and the resistance between the edges.
pub fn currents(lattice: &Lattice, own: u128, empty: u128) -> (Vec<f32>, f32) {
    currents_between(lattice, own, empty, lattice.geometry.edges())
}

/// As [`currents`] with the current between two points, stones or edges.
pub fn currents_between(lattice: &Lattice, own: u128, empty: u128, poles: [Cell; 2]) -> (Vec<f32>, f32) {
    let poles = poles.map(|pole| usize::from(pole.0));
    let cells = lattice.near.len() - 2;
    let size = lattice.geometry.size;
    // Rows are eliminated one after the other; two cells that touch differ by at most one row, bridges by two.
    let band = 2 * size.columns();
    let weight = BRIDGE;
    let resistance = |cell: usize| {
        if own >> cell & 1 == 1 {
            OWN
        } else if empty >> cell & 1 == 1 {
            1.0
        } else {
            0.0
        }
    };
    let width = band + 1;
    let mut matrix = vec![0f32; cells * width];
    let mut right = vec![0f32; cells];
    let live = own | empty;
    let conductance = |a: usize, b: usize| 1.0 / (resistance(a) + resistance(b));
    for cell in 0..cells {
        if live >> cell & 1 == 0 {
            matrix[cell * width] = 1.0;
            continue;
        }
        let mut sum = 1e-6;
        let mut near = lattice.near[cell];
        while near != 0 {
            let other = near.trailing_zeros() as usize;
            near &= near - 1;
            if other >= cells {
                let to_edge = 1.0 / resistance(cell);
                if poles.contains(&other) {
                    sum += to_edge;
                }
                if other == poles[0] {
                    right[cell] += to_edge;
                }
            } else if live >> other & 1 == 1 {
                let along = conductance(cell, other);
                sum += along;
                if other > cell {
                    matrix[cell * width + other - cell] = -along;
                }
            }
        }
        for &(other, between) in &lattice.bridges[cell] {
            let other = usize::from(other);
            if live >> other & 1 == 1 && between & !empty == 0 {
                let along = weight * conductance(cell, other);
                sum += along;
                if other > cell {
                    matrix[cell * width + other - cell] = -along;
                }
            }
        }
        for (edge, &between) in lattice.edge_bridges[cell].iter().enumerate() {
            if between != 0 && between & !empty == 0 && poles.contains(&(cells + edge)) {
                sum += weight / resistance(cell);
                if cells + edge == poles[0] {
                    right[cell] += weight / resistance(cell);
                }
            }
        }
        if poles.contains(&cell) {
            sum += POLE;
        }
        if poles[0] == cell {
            right[cell] += POLE;
        }
        matrix[cell * width] = sum;
    }
    solve_banded(&mut matrix, &mut right, cells, band);
    let potential = right;
    let mut flow = vec![0f32; cells];
    let mut total = 1e-6f32;
    for cell in (0..cells).filter(|cell| live >> cell & 1 == 1) {
        let mut through = 0.0;
        let mut near = lattice.near[cell];
        while near != 0 {
            let other = near.trailing_zeros() as usize;
            near &= near - 1;
            if other >= cells {
                if poles.contains(&other) {
                    let pole = if other == poles[0] { 1.0 } else { 0.0 };
                    let current = ((potential[cell] - pole) / resistance(cell)).abs();
                    through += current;
                    if other == poles[0] {
                        total += current;
                    }
                }
            } else if live >> other & 1 == 1 {
                through += ((potential[cell] - potential[other]) * conductance(cell, other)).abs();
            }
        }
        for &(other, between) in &lattice.bridges[cell] {
            let other = usize::from(other);
            if live >> other & 1 == 1 && between & !empty == 0 {
                through += ((potential[cell] - potential[other]) * weight * conductance(cell, other)).abs();
            }
        }
        for (edge, &between) in lattice.edge_bridges[cell].iter().enumerate() {
            if between != 0 && between & !empty == 0 && poles.contains(&(cells + edge)) {
                let pole = if cells + edge == poles[0] { 1.0 } else { 0.0 };
                let current = ((potential[cell] - pole) * weight / resistance(cell)).abs();
                through += current;
                if cells + edge == poles[0] {
                    total += current;
                }
            }
        }
        if cell == poles[0] {
            total += (1.0 - potential[cell]) * POLE;
        }
        flow[cell] = through / 2.0;
    }
    flow.iter_mut().for_each(|flow| *flow /= total);
    (flow, 1.0 / total)
}

/// Gaussian elimination of a symmetric positive matrix of which the upper band is given.
fn solve_banded(matrix: &mut [f32], right: &mut [f32], size: usize, band: usize) {
    let width = band + 1;
    for row in 0..size {
        let pivot = matrix[row * width];
        for below in 1..=band.min(size - 1 - row) {
            let factor = matrix[row * width + below] / pivot;
            if factor == 0.0 {
                continue;
            }
            for column in below..=band {
                if row + column >= size {
                    break;
                }
                matrix[(row + below) * width + column - below] -= factor * matrix[row * width + column];
            }
            right[row + below] -= factor * right[row];
        }
    }
    for row in (0..size).rev() {
        let mut value = right[row];
        for above in 1..=band.min(size - 1 - row) {
            value -= matrix[row * width + above] * right[row + above];
        }
        right[row] = value / matrix[row * width];
    }
}
