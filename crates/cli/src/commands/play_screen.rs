//! `hissho play` on a screen: a board with a cursor, the values of all moves on demand.
//!
//! [`Screen`] is what is seen and what the keys do, without a terminal: tests press keys and read a buffer. [`run`]
//! joins it to a terminal. The program thinks on a thread of its own, so that the keys work meanwhile.

use std::sync::{Arc, mpsc};
use std::time::Duration;

use hissho_solve::limits::{Cancel, Limits, Pulse};
use hissho_store::Clock;
use ratatui::Frame;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

use super::play_match::{Match, Place, Table, Turn, Valued};
use crate::exit::Exit;

/// Where the board begins.
const BOARD: (u16, u16) = (2, 2);
const HELP: &str = "arrows and Enter, or a typed move   v values   u undo   Esc stop   q quit";

/// What the program is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    Move,
    Values,
}

/// What the program answers.
#[derive(Debug)]
enum Answer {
    Move(Result<String, String>),
    Values(Result<Vec<Valued>, String>),
}

/// What a key asks of the outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wish {
    Nothing,
    Ask(Question),
    StopThinking,
    Quit,
}

/// What is seen.
struct Screen<'t, T: Table> {
    game: Match<'t, T>,
    /// The move the cursor is on.
    cursor: Option<String>,
    typed: String,
    values: Vec<Valued>,
    message: String,
    thinking: Option<Question>,
}

