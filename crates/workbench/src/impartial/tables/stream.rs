//! Formats that are written while the table is made: csv, npy, parquet.

use std::io::Write;
use std::ops::Range;

use hissho_solve::impartial::{RowSink, Values};
use hissho_solve::limits::Stop;

use super::parquet::ParquetWriter;
use super::{Format, FormatError, View};

/// Records per parquet row group, about.
const GROUP: usize = 1 << 20;

/// Takes rows of a table and writes them.
pub struct RowWriter<W: Write + Send> {
    out: Out<W>,
    shape: Vec<usize>,
    rows: Range<usize>,
    only_losing: bool,
    axes: Vec<String>,
    /// What went wrong; reported by [`RowWriter::finish`].
    failed: Option<String>,
    has_begun: bool,
    /// Records not yet written to parquet, column by column.
    pending: Vec<Vec<i32>>,
}

enum Out<W: Write + Send> {
    Csv(W),
    Npy(W),
    Parquet(Option<ParquetWriter<W>>),
}

impl<W: Write + Send> RowWriter<W> {
    /// Writes what `view` shows (its table may be empty) in a streamed format.
    pub fn new(out: W, format: Format, view: &View<'_>) -> Self {
        Self::with_shape(out, format, view, &view.table.shape)
    }

    /// As [`RowWriter::new`] for a table of this shape that is yet to be made.
    pub fn with_shape(out: W, format: Format, view: &View<'_>, shape: &[usize]) -> Self {
        let (mut failed, dimension) = (None, shape.len());
        let out = match format {
            Format::Npy => Out::Npy(out),
            Format::Parquet => match ParquetWriter::new(out, view.axes, dimension) {
                Ok(writer) => Out::Parquet(Some(writer)),
                Err(error) => {
                    failed = Some(error);
                    Out::Parquet(None)
                }
            },
            _ => Out::Csv(out),
        };
        RowWriter {
            out,
            shape: shape.to_vec(),
            rows: view.rows.clone(),
            only_losing: view.only_losing,
            axes: view.axes.to_vec(),
            failed,
            has_begun: false,
            pending: vec![Vec::new(); dimension + 1],
        }
    }

    /// Writes a whole table.
    pub fn whole(&mut self, values: &Values) {
        // A failure is kept and reported at the end.
        let _ = self.rows(0, values.clone());
    }

    /// Writes what is left.
    pub fn finish(&mut self) -> Result<(), FormatError> {
        if self.failed.is_none()
            && let Err(error) = self.close()
        {
            self.failed = Some(error);
        }
        match self.failed.take() {
            Some(error) => Err(FormatError::Write(error)),
            None => Ok(()),
        }
    }

    fn close(&mut self) -> Result<(), String> {
        self.flush_group()?;
        match &mut self.out {
            Out::Csv(out) | Out::Npy(out) => out.flush().map_err(|e| e.to_string()),
            Out::Parquet(writer) => match writer.take() {
                Some(writer) => writer.close(),
                None => Ok(()),
            },
        }
    }

    /// Cells per value of the first coordinate.
    fn row_cells(&self) -> usize {
        if self.shape.len() == 1 { self.shape[0] } else { self.shape[1..].iter().product() }
    }

