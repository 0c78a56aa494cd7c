//! The library: what was answered before, with its certificates.
//!
//! One SQLite file with the answers by the digest of question and version, and beside it the
//! certificates as files by their own digest. Only settled answers are kept. Nothing here is
//! believed: a certificate is checked again, and what an answer promises is made again from the
//! accepted claims ([`Question::restore`]); an edited or damaged answer is forgotten and asked
//! anew. What rests on no certificate promises nothing; a digest guards it against accidents, not
//! against lies. Several processes may use it at once, and it survives being killed (write-ahead
//! log).

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use hissho_workbench::{Answer, Certified, Ending, Fault, Limits, Question};
use rusqlite::{Connection, OptionalExtension, params};
use sha2::{Digest, Sha256};

use crate::StoreError;
use crate::output::{read_certificate, write_certificate};

/// How long another process may hold the file.
const PATIENCE: Duration = Duration::from_secs(5);

/// The form of the table. One of another form is made anew.
const FORM: i64 = 2;

const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS answers (
        key TEXT PRIMARY KEY, question TEXT NOT NULL, answer TEXT NOT NULL, certificates TEXT NOT NULL,
        version TEXT NOT NULL, made INTEGER NOT NULL, seconds REAL NOT NULL, digest TEXT NOT NULL
    ) STRICT;";

/// What was answered before.
pub struct Library {
    directory: PathBuf,
    database: Mutex<Connection>,
}

/// One answer in the library.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The digest of question and version.
    pub key: String,
    /// The question as JSON.
    pub question: String,
    /// The answer as JSON.
    pub answer: String,
    /// The digests of its certificates.
    pub certificates: Vec<String>,
    /// The version that answered.
    pub version: String,
    /// When, in seconds since 1970.
    pub made: u64,
    /// How long it took.
    pub seconds: f64,
    /// The digest of question, answer and certificates: it guards against accidents.
    pub digest: String,
}

impl Entry {
    /// The digest that the entry should have.
    pub fn digest_of_contents(&self) -> String {
        digest(&[&self.question, &self.answer, &self.certificates.join(" ")])
    }
}

/// What a look through the library found.
#[derive(Clone, Debug)]
pub struct Verified {
    /// The answer.
    pub entry: Entry,
    /// What is wrong with it.
    pub fault: Option<String>,
}

impl Library {
    /// The library in this directory, made if it is not there.
    pub fn open(directory: &Path) -> Result<Library, StoreError> {
        let failed = |error| StoreError::Write { path: directory.to_owned(), error };
        std::fs::create_dir_all(directory.join("certificates")).map_err(failed)?;
        let path = directory.join("library.sqlite");
        let open = || {
            let database = Connection::open(&path)?;
            database.busy_timeout(PATIENCE)?;
            database.pragma_update(None, "journal_mode", "WAL")?;
            database.pragma_update(None, "synchronous", "NORMAL")?;
            let form: i64 = database.pragma_query_value(None, "user_version", |row| row.get(0))?;
            if form != FORM {
                database.execute_batch("BEGIN IMMEDIATE; DROP TABLE IF EXISTS answers;")?;
                database.execute_batch(TABLES)?;
                database.pragma_update(None, "user_version", FORM)?;
                database.execute_batch("COMMIT;")?;
            }
            Ok(database)
        };
        let database = open().map_err(|error| StoreError::Library { path: path.clone(), error })?;
        Ok(Library { directory: directory.to_owned(), database: Mutex::new(database) })
    }

    /// Where it is when nothing is said: a folder for data of the user's own.
    pub fn usual_directory() -> Option<PathBuf> {
        let data = std::env::var_os("XDG_DATA_HOME").filter(|path| !path.is_empty()).map(PathBuf::from);
        let home = || std::env::var_os("HOME").filter(|path| !path.is_empty()).map(PathBuf::from);
        Some(data.or_else(|| Some(home()?.join(".local/share")))?.join("hissho"))
    }

