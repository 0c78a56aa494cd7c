//! Certificate: a formula for the buildings of n bricks in n storeys, for every n.
//!
//! Claim: n bricks of p×q studs in n storeys make, up to rotation,
//! (on^(n-1) + centred^(n-1)) / 2 buildings when p < q, and (on^(n-1) + 3) / 4 when p = q.
//!
//! Evidence: `on`, the number of placements of a brick on another, and `centred`, how many of these
//! have the same centre. The checker lists them. It is enough: every storey has one brick, which
//! may lie in `on` ways on the one below, whatever that one's direction (a quarter turn shows it),
//! so there are d·on^(n-1) towers up to shifts, where d is the number of directions. A half turn
//! brings a tower back exactly if all centres are on the axis: d·centred^(n-1). A quarter turn
//! brings back only a straight tower of square bricks: 1 if p = q, else 0. Burnside's lemma gives
//! the rest (the lecture's theorems 3, 5, 7 and exercise 8).
//!
//! Cost: one list of the at most 450 placements on a brick.

use std::fmt;

use hissho_rules::Exhausted;
use hissho_rules::bricks::{Brick, Placement};

use crate::text::{Reader, Writer};
use crate::{CheckError, Claim, Context, Proved, Refusal};

/// The name of this kind in a certificate.
pub const KIND: &str = "towers";

/// The formula for towers of a brick.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Towers {
    /// The brick.
    pub brick: Brick,
    /// Placements of a brick on another.
    pub on: u64,
    /// Those with the same centre.
    pub centred: u64,
}

impl Towers {
    /// The number of towers of `bricks` bricks up to rotation; `None` for 0 bricks or if it does
    /// not fit.
    pub fn count(&self, bricks: u32) -> Option<u128> {
        let power = |base: u64| u128::from(base).checked_pow(bricks.checked_sub(1)?);
        let (on, centred) = (power(self.on)?, power(self.centred)?);
        if self.brick.is_square() {
            Some(on.checked_add(centred)?.checked_add(2)? / 4)
        } else {
            Some(on.checked_add(centred)? / 2)
        }
    }
}

impl fmt::Display for Towers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Towers { brick, on, centred } = self;
        write!(f, "n bricks {brick} in n storeys make ")?;
        if brick.is_square() {
            write!(f, "({on}^(n-1) + 3) / 4")?;
        } else {
            write!(f, "({on}^(n-1) + {centred}^(n-1)) / 2")?;
        }
        write!(f, " buildings up to rotation, for every n >= 1")
    }
}

/// Why the evidence does not establish the claim.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TowerError {
    /// The placements were listed, and there are others.
    #[error(
        "{given_on} placements on a brick given, {given_centred} of them centred; there are {on} and {centred}"
    )]
    WrongPlacements {
        /// What the certificate says.
        given_on: u64,
        /// What the certificate says.
        given_centred: u64,
        /// Placements there are.
        on: u64,
        /// Those with the same centre.
        centred: u64,
    },
}

impl CheckError for TowerError {
    fn exhausted(&self) -> Option<Exhausted> {
        None // the work is bounded by the size of bricks
    }
}

/// Checks `claim`, which carries its own evidence.
pub fn check(claim: Towers) -> Result<Proved<Towers>, TowerError> {
    let (on, centred) = placements(claim.brick);
    if (claim.on, claim.centred) != (on, centred) {
        let (given_on, given_centred) = (claim.on, claim.centred);
        return Err(TowerError::WrongPlacements { given_on, given_centred, on, centred });
    }
    Ok(Proved::by_check(claim))
}

/// The placements of a brick on another, and those with the same centre, listed.
pub fn placements(brick: Brick) -> (u64, u64) {
    let base = Placement { z: 0, y: 0, x: 0, turned: false };
    let twice_centre = |p: Placement| {
        let (w, d) = brick.extent(p.turned);
        (2 * p.x + w, 2 * p.y + d)
    };
    let centred = brick.above(base).filter(|&p| twice_centre(p) == twice_centre(base)).count();
    (brick.above(base).count() as u64, centred as u64)
}

/// The certificate as text.
pub fn write(claim: &Towers) -> String {
    let mut writer = Writer::new(KIND);
    lines(claim, &mut writer);
    writer.finish()
}

/// The lines after the head.
fn lines(claim: &Towers, writer: &mut Writer<'_>) {
    writer.line(format_args!("brick {} {}", claim.brick.short(), claim.brick.long()));
    writer.line(format_args!("on {}", claim.on));
    writer.line(format_args!("centred {}", claim.centred));
}

/// Reads and checks the lines after the head.
pub(crate) fn check_text(reader: &mut Reader<'_>, context: &Context<'_>) -> Result<Proved<Claim>, Refusal> {
    let sides = reader.field("brick")?;
    let &[short, long] = sides.parse_all::<u32>(&context.account)?.as_slice() else {
        return Err(sides.refuse("the two sides of the brick"));
    };
    let brick = Brick::new(short, long).map_err(|error| sides.refuse(error))?;
    let claim =
        Towers { brick, on: reader.field("on")?.parse()?, centred: reader.field("centred")?.parse()? };
    reader.must_be(|writer| lines(&claim, writer))?;
    let proved = check(claim).map_err(|error| Refusal::of(KIND, &error))?;
    Ok(proved.into_claim())
}
