//! What every command shares: its options, limits, progress, and how answers reach the user.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anstyle::{AnsiColor, Style};
use anyhow::Context;
use hissho_rules::name::GameName;
use hissho_store::{CheckpointFile, Clock, Formal, Library, Proofs, Store, write_certified};
use hissho_workbench::games::GameText;
use hissho_workbench::{
    Answer, Cancel, Certified, Checkpoint, Fault, FaultKind, FormalBuild, Limits, NotKept, Outside, Progress,
    Pulse, Question, Watch,
};
use serde_json::Value;

use crate::exit::Exit;
use crate::limit_arguments;
use crate::terminal_progress::TerminalProgress;

/// Options that every command takes.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Options of every command")]
pub(crate) struct SessionArguments {
    /// Print exactly one JSON document on standard output
    #[arg(long, global = true)]
    json: bool,
    /// Silence progress bars and remarks
    #[arg(long, short, global = true)]
    quiet: bool,
    /// Say more about how the answer was found
    #[arg(long, short, global = true)]
    verbose: bool,
    /// Threads to use; all cores when not given
    #[arg(long, global = true, allow_hyphen_values = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Give up after this time: 30s, 5m, 2h
    #[arg(long, global = true, allow_hyphen_values = true, value_name = "TIME", value_parser = limit_arguments::duration)]
    time: Option<Duration>,
    /// Give up rather than use more memory for tables: 500M, 4G
    #[arg(long, global = true, allow_hyphen_values = true, value_name = "SIZE", value_parser = limit_arguments::memory)]
    memory: Option<u64>,
    /// Answer anew: neither the library nor kept proofs are used
    #[arg(long, global = true)]
    fresh: bool,
    /// Where answers are kept between runs; `none` keeps nothing
    #[arg(long, global = true, value_name = "DIR", env = "HISSHO_LIBRARY")]
    library: Option<PathBuf>,
    /// Where kept proofs are
    #[arg(long, global = true, value_name = "DIR", env = "HISSHO_PROOFS", value_parser = directory)]
    proofs: Option<PathBuf>,
    /// Give up after this many nodes: 1_000_000, 3e6
    #[arg(long, global = true, allow_hyphen_values = true, value_name = "COUNT", value_parser = limit_arguments::count)]
    nodes: Option<u64>,
}

/// One run of the program.
pub(crate) struct Session {
    json: bool,
    quiet: bool,
    verbose: bool,
    fresh: bool,
    limits: Limits,
    /// Set by Ctrl-C and SIGTERM.
    cancel: Cancel,
    /// The memory that was asked for; without it most of what is free may be used.
    memory: Option<u64>,
    store: Store,
    arguments: SessionArguments,
    progress: TerminalProgress,
}

impl Session {
    /// Sets up limits, threads and Ctrl-C. The first Ctrl-C asks the work to stop, the second
    /// ends the program.
    pub(crate) fn new(arguments: &SessionArguments) -> Session {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let cancel = Cancel::default();
        let limits = Limits {
            time: arguments.time,
            nodes: arguments.nodes,
            steps: None,
            // Most of what is free, so that no question takes the machine down.
            memory: arguments.memory.or_else(|| Some((hissho_store::free_memory()? / 4 * 3).max(1 << 30))),
            threads: arguments.threads.map_or(cores, usize::from),
            pulse: Pulse::of(Arc::new(Clock::start(cancel.clone()))),
        };
        // A system without signals just goes without.
        let wish = cancel.clone();
        let _ = ctrlc::set_handler(move || {
            if wish.is_cancelled() {
                std::process::exit(130);
            }
            wish.cancel();
        });
        Session {
            json: arguments.json,
            quiet: arguments.quiet,
            verbose: arguments.verbose,
            fresh: arguments.fresh,
            limits,
            cancel,
            memory: arguments.memory,
            store: store(arguments),
            arguments: arguments.clone(),
            progress: TerminalProgress::new(!arguments.quiet),
        }
    }

    /// Limits whose time counts from the start, with the flag that Ctrl-C sets.
    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The memory that was asked for.
    pub(crate) fn memory(&self) -> Option<u64> {
        self.memory
    }

    /// The flag that Ctrl-C sets.
    pub(crate) fn cancel(&self) -> Cancel {
        self.cancel.clone()
    }

    /// Another store with the same proofs and library, for whoever keeps one.
    pub(crate) fn another_store(&self) -> Store {
        store(&self.arguments)
    }

    /// Limits whose time counts from now: that of `--time`, or `usual`. `stop` ends the work as
    /// Ctrl-C does.
    pub(crate) fn limits_from_now(&self, usual: Option<Duration>, stop: &Cancel) -> Limits {
        let outside = FromNow { clock: Clock::start(self.cancel.clone()), stop: stop.clone() };
        let pulse = Pulse::of(Arc::new(outside));
        Limits { time: self.limits.time.or(usual), pulse, ..self.limits.clone() }
    }

    /// Whether Ctrl-C or SIGTERM has asked the program to stop.
    pub(crate) fn is_stopped(&self) -> bool {
        self.cancel.is_cancelled()
    }

