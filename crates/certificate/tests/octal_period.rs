//! The checker of octal-period accepts what is true and refuses everything else.

use hissho_certificate::impartial::grundy_period::GrundyPeriodError;
use hissho_certificate::impartial::octal_period::{self, OctalPeriod};
use hissho_certificate::{Claim, Context, check};
use hissho_rules::Account;
use hissho_rules::impartial::octal::Octal;
use hissho_rules::mex;

fn values_of(game: &Octal, length: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for heap in 0..length {
        let mut options = Vec::new();
        game.for_each_option(heap, &mut |[_, a, b]| {
            // A move that takes nothing leaves two smaller heaps.
            options.push(values[a] ^ values[b]);
        });
        values.push(mex(options));
    }
    values
}

fn claim(code: &str, preperiod: usize, period: usize) -> OctalPeriod {
    let game = Octal::parse(code).unwrap();
    let values = values_of(&game, preperiod + period);
    OctalPeriod { game, preperiod, period, values }
}

fn accepted(text: &str) -> Option<Claim> {
    check(text, &Context::default()).ok().map(|proved| proved.claim().clone())
}

#[test]
fn known_periods_are_accepted_and_written_as_read() {
    // Winning Ways, chapter 4, tables 6 and 7.
    for (code, preperiod, period) in
        [("0.77", 71, 12), ("0.07", 53, 34), ("0.137", 52, 34), ("0.3", 0, 2), ("4.0", 1, 2)]
    {
        let claim = claim(code, preperiod, period);
        assert_eq!(accepted(&octal_period::write(&claim)), Some(Claim::OctalPeriod(claim)), "{code}");
    }
}

#[test]
fn a_claim_with_any_one_value_changed_is_refused() {
    let right = claim("0.07", 53, 34);
    for heap in 0..right.values.len() {
        let mut damaged = right.clone();
        damaged.values[heap] ^= 1;
        let refusal = octal_period::check(damaged, &Account::unlimited()).unwrap_err();
        assert!(matches!(refusal, GrundyPeriodError::WrongValue { heap: at, .. } if at <= heap));
    }
}

#[test]
fn every_damage_is_refused_unless_the_changed_claim_is_true_as_well() {
    let claim = claim("0.77", 71, 12);
    for survivor in hissho_testkit::damage(&octal_period::write(&claim), accepted) {
        let Claim::OctalPeriod(other) = &survivor.accepted else { panic!("{survivor:?}") };
        let far = values_of(&other.game, 400);
        assert!((0..400).all(|n| far[n] == other.value(n)) && *other != claim, "{survivor:?}");
    }
}

#[test]
fn a_false_period_cannot_be_forged() {
    // The last exception of Kayles is heap 70: with a shorter preperiod the true values do not
    // repeat.
    let early = claim("0.77", 70, 12);
    assert!(matches!(
        octal_period::check(early, &Account::unlimited()),
        Err(GrundyPeriodError::WrongValue { .. })
    ));
    // A wrong period, with the true values of the first heaps.
    for period in [1, 6, 11, 13] {
        let wrong = claim("0.77", 71, period);
        assert_eq!(accepted(&octal_period::write(&wrong)), None, "{period}");
    }
    // The values of another game.
    let mut other = claim("0.77", 71, 12);
    other.game = Octal::parse("0.07").unwrap();
    assert_eq!(accepted(&octal_period::write(&other)), None);
    // True for a long while and wrong in the end.
    let mut late = claim("0.77", 300, 12);
    late.values[311] ^= 1;
    let refusal = octal_period::check(late, &Account::unlimited()).unwrap_err();
    assert!(matches!(refusal, GrundyPeriodError::WrongValue { heap: 311, .. }));
    let mut none = claim("0.77", 71, 12);
    none.period = 0;
    none.values.truncate(71);
    assert!(matches!(octal_period::check(none, &Account::unlimited()), Err(GrundyPeriodError::ZeroPeriod)));
}

#[test]
fn a_check_that_takes_too_long_is_refused_not_believed() {
    let claim = claim("0.77", 71, 12);
    assert!(matches!(
        octal_period::check(claim, &Account::new(1_000, 1_000)),
        Err(GrundyPeriodError::Exhausted(_))
    ));
}
