//! The question `flat-buildings`: how many buildings of 1×q bricks lie in one vertical plane.

use hissho_solve::bricks::flat::{FlatCounts, flat_buildings};
use hissho_solve::limits::Limits;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::answer::{Ending, Findings, Told};
use crate::question::Ask;
use crate::{Desk, Fault, Watch};

/// How many flat buildings do `n` bricks of 1×`q` studs make?
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FlatBuildings {
    /// Studs along the brick.
    pub q: u32,
    /// How many bricks.
    pub n: u32,
    /// Count turned copies as different: up to shifts only.
    #[serde(default)]
    pub fixed: bool,
    /// Only buildings that a half turn brings back.
    #[serde(default)]
    pub symmetric: bool,
}

/// How many flat buildings there are. Numbers are decimal texts; they were computed, not proved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FlatNumbers {
    /// Studs along the brick.
    pub q: u32,
    /// How many bricks.
    pub n: u32,
    /// The count that was asked for; none if it was given up.
    pub count: Option<String>,
    /// The same for each number of storeys.
    pub by_height: Map<String, Value>,
    /// Up to shifts only.
    pub fixed: String,
    /// Of these, those that a half turn brings back.
    pub symmetric_180: String,
    /// Why it was given up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Ask for FlatBuildings {
    type Facts = FlatNumbers;

    fn answer(&self, _: &Desk, limits: &Limits, _: &dyn Watch) -> Result<Told<FlatNumbers>, Fault> {
        if !(1..=16).contains(&self.q) {
            return Err(Fault::bad_input("a flat building has bricks of 1 to 16 studs").in_field("q"));
        }
        if !(1..=30).contains(&self.n) {
            return Err(Fault::bad_input("a flat building has 1 to 30 bricks").in_field("n"));
        }
        let number = |counts: FlatCounts| match (self.symmetric, self.fixed) {
            (true, _) => counts.half,
            (false, true) => counts.fixed,
            (false, false) => counts.free(),
        };
        let mut facts = FlatNumbers {
            q: self.q,
            n: self.n,
            count: None,
            by_height: Map::new(),
            fixed: "0".to_owned(),
            symmetric_180: "0".to_owned(),
            reason: None,
        };
        match flat_buildings(self.q, self.n, &limits.start()) {
            Ok(found) => {
                let mut all = FlatCounts::default();
                for (storeys, counts) in found {
                    all.fixed += counts.fixed;
                    all.half += counts.half;
                    facts.by_height.insert(storeys.to_string(), number(counts).to_string().into());
                }
                facts.count = Some(number(all).to_string());
                (facts.fixed, facts.symmetric_180) = (all.fixed.to_string(), all.half.to_string());
            }
            Err(stop) => facts.reason = Some(stop.to_string()),
        }
        Ok(facts.into())
    }
}

impl Findings for FlatNumbers {
    fn text(&self) -> String {
        let Some(count) = &self.count else {
            return format!("gave up: {}", self.reason.as_deref().unwrap_or_default());
        };
        let height = |(height, count): (&String, &Value)| {
            format!("{height:>3} storeys  {}\n", count.as_str().unwrap_or("0"))
        };
        let by_height: String = self.by_height.iter().map(height).collect();
        format!(
            "{count}\n{by_height}up to shifts {}; symmetric under a half turn {}\ncomputed, not checked: flat buildings of {} \
             bricks of 1x{} studs\n",
            self.fixed, self.symmetric_180, self.n, self.q
        )
    }

    fn ending(&self) -> Ending {
        if self.count.is_some() { Ending::Answered } else { Ending::GaveUp }
    }
}
