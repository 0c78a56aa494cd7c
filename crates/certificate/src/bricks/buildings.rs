//! Certificate: the number of buildings of n bricks, by profile.
//!
//! Claim: for each profile in scope (all of n bricks, those of h storeys, one profile, or those on
//! one fixed base brick), how many buildings there are up to shifts (`fixed`), and how many of
//! these a half turn and a quarter turn bring back; hence, by Burnside's lemma, (fixed + half + 2
//! quarter) / 4 up to rotation.
//!
//! Evidence: the counts of the *pieces* from which all profiles follow, each marked `recount` or
//! `given`.
//! * A profile with an inner storey of one brick D falls into two pieces that share D. What is
//!   below D and what is above hang together only through D, so each piece is a building, and any
//!   two fit; a quarter turn shows that D lies in each direction equally often. A turn that brings
//!   the building back brings D and both pieces back. So fixed, half and quarter each multiply,
//!   divided by the number of directions.
//! * Turning a building upside down reverses its profile: a piece stands for its reverse too.
//!
//! The checker derives the profiles and the pieces itself and counts every piece marked `recount`
//! with its own slow counter; pieces of up to three bricks or of one storey must be so marked. If
//! all pieces are recounted the claim is established. Otherwise the given counts are a program's
//! word: the checker sees that they are possible as far as that is easily seen (`check_given`)
//! and adds them up. The claim says how many, and the verdict is `counted`.
//!
//! Cost: the recounting; the rest is about linear in the number of profiles.

use std::fmt;

use hissho_rules::bricks::{Brick, BrickError, Profile};
use hissho_rules::{Account, Exhausted};

use crate::bricks::recount::recount;
use crate::text::{Line, Reader, Writer};
use crate::{CheckError, Claim, Context, Proved, Refusal, Strength};

/// The name of this kind in a certificate.
pub const KIND: &str = "buildings";

/// Pieces of up to this many bricks are always recounted.
pub const ALWAYS_RECOUNTED: u32 = 3;

/// Buildings up to shifts, and those of them that a turn about a vertical axis brings back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Buildings up to shifts.
    pub fixed: u128,
    /// Of these, brought back by a half turn.
    pub half: u128,
    /// Of these, brought back by a quarter turn.
    pub quarter: u128,
}

impl Counts {
    /// Buildings up to shifts and rotations, by Burnside's lemma; `None` if it does not fit.
    pub fn free(&self) -> Option<u128> {
        let twice = self.quarter.checked_mul(2)?;
        Some(self.fixed.checked_add(self.half)?.checked_add(twice)? / 4)
    }

    /// Both together; `None` if it does not fit.
    pub fn plus(&self, other: &Counts) -> Option<Counts> {
        Some(Counts {
            fixed: self.fixed.checked_add(other.fixed)?,
            half: self.half.checked_add(other.half)?,
            quarter: self.quarter.checked_add(other.quarter)?,
        })
    }

    /// Whether the numbers can be: orbits have 4, 2 or 1 buildings.
    fn are_orbits(&self) -> bool {
        self.quarter <= self.half
            && self.half <= self.fixed
            && (self.fixed - self.half).is_multiple_of(4)
            && (self.half - self.quarter).is_multiple_of(2)
    }
}

/// Which buildings are counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scope {
    /// All of so many bricks.
    All,
    /// Those of so many storeys.
    Storeys(usize),
    /// Those of one profile.
    Profile(Profile),
    /// So many bricks on one fixed brick that is alone in the ground storey and not counted among
    /// them.
    OnBase,
}

impl Scope {
    /// The profiles of `bricks` bricks in this scope, in order.
    pub fn profiles(&self, bricks: u32) -> Result<Vec<Profile>, BrickError> {
        let mut all = match self {
            Scope::Profile(profile) if profile.bricks() != bricks => {
                return Err(BrickError::Sum { found: profile.bricks(), expected: bricks });
            }
            Scope::Profile(profile) => vec![profile.clone()],
            Scope::OnBase if bricks == 0 => return Err(BrickError::Number { found: bricks }),
            Scope::OnBase => Profile::all(bricks.saturating_add(1))?,
            Scope::Storeys(storeys) if *storeys == 0 || *storeys > bricks as usize => {
                return Err(BrickError::Storeys { found: *storeys, bricks });
            }
            _ => Profile::all(bricks)?,
        };
        match self {
            Scope::Storeys(storeys) => all.retain(|profile| profile.height() == *storeys),
            Scope::OnBase => all.retain(|profile| profile.storeys()[0] == 1),
            _ => {}
        }
        Ok(all)
    }
}

/// A part of profiles between storeys of one brick, the lesser end first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Bricks per storey.
    pub profile: Profile,
    /// Its counts.
    pub counts: Counts,
    /// Whether the checker counts it itself.
    pub recounted: bool,
}

