//! Values of single positions are given up soon after a limit is reached, whatever the moves.

use std::sync::Arc;
use std::time::{Duration, Instant};

use hissho_rules::language::Game;
use hissho_rules::name::Component;
use hissho_solve::impartial::GeneralError;
use hissho_solve::limits::{Cancel, Limits, Outside, Pulse, Stop};
use hissho_solve::progress::Silent;
use hissho_workbench::Desk;
use hissho_workbench::impartial::{ImpartialError, Sum, value};

/// A rook that moves at most to half: each of millions of positions has hundreds of thousands of
/// moves.
const HALFROOK: &str = "game halfrook
position x, y
move 2*x' >= x, x' < x, y' = y
move x' = x, 2*y' >= y, y' < y
";

/// A billion candidates are tried before the first move is found.
const SPARSE: &str = "game sparse
position x
move x' < x, x' mod 1000000007 = 1000000006
";

struct Wall {
    asked: Instant,
    cancel: Cancel,
}

impl Outside for Wall {
    fn elapsed(&self) -> Duration {
        self.asked.elapsed()
    }

    fn is_cancelled(&self) -> bool {
        self.cancel.is_cancelled()
    }
}

fn stopped_by(
    rules: &str,
    position: &[u64],
    misere: bool,
    limits: &Limits,
    cancel: &Cancel,
) -> (Stop, Duration) {
    let game = Game::parse(rules, &[]).unwrap();
    let sum = Sum { name: game.name.clone(), components: vec![Component::Numbers(Box::new(game))] };
    let start = Instant::now();
    // A clock that started with the question.
    let clock = Wall { asked: start, cancel: cancel.clone() };
    let limits = Limits { pulse: Pulse::of(Arc::new(clock)), ..limits.clone() };
    match value(&Desk::default(), &sum, position, misere, &limits, &Silent) {
        Err(ImpartialError::Stop(stop) | ImpartialError::General(GeneralError::Stop(stop))) => {
            (stop, start.elapsed())
        }
        other => panic!("{:?}", other.map(|valued| valued.grundy)),
    }
}

#[test]
fn audit_halfrook_is_given_up_within_a_second_of_its_limits() {
    let never = Cancel::default();
    let time = Limits { time: Some(Duration::from_millis(500)), ..Limits::default() };
    let memory =
        Limits { memory: Some(20_000_000), time: Some(Duration::from_secs(600)), ..Limits::default() };
    for (rules, position) in [(HALFROOK, &[1_000_000, 3][..]), (SPARSE, &[100_000_000])] {
        for misere in [false, true] {
            let (stop, taken) = stopped_by(rules, position, misere, &time, &never);
            assert_eq!(stop, Stop::Time);
            // Half a second, a second, and much room for a busy machine: without limits it takes
            // hours.
            assert!(taken < Duration::from_secs(60), "{taken:?}");
        }
    }
    assert_eq!(stopped_by(HALFROOK, &[1_000_000, 3], false, &memory, &never).0, Stop::Memory);
    assert_eq!(stopped_by(HALFROOK, &[1_000_000, 3], true, &memory, &never).0, Stop::Memory);
}

#[test]
fn audit_halfrook_stops_when_it_is_told_to() {
    let limits = Limits::default();
    let flag = Cancel::default();
    let cancel = flag.clone();
    let thread = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(300));
        cancel.cancel();
    });
    let (stop, taken) = stopped_by(HALFROOK, &[1_000_000, 3], false, &limits, &flag);
    thread.join().unwrap();
    assert_eq!(stop, Stop::Cancelled);
    assert!(taken < Duration::from_secs(60), "{taken:?}");
}
