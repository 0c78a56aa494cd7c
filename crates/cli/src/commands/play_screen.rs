//! `hissho play` on a screen: a board with a cursor, the values of all moves on demand.
//!
//! [`Screen`] is what is seen and what the keys do, without a terminal: tests press keys and read a
//! buffer. [`run`] joins it to a terminal. The program thinks on a thread of its own, so that the
//! keys work meanwhile.

use std::sync::mpsc;
use std::time::Duration;

use hissho_workbench::reply::{Replied, Wanted};
use hissho_workbench::{Cancel, Fault, Limits};
use ratatui::Frame;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::widgets::{Paragraph, Wrap};

use super::play_board::{Place, places, text};
use super::play_match::{Match, Turn, Valued, answer, values};
use crate::exit::Exit;
use crate::session::Session;

/// Where the board begins.
const BOARD: (u16, u16) = (2, 2);
const HELP: &str = "arrows and Enter, or type a move  Tab hint  v values  u undo  ? help  q quit";

/// What the program is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    Move,
    Hint,
    Values,
}

impl Question {
    fn wanted(self) -> Wanted {
        if self == Question::Values { Wanted::Values } else { Wanted::Move }
    }
}

/// What the program answers.
type Found = (Question, Result<Replied, Fault>);

/// What a key asks of the outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wish {
    Nothing,
    Ask(Question),
    StopThinking,
    Quit,
}

/// What is seen.
struct Screen<'t> {
    game: Match<'t>,
    /// The move the cursor is on.
    cursor: Option<String>,
    typed: String,
    values: Vec<Valued>,
    message: String,
    thinking: Option<Question>,
}