/// The numbers of buildings, by profile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildingCount {
    /// The brick.
    pub brick: Brick,
    /// How many.
    pub bricks: u32,
    /// Which buildings.
    pub scope: Scope,
    /// The pieces, in the order of [`all_pieces`].
    pub pieces: Vec<Piece>,
}

impl BuildingCount {
    /// Every profile in scope with its counts.
    pub fn profiles(&self) -> Result<Vec<(Profile, Counts)>, BuildingError> {
        let profiles = self.scope.profiles(self.bricks)?;
        profiles.into_iter().map(|p| self.counts_of(&p).map(|counts| (p, counts))).collect()
    }

    /// The counts of all profiles in scope together.
    pub fn total(&self) -> Result<Counts, BuildingError> {
        let profiles = self.profiles()?;
        let sum = profiles.iter().try_fold(Counts::default(), |sum, (_, counts)| sum.plus(counts));
        sum.ok_or(BuildingError::TooLarge)
    }

    /// The number the claim is about: up to rotation, or on the fixed base.
    pub fn count(&self) -> Result<u128, BuildingError> {
        let total = self.total()?;
        match self.scope {
            Scope::OnBase => Ok(total.fixed / self.brick.directions().len() as u128),
            _ => total.free().ok_or(BuildingError::TooLarge),
        }
    }

    /// The product rule.
    fn counts_of(&self, profile: &Profile) -> Result<Counts, BuildingError> {
        let directions = self.brick.directions().len() as u128;
        let mut counts: Option<Counts> = None;
        for part in pieces_of(profile) {
            let order = |piece: &Piece| (piece.profile.bricks(), &piece.profile).cmp(&(part.bricks(), &part));
            let place = self.pieces.binary_search_by(order).map_err(|_| BuildingError::Pieces)?;
            let next = self.pieces[place].counts;
            let times = |a: u128, b: u128| a.checked_mul(b).map(|ab| ab / directions);
            counts = Some(match counts {
                None => next,
                Some(so_far) => Counts {
                    fixed: times(so_far.fixed, next.fixed).ok_or(BuildingError::TooLarge)?,
                    half: times(so_far.half, next.half).ok_or(BuildingError::TooLarge)?,
                    quarter: times(so_far.quarter, next.quarter).ok_or(BuildingError::TooLarge)?,
                },
            });
        }
        counts.ok_or(BuildingError::Pieces)
    }

    /// Established if the checker counted every piece, else a program's word.
    pub fn strength(&self) -> Strength {
        if self.pieces.iter().all(|piece| piece.recounted) { Strength::Finite } else { Strength::Count }
    }
}

impl fmt::Display for BuildingCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BuildingCount { brick, bricks, scope, .. } = self;
        let kind = match scope {
            Scope::OnBase => " on one fixed brick".to_owned(),
            Scope::All => " up to rotation".to_owned(),
            Scope::Storeys(storeys) => format!(" in {storeys} storeys up to rotation"),
            Scope::Profile(profile) => format!(" with {profile} bricks per storey up to rotation"),
        };
        let count = self.count().map_or_else(|error| error.to_string(), |count| count.to_string());
        write!(f, "buildings of {bricks} bricks {brick}{kind}: {count}")?;
        match (self.pieces.len(), self.pieces.iter().filter(|piece| !piece.recounted).count()) {
            (_, 0) => write!(f, ", every piece recounted"),
            (all, given) => write!(
                f,
                "; not proved: of {all} pieces {given} were taken from the counting program and only added up"
            ),
        }
    }
}

/// The pieces of a profile, from the ground up, each with its lesser end first.
pub fn pieces_of(profile: &Profile) -> Vec<Profile> {
    let storeys = profile.storeys();
    let inner = 1..storeys.len().max(1) - 1;
    let mut ends: Vec<usize> = inner.filter(|&z| storeys[z] == 1).collect();
    ends.push(storeys.len() - 1);
    let mut from = 0;
    let mut pieces = Vec::new();
    for to in ends {
        let piece = Profile::new(storeys[from..=to].to_vec()).expect("part of a profile");
        pieces.push(piece.reversed().min(piece));
        from = to;
    }
    pieces
}

/// The pieces of all these profiles, each once, in order.
pub fn all_pieces(profiles: &[Profile]) -> Vec<Profile> {
    let mut pieces: Vec<Profile> = profiles.iter().flat_map(pieces_of).collect();
    pieces.sort_unstable_by_key(|piece| (piece.bricks(), piece.clone()));
    pieces.dedup();
    pieces
}

