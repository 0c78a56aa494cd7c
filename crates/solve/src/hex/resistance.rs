//! Which cells matter most: the board as an electrical circuit.
//!
//! For each player the own edges are the poles, own stones conduct, the opponent's do not, an empty
//! cell is a resistor; the current through a cell says how much depends on it (Shannon's analogue
//! machine; Anshelevich 2002). Between any two points ([`currents_between`]) cells that touch and
//! bridges conduct; between the edges ([`currents_of`]) every full connection found does (as in Six
//! and in Benzene).
//!
//! Cost: a linear system of at most one equation per cell.

use hissho_rules::hex::{Cell, CellSet};

use super::board::HexBoard;
use super::virtual_connections::VirtualConnections;

const OWN: f32 = 0.02;
/// How well a stone that is a pole is tied to it.
const POLE: f32 = 1000.0;
/// A bridge conducts besides the cells it passes through, as this share of a touch.
const BRIDGE: f32 = 0.25;

/// The current between two points, stones or edges, through each cell as a share of the whole, and
/// the resistance.
pub fn currents_between(board: &HexBoard, own: CellSet, empty: CellSet, poles: [Cell; 2]) -> (Vec<f32>, f32) {
    let poles = poles.map(|pole| usize::from(pole.0));
    let cells = board.near.len() - 2;
    let resistance = |cell: usize| if own.0 >> cell & 1 == 1 { OWN } else { 1.0 };
    // Only cells that are not the opponent's have an equation; row by row, those that conduct are
    // near each other.
    let live: Vec<usize> = own.or(empty).cells().map(|cell| usize::from(cell.0)).collect();
    let mut place = [usize::MAX; 128];
    live.iter().enumerate().for_each(|(number, &cell)| place[cell] = number);
    // What conducts from a cell: to another live cell, or to a pole that is an edge.
    let mut wires: Vec<(usize, usize, f32)> = Vec::with_capacity(4 * live.len());
    let mut to_pole: Vec<[f32; 2]> = vec![[0.0; 2]; live.len()];
    let mut band = 0;
    for (number, &cell) in live.iter().enumerate() {
        let mut wire = |other: usize, share: f32| {
            // Each pair once, the smaller number first.
            if place[other] != usize::MAX && other > cell {
                band = band.max(place[other] - number);
                wires.push((number, place[other], share / (resistance(cell) + resistance(other))));
            }
        };
        for other in board.near[cell].cells().map(|other| usize::from(other.0)) {
            if other < cells {
                wire(other, 1.0);
            } else if let Some(pole) = poles.iter().position(|&pole| pole == other) {
                to_pole[number][pole] += 1.0 / resistance(cell);
            }
        }
        for &(other, between) in &board.bridges[cell] {
            if between.is_subset(empty) {
                wire(usize::from(other.0), BRIDGE);
            }
        }
        for (edge, &between) in board.edge_bridges[cell].iter().enumerate() {
            let pole = poles.iter().position(|&pole| pole == cells + edge);
            if let Some(pole) = pole.filter(|_| !between.is_empty() && between.is_subset(empty)) {
                to_pole[number][pole] += BRIDGE / resistance(cell);
            }
        }
        if let Some(pole) = poles.iter().position(|&pole| pole == cell) {
            to_pole[number][pole] += POLE;
        }
    }
    let width = band + 1;
    let mut matrix = vec![0f32; live.len() * width];
    for (number, conductance) in to_pole.iter().enumerate() {
        matrix[number * width] = 1e-6 + conductance[0] + conductance[1];
    }
    for &(one, two, along) in &wires {
        matrix[one * width] += along;
        matrix[two * width] += along;
        matrix[one * width + two - one] -= along;
    }
    let mut potential: Vec<f32> = to_pole.iter().map(|conductance| conductance[0]).collect();
    solve_banded(&mut matrix, &mut potential, live.len(), band);
    let mut through = vec![0f32; live.len()];
    for &(one, two, along) in &wires {
        let current = ((potential[one] - potential[two]) * along).abs();
        through[one] += current;
        through[two] += current;
    }
    let mut flow = vec![0f32; cells];
    let mut total = 1e-6f32;
    for (number, &cell) in live.iter().enumerate() {
        let [first, second] = to_pole[number];
        let from_first = (1.0 - potential[number]) * first;
        total += from_first;
        if !poles.contains(&cell) {
            through[number] += from_first.abs() + potential[number] * second;
        }
        flow[cell] = through[number] / 2.0;
    }
    flow.iter_mut().for_each(|flow| *flow /= total);
    (flow, 1.0 / total)
}

/// The current between the edges, or whatever is to be joined, through each cell.
pub fn currents_of(links: &VirtualConnections, cells: usize) -> Vec<f32> {
    let mut sum = vec![0.0; cells];
    for &pair in links.goal() {
        let flow = currents_along(links, cells, pair.map(usize::from));
        sum.iter_mut().zip(flow).for_each(|(sum, flow)| *sum += flow);
    }
    sum
}

/// The current between two points when every full connection conducts, the better the fewer cells
/// it cannot do without. Groups conduct only through cells.
fn currents_along(links: &VirtualConnections, cells: usize, [source, sink]: [usize; 2]) -> Vec<f32> {
    let points: Vec<Option<Cell>> = links.points().collect();
    // The sink has potential 0 and no equation.
    let unknown: Vec<usize> = (0..points.len()).filter(|&point| point != sink).collect();
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
        to_sink[row] = between(one, sink);
    }
    let mut matrix: Vec<f32> = conductance.iter().map(|along| -along).collect();
    let mut potential = vec![0f32; size];
    // Points are in order, and the source is before the sink.
    potential[source] = 1.0;
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
