//! Brick buildings seen from above and from the side (isometric), one or a sheet of many; and as
//! LDraw models.
//!
//! A brick is drawn as its top and the two faces towards the viewer, with a disc for each stud.
//! Bricks are drawn storey by storey from below, and within a storey from the back, so that nearer
//! ones cover farther ones.
//!
//! LDraw: one line of type 1 per brick, 20 units a stud, 24 a brick's height, y pointing down
//! (LDraw file format specification 1.0.2). Sizes with an official part use it; others are built of
//! 1×1 bricks.

use hissho_rules::bricks::{Brick, Building, Placement};

use super::{PictureError, Svg};

/// Pixels from one stud to the next along an axis, across and down, and the height of a brick: more
/// than twice the step down, so that a brick shifted by a stud towards the viewer still shows the
/// one under it.
const ACROSS: f64 = 9.0;
const DOWN: f64 = 4.0;
const HEIGHT: f64 = 13.0;
const MARGIN: f64 = 10.0;
const CAPTION: f64 = 16.0;

/// One colour a storey, again from the first after the last.
const COLOURS: [[&str; 3]; 6] = [
    ["#e3493b", "#b5372c", "#8f2b22"],
    ["#f2c230", "#c89d20", "#9f7c17"],
    ["#3f8fd2", "#2f70a8", "#245783"],
    ["#58ad4e", "#44893c", "#346a2e"],
    ["#f08a3c", "#c56d2b", "#9c5520"],
    ["#9a6fc0", "#7a5599", "#5f4278"],
];

/// The most buildings on one sheet.
pub const MOST: usize = 2_000;

/// One building under its number, if it has one.
pub struct Exhibit<'a> {
    /// The building.
    pub building: &'a Building,
    /// Its number in the fixed order.
    pub number: Option<u64>,
}

