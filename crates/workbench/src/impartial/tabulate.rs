//! Tables of sums, and tables as certificates.

use std::path::Path;

use hissho_certificate::file::FileError;
use hissho_certificate::impartial::grundy_box::{self, GrundyBox, NO_POSITION};
use hissho_certificate::impartial::octal_period::OctalPeriod;
use hissho_certificate::{Claim, Proved};
use hissho_rules::impartial::octal::Octal;
use hissho_rules::language::Game;
use hissho_rules::name::Component;
use hissho_solve::impartial::{self, Table, TableError, Values};
use hissho_solve::limits::{Limits, Stop};
use hissho_solve::progress::Progress;
use hissho_store::StoreError;

use super::far::octal_certificate;
use super::{ImpartialError, Sum};

/// Most values that stand in the certificate itself.
const INLINE: usize = 100_000;

/// Why a table has no certificate.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CertifyError {
    /// It could not be written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The checker did not accept it.
    #[error(transparent)]
    Refused(#[from] FileError),
    /// A limit was reached before a period was found.
    #[error("{0} before a period was found")]
    Stop(Stop),
    /// The values of the table are not those of the certificate.
    #[error("the table disagrees with what the certificate establishes")]
    Disagrees,
}

/// The fact that a table is right.
pub struct Certified {
    /// What the checker accepted.
    pub proof: Proved<Claim>,
}

/// The table of one game.
pub fn table(
    game: &Game,
    shape: &[usize],
    limits: &Limits,
    progress: &dyn Progress,
) -> Result<Table, ImpartialError> {
    Ok(impartial::table(game, shape, limits, progress)?)
}

/// The table of a sum: the values of its parts, added without carry.
pub fn table_of_sum(
    sum: &Sum,
    shape: &[usize],
    limits: &Limits,
    progress: &dyn Progress,
) -> Result<Table, ImpartialError> {
    if shape.len() != sum.dimension() {
        return Err(TableError::WrongDimension { found: shape.len(), expected: sum.dimension() }.into());
    }
    if let [Component::Numbers(game)] = &sum.components[..] {
        return table(game, shape, limits, progress);
    }
    let cells = shape.iter().try_fold(4u64, |all, &n| all.checked_mul(n as u64)).unwrap_or(u64::MAX);
    let allowed = limits.memory.unwrap_or(4 << 30);
    if cells > allowed {
        return Err(TableError::TooLarge { needed: cells, allowed }.into());
    }
    let mut all = vec![0u32];
    let mut rest = shape;
    for component in &sum.components {
        let (own, others) = rest.split_at(component.dimension());
        rest = others;
        let values: Vec<Option<u32>> = match component {
            Component::Numbers(game) => {
                let table = table(game, own, limits, progress)?;
                (0..table.values.len()).map(|i| table.values.get(i)).collect()
            }
            Component::Octal(octal) => {
                impartial::octal_values(octal, own[0], limits, progress)?.into_iter().map(Some).collect()
            }
        };
        let absent = impartial::table::ABSENT;
        let join = |a: u32| values.iter().map(move |b| b.filter(|_| a != absent).map_or(absent, |b| a ^ b));
        all = all.iter().flat_map(|&a| join(a)).collect();
    }
    Ok(Table { shape: shape.to_vec(), values: Values::U32(all) })
}

/// Writes the certificate of a table to `path`, a large table's values beside it, and has it checked.
pub fn certify_box(game: &Game, table: &Table, path: &Path) -> Result<Certified, CertifyError> {
    let claim = box_claim(game, table);
    if table.values.len() <= INLINE {
        hissho_store::write_certificate(path, &grundy_box::write(&claim))?;
    } else {
        let (text, digest, bytes) = grundy_box::write_with_side_file(&claim);
        let beside = path.with_file_name(format!("{digest}.values"));
        hissho_store::write_whole(&beside, &bytes)?;
        hissho_store::write_certificate(path, &text)?;
    }
    drop(claim);
    let proof = hissho_certificate::file::check_file(path)?;
    Ok(Certified { proof })
}

/// Writes the certificate of the period of an octal game, which gives the values of all heaps, to `path`, and has it checked; the
/// table must agree with it. `None` if the period is longer than the checker takes.
pub fn certify_period(
    octal: &Octal,
    table: &Table,
    path: &Path,
    limits: &Limits,
    progress: &dyn Progress,
) -> Result<Option<Certified>, CertifyError> {
    let Some(text) = octal_certificate(octal, limits, progress).map_err(CertifyError::Stop)? else {
        return Ok(None);
    };
    hissho_store::write_certificate(path, &text)?;
    let proof = hissho_certificate::file::check_file(path)?;
    let agrees =
        |law: &OctalPeriod| (0..table.values.len()).all(|n| table.values.get(n) == Some(law.value(n)));
    match proof.claim() {
        Claim::OctalPeriod(law) if law.game == *octal && agrees(law) => Ok(Some(Certified { proof })),
        _ => Err(CertifyError::Disagrees),
    }
}

/// The claim that a table's values are right.
pub fn box_claim(game: &Game, table: &Table) -> GrundyBox {
    let (rules, parameters) = hissho_certificate::rules_text::of(game);
    GrundyBox {
        rules,
        parameters,
        shape: table.shape.clone(),
        values: (0..table.values.len()).map(|i| table.values.get(i).unwrap_or(NO_POSITION)).collect(),
    }
}
