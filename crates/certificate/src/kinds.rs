//! The list of certificate kinds, and the one door to all checkers.

use crate::text::Reader;
use crate::{Claim, Context, Proved, Refusal, connection, grundy_period};

type Checker = fn(&mut Reader<'_>, &Context<'_>) -> Result<Proved<Claim>, Refusal>;

/// Every kind: its name in the file, and the function that reads and checks the rest.
const KINDS: &[(&str, Checker)] = &[
    (connection::KIND, connection::check_text),
    (grundy_period::KIND, grundy_period::check_text),
    (crate::response::KIND, crate::response::check_text),
    (crate::repetition::KIND, crate::repetition::check_text),
    (crate::word::KIND, crate::word::check_text),
];

/// The names of all kinds of certificate.
pub fn kinds() -> impl Iterator<Item = &'static str> {
    KINDS.iter().map(|&(name, _)| name)
}

/// Checks the certificate `text`: on success the claim it establishes.
pub fn check(text: &str, context: &Context<'_>) -> Result<Proved<Claim>, Refusal> {
    let mut reader = Reader::new(text)?;
    let Some(&(_, checker)) = KINDS.iter().find(|&&(name, _)| name == reader.kind()) else {
        let known = kinds().collect::<Vec<_>>().join(", ");
        return Err(Refusal::UnknownKind {
            found: crate::refusal::shorten(reader.kind()),
            known,
        });
    };
    let proved = checker(&mut reader, context)?;
    reader.end()?;
    Ok(proved)
}
