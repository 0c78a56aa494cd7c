//! The checker of strategies accepts what is true and refuses everything else.

use std::collections::HashMap;

use hissho_certificate::line_games::{self, Goal, Strategy, StrategyError};
use hissho_certificate::{Claim, Context, check};
use hissho_rules::line_games::{Board, End, LineGame};
use hissho_rules::{Account, Exhausted};

/// Winners of positions: what is in each slot, and the colour to move.
type Known = HashMap<(Vec<Option<usize>>, Option<usize>), Option<usize>>;

/// The side that wins, by plain recursion.
fn winner(board: &Board<'_>, known: &mut Known) -> Option<usize> {
    match board.end() {
        Some(End::Win(side)) => return Some(side),
        Some(End::Draw) => return None,
        None => {}
    }
    let key = (board.content().to_vec(), board.turn());
    if let Some(&value) = known.get(&key) {
        return value;
    }
    let mover = board.turn().map(|colour| board.game().sides()[colour]);
    let values: Vec<Option<usize>> =
        board.moves().iter().map(|&slot| winner(&board.play(slot).unwrap(), known)).collect();
    let value = [mover, None].into_iter().find(|value| values.contains(value)).unwrap_or(values[0]);
    known.insert(key, value);
    value
}

fn claim(game: &str, record: &str, owner: usize, goal: Goal) -> Strategy {
    let game = LineGame::named(game).unwrap();
    let plain = |record| Board::with_moves(&game, record).map_or(record.to_owned(), |(_, plain)| plain);
    let record = record.split(" / ").map(plain).collect::<Vec<_>>().join(" / ");
    Strategy { game, record, owner, goal }
}

/// The replies of a player who looks for the best, or for any move when there is no good one.
fn replies(claim: &Strategy) -> Result<Vec<u8>, StrategyError> {
    replies_knowing(claim, &mut Known::new())
}

fn replies_knowing(claim: &Strategy, known: &mut Known) -> Result<Vec<u8>, StrategyError> {
    let mut replies = Vec::new();
    line_games::walk(claim, &Account::unlimited(), |board| {
        let mut moves = board.moves();
        moves.sort_by_key(|&slot| match winner(&board.play(slot).unwrap(), known) {
            Some(side) if side == claim.owner => 0,
            None => 1,
            Some(_) => 2,
        });
        replies.push(moves[0] as u8);
        Some(moves[0])
    })?;
    Ok(replies)
}

fn accepted(text: &str) -> Option<Claim> {
    check(text, &Context::default()).ok().map(|proved| proved.claim().clone())
}

/// Game, record, and who wins (2 for nobody).
const KNOWN: &[(&str, &str, usize)] = &[
    ("connect4(4,3,k=3)", "", 0),
    ("connect4(3,3,k=3)", "1", 2),
    ("connect4(3,3,k=3)", "", 2),
    ("connect4(4,4)", "22223", 2),
    ("otrio", "a1L a1M b1S b1L c2L c1M b1M b3S a3M a2S c3S a1S b2L b2M c1L c2M c2S c1S", 2),
];

#[test]
fn true_values_have_certificates_and_false_ones_have_none() {
    for &(game, record, value) in KNOWN {
        for owner in [0, 1] {
            for goal in [Goal::Win, Goal::NotLose] {
                let claim = claim(game, record, owner, goal);
                let holds = value == owner || (value == 2 && goal == Goal::NotLose);
                match replies(&claim) {
                    Ok(replies) => {
                        assert!(holds, "{claim}");
                        let text = line_games::write(&claim, &replies);
                        assert_eq!(accepted(&text), Some(Claim::Strategy(claim)));
                    }
                    Err(error) => {
                        assert!(!holds && matches!(error, StrategyError::Fails { .. }), "{claim}: {error}")
                    }
                }
            }
        }
    }
}

#[test]
fn every_damage_is_refused_unless_the_changed_claim_is_true_as_well() {
    for &(game, record, value) in &KNOWN[..2] {
        for owner in [0, 1].into_iter().filter(|&owner| value == owner || value == 2) {
            let claim = claim(game, record, owner, Goal::NotLose);
            let text = line_games::write(&claim, &replies(&claim).unwrap());
            for survivor in hissho_testkit::damage(&text, accepted) {
                let Claim::Strategy(other) = &survivor.accepted else { panic!("{survivor:?}") };
                let board = Board::after(&other.game, &other.record).unwrap();
                let value = winner(&board, &mut HashMap::new());
                let holds = value == Some(other.owner) || (value.is_none() && other.goal == Goal::NotLose);
                assert!(holds, "{survivor:?}");
            }
        }
    }
}

#[test]
fn a_reply_too_many_or_too_few_is_refused() {
    let claim = claim("connect4(3,3,k=3)", "", 0, Goal::NotLose);
    let replies = replies(&claim).unwrap();
    let account = &Account::unlimited();
    let mut longer = replies.clone();
    longer.push(0);
    let refusal = line_games::check(claim.clone(), &longer, account).unwrap_err();
    assert_eq!(refusal, StrategyError::TooMany { given: longer.len(), needed: replies.len() });
    let refusal = line_games::check(claim.clone(), &replies[..replies.len() - 1], account).unwrap_err();
    assert!(matches!(refusal, StrategyError::TooFew { number, .. } if number == replies.len() - 1));
    let refusal = line_games::check(claim, &[8], account).unwrap_err();
    assert!(matches!(refusal, StrategyError::IllegalReply { number: 1, .. }));
}

