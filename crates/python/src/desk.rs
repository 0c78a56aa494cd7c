//! The desk as a Python object: questions as JSON, values by the hundred thousand, tables as arrays.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use hissho_store::{Library, Proofs, Store, free_memory};
use hissho_workbench::games::GameText;
use hissho_workbench::impartial::{Numbers, Table, TableQuestion, Value, Valued, Values};
use hissho_workbench::{Answer, Ending, Facts, Fault, Limits, Question};
use numpy::{IntoPyArray, PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};

use crate::faults::{interrupted, raised};
use crate::watched::{Shared, Watched, Watcher, watched};

/// A value that is found within this time needs no thread.
const AT_ONCE: Duration = Duration::from_millis(3);

/// Keeps tables and accepted certificates between questions, with the library and kept proofs behind it.
#[pyclass(frozen, module = "hissho._hissho")]
pub(crate) struct Desk {
    store: Store,
}

#[pymethods]
impl Desk {
    /// A desk with the library and the proofs in these directories; `None` is without.
    #[new]
    #[pyo3(signature = (library=None, proofs=None))]
    fn new(library: Option<PathBuf>, proofs: Option<PathBuf>) -> PyResult<Desk> {
        let library = match library.as_deref().map(Library::open) {
            Some(Ok(library)) => Some(library),
            Some(Err(error)) => return Err(pyo3::exceptions::PyOSError::new_err(error.to_string())),
            None => None,
        };
        let proofs = proofs.as_deref().map(Proofs::in_directory);
        Ok(Desk { store: Store::new(proofs, library) })
    }

    /// The directory of the library when nothing is said.
    #[staticmethod]
    fn usual_library() -> Option<PathBuf> {
        Library::usual_directory()
    }

    /// Answers a question given as JSON: the facts, the certificates and the files.
    #[pyo3(signature = (question, limits=None, progress=None))]
    fn ask<'py>(
        &self,
        py: Python<'py>,
        question: &str,
        limits: Option<&Bound<'py, PyDict>>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let question = Question::read(question).map_err(|fault| raised(py, &fault))?;
        let limits = limits_of(limits)?;
        match watched(py, progress, |watch| self.store.ask(&question, &limits, watch))? {
            Watched::Done(Ok(answer)) => told(py, &answer),
            Watched::Done(Err(fault)) => Err(raised(py, &fault)),
            Watched::Interrupted(found) => {
                let found = found.ok().map(|answer| told(py, &answer)).transpose()?;
                Err(interrupted(py, found.map(|found| found.into_any().unbind())))
            }
        }
    }

    /// The Grundy value (none where only the outcome is known) and the outcome of a position.
    fn value<'py>(
        &self,
        py: Python<'py>,
        game: &str,
        position: Vec<u64>,
        misere: bool,
    ) -> PyResult<(Option<u64>, String)> {
        let question = Question::Value(Value {
            game: GameText::from(game),
            position: Numbers::List(position),
            misere,
            explain: false,
            picture: None,
        });
        let limits = limits_of(None)?;
        // A table that is there answers at once; otherwise the work is done where it can be stopped.
        let quick = py.detach(|| {
            let limits = Limits { threads: 1, ..limits.clone() };
            self.store.ask(&question, &limits, &Shared(Watcher::for_at_most(AT_ONCE)))
        });
        let answer = match quick {
            Ok(answer) if answer.ending() != Ending::GaveUp => Ok(answer),
            Err(fault) if !fault.is_giving_up() => Err(fault),
            _ => match watched(py, None, |watch| self.store.ask(&question, &limits, watch))? {
                Watched::Done(answer) => answer,
                Watched::Interrupted(_) => return Err(interrupted(py, None)),
            },
        };
        match answer.map_err(|fault| raised(py, &fault))?.facts {
            Facts::Value(Valued { reason: Some(reason), .. }) => Err(raised(py, &Fault::gave_up(reason))),
            Facts::Value(Valued { grundy, outcome, .. }) => Ok((grundy, outcome)),
            _ => Err(raised(py, &Fault::bad_input("another question was answered"))),
        }
    }

    /// The Grundy values in a box as an array of numpy; the greatest number marks what is no position.
    #[pyo3(signature = (game, shape, limits=None, progress=None))]
    fn table<'py>(
        &self,
        py: Python<'py>,
        game: &str,
        shape: Vec<u64>,
        limits: Option<&Bound<'py, PyDict>>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let question = Question::Table(TableQuestion {
            game: GameText::from(game),
            shape,
            rows: None,
            only_losing: false,
            format: None,
            certificate: false,
            bare: true,
        });
        let limits = limits_of(limits)?;
        let answer = match watched(py, progress, |watch| self.store.ask(&question, &limits, watch))? {
            Watched::Done(answer) => answer.map_err(|fault| raised(py, &fault))?,
            Watched::Interrupted(_) => return Err(interrupted(py, None)),
        };
        match answer.facts {
            Facts::Table(facts) => match (facts.table, facts.reason) {
                (Some(table), _) => array(py, table),
                (None, reason) => Err(raised(py, &Fault::gave_up(reason.unwrap_or_default()))),
            },
            _ => Err(raised(py, &Fault::bad_input("another question was answered"))),
        }
    }
}