impl<'t, T: Table> Screen<'t, T> {
    fn new(game: Match<'t, T>) -> Screen<'t, T> {
        let places = game.table.places(game.state());
        let stops: Vec<&Place> = places.iter().filter(|place| place.chooses.is_some()).collect();
        let cursor = stops.get(stops.len() / 2).and_then(|place| place.chooses.clone());
        Screen { game, cursor, typed: String::new(), values: vec![], message: String::new(), thinking: None }
    }

    /// What a key does.
    fn press(&mut self, key: KeyCode) -> Wish {
        match key {
            KeyCode::Char('q') => return Wish::Quit,
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
            KeyCode::Char('v') => {
                if matches!(self.game.turn(), Turn::Of(..)) {
                    return Wish::Ask(Question::Values);
                }
            }
            KeyCode::Char(letter) if letter.is_alphanumeric() => self.typed.push(letter),
            KeyCode::Enter if self.game.is_programs_turn() => return Wish::Ask(Question::Move),
            KeyCode::Enter => return self.choose(),
            _ => {}
        }
        Wish::Nothing
    }

    /// Plays what was typed, or what the cursor is on.
    fn choose(&mut self) -> Wish {
        let word = match std::mem::take(&mut self.typed) {
            typed if typed.is_empty() => self.cursor.clone().unwrap_or_default(),
            typed => typed,
        };
        self.message.clear();
        if matches!(self.game.turn(), Turn::Over(_)) {
            self.message = "the game is over: u takes back, q quits".to_owned();
        } else if let Err(error) = self.game.play(&word) {
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
        let places = self.game.table.places(self.game.state());
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
    fn take(&mut self, answer: Answer) {
        self.thinking = None;
        match answer {
            Answer::Values(Ok(values)) => {
                self.message.clear();
                self.values = values;
            }
            Answer::Move(Ok(word)) => {
                self.message = match self.game.play(&word) {
                    Ok(()) => format!("the program plays {word}"),
                    Err(error) => error,
                };
                self.values.clear();
            }
            Answer::Move(Err(reason)) => {
                self.message = format!("no move: {reason}; Enter asks again, u takes back")
            }
            Answer::Values(Err(reason)) => self.message = format!("no values: {reason}"),
        }
    }

    fn render(&self, frame: &mut Frame<'_>) {
        let area = frame.area();
        let mut write = |x: u16, y: u16, text: &str, style: Style| {
            if x < area.width && y < area.height {
                let room = Rect { x, y, width: area.width - x, height: 1 };
                frame.render_widget(ratatui::widgets::Paragraph::new(text.to_owned()).style(style), room);
            }
        };
        let plain = Style::new();
        write(0, 0, &self.game.table.title(), plain.add_modifier(Modifier::BOLD));
        let places = self.game.table.places(self.game.state());
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
            (_, Some(_)) => "the program is thinking …".to_owned(),
            (Turn::Of(_, name), None) => format!("{name}: {}▏", self.typed),
        };
        write(0, bottom, &turn, plain.add_modifier(Modifier::BOLD));
        write(0, bottom + 1, &self.message, plain.fg(Color::Cyan));
        let listed: Vec<String> =
            self.values.iter().map(|valued| format!("{} {}", valued.name, valued.value)).collect();
        for (at, row) in (0..).zip(listed.chunks(4)) {
            write(0, bottom + 2 + at, &row.join("   "), plain);
        }
        write(0, area.height.saturating_sub(1), HELP, plain.add_modifier(Modifier::DIM));
    }
}

/// The colour of a colour's pieces.
fn colour_of(colour: usize) -> Color {
    [Color::LightRed, Color::LightBlue, Color::LightGreen, Color::LightMagenta][colour % 4]
}

/// Plays on the terminal until `q` or Ctrl-C.
pub(super) fn run<T: Table>(game: Match<'_, T>, limits: &Limits) -> anyhow::Result<Exit> {
    let mut terminal = ratatui::try_init()?;
    let result = run_on(&mut terminal, Screen::new(game), limits);
    ratatui::try_restore()?;
    result
}

fn run_on<T: Table>(
    terminal: &mut ratatui::DefaultTerminal,
    mut screen: Screen<'_, T>,
    limits: &Limits,
) -> anyhow::Result<Exit> {
    let table = screen.game.table;
    let (send, answers) = mpsc::channel();
    std::thread::scope(|scope| {
        let mut cancel = Cancel::default();
        let mut wish = screen.next_question();
        loop {
            match wish {
                Wish::Quit => {
                    cancel.cancel();
                    return Ok(Exit::Answered);
                }
                Wish::StopThinking => cancel.cancel(),
                Wish::Ask(question) => {
                    cancel = Cancel::default();
                    let pulse = Pulse::of(Arc::new(Clock::start(cancel.clone())));
                    let limits = Limits { pulse, ..limits.clone() };
                    let (send, state) = (send.clone(), screen.game.state().clone());
                    screen.thinking = Some(question);
                    scope.spawn(move || {
                        let answer = match question {
                            Question::Move => Answer::Move(table.best(&state, &limits)),
                            Question::Values => Answer::Values(table.values(&state, &limits)),
                        };
                        // Nobody listens any more once the player has left.
                        let _ = send.send(answer);
                    });
                }
                Wish::Nothing => {}
            }
            terminal.draw(|frame| screen.render(frame))?;
            wish = Wish::Nothing;
            if event::poll(Duration::from_millis(50))?
                && let Event::Key(key) = event::read()?
                && key.kind == KeyEventKind::Press
            {
                let with_control = key.modifiers.contains(KeyModifiers::CONTROL);
                wish = match key.code {
                    KeyCode::Char('c' | 'd') if with_control => Wish::Quit,
                    // What Enter sends until the terminal is raw.
                    KeyCode::Char('j') if with_control => screen.press(KeyCode::Enter),
                    code => screen.press(code),
                };
            }
            if let Ok(answer) = answers.try_recv() {
                screen.take(answer);
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use hissho_rules::line_games::LineGame;
    use hissho_workbench::reply::Reply;
    use hissho_workbench::{Alone, Desk};
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    use super::super::play_hex::{HexTable, opening};
    use super::super::play_line_games::{Line, LineGameTable};
    use super::*;

    /// What an 80 by 24 terminal shows.
    fn shown<T: Table>(screen: &Screen<'_, T>) -> Vec<String> {
        let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
        terminal.draw(|frame| screen.render(frame)).unwrap();
        let buffer = terminal.backend().buffer().clone();
        let row = |y: u16| (0..80).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned();
        (0..24).map(row).collect()
    }

    /// Presses keys, and answers at once what the program is asked.
    fn press<T: Table>(screen: &mut Screen<'_, T>, keys: &[KeyCode]) {
        for &key in keys {
            let mut wish = screen.press(key);
            while let Wish::Ask(question) = wish {
                let limits = Limits { threads: 1, ..Limits::default() };
                screen.take(match question {
                    Question::Move => Answer::Move(screen.game.table.best(screen.game.state(), &limits)),
                    Question::Values => {
                        Answer::Values(screen.game.table.values(screen.game.state(), &limits))
                    }
                });
                wish = screen.next_question();
            }
        }
    }

    fn with_table(name: &str, record: &str, test: impl FnOnce(&LineGameTable<'_>)) {
        let game = LineGame::named(name).unwrap();
        let start = Line::after(&game, record).unwrap();
        let desk = Desk::with_room(1 << 25);
        let ask = |question: Reply, limits: &Limits| desk.ask(&question.into(), limits, &Alone);
        test(&LineGameTable { game: &game, start, ask: &ask });
    }

    #[test]
    fn two_people_play_connect_four_with_the_cursor_and_take_back() {
        with_table("connect4(4,4)", "", |table| {
            let mut screen = Screen::new(Match::new(table, None));
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
        with_table("connect4(4,4)", "131313", |table| {
            let mut screen = Screen::new(Match::new(table, None));
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
        with_table("otrio", "b2M a1L b2L c3S a1M b1M", |table| {
            let mut screen = Screen::new(Match::new(table, Some(1)));
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
    fn hex_has_a_screen_too() {
        let size = hissho_rules::hex::Size::new(3, 3).unwrap();
        let table = HexTable::for_two(opening(size, true));
        let mut screen = Screen::new(Match::new(&table, None));
        press(&mut screen, &[KeyCode::Enter, KeyCode::Up, KeyCode::Enter, KeyCode::Char('v')]);
        let rows = shown(&screen);
        assert!(rows[4].contains('●'), "{rows:?}");
        assert!(rows[3].contains('○'), "{rows:?}");
        assert!(screen.message.starts_with("no values"), "{}", screen.message);
    }

    #[test]
    fn keys_wait_while_the_program_thinks_and_a_small_terminal_is_no_error() {
        with_table("connect4(4,4)", "", |table| {
            let mut screen = Screen::new(Match::new(table, Some(0)));
            assert_eq!(screen.next_question(), Wish::Ask(Question::Move));
            screen.thinking = Some(Question::Move);
            assert_eq!(screen.press(KeyCode::Enter), Wish::Nothing);
            assert_eq!(screen.press(KeyCode::Esc), Wish::StopThinking);
            assert_eq!(screen.press(KeyCode::Char('q')), Wish::Quit);
            screen.take(Answer::Move(Err("it was stopped".to_owned())));
            assert_eq!(screen.press(KeyCode::Enter), Wish::Ask(Question::Move));
            let mut terminal = Terminal::new(TestBackend::new(10, 4)).unwrap();
            terminal.draw(|frame| screen.render(frame)).unwrap();
        });
    }
}
