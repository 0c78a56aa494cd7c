//! The one door to all checkers.

use crate::claim::KINDS;
use crate::text::Reader;
use crate::{Claim, Context, Proved, Refusal};

/// Reads the lines after the head and checks them.
pub(crate) type Checker = fn(&mut Reader<'_>, &Context<'_>) -> Result<Proved<Claim>, Refusal>;

/// The newest version of the format of any kind.
pub(crate) const NEWEST: u64 = 2;

/// The version of the format of this kind that is written and read here.
pub(crate) fn version_of(kind: &str) -> u64 {
    if kind == crate::laws::KIND { 2 } else { 1 }
}

/// The names of all kinds of certificate.
pub fn kinds() -> impl Iterator<Item = &'static str> {
    KINDS.iter().map(|&(name, _)| name)
}

/// Checks the certificate `text`: on success the claim it establishes.
pub fn check(text: &str, context: &Context<'_>) -> Result<Proved<Claim>, Refusal> {
    // The text, and a line of it written again.
    let longest = text.split('\n').map(str::len).max().unwrap_or(0);
    context.account.hold::<u8>(text.len().saturating_add(longest.saturating_mul(3)))?;
    let mut reader = Reader::new(text)?;
    let Some(&(_, checker)) = KINDS.iter().find(|&&(name, _)| name == reader.kind()) else {
        let known = kinds().collect::<Vec<_>>().join(", ");
        return Err(Refusal::UnknownKind { found: crate::refusal::shorten(reader.kind()), known });
    };
    let (found, known) = (reader.version(), version_of(reader.kind()));
    if found != known {
        return Err(Refusal::UnknownVersion { found, known });
    }
    let proved = checker(&mut reader, context)?;
    reader.end()?;
    assert!(reader.is_spelled(), "a kind must compare the spelling before it accepts");
    Ok(proved)
}