/// Limits from a dictionary with the keys of the command line.
fn limits_of(given: Option<&Bound<'_, PyDict>>) -> PyResult<Limits> {
    let number = |key: &str| -> PyResult<Option<u64>> {
        given.and_then(|given| given.get_item(key).transpose()).map(|value| value?.extract()).transpose()
    };
    let seconds: Option<f64> = given
        .and_then(|given| given.get_item("time").transpose())
        .map(|value| value?.extract())
        .transpose()?;
    let wrong = |_| pyo3::exceptions::PyValueError::new_err("time: a number of seconds from 0 on is needed");
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    Ok(Limits {
        time: seconds.map(Duration::try_from_secs_f64).transpose().map_err(wrong)?,
        nodes: number("nodes")?,
        steps: number("steps")?,
        // Most of what is free, so that no question takes the machine down.
        memory: number("memory")?.or_else(|| Some((free_memory()? / 4 * 3).max(1 << 30))),
        threads: number("threads")?.map_or(cores, |threads| threads.clamp(1, 1024) as usize),
        ..Limits::default()
    })
}

/// An answer as Python sees it.
fn told<'py>(py: Python<'py>, answer: &Answer) -> PyResult<Bound<'py, PyDict>> {
    let certificates = PyList::empty(py);
    for certified in &answer.certified {
        let one = PyDict::new(py);
        one.set_item("kind", certified.kind())?;
        one.set_item("claim", certified.claim().to_string())?;
        one.set_item("digest", certified.digest())?;
        one.set_item("verdict", certified.word())?;
        one.set_item("text", certified.text())?;
        let beside = PyDict::new(py);
        for (digest, bytes) in certified.beside() {
            beside.set_item(digest, PyBytes::new(py, bytes))?;
        }
        one.set_item("beside", beside)?;
        certificates.append(one)?;
    }
    let files = PyList::empty(py);
    for file in &answer.files {
        files.append((&file.format, PyBytes::new(py, file.as_bytes())))?;
    }
    let all = PyDict::new(py);
    all.set_item("document", answer.document().to_string())?;
    all.set_item("text", answer.text())?;
    all.set_item(
        "ending",
        match answer.ending() {
            Ending::Answered => "answered",
            Ending::Refuted => "refuted",
            Ending::GaveUp => "gave-up",
            Ending::Counted => "counted",
        },
    )?;
    all.set_item("certificates", certificates)?;
    all.set_item("files", files)?;
    Ok(all)
}

/// The table as an array; nobody else holds it, so nothing is copied.
fn array<'py>(py: Python<'py>, table: Arc<Table>) -> PyResult<Bound<'py, PyAny>> {
    let Table { shape, values } = Arc::unwrap_or_clone(table);
    fn shaped<'py, T: numpy::Element>(
        flat: Bound<'py, PyArray1<T>>,
        shape: Vec<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        Ok(flat.reshape(shape)?.into_any())
    }
    match values {
        Values::U16(values) => shaped(values.into_pyarray(py), shape),
        Values::U32(values) => shaped(values.into_pyarray(py), shape),
    }
}
