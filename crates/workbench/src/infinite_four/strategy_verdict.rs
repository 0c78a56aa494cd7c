//! What is said of strategies of infinite Connect-Four, in one word. "accepted", "win" and "draw"
//! are reached with an accepted claim in hand; the other words promise nothing.

use std::borrow::Cow;

use hissho_certificate::Claim;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::Accepted;

/// What became of a strategy that was looked for or looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StrategyVerdict(&'static str);

const ACCEPTED: StrategyVerdict = StrategyVerdict("accepted");
const WIN: StrategyVerdict = StrategyVerdict("win");
const DRAW: StrategyVerdict = StrategyVerdict("draw");

impl StrategyVerdict {
    /// Nothing was found within the bounds of the search.
    pub const NONE: StrategyVerdict = StrategyVerdict("none");
    /// Not settled.
    pub const OPEN: StrategyVerdict = StrategyVerdict("open");
    /// The checker refused it.
    pub const REFUSED: StrategyVerdict = StrategyVerdict("refused");
    /// A limit was reached first.
    pub const GAVE_UP: StrategyVerdict = StrategyVerdict("gave-up");

    const ALL: [StrategyVerdict; 7] =
        [ACCEPTED, WIN, DRAW, Self::NONE, Self::OPEN, Self::REFUSED, Self::GAVE_UP];

    /// A strategy that never loses; open if the claim is about something else.
    pub fn accepted(by: &Accepted) -> StrategyVerdict {
        if matches!(by.claim(), Claim::Response(_)) { ACCEPTED } else { Self::OPEN }
    }

    /// A draw, held by such a strategy.
    pub fn draw(by: &Accepted) -> StrategyVerdict {
        if matches!(by.claim(), Claim::Response(_)) { DRAW } else { Self::OPEN }
    }

    /// A win by threats.
    pub fn win(by: &Accepted) -> StrategyVerdict {
        if matches!(by.claim(), Claim::ForcedWin(_)) { WIN } else { Self::OPEN }
    }

    /// The word users read.
    pub fn word(self) -> &'static str {
        self.0
    }
}

impl Serialize for StrategyVerdict {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0)
    }
}

/// What is read promises nothing: the words that need a claim are read as "open".
impl<'de> Deserialize<'de> for StrategyVerdict {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<StrategyVerdict, D::Error> {
        let text = String::deserialize(deserializer)?;
        let found = Self::ALL.into_iter().find(|verdict| verdict.0 == text);
        let found = found.ok_or_else(|| de::Error::custom("not a verdict on a strategy"))?;
        Ok(if [ACCEPTED, WIN, DRAW].contains(&found) { Self::OPEN } else { found })
    }
}

impl JsonSchema for StrategyVerdict {
    fn schema_name() -> Cow<'static, str> {
        "StrategyVerdict".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "enum": Self::ALL.map(|verdict| verdict.0) })
    }
}
