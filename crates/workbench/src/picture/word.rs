//! Pictures of words: a bar code, a recurrence plot, and the line that cuts the grid.
//!
//! The crossings of the cutting line are those of the exact definition; only where ink goes is rounded.

use rules::word::{Definition, Word};

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

/// A dot at (i, j) where the symbols `i` and `j` are equal: repetitions are diagonals.
pub fn dot_plot(text: &[u8]) -> Result<String, PictureError> {
    within("symbols", text.len(), 1_024)?;
    let size = if text.len() > 256 { 1.0 } else { 3.0 };
    let mut svg = Svg::new(size * text.len() as f64, size * text.len() as f64);
    for (row, symbol) in text.iter().enumerate() {
        for (start, end, other) in stretches(text) {
            if other == *symbol {
                svg.rectangle(
                    size * start as f64,
                    size * row as f64,
                    size * (end - start) as f64,
                    size,
                    "#20436e",
                );
            }
        }
    }
    Ok(svg.finish("recurrence plot of a word"))
}

/// The line `y = x/μ` over the unit grid with 0 at each vertical and 1 at each horizontal line it crosses.
pub fn cutting_line(s: u32, crossings: usize) -> Result<String, PictureError> {
    within("crossings", crossings, 400)?;
    let word = Word::Fibonacci(s);
    let text =
        word.prefix(Definition::CuttingLine, crossings).expect("a Fibonacci word is defined by cutting");
    let columns = text.iter().filter(|symbol| **symbol == b'0').count() + 1;
    let rows = text.len() + 2 - columns;
    let (cell, margin) = (36.0, 18.0);
    let (width, height) = (cell * columns as f64, cell * rows as f64);
    let mut svg = Svg::new(width + 2.0 * margin, height + 2.0 * margin);
    let point = |x: f64, y: f64| (margin + cell * x, margin + height - cell * y);
    for column in 0..=columns {
        svg.line(point(column as f64, 0.0), point(column as f64, rows as f64), "#c8c8c8", 1.0);
    }
    for row in 0..=rows {
        svg.line(point(0.0, row as f64), point(columns as f64, row as f64), "#c8c8c8", 1.0);
    }
    let mean = (f64::from(s) + f64::from(s * s + 4).sqrt()) / 2.0;
    let end = (columns as f64).min(rows as f64 * mean);
    svg.line(point(0.0, 0.0), point(end, end / mean), "#b03030", 1.5);
    let (mut column, mut row) = (0, 0);
    for symbol in text {
        let (x, y) = if symbol == b'0' {
            column += 1;
            (f64::from(column), f64::from(column) / mean)
        } else {
            row += 1;
            (f64::from(row) * mean, f64::from(row))
        };
        let at = point(x, y);
        svg.disc(at.0, at.1, 2.5, "#b03030", "#b03030");
        svg.digits((at.0 - 7.0, at.1 - 9.0), 8.0, "black", if symbol == b'0' { "0" } else { "1" });
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
    fn the_diagonal_of_a_dot_plot_is_full() {
        let svg = dot_plot(b"01").unwrap();
        assert!(svg.contains(r##"<rect x="0" y="0" width="3" height="3" fill="#20436e"/>"##));
        assert!(svg.contains(r##"<rect x="3" y="3" width="3" height="3" fill="#20436e"/>"##));
        assert_eq!(svg.matches("#20436e").count(), 2);
    }

    #[test]
    fn the_cutting_line_has_a_disc_for_each_crossing() {
        let svg = cutting_line(1, 15).unwrap();
        assert_eq!(svg.matches("<circle").count(), 15);
        assert!(crate::picture::to_png(&svg, 1.0).is_ok());
    }
}