    /// The limits of a check, whose own measure of memory counts unless another was asked for.
    pub(crate) fn limits_of_a_check(&self) -> Limits {
        Limits { memory: self.memory, ..self.limits.clone() }
    }

    /// The library, if there is one.
    pub(crate) fn library(&self) -> anyhow::Result<&Library> {
        self.store.library().context("there is no library: --library DIR says where, and not with --fresh")
    }

    /// Whether everything is to be answered anew.
    pub(crate) fn is_fresh(&self) -> bool {
        self.fresh
    }

    /// Asks a question through the one door.
    pub(crate) fn ask(&self, question: impl Into<Question>) -> Result<Answer, Fault> {
        self.ask_with(question, &Output::default())
    }

    /// As [`Session::ask`], with a checkpoint or a file that is written while it is made.
    pub(crate) fn ask_with(
        &self,
        question: impl Into<Question>,
        output: &Output<'_>,
    ) -> Result<Answer, Fault> {
        let watch = SessionWatch { session: self, output };
        let limits = output.limits.unwrap_or(&self.limits);
        let limits = Limits { steps: output.steps, ..limits.clone() };
        self.store.ask(&question.into(), &limits, &watch)
    }

    /// Prints an answer as it is, and gives the exit code.
    pub(crate) fn tell(&self, answer: &Answer) -> anyhow::Result<Exit> {
        self.answer(|| answer.document(), || answer.text())?;
        Ok(answer.ending().into())
    }

    /// Writes the one certificate of an answer, and says where.
    pub(crate) fn keep(&self, path: &Path, certified: &Certified) -> anyhow::Result<()> {
        write_certified(path, certified)?;
        self.remark(format_args!("certificate written to {}", path.display()));
        Ok(())
    }

    /// The game of a question, with the rule files that its name speaks of.
    pub(crate) fn game(&self, name: &str) -> anyhow::Result<GameText> {
        let mut files = std::collections::BTreeMap::new();
        for part in GameName::parse(name).map(|parsed| parsed.parts).unwrap_or_default() {
            let mut names = vec![part.name];
            names.extend(part.arguments.into_iter().map(|argument| argument.value));
            for file in names.into_iter().filter(|name| name.ends_with(".game")) {
                let text = read_rules(Path::new(&file))
                    .map_err(|reason| Fault::bad_input(format_args!("{file}: {reason}")).in_field("game"))?;
                files.insert(file, text);
            }
        }
        let name = name.to_owned();
        Ok(if files.is_empty() { GameText::Name(name) } else { GameText::WithFiles { name, files } })
    }

    /// Prints the answer: the JSON document or the text, which say the same.
    pub(crate) fn answer(
        &self,
        json: impl FnOnce() -> Value,
        text: impl FnOnce() -> String,
    ) -> anyhow::Result<()> {
        self.progress.clear();
        let mut text = if self.json { json().to_string() } else { text() };
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        let mut out = anstream::stdout().lock();
        out.write_all(text.as_bytes())?;
        out.flush()?;
        Ok(())
    }

    /// Whether the answer is to be one JSON document.
    pub(crate) fn is_json(&self) -> bool {
        self.json
    }

    /// Whether more is to be said.
    pub(crate) fn is_verbose(&self) -> bool {
        self.verbose
    }

    /// A remark for people on standard error, unless silenced.
    pub(crate) fn remark(&self, remark: impl std::fmt::Display) {
        if !self.quiet {
            self.progress.suspend(|| anstream::eprintln!("{remark}"));
        }
    }

    /// A remark only shown with `--verbose`.
    pub(crate) fn detail(&self, remark: impl std::fmt::Display) {
        if self.verbose {
            self.remark(remark);
        }
    }

    /// Says on standard error alone what is wrong: the answer itself has been given.
    pub(crate) fn blame(&self, error: impl std::fmt::Display) {
        self.progress.clear();
        let red = Style::new().fg_color(Some(AnsiColor::Red.into())).bold();
        anstream::eprintln!("{red}error:{red:#} {error}");
    }

    /// Says what is wrong with the input.
    pub(crate) fn complain(&self, error: &anyhow::Error) -> Exit {
        self.progress.clear();
        let fault = error.downcast_ref::<Fault>().cloned();
        let fault = fault.unwrap_or_else(|| Fault::bad_input(format_args!("{error:#}")));
        if self.json {
            anstream::println!("{}", serde_json::json!({ "fault": fault }));
        }
        self.blame(format_args!("{error:#}"));
        if let Some(help) = fault.help.filter(|help| !fault.message.contains(help.as_str())) {
            anstream::eprintln!("{help}");
        }
        match fault.kind {
            FaultKind::GaveUp | FaultKind::Cancelled => Exit::GaveUp,
            FaultKind::Refused => Exit::Refuted,
            FaultKind::BadInput | FaultKind::TooLarge => Exit::BadInput,
        }
    }
}

/// The outside of one of several commands of a session.
struct FromNow {
    clock: Clock,
    stop: Cancel,
}

impl Outside for FromNow {
    fn elapsed(&self) -> Duration {
        self.clock.elapsed()
    }

