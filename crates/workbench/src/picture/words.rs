//! Pictures of words: a bar code, a recurrence plot, and the line that cuts the grid.
//!
//! The crossings of the cutting line are those of the exact definition; only where ink goes is
//! rounded.

use hissho_rules::words::{Definition, Word};

use super::{PictureError, Svg};

/// A stripe a symbol, dark for every symbol but the smallest.
pub fn bar_code(text: &[u8]) -> Result<String, PictureError> {
    within("symbols", text.len(), 20_000)?;
    let width = if text.len() > 1_000 { 1.0 } else { 4.0 };
    let mut svg = Svg::new(width * text.len() as f64, 60.0);
    let smallest = text.iter().min();
    for (start, end, symbol) in stretches(text) {
        if Some(&symbol) != smallest {
            svg.rectangle(width * start as f64, 0.0, width * (end - start) as f64, 60.0, "#1a1a1a");
        }
    }
    Ok(svg.finish("bar code of a word"))
}

/// Stretches of agreement at least this long are drawn as lines in a recurrence plot.
const LONG: usize = 8;

/// A pale dot at (i, j) where the symbols `i` and `j` are equal; a blue line where blocks of
/// [`LONG`] symbols or more agree; a red one where such a block, or any other, follows itself: the
/// diagonal is then at least as long as it is far from the middle.
pub fn dot_plot(text: &[u8]) -> Result<String, PictureError> {
    within("symbols", text.len(), 1_024)?;
    let n = text.len();
    let size = if n > 256 { 1.0 } else { 5.0 };
    let mut svg = Svg::new(size * n as f64, size * n as f64);
    for (row, symbol) in text.iter().enumerate() {
        for (start, end, other) in stretches(text) {
            if other == *symbol {
                let (x, width) = (size * start as f64, size * (end - start) as f64);
                svg.rectangle(x, size * row as f64, width, size, "#dfe6ef");
            }
        }
    }
    let mut diagonal = |distance: usize, start: usize, end: usize, stroke: &str| {
        let [near, far, from, to] = [start + distance, end + distance, start, end].map(|at| size * at as f64);
        svg.line((near, from), (far, to), stroke, size.min(3.0));
        if distance > 0 {
            svg.line((from, near), (to, far), stroke, size.min(3.0));
        }
    };
    diagonal(0, 0, n, "#1a1a1a");
    for distance in 1..n {
        let agrees: Vec<u8> = (0..n - distance).map(|at| u8::from(text[at] == text[at + distance])).collect();
        for (start, end, agree) in stretches(&agrees) {
            match end - start {
                _ if agree == 0 => {}
                length if length >= distance => diagonal(distance, start, end, "#c02020"),
                length if length >= LONG => diagonal(distance, start, end, "#20436e"),
                _ => {}
            }
        }
    }
    Ok(svg.finish("recurrence plot of a word"))
}

/// The line `y = x/μ` over the unit grid with 0 at each vertical and 1 at each horizontal line it
/// crosses, and the word below.
pub fn cutting_line(s: u32, crossings: usize) -> Result<String, PictureError> {
    within("crossings", crossings, 400)?;
    let word = Word::Fibonacci(s);
    let text =
        word.prefix(Definition::CuttingLine, crossings).expect("a Fibonacci word is defined by cutting");
    let columns = text.iter().filter(|symbol| **symbol == b'0').count() + 1;
    let rows = text.len() + 2 - columns;
    let (cell, margin, below) = (44.0, 20.0, 30.0);
    let (width, height) = (cell * columns as f64, cell * rows as f64);
    let mut svg = Svg::new(width + 2.0 * margin, height + 2.0 * margin + below);
    let point = |x: f64, y: f64| (margin + cell * x, margin + height - cell * y);
    for column in 0..=columns {
        svg.line(point(column as f64, 0.0), point(column as f64, rows as f64), "#c8c8c8", 1.0);
    }
    for row in 0..=rows {
        svg.line(point(0.0, row as f64), point(columns as f64, row as f64), "#c8c8c8", 1.0);
    }
    let mean = (f64::from(s) + f64::from(s * s + 4).sqrt()) / 2.0;
    let end = (columns as f64).min(rows as f64 * mean);
    svg.line(point(0.0, 0.0), point(end, end / mean), "#707070", 1.5);
    let step = width / (text.len() + 1) as f64;
    let (mut column, mut row) = (0, 0);
    for (place, symbol) in text.iter().enumerate() {
        // Labels of neighbours lie on different sides of the line, so that they never meet.
        let (x, y, side, colour, label) = if *symbol == b'0' {
            column += 1;
            (f64::from(column), f64::from(column) / mean, 1.0, "#20436e", "0")
        } else {
            row += 1;
            (f64::from(row) * mean, f64::from(row), -1.0, "#c02020", "1")
        };
        let at = point(x, y);
        svg.disc(at.0, at.1, 3.0, colour, colour);
        svg.digits((at.0 + side * 9.0, at.1 + side * 11.0), 10.0, colour, label);
        let under = (margin + step * (place + 1) as f64, height + margin + below);
        svg.digits(under, (0.8 * step).min(14.0), colour, label);
    }
    Ok(svg.finish("the line that cuts the grid"))
}

/// The stretches of equal symbols: start, end, symbol.
fn stretches(text: &[u8]) -> impl Iterator<Item = (usize, usize, u8)> {
    text.chunk_by(|left, right| left == right).scan(0, |start, stretch| {
        let found = (*start, *start + stretch.len(), stretch[0]);
        *start = found.1;
        Some(found)
    })
}

fn within(what: &str, asked: usize, most: usize) -> Result<(), PictureError> {
    if asked > most || asked == 0 {
        return Err(PictureError::TooLarge {
            asked: format!("{asked} {what}"),
            most: format!("1 to {most} {what}"),
        });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_code_has_a_bar_for_each_stretch_of_ones() {
        let svg = bar_code(b"0110100110010110").unwrap();
        assert_eq!(svg.matches("#1a1a1a").count(), 5);
        assert!(bar_code(b"").is_err());
        assert!(bar_code(&[b'0'; 20_001]).is_err());
    }

    #[test]
    fn a_dot_plot_shows_equal_symbols_and_what_follows_itself() {
        let svg = dot_plot(b"010").unwrap();
        assert_eq!(svg.matches("#dfe6ef").count(), 5);
        assert_eq!(svg.matches("#c02020").count(), 0);
        // 0101: one square, drawn on both sides of the middle
        assert_eq!(dot_plot(b"0101").unwrap().matches("#c02020").count(), 2);
        assert_eq!(dot_plot(b"0101").unwrap().matches("#1a1a1a").count(), 1);
    }

    #[test]
    fn the_cutting_line_has_a_disc_for_each_crossing() {
        let svg = cutting_line(1, 15).unwrap();
        assert_eq!(svg.matches("<circle").count(), 15);
        assert!(crate::picture::to_png(&svg, 1.0).is_ok());
    }
}
