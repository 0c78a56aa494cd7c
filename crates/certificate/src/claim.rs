//! Every kind of claim a certificate can carry: the one list of kinds.
//!
//! A claim says the whole sentence: it carries the rules of its game, not only a name, so two
//! claims are equal exactly when they state the same thing in the same words.

use std::fmt;

use crate::kinds::Checker;

/// Makes the type [`Claim`] and the table of checkers from the list of kinds: for each variant, its
/// claim type in module `m`, and the checker `m::check_text` under the name `m::KIND`.
macro_rules! kinds {
    ($( $variant:ident($module:ident :: $claim:ident) $strength:expr; )*) => {
        /// A statement that a certificate can establish.
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum Claim {
            $(
                #[doc = concat!("See [`crate::", stringify!($module), "`].")]
                $variant(crate::$module::$claim),
            )*
        }

        impl Claim {
            /// How far an accepted certificate for this claim carries.
            pub fn strength(&self) -> Strength {
                match self {
                    $( Claim::$variant(claim) => ($strength)(claim), )*
                }
            }
        }

        impl fmt::Display for Claim {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $( Claim::$variant(claim) => claim.fmt(f), )*
                }
            }
        }

        $(
            impl From<crate::$module::$claim> for Claim {
                fn from(claim: crate::$module::$claim) -> Claim {
                    Claim::$variant(claim)
                }
            }
        )*

        /// Every kind: its name in the file, and the function that reads and checks the rest.
        pub(crate) const KINDS: &[(&str, Checker)] =
            &[ $( (crate::$module::KIND, crate::$module::check_text), )* ];
    };
}

// Variant, the module with its claim type, and how far an accepted claim carries.
kinds! {
    Automatic(automata::Automatic)                |_| Strength::Universal;
    BoardWindows(board_windows::BoardWindows)     |_| Strength::Universal;
    Buildings(bricks::BuildingCount)              crate::bricks::BuildingCount::strength;
    Connection(connection::Connection)            |_| Strength::Finite;
    Evaluation(evaluation::Evaluation)            |_| Strength::Finite;
    ForcedWin(forced_win::ForcedWin)              |_| Strength::Universal;
    GrundyBox(grundy_box::GrundyBox)              |_| Strength::Finite;
    GrundyPeriod(grundy_period::GrundyPeriod)     |_| Strength::Universal;
    OctalPeriod(octal_period::OctalPeriod)        |_| Strength::Universal;
    Repetition(repetition::RepetitionClaim)       crate::repetition::RepetitionClaim::strength;
    Response(response::Response)                  |_| Strength::Universal;
    Strategy(strategy::Strategy)                  |_| Strength::Finite;
    Towers(towers::Towers)                        |_| Strength::Universal;
    Word(word::WordClaim)                         |_| Strength::Finite;
    ZoneGame(zone_game::ZoneGame)                 |_| Strength::Finite;
    ZoneWords(zone_words::ZoneWords)              |_| Strength::Universal;
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
