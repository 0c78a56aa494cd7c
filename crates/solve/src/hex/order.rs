//! Which cells matter most: the board as an electrical circuit.
//!
//! For each player the own edges are the poles, own stones conduct, the opponent's do not, an empty cell is a
//! resistor; the current through a cell says how much depends on it (Shannon's analogue machine; Anshelevich 2002).
//! Between any two points ([`currents_between`]) cells that touch and bridges conduct; between the edges
//! ([`currents_of`]) every full connection found does (as in Six and in Benzene).
//!
//! Cost: a linear system of at most one equation per cell.

use rules::hex::Cell;

use super::links::{Lattice, Links};

const OWN: f32 = 0.02;
/// How well a stone that is a pole is tied to it.
const POLE: f32 = 1000.0;
/// A bridge conducts besides the cells it passes through, as this share of a touch.
const BRIDGE: f32 = 0.25;

/// The current between two points, stones or edges, through each cell as a share of the whole, and the resistance.
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

/// The current between the edges through each cell when every full connection conducts, the better the fewer cells it
/// cannot do without. Groups conduct only through cells.
pub fn currents_of(links: &Links, cells: usize) -> Vec<f32> {
    let points: Vec<Option<Cell>> = links.points().collect();
    // The second edge has potential 0 and no equation.
    let unknown: Vec<usize> = (0..points.len()).filter(|&point| point != 1).collect();
    let size = unknown.len();
    let mut conductance = vec![0f32; size * size];
    let mut to_sink = vec![0f32; size];
    let between = |one: usize, two: usize| {
        let weight = match (points[one], points[two]) {
            (None, None) => return 0.0,
            (Some(_), Some(_)) => 1.0,
            _ => 2.0,
        };
        links.bottleneck(one, two).map_or(0.0, |needed| weight / (1 + needed) as f32)
    };
    for (row, &one) in unknown.iter().enumerate() {
        for (column, &two) in unknown.iter().enumerate().take(row) {
            let along = between(one, two);
            conductance[row * size + column] = along;
            conductance[column * size + row] = along;
        }
        to_sink[row] = between(one, 1);
    }
    let mut matrix: Vec<f32> = conductance.iter().map(|along| -along).collect();
    let mut potential = vec![0f32; size];
    potential[0] = 1.0;
    for row in 0..size {
        let sum: f32 = conductance[row * size..][..size].iter().sum();
        matrix[row * size + row] = sum + to_sink[row] + 1e-6;
    }
    solve_symmetric(&mut matrix, &mut potential);
    let mut flow = vec![0f32; cells];
    for row in 0..size {
        let Some(cell) = points[unknown[row]] else { continue };
        let along = conductance[row * size..][..size].iter().zip(&potential);
        let through: f32 = along.map(|(along, other)| along * (potential[row] - other).abs()).sum();
        flow[usize::from(cell.0)] = through + to_sink[row] * potential[row];
    }
    flow
}

/// Gaussian elimination of a symmetric positive matrix, row by row; the solution replaces `right`.
fn solve_symmetric(matrix: &mut [f32], right: &mut [f32]) {
    let size = right.len();
    for row in 0..size {
        let (above, below) = matrix.split_at_mut((row + 1) * size);
        let pivot_row = &above[row * size..];
        for other in 0..size - row - 1 {
            let line = &mut below[other * size..][..size];
            let factor = line[row] / pivot_row[row];
            if factor != 0.0 {
                line[row..].iter_mut().zip(&pivot_row[row..]).for_each(|(a, b)| *a -= factor * b);
                right[row + 1 + other] -= factor * right[row];
            }
        }
    }
    for row in (0..size).rev() {
        let line = &matrix[row * size..][..size];
        let known: f32 = line[row + 1..].iter().zip(&right[row + 1..]).map(|(a, b)| a * b).sum();
        right[row] = (right[row] - known) / line[row];
    }
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
