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

/// The check by rare and common values says what the mex of all options says.
#[test]
fn every_heap_has_the_mex_of_its_options_whichever_values_are_rare() {
    let mut seed = 5u64;
    let mut next = move |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..400 {
        let digits: String = (0..=next(4)).map(|_| char::from(b'0' + next(8) as u8)).collect();
        let Ok(game) = Octal::parse(&format!("{}.{digits}", [0, 4][next(2)])) else { continue };
        let (preperiod, period) = (next(40), 1 + next(60));
        let heaps = 2 * (preperiod + period) + game.largest_take() + 2;
        let right = values_of(&game, heaps);
        let mut claim = OctalPeriod { game, preperiod, period, values: right[..preperiod + period].to_vec() };
        // Any values may be given: also many of one sort, so that the masks differ.
        if next(3) == 0 {
            let at = next(claim.values.len());
            claim.values[at] = next(20) as u32;
        }
        let is_right = (0..heaps).all(|heap| claim.value(heap) == right[heap]);
        let first = (0..heaps).find(|&heap| claim.value(heap) != right[heap]);
        match octal_period::check(claim, &Account::unlimited()) {
            Ok(_) => accepted += usize::from(is_right),
            Err(GrundyPeriodError::WrongValue { heap, expected, .. }) => {
                assert_eq!((Some(heap), expected), (first, right[heap]));
                refused += 1;
                continue;
            }
            Err(error) => panic!("{error}"),
        }
        assert!(is_right);
    }
    assert!(accepted > 20 && refused > 100, "{accepted} {refused}");
}

#[test]
fn a_relative_of_the_octal_games_has_no_such_certificate() {
    for code in ["4!.0", "0.8", "0.3F", "8.0", "c.1"] {
        let game = Octal::parse_relative(code).unwrap();
        // What the splits in two alone would give.
        let octal = OctalPeriod { game, preperiod: 1, period: 2, values: vec![0, 0, 1] };
        let refusal = octal_period::check(octal.clone(), &Account::unlimited()).unwrap_err();
        assert!(matches!(refusal, GrundyPeriodError::NotOctal(_)), "{code}: {refusal}");
        assert_eq!(accepted(&octal_period::write(&octal)), None, "{code}");
    }
}
