//! Certificates on disk: plain text or zstd-compressed, read with a cap on memory.
//!
//! The cap is on the uncompressed text, so neither a huge file nor a small one that expands
//! without end can use more memory than [`MAX_TEXT`]. Side files are looked for beside the
//! certificate under the name `DIGEST.values`.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

use crate::{Claim, Context, Proved, Refusal, SideFiles};

/// The largest certificate text that is read, in bytes.
pub const MAX_TEXT: u64 = 1 << 28;

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
    BadCompression(std::io::Error),
    /// The text is longer than this checker reads.
    #[error("the text is longer than {limit} bytes, the most this checker reads")]
    TooLong {
        /// The cap that was passed.
        limit: u64,
    },
    /// The bytes are not text.
    #[error("byte {at} is not UTF-8 text, a certificate is text or zstd-compressed text")]
    NotText {
        /// The offset of the first bad byte.
        at: usize,
    },
}

impl FileError {
    /// Whether the path itself is at fault, and not what stands in the file.
    pub fn is_unreadable(&self) -> bool {
        matches!(self, FileError::Unreadable(_))
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

/// Reads and checks the certificate at `path`; side files are looked for beside it.
pub fn check_file(path: &Path) -> Result<Proved<Claim>, FileError> {
    let text = read_text(path, MAX_TEXT)?;
    let side_files = Beside::certificate(path);
    Ok(crate::check(&text, &Context { side_files: &side_files, ..Context::default() })?)
}

/// The uncompressed text of the certificate at `path`, at most `limit` bytes of it.
pub fn read_text(path: &Path, limit: u64) -> Result<String, FileError> {
    let file = File::open(path).map_err(FileError::Unreadable)?;
    if file.metadata().map_err(FileError::Unreadable)?.is_dir() {
        return Err(FileError::Unreadable(std::io::Error::other(
            "it is a directory, a certificate file is needed",
        )));
    }
    let mut file = BufReader::new(file);
    let mut start = Vec::new();
    file.by_ref().take(4).read_to_end(&mut start).map_err(FileError::Unreadable)?;
    let mut whole = start.as_slice().chain(file);
    if start == ZSTD_MAGIC {
        let decoder = ruzstd::decoding::StreamingDecoder::new(&mut whole)
            .map_err(|error| FileError::BadCompression(std::io::Error::other(error.to_string())))?;
        read_plain(decoder, limit, FileError::BadCompression)
    } else {
        read_plain(whole, limit, FileError::Unreadable)
    }
}

/// The head is looked at before the rest is read, so that large data of another sort is refused at once.
fn read_plain(
    mut text: impl Read,
    limit: u64,
    failed: fn(std::io::Error) -> FileError,
) -> Result<String, FileError> {
    let mut bytes = Vec::new();
    text.by_ref().take(64).read_to_end(&mut bytes).map_err(failed)?;
    if !bytes.starts_with(crate::text::HEAD.as_bytes()) {
        let found = String::from_utf8_lossy(&bytes);
        let first = found.lines().next().unwrap_or("");
        return Err(Refusal::NotACertificate { found: crate::refusal::shorten(first) }.into());
    }
    text.take(limit + 1 - bytes.len() as u64).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > limit {
        return Err(FileError::TooLong { limit });
    }
    String::from_utf8(bytes).map_err(|error| FileError::NotText { at: error.utf8_error().valid_up_to() })
}
