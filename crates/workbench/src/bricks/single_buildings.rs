//! The question `draw-buildings`: single buildings by number or by lot, with a picture or a model
//! of them.

use hissho_certificate::bricks::buildings::Scope;
use hissho_rules::bricks::{Brick, Building, Profile};
use hissho_solve::bricks::{buildings, random_building};
use hissho_solve::limits::{Limits, Stop};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer::{Attachment, Ending, Findings, Told};
use crate::picture::bricks::{Exhibit, MOST, ldraw, sheet};
use crate::picture::to_png;
use crate::question::Ask;
use crate::{Desk, Fault, Watch};

/// Buildings by number, fewer storeys first, or by lot; all of them when nothing is chosen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DrawBuildings {
    /// Studs along the shorter side.
    pub p: u32,
    /// Studs along the longer side.
    pub q: u32,
    /// How many bricks.
    pub n: u32,
    /// The building with this number, from 1.
    #[serde(default)]
    pub index: Option<u64>,
    /// A building drawn by lot, each equally likely; the same start of the lot gives the same
    /// building.
    #[serde(default)]
    pub random: Option<u64>,
    /// How many buildings, from the one asked for on.
    #[serde(default)]
    pub count: Option<u64>,
    /// Only buildings with so many bricks per storey, from the ground up: `1,2,2,1`.
    #[serde(default)]
    pub profile: Option<String>,
    /// Draw them: `svg` or `png`, or one of them as a model for LEGO viewers, `ldr`.
    #[serde(default)]
    pub picture: Option<String>,
}

/// Single buildings.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DrawnBuildings {
    /// Studs along the shorter side.
    pub p: u32,
    /// Studs along the longer side.
    pub q: u32,
    /// How many bricks.
    pub n: u32,
    /// The buildings.
    pub buildings: Vec<DrawnBuilding>,
    /// The file that was written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The picture, if it was not written to a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub svg: Option<String>,
    /// Why it was given up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gave_up: Option<String>,
}

/// One building.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DrawnBuilding {
    /// Its number, unless it was drawn by lot.
    pub number: Option<u64>,
    /// Bricks per storey, from the ground up.
    pub profile: String,
    /// Its bricks.
    pub bricks: Vec<PlacedBrick>,
}

/// Where a brick lies.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PlacedBrick {
    /// Column of the corner.
    pub x: i16,
    /// Row of the corner.
    pub y: i16,
    /// Storey.
    pub z: i16,
    /// Whether the long side lies along y.
    pub turned: bool,
}

/// A building with its number.
type Numbered = (Building, Option<u64>);

impl Ask for DrawBuildings {
    type Facts = DrawnBuildings;

    fn answer(&self, _: &Desk, limits: &Limits, watch: &dyn Watch) -> Result<Told<DrawnBuildings>, Fault> {
        let brick = Brick::new(self.p, self.q).map_err(|error| Fault::bad_input(error).in_field("p"))?;
        let profiles = self.profiles()?;
        let is_one = self.index.is_some() || self.random.is_some();
        let usual = if is_one { 1 } else { MOST + 1 };
        let count = self.count.map_or(usual, |count| usize::try_from(count).unwrap_or(usize::MAX));
        self.check_picture(count)?;
        watch.begin("buildings", 0);
        let mut facts = DrawnBuildings {
            p: self.p,
            q: self.q,
            n: self.n,
            buildings: Vec::new(),
            file: None,
            svg: None,
            gave_up: None,
        };
        let found = match self.find(brick, &profiles, count, limits) {
            Ok(found) => found,
            Err(stop) => {
                facts.gave_up = Some(stop.to_string());
                return Ok(facts.into());
            }
        };
        if found.is_empty() {
            let message = format!("there is no building with number {}", self.index.unwrap_or(1));
            return Err(Fault::bad_input(message).in_field("index"));
        }
        facts.buildings = found.iter().map(listed).collect();
        let picture = self.draw(brick, &found, &facts.title())?;
        Ok(Told { facts, certified: Vec::new(), files: picture.into_iter().collect() })
    }
}

