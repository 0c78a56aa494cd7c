//! Every kind of claim a certificate can carry, as one type.
//!
//! A claim says the whole sentence: it carries the rules of its game, not only a name, so two
//! claims are equal exactly when they state the same thing in the same words.

use std::fmt;

use crate::connection::Connection;
use crate::grundy_period::GrundyPeriod;
use crate::response::Response;

/// A statement that a certificate can establish.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Claim {
    /// See [`crate::connection`].
    Connection(Connection),
    /// See [`crate::grundy_period`].
    GrundyPeriod(GrundyPeriod),
    /// See [`crate::response`].
    Response(Response),
    /// See [`crate::repetition`].
    Repetition(crate::repetition::RepetitionClaim),
    /// See [`crate::word`].
    Word(crate::word::WordClaim),
}

/// How far an accepted certificate carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strength {
    /// A count that adds up but that no one-pass check can establish: called "computed".
    Count,
    /// A finite fact, established: called "checked".
    Finite,
    /// A fact about infinitely many positions, established: called "proved".
    Universal,
}

impl Claim {
    /// How far an accepted certificate for this claim carries.
    pub fn strength(&self) -> Strength {
        match self {
            Claim::Connection(_) => Strength::Finite,
            Claim::GrundyPeriod(_) => Strength::Universal,
            Claim::Response(_) => Strength::Universal,
            Claim::Repetition(claim) => claim.strength(),
            Claim::Word(_) => Strength::Finite,
        }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::Connection(claim) => claim.fmt(f),
            Claim::GrundyPeriod(claim) => claim.fmt(f),
            Claim::Response(claim) => claim.fmt(f),
            Claim::Repetition(claim) => claim.fmt(f),
            Claim::Word(claim) => claim.fmt(f),
        }
    }
}

impl From<GrundyPeriod> for Claim {
    fn from(claim: GrundyPeriod) -> Claim {
        Claim::GrundyPeriod(claim)
    }
}

impl From<Connection> for Claim {
    fn from(claim: Connection) -> Claim {
        Claim::Connection(claim)
    }
}