impl<'t> Screen<'t> {
    fn new(game: Match<'t>) -> Screen<'t> {
        let places = places(game.state());
        let stops: Vec<&Place> = places.iter().filter(|place| place.chooses.is_some()).collect();
        let cursor = stops.get(stops.len() / 2).and_then(|place| place.chooses.clone());
        let message = game.state().goal.clone();
        Screen { game, cursor, typed: String::new(), values: vec![], message, thinking: None }
    }

    /// What a key does.
    fn press(&mut self, key: KeyCode, limits: &Limits) -> Wish {
        match key {
            KeyCode::Char('q') => return Wish::Quit,
            KeyCode::Char('?' | '？') => self.message = format!("{} {HELP}", self.game.state().goal),
            KeyCode::Esc if self.thinking.is_some() => return Wish::StopThinking,
            KeyCode::Esc => self.typed.clear(),
            _ if self.thinking.is_some() => self.message = "the program is thinking; Esc stops it".to_owned(),
            KeyCode::Left => self.move_cursor(-1, 0),
            KeyCode::Right => self.move_cursor(1, 0),
            KeyCode::Up => self.move_cursor(0, -1),
            KeyCode::Down => self.move_cursor(0, 1),
            KeyCode::Backspace => {
                self.typed.pop();
            }
            KeyCode::Char('u') => {
                self.values.clear();
                self.message = match self.game.undo() {
                    true => "taken back".to_owned(),
                    false => "there is nothing to take back".to_owned(),
                };
            }
            KeyCode::Char('v') if !self.is_over() => return Wish::Ask(Question::Values),
            KeyCode::Tab if !self.is_over() => return Wish::Ask(Question::Hint),
            KeyCode::Char(letter) if letter.is_alphanumeric() => self.typed.push(letter),
            KeyCode::Enter if self.game.is_programs_turn() => return Wish::Ask(Question::Move),
            KeyCode::Enter => return self.choose(limits),
            _ => {}
        }
        Wish::Nothing
    }

    fn is_over(&self) -> bool {
        matches!(self.game.turn(), Turn::Over(_))
    }

    /// Plays what was typed, or what the cursor is on.
    fn choose(&mut self, limits: &Limits) -> Wish {
        let word = match std::mem::take(&mut self.typed) {
            typed if typed.is_empty() => self.cursor.clone().unwrap_or_default(),
            typed => typed,
        };
        self.message.clear();
        if self.is_over() {
            self.message = "the game is over: u takes back, q quits".to_owned();
        } else if let Err(error) = self.game.play(&word, limits) {
            self.message = error;
        } else {
            self.values.clear();
        }
        self.next_question()
    }

    /// What the program has to do now.
    fn next_question(&self) -> Wish {
        if self.game.is_programs_turn() { Wish::Ask(Question::Move) } else { Wish::Nothing }
    }

    /// The nearest place in that direction; in the same row or column if there is one.
    fn move_cursor(&mut self, dx: i32, dy: i32) {
        let places = places(self.game.state());
        let Some(here) = places.iter().find(|place| place.chooses == self.cursor) else { return };
        let away = |place: &Place| {
            let (x, y) = (i32::from(place.x) - i32::from(here.x), i32::from(place.y) - i32::from(here.y));
            let (ahead, aside) = if dx != 0 { (x * dx, y.abs()) } else { (y * dy, x.abs()) };
            (ahead > 0).then_some((aside, ahead))
        };
        let stops = places.iter().filter(|place| place.chooses.is_some());
        let next = stops.filter_map(|place| Some((away(place)?, place))).min_by_key(|(away, _)| *away);
        if let Some((_, place)) = next {
            self.cursor = place.chooses.clone();
        }
    }

    /// Takes what the program has found.
    fn take(&mut self, (question, found): Found, limits: &Limits) {
        self.thinking = None;
        let found = found.map_err(|fault| fault.message);
        match question {
            Question::Move => {
                self.message = match found.and_then(|reply| self.game.play_reply(&reply, limits)) {
                    Ok(word) => format!("the program plays {word}"),
                    Err(reason) => format!("no move: {reason}; Enter asks again, u takes back"),
                };
                self.values.clear();
            }
            Question::Hint => {
                self.message = match found {
                    Ok(reply) => reply.hint.or(reply.reason).unwrap_or_default(),
                    Err(reason) => reason,
                };
            }
            Question::Values => match found.and_then(values) {
                Ok(values) => {
                    self.message.clear();
                    self.values = values;
                }
                Err(reason) => self.message = format!("no values: {reason}"),
            },
        }
    }

    fn render(&self, frame: &mut Frame<'_>) {
        let area = frame.area();
        let mut write = |x: u16, y: u16, text: &str, style: Style| {
            if x < area.width && y < area.height {
                let room = Rect { x, y, width: area.width - x, height: 1 };
                frame.render_widget(Paragraph::new(text.to_owned()).style(style), room);
            }
        };
        let plain = Style::new();
        write(0, 0, &self.game.state().game, plain.add_modifier(Modifier::BOLD));
        let places = places(self.game.state());
        for place in &places {
            let (x, y) = (BOARD.0 + place.x, BOARD.1 + place.y);
            let mut style = place.colour.map_or(plain, |colour| plain.fg(colour_of(colour)));
            if place.chooses.is_some() && place.chooses == self.cursor {
                style = style.add_modifier(Modifier::REVERSED);
            }
            let valued = self.values.iter().find(|valued| place.chooses.as_ref() == Some(&valued.name));
            let width = place.sign.chars().count() as u16;
            write(x, y, &place.sign, style);
            if let Some(valued) = valued {
                let (sign, colour) = match valued.sign {
                    1 => ("+", Color::Green),
                    0 => ("=", Color::Yellow),
                    _ => ("-", Color::Red),
                };
                write(x + width, y, sign, plain.fg(colour));
            }
        }
        let right = BOARD.0 + 4 + places.iter().map(|place| place.x).max().unwrap_or(0);
        let bottom = BOARD.1 + 2 + places.iter().map(|place| place.y).max().unwrap_or(0);
        for (at, row) in (0..).zip(self.game.moves().chunks(8)) {
            write(right, BOARD.1 + at, &row.join(" "), plain);
        }
        let turn = match (self.game.turn(), self.thinking) {
            (Turn::Over(how), _) => how,
            (_, Some(_)) => "the program is thinking … Esc stops it".to_owned(),
            (Turn::Of(_, name), None) => format!("{name}: {}▏", self.typed),
        };
        write(0, bottom, &turn, plain.add_modifier(Modifier::BOLD));
        let listed: Vec<String> =
            self.values.iter().map(|valued| format!("{} {}", valued.name, valued.value)).collect();
        for (at, row) in (0..).zip(listed.chunks(4)) {
            write(0, bottom + 2 + at, &row.join("   "), plain);
        }
        write(0, area.height.saturating_sub(1), HELP, plain.add_modifier(Modifier::DIM));
        // A long message goes on below, where no values stand.
        let height = if listed.is_empty() { area.height.saturating_sub(bottom + 2).min(4) } else { 1 };
        let room = Rect { x: 0, y: bottom + 1, width: area.width, height }.intersection(area);
        let message = Paragraph::new(self.message.as_str()).wrap(Wrap { trim: true });
        frame.render_widget(message.style(plain.fg(Color::Cyan)), room);
    }
}

/// The colour of a colour's pieces.
fn colour_of(colour: usize) -> Color {
    [Color::LightRed, Color::LightBlue, Color::LightGreen, Color::LightMagenta][colour % 4]
}

/// Plays on the terminal until `q`, Ctrl-C or SIGTERM; how it stands then stays on the screen.
pub(super) fn run(game: Match<'_>, think: Duration, session: &Session) -> anyhow::Result<Exit> {
    let mut terminal = ratatui::try_init()?;
    let mut screen = Screen::new(game);
    let result = run_on(&mut terminal, &mut screen, think, session);
    ratatui::try_restore()?;
    result?;
    let state = screen.game.state();
    let stands = match screen.game.turn() {
        Turn::Over(how) => how,
        Turn::Of(_, name) => format!("{name} to move"),
    };
    anstream::println!("{}{}\n{stands}", text(state), state.played.join(" "));
    Ok(Exit::Answered)
}

fn run_on(
    terminal: &mut ratatui::DefaultTerminal,
    screen: &mut Screen<'_>,
    think: Duration,
    session: &Session,
) -> anyhow::Result<()> {
    let (send, answers) = mpsc::channel::<Found>();
    std::thread::scope(|scope| {
        let mut cancel = Cancel::default();
        let mut wish = screen.next_question();
        loop {
            match wish {
                Wish::Quit => {
                    cancel.cancel();
                    return Ok(());
                }
                Wish::StopThinking => cancel.cancel(),
                Wish::Ask(question) => {
                    cancel = Cancel::default();
                    let limits = session.limits_from_now(Some(think), &cancel);
                    let asked = screen.game.question(question.wanted(), question == Question::Hint);
                    let (send, ask) = (send.clone(), screen.game.ask);
                    screen.thinking = Some(question);
                    scope.spawn(move || {
                        // Nobody listens any more once the player has left.
                        let _ = send.send((question, answer(ask, asked, &limits)));
                    });
                }
                Wish::Nothing => {}
            }
            terminal.draw(|frame| screen.render(frame))?;
            let limits = session.limits_from_now(Some(think), &Cancel::default());
            wish = if session.is_stopped() { Wish::Quit } else { Wish::Nothing };
            if event::poll(Duration::from_millis(50))?
                && let Event::Key(key) = event::read()?
                && key.kind == KeyEventKind::Press
            {
                let with_control = key.modifiers.contains(KeyModifiers::CONTROL);
                wish = match key.code {
                    KeyCode::Char('c' | 'd') if with_control => Wish::Quit,
                    // What Enter sends until the terminal is raw.
                    KeyCode::Char('j') if with_control => screen.press(KeyCode::Enter, &limits),
                    code => screen.press(code, &limits),
                };
            }
            if let Ok(found) = answers.try_recv() {
                screen.take(found, &limits);
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use hissho_workbench::reply::{Level, Reply};
    use hissho_workbench::{Alone, Desk};
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    use super::super::play_match::Players;
    use super::*;

    /// What an 80 by 24 terminal shows.
    fn shown(screen: &Screen<'_>) -> Vec<String> {
        let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
        terminal.draw(|frame| screen.render(frame)).unwrap();
        let buffer = terminal.backend().buffer().clone();
        let row = |y: u16| (0..80).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned();
        (0..24).map(row).collect()
    }

    /// Presses keys, and answers at once what the program is asked.
    fn press(screen: &mut Screen<'_>, keys: &[KeyCode]) {
        let limits = Limits { threads: 1, ..Limits::default() };
        for &key in keys {
            let mut wish = screen.press(key, &limits);
            while let Wish::Ask(question) = wish {
                let asked = screen.game.question(question.wanted(), question == Question::Hint);
                let found = answer(screen.game.ask, asked, &limits);
                screen.take((question, found), &limits);
                wish = screen.next_question();
            }
        }
    }

    /// A screen of a game from a position, against the program or for two people.
    fn on_screen(name: &str, position: &str, two: bool, test: impl FnOnce(Screen<'_>)) {
        let desk = Desk::with_room(1 << 25);
        let ask = |question: Reply, limits: &Limits| desk.ask(&question.into(), limits, &Alone);
        let players = Players { two, second: false, level: Level::Perfect, seed: 1 };
        let start = Reply::new(name, position, Vec::new(), Wanted::Turn);
        let game = Match::begin(&ask, start, players, &Limits::default()).unwrap();
        test(Screen::new(game));
    }

    #[test]
    fn two_people_play_connect_four_with_the_cursor_and_take_back() {
        on_screen("connect4(4,4)", "", true, |mut screen| {
            press(&mut screen, &[KeyCode::Enter, KeyCode::Left, KeyCode::Enter]);
            assert_eq!(screen.game.moves(), ["3", "2"]);
            let rows = shown(&screen);
            assert_eq!(rows[0], "connect4(4,4)");
            assert_eq!(rows[2], "    1   2   3   4   3 2");
            assert_eq!(rows[7], "    ·   ○   ●   ·");
            assert_eq!(rows[9], "first side, colour 1: ▏");
            press(&mut screen, &[KeyCode::Char('u')]);
            assert_eq!(shown(&screen)[7], "    ·   ·   ●   ·");
            press(&mut screen, &[KeyCode::Char('u'), KeyCode::Char('u')]);
            assert!(shown(&screen).contains(&"there is nothing to take back".to_owned()));
        });
    }

    #[test]
    fn values_of_all_moves_stand_beside_the_places_and_in_a_list() {
        // Three in a column: the mover wins at once there.
        on_screen("connect4(4,4)", "131313", true, |mut screen| {
            press(&mut screen, &[KeyCode::Char('v')]);
            let rows = shown(&screen);
            assert!(rows[2].starts_with("    1+  2"), "{rows:?}");
            assert!(rows.iter().any(|row| row.starts_with("1 first (+5)")), "{rows:?}");
            press(&mut screen, &[KeyCode::Char('1'), KeyCode::Enter]);
            assert!(shown(&screen).contains(&"the first side has a line and wins".to_owned()));
            press(&mut screen, &[KeyCode::Char('2'), KeyCode::Enter]);
            assert!(shown(&screen).contains(&"the game is over: u takes back, q quits".to_owned()));
        });
    }

    #[test]
    fn the_program_answers_in_otrio_and_its_move_is_taken_back_too() {
        on_screen("otrio", "b2M a1L b2L c3S a1M b1M", false, |mut screen| {
            let rows = shown(&screen);
            assert_eq!(rows[2], "        a          b          c");
            assert_eq!(rows[4], "  1  ◯2 ○1 S    L  ○2 S    L  M  S");
            for letter in "c1L".chars() {
                press(&mut screen, &[KeyCode::Char(letter)]);
            }
            press(&mut screen, &[KeyCode::Enter]);
            assert_eq!(screen.game.moves().len(), 2);
            assert!(screen.message.starts_with("the program plays "), "{}", screen.message);
            press(&mut screen, &[KeyCode::Char('u')]);
            assert!(screen.game.moves().is_empty());
            press(&mut screen, &[KeyCode::Char('z'), KeyCode::Enter]);
            assert!(shown(&screen).contains(&"z is not a legal move here".to_owned()));
        });
    }

    #[test]
    fn hex_has_a_screen_with_values_and_hints() {
        on_screen("hex(3)", "", true, |mut screen| {
            press(&mut screen, &[KeyCode::Enter, KeyCode::Up, KeyCode::Enter, KeyCode::Char('v')]);
            let rows = shown(&screen);
            assert!(rows[4].contains('●'), "{rows:?}");
            assert!(rows[3].contains('○'), "{rows:?}");
            assert!(rows.iter().any(|row| row.contains("black")), "{rows:?}");
            press(&mut screen, &[KeyCode::Tab]);
            assert!(screen.message.ends_with(" wins"), "{}", screen.message);
        });
    }

    #[test]
    fn keys_wait_while_the_program_thinks_and_a_small_terminal_is_no_error() {
        on_screen("connect4(4,4)", "", false, |mut screen| {
            let none = Limits::default();
            screen.thinking = Some(Question::Move);
            assert_eq!(screen.press(KeyCode::Enter, &none), Wish::Nothing);
            assert_eq!(screen.press(KeyCode::Esc, &none), Wish::StopThinking);
            assert_eq!(screen.press(KeyCode::Char('q'), &none), Wish::Quit);
            screen.take((Question::Move, Err(Fault::bad_input("it was stopped"))), &none);
            assert!(screen.message.contains("it was stopped; Enter asks again"), "{}", screen.message);
            let mut terminal = Terminal::new(TestBackend::new(10, 4)).unwrap();
            terminal.draw(|frame| screen.render(frame)).unwrap();
        });
    }
}
