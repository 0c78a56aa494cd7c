//! `hissho htp`: the Hex text protocol on standard input and output, so that HexGui and scripts can attach.
//!
//! One command a line, answers `= …` or `? …`, closed by an empty line; moves are written with
//! letters, as all programs of this protocol do. `--time` counts for each command. `# interrupt`,
//! HexGui's Stop button, ends the search under way: `genmove` then answers with the best move it
//! knows. Ctrl-C and SIGTERM do the same and end the conversation.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use hissho_workbench::games::GameText;
use hissho_workbench::reply::{Board, Replied, Reply, Wanted};
use hissho_workbench::{Cancel, Facts, Fault, Limits};

use super::play_board;
use super::solve::named_file;
use crate::exit::Exit;
use crate::session::{Output, Session};
use crate::typed_lines::{TypedLine, TypedLines};

/// How long `genmove` thinks when neither `--time` nor `time_left` says.
const THINK: Duration = Duration::from_secs(10);

/// Moves among which the time left is shared when nothing is said.
const MOVES_TO_COME: u32 = 20;

/// The commands in order.
const COMMANDS: &[&str] = &[
    "all_legal_moves",
    "boardsize",
    "clear_board",
    "dfpn-solve-state",
    "dfpn-solver-find-winning",
    "final_score",
    "genmove",
    "hexgui-analyze_commands",
    "hissho-carrier",
    "hissho-comment",
    "hissho-must-play",
    "known_command",
    "list_commands",
    "loadsgf",
    "name",
    "play",
    "protocol_version",
    "quit",
    "reg_genmove",
    "showboard",
    "time_left",
    "undo",
    "version",
];

/// What HexGui offers in its menu: how the answer is shown, the entry, the command. `%c` is the
/// colour to move.
const ANALYZE: &str = "string/Winner %c/dfpn-solve-state %c\n\
                       plist/Winning moves %c/dfpn-solver-find-winning %c\n\
                       plist/Carrier of the proof %c/hissho-carrier %c\n\
                       plist/Must-play %c/hissho-must-play %c\n\
                       plist/Legal moves/all_legal_moves\n\
                       string/About the last move/hissho-comment\n\
                       string/Final score/final_score";

pub(crate) fn run(session: &Session) -> anyhow::Result<Exit> {
    let mut conversation = Conversation::new(session);
    let mut out = std::io::stdout().lock();
    let lines = TypedLines::read();
    while let Some(line) = lines.next(session) {
        out.write_all(conversation.answer(&line).as_bytes())?;
        out.flush()?;
        if conversation.is_over {
            break;
        }
    }
    Ok(Exit::Answered)
}

/// Stones on the board, as a question holds them.
#[derive(Clone, Debug, Default)]
struct Setup {
    black: Vec<String>,
    white: Vec<String>,
    /// The side that is to move after the last move.
    to_move: Colour,
    /// Who has given up.
    resigned: Option<Colour>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Colour {
    #[default]
    Black,
    White,
}

impl Colour {
    fn read(word: &str) -> Result<Colour, String> {
        match word.to_ascii_lowercase().as_str() {
            "b" | "black" => Ok(Colour::Black),
            "w" | "white" => Ok(Colour::White),
            _ => Err(format!("`{word}` is not a colour, black or white is needed")),
        }
    }

    fn other(self) -> Colour {
        if self == Colour::Black { Colour::White } else { Colour::Black }
    }

    fn name(self) -> &'static str {
        if self == Colour::Black { "black" } else { "white" }
    }
}

impl Setup {
    /// The position with this side to move.
    fn text(&self, to_move: Colour) -> String {
        let (black, white) = (self.black.join(","), self.white.join(","));
        format!("black={black} white={white} to-move={}", to_move.name())
    }
}

/// The state of one conversation.
struct Conversation<'s> {
    session: &'s Session,
    /// Columns and rows.
    size: (String, String),
    setup: Setup,
    history: Vec<Setup>,
    /// The time for a move, once `time_left` has said it, for Black and White.
    time: [Option<Duration>; 2],
    /// Of the last move of the program.
    comment: String,
    /// Set by `quit`.
    is_over: bool,
}

