//! Certificates on disk: plain text or zstd-compressed, read with a cap on memory.
//!
//! The cap is on the uncompressed text, so neither a huge file nor a small one that expands without
//! end can use more than an eighth of the memory allowed. A compressed file is one zstd frame with
//! its checksum, and nothing behind it. Side files are looked for beside the certificate under the
//! name `DIGEST.values`.

use std::fs::File;
use std::io::{BufReader, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use hissho_rules::Exhausted;
use ruzstd::decoding::StreamingDecoder;

use crate::text::digest_line;
use crate::{Allowance, Claim, Context, Proved, Refusal, SideFiles, Verdict, printable};

/// The text may take this part of the memory allowed.
const TEXT_SHARE: u64 = 8;

/// The four bytes every zstd frame begins with.
const ZSTD_MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// Why a file could not be checked, or was not accepted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The file could not be read at all.
    #[error("cannot be read: {0}")]
    Unreadable(std::io::Error),
    /// The file was read, and the certificate in it is not accepted.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The compressed data is damaged.
    #[error("the zstd data is damaged: {0}")]
    BadCompression(String),
    /// Something follows the compressed text.
    #[error("something follows the zstd frame, a certificate is one frame and nothing else")]
    AfterTheFrame,
    /// The compressed data has no checksum, or another.
    #[error("the checksum of the zstd frame is missing or wrong")]
    WrongChecksum,
    /// The bytes are not text.
    #[error("byte {at} is not UTF-8 text, a certificate is text or zstd-compressed text")]
    NotText {
        /// The offset of the first bad byte.
        at: usize,
    },
    /// The checker itself failed. Nothing is decided, and the certificate is not accepted.
    #[error("the checker failed: {0}")]
    Failed(String),
}

impl FileError {
    /// What is said of the file.
    pub fn verdict(&self) -> Verdict {
        match self {
            FileError::Unreadable(_) => Verdict::Unreadable,
            FileError::Refused(Refusal::Exhausted(_)) => Verdict::GaveUp,
            _ => Verdict::Refused,
        }
    }
}

/// The side files that lie in the directory of a certificate.
#[derive(Clone, Debug)]
pub struct Beside {
    directory: PathBuf,
}

impl Beside {
    /// The side files of the certificate at `path`.
    pub fn certificate(path: &Path) -> Beside {
        Beside { directory: path.parent().unwrap_or(Path::new("")).to_owned() }
    }
}

impl SideFiles for Beside {
    fn open(&self, digest: &str) -> std::io::Result<Box<dyn Read>> {
        let is_digest = digest.len() == 64 && digest.bytes().all(|byte| byte.is_ascii_hexdigit());
        if !is_digest {
            return Err(std::io::Error::other("not a SHA-256 digest"));
        }
        let path = self.directory.join(format!("{digest}.values"));
        Ok(Box::new(BufReader::new(File::open(path)?)))
    }
}

/// What was found out about one file, to be shown to people and programs.
#[derive(Clone, Debug)]
pub struct Report {
    /// The verdict.
    pub verdict: Verdict,
    /// What is established, in one sentence; for an accepted or counted claim.
    pub claim: Option<String>,
    /// The digest in the last line; for an accepted or counted claim.
    pub digest: Option<String>,
    /// Why it is not accepted.
    pub reason: Option<String>,
    /// The steps that the check used.
    pub steps: u64,
}

/// Reads and checks the certificate at `path` and says what came of it; a fault of the checker
/// itself is a refusal.
pub fn report(path: &Path, allowance: Allowance) -> Report {
    let side_files = Beside::certificate(path);
    let context = Context { side_files: &side_files, ..Context::new(allowance) };
    report_on(|| read_text(path, allowance), &context)
}

/// As [`report`], for a certificate in memory, whose work is charged to the account of `context`.
pub fn report_bytes(bytes: &[u8], context: &Context<'_>, allowance: Allowance) -> Report {
    report_on(|| text_of(bytes, allowance), context)
}

