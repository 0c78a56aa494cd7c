//! Long periods of octal games, found and checked: `cargo xtask bench octal [CODE…]`.
//!
//! Without codes, four whose periods are published (Winning Ways, chapter 4; Flammenkamp's tables).
//! Prints what is found, the seconds of finding and of checking, and the steps that the check used,
//! of which there are 32,000 million.

use std::time::Instant;

use hissho_certificate::impartial::octal_period::{self, OctalPeriod};
use hissho_certificate::{Context, check};
use hissho_rules::impartial::octal::Octal;
use hissho_solve::impartial;
use hissho_solve::limits::Limits;
use hissho_solve::progress::Silent;

fn main() -> Result<(), String> {
    let mut codes: Vec<String> = std::env::args().skip(1).collect();
    if codes.is_empty() {
        codes = ["0.127", "0.16", "0.56", "0.376"].map(str::to_owned).to_vec();
    }
    for code in codes {
        let game = Octal::parse(&code).map_err(|error| error.to_string())?;
        let start = Instant::now();
        let found =
            impartial::octal_period(&game, &Limits::default(), &Silent).map_err(|stop| stop.to_string())?;
        let (preperiod, period) = (found.preperiod, found.period);
        let finding = start.elapsed().as_secs_f64();
        let claim = OctalPeriod { game, preperiod, period, values: found.values };
        let (start, context) = (Instant::now(), Context::default());
        let said = match check(&octal_period::write(&claim), &context) {
            Ok(_) => "accepted".to_owned(),
            Err(refusal) => refusal.to_string(),
        };
        let (checking, steps) = (start.elapsed().as_secs_f64(), context.account.spent());
        println!(
            "{code}: preperiod {preperiod}, period {period}; found in {finding:.1} s, \
             {said} in {checking:.1} s and {:.0} million steps",
            steps as f64 / 1e6
        );
    }
    Ok(())
}
