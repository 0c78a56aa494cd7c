//! Output files: written to a temporary beside the target and renamed, so that a file is either
//! there whole or not there at all. `-` and anything that is not a regular file (a pipe, a
//! device) is written directly.

use std::io::Write;
use std::path::{Path, PathBuf};

use hissho_certificate::Allowance;
use hissho_certificate::file::{FileError, read_text};
use hissho_workbench::{Certified, Fault};

/// Why something could not be kept.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The file could not be written.
    #[error("{path}: cannot be written: {error}", path = .path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: std::io::Error,
    },
    /// The library's database said no.
    #[error("{path}: {error}", path = .path.display())]
    Library {
        /// The file.
        path: PathBuf,
        /// What SQLite said.
        error: rusqlite::Error,
    },
    /// An answer of the library is not what was kept, or not what its certificates say.
    #[error("answer {key}: {fault}", key = .key.get(..12).unwrap_or(.key))]
    Damaged {
        /// The digest of its question.
        key: String,
        /// What is wrong with it.
        fault: Fault,
    },
    /// A certificate could not be read.
    #[error("{path}: {error}", path = .path.display())]
    Certificate {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: FileError,
    },
    /// The file could not be read.
    #[error("{path}: cannot be read: {error}", path = .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: std::io::Error,
    },
}

/// Writes `bytes` to `path`, whole or not at all.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    let failed = |error| StoreError::Write { path: path.to_owned(), error };
    write_whole_with(path, |out| out.write_all(bytes).map_err(failed))
}

/// Writes what `write` writes to `path`, whole or, if it fails, not at all.
pub fn write_whole_with<E: From<StoreError>>(
    path: &Path,
    write: impl FnOnce(&mut (dyn Write + Send)) -> Result<(), E>,
) -> Result<(), E> {
    let failed = |error| E::from(StoreError::Write { path: path.to_owned(), error });
    if path.as_os_str() == "-" {
        let mut out = std::io::stdout();
        write(&mut out)?;
        return out.flush().map_err(failed);
    }
    if path.exists() && !path.is_file() {
        let mut file = std::fs::File::options().write(true).open(path).map_err(failed)?;
        return write(&mut file);
    }
    // A link is followed, so that the file it points to is replaced and not the link.
    let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let directory = match target.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let mut temporary = tempfile::NamedTempFile::new_in(directory).map_err(failed)?;
    let mut buffered = std::io::BufWriter::with_capacity(1 << 18, temporary.as_file_mut());
    write(&mut buffered)?;
    buffered.flush().map_err(failed)?;
    drop(buffered);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(&target).map_or(0o644, |metadata| metadata.permissions().mode());
        temporary.as_file().set_permissions(std::fs::Permissions::from_mode(mode)).map_err(failed)?;
    }
    temporary.as_file().sync_all().map_err(failed)?;
    temporary.persist(&target).map_err(|error| failed(error.error))?;
    Ok(())
}

/// One zstd frame with its checksum, as the checker asks for.
#[cfg(not(feature = "zstd"))]
fn compress(text: &[u8]) -> std::io::Result<Vec<u8>> {
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};
    Ok(compress_to_vec(text, CompressionLevel::Fastest))
}

/// One zstd frame with its checksum, as small as zstd makes it.
#[cfg(feature = "zstd")]
fn compress(text: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = zstd::Encoder::new(Vec::new(), 19)?;
    encoder.include_checksum(true)?;
    encoder.write_all(text)?;
    encoder.finish()
}

/// Writes a certificate, compressed when the name ends in `.zst`.
pub fn write_certificate(path: &Path, text: &str) -> Result<(), StoreError> {
    if path.extension().is_some_and(|extension| extension == "zst") {
        let failed = |error| StoreError::Write { path: path.to_owned(), error };
        let compressed = compress(text.as_bytes()).map_err(failed)?;
        return write_whole(path, &compressed);
    }
    write_whole(path, text.as_bytes())
}

/// Writes an accepted certificate, and beside it the files that it names by their digest.
pub fn write_certified(path: &Path, certified: &Certified) -> Result<(), StoreError> {
    for (digest, bytes) in certified.beside() {
        write_whole(&path.with_file_name(format!("{digest}.values")), bytes)?;
    }
    write_certificate(path, certified.text())
}

/// The text of a certificate, plain or compressed.
pub fn read_certificate(path: &Path) -> Result<String, StoreError> {
    let failed = |error| StoreError::Certificate { path: path.to_owned(), error };
    read_text(path, Allowance::default()).map_err(failed)
}