fn report_on(read: impl FnOnce() -> Result<String, FileError>, context: &Context<'_>) -> Report {
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        let text = read()?;
        let proved = crate::check(&text, context)?;
        Ok((proved, digest_line(&text).to_owned()))
    }));
    let outcome = outcome.unwrap_or_else(|panic| {
        let message = panic.downcast_ref::<String>().map(String::as_str);
        let message = message.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
        Err(FileError::Failed(message.to_owned()))
    });
    let steps = context.account.spent();
    match outcome {
        Ok((proved, digest)) => {
            let claim = printable(&proved.claim().to_string());
            let verdict = Verdict::of(&Ok(proved));
            Report { verdict, claim: Some(claim), digest: Some(digest), reason: None, steps }
        }
        Err(error) => {
            let reason = Some(printable(&error.to_string()));
            Report { verdict: error.verdict(), claim: None, digest: None, reason, steps }
        }
    }
}

/// Reads and checks the certificate at `path`; side files are looked for beside it.
pub fn check_file(path: &Path) -> Result<Proved<Claim>, FileError> {
    let text = read_text(path, Allowance::default())?;
    let side_files = Beside::certificate(path);
    Ok(crate::check(&text, &Context { side_files: &side_files, ..Context::default() })?)
}

/// The uncompressed text of the certificate at `path`, if it fits into its share of the memory
/// allowed.
pub fn read_text(path: &Path, allowance: Allowance) -> Result<String, FileError> {
    let file = File::open(path).map_err(FileError::Unreadable)?;
    if file.metadata().map_err(FileError::Unreadable)?.is_dir() {
        return Err(FileError::Unreadable(std::io::Error::other(
            "it is a directory, a certificate file is needed",
        )));
    }
    text_of(BufReader::new(file), allowance)
}

/// The text of a certificate, plain or zstd-compressed, if it fits into its share of the memory
/// allowed.
pub fn text_of(mut file: impl Read, allowance: Allowance) -> Result<String, FileError> {
    let mut start = Vec::new();
    file.by_ref().take(4).read_to_end(&mut start).map_err(FileError::Unreadable)?;
    let mut whole = start.as_slice().chain(file);
    if start != ZSTD_MAGIC {
        return read_plain(whole, allowance, FileError::Unreadable);
    }
    let damaged = |error: std::io::Error| FileError::BadCompression(error.to_string());
    let mut decoder =
        StreamingDecoder::new(&mut whole).map_err(|error| FileError::BadCompression(error.to_string()))?;
    let text = read_plain(&mut decoder, allowance, damaged)?;
    let decoder = &decoder.decoder;
    let (found, expected) = (decoder.get_checksum_from_data(), decoder.get_calculated_checksum());
    if found.is_none() || found != expected {
        return Err(FileError::WrongChecksum);
    }
    if whole.read(&mut [0]).map_err(FileError::Unreadable)? > 0 {
        return Err(FileError::AfterTheFrame);
    }
    Ok(text)
}

/// The head is looked at before the rest is read, so that large data of another sort is refused at
/// once.
fn read_plain(
    mut text: impl Read,
    allowance: Allowance,
    failed: fn(std::io::Error) -> FileError,
) -> Result<String, FileError> {
    let limit = allowance.memory / TEXT_SHARE;
    let mut bytes = Vec::new();
    text.by_ref().take(64).read_to_end(&mut bytes).map_err(failed)?;
    if !bytes.starts_with(crate::text::HEAD.as_bytes()) {
        let found = String::from_utf8_lossy(&bytes);
        let first = found.lines().next().unwrap_or("");
        return Err(Refusal::NotACertificate { found: crate::refusal::shorten(first) }.into());
    }
    text.take(limit.saturating_add(1)).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > limit {
        return Err(Refusal::Exhausted(Exhausted::Memory { allowed: allowance.memory }).into());
    }
    String::from_utf8(bytes).map_err(|error| FileError::NotText { at: error.utf8_error().valid_up_to() })
}