/// Why the evidence does not establish the claim.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildingError {
    /// The check takes more than it was given.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
    /// The profiles cannot be listed.
    #[error(transparent)]
    Rules(#[from] BrickError),
    /// The pieces are not those of the profiles.
    #[error("the pieces are not those that the profiles in scope fall into, each once and in order")]
    Pieces,
    /// A number does not fit.
    #[error("a count does not fit in 128 bits")]
    TooLarge,
    /// The counts of a piece contradict each other.
    #[error(
        "piece {piece}: {fixed} buildings, {half} and {quarter} of them symmetric: orbits of 4, 2 and 1 cannot give this"
    )]
    NotOrbits {
        /// The piece.
        piece: Profile,
        /// Its claimed counts.
        fixed: u128,
        /// Brought back by a half turn.
        half: u128,
        /// Brought back by a quarter turn.
        quarter: u128,
    },
    /// The counts of a piece that is only given cannot be.
    #[error("piece {piece}: {reason}")]
    Impossible {
        /// The piece.
        piece: Profile,
        /// Why not.
        reason: &'static str,
    },
    /// A small piece is not recounted.
    #[error(
        "piece {piece}: marked `given`; pieces of one storey or up to {ALWAYS_RECOUNTED} bricks are marked `recount`"
    )]
    NotRecounted {
        /// The piece.
        piece: Profile,
    },
    /// A recounted piece has another count.
    #[error(
        "piece {piece}: {given} given, {counted} counted (buildings up to shifts, half-turn, quarter-turn symmetric)"
    )]
    WrongCount {
        /// The piece.
        piece: Profile,
        /// What the certificate says.
        given: String,
        /// What the recount found.
        counted: String,
    },
    /// The total does not fit the pieces.
    #[error("the total is given as {given}, the pieces give {sum}")]
    WrongTotal {
        /// What the certificate says.
        given: String,
        /// What the pieces give.
        sum: String,
    },
}

impl CheckError for BuildingError {
    fn exhausted(&self) -> Option<Exhausted> {
        if let BuildingError::Exhausted(exhausted) = self { Some(*exhausted) } else { None }
    }
}

/// The three counts over all profiles in scope, and the number the claim is about.
pub type Total = [u128; 4];

/// Checks `claim`, which carries its own evidence, and the total given for it.
pub fn check(
    claim: BuildingCount,
    total: &Total,
    account: &Account,
) -> Result<Proved<BuildingCount>, BuildingError> {
    let profiles = claim.scope.profiles(claim.bricks)?;
    account.charge_product(profiles.len(), 3_000)?;
    let expected = all_pieces(&profiles);
    if !claim.pieces.iter().map(|piece| &piece.profile).eq(&expected) {
        return Err(BuildingError::Pieces);
    }
    for piece in &claim.pieces {
        let Piece { profile, counts, recounted } = piece;
        if !counts.are_orbits() {
            let Counts { fixed, half, quarter } = *counts;
            return Err(BuildingError::NotOrbits { piece: profile.clone(), fixed, half, quarter });
        }
        if !*recounted && (profile.bricks() <= ALWAYS_RECOUNTED || profile.height() == 1) {
            return Err(BuildingError::NotRecounted { piece: profile.clone() });
        }
        if !*recounted {
            check_given(claim.brick, profile, counts)?;
        }
    }
    let sum = total_of(&claim)?;
    if *total != sum {
        return Err(BuildingError::WrongTotal { given: spaced(total), sum: spaced(&sum) });
    }
    for Piece { profile, counts, .. } in claim.pieces.iter().filter(|piece| piece.recounted) {
        let counted = recount(claim.brick, profile.storeys(), account)?;
        if counted != *counts {
            let piece = profile.clone();
            return Err(BuildingError::WrongCount { piece, given: line(counts), counted: line(&counted) });
        }
    }
    Ok(Proved::by_check(claim))
}

/// What is easily seen of counts that are not recounted.
fn check_given(brick: Brick, profile: &Profile, counts: &Counts) -> Result<(), BuildingError> {
    let impossible = |reason| Err(BuildingError::Impossible { piece: profile.clone(), reason });
    let storeys = profile.storeys();
    // A quarter turn moves a brick that is not on the axis through four places of its storey; on
    // the axis there is room for one, and it is brought back only if it is square.
    let on_axis = u8::from(brick.is_square());
    if counts.quarter > 0 && storeys.iter().any(|&bricks| bricks % 4 > on_axis) {
        return impossible("no building with so many bricks per storey is brought back by a quarter turn");
    }
    // Bricks end to end in a row, each row moved by one stud against the one below.
    let is_row_on_row = brick.long() > 1 && storeys.windows(2).all(|pair| pair[0].abs_diff(pair[1]) <= 1);
    if is_row_on_row && counts.fixed < brick.directions().len() as u128 {
        return impossible("there is a building of rows, in each direction");
    }
    if most(brick, profile).is_some_and(|most| counts.fixed > most) {
        return impossible("more buildings than choices while they grow");
    }
    Ok(())
}

