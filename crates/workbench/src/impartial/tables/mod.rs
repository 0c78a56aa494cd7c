//! Tables of values as files: text, csv, json, npy, OEIS b-file, parquet, png, svg, LaTeX.
//!
//! Formats that hold one cell after another ([`Format::is_streamed`]) are written while the table
//! is made, so they may be larger than memory; the others take the whole table.

mod parquet;
mod picture;
mod stream;
mod written;

use std::ops::Range;
use std::path::Path;
use std::str::FromStr;

use hissho_solve::impartial::Table;

use super::Tabulated;

pub use picture::Mark;
pub use stream::RowWriter;

/// A file format for tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Aligned columns for people; positions of value 0 carry a star.
    Text,
    /// One line per row, values with commas; nothing where there is no position.
    Csv,
    /// One JSON document.
    Json,
    /// NumPy's array format; the greatest number of the type where there is no position.
    Npy,
    /// OEIS b-file; two coordinates by antidiagonals.
    Bfile,
    /// Apache Parquet: one record per position.
    Parquet,
    /// Heat map.
    Png,
    /// Heat map.
    Svg,
    /// LaTeX with booktabs rules.
    Tex,
}

impl Format {
    /// All formats with their names.
    pub const ALL: &'static [(&'static str, Format)] = &[
        ("text", Format::Text),
        ("csv", Format::Csv),
        ("json", Format::Json),
        ("npy", Format::Npy),
        ("bfile", Format::Bfile),
        ("parquet", Format::Parquet),
        ("png", Format::Png),
        ("svg", Format::Svg),
        ("tex", Format::Tex),
    ];

    /// The format a file's name asks for.
    pub fn of_file(path: &Path) -> Option<Format> {
        match path.extension()?.to_str()? {
            "txt" => Some(Format::Text),
            "b" => Some(Format::Bfile),
            extension => extension.parse().ok(),
        }
    }

    /// Its name, which is also the usual ending.
    pub fn name(self) -> &'static str {
        Format::ALL.iter().find(|(_, format)| *format == self).map_or("", |(name, _)| name)
    }

    /// Whether it is written while the table is made.
    pub fn is_streamed(self) -> bool {
        matches!(self, Format::Csv | Format::Npy | Format::Parquet)
    }

    /// Whether it is no text.
    pub fn is_binary(self) -> bool {
        matches!(self, Format::Npy | Format::Parquet | Format::Png)
    }
}

impl FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Format, String> {
        let found = Format::ALL.iter().find(|(name, _)| *name == text).map(|&(_, format)| format);
        found.ok_or_else(|| {
            let names: Vec<&str> = Format::ALL.iter().map(|&(name, _)| name).collect();
            format!("expected one of {}", names.join(", "))
        })
    }
}

/// What is shown of a table.
pub struct View<'t> {
    /// The game.
    pub title: &'t str,
    /// Names of the coordinates.
    pub axes: &'t [String],
    /// The table.
    pub table: &'t Table,
    /// The rows shown.
    pub rows: Range<usize>,
    /// Only the positions of value 0.
    pub only_losing: bool,
    /// Cells marked in a picture.
    pub marks: &'t [Mark],
}

/// Why a table cannot be written in this format.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FormatError {
    /// The format is for fewer coordinates.
    #[error("{format} shows tables of one or two coordinates; this one has {found}")]
    TooManyCoordinates {
        /// The format.
        format: &'static str,
        /// Coordinates of the table.
        found: usize,
    },
    /// The picture would be unusable.
    #[error("{found} cells are too many for {format}; the most is {most}")]
    TooManyCells {
        /// The format.
        format: &'static str,
        /// Cells of the table.
        found: usize,
        /// Most cells it takes.
        most: usize,
    },
    /// Writing failed.
    #[error("{0}")]
    Write(String),
}

/// The table in a format that takes it whole.
pub fn render(view: &View<'_>, format: Format) -> Result<Vec<u8>, FormatError> {
    match format {
        Format::Text => Ok(written::text(view).into_bytes()),
        Format::Json => Ok(format!("{}\n", written::json(view)).into_bytes()),
        Format::Tex => written::tex(view).map(String::into_bytes),
        Format::Bfile => written::bfile(view).map(String::into_bytes),
        Format::Svg => picture::svg(view).map(String::into_bytes),
        Format::Png => picture::png(view),
        Format::Csv | Format::Npy | Format::Parquet => {
            let mut bytes = Vec::new();
            let mut writer = RowWriter::new(&mut bytes, format, view);
            writer.whole(&view.table.values);
            writer.finish()?;
            drop(writer);
            Ok(bytes)
        }
    }
}

/// The table as aligned columns.
pub(super) fn text(view: &View<'_>) -> String {
    written::text(view)
}

/// The facts of the table.
pub(super) fn tell(view: &View<'_>, facts: &mut Tabulated) {
    written::tell(view, facts);
}

impl View<'_> {
    /// Rows and columns of a table of one or two coordinates; one coordinate is a single row.
    fn two(&self, format: &'static str) -> Result<(Range<usize>, usize), FormatError> {
        match self.table.shape[..] {
            [n] => Ok((0..1, n)),
            [_, columns] => Ok((self.rows.clone(), columns)),
            _ => Err(FormatError::TooManyCoordinates { format, found: self.table.shape.len() }),
        }
    }

    fn at(&self, row: usize, column: usize) -> Option<u32> {
        let width = self.table.shape.last().copied().unwrap_or(0);
        self.table.values.get(row * width + column)
    }
}
