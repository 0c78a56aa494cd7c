//! Certificates of infinite Connect-Four: every damage is refused or says something else that is true, and
//! false claims with the best evidence there is are refused.

use hissho_certificate::infinite_four::response::{self, Arena};
use hissho_certificate::{Claim, Context, check, infinite_four::forced_win, infinite_four::zone_game};
use hissho_rules::Account;
use hissho_rules::infinite_four::{Side, parse_stones};
use hissho_solve::infinite_four::library::{NAMED, carried_on, every_width, named, on_cylinder};
use hissho_solve::infinite_four::opponents::{ContestOutcome, Opponent, play};
use hissho_solve::random::Dice;
use hissho_testkit::{damage, sign, unsigned};

fn accepted(text: &str) -> Option<Claim> {
    check(text, &Context::default()).ok().map(|proved| proved.claim().clone())
}

/// What is still accepted after damage must be another claim than the one damaged - weaker or about other
/// stones - or another way to play that holds against opponents.
fn no_harm_done(name: &str, text: &str) {
    let claim = accepted(text).unwrap_or_else(|| panic!("{name}"));
    for survivor in damage(text, accepted) {
        if survivor.accepted != claim {
            continue;
        }
        let lines = unsigned(&survivor.text)[2..].join("\n");
        let loaded = hissho_solve::infinite_four::library::parse(&lines).unwrap();
        for seed in 0..20 {
            let opponent = if seed % 2 == 0 { Opponent::Random } else { Opponent::Greedy };
            let outcome = play(&loaded, opponent, 200, 12, &mut Dice::new(seed));
            assert!(
                matches!(outcome, ContestOutcome::GoesOn | ContestOutcome::Won),
                "{name}: {}: {outcome:?}",
                survivor.change
            );
        }
    }
}

#[test]
fn damage_to_a_strategy_without_passes_is_refused() {
    for (name, _) in NAMED.iter().filter(|(name, _)| *name != "figure-37") {
        let (claim, strategy) = named(name).unwrap();
        let text = response::write(&claim, &strategy);
        no_harm_done(name, &text);
        // With every cell paired and every pair needed, no change leaves the same claim standing.
        if !strategy.passes && !name.contains("restricted") && !name.contains("mixed") {
            let same: Vec<String> = damage(&text, accepted)
                .into_iter()
                .filter(|survivor| survivor.accepted == Claim::Response(claim.clone()))
                .map(|survivor| survivor.change)
                .collect();
            assert_eq!(same, Vec::<String>::new(), "{name}");
        }
    }
}

#[test]
fn damage_to_boards_that_end_is_refused() {
    for family in every_width().into_iter().chain(on_cylinder(&named("slided-cup-o").unwrap(), 10)) {
        no_harm_done(&family.0.to_string(), &response::write(&family.0, &family.1));
    }
}

#[test]
fn damage_to_a_forced_win_is_refused() {
    let stones = parse_stones("X0O1X1O-1X-1O2").unwrap();
    let line = parse_stones("X0O2X0O0X-2O-2X1O1X-1O2X-2").unwrap();
    let claim = forced_win::ForcedWin { stones, to_move: Side::X, winner: Side::X, plies: 11 };
    let text = forced_win::write(&claim, &line);
    for survivor in damage(&text, accepted) {
        // The reply to the last double threat is free; stones may be moved where they do not matter.
        let same = survivor.accepted == Claim::ForcedWin(claim.clone());
        let free_reply =
            survivor.text.lines().any(|line| line.starts_with("line X0 O2 X0 O0 X-2 O-2 X1 O1 X-1 O"));
        assert!(!same || free_reply, "{}", survivor.change);
    }
}

#[test]
fn damage_to_the_structure_theorem_is_refused() {
    let text =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/zone-words.cert")).unwrap();
    assert!(accepted(&text).is_some());
    assert_eq!(damage(&text, accepted).len(), 0);
}

#[test]
fn damage_to_a_gadget_game_never_makes_a_false_claim_true() {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/cup.cert")).unwrap();
    for survivor in damage(&text, accepted) {
        let Claim::ZoneGame(claim) = survivor.accepted else { panic!("{}", survivor.change) };
        // The opposite claim must be refused.
        let opposite = zone_game::ZoneGame { kept: !claim.kept, unique: None, ..claim };
        assert!(accepted(&zone_game::write(&opposite)).is_none(), "{}", survivor.change);
    }
}

/// A forged text: a valid strategy with some lines replaced, signed again.
fn forged(name: &str, changes: &[(&str, &str)]) -> String {
    let (claim, strategy) = named(name).unwrap();
    let mut lines = unsigned(&response::write(&claim, &strategy));
    for (from, to) in changes {
        let line = lines.iter_mut().find(|line| line.starts_with(from)).unwrap_or_else(|| panic!("{from}"));
        *line = (*to).to_owned();
    }
    sign(&lines)
}

