//! The question `buildings`: how many buildings do so many bricks make?

use hissho_certificate::Claim;
use hissho_certificate::bricks::buildings::{Counts, Scope};
use hissho_rules::bricks::{Brick, Profile};
use hissho_solve::bricks::{CountError, Question};
use hissho_solve::limits::Limits;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{BricksError, CheckedCount, Measure, count_and_check, of_accepted};
use crate::answer::{Ending, Findings, Told};
use crate::question::{Ask, other_claim};
use crate::{Certified, Desk, Fault, Verdict, Watch};

/// How many buildings do `n` bricks of `p`×`q` studs make? Finished parts go to the checkpoint of
/// the watch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Buildings {
    /// Studs along the shorter side.
    pub p: u32,
    /// Studs along the longer side.
    pub q: u32,
    /// How many bricks.
    pub n: u32,
    /// Only buildings of so many storeys; if each storey has one brick, the closed formula is
    /// evaluated as well.
    #[serde(default)]
    pub storeys: Option<u32>,
    /// Only buildings with so many bricks per storey, from the ground up: `1,2,2,1`.
    #[serde(default)]
    pub profile: Option<String>,
    /// Count turned copies as different: up to shifts only.
    #[serde(default)]
    pub fixed: bool,
    /// Only buildings that a turn by this angle brings back: 180 or 90.
    #[serde(default)]
    pub symmetric: Option<u32>,
    /// Count the bricks on one more brick that is fixed and alone on the ground.
    #[serde(default)]
    pub on_base: bool,
    /// Say the count for each profile.
    #[serde(default)]
    pub by_profile: bool,
    /// Leave parts with at most this many buildings to the checker to recount.
    #[serde(default = "usual_recount")]
    pub recount: u64,
}

fn usual_recount() -> u64 {
    50_000
}

impl Buildings {
    /// The question about all buildings of `n` bricks of `p`×`q` studs.
    pub fn new(p: u32, q: u32, n: u32) -> Buildings {
        Buildings {
            p,
            q,
            n,
            storeys: None,
            profile: None,
            fixed: false,
            symmetric: None,
            on_base: false,
            by_profile: false,
            recount: usual_recount(),
        }
    }

    /// Whether the question makes sense; nothing is counted.
    pub fn validate(&self) -> Result<(), Fault> {
        self.measure()?;
        self.for_the_counter().map(|_| ())
    }

    fn for_the_counter(&self) -> Result<Question, Fault> {
        let brick = Brick::new(self.p, self.q).map_err(|error| Fault::bad_input(error).in_field("p"))?;
        let scope = self.scope()?;
        let field = if self.profile.is_some() { "profile" } else { "n" };
        scope.profiles(self.n).map_err(|error| Fault::bad_input(error).in_field(field))?;
        Ok(Question { brick, bricks: self.n, scope, recount: u128::from(self.recount) })
    }

    fn scope(&self) -> Result<Scope, Fault> {
        let chosen = [self.storeys.is_some(), self.profile.is_some(), self.on_base];
        if chosen.iter().filter(|&&is_chosen| is_chosen).count() > 1 {
            return Err(Fault::bad_input("choose one of storeys, profile and on_base").in_field("storeys"));
        }
        let bricks = self.n;
        match (&self.profile, self.storeys) {
            (Some(text), _) => {
                let profile = Profile::parse(text);
                Ok(Scope::Profile(profile.map_err(|error| Fault::bad_input(error).in_field("profile"))?))
            }
            (None, Some(storeys)) if storeys > bricks => {
                let message = format!("storeys {storeys}: {bricks} bricks have at most {bricks} storeys");
                Err(Fault::bad_input(message).in_field("storeys"))
            }
            (None, Some(storeys)) => Ok(Scope::Storeys(storeys as usize)),
            (None, None) => Ok(if self.on_base { Scope::OnBase } else { Scope::All }),
        }
    }

