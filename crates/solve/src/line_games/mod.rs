//! Otrio, Qubic and Connect-Four: fill slots, complete a line.

pub mod connect_four;
pub mod otrio;

use hissho_certificate::line_games::StrategyError;

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