    fn is_cancelled(&self) -> bool {
        self.clock.is_cancelled() || self.stop.is_cancelled()
    }
}

fn directory(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    if path.is_dir() { Ok(path) } else { Err("not a directory".to_owned()) }
}

/// What is kept between runs.
fn store(arguments: &SessionArguments) -> Store {
    if arguments.fresh {
        return Store::fresh();
    }
    let proofs = arguments.proofs.as_deref().map_or_else(Proofs::find, Proofs::in_directory);
    let library = match &arguments.library {
        Some(name) if name.as_os_str() == "none" => None,
        Some(directory) => Some(directory.clone()),
        None => Library::usual_directory(),
    };
    let library = library.and_then(|directory| match Library::open(&directory) {
        Ok(library) => Some(library),
        Err(error) => {
            if !arguments.quiet {
                anstream::eprintln!("no library: {error}");
            }
            None
        }
    });
    Store::new(Some(proofs), library)
}

/// The text of a rules file, never more than a little above what the language takes.
fn read_rules(path: &Path) -> Result<String, String> {
    let file = std::fs::File::open(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => "no such file".to_owned(),
        _ => error.to_string(),
    })?;
    let mut bytes = Vec::new();
    // A text beyond the limit is refused by its length; there is no need to read all of it.
    let most = hissho_rules::language::LARGEST_TEXT as u64;
    let length = file.metadata().map_or(0, |m| m.len());
    file.take(most + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    if bytes.len() as u64 > most {
        return Err(format!("the file has {} bytes; a rules text has at most {most}", length.max(most + 1)));
    }
    String::from_utf8(bytes)
        .map_err(|error| format!("byte {} is not UTF-8 text", error.utf8_error().valid_up_to()))
}

/// Writes the next bytes of a file.
type WriteBytes<'a> = dyn Fn(&[u8]) -> std::io::Result<()> + Sync + 'a;

/// What a question may write while it is answered.
#[derive(Default)]
pub(crate) struct Output<'a> {
    /// Finished parts of long work.
    pub(crate) checkpoint: Option<&'a CheckpointFile>,
    /// Directories in which side files lie.
    pub(crate) beside: Vec<PathBuf>,
    /// The steps that one check may use.
    pub(crate) steps: Option<u64>,
    /// Where the theorems are; in a checkout of the source when not given.
    pub(crate) formal: Option<&'a Path>,
    /// Whether no bar is to be drawn: someone else has the screen.
    pub(crate) is_silent: bool,
    /// Limits and a wish to stop of its own, in place of the session's.
    pub(crate) limits: Option<&'a Limits>,
    /// A file that is written while it is made.
    pub(crate) file: Option<&'a WriteBytes<'a>>,
}

/// The session as a question sees it.
struct SessionWatch<'a> {
    session: &'a Session,
    output: &'a Output<'a>,
}

impl SessionWatch<'_> {
    /// The bar, unless someone else has the screen.
    fn bar(&self) -> Option<&TerminalProgress> {
        (!self.output.is_silent).then_some(&self.session.progress)
    }
}

impl Progress for SessionWatch<'_> {
    fn begin(&self, what: &str, total: u64) {
        self.bar().inspect(|bar| bar.begin(what, total));
    }

    fn advance(&self, units: u64) {
        self.bar().inspect(|bar| bar.advance(units));
    }

    fn note(&self, remark: &str) {
        self.bar().inspect(|bar| bar.note(remark));
    }

    fn warn(&self, remark: &str) {
        self.bar().inspect(|bar| bar.warn(remark));
    }
}

impl Checkpoint for SessionWatch<'_> {
    fn load(&self, key: &str) -> Option<String> {
        self.output.checkpoint?.load(key)
    }

    fn save(&self, key: &str, value: &str) -> Result<(), NotKept> {
        self.output.checkpoint.map_or(Ok(()), |file| file.save(key, value))
    }
}

impl Watch for SessionWatch<'_> {
    fn pulse(&self) -> Pulse {
        self.output.limits.unwrap_or(&self.session.limits).pulse.clone()
    }

    fn kept(&self, name: &str) -> Option<Vec<u8>> {
        let is_side_file = name.ends_with(".values") && !name.contains(['/', '\\']);
        let mut directories = self.output.beside.iter().filter(|_| is_side_file);
        directories.find_map(|directory| std::fs::read(directory.join(name)).ok())
    }

    fn build_formal(&self, limits: &Limits) -> Result<FormalBuild, Fault> {
        self.output.formal.map_or_else(Formal::find, Formal::in_directory).build(limits, self)
    }

    fn take(&self, bytes: &[u8]) -> Result<bool, NotKept> {
        let Some(write) = self.output.file else { return Ok(false) };
        write(bytes).map_err(|error| NotKept(error.to_string()))?;
        Ok(true)
    }
}

/// Whether the reader of our output has gone away, which is no error of anyone's.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let kind = error.downcast_ref::<std::io::Error>().map(std::io::Error::kind);
    kind == Some(std::io::ErrorKind::BrokenPipe)
}
