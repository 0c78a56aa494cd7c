//! Heat maps with axes and a scale that readers with any colour vision can use (cividis: Nuñez,
//! Anderton, Renslow, Optimizing colormaps with consideration for color vision deficiency, 2018).
//! Positions of value 0 are white with a dot.
//!
//! The same drawing goes to SVG as shapes and to PNG as pixels, the latter with a small font of its
//! own for the digits.

use std::fmt::Write;

use super::{FormatError, View};

/// Most cells an SVG may have.
const MOST_IN_SVG: usize = 300 * 300;
/// Most cells a PNG may have.
const MOST_IN_PNG: usize = 10_000 * 10_000;
/// Space for the axes.
const MARGIN: usize = 40;

/// A cell to be marked, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Row.
    pub row: usize,
    /// Column.
    pub column: usize,
    /// Which group it belongs to; 0 is the position itself.
    pub group: usize,
}

type Colour = [u8; 3];

/// Colours of marks, by group: distinct in any colour vision (Okabe and Ito, 2008).
const MARKS: [Colour; 5] = [[213, 94, 0], [230, 159, 0], [86, 180, 233], [0, 158, 115], [204, 121, 167]];
const SCALE: [Colour; 10] = [
    [0, 34, 78],
    [18, 53, 112],
    [59, 73, 108],
    [87, 93, 109],
    [112, 113, 115],
    [138, 134, 120],
    [165, 156, 116],
    [195, 179, 105],
    [225, 204, 85],
    [254, 232, 56],
];

fn colour(value: u32, greatest: u32) -> Colour {
    if value == 0 {
        return [255, 255, 255];
    }
    let place = f64::from(value) / f64::from(greatest.max(1)) * (SCALE.len() - 1) as f64;
    let low = (place as usize).min(SCALE.len() - 2);
    let part = place - low as f64;
    std::array::from_fn(|i| {
        (f64::from(SCALE[low][i]) * (1.0 - part) + f64::from(SCALE[low + 1][i]) * part).round() as u8
    })
}

/// Sizes of a drawing.
struct Layout {
    rows: std::ops::Range<usize>,
    columns: usize,
    /// Side of a cell.
    cell: usize,
    /// Distance of the numbers on an axis, in cells.
    tick: usize,
    greatest: u32,
}

impl Layout {
    fn of(view: &View<'_>, format: &'static str, most: usize) -> Result<Layout, FormatError> {
        let (rows, columns) = view.two(format)?;
        let found = rows.len().saturating_mul(columns);
        if found > most {
            return Err(FormatError::TooManyCells { format, found, most });
        }
        let longest = rows.len().max(columns).max(1);
        let cell = (900 / longest).clamp(1, 32);
        let tick = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000]
            .into_iter()
            .find(|t| t * cell >= 28)
            .unwrap_or(5000);
        Ok(Layout { rows, columns, cell, tick, greatest: view.table.greatest() })
    }

    fn width(&self) -> usize {
        MARGIN + self.columns * self.cell + MARGIN + 40
    }

    fn height(&self) -> usize {
        MARGIN + (self.rows.len() * self.cell).max(100) + 16
    }

    fn bar(&self) -> (usize, usize) {
        (MARGIN + self.columns * self.cell + 20, (self.rows.len() * self.cell).max(100))
    }
}

