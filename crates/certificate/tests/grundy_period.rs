//! The checker of grundy-period accepts what is true and refuses everything else.

use certificate::grundy_period::{self, GrundyPeriod, GrundyPeriodError};
use certificate::{Claim, Context, check};
use rules::{Heap, ImpartialGame, Subtraction, mex};

fn values_of(game: &Subtraction, length: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for heap in 0..length {
        values.push(mex(game.options(Heap(heap)).map(|Heap(smaller)| values[smaller])));
    }
    values
}

fn accepted(text: &str) -> Option<Claim> {
    check(text, &Context::default())
        .ok()
        .map(|proved| proved.claim().clone())
}

/// One line per game: takes, preperiod, one full period.
const KNOWN: &[(&[usize], usize, &[u32])] = &[
    (&[1, 2, 3], 0, &[0, 1, 2, 3]),
    (&[2, 3, 5], 0, &[0, 0, 1, 1, 2, 2, 3]),
    (&[2, 4, 7], 8, &[1, 0, 2]), // eight irregular heaps first
];

#[test]
fn known_periods_are_accepted_and_written_as_read() {
    for &(takes, preperiod, one_period) in KNOWN {
        let game = Subtraction::new(takes.iter().copied()).unwrap();
        let period = one_period.len();
        let values = values_of(&game, preperiod + period + game.largest_take());
        assert_eq!(&values[preperiod..preperiod + period], one_period);
        let claim = GrundyPeriod {
            game,
            preperiod,
            period,
        };
        let text = grundy_period::write(&claim, &values);
        assert_eq!(accepted(&text), Some(Claim::GrundyPeriod(claim)));
    }
}

#[test]
fn a_certificate_with_any_one_value_changed_is_refused() {
    let game = Subtraction::new([1, 3, 4]).unwrap();
    let values = values_of(&game, 7 + 4);
    let claim = GrundyPeriod {
        game,
        preperiod: 0,
        period: 7,
    };
    for heap in 0..values.len() {
        let mut damaged = values.clone();
        damaged[heap] ^= 1;
        let refusal = grundy_period::check(claim.clone(), &damaged).unwrap_err();
        assert!(matches!(refusal, GrundyPeriodError::WrongValue { heap: at, .. } if at == heap));
    }
}

#[test]
fn every_damage_is_refused_unless_the_changed_claim_is_true_as_well() {
    let game = Subtraction::new([2, 4, 7]).unwrap();
    let values = values_of(&game, 8 + 3 + 7);
    let claim = GrundyPeriod {
        game,
        preperiod: 8,
        period: 3,
    };
    for survivor in testkit::damage(&grundy_period::write(&claim, &values), accepted) {
        let Claim::GrundyPeriod(other) = &survivor.accepted else {
            panic!("{survivor:?}")
        };
        let far = values_of(&other.game, 400);
        let repeats = (other.preperiod..300).all(|n| far[n] == far[n + other.period]);
        assert!(repeats, "{survivor:?}");
    }
}

#[test]
fn a_false_period_cannot_be_forged() {
    // Subtraction(1,2) has period 3; an adversary claims 4 with the true values, and with values
    // that do repeat every 4 heaps.
    let game = Subtraction::new([1, 2]).unwrap();
    let claim = GrundyPeriod {
        game: game.clone(),
        preperiod: 0,
        period: 4,
    };
    let refusal = grundy_period::check(claim.clone(), &values_of(&game, 6)).unwrap_err();
    assert_eq!(refusal, GrundyPeriodError::DoesNotRepeat { heap: 0 });
    let refusal = grundy_period::check(claim, &[0, 1, 2, 3, 0, 1]).unwrap_err();
    assert_eq!(
        refusal,
        GrundyPeriodError::WrongValue {
            heap: 3,
            found: 3,
            expected: 0
        }
    );
}
