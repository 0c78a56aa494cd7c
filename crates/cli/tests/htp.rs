//! `hissho htp` through a scripted client: every command, and being stopped in the middle of the long ones.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// Far more than a stopped command needs on a busy machine, and far less than the searches below
/// would take.
const BACK: Duration = Duration::from_secs(60);

struct Client {
    child: Child,
    input: Option<ChildStdin>,
    answers: Receiver<String>,
}

impl Client {
    fn start(arguments: &[&str]) -> Client {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hissho"));
        command.args(["htp", "--threads", "1"]).args(arguments).env("HISSHO_LIBRARY", "none");
        command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        let (send, answers) = channel();
        std::thread::spawn(move || {
            let mut answer = String::new();
            for line in out.lines().map_while(Result::ok) {
                if line.is_empty() {
                    let _ = send.send(std::mem::take(&mut answer));
                } else {
                    answer += &line;
                    answer.push('\n');
                }
            }
        });
        Client { input: child.stdin.take(), child, answers }
    }

    fn send(&mut self, line: &str) {
        let input = self.input.as_mut().unwrap();
        writeln!(input, "{line}").unwrap();
        input.flush().unwrap();
    }

    fn receive(&self, line: &str) -> String {
        self.answers
            .recv_timeout(BACK)
            .unwrap_or_else(|_| panic!("no answer to `{line}`"))
            .trim_end()
            .to_owned()
    }

    fn ask(&mut self, line: &str) -> String {
        self.send(line);
        self.receive(line)
    }

    /// Sends a signal to the program.
    fn signal(&self, name: &str) {
        let sent = Command::new("kill").args([&format!("-{name}"), &self.child.id().to_string()]).status();
        assert!(sent.unwrap().success());
    }