#[test]
fn a_win_that_is_not_there_cannot_be_forged() {
    // The 3×3 game with three in a row is drawn. An adversary claims a win and may choose every
    // reply as well as possible, with hindsight: whatever is chosen, some line of play is not won.
    let claim = claim("connect4(3,3,k=3)", "", 0, Goal::Win);
    let mut stack = vec![Vec::new()];
    let mut tried = 0;
    while let Some(prefix) = stack.pop() {
        tried += 1;
        match line_games::check(claim.clone(), &prefix, &Account::unlimited()) {
            Err(StrategyError::TooFew { .. }) => (0..9).for_each(|slot| {
                let mut longer: Vec<u8> = prefix.clone();
                longer.push(slot);
                stack.push(longer);
            }),
            Err(_) => {}
            Ok(proved) => panic!("{} was accepted", proved.claim()),
        }
    }
    assert!(tried > 20, "{tried} strategies tried");
}

#[test]
fn a_walk_past_the_limit_is_refused() {
    let claim = claim("connect4(7,6)", "", 0, Goal::Win);
    let (steps, memory) = (Account::new(10_000, 1 << 30), Account::new(1 << 40, 200));
    for (account, limit) in
        [(steps, Exhausted::Steps { allowed: 10_000 }), (memory, Exhausted::Memory { allowed: 200 })]
    {
        let refusal = line_games::walk(&claim, &account, |board| board.moves().last().copied()).unwrap_err();
        assert_eq!(refusal, StrategyError::Exhausted(limit));
    }
}

#[test]
fn games_of_at_most_54_slots_and_two_owners_are_walked() {
    let refusal = |name: &str, owner: usize| {
        let claim = claim(name, "", owner, Goal::Win);
        line_games::walk(&claim, &Account::new(10_000, 1 << 30), |board| board.moves().last().copied())
            .unwrap_err()
    };
    assert!(matches!(refusal("connect4(9,6)", 1), StrategyError::Exhausted(_)));
    assert!(matches!(refusal("connect4(8,7)", 1), StrategyError::UnsuitableGame(..)));
    assert!(matches!(refusal("connect4(9,6)", 2), StrategyError::UnsuitableGame(..)));
}

#[test]
fn the_claim_says_the_whole_sentence() {
    assert_eq!(
        claim("otrio(forbidden=b2M)", "a1L a1S", 1, Goal::NotLose).to_string(),
        "otrio(forbidden=b2M) after a1L a1S: the second side does not lose, whatever the other does"
    );
    assert_eq!(
        claim("connect4", "", 0, Goal::Win).to_string(),
        "connect4(7,6) from the start: the first side wins, whatever the other does"
    );
}

#[test]
fn several_positions_share_one_list_of_replies() {
    let [one, other] = ["1", "2"].map(|record| claim("connect4(3,3,k=3)", record, 0, Goal::NotLose));
    let both = claim("connect4(3,3,k=3)", "1 / 2", 0, Goal::NotLose);
    let apart = replies(&one).unwrap().len() + replies(&other).unwrap().len();
    let together = replies(&both).unwrap();
    assert!(together.len() < apart, "{} and {apart}", together.len());
    assert_eq!(accepted(&line_games::write(&both, &together)), Some(Claim::Strategy(both.clone())));
    assert_eq!(
        both.to_string(),
        "connect4(3,3,k=3) from each of 2 positions, after 1, after 2: the first side does not lose, \
         whatever the other does"
    );
    // One position of several that is not won spoils the claim.
    let (game, good, bad) = ("connect4(3,3,k=3)", "2121", "1");
    assert!(replies(&claim(game, good, 0, Goal::Win)).is_ok());
    for record in [format!("{good} / {bad}"), format!("{bad} / {good}")] {
        let refusal = replies(&claim(game, &record, 0, Goal::Win)).unwrap_err();
        assert!(matches!(refusal, StrategyError::Fails { .. }), "{record}: {refusal}");
    }
    let refusal = replies(&claim(game, "2121 / 9", 0, Goal::Win)).unwrap_err();
    assert!(matches!(refusal, StrategyError::BadRecord(_)), "{refusal}");
}

/// The verdict on a text with these lines after the head.
fn verdict(lines: &str) -> String {
    let text = format!("hissho-certificate 1\nkind strategy\n{lines}");
    let text = hissho_testkit::sign(&text.lines().collect::<Vec<_>>());
    match check(&text, &Context::default()) {
        Ok(proved) => proved.claim().to_string(),
        Err(refusal) => refusal.name(),
    }
}

