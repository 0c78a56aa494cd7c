//! A checkpoint file: one line per finished part, appended and synced, the last one wins.
//!
//! ```text
//! hissho-checkpoint 1 WHAT
//! KEY<tab>VALUE
//! ```
//!
//! Backslashes, tabs and line feeds in keys and values are escaped. A line cut short by a crash is
//! dropped when the file is opened again; a file of other work is refused rather than mixed in.
//! What cannot be written (a full disk) is said, stays in memory, and is written with the next part
//! that can be.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use hissho_workbench::{Checkpoint, NotKept};

use crate::StoreError;

/// A checkpoint kept in one text file.
#[derive(Debug)]
pub struct CheckpointFile {
    path: PathBuf,
    inside: Mutex<Inside>,
}

#[derive(Debug)]
struct Inside {
    file: File,
    parts: HashMap<String, String>,
    /// Bytes of whole lines in the file.
    length: u64,
    /// Lines that could not be written yet.
    unwritten: String,
}

impl Inside {
    fn write(&mut self) -> std::io::Result<()> {
        // Also after a write that failed half-way.
        self.file.set_len(self.length)?;
        self.file.seek(SeekFrom::Start(self.length))?;
        self.file.write_all(self.unwritten.as_bytes())?;
        self.file.sync_data()?;
        self.length += self.unwritten.len() as u64;
        self.unwritten.clear();
        Ok(())
    }
}

impl CheckpointFile {
    /// Opens the checkpoint of `what` at `path`, or begins it.
    pub fn open(path: &Path, what: &str) -> Result<CheckpointFile, StoreError> {
        let read_failed = |error| StoreError::Read { path: path.to_owned(), error };
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).map_err(read_failed)?;
        file.try_lock().map_err(|_| read_failed(std::io::Error::other("another run is using it")))?;
        let text = std::fs::read_to_string(path).map_err(read_failed)?;
        let head = format!("hissho-checkpoint 1 {}\n", escape(what));
        let mut parts = HashMap::new();
        let mut length = head.len() as u64;
        // Only whole lines count; what follows the last line feed was cut short.
        let whole = text.rfind('\n').map_or(0, |at| at + 1);
        if whole == 0 {
            file.set_len(0).and_then(|()| file.write_all(head.as_bytes())).map_err(read_failed)?;
        } else {
            let Some(body) = text[..whole].strip_prefix(&head) else {
                let found = text.lines().next().unwrap_or("");
                let message =
                    format!("it begins `{found}`, `{}` is needed; choose another file", head.trim_end());
                return Err(read_failed(std::io::Error::other(message)));
            };
            for line in body.lines() {
                if let Some((key, value)) = line.split_once('\t') {
                    parts.insert(unescape(key), unescape(value));
                }
            }
            length = whole as u64;
        }
        let inside = Inside { file, parts, length, unwritten: String::new() };
        Ok(CheckpointFile { path: path.to_owned(), inside: Mutex::new(inside) })
    }

    /// The number of finished parts that could not be written.
    pub fn unwritten(&self) -> usize {
        self.inside.lock().map_or(0, |inside| inside.unwritten.lines().count())
    }

    /// The number of parts that are finished.
    pub fn len(&self) -> usize {
        self.inside.lock().map_or(0, |inside| inside.parts.len())
    }

    /// Whether nothing is finished yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Removes the file: the work is finished.
    pub fn finish(self) -> Result<(), StoreError> {
        let CheckpointFile { path, inside } = self;
        drop(inside);
        std::fs::remove_file(&path).map_err(|error| StoreError::Write { path, error })
    }
}

impl Checkpoint for CheckpointFile {
    fn load(&self, key: &str) -> Option<String> {
        self.inside.lock().ok()?.parts.get(key).cloned()
    }

    fn save(&self, key: &str, value: &str) -> Result<(), NotKept> {
        let mut inside = self.inside.lock().map_err(|error| NotKept(error.to_string()))?;
        inside.parts.insert(key.to_owned(), value.to_owned());
        inside.unwritten += &format!("{}\t{}\n", escape(key), escape(value));
        inside.write().map_err(|error| NotKept(format!("{}: {error}", self.path.display())))
    }
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('\t', "\\t").replace('\n', "\\n")
}

fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => plain.push(match characters.next() {
                Some('t') => '\t',
                Some('n') => '\n',
                Some(other) => other,
                None => '\\',
            }),
            other => plain.push(other),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn saved_parts_are_there_after_a_crash_in_the_middle_of_a_line() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("work.checkpoint");
        let checkpoint = CheckpointFile::open(&path, "bricks 2 4 6").unwrap();
        checkpoint.save("1,2", "tab\t and\nline").unwrap();
        drop(checkpoint);
        let mut file = OpenOptions::new().append(true).open(&path).unwrap();
        file.write_all(b"2,1\tcut sho").unwrap();
        drop(file);
        let checkpoint = CheckpointFile::open(&path, "bricks 2 4 6").unwrap();
        assert_eq!(checkpoint.load("1,2").as_deref(), Some("tab\t and\nline"));
        assert_eq!(checkpoint.load("2,1"), None);
        checkpoint.save("2,1", "whole").unwrap();
        drop(checkpoint);
        let checkpoint = CheckpointFile::open(&path, "bricks 2 4 6").unwrap();
        assert_eq!(checkpoint.load("2,1").as_deref(), Some("whole"));
    }

    #[test]
    fn a_checkpoint_of_other_work_is_refused_and_left_alone() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("work.checkpoint");
        CheckpointFile::open(&path, "bricks 2 4 6").unwrap().save("a", "b").unwrap();
        let before = std::fs::read(&path).unwrap();
        let refusal = CheckpointFile::open(&path, "hex 8").unwrap_err();
        assert!(refusal.to_string().contains("choose another file"), "{refusal}");
        assert_eq!(std::fs::read(&path).unwrap(), before);
    }
}
