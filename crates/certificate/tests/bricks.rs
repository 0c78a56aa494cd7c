//! Building and tower certificates: true ones are accepted, every false one is refused.

use std::collections::HashSet;

use hissho_certificate::bricks::buildings::{self, BuildingCount, Piece, Scope, all_pieces};
use hissho_certificate::bricks::recount::recount;
use hissho_certificate::bricks::towers::{self, Towers};
use hissho_certificate::{Allowance, Claim, Context, Refusal, Strength, Verdict, check};
use hissho_rules::Account;
use hissho_rules::bricks::{Brick, Building, Placement, Profile};
use hissho_testkit::{damage, sign, unsigned};

fn checked(text: &str) -> Result<Claim, Refusal> {
    check(text, &Context::default()).map(|proved| proved.claim().clone())
}

/// The claim with true counts, the pieces of at most `recount` bricks marked for recounting.
fn claim(p: u32, q: u32, bricks: u32, scope: Scope, recounted: u32) -> BuildingCount {
    let brick = Brick::new(p, q).unwrap();
    let piece = |profile: Profile| Piece {
        counts: recount(brick, profile.storeys(), &Account::unlimited()).unwrap(),
        recounted: profile.bricks() <= recounted || profile.height() == 1,
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
        let accepted = checked(&buildings::write(&claim).unwrap()).unwrap();
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
        let whole = recount(brick, profile.storeys(), &Account::unlimited()).unwrap();
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
    let accepted = checked(&buildings::write(&claim).unwrap()).unwrap();
    assert_eq!(accepted.strength(), Strength::Count);
    let sentence = accepted.to_string();
    assert!(sentence.contains("were taken from the counting program and only added up"), "{sentence}");
    let outcome = check(&buildings::write(&claim).unwrap(), &Context::default());
    assert_eq!((Verdict::of(&outcome), Verdict::of(&outcome).exit_code()), (Verdict::Counted, 4));
}

#[test]
fn audit_s3_the_kept_counts_are_counted_and_not_accepted() {
    for n in 6..=8 {
        let path = format!("{}/../../proofs/bricks/2x4/{n}.cert", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).unwrap();
        // The small pieces are recounted by other tests; here the counts are added up only.
        let text = sign(&unsigned(&text).iter().map(|line| given(line)).collect::<Vec<_>>());
        assert_eq!(Verdict::of(&check(&text, &Context::default())), Verdict::Counted);
    }
    /// Pieces of more than three bricks and more than one storey are given.
    fn given(line: &str) -> String {
        let profile = line.split(' ').nth(1).unwrap_or("");
        let bricks: u32 = profile.split(',').map(|k| k.parse().unwrap_or(0)).sum();
        let is_small = bricks <= 3 || !profile.contains(',');
        if is_small { line.to_owned() } else { line.replace(" recount", " given") }
    }
}

/// Recipe S3: what can be seen of counts that are only given.
#[test]
fn audit_s3_counts_that_cannot_be_are_refused() {
    let forged = |fixed, half, quarter| {
        let mut forged = claim(1, 2, 4, Scope::Profile(Profile::parse("2,2").unwrap()), 3);
        forged.pieces[0].counts = buildings::Counts { fixed, half, quarter };
        checked(&buildings::write(&forged).unwrap()).map_err(|refusal| refusal.name())
    };
    assert_eq!(forged(0, 0, 0), Err("Impossible".into()));
    assert_eq!(forged(1, 1, 1), Err("Impossible".into()));
    assert_eq!(forged(1, 0, 0), Err("NotOrbits".into()));
    assert_eq!(forged(4_000_000, 0, 0), Err("Impossible".into()));
    assert!(forged(4, 0, 0).is_ok_and(|claim| claim.strength() == Strength::Count));
}

#[test]
fn audit_numbers_of_bricks_and_storeys_out_of_range_are_refused() {
    for (bricks, scope, reason) in [
        (u32::MAX, "base", "the number of bricks goes from 1 to 16"),
        (16, "base", "the number of bricks goes from 1 to 16"),
        (0, "base", "the number of bricks goes from 1 to 16"),
        (0, "all", "the number of bricks goes from 1 to 16"),
        (3, "storeys 0", "3 bricks make 1 to 3 storeys"),
        (3, "storeys 4", "3 bricks make 1 to 3 storeys"),
        (3, "profile 1,1", "3 were asked for"),
    ] {
        let lines = ["hissho-certificate 1", "kind buildings", "brick 2 4"].map(str::to_owned);
        let rest = [format!("bricks {bricks}"), format!("scope {scope}"), "total 0 0 0 0".to_owned()];
        let refusal = checked(&sign(&[lines, rest].concat())).unwrap_err().to_string();
        assert!(refusal.contains(reason), "{bricks} {scope}: {refusal}");
    }
}

/// Every building of n bricks, grown naively: all joined placements, duplicates removed by
/// comparing whole buildings.
fn naive(brick: Brick, n: u32) -> HashSet<Building> {
    let first = |&turned: &bool| Building::of(vec![Placement { x: 0, y: 0, z: 0, turned }]);
    let mut all: HashSet<Building> = brick.directions().iter().map(first).collect();
    for _ in 1..n {
        let mut larger = HashSet::new();
        for building in &all {
            for (at, dx, dy, dz, turned) in iproduct(building, brick) {
                let new = Placement { x: at.x + dx, y: at.y + dy, z: at.z + dz, turned };
                let next = Building::of([building.bricks(), &[new]].concat());
                if next.stands(brick) {
                    larger.insert(next);
                }
            }
        }
        all = larger;
    }
    all
}

/// Each brick with every shift by at most a brick's length, one storey up or down, in each
/// direction.
fn iproduct(building: &Building, brick: Brick) -> Vec<(Placement, i16, i16, i16, bool)> {
    let reach = i16::from(brick.long());
    let mut all = Vec::new();
    for &at in building.bricks() {
        for (dx, dy) in (-reach..=reach).flat_map(|dx| (-reach..=reach).map(move |dy| (dx, dy))) {
            for (dz, &turned) in
                [-1, 1].into_iter().flat_map(|dz| brick.directions().iter().map(move |t| (dz, t)))
            {
                all.push((at, dx, dy, dz, turned));
            }
        }
    }
    all
}

#[test]
fn recounts_and_products_agree_with_naive_enumeration() {
    for (p, q, most) in [(1, 1, 5), (1, 2, 4), (2, 2, 4)] {
        let brick = Brick::new(p, q).unwrap();
        for n in 1..=most {
            let all = naive(brick, n);
            for (profile, counts) in claim(p, q, n, Scope::All, n).profiles().unwrap() {
                let here: Vec<&Building> =
                    all.iter().filter(|building| building.profile() == profile).collect();
                let kept = |turns: usize| {
                    let turned = |b: &Building| (0..turns).fold(b.clone(), |b, _| b.quarter_turn(brick));
                    here.iter().filter(|building| turned(building) == ***building).count() as u128
                };
                let found = (here.len() as u128, kept(2), kept(1));
                assert_eq!((counts.fixed, counts.half, counts.quarter), found, "{brick} {profile}");
                let whole = recount(brick, profile.storeys(), &Account::unlimited()).unwrap();
                assert_eq!(whole, counts, "{brick} {profile}");
                let free: HashSet<Building> = here.iter().map(|building| building.canonical(brick)).collect();
                assert_eq!(counts.free(), Some(free.len() as u128), "{brick} {profile}");
            }
        }
    }
}

#[test]
fn damage_to_a_building_certificate_is_refused() {
    for (scope, recounted) in [(Scope::All, 4), (Scope::All, 3), (Scope::Storeys(2), 4), (Scope::OnBase, 5)] {
        let text = buildings::write(&claim(1, 2, 4, scope.clone(), recounted)).unwrap();
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
    let refusal = checked(&buildings::write(&forged).unwrap()).unwrap_err().to_string();
    assert!(refusal.contains("piece 2,2") && refusal.contains("counted"), "{refusal}");
    // Marked as given it is accepted, but as a program's word only.
    piece(&mut forged, &[2, 2]).recounted = false;
    assert_eq!(checked(&buildings::write(&forged).unwrap()).unwrap().strength(), Strength::Count);
}

#[test]
fn a_small_piece_cannot_be_given() {
    let mut forged = claim(2, 4, 3, Scope::All, 3);
    piece(&mut forged, &[1, 2]).recounted = false;
    let refusal = checked(&buildings::write(&forged).unwrap()).unwrap_err().to_string();
    assert!(refusal.contains("marked `given`"), "{refusal}");
}

#[test]
fn counts_that_are_no_orbits_are_refused() {
    let mut forged = claim(1, 2, 4, Scope::All, 3);
    piece(&mut forged, &[2, 2]).counts.fixed += 1;
    let refusal = checked(&buildings::write(&forged).unwrap()).unwrap_err().to_string();
    assert!(refusal.contains("orbits"), "{refusal}");
}

#[test]
fn audit_a_recount_beyond_the_steps_allowed_is_given_up() {
    let text = buildings::write(&claim(2, 4, 3, Scope::All, 3)).unwrap();
    let context = Context::new(Allowance { steps: 1000, ..Allowance::default() });
    assert_eq!(Verdict::of(&check(&text, &context)), Verdict::GaveUp);
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
                recount(brick, profile.storeys(), &Account::unlimited()).unwrap().free()
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
