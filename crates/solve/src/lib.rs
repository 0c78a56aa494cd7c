//! What we found: search engines, and one folder per domain.
//!
//! Nothing here is trusted. A solver is a function from rules and limits to a claim with its
//! evidence; it may be fast, parallel and clever, because what it hands over is checked by
//! `certificate`. It prints nothing, and giving up is a value.
//!
//! What to call first: [`impartial::table()`] and [`impartial::period::find_period`], [`hex::search::solve`],
//! [`line_games::connect_four::Solver`] and [`line_games::otrio::Solver`], [`bricks::count`],
//! [`words::runs::summarise`]. Each takes [`limits::Limits`] or the meter they start.
//!
//! ```
//! use hissho_certificate::{Context, check, impartial::grundy_period::write};
//! use hissho_rules::Subtraction;
//! use hissho_solve::{impartial::period::find_period, limits::Limits};
//!
//! let found = find_period(&Subtraction::new([2, 4, 7])?, &Limits::default())?;
//! assert_eq!((found.preperiod, found.period), (8, 3));
//! assert!(check(&write(&found), &Context::default()).is_ok());
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

pub mod bricks;
pub mod checkpoint;
pub mod engine;
pub mod hex;
pub mod impartial;
pub mod infinite_four;
pub mod limits;
pub mod line_games;
pub mod parallel;
pub mod progress;
pub mod random;
pub mod records;
pub mod words;