    fn measure(&self) -> Result<Measure, Fault> {
        let wrong = |message: &str| Fault::bad_input(message).in_field("symmetric");
        match (self.symmetric, self.fixed) {
            (_, true) if self.on_base => {
                Err(wrong("on a fixed base nothing is turned: fixed does not go with on_base"))
            }
            (None, false) => Ok(Measure::Free),
            (None, true) => Ok(Measure::Fixed),
            (Some(90), _) => Ok(Measure::Quarter),
            (Some(180), fixed) => Ok(Measure::Half { fixed }),
            (Some(_), _) => Err(wrong("a turn that brings a building back is by 180 or 90 degrees")),
        }
    }
}

/// The count, or how far it was brought.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[expect(clippy::large_enum_variant, reason = "there is one at a time")]
pub enum CountedBuildings {
    /// It was made, and went through the checker.
    Counted(BuildingNumbers),
    /// A limit was reached.
    GaveUp(UnfinishedCount),
}

/// How many buildings there are. Numbers are decimal texts.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BuildingNumbers {
    /// Studs along the shorter side.
    pub p: u32,
    /// Studs along the longer side.
    pub q: u32,
    /// How many bricks.
    pub n: u32,
    /// The count that was asked for.
    pub count: String,
    /// The same for each number of storeys.
    pub by_height: Map<String, Value>,
    /// Up to shifts only.
    pub fixed: String,
    /// Of these, those that a half turn brings back.
    pub symmetric_180: String,
    /// Of these, those that a quarter turn brings back.
    pub symmetric_90: String,
    /// `checked` if the checker counted every part itself, else `computed`.
    pub verdict: Verdict,
    /// What the checker says.
    pub claim: String,
    /// The file with the certificate, if one was written.
    pub certificate: Option<String>,
    /// The count for each profile, if asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by_profile: Option<Map<String, Value>>,
    /// The closed formula, if the question was about towers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub formula: Option<Formula>,
    /// True if the bricks stand on one more that is fixed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub on_base: bool,
}

/// The closed formula for towers.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Formula {
    /// The formula, as the checker accepted it for every number of bricks.
    pub statement: String,
    /// What it gives here.
    pub count: String,
}

/// A count that was not finished.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct UnfinishedCount {
    /// Studs along the shorter side.
    pub p: u32,
    /// Studs along the longer side.
    pub q: u32,
    /// How many bricks.
    pub n: u32,
    /// Not known.
    pub count: Option<String>,
    /// Why, how many parts were finished, and about how long the others take.
    pub gave_up: String,
    /// The file in which finished parts are kept.
    pub checkpoint: Option<String>,
    /// Finished parts that could not be kept.
    pub parts_not_kept: u64,
}

impl Ask for Buildings {
    type Facts = CountedBuildings;

    fn answer(&self, _: &Desk, limits: &Limits, watch: &dyn Watch) -> Result<Told<CountedBuildings>, Fault> {
        let measure = self.measure()?;
        let question = self.for_the_counter()?;
        let found = match count_and_check(&question, limits, watch, watch) {
            Ok(found) => found,
            Err(BricksError::Count(error @ CountError::Stopped { .. })) => {
                return Ok(CountedBuildings::GaveUp(UnfinishedCount {
                    p: self.p,
                    q: self.q,
                    n: self.n,
                    count: None,
                    gave_up: error.to_string(),
                    checkpoint: None,
                    parts_not_kept: 0,
                })
                .into());
            }
            Err(error) => return Err(error.into()),
        };
        let facts = self.told(&found, &question, measure)?;
        let certified = [found.proof].into_iter().chain(found.tower.map(|tower| tower.proof));
        Ok(Told::from(CountedBuildings::Counted(facts)).with(certified))
    }