/// At most so many buildings: each grows from a first brick by n - 1 choices among the places
/// joined to the first n - 1 bricks (see [`crate::bricks::recount`]). `None` if the number does not
/// fit.
fn most(brick: Brick, profile: &Profile) -> Option<u128> {
    let (on, _) = crate::bricks::towers::placements(brick);
    let sides = if profile.height() == 2 { 1 } else { 2 };
    let chosen = u128::from(profile.bricks()) - 1;
    let places = sides * u128::from(on) * chosen;
    let first = brick.directions().len() as u128;
    (0..chosen).try_fold(first, |ways, i| Some(ways.checked_mul(places - i)? / (i + 1)))
}

fn total_of(claim: &BuildingCount) -> Result<Total, BuildingError> {
    let Counts { fixed, half, quarter } = claim.total()?;
    Ok([fixed, half, quarter, claim.count()?])
}

/// The certificate as text.
pub fn write(claim: &BuildingCount) -> Result<String, BuildingError> {
    let mut writer = Writer::new(KIND);
    lines(claim, &total_of(claim)?, &mut writer);
    Ok(writer.finish())
}

/// The lines after the head.
fn lines(claim: &BuildingCount, total: &Total, writer: &mut Writer<'_>) {
    writer.line(format_args!("brick {} {}", claim.brick.short(), claim.brick.long()));
    writer.line(format_args!("bricks {}", claim.bricks));
    match &claim.scope {
        Scope::All => writer.line("scope all"),
        Scope::Storeys(storeys) => writer.line(format_args!("scope storeys {storeys}")),
        Scope::Profile(profile) => writer.line(format_args!("scope profile {profile}")),
        Scope::OnBase => writer.line("scope base"),
    }
    for piece in &claim.pieces {
        let how = if piece.recounted { "recount" } else { "given" };
        writer.line(format_args!("piece {} {} {how}", piece.profile, line(&piece.counts)));
    }
    writer.line(format_args!("total{}", spaced(total)));
}

fn spaced(total: &Total) -> String {
    total.iter().map(|count| format!(" {count}")).collect()
}

fn line(counts: &Counts) -> String {
    format!("{} {} {}", counts.fixed, counts.half, counts.quarter)
}

/// Reads and checks the lines after the head.
pub(crate) fn check_text(reader: &mut Reader<'_>, context: &Context<'_>) -> Result<Proved<Claim>, Refusal> {
    let sides = reader.field("brick")?;
    let &[short, long] = sides.parse_all::<u32>(&context.account)?.as_slice() else {
        return Err(sides.refuse("the two sides of the brick"));
    };
    let brick = Brick::new(short, long).map_err(|error| sides.refuse(error))?;
    let bricks = reader.field("bricks")?.parse()?;
    let scope = read_scope(&reader.field("scope")?)?;
    let mut pieces = Vec::new();
    while reader.peek().is_some_and(|line| line.text.starts_with("piece ")) {
        context.account.hold::<[Piece; 2]>(1)?;
        pieces.push(read_piece(&reader.field("piece")?)?);
    }
    let claim = BuildingCount { brick, bricks, scope, pieces };
    let line = reader.field("total")?;
    let Ok(total) = Total::try_from(line.parse_all::<u128>(&context.account)?) else {
        return Err(line.refuse("three counts and their number"));
    };
    reader.must_be(|writer| lines(&claim, &total, writer))?;
    let proved = check(claim, &total, &context.account).map_err(|error| Refusal::of(KIND, &error))?;
    Ok(proved.into_claim())
}

fn read_scope(line: &Line<'_>) -> Result<Scope, Refusal> {
    match line.few(2).as_slice() {
        ["all"] => Ok(Scope::All),
        ["storeys", storeys] => Ok(Scope::Storeys(line.value(storeys)?)),
        ["profile", profile] => Ok(Scope::Profile(read_profile(profile, line)?)),
        ["base"] => Ok(Scope::OnBase),
        _ => Err(line.refuse("`all`, `storeys H`, `profile P` or `base`")),
    }
}

fn read_profile(text: &str, line: &Line<'_>) -> Result<Profile, Refusal> {
    Profile::parse(text).map_err(|error| line.refuse(error))
}

fn read_piece(line: &Line<'_>) -> Result<Piece, Refusal> {
    let words = line.few(5);
    let &[profile, fixed, half, quarter, how] = words.as_slice() else {
        return Err(line.refuse("a profile, three counts, and `recount` or `given`"));
    };
    let counts = Counts { fixed: line.value(fixed)?, half: line.value(half)?, quarter: line.value(quarter)? };
    let recounted = match how {
        "recount" => true,
        "given" => false,
        _ => return Err(line.refuse("`recount` or `given` at the end")),
    };
    Ok(Piece { profile: read_profile(profile, line)?, counts, recounted })
}