impl DrawBuildings {
    fn profiles(&self) -> Result<Vec<Profile>, Fault> {
        let wrong = |field: &'static str| move |error| Fault::bad_input(error).in_field(field);
        match &self.profile {
            Some(_) if self.random.is_some() => {
                Err(Fault::bad_input("a building drawn by lot may have any profile").in_field("profile"))
            }
            Some(text) => Profile::parse(text)
                .and_then(|profile| Scope::Profile(profile).profiles(self.n))
                .map_err(wrong("profile")),
            None => Profile::all(self.n).map_err(wrong("n")),
        }
    }

    fn check_picture(&self, count: usize) -> Result<(), Fault> {
        let wrong = |message: &str| Err(Fault::bad_input(message).in_field("picture"));
        match (self.index, self.random, self.picture.as_deref()) {
            (Some(_), Some(_), _) => {
                Err(Fault::bad_input("choose a number or the lot, not both").in_field("index"))
            }
            (Some(0), _, _) => Err(Fault::bad_input("buildings are numbered from 1").in_field("index")),
            (_, _, Some("ldr")) if count != 1 => {
                wrong("an .ldr file holds one building: choose it with --index or --random")
            }
            (_, _, None | Some("svg" | "png" | "ldr")) => Ok(()),
            (_, _, Some(_)) => wrong("a picture is svg, png or ldr"),
        }
    }

    fn find(
        &self,
        brick: Brick,
        profiles: &[Profile],
        count: usize,
        limits: &Limits,
    ) -> Result<Vec<Numbered>, Stop> {
        let meter = limits.start();
        if let Some(seed) = self.random {
            let draw = |i| Ok((random_building(brick, self.n, seed.wrapping_add(i), &meter)?, None));
            return (0..count as u64).map(draw).collect();
        }
        let first = self.index.unwrap_or(1);
        let list = buildings(brick, profiles, first - 1, count, &meter)?;
        Ok(list.into_iter().zip(first..).map(|(building, number)| (building, Some(number))).collect())
    }

    fn draw(&self, brick: Brick, found: &[Numbered], title: &str) -> Result<Option<Attachment>, Fault> {
        let exhibits: Vec<Exhibit<'_>> =
            found.iter().map(|(building, number)| Exhibit { building, number: *number }).collect();
        let sheet = || sheet(brick, &exhibits, title).map_err(Fault::too_large);
        Ok(match self.picture.as_deref() {
            Some("ldr") => Some(Attachment::text("ldr", ldraw(brick, &found[0].0, title))),
            Some("png") => Some(Attachment::bytes("png", to_png(&sheet()?, 2.0).map_err(Fault::too_large)?)),
            Some(_) => Some(Attachment::text("svg", sheet()?)),
            None => None,
        })
    }
}

fn listed((building, number): &Numbered) -> DrawnBuilding {
    let bricks = building.bricks().iter();
    DrawnBuilding {
        number: *number,
        profile: building.profile().to_string(),
        bricks: bricks.map(|p| PlacedBrick { x: p.x, y: p.y, z: p.z, turned: p.turned }).collect(),
    }
}

impl DrawnBuildings {
    fn title(&self) -> String {
        format!("buildings of {} bricks {}×{}", self.n, self.p, self.q)
    }
}

impl Findings for DrawnBuildings {
    fn text(&self) -> String {
        match (&self.gave_up, &self.svg, &self.file) {
            (Some(reason), _, _) => format!("gave up: {reason}"),
            (None, Some(svg), _) => svg.clone(),
            (None, None, Some(file)) => {
                format!("{file} written: {} {}", self.buildings.len(), self.title())
            }
            (None, None, None) => format!("{} {}", self.buildings.len(), self.title()),
        }
    }

    fn ending(&self) -> Ending {
        if self.gave_up.is_some() { Ending::GaveUp } else { Ending::Answered }
    }
}
