//! Every kind of claim a certificate can carry: the one list of kinds.
//!
//! A claim says the whole sentence: it carries the rules of its game, not only a name, so two
//! claims are equal exactly when they state the same thing in the same words.

use std::fmt;

use crate::kinds::Checker;

/// Makes the type [`Claim`] and the table of checkers from the list of kinds: for each variant, its
/// claim type in module `m`, and the checker `m::check_text` under the name `m::KIND`.
macro_rules! kinds {
    ($( $variant:ident($claim:ident in $($module:ident)::+) $strength:expr; )*) => {
        /// A statement that a certificate can establish.
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum Claim {
            $(
                #[doc = concat!("See [`crate", $("::", stringify!($module),)+ "`].")]
                $variant(crate::$($module::)+$claim),
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
            impl From<crate::$($module::)+$claim> for Claim {
                fn from(claim: crate::$($module::)+$claim) -> Claim {
                    Claim::$variant(claim)
                }
            }
        )*

        /// Every kind: its name in the file, and the function that reads and checks the rest.
        pub(crate) const KINDS: &[(&str, Checker)] =
            &[ $( (crate::$($module::)+KIND, crate::$($module::)+check_text), )* ];
    };
}

// Variant, the module with its claim type, and how far an accepted claim carries.
kinds! {
    Automatic(Automatic in laws)                |_| Strength::Universal;
    BoardWindows(BoardWindows in infinite_four::board_windows)     |_| Strength::Universal;
    Buildings(BuildingCount in bricks::buildings)              crate::bricks::buildings::BuildingCount::strength;
    Connection(Connection in hex)            |_| Strength::Finite;
    Evaluation(Evaluation in laws::evaluation)            |_| Strength::Finite;
    ForcedWin(ForcedWin in infinite_four::forced_win)              |_| Strength::Universal;
    GrundyBox(GrundyBox in impartial::grundy_box)              |_| Strength::Finite;
    GrundyPeriod(GrundyPeriod in impartial::grundy_period)     |_| Strength::Universal;
    OctalPeriod(OctalPeriod in impartial::octal_period)        |_| Strength::Universal;
    Repetition(RepetitionClaim in records)       crate::records::RepetitionClaim::strength;
    Response(Response in infinite_four::response)                  |_| Strength::Universal;
    Strategy(Strategy in line_games)                  |_| Strength::Finite;
    Towers(Towers in bricks::towers)                        |_| Strength::Universal;
    Word(WordClaim in words)                         |_| Strength::Finite;
    ZoneGame(ZoneGame in infinite_four::zone_game)                 |_| Strength::Finite;
    ZoneWords(ZoneWords in infinite_four::zone_words)              |_| Strength::Universal;
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
