//! Tables of sums, and tables as certificates.

use hissho_certificate::Claim;
use hissho_certificate::impartial::grundy_box::{self, GrundyBox, NO_POSITION};
use hissho_certificate::impartial::octal_period::OctalPeriod;
use hissho_rules::impartial::octal::Octal;
use hissho_rules::language::Game;
use hissho_rules::name::Component;
use hissho_solve::impartial::{self, Table, TableError, Values};
use hissho_solve::limits::Limits;
use hissho_solve::progress::Progress;

use super::far::octal_certificate;
use super::{ImpartialError, Sum};
use crate::{Beside, Certified, Fault};

/// Most values that stand in the certificate itself.
const INLINE: usize = 100_000;

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

/// The certificate that a table is right, checked; a large table's values are beside it.
pub fn certify_box(game: &Game, table: &Table, limits: &Limits) -> Result<Certified, Fault> {
    let claim = box_claim(game, table);
    let mut beside = Beside::new();
    let text = if table.values.len() <= INLINE {
        grundy_box::write(&claim)
    } else {
        let (text, digest, bytes) = grundy_box::write_with_side_file(&claim);
        beside.insert(digest, bytes);
        text
    };
    drop(claim);
    Certified::check_with(text, beside, limits).map_err(Fault::from)
}

/// The certificate of the period of an octal game, which gives the values of all heaps; the table
/// must agree with it.
pub fn certify_period(
    octal: &Octal,
    table: &Table,
    limits: &Limits,
    progress: &dyn Progress,
) -> Result<Certified, Fault> {
    let Some(certified) = octal_certificate(octal, limits, progress)? else {
        let reason = if octal.is_octal() {
            format!("the period of {octal} is longer than the checker takes")
        } else {
            format!("{octal} is no octal game; periods are certified for octal games alone")
        };
        return Err(Fault::too_large(reason));
    };
    let agrees =
        |law: &OctalPeriod| (0..table.values.len()).all(|n| table.values.get(n) == Some(law.value(n)));
    match certified.claim() {
        Claim::OctalPeriod(law) if law.game == *octal && agrees(law) => Ok(certified),
        _ => Err(Fault::refused("the table disagrees with what the certificate establishes")),
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