    /// The digest of a question for this version of the program.
    pub fn key(question: &Question) -> String {
        digest(&[env!("CARGO_PKG_VERSION"), &text_of(question)])
    }

    /// The answer to a question that was settled before, made again from its certificates, which
    /// are checked. One that is damaged is forgotten, and the reason comes back.
    pub fn find(&self, question: &Question, limits: &Limits) -> Result<Option<Answer>, StoreError> {
        let key = Library::key(question);
        let Some(entry) = self.entry(&key)? else { return Ok(None) };
        match self.restore(question, &entry, limits) {
            Ok(answer) => Ok(Some(answer)),
            // Nothing is wrong with it, but it cannot be checked within these limits.
            Err(fault) if fault.is_giving_up() => Ok(None),
            Err(fault) => {
                self.forget(&key)?;
                Err(StoreError::Damaged { key, fault })
            }
        }
    }

    /// The answer of an entry, made again from its certificates, which are checked.
    pub fn answer(&self, entry: &Entry, limits: &Limits) -> Result<Answer, StoreError> {
        let restored = || {
            let question: Question = serde_json::from_str(&entry.question).map_err(Fault::refused)?;
            if entry.version == env!("CARGO_PKG_VERSION") && entry.key != Library::key(&question) {
                return Err(Fault::refused("it lies under the key of another question"));
            }
            self.restore(&question, entry, limits)
        };
        restored().map_err(|fault| StoreError::Damaged { key: entry.key.clone(), fault })
    }

    fn restore(&self, question: &Question, entry: &Entry, limits: &Limits) -> Result<Answer, Fault> {
        if entry.digest != entry.digest_of_contents() {
            return Err(Fault::refused("its digest is not that of its contents"));
        }
        let certified = entry.certificates.iter().map(|digest| self.certified(digest, limits));
        let certified = certified.collect::<Result<_, Fault>>()?;
        let document = serde_json::from_str(&entry.answer).map_err(Fault::refused)?;
        question.restore(&document, certified, limits)
    }

    fn certified(&self, digest: &str, limits: &Limits) -> Result<Certified, Fault> {
        let path = self.certificate(digest);
        let text = read_certificate(&path).map_err(Fault::refused)?;
        let certified = Certified::check(text, limits)?;
        if certified.digest() != digest {
            let message = format!("{}: another certificate lies under this name", path.display());
            return Err(Fault::refused(message));
        }
        Ok(certified)
    }

    fn certificate(&self, digest: &str) -> PathBuf {
        self.directory.join("certificates").join(format!("{digest}.cert"))
    }

    /// Keeps a settled answer. One that was given up, has files of its own or does not follow from
    /// its certificates, as a law that was put to use, is not kept.
    pub fn keep(
        &self,
        question: &Question,
        answer: &Answer,
        limits: &Limits,
        time: Duration,
    ) -> Result<(), StoreError> {
        let document = answer.document();
        let follows = || question.restore(&document, answer.certified.clone(), limits).is_ok();
        let is_kept = question.is_kept() && answer.files.is_empty() && answer.ending() != Ending::GaveUp;
        if !is_kept || !follows() {
            return Ok(());
        }
        for certified in &answer.certified {
            // Certificates first: an answer that is listed has them.
            write_certificate(&self.certificate(certified.digest()), certified.text())?;
        }
        let digests: Vec<&str> = answer.certified.iter().map(|certified| certified.digest()).collect();
        let made = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        let (text, document, digests) = (text_of(question), document.to_string(), digests.join(" "));
        let row = params![
            Library::key(question),
            text,
            document,
            digests,
            env!("CARGO_PKG_VERSION"),
            made as i64,
            time.as_secs_f64(),
            digest(&[&text, &document, &digests]),
        ];
        let insert = "INSERT OR REPLACE INTO answers VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
        self.database().execute(insert, row).map_err(|error| self.failed(error))?;
        Ok(())
    }

