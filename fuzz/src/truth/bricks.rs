//! Buildings grown brick by brick.

use std::collections::HashSet;

use hissho_certificate::bricks::buildings::{BuildingCount, Scope};
use hissho_certificate::bricks::towers::Towers;
use hissho_certificate::{Claim, Strength};
use hissho_rules::bricks::{Brick, Building, Placement};

use super::all;

pub(super) fn towers(claim: &Towers) -> Option<bool> {
    let brick = claim.brick;
    let most = if brick.long() <= 2 { 3 } else { 2 };
    let small = brick.long() <= 4;
    all((1..=most).filter(|_| small).map(|n| {
        let towers = every_building(brick, n).into_iter().filter(|b| b.profile().height() == n as usize);
        let free: HashSet<Building> = towers.map(|building| building.canonical(brick)).collect();
        Some(claim.count(n) == Some(free.len() as u128))
    }))
    .filter(|_| small)
}

/// Every building of `n` bricks, grown naively.
fn every_building(brick: Brick, n: u32) -> HashSet<Building> {
    let first = |&turned: &bool| Building::of(vec![Placement { x: 0, y: 0, z: 0, turned }]);
    let mut all: HashSet<Building> = brick.directions().iter().map(first).collect();
    let reach = i16::from(brick.long());
    for _ in 1..n {
        let mut larger = HashSet::new();
        for building in &all {
            for &at in building.bricks() {
                for (dx, dy) in (-reach..=reach).flat_map(|dx| (-reach..=reach).map(move |dy| (dx, dy))) {
                    for (dz, &turned) in
                        [-1, 1].into_iter().flat_map(|dz| brick.directions().iter().map(move |t| (dz, t)))
                    {
                        let new = Placement { x: at.x + dx, y: at.y + dy, z: at.z + dz, turned };
                        let next = Building::of([building.bricks(), &[new]].concat());
                        if next.stands(brick) {
                            larger.insert(next);
                        }
                    }
                }
            }
        }
        all = larger;
    }
    all
}

pub(super) fn buildings(claim: &BuildingCount) -> Option<bool> {
    let area = u32::from(claim.brick.short()) * u32::from(claim.brick.long());
    let most = if area <= 2 { 3 } else { 2 };
    // A count of which a part was given is not said to be right.
    let is_said = Claim::Buildings(claim.clone()).strength() > Strength::Count;
    if !is_said || claim.bricks > most || area > 8 || claim.scope == Scope::OnBase {
        return None;
    }
    let profiles = claim.scope.profiles(claim.bricks).ok()?;
    let all = every_building(claim.brick, claim.bricks);
    let here = all.iter().filter(|building| profiles.contains(&building.profile()));
    let free: HashSet<Building> = here.map(|building| building.canonical(claim.brick)).collect();
    Some(claim.count().ok()? == free.len() as u128)
}