#[test]
fn audit_after_1_slash_does_not_add_the_start() {
    // With two columns and two rows nobody fills three: every claim not to lose holds without
    // replies.
    let with =
        |after: &str| verdict(&format!("game connect4(2,2,k=3)\n{after}\nowner first does-not-lose\n"));
    assert_eq!(
        with("after 1 / 2"),
        "connect4(2,2,k=3) from each of 2 positions, after 1, after 2: the first side does not lose, \
         whatever the other does"
    );
    assert_eq!(with("after 1 /"), "BadRecord");
    assert_eq!(with("after / 1"), "BadRecord");
    assert_eq!(with("after 1 /  / 2"), "NeedlessRecord");
    assert_eq!(with("after  / 1"), "NeedlessRecord");
    assert_eq!(with("after 1 / 1"), "NeedlessRecord");
    assert_eq!(with("after 12"), "RecordSpelling");
    assert_eq!(with("after 1,2"), "RecordSpelling");
    assert_eq!(with("after "), "Spelling");
}

#[test]
fn a_game_has_one_name() {
    let lines = |game: &str| verdict(&format!("game {game}\nafter\nowner first does-not-lose\n"));
    assert!(lines("connect4(2,2,k=3)").starts_with("connect4(2,2,k=3) from the start"));
    for other in ["connect4(2,2,k=03)", "connect4(+2,2,k=3)", "connect4(2,2,k=2,k=3)", "connect4( 2,2,k=3)"] {
        assert_eq!(lines(other), "Spelling", "{other}");
    }
    for other in ["otrio(players=2)", "otrio(stock=3)", "otrio(teams=24v13)", "otrio(forbidden=b2M+a1L)"] {
        assert_eq!(lines(other), "Spelling", "{other}");
    }
    assert_eq!(lines("connect4(2,2,k=1)"), "Malformed");
    assert_eq!(lines("chess"), "Malformed");
}

#[test]
fn audit_replies_take_little_memory_however_many_there_are() {
    // Two million letters: the text is held and two bytes for each, and the walk ends at once.
    let row = format!("replies {}\n", "A".repeat(100));
    let lines = format!("game connect4(2,2,k=3)\nafter\nowner first does-not-lose\n{}", row.repeat(20_000));
    let text = format!("hissho-certificate 1\nkind strategy\n{lines}");
    let text = hissho_testkit::sign(&text.lines().collect::<Vec<_>>());
    let at_most = |memory| {
        let context = Context::new(hissho_certificate::Allowance { steps: 100_000_000, memory });
        check(&text, &context).unwrap_err().name()
    };
    assert_eq!(at_most(6_300_000), "TooMany");
    assert_eq!(at_most(6_050_000), "Exhausted");
}

/// The next number of a small generator (Marsaglia, Xorshift RNGs, 2003).
fn next(seed: &mut u64) -> usize {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    (*seed >> 11) as usize
}

#[test]
fn random_late_positions_of_every_game_have_certificates_exactly_for_what_is_true() {
    let games = [
        ("otrio", 19),
        ("otrio(stock=1)", 7),
        ("otrio(stock=2,forbidden=a1L+b2M)", 15),
        ("otrio(stock=none)", 18),
        ("otrio(players=3,teams=1v23)", 18),
        ("otrio(teams=12v34)", 18),
        ("otrio(teams=134v2,stock=1)", 7),
        ("qubic(3)", 17),
        ("qubic(3,forbidden=centre)", 17),
        ("connect4(4,4,k=3)", 6),
        ("connect4(5,4)", 10),
        ("connect4(3,3,k=9)", 2),
    ];
    let (mut seed, mut forged, mut held) = (88_172_645_463_325_252, 0, 0);
    for (name, plies) in games {
        let game = LineGame::named(name).unwrap();
        assert_eq!(game.to_string(), name);
        for _ in 0..12 {
            // A random game without a winner yet.
            let (mut board, mut record) = (Board::new(&game), Vec::new());
            while record.len() < plies {
                let moves = board.moves();
                let quiet =
                    |slot: &usize| !board.turn().is_some_and(|turn| board.completes_line(turn, *slot));
                let moves: Vec<usize> = moves.into_iter().filter(quiet).collect();
                let Some(&slot) = moves.get(next(&mut seed) % moves.len().max(1)) else { break };
                record.push(game.slot_name(slot));
                board = board.play(slot).unwrap();
            }
            let mut known = Known::new();
            let value = winner(&board, &mut known);
            for (owner, goal) in [(0, Goal::Win), (1, Goal::Win), (0, Goal::NotLose), (1, Goal::NotLose)] {
                let claim = claim(name, &record.join(" "), owner, goal);
                let holds = value == Some(owner) || (goal == Goal::NotLose && value.is_none());
                let found = replies_knowing(&claim, &mut known);
                assert_eq!(found.is_ok(), holds, "{claim}: {found:?}");
                held += usize::from(holds);
                for _ in 0..if holds { 0 } else { 5 } {
                    let any = |board: &Board<'_>| {
                        let moves = board.moves();
                        moves.get(next(&mut seed) % moves.len().max(1)).copied()
                    };
                    assert!(line_games::walk(&claim, &Account::unlimited(), any).is_err(), "{claim}");
                    forged += 1;
                }
            }
        }
    }
    assert!(forged > 1_000 && held > 200, "{forged} forged, {held} held");
}