    /// One answer by its key, or by the beginning of it.
    pub fn entry(&self, key: &str) -> Result<Option<Entry>, StoreError> {
        let query = "SELECT * FROM answers WHERE substr(key, 1, length(?1)) = ?1 LIMIT 1";
        let database = self.database();
        database.query_row(query, [key], entry).optional().map_err(|error| self.failed(error))
    }

    /// All answers, the latest first.
    pub fn list(&self) -> Result<Vec<Entry>, StoreError> {
        let database = self.database();
        let all = database.prepare("SELECT * FROM answers ORDER BY made DESC, key").and_then(|mut query| {
            let rows = query.query_map([], entry)?;
            rows.collect::<Result<Vec<Entry>, _>>()
        });
        all.map_err(|error| self.failed(error))
    }

    /// Copies the certificates of an answer to a directory.
    pub fn export(&self, entry: &Entry, directory: &Path) -> Result<(), StoreError> {
        for digest in &entry.certificates {
            let text = read_certificate(&self.certificate(digest))?;
            write_certificate(&directory.join(format!("{digest}.cert")), &text)?;
        }
        Ok(())
    }

    /// Checks every answer's certificates again, and tells of each.
    pub fn verify(&self, limits: &Limits, mut tell: impl FnMut(Verified)) -> Result<(), StoreError> {
        for entry in self.list()? {
            let fault = self.answer(&entry, limits).err().map(|error| error.to_string());
            tell(Verified { entry, fault });
        }
        Ok(())
    }

    /// Forgets one answer. Its certificates stay until [`Library::prune`].
    pub fn forget(&self, key: &str) -> Result<(), StoreError> {
        let done = self.database().execute("DELETE FROM answers WHERE key = ?1", [key]);
        done.map(drop).map_err(|error| self.failed(error))
    }

    /// Forgets answers of other versions and, with `all`, all of them; then the certificates that
    /// no answer needs. Says how many of each went.
    pub fn prune(&self, all: bool) -> Result<(usize, usize), StoreError> {
        let current = env!("CARGO_PKG_VERSION");
        let answers = match all {
            true => self.database().execute("DELETE FROM answers", []),
            false => self.database().execute("DELETE FROM answers WHERE version <> ?1", [current]),
        };
        let answers = answers.map_err(|error| self.failed(error))?;
        let needed = self.list()?.into_iter().flat_map(|entry| entry.certificates);
        let needed: BTreeSet<String> = needed.map(|digest| format!("{digest}.cert")).collect();
        let folder = self.directory.join("certificates");
        let failed = |error| StoreError::Read { path: folder.clone(), error };
        let mut certificates = 0;
        for file in std::fs::read_dir(&folder).map_err(failed)? {
            let path = file.map_err(failed)?.path();
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            if name.ends_with(".cert") && !needed.contains(name) {
                std::fs::remove_file(&path)
                    .map_err(|error| StoreError::Write { path: path.clone(), error })?;
                certificates += 1;
            }
        }
        Ok((answers, certificates))
    }

    fn database(&self) -> MutexGuard<'_, Connection> {
        self.database.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn failed(&self, error: rusqlite::Error) -> StoreError {
        StoreError::Library { path: self.directory.join("library.sqlite"), error }
    }
}

fn entry(row: &rusqlite::Row<'_>) -> rusqlite::Result<Entry> {
    let certificates: String = row.get(3)?;
    Ok(Entry {
        key: row.get(0)?,
        question: row.get(1)?,
        answer: row.get(2)?,
        certificates: certificates.split_whitespace().map(str::to_owned).collect(),
        version: row.get(4)?,
        made: row.get::<_, i64>(5)?.max(0) as u64,
        seconds: row.get(6)?,
        digest: row.get(7)?,
    })
}

fn text_of(question: &Question) -> String {
    serde_json::to_string(question).expect("questions are maps with keys of text")
}

fn digest(lines: &[&str]) -> String {
    Sha256::digest(lines.join("\n")).iter().map(|byte| format!("{byte:02x}")).collect()
}