/// A sheet of buildings, those brought back by a half turn on a tinted ground.
pub fn sheet(brick: Brick, exhibits: &[Exhibit<'_>], title: &str) -> Result<String, PictureError> {
    if exhibits.len() > MOST {
        return Err(PictureError::TooLarge {
            asked: format!("{} buildings", exhibits.len()),
            most: format!("{MOST} buildings"),
        });
    }
    let boxes: Vec<Bounds> = exhibits.iter().map(|e| Bounds::of(brick, e.building)).collect();
    let widest = boxes.iter().map(Bounds::width).fold(0.0, f64::max) + 2.0 * MARGIN;
    let tallest = boxes.iter().map(Bounds::height).fold(0.0, f64::max) + 2.0 * MARGIN + CAPTION;
    let columns = ((exhibits.len() as f64 * tallest / widest).sqrt().ceil() as usize).max(1);
    let rows = exhibits.len().div_ceil(columns).max(1);
    let mut svg = Svg::new(columns as f64 * widest, rows as f64 * tallest);
    for (i, (exhibit, bounds)) in exhibits.iter().zip(&boxes).enumerate() {
        let (left, top) = ((i % columns) as f64 * widest, (i / columns) as f64 * tallest);
        let turned = exhibit.building.quarter_turn(brick).quarter_turn(brick);
        if exhibits.len() > 1 && turned == *exhibit.building {
            svg.rectangle(left, top, widest, tallest, "#fdf3d0");
        }
        let x = left + (widest - bounds.width()) / 2.0 - bounds.left;
        let y = top + (tallest - CAPTION - bounds.height()) / 2.0 - bounds.top;
        draw(&mut svg, brick, exhibit.building, (x, y));
        if let Some(number) = exhibit.number {
            svg.digits(
                (left + widest / 2.0, top + tallest - CAPTION * 0.7),
                8.0,
                "#555555",
                &number.to_string(),
            );
        }
    }
    Ok(svg.finish(title))
}

/// Where a point of the model is on the picture.
fn project(x: f64, y: f64, z: f64) -> (f64, f64) {
    ((x - y) * ACROSS, (x + y) * DOWN - z * HEIGHT)
}

struct Bounds {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

impl Bounds {
    fn of(brick: Brick, building: &Building) -> Bounds {
        let mut bounds = Bounds { left: f64::MAX, right: f64::MIN, top: f64::MAX, bottom: f64::MIN };
        for &p in building.bricks() {
            let (w, d) = brick.extent(p.turned);
            for (x, y) in [(p.x, p.y), (p.x + w, p.y), (p.x, p.y + d), (p.x + w, p.y + d)] {
                for z in [f64::from(p.z), f64::from(p.z) + 1.25] {
                    let (x, y) = project(f64::from(x), f64::from(y), z);
                    bounds.left = bounds.left.min(x);
                    bounds.right = bounds.right.max(x);
                    bounds.top = bounds.top.min(y);
                    bounds.bottom = bounds.bottom.max(y);
                }
            }
        }
        bounds
    }

    fn width(&self) -> f64 {
        self.right - self.left
    }

    fn height(&self) -> f64 {
        self.bottom - self.top
    }
}

fn draw(svg: &mut Svg, brick: Brick, building: &Building, (left, top): (f64, f64)) {
    for p in back_to_front(brick, building) {
        let (w, d) = brick.extent(p.turned);
        let [x, y, z, w, d] = [p.x, p.y, p.z, w, d].map(f64::from);
        let [light, middle, dark] = COLOURS[p.z as usize % COLOURS.len()];
        let at = |x: f64, y: f64, z: f64| {
            let (px, py) = project(x, y, z);
            (px + left, py + top)
        };
        let edge = "#333333";
        let right = [at(x + w, y, z), at(x + w, y + d, z), at(x + w, y + d, z + 1.0), at(x + w, y, z + 1.0)];
        let front = [at(x, y + d, z), at(x + w, y + d, z), at(x + w, y + d, z + 1.0), at(x, y + d, z + 1.0)];
        let roof =
            [at(x, y, z + 1.0), at(x + w, y, z + 1.0), at(x + w, y + d, z + 1.0), at(x, y + d, z + 1.0)];
        svg.polygon(&front, middle, edge);
        svg.polygon(&right, dark, edge);
        svg.polygon(&roof, light, edge);
        for stud_y in 0..d as i32 {
            for stud_x in 0..w as i32 {
                let centre = at(x + f64::from(stud_x) + 0.5, y + f64::from(stud_y) + 0.5, z + 1.0);
                stud(svg, centre, light, dark);
            }
        }
    }
}

/// A stud: a short cylinder.
fn stud(svg: &mut Svg, (x, y): (f64, f64), light: &str, dark: &str) {
    const RISE: f64 = 2.4;
    let ellipse = |rise: f64, from: f64, to: f64| {
        (0..=8).map(move |i| {
            let angle = (from + (to - from) * f64::from(i) / 8.0).to_radians();
            (x + ACROSS * 0.42 * angle.cos(), y - rise + DOWN * 0.42 * angle.sin())
        })
    };
    let side: Vec<(f64, f64)> = ellipse(0.0, 0.0, 180.0).chain(ellipse(RISE, 180.0, 0.0)).collect();
    svg.polygon(&side, dark, dark);
    let top: Vec<(f64, f64)> = ellipse(RISE, 0.0, 180.0).chain(ellipse(RISE, 180.0, 360.0)).collect();
    svg.polygon(&top, light, dark);
}

/// Bricks so that each comes after all it covers: by storey, then each after those behind it.
fn back_to_front(brick: Brick, building: &Building) -> Vec<Placement> {
    let behind = |a: Placement, b: Placement| {
        let (w, d) = brick.extent(a.turned);
        a.z == b.z && (a.x + w <= b.x || a.y + d <= b.y)
    };
    let mut left: Vec<Placement> = building.bricks().to_vec();
    let mut order = Vec::new();
    while !left.is_empty() {
        let z = left.iter().map(|p| p.z).min().unwrap_or(0);
        // A brick with nothing behind it; two bricks may each be behind the other, then the farther
        // corner decides.
        let free = (0..left.len()).filter(|&i| left[i].z == z).min_by_key(|&i| {
            let before = left.iter().filter(|&&p| behind(p, left[i]) && !behind(left[i], p)).count();
            (before, left[i].x + left[i].y)
        });
        order.push(left.remove(free.unwrap_or(0)));
    }
    order
}

/// The model as an LDraw file.
pub fn ldraw(brick: Brick, building: &Building, title: &str) -> String {
    const LDRAW_COLOURS: [u32; 6] = [4, 14, 1, 2, 25, 5];
    let mut text = format!("0 {title}\n0 Name: building.ldr\n0 Author: Hissho\n0 BFC CERTIFY CCW\n");
    for p in building.bricks() {
        let colour = LDRAW_COLOURS[p.z as usize % LDRAW_COLOURS.len()];
        let (w, d) = brick.extent(p.turned);
        // Seen from above LDraw turns from x to z against the clock, we from x to y with it: z is
        // -y.
        let mut put = |x: f64, y: f64, turned: bool, part: &str| {
            let matrix = if turned { "0 0 1 0 1 0 -1 0 0" } else { "1 0 0 0 1 0 0 0 1" };
            let height = -24 * (i32::from(p.z) + 1);
            text += &format!("1 {colour} {} {height} {} {matrix} {part}\n", x * 20.0, y * -20.0);
        };
        match part(brick) {
            Some(part) => {
                put(f64::from(p.x) + f64::from(w) / 2.0, f64::from(p.y) + f64::from(d) / 2.0, p.turned, part)
            }
            None => {
                for y in 0..d {
                    for x in 0..w {
                        put(f64::from(p.x + x) + 0.5, f64::from(p.y + y) + 0.5, false, "3005.dat");
                    }
                }
            }
        }
    }
    text + "0 STEP\n"
}

/// The official part for a size, its long side along x.
fn part(brick: Brick) -> Option<&'static str> {
    Some(match (brick.short(), brick.long()) {
        (1, 1) => "3005.dat",
        (1, 2) => "3004.dat",
        (1, 3) => "3622.dat",
        (1, 4) => "3010.dat",
        (1, 6) => "3009.dat",
        (1, 8) => "3008.dat",
        (2, 2) => "3003.dat",
        (2, 3) => "3002.dat",
        (2, 4) => "3001.dat",
        (2, 6) => "2456.dat",
        (2, 8) => "3007.dat",
        (4, 6) => "2356.dat",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two() -> (Brick, Building) {
        let at = |x, y, z, turned| Placement { x, y, z, turned };
        (Brick::new(2, 4).unwrap(), Building::of(vec![at(0, 0, 0, false), at(3, 1, 1, true)]))
    }

    #[test]
    fn a_sheet_shows_every_stud() {
        let (brick, building) = two();
        let exhibit = Exhibit { building: &building, number: Some(7) };
        let svg = sheet(brick, &[exhibit], "two bricks").unwrap();
        // Three faces for each brick and two shapes for each stud.
        assert_eq!(svg.matches("<polygon").count(), 2 * 3 + 16 * 2);
    }

    #[test]
    fn too_many_buildings_are_refused() {
        let (brick, building) = two();
        let exhibits: Vec<Exhibit<'_>> =
            (0..=MOST).map(|_| Exhibit { building: &building, number: None }).collect();
        assert!(sheet(brick, &exhibits, "many").is_err());
    }

    #[test]
    fn ldraw_has_one_part_a_brick() {
        let (brick, building) = two();
        let model = ldraw(brick, &building, "two bricks");
        let parts: Vec<&str> = model.lines().filter(|line| line.starts_with("1 ")).collect();
        assert_eq!(
            parts,
            ["1 4 40 -24 -20 1 0 0 0 1 0 0 0 1 3001.dat", "1 14 80 -48 -60 0 0 1 0 1 0 -1 0 0 3001.dat"]
        );
        let odd = Brick::new(5, 5).unwrap();
        let single = Building::of(vec![Placement { x: 0, y: 0, z: 0, turned: false }]);
        assert_eq!(ldraw(odd, &single, "5×5").matches("3005.dat").count(), 25);
    }
}