    fn write(&mut self, first: usize, values: &Values) -> Result<(), String> {
        let per_row = self.row_cells().max(1);
        let is_line = self.shape.len() == 1;
        for (i, row) in (first..first + values.len() / per_row).enumerate() {
            if !is_line && !self.rows.contains(&row) {
                continue;
            }
            let cells = i * per_row..(i + 1) * per_row;
            match &mut self.out {
                Out::Npy(out) => {
                    if !self.has_begun {
                        npy_head(out, values, &self.shape, &self.rows).map_err(|e| e.to_string())?;
                    }
                    let bytes: Vec<u8> = match values {
                        Values::U16(v) => v[cells].iter().flat_map(|v| v.to_le_bytes()).collect(),
                        Values::U32(v) => v[cells].iter().flat_map(|v| v.to_le_bytes()).collect(),
                    };
                    out.write_all(&bytes).map_err(|e| e.to_string())?;
                }
                Out::Csv(out) if !self.only_losing && self.shape.len() <= 2 => {
                    let mut line = String::with_capacity(per_row * 5);
                    for (n, index) in cells.enumerate() {
                        if n > 0 {
                            line.push(',');
                        }
                        if let Some(value) = values.get(index) {
                            use std::fmt::Write;
                            let _ = write!(line, "{value}");
                        }
                    }
                    line.push('\n');
                    out.write_all(line.as_bytes()).map_err(|e| e.to_string())?;
                }
                Out::Csv(_) | Out::Parquet(_) => self.records(row, values, cells)?,
            }
            self.has_begun = true;
        }
        Ok(())
    }

    /// One record per position: its coordinates, and its value unless all are 0.
    fn records(&mut self, row: usize, values: &Values, cells: Range<usize>) -> Result<(), String> {
        let start = cells.start;
        for index in cells {
            let Some(value) = values.get(index).filter(|&v| !self.only_losing || v == 0) else {
                continue;
            };
            let mut at = vec![0usize; self.shape.len()];
            let mut rest = index - start;
            let from = usize::from(self.shape.len() > 1);
            for i in (from..self.shape.len()).rev() {
                at[i] = rest % self.shape[i];
                rest /= self.shape[i];
            }
            if from == 1 {
                at[0] = row;
            }
            if let Out::Csv(out) = &mut self.out {
                if !self.has_begun {
                    let value = if self.only_losing { "" } else { ",grundy" };
                    writeln!(out, "{}{value}", self.axes.join(",")).map_err(|e| e.to_string())?;
                    self.has_begun = true;
                }
                let mut line: Vec<String> = at.iter().map(usize::to_string).collect();
                if !self.only_losing {
                    line.push(value.to_string());
                }
                writeln!(out, "{}", line.join(",")).map_err(|e| e.to_string())?;
            } else {
                for (column, n) in self.pending.iter_mut().zip(at.iter().copied().chain([value as usize])) {
                    column.push(n as i32);
                }
            }
        }
        if self.pending[0].len() >= GROUP { self.flush_group() } else { Ok(()) }
    }

    fn flush_group(&mut self) -> Result<(), String> {
        let Out::Parquet(Some(writer)) = &mut self.out else {
            return Ok(());
        };
        if self.pending[0].is_empty() {
            return Ok(());
        }
        writer.group(&mut self.pending)
    }
}

impl<W: Write + Send> RowSink for RowWriter<W> {
    fn rows(&mut self, first: usize, rows: Values) -> Result<(), Stop> {
        if self.failed.is_some() {
            return Err(Stop::Cancelled);
        }
        self.write(first, &rows).map_err(|error| {
            self.failed = Some(error);
            Stop::Cancelled
        })
    }
}

fn npy_head(
    out: &mut impl Write,
    values: &Values,
    shape: &[usize],
    rows: &Range<usize>,
) -> std::io::Result<()> {
    let width = match values {
        Values::U16(_) => 2,
        Values::U32(_) => 4,
    };
    let mut shown = shape.to_vec();
    if shape.len() > 1 {
        shown[0] = rows.end.min(shape[0]).saturating_sub(rows.start);
    }
    let sizes: String = shown.iter().map(|n| format!("{n}, ")).collect();
    let mut head =
        format!("{{'descr': '<u{width}', 'fortran_order': False, 'shape': ({}), }}", sizes.trim_end());
    // Magic, version, length and head together are a multiple of 64 bytes.
    while (10 + head.len() + 1) % 64 != 0 {
        head.push(' ');
    }
    head.push('\n');
    out.write_all(b"\x93NUMPY\x01\x00")?;
    out.write_all(&(head.len() as u16).to_le_bytes())?;
    out.write_all(head.as_bytes())
}
