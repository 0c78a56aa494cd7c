//! Building and tower certificates: true ones are accepted, every false one is refused.

use certificate::brick_recount::recount;
use certificate::bricks::{self, BuildingCount, Piece, Scope, all_pieces};
use certificate::towers::{self, Towers};
use certificate::{Allowance, Claim, Context, Refusal, Strength, check};
use rules::brick::{Brick, Profile};
use testkit::{damage, sign, unsigned};

fn checked(text: &str) -> Result<Claim, Refusal> {
    check(text, &Context::default()).map(|proved| proved.claim().clone())
}

/// The claim with true counts, the pieces of at most `recount` bricks marked for recounting.
fn claim(p: u32, q: u32, bricks: u32, scope: Scope, recounted: u32) -> BuildingCount {
    let brick = Brick::new(p, q).unwrap();
    let piece = |profile: Profile| Piece {
        counts: recount(brick, profile.storeys(), &mut u64::MAX.clone()).unwrap(),
        recounted: profile.bricks() <= recounted,
        profile,
    };
    let pieces = all_pieces(&scope.profiles(bricks).unwrap());
    BuildingCount { brick, bricks, scope, pieces: pieces.into_iter().map(piece).collect() }
}

#[test]
fn whole_recounts_give_the_known_numbers() {
    // Brick, bricks, buildings: OEIS A112389, A123818, and small cases counted by hand.
    let known = [(2, 4, 3, 1560), (2, 2, 4, 412), (1, 2, 4, 375), (1, 3, 3, 152), (1, 1, 5, 1)];
    for (p, q, n, expected) in known {
        let claim = claim(p, q, n, Scope::All, n);
        let accepted = checked(&bricks::write(&claim).unwrap()).unwrap();
        assert_eq!(accepted.strength(), Strength::Finite);
        let Claim::Buildings(accepted) = accepted else { panic!("another kind") };
        assert_eq!(accepted.count().unwrap(), expected, "{p}×{q}, {n} bricks");
    }
}

#[test]
fn the_profiles_add_up_to_what_a_count_without_products_finds() {
    let brick = Brick::new(1, 2).unwrap();
    let claim = claim(1, 2, 4, Scope::All, 4);
    for (profile, counts) in claim.profiles().unwrap() {
        let whole = recount(brick, profile.storeys(), &mut u64::MAX.clone()).unwrap();
        assert_eq!(counts, whole, "{profile}");
    }
}

#[test]
fn bricks_on_a_fixed_base_are_counted() {
    // OEIS A123830.
    assert_eq!(claim(2, 4, 2, Scope::OnBase, 3).count().unwrap(), 2596);
}

#[test]
fn a_count_that_was_not_recounted_is_only_computed() {
    let claim = claim(2, 2, 4, Scope::All, 3);
    let accepted = checked(&bricks::write(&claim).unwrap()).unwrap();
    assert_eq!(accepted.strength(), Strength::Count);
    assert!(accepted.to_string().contains("taken from the counting program"));
}

#[test]
fn damage_to_a_building_certificate_is_refused() {
    for (scope, recounted) in [(Scope::All, 4), (Scope::All, 3), (Scope::Storeys(2), 4), (Scope::OnBase, 5)] {
        let text = bricks::write(&claim(1, 2, 4, scope.clone(), recounted)).unwrap();
        let survivors = damage(&text, |text| checked(text).ok());
        assert!(survivors.is_empty(), "{scope:?} {recounted}: {survivors:#?}");
    }
}

/// The piece with these storeys.
fn piece<'c>(claim: &'c mut BuildingCount, storeys: &[u8]) -> &'c mut Piece {
    claim.pieces.iter_mut().find(|piece| piece.profile.storeys() == storeys).unwrap()
}

#[test]
fn a_forged_count_with_matching_total_is_refused_where_recounted() {
    let mut forged = claim(1, 2, 4, Scope::All, 4);
    piece(&mut forged, &[2, 2]).counts.fixed += 4;
    let refusal = checked(&bricks::write(&forged).unwrap()).unwrap_err().to_string();
    assert!(refusal.contains("piece 2,2") && refusal.contains("counted"), "{refusal}");
    // Marked as given it is accepted, but as a program's word only.
    piece(&mut forged, &[2, 2]).recounted = false;
    assert_eq!(checked(&bricks::write(&forged).unwrap()).unwrap().strength(), Strength::Count);
}

#[test]
fn a_small_piece_cannot_be_given() {
    let mut forged = claim(2, 4, 3, Scope::All, 3);
    piece(&mut forged, &[1, 2]).recounted = false;
    let refusal = checked(&bricks::write(&forged).unwrap()).unwrap_err().to_string();
    assert!(refusal.contains("marked `given`"), "{refusal}");
}

#[test]
fn counts_that_are_no_orbits_are_refused() {
    let mut forged = claim(1, 2, 4, Scope::All, 3);
    piece(&mut forged, &[2, 2]).counts.fixed += 1;
    let refusal = checked(&bricks::write(&forged).unwrap()).unwrap_err().to_string();
    assert!(refusal.contains("orbits"), "{refusal}");
}

#[test]
fn a_recount_beyond_the_steps_allowed_is_refused() {
    let text = bricks::write(&claim(2, 4, 3, Scope::All, 3)).unwrap();
    let context = Context::new(Allowance { steps: 1000, ..Allowance::default() });
    let refusal = check(&text, &context).unwrap_err().to_string();
    assert!(refusal.contains("ran out"), "{refusal}");
}

#[test]
fn tower_formulas_hold_for_every_brick() {
    for p in 1..=8 {
        for q in p..=8 {
            let brick = Brick::new(p, q).unwrap();
            let (on, centred) = towers::placements(brick);
            let claim = Towers { brick, on, centred };
            assert_eq!(checked(&towers::write(&claim)).unwrap().strength(), Strength::Universal);
            let whole = |n: u32| {
                let profile = Profile::new(vec![1; n as usize]).unwrap();
                recount(brick, profile.storeys(), &mut u64::MAX.clone()).unwrap().free()
            };
            assert_eq!(claim.count(1), Some(1));
            assert_eq!(claim.count(2), whole(2), "{brick}");
            if q <= 3 {
                assert_eq!(claim.count(3), whole(3), "{brick}");
            }
        }
    }
}

#[test]
fn damage_to_a_tower_certificate_is_refused() {
    let brick = Brick::new(2, 4).unwrap();
    let text = towers::write(&Towers { brick, on: 46, centred: 2 });
    let survivors = damage(&text, |text| checked(text).ok());
    assert!(survivors.is_empty(), "{survivors:#?}");
    // Another brick with the placements of this one.
    let mut lines = unsigned(&text);
    lines[2] = "brick 2 3".to_owned();
    assert!(checked(&sign(&lines)).is_err());
}
