//! A large file of chess games, summed up: `cargo xtask bench records [MEGABYTES]`.
//!
//! The games are played at random by the program, 100 MB of PGN unless given, one in fifty with a
//! move that is not lawful. Prints the processor time of the question `record` with `summary`, and
//! the most memory that was used.

use std::time::Instant;

use cozy_chess::util::display_san_move;
use cozy_chess::{Board, Move};
use hissho_solve::limits::Limits;
use hissho_workbench::check::NamedFile;
use hissho_workbench::records::RecordQuestion;
use hissho_workbench::{Alone, Contents, Desk, Question};

fn main() {
    let megabytes: usize = std::env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(100);
    let text = games(megabytes << 20);
    let size = text.len();
    let file = NamedFile { name: "games.pgn".to_owned(), contents: Contents::Text(text) };
    let question =
        Question::from(RecordQuestion { file: Some(file), summary: true, ..RecordQuestion::default() });
    let (clock, start) = (Instant::now(), processor());
    let answer = Desk::default().ask(&question, &Limits::default(), &Alone).expect("a file of games");
    let used = processor() - start;
    print!("{}", answer.text());
    println!(
        "{:.1} MB in {used:.2} s of processor time, {:.2} s by the clock, at most {}",
        size as f64 / 1e6,
        clock.elapsed().as_secs_f64(),
        peak()
    );
}

/// Random lawful games of about 80 half-moves, until the text is so long.
fn games(bytes: usize) -> String {
    let mut seed = 1u64;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) as usize % below
    };
    let mut text = String::new();
    for number in 1.. {
        if text.len() >= bytes {
            break;
        }
        let length = 40 + random(80);
        text += &format!("[Event \"Game {number}\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1/2-1/2\"]\n\n");
        let mut board = Board::default();
        let mut width = 0;
        for ply in 0..length {
            let mut moves: Vec<Move> = Vec::new();
            board.generate_moves(|some| {
                moves.extend(some);
                false
            });
            if moves.is_empty() || board.halfmove_clock() >= 100 {
                break;
            }
            let chosen = moves[random(moves.len())];
            let before = if ply % 2 == 0 { format!("{}. ", ply / 2 + 1) } else { String::new() };
            let word = format!("{before}{} ", display_san_move(&board, chosen));
            width += word.len();
            text += &word;
            if width > 70 {
                text.push('\n');
                width = 0;
            }
            board.play(chosen);
        }
        text += if number % 50 == 0 { "Ka9 *\n\n" } else { "1/2-1/2\n\n" };
    }
    text
}

/// Processor time of this thread where the system tells it.
fn processor() -> f64 {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    stat.split_whitespace().next().and_then(|word| word.parse::<f64>().ok()).unwrap_or(0.0) / 1e9
}

fn peak() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    line.map_or("not known".to_owned(), |line| line.trim_start_matches("VmHWM:").trim().to_owned())
}
