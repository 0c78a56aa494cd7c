//! Otrio, Qubic and Connect-Four: fill slots, complete a line.

pub mod connect_four;
pub mod otrio;

use hissho_certificate::line_games::{Strategy, StrategyError, walk};
use hissho_rules::Account;
use hissho_rules::line_games::Board;

use crate::limits::Stop;

/// Why there is no certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CertifyError {
    /// A limit was reached.
    #[error(transparent)]
    Stopped(Stop),
    /// The claim is false, or the checker does not follow.
    #[error(transparent)]
    False(StrategyError),
}

/// The replies that prove `claim`, on the checker's own walk through its positions.
fn replies<'c>(
    claim: &'c Strategy,
    mut reply: impl FnMut(&Board<'c>) -> Result<Option<usize>, Stop>,
) -> Result<Vec<u8>, CertifyError> {
    let (mut stopped, mut replies) = (None, Vec::new());
    let walked = walk(claim, &Account::unlimited(), |board| {
        let slot = reply(board).unwrap_or_else(|stop| {
            stopped = Some(stop);
            None
        })?;
        replies.push(slot as u8);
        Some(slot)
    });
    match (walked, stopped) {
        (_, Some(stop)) => Err(CertifyError::Stopped(stop)),
        (Ok(()), None) => Ok(replies),
        (Err(error), None) => Err(CertifyError::False(error)),
    }
}