pub(super) fn svg(view: &View<'_>) -> Result<String, FormatError> {
    let layout = Layout::of(view, "svg", MOST_IN_SVG)?;
    let (w, h, cell) = (layout.width(), layout.height(), layout.cell);
    let mut out = String::new();
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" font-family=\"sans-serif\" font-size=\"11\">"
    );
    let _ = writeln!(out, "<title>{}: Grundy values</title>", escape(view.title));
    let _ = writeln!(out, "<rect width=\"{w}\" height=\"{h}\" fill=\"#ffffff\"/>");
    let hex = |c: Colour| format!("#{:02x}{:02x}{:02x}", c[0], c[1], c[2]);
    for (i, r) in layout.rows.clone().enumerate() {
        for c in 0..layout.columns {
            let Some(value) = view.at(r, c) else { continue };
            let (x, y) = (MARGIN + c * cell, MARGIN + i * cell);
            let fill = colour(value, layout.greatest);
            let _ = writeln!(
                out,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{cell}\" height=\"{cell}\" fill=\"{}\"/>",
                hex(fill)
            );
            if cell >= 18 {
                let ink = if luminance(fill) > 130 { "#000000" } else { "#ffffff" };
                let (cx, cy) = (x + cell / 2, y + cell / 2 + 4);
                let _ = writeln!(
                    out,
                    "<text x=\"{cx}\" y=\"{cy}\" text-anchor=\"middle\" fill=\"{ink}\">{value}</text>"
                );
            } else if value == 0 && cell >= 4 {
                let (cx, cy) = (x + cell / 2, y + cell / 2);
                let _ = writeln!(out, "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"{}\"/>", cell / 4);
            }
        }
    }
    for mark in view.marks.iter().filter(|m| layout.rows.contains(&m.row)) {
        let (x, y) = (MARGIN + mark.column * cell, MARGIN + (mark.row - layout.rows.start) * cell);
        let stroke = hex(MARKS[mark.group % MARKS.len()]);
        let _ = writeln!(
            out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{cell}\" height=\"{cell}\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"3\"/>"
        );
    }
    for c in (0..layout.columns).step_by(layout.tick) {
        let x = MARGIN + c * cell + cell / 2;
        let _ = writeln!(out, "<text x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{c}</text>", MARGIN - 6);
    }
    for r in layout.rows.clone().filter(|r| r % layout.tick == 0) {
        let y = MARGIN + (r - layout.rows.start) * cell + cell / 2 + 4;
        let _ = writeln!(out, "<text x=\"{}\" y=\"{y}\" text-anchor=\"end\">{r}</text>", MARGIN - 6);
    }
    let axis = |i: usize| view.axes.get(i).map_or("", String::as_str);
    if let [.., down, across] = view.axes {
        let _ = writeln!(
            out,
            "<text x=\"6\" y=\"16\">{} \u{2193}  {} \u{2192}</text>",
            escape(down),
            escape(across)
        );
    } else {
        let _ = writeln!(out, "<text x=\"6\" y=\"16\">{} \u{2192}</text>", escape(axis(0)));
    }
    let (x, long) = layout.bar();
    for i in 0..long.min(100) {
        let (y, step) = (MARGIN + long * i / 100, long.div_ceil(100));
        let value = layout.greatest - (u64::from(layout.greatest) * i as u64 / 100) as u32;
        let fill = hex(colour(value, layout.greatest));
        let _ = writeln!(out, "<rect x=\"{x}\" y=\"{y}\" width=\"12\" height=\"{step}\" fill=\"{fill}\"/>");
    }
    let _ = writeln!(out, "<text x=\"{}\" y=\"{}\">{}</text>", x + 16, MARGIN + 8, layout.greatest);
    let _ = writeln!(out, "<text x=\"{}\" y=\"{}\">0</text>", x + 16, MARGIN + long);
    out += "</svg>\n";
    Ok(out)
}