    /// Waits until the program has ended by itself.
    fn ended(&mut self) -> bool {
        for _ in 0..BACK.as_millis() / 20 {
            if self.child.try_wait().unwrap().is_some() {
                return true;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        false
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_scripted_client_is_answered() {
    let directory = tempfile::tempdir().unwrap();
    let record = directory.path().join("game.sgf");
    std::fs::write(&record, "(;GM[11]SZ[4];B[b2];W[c2])").unwrap();
    let load = format!("loadsgf {}", record.display());
    let mut client = Client::start(&[]);
    for (line, expected) in [
        ("name", "= hissho"),
        ("1 protocol_version", "=1 2"),
        ("version", concat!("= ", env!("CARGO_PKG_VERSION"))),
        ("known_command genmove", "= true"),
        ("known_command nonsense", "= false"),
        ("boardsize 3", "="),
        ("all_legal_moves", "= a1 b1 c1 a2 b2 c2 a3 b3 c3"),
        ("final_score", "= cannot score"),
        ("undo", "? there is no move to take back"),
        ("play b b2", "="),
        ("play w b2", "? cell 22 already has a stone"),
        ("play w z9", "? `z9` is not a cell of the 3x3 board, whose last cell is 33 or c3"),
        ("play green a1", "? `green` is not a colour, black or white is needed"),
        ("dfpn-solve-state w", "= black"),
        ("dfpn-solver-find-winning w", "="),
        ("undo", "="),
        ("dfpn-solve-state b", "= black"),
        ("dfpn-solver-find-winning b", "= c1 a2 b2 c2 a3"),
        ("boardsize 4", "="),
        ("boardsize 4 3", "="),
        ("all_legal_moves", "= a1 b1 c1 d1 a2 b2 c2 d2 a3 b3 c3 d3"),
        ("boardsize nine", "? `nine` is not a number of cells"),
        ("boardsize 99", "? a board of 99 columns and 99 rows, each side must be from 1 to 11"),
        ("final_score", "= cannot score"),
        ("boardsize 2", "="),
        ("play b a1", "="),
        ("play w pass", "="),
        ("play b a2", "="),
        ("final_score", "= B+"),
        ("genmove w", "? the game is over"),
        ("dfpn-solve-state w", "= black"),
        ("undo", "="),
        ("undo", "="),
        ("play w b1", "="),
        ("final_score", "= cannot score"),
        ("clear_board", "="),
        ("play b resign", "="),
        ("final_score", "= W+"),
        ("genmove w", "? the game is over"),
        ("undo", "="),
        ("final_score", "= cannot score"),
        ("play b b1", "="),
        ("play w swap-pieces", "="),
        ("play w swap", "? "),
        ("all_legal_moves", "= a1 b1 b2"),
        ("time_left b 100 10", "="),
        ("time_left b soon", "? `soon` is not a number"),
        ("time_left w 100", "="),
        ("boardsize 3", "="),
        ("reg_genmove b", "= b2"),
        ("hissho-comment", "= b2 is proved to win"),
        ("all_legal_moves", "= a1 b1 c1 a2 b2 c2 a3 b3 c3"),
        ("genmove b", "= b2"),
        ("hissho-must-play w", "= a3 b1 b3 c1"),
        ("2 hissho-carrier w", "=2 a3 b1 b3 c1"),
        ("genmove w", "= "),
        ("hissho-comment", "= "),
        ("genmove b", "= "),
        ("showboard", "= "),
        (&load, "= black"),
        ("all_legal_moves", "= a1 b1 c1 d1 a2 d2 a3 b3 c3 d3 a4 b4 c4 d4"),
        ("loadsgf nowhere.sgf", "? nowhere.sgf: "),
        ("nonsense", "? unknown command `nonsense` with 0 arguments"),
        ("play b", "? unknown command `play` with 1 arguments"),
    ] {
        let answer = client.ask(line);
        let is_whole = !matches!(expected, "= " | "? " | "? nowhere.sgf: ");
        assert!(
            if is_whole { answer == expected } else { answer.starts_with(expected) },
            "{line}: {answer:?}"
        );
    }
    let listed = client.ask("list_commands");
    let offered = client.ask("hexgui-analyze_commands");
    for entry in offered.trim_start_matches("= ").lines() {
        let command = entry.rsplit('/').next().unwrap().split(' ').next().unwrap();
        assert!(listed.lines().any(|line| line.trim_start_matches("= ") == command), "{entry}");
    }
    client.send("   # a remark, and an empty line are not answered");
    client.send("");
    assert_eq!(client.ask("quit"), "=");
    assert!(client.ended());
}

/// Commands that would take hours on the empty board.
const LONG: [&str; 6] = [
    "genmove b",
    "reg_genmove b",
    "dfpn-solve-state b",
    "dfpn-solver-find-winning b",
    "hissho-carrier b",
    "hissho-must-play b",
];

#[test]
fn an_interrupt_stops_every_long_command_and_the_conversation_goes_on() {
    let mut client = Client::start(&["--time", "1h"]);
    for line in LONG {
        assert_eq!(client.ask("boardsize 11"), "=");
        client.send(line);
        std::thread::sleep(Duration::from_millis(300));
        client.send("# interrupt");
        let answer = client.receive(line);
        match line.contains("genmove") {
            true => {
                assert!(answer.starts_with("= ") && answer.len() > 3, "{line}: {answer}");
                assert!(client.ask("hissho-comment").contains("not proved"), "{line}");
            }
            false => assert!(answer.starts_with("? gave up: it was stopped"), "{line}: {answer}"),
        }
        // An interrupt that comes before the command was even begun counts too.
        client.send(&format!("boardsize 11\n{line}\n# interrupt"));
        assert_eq!(client.receive("boardsize"), "=");
        client.receive(line);
    }
    assert_eq!(client.ask("name"), "= hissho");
}

#[test]
fn signals_stop_every_long_command_and_end_the_conversation() {
    for signal in ["INT", "TERM"] {
        for line in LONG {
            let mut client = Client::start(&["--time", "1h"]);
            assert_eq!(client.ask("name"), "= hissho");
            client.send(line);
            std::thread::sleep(Duration::from_millis(300));
            client.signal(signal);
            client.receive(line);
            assert!(client.ended(), "{signal} {line}");
        }
        let mut client = Client::start(&[]);
        assert_eq!(client.ask("name"), "= hissho");
        client.signal(signal);
        assert!(client.ended(), "{signal} while it waits");
    }
}

#[test]
fn the_time_counts_for_each_command() {
    let mut client = Client::start(&["--time", "1s"]);
    std::thread::sleep(Duration::from_millis(1200));
    assert_eq!(client.ask("boardsize 3"), "=");
    assert_eq!(client.ask("dfpn-solve-state b"), "= black");
    assert_eq!(client.ask("boardsize 11"), "=");
    let first = client.ask("genmove b");
    assert!(first.starts_with("= "), "{first}");
    assert!(client.ask("hissho-comment").ends_with("is not proved to win: the time limit was reached"));
    assert!(client.ask("dfpn-solve-state w").starts_with("? gave up: the time limit was reached"));
    assert_eq!(client.ask("boardsize 3"), "=");
    assert_eq!(client.ask("dfpn-solve-state b"), "= black");
}
