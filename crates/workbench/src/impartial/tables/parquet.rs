//! Apache Parquet, behind the feature `parquet`: its crate and what it brings are slow to build.

#[cfg(feature = "parquet")]
pub(super) use with_crate::ParquetWriter;
#[cfg(not(feature = "parquet"))]
pub(super) use without_crate::ParquetWriter;

#[cfg(feature = "parquet")]
mod with_crate {
    use std::io::Write;
    use std::sync::Arc;

    use parquet::basic::{Compression, Repetition, Type as PhysicalType};
    use parquet::data_type::Int32Type;
    use parquet::errors::ParquetError;
    use parquet::file::properties::WriterProperties;
    use parquet::file::writer::SerializedFileWriter;
    use parquet::schema::types::Type;

    /// Writes records of whole numbers, group by group.
    pub(in super::super) struct ParquetWriter<W: Write + Send>(Box<SerializedFileWriter<W>>);

    fn text(error: ParquetError) -> String {
        error.to_string()
    }

    impl<W: Write + Send> ParquetWriter<W> {
        /// Columns for so many coordinates, named after the axes, and for the value.
        pub(in super::super) fn new(out: W, axes: &[String], dimension: usize) -> Result<Self, String> {
            let column = |name: &str| {
                let column = Type::primitive_type_builder(name, PhysicalType::INT32);
                column.with_repetition(Repetition::REQUIRED).build().map(Arc::new).map_err(text)
            };
            let mut fields = Vec::new();
            for i in 0..dimension {
                fields.push(column(axes.get(i).map_or("n", String::as_str))?);
            }
            fields.push(column("grundy")?);
            let schema = Type::group_type_builder("table").with_fields(fields).build().map_err(text)?;
            let properties = WriterProperties::builder().set_compression(Compression::UNCOMPRESSED).build();
            let writer = SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties));
            writer.map(|writer| ParquetWriter(Box::new(writer))).map_err(text)
        }

        /// Writes the records of `columns` as one group and empties them.
        pub(in super::super) fn group(&mut self, columns: &mut [Vec<i32>]) -> Result<(), String> {
            let mut group = self.0.next_row_group().map_err(text)?;
            for column in columns {
                let Some(mut chunk) = group.next_column().map_err(text)? else {
                    break;
                };
                chunk.typed::<Int32Type>().write_batch(column, None, None).map_err(text)?;
                chunk.close().map_err(text)?;
                column.clear();
            }
            group.close().map(|_| ()).map_err(text)
        }

        /// Writes the end of the file.
        pub(in super::super) fn close(self) -> Result<(), String> {
            self.0.close().map(|_| ()).map_err(text)
        }
    }
}

#[cfg(not(feature = "parquet"))]
mod without_crate {
    use std::convert::Infallible;
    use std::io::Write;
    use std::marker::PhantomData;

    /// Cannot be made: parquet is left out.
    pub(in super::super) struct ParquetWriter<W: Write + Send>(Infallible, PhantomData<W>);

    impl<W: Write + Send> ParquetWriter<W> {
        pub(in super::super) fn new(_out: W, _axes: &[String], _dimension: usize) -> Result<Self, String> {
            Err(crate::left_out("parquet", "parquet"))
        }

        pub(in super::super) fn group(&mut self, _columns: &mut [Vec<i32>]) -> Result<(), String> {
            match self.0 {}
        }

        pub(in super::super) fn close(self) -> Result<(), String> {
            match self.0 {}
        }
    }
}

#[cfg(all(test, feature = "parquet"))]
mod tests {
    use super::super::{Format, RowWriter, View};
    use hissho_solve::impartial::{Table, Values};
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;

    #[test]
    fn a_parquet_file_reads_back_as_the_positions_and_their_values() {
        let absent = u16::MAX;
        let values = Values::U16(vec![0, 1, 2, absent, 2, 1, absent, absent, 3]);
        let table = Table { shape: vec![3, 3], values };
        let axes = ["y".to_owned(), "z".to_owned()];
        let view =
            View { title: "bar", axes: &axes, table: &table, rows: 0..3, only_losing: false, marks: &[] };
        let mut file = tempfile::tempfile().unwrap();
        let mut writer = RowWriter::new(&mut file, Format::Parquet, &view);
        writer.whole(&table.values);
        writer.finish().unwrap();
        drop(writer);
        let reader = SerializedFileReader::new(file).unwrap();
        let names: Vec<String> = reader
            .metadata()
            .file_metadata()
            .schema()
            .get_fields()
            .iter()
            .map(|f| f.name().to_owned())
            .collect();
        assert_eq!(names, ["y", "z", "grundy"]);
        let records: Vec<[i32; 3]> = reader
            .get_row_iter(None)
            .unwrap()
            .map(|row| row.unwrap())
            .map(|row| [0, 1, 2].map(|column| row.get_int(column).unwrap()))
            .collect();
        assert_eq!(records, [[0, 0, 0], [0, 1, 1], [0, 2, 2], [1, 1, 2], [1, 2, 1], [2, 2, 3]]);
    }
}