fn luminance(c: Colour) -> u32 {
    (u32::from(c[0]) * 30 + u32::from(c[1]) * 59 + u32::from(c[2]) * 11) / 100
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

pub(super) fn png(view: &View<'_>) -> Result<Vec<u8>, FormatError> {
    let layout = Layout::of(view, "png", MOST_IN_PNG)?;
    let mut canvas = Canvas::new(layout.width(), layout.height());
    let cell = layout.cell;
    for (i, r) in layout.rows.clone().enumerate() {
        for c in 0..layout.columns {
            let Some(value) = view.at(r, c) else { continue };
            let (x, y) = (MARGIN + c * cell, MARGIN + i * cell);
            let fill = colour(value, layout.greatest);
            canvas.fill(x, y, cell, cell, fill);
            let digits = value.to_string();
            if cell >= 18 && digits.len() * 6 < cell {
                let ink = if luminance(fill) > 130 { [0, 0, 0] } else { [255, 255, 255] };
                canvas.digits(x + (cell - digits.len() * 6) / 2, y + (cell - 7) / 2, &digits, ink);
            } else if value == 0 && cell >= 4 {
                canvas.fill(x + cell / 3, y + cell / 3, (cell / 3).max(1), (cell / 3).max(1), [0, 0, 0]);
            }
        }
    }
    for mark in view.marks.iter().filter(|m| layout.rows.contains(&m.row)) {
        let (x, y) = (MARGIN + mark.column * cell, MARGIN + (mark.row - layout.rows.start) * cell);
        canvas.frame(x, y, cell, MARKS[mark.group % MARKS.len()]);
    }
    for c in (0..layout.columns).step_by(layout.tick) {
        let digits = c.to_string();
        let x = (MARGIN + c * cell + cell / 2).saturating_sub(digits.len() * 3);
        canvas.digits(x, MARGIN - 14, &digits, [0, 0, 0]);
    }
    for r in layout.rows.clone().filter(|r| r % layout.tick == 0) {
        let digits = r.to_string();
        let y = (MARGIN + (r - layout.rows.start) * cell + cell / 2).saturating_sub(3);
        canvas.digits(MARGIN.saturating_sub(digits.len() * 6 + 6), y, &digits, [0, 0, 0]);
    }
    let (x, long) = layout.bar();
    for i in 0..long {
        let value = layout.greatest - (u64::from(layout.greatest) * i as u64 / long as u64) as u32;
        canvas.fill(x, MARGIN + i, 12, 1, colour(value, layout.greatest));
    }
    canvas.digits(x + 16, MARGIN, &layout.greatest.to_string(), [0, 0, 0]);
    canvas.digits(x + 16, MARGIN + long - 7, "0", [0, 0, 0]);
    canvas.encode()
}

/// Pixels, row by row.
struct Canvas {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

/// Digits of 5 by 7 points, a row per byte, the left point in bit 4.
const DIGITS: [[u8; 7]; 10] = [
    [14, 17, 19, 21, 25, 17, 14],
    [4, 12, 4, 4, 4, 4, 14],
    [14, 17, 1, 2, 4, 8, 31],
    [31, 2, 4, 2, 1, 17, 14],
    [2, 6, 10, 18, 31, 2, 2],
    [31, 16, 30, 1, 1, 17, 14],
    [6, 8, 16, 30, 17, 17, 14],
    [31, 1, 2, 4, 8, 8, 8],
    [14, 17, 17, 14, 17, 17, 14],
    [14, 17, 17, 15, 1, 2, 12],
];

impl Canvas {
    fn new(width: usize, height: usize) -> Canvas {
        Canvas { width, height, pixels: vec![255; width * height * 3] }
    }

    fn fill(&mut self, x: usize, y: usize, w: usize, h: usize, colour: Colour) {
        for row in y..(y + h).min(self.height) {
            for column in x..(x + w).min(self.width) {
                self.pixels[(row * self.width + column) * 3..][..3].copy_from_slice(&colour);
            }
        }
    }

    fn frame(&mut self, x: usize, y: usize, side: usize, colour: Colour) {
        let thick = (side / 8).max(1);
        self.fill(x, y, side, thick, colour);
        self.fill(x, y + side - thick, side, thick, colour);
        self.fill(x, y, thick, side, colour);
        self.fill(x + side - thick, y, thick, side, colour);
    }

    fn digits(&mut self, x: usize, y: usize, text: &str, colour: Colour) {
        for (i, digit) in text.bytes().filter(u8::is_ascii_digit).enumerate() {
            for (row, bits) in DIGITS[(digit - b'0') as usize].iter().enumerate() {
                for column in (0..5).filter(|column| bits >> (4 - column) & 1 == 1) {
                    self.fill(x + i * 6 + column, y + row, 1, 1, colour);
                }
            }
        }
    }

    fn encode(&self) -> Result<Vec<u8>, FormatError> {
        crate::picture::encode_png(self.width, self.height, &self.pixels)
            .map_err(|error| FormatError::Write(error.to_string()))
    }
}
