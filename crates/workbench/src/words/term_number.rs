//! The number of a term far out, beyond what a JSON number holds.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::Fault;

/// A whole number up to 2^128 - 1. In JSON a number or a text such as `1000000` or `1e18`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TermNumber(pub u128);

impl FromStr for TermNumber {
    type Err = Fault;

    fn from_str(text: &str) -> Result<TermNumber, Fault> {
        let plain = text.replace('_', "");
        let number = match plain.split_once(['e', 'E']) {
            Some((digits, power)) => digits
                .parse::<u128>()
                .ok()
                .and_then(|digits| digits.checked_mul(10u128.checked_pow(power.parse().ok()?)?)),
            None => plain.parse().ok(),
        };
        let wrong = || Fault::bad_input(format_args!("{text:?} is not a whole number, as 1000000 or 1e18"));
        number.map(TermNumber).ok_or_else(wrong)
    }
}

impl fmt::Display for TermNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for TermNumber {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match u64::try_from(self.0) {
            // Other programs keep 53 bits of a number.
            Ok(small) if small < 1 << 53 => serializer.serialize_u64(small),
            _ => serializer.collect_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for TermNumber {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<TermNumber, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Spelling {
            Number(u64),
            Text(String),
        }
        match Spelling::deserialize(deserializer)? {
            Spelling::Number(number) => Ok(TermNumber(number.into())),
            Spelling::Text(text) => text.parse().map_err(de::Error::custom),
        }
    }
}

impl JsonSchema for TermNumber {
    fn schema_name() -> Cow<'static, str> {
        "TermNumber".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A whole number up to 2^128 - 1, as a number or as a text such as 1e18.",
            "anyOf": [{"type": "integer", "minimum": 0}, {"type": "string"}],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_texts_mean_the_same_and_are_read_as_they_are_written() {
        for text in ["7", "\"7\"", "\"1e18\"", "\"340282366920938463463374607431768211455\""] {
            let number: TermNumber = serde_json::from_str(text).unwrap();
            let written = serde_json::to_value(number).unwrap();
            assert_eq!(serde_json::from_value::<TermNumber>(written).unwrap(), number, "{text}");
        }
        assert_eq!(serde_json::from_str::<TermNumber>("\"1e18\"").unwrap().0, 10u128.pow(18));
        for wrong in ["\"\"", "\"many\"", "-1", "1.5", "\"1e40\"", "\"e5\""] {
            assert!(serde_json::from_str::<TermNumber>(wrong).is_err(), "{wrong}");
        }
    }
}