#[test]
fn false_claims_are_refused_with_the_reason() {
    let refusal = |text: &str| check(text, &Context::default()).unwrap_err().to_string();
    // X has three in a row with both ends open: nothing O writes can help, not even with room everywhere.
    for (name, changes, reason) in [
        ("cup-o", vec![("stones", "stones X0 X0 X0"), ("static", "static 3")], "X may get the four"),
        ("cup-x", vec![("board", "board cylinder 5")], "a cylinder has no tails"),
        ("glass-o", vec![("passes", "passes no")], "has no partner, so a pass may be needed"),
        ("cup-o", vec![("right ", "right 0 0 0 0 0")], "is not a zone cell"),
        ("cup-o", vec![("right-pair 1,1", "right-pair 1,1 3,1")], "(3,1) is in two pairs"),
        ("cup-o", vec![("right-pair 1,2", "right-pair 1,2 4,3")], "(4,3) is not a zone cell"),
        (
            "cup-o",
            vec![("static", "static 3")],
            "column 0: zone height 3, with 0 stones there it must be 0 to 2",
        ),
        ("cup-o", vec![("core", "core 9223372036854775806 9223372036854775806")], "none beyond 500000000000"),
        (
            "cup-o",
            vec![("core", "core -9223372036854775808 9223372036854775807")],
            "none beyond 500000000000",
        ),
        ("cup-x", vec![("stones", "stones X9223372036854775807")], "is too far out"),
        ("cup-x", vec![("stones", "stones X5")], "column 5 holds a stone, the core -2 to 2 must contain it"),
        (
            "cup-x",
            vec![("stones", "stones X0 X0 X0 X0"), ("static", "static 0 0 4 0 0")],
            "a four is on the board already",
        ),
        ("cup-x", vec![("responder", "responder O"), ("to-move", "to-move X")], "O"),
        ("slided-cup-o", vec![("right-pair 1,2", "right-pair 1,2 9,2")], "(4,2) has no partner"),
    ] {
        let text = forged(name, &changes);
        assert!(refusal(&text).contains(reason), "{name} {changes:?}: {}", refusal(&text));
    }
}

#[test]
fn a_pair_whose_reply_is_out_of_reach_is_refused() {
    // (1,2) lies on (1,1), whose partner (2,2) may still lack support: the opponent takes (3,2)'s side first.
    let text = "board width 4\nstones none\nto-move X\nresponder O\nexcludes opponent\npasses no\ncore 1 4\nstatic 2 2 1 1\n\
                pair 1,1 2,2\npair 1,2 4,1\npair 2,1 3,1\n";
    let (claim, strategy) = hissho_solve::infinite_four::library::parse(text).unwrap();
    let error = response::check(claim, &strategy, &Account::unlimited()).unwrap_err().to_string();
    assert!(error.contains("is not the lowest zone cell of its column"), "{error}");
}

#[test]
fn a_draw_against_an_open_three_or_a_won_position_cannot_be_certified() {
    // The carried-on board of theorem 1 before O2 holds; after the losing O2 nothing O writes may hold.
    let before = parse_stones("X0O1X1O-1X-1O2X0").unwrap();
    for name in ["cup-o", "slided-cup-o", "glass-o", "mixed-o"] {
        let Some((mut claim, strategy)) = carried_on(&named(name).unwrap(), &before) else {
            continue;
        };
        claim.arena = Arena::Infinite;
        claim.to_move = Side::X;
        assert!(response::check(claim, &strategy, &Account::unlimited()).is_err(), "{name}");
    }
}

#[test]
fn branches_must_cover_the_core_and_end_in_strategies_that_hold() {
    let text =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/tree.strategy")).unwrap();
    let (claim, strategy) = hissho_solve::infinite_four::library::parse(&text).unwrap();
    response::check(claim.clone(), &strategy, &Account::unlimited()).unwrap();
    let signed = response::write(&claim, &strategy);
    let same: Vec<String> = damage(&signed, accepted)
        .into_iter()
        .filter(|survivor| survivor.accepted == Claim::Response(claim.clone()))
        .map(|survivor| survivor.change)
        .collect();
    // A pair that a leaf does not need may go; a branch, a reply or the elsewhere line may not.
    assert!(
        same.iter().all(|change| !change.contains("CutAfter") && !change.contains("TurnRound")),
        "{same:?}"
    );
    let lines = unsigned(&signed);
    for (index, line) in lines.iter().enumerate() {
        if line.starts_with("on ") || line.starts_with("elsewhere") || line.starts_with("branches") {
            let mut fewer = lines.clone();
            fewer.remove(index);
            assert!(accepted(&sign(&fewer)).is_none(), "without `{line}`");
        }
    }
}
