//! A writer for SVG pictures: shapes are added in order, later ones lie on top.
//!
//! Colours are any CSS colours; lengths are in pixels. The text is the same on every run, so
//! pictures can be compared as text.

use std::fmt::Write;

/// A picture in the making.
#[derive(Clone, Debug)]
pub struct Svg {
    width: f64,
    height: f64,
    body: String,
}

impl Svg {
    /// An empty picture of this size.
    pub fn new(width: f64, height: f64) -> Svg {
        Svg { width, height, body: String::new() }
    }

    /// A filled rectangle.
    pub fn rectangle(&mut self, x: f64, y: f64, width: f64, height: f64, fill: &str) {
        let [x, y, width, height] = [x, y, width, height].map(short);
        self.add(format_args!(r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{fill}"/>"#));
    }

    /// A rectangle with an outline and no filling.
    pub fn frame(&mut self, x: f64, y: f64, width: f64, height: f64, stroke: &str) {
        let [x, y, width, height] = [x, y, width, height].map(short);
        self.add(format_args!(
            r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="none" stroke="{stroke}"/>"#
        ));
    }

    /// A disc with an outline.
    pub fn disc(&mut self, x: f64, y: f64, radius: f64, fill: &str, stroke: &str) {
        let [x, y, radius] = [x, y, radius].map(short);
        self.add(format_args!(r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}" stroke="{stroke}"/>"#));
    }

    /// A straight line.
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), stroke: &str, width: f64) {
        let [x1, y1, x2, y2, width] = [from.0, from.1, to.0, to.1, width].map(short);
        self.add(format_args!(
            r#"<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{stroke}" stroke-width="{width}"/>"#
        ));
    }

    /// A polygon through the points.
    pub fn polygon(&mut self, points: &[(f64, f64)], fill: &str, stroke: &str) {
        let points: Vec<String> = points.iter().map(|&(x, y)| format!("{},{}", short(x), short(y))).collect();
        let points = points.join(" ");
        self.add(format_args!(r#"<polygon points="{points}" fill="{fill}" stroke="{stroke}"/>"#));
    }

    /// A word centred at the point.
    pub fn text(&mut self, x: f64, y: f64, size: f64, fill: &str, text: &str) {
        let text = escape(text);
        let [x, y, size] = [x, y + size * 0.35, size].map(short);
        self.add(format_args!(
            r#"<text x="{x}" y="{y}" font-size="{size}" fill="{fill}" text-anchor="middle" font-family="sans-serif">{text}</text>"#
        ));
    }

    /// A word turned upside down, centred at the point.
    pub fn text_turned(&mut self, x: f64, y: f64, size: f64, fill: &str, text: &str) {
        self.add(format_args!(r#"<g transform="rotate(180 {} {})">"#, short(x), short(y)));
        self.text(x, y, size, fill, text);
        self.add(format_args!("</g>"));
    }

    /// Digits, `-` and spaces as strokes, centred at the point; anything else leaves a gap. They
    /// need no font, so they also appear in PNG pictures.
    pub fn digits(&mut self, centre: (f64, f64), height: f64, stroke: &str, text: &str) {
        let unit = height / 6.0;
        let step = 6.0 * unit;
        let width = step * text.chars().count() as f64 - 2.0 * unit;
        let top = centre.1 - height / 2.0;
        let mut path = String::new();
        for (place, symbol) in text.chars().enumerate() {
            let left = centre.0 - width / 2.0 + step * place as f64;
            for stroke in strokes_of(symbol) {
                for (at, (x, y)) in stroke.iter().enumerate() {
                    let letter = if at == 0 { 'M' } else { 'L' };
                    let (x, y) = (left + unit * f64::from(*x), top + unit * f64::from(*y));
                    write!(path, "{letter}{} {}", short(x), short(y)).expect("a string takes everything");
                }
            }
        }
        let width = short(0.9 * unit);
        self.add(format_args!(
            r#"<path d="{path}" fill="none" stroke="{stroke}" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round"/>"#
        ));
    }

    /// The whole picture on a white ground, with a title that programs for the blind read out.
    pub fn finish(self, title: &str) -> String {
        let [width, height] = [self.width, self.height].map(short);
        let (title, body) = (escape(title), self.body);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\">\n<title>{title}</title>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n{body}</svg>\n"
        )
    }

    fn add(&mut self, element: std::fmt::Arguments<'_>) {
        writeln!(self.body, "{element}").expect("writing to a string does not fail");
    }
}

type Stroke = &'static [(i8, i8)];

/// The strokes of a digit on a grid 4 wide and 6 high.
fn strokes_of(symbol: char) -> &'static [Stroke] {
    match symbol {
        '0' => &[&[(1, 0), (3, 0), (4, 1), (4, 5), (3, 6), (1, 6), (0, 5), (0, 1), (1, 0)]],
        '1' => &[&[(1, 1), (2, 0), (2, 6)]],
        '2' => &[&[(0, 0), (4, 0), (4, 3), (0, 3), (0, 6), (4, 6)]],
        '3' => &[&[(0, 0), (4, 0), (4, 6), (0, 6)], &[(1, 3), (4, 3)]],
        '4' => &[&[(0, 0), (0, 3), (4, 3)], &[(4, 0), (4, 6)]],
        '5' => &[&[(4, 0), (0, 0), (0, 3), (4, 3), (4, 6), (0, 6)]],
        '6' => &[&[(4, 0), (0, 0), (0, 6), (4, 6), (4, 3), (0, 3)]],
        '7' => &[&[(0, 0), (4, 0), (2, 6)]],
        '8' => &[&[(0, 0), (4, 0), (4, 6), (0, 6), (0, 0)], &[(0, 3), (4, 3)]],
        '9' => &[&[(4, 3), (0, 3), (0, 0), (4, 0), (4, 6), (0, 6)]],
        '-' => &[&[(0, 3), (4, 3)]],
        _ => &[],
    }
}

/// A length with at most two decimals and no trailing zeros.
fn short(length: f64) -> String {
    let text = format!("{length:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped_and_lengths_are_short() {
        let mut svg = Svg::new(10.0, 5.5);
        svg.text(1.0, 1.25, 4.0, "black", "a < b & c");
        let text = svg.finish("x > y");
        assert!(text.contains(">a &lt; b &amp; c<"), "{text}");
        assert!(text.contains("<title>x &gt; y</title>"), "{text}");
        assert!(text.contains("height=\"5.5\""), "{text}");
    }
}
