//! The checker of grundy-period accepts what is true and refuses everything else.

use hissho_certificate::impartial::grundy_period::{self, GrundyPeriod, GrundyPeriodError};
use hissho_certificate::{Claim, Context, check};
use hissho_rules::{Account, Heap, ImpartialGame, Subtraction, mex};

fn values_of(game: &Subtraction, length: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for heap in 0..length {
        values.push(mex(game.options(Heap(heap)).map(|Heap(smaller)| values[smaller])));
    }
    values
}

fn accepted(text: &str) -> Option<Claim> {
    check(text, &Context::default()).ok().map(|proved| proved.claim().clone())
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
        let values = values_of(&game, preperiod + period);
        assert_eq!(&values[preperiod..], one_period);
        let claim = GrundyPeriod { game, preperiod, period, values };
        assert_eq!(accepted(&grundy_period::write(&claim)), Some(Claim::GrundyPeriod(claim)));
    }
}

#[test]
fn a_claim_with_any_one_value_changed_is_refused() {
    let game = Subtraction::new([1, 3, 4]).unwrap();
    let values = values_of(&game, 7);
    let claim = GrundyPeriod { game, preperiod: 0, period: 7, values };
    assert!(grundy_period::check(claim.clone(), &Account::unlimited()).is_ok());
    for heap in 0..7 {
        let mut damaged = claim.clone();
        damaged.values[heap] ^= 1;
        let refusal = grundy_period::check(damaged, &Account::unlimited()).unwrap_err();
        assert!(matches!(refusal, GrundyPeriodError::WrongValue { heap: at, .. } if at <= heap));
    }
}

#[test]
fn every_damage_is_refused_unless_the_changed_claim_is_true_as_well() {
    let game = Subtraction::new([2, 4, 7]).unwrap();
    let values = values_of(&game, 8 + 3);
    let claim = GrundyPeriod { game, preperiod: 8, period: 3, values };
    for survivor in hissho_testkit::damage(&grundy_period::write(&claim), accepted) {
        let Claim::GrundyPeriod(other) = &survivor.accepted else { panic!("{survivor:?}") };
        let far = values_of(&other.game, 400);
        let holds = (0..400).all(|n| far[n] == other.value(n));
        assert!(holds && *other != claim, "{survivor:?}");
    }
}

#[test]
fn a_false_period_cannot_be_forged() {
    // Subtraction(1,2) has period 3. An adversary claims period 4, with the true values of the
    // first heaps and with values that look like those of take-1-to-3.
    let game = Subtraction::new([1, 2]).unwrap();
    for values in [vec![0, 1, 2, 0], vec![0, 1, 2, 3]] {
        let claim = GrundyPeriod { game: game.clone(), preperiod: 0, period: 4, values };
        let text = grundy_period::write(&claim);
        assert_eq!(accepted(&text), None, "{text}");
    }
    // True for a long while and wrong in the end: a preperiod that hides the error.
    let mut values = values_of(&game, 30);
    values.extend([0, 1, 2, 3]);
    let claim = GrundyPeriod { game, preperiod: 30, period: 4, values };
    let refusal = grundy_period::check(claim, &Account::unlimited()).unwrap_err();
    assert_eq!(refusal, GrundyPeriodError::WrongValue { heap: 33, found: 3, expected: 0 });
}