    fn confirm(
        &self,
        _: CountedBuildings,
        certified: &[Certified],
        limits: &Limits,
    ) -> Result<CountedBuildings, Fault> {
        let question = self.for_the_counter()?;
        let proof = certified.first().ok_or_else(other_claim)?;
        let Claim::Buildings(claim) = proof.claim() else { return Err(other_claim()) };
        if (claim.brick, claim.bricks, &claim.scope) != (question.brick, question.bricks, &question.scope) {
            return Err(other_claim());
        }
        let found = of_accepted(&question, claim, proof.clone(), limits)?;
        if !found.tower.iter().map(|tower| &tower.proof).eq(&certified[1..]) {
            return Err(other_claim());
        }
        Ok(CountedBuildings::Counted(self.told(&found, &question, self.measure()?)?))
    }
}

impl Buildings {
    fn told(
        &self,
        found: &CheckedCount,
        question: &Question,
        measure: Measure,
    ) -> Result<BuildingNumbers, Fault> {
        let directions = question.brick.directions().len() as u128;
        // On a base that lies in one way only, that part of the buildings up to shifts.
        let number = |counts: &Counts| match (&question.scope, measure) {
            (Scope::OnBase, Measure::Half { .. }) => Some(counts.half / directions),
            (Scope::OnBase, Measure::Quarter) => Some(counts.quarter / directions),
            (Scope::OnBase, _) => Some(counts.fixed / directions),
            _ => measure.of(counts),
        };
        let count = number(&found.total).ok_or(BricksError::Count(CountError::TooLarge))?;
        let text = |counts: &Counts| Value::from(number(counts).map(|number| number.to_string()));
        let heights = found.by_height.iter().map(|(height, counts)| (height.to_string(), text(counts)));
        let profiles = found.by_profile.iter().map(|(profile, counts)| (profile.to_string(), text(counts)));
        Ok(BuildingNumbers {
            p: self.p,
            q: self.q,
            n: self.n,
            count: count.to_string(),
            by_height: heights.collect(),
            fixed: found.total.fixed.to_string(),
            symmetric_180: found.total.half.to_string(),
            symmetric_90: found.total.quarter.to_string(),
            verdict: Verdict::established(&found.proof),
            claim: found.proof.claim().to_string(),
            certificate: None,
            by_profile: self.by_profile.then(|| profiles.collect()),
            formula: found.tower.as_ref().map(|tower| Formula {
                statement: tower.proof.claim().to_string(),
                count: tower.count.to_string(),
            }),
            on_base: self.on_base,
        })
    }
}

impl BuildingNumbers {
    /// The text for people, with a line for each number of storeys if `by_height`.
    pub fn report(&self, by_height: bool) -> String {
        let number = |value: &Value| value.as_str().unwrap_or("0").to_owned();
        let mut lines = format!("{}\n", self.count);
        for (height, count) in self.by_height.iter().filter(|_| by_height) {
            lines += &format!("{height:>3} storeys  {}\n", number(count));
        }
        for (profile, count) in self.by_profile.iter().flatten() {
            lines += &format!("{profile}  {}\n", number(count));
        }
        if !self.on_base {
            lines += &format!(
                "up to shifts {}; symmetric under a half turn {}, a quarter turn {}\n",
                self.fixed, self.symmetric_180, self.symmetric_90
            );
        }
        if let Some(formula) = &self.formula {
            lines += &format!("proved: {}\n", formula.statement);
        }
        lines + &format!("{}: {}\n", self.verdict, self.claim)
    }
}

impl Findings for CountedBuildings {
    fn text(&self) -> String {
        match self {
            CountedBuildings::Counted(numbers) => numbers.report(false),
            CountedBuildings::GaveUp(UnfinishedCount { gave_up, checkpoint, parts_not_kept, .. }) => {
                match checkpoint {
                    Some(file) if *parts_not_kept > 0 => format!(
                        "gave up: {gave_up}\nkept in {file}, except {parts_not_kept} parts that could not be written"
                    ),
                    Some(file) => {
                        format!("gave up: {gave_up}\nkept in {file}: the same command goes on from there")
                    }
                    None => format!("gave up: {gave_up}"),
                }
            }
        }
    }

    fn ending(&self) -> Ending {
        match self {
            CountedBuildings::Counted(_) => Ending::Answered,
            CountedBuildings::GaveUp(_) => Ending::GaveUp,
        }
    }
}
