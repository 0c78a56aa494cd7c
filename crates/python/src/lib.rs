//! `import hissho`: the one door for Python. The package in `python/hissho` is the face; this is what
//! it calls.
//!
//! A question comes as JSON, the answer goes back as JSON with its certificates and files; tables go
//! back as arrays of numpy without being copied. The interpreter is free while the engine works.

mod desk;
mod faults;
mod watched;

use pyo3::prelude::*;

/// The engine behind the package `hissho`.
#[pymodule]
mod _hissho {
    #[pymodule_export]
    use crate::desk::Desk;
    use pyo3::prelude::*;

    /// Names the version.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }

    /// The schema of questions and answers, as JSON.
    #[pyfunction]
    fn schema() -> String {
        hissho_workbench::schema().to_string()
    }
}
