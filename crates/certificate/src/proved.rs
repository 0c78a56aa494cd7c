//! A claim that a checker has accepted.

/// A claim that a checker of this crate has accepted.
///
/// The field is private and the constructor is visible to this crate alone, so holding a
/// `Proved<C>` means that a check took place in this process. It is never read from a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proved<C> {
    claim: C,
}

impl<C> Proved<C> {
    /// To be called at the end of a check that found nothing wrong, and nowhere else.
    pub(crate) fn by_check(claim: C) -> Proved<C> {
        Proved { claim }
    }

    /// What was proved.
    pub fn claim(&self) -> &C {
        &self.claim
    }

    /// The same fact as a member of a larger type of claims.
    pub(crate) fn into_claim<D: From<C>>(self) -> Proved<D> {
        Proved { claim: D::from(self.claim) }
    }
}