impl<'s> Conversation<'s> {
    /// A conversation that begins with an empty 11×11 board.
    fn new(session: &'s Session) -> Conversation<'s> {
        Conversation {
            session,
            size: ("11".to_owned(), "11".to_owned()),
            setup: Setup::default(),
            history: Vec::new(),
            time: [None; 2],
            comment: String::new(),
            is_over: false,
        }
    }

    /// The whole answer to one line, closed by an empty line; nothing for an empty line or a
    /// remark.
    fn answer(&mut self, line: &TypedLine) -> String {
        let text = line.text.split('#').next().unwrap_or("").trim();
        let mut words = text.split_whitespace().peekable();
        let id = words.next_if(|word| word.bytes().all(|byte| byte.is_ascii_digit())).unwrap_or("");
        let Some(command) = words.next() else { return String::new() };
        let arguments: Vec<&str> = words.collect();
        match self.run(command, &arguments, &line.stop) {
            Ok(text) => format!("={id} {text}\n\n"),
            Err(text) => format!("?{id} {text}\n\n"),
        }
    }

    fn run(&mut self, command: &str, arguments: &[&str], stop: &Cancel) -> Result<String, String> {
        match (command, arguments) {
            ("name", _) => Ok("hissho".into()),
            ("version", _) => Ok(env!("CARGO_PKG_VERSION").into()),
            ("protocol_version", _) => Ok("2".into()),
            ("list_commands", _) => Ok(COMMANDS.join("\n")),
            ("known_command", [name]) => Ok(COMMANDS.contains(name).to_string()),
            ("hexgui-analyze_commands", _) => Ok(ANALYZE.into()),
            ("quit", _) => {
                self.is_over = true;
                Ok(String::new())
            }
            ("boardsize", [columns]) => self.begin((*columns).to_owned(), (*columns).to_owned()),
            ("boardsize", [columns, rows]) => self.begin((*columns).to_owned(), (*rows).to_owned()),
            ("clear_board", _) => self.begin(self.size.0.clone(), self.size.1.clone()),
            ("play", [colour, cell]) => self.play(Colour::read(colour)?, cell),
            ("undo", _) => {
                self.setup = self.history.pop().ok_or("there is no move to take back")?;
                Ok(String::new())
            }
            ("showboard", _) => {
                let board = play_board::text(&self.turn(self.setup.to_move, vec![])?);
                Ok(format!("\n{}", board.trim_end()))
            }
            ("all_legal_moves", _) => Ok(self.turn(self.setup.to_move, vec![])?.legal.join(" ")),
            ("loadsgf", [file]) => self.load(Path::new(file)),
            ("time_left", [colour, seconds, stones @ ..]) => self.set_time(colour, seconds, stones),
            ("genmove", [colour]) => self.generate(Colour::read(colour)?, stop, true),
            ("reg_genmove", [colour]) => self.generate(Colour::read(colour)?, stop, false),
            ("hissho-comment", _) => Ok(self.comment.clone()),
            ("dfpn-solve-state", [colour]) => {
                let found = self.proved(Colour::read(colour)?, stop)?;
                found.value.ok_or_else(|| "the game is over".to_owned())
            }
            ("dfpn-solver-find-winning", [colour]) => self.winning_moves(Colour::read(colour)?, stop),
            ("hissho-carrier", [colour]) => Ok(carrier(&self.proved(Colour::read(colour)?, stop)?).join(" ")),
            ("hissho-must-play", [colour]) => self.must_play(Colour::read(colour)?, stop),
            ("final_score", _) => self.score(),
            _ => Err(format!("unknown command `{command}` with {} arguments", arguments.len())),
        }
    }

    /// An empty board of this size.
    fn begin(&mut self, columns: String, rows: String) -> Result<String, String> {
        let number = |word: &String| match word.parse::<usize>() {
            Ok(_) => Ok(()),
            Err(_) => Err(format!("`{word}` is not a number of cells")),
        };
        number(&columns)?;
        number(&rows)?;
        let before = std::mem::replace(&mut self.size, (columns, rows));
        let setup = std::mem::take(&mut self.setup);
        if let Err(error) = self.turn(Colour::Black, vec![]) {
            (self.size, self.setup) = (before, setup);
            return Err(error);
        }
        self.history.clear();
        Ok(String::new())
    }

    fn ask(&self, question: Reply, limits: &Limits) -> Result<Replied, String> {
        let output = Output { limits: Some(limits), ..Output::default() };
        let told = |fault: Fault| fault.message;
        match self.session.ask_with(question, &output).map_err(told)?.facts {
            Facts::Reply(replied) => Ok(replied),
            _ => Err("a reply has another answer".to_owned()),
        }
    }

    fn question(&self, to_move: Colour, moves: Vec<String>, wanted: Wanted) -> Reply {
        let game = GameText::Name(format!("hex({},{})", self.size.0, self.size.1));
        Reply::new(game, &self.setup.text(to_move), moves, wanted)
    }

    /// The board after moves of this side.
    fn turn(&self, to_move: Colour, moves: Vec<String>) -> Result<Replied, String> {
        let limits = self.session.limits_from_now(None, &Cancel::default());
        self.ask(self.question(to_move, moves, Wanted::Turn), &limits)
    }

    fn play(&mut self, colour: Colour, cell: &str) -> Result<String, String> {
        let mut next = self.setup.clone();
        match cell.to_ascii_lowercase().as_str() {
            "resign" => next.resigned = Some(colour),
            "pass" => {}
            name => next = stones(&self.turn(colour, vec![name.to_owned()])?),
        }
        next.to_move = colour.other();
        self.history.push(std::mem::replace(&mut self.setup, next));
        Ok(String::new())
    }

    fn load(&mut self, path: &Path) -> Result<String, String> {
        let record = named_file(path).map_err(|error| format!("{error:#}"))?;
        let limits = self.session.limits_from_now(None, &Cancel::default());
        let question = Reply { record: Some(record), ..Reply::new("hex", "", vec![], Wanted::Turn) };
        let loaded = self.ask(question, &limits)?;
        if let Board::Rhombus { columns, rows, .. } = &loaded.board {
            self.size = (columns.to_string(), rows.to_string());
        }
        self.setup = stones(&loaded);
        self.history.clear();
        Ok(self.setup.to_move.name().to_owned())
    }

    /// `time_left COLOUR SECONDS [MOVES]`.
    fn set_time(&mut self, colour: &str, seconds: &str, moves: &[&str]) -> Result<String, String> {
        let colour = Colour::read(colour)?;
        let number = |word: &str| word.parse::<u32>().map_err(|_| format!("`{word}` is not a number"));
        let (seconds, moves) = (number(seconds)?, moves.first().map_or(Ok(0), |word| number(word))?);
        let moves = if moves == 0 { MOVES_TO_COME } else { moves };
        self.time[colour as usize] = Some(Duration::from_secs(seconds.into()) / moves);
        Ok(String::new())
    }

    fn generate(&mut self, colour: Colour, stop: &Cancel, is_made: bool) -> Result<String, String> {
        if self.setup.resigned.is_some() {
            return Err("the game is over".to_owned());
        }
        let limits = self.session.limits_from_now(Some(THINK), stop);
        let own = self.time[colour as usize];
        let limits = Limits { time: limits.time.into_iter().chain(own).min(), ..limits };
        let found = self.ask(self.question(colour, vec![], Wanted::Move), &limits)?;
        let Some(cell) = found.reply.clone() else { return Err("the game is over".to_owned()) };
        self.comment = match &found.value {
            Some(winner) if winner == colour.name() => format!("{cell} is proved to win"),
            Some(winner) => format!("{cell}; it is proved that {winner} wins"),
            None => {
                let reason = found.reason.map_or(String::new(), |reason| format!(": {reason}"));
                format!("{cell} is not proved to win{reason}")
            }
        };
        self.session.remark(format_args!("# {}", self.comment));
        if is_made {
            self.play(colour, &cell)?;
        }
        Ok(cell)
    }

    /// The proof of the position with this side to move.
    fn proved(&self, to_move: Colour, stop: &Cancel) -> Result<Replied, String> {
        let limits = self.session.limits_from_now(None, stop);
        let found = self.ask(self.question(to_move, vec![], Wanted::Move), &limits)?;
        match (&found.value, &found.over) {
            (None, None) => Err(format!("gave up: {}", found.reason.unwrap_or_default())),
            (None, Some(winner)) => Ok(Replied { value: Some(winner.clone()), ..found }),
            _ => Ok(found),
        }
    }

    fn winning_moves(&self, to_move: Colour, stop: &Cancel) -> Result<String, String> {
        let limits = self.session.limits_from_now(None, stop);
        let found = self.ask(self.question(to_move, vec![], Wanted::Values), &limits)?;
        let winning = found.moves.iter().filter(|one| one.value == to_move.name());
        let winning: Vec<&str> = winning.map(|one| one.name.as_str()).collect();
        match found.reason {
            Some(reason) => Err(format!("gave up: {reason}; found so far: {}", winning.join(" "))),
            None => Ok(winning.join(" ")),
        }
    }

    /// Where this side has to play: what the other side, were it to move, needs for its win; all
    /// cells if it has none.
    fn must_play(&self, colour: Colour, stop: &Cancel) -> Result<String, String> {
        let threat = self.proved(colour.other(), stop)?;
        let is_threat = threat.value.as_deref() == Some(colour.other().name());
        let cells = if is_threat { carrier(&threat) } else { threat.legal };
        Ok(cells.join(" "))
    }

    fn score(&self) -> Result<String, String> {
        let winner = match self.setup.resigned {
            Some(colour) => Some(colour.other().name().to_owned()),
            None => self.turn(self.setup.to_move, vec![])?.over,
        };
        Ok(match winner.as_deref() {
            Some("black") => "B+".into(),
            Some(_) => "W+".into(),
            None => "cannot score".into(),
        })
    }
}

/// The free cells that the winner's proof needs, his first move included.
fn carrier(found: &Replied) -> Vec<String> {
    let first = found.reply.iter().filter(|_| found.value == found.to_move);
    let mut cells: Vec<String> = found.needed.iter().chain(first).cloned().collect();
    cells.sort();
    cells.dedup();
    cells
}

/// The stones of a board.
fn stones(replied: &Replied) -> Setup {
    let Board::Rhombus { black, white, .. } = &replied.board else { return Setup::default() };
    let to_move = if replied.to_move.as_deref() == Some("white") { Colour::White } else { Colour::Black };
    Setup { black: black.clone(), white: white.clone(), to_move, resigned: None }
}
