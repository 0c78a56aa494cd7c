//! Faults as Python exceptions, with the place and the advice. The classes are Python's own
//! (`hissho/_faults.py`), so that users can read and extend them.

use hissho_workbench::Fault;
use pyo3::prelude::*;

/// The exception for a fault.
pub(crate) fn raised(py: Python<'_>, fault: &Fault) -> PyErr {
    let document = serde_json::json!(fault).to_string();
    made(py, "from_engine", (document,))
}

/// The exception for a wish to stop, with what was found until then.
pub(crate) fn interrupted(py: Python<'_>, found: Option<Py<PyAny>>) -> PyErr {
    made(py, "Interrupted", (found,))
}

/// An exception made by a function of `hissho._faults`.
fn made<'py, A: pyo3::call::PyCallArgs<'py>>(py: Python<'py>, maker: &str, arguments: A) -> PyErr {
    let exception = py.import("hissho._faults").and_then(|module| module.getattr(maker)?.call1(arguments));
    match exception {
        Ok(exception) => PyErr::from_value(exception),
        Err(error) => error,
    }
}
