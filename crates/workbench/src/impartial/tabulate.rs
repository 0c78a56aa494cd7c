//! Tables of sums, and tables as certificates.

use certificate::grundy_box::{self, GrundyBox};
use certificate::{Claim, Context, Proved, Refusal};
use rules::language::Game;
use rules::name::Component;
use solve::grundy::{self, Table, TableError, Values};
use solve::limits::Limits;
use solve::progress::Progress;

use super::{ImpartialError, Sum};

/// A table and the certificate that its values are right.
pub struct Certified {
    /// The certificate.
    pub text: String,
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
    Ok(grundy::table(game, shape, limits, progress)?)
}

/// The table of a sum: the values of its parts, added without carry.
pub fn table_of_sum(
    sum: &Sum,
    shape: &[usize],
    limits: &Limits,
    progress: &dyn Progress,
) -> Result<Table, ImpartialError> {
    if shape.len() != sum.dimension() {
        return Err(TableError::WrongDimension {
            found: shape.len(),
            expected: sum.dimension(),
        }
        .into());
    }
    if let [Component::Numbers(game)] = &sum.components[..] {
        return table(game, shape, limits, progress);
    }
    let cells = shape
        .iter()
        .try_fold(4u64, |all, &n| all.checked_mul(n as u64))
        .unwrap_or(u64::MAX);
    let allowed = limits.memory.unwrap_or(4 << 30);
    if cells > allowed {
        return Err(TableError::TooLarge {
            needed: cells,
            allowed,
        }
        .into());
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
            Component::Octal(octal) => grundy::octal_values(octal, own[0], limits, progress)?
                .into_iter()
                .map(Some)
                .collect(),
        };
        let absent = grundy::table::ABSENT;
        let join = |a: u32| {
            values
                .iter()
                .map(move |b| b.filter(|_| a != absent).map_or(absent, |b| a ^ b))
        };
        all = all.iter().flat_map(|&a| join(a)).collect();
    }
    Ok(Table {
        shape: shape.to_vec(),
        values: Values::U32(all),
    })
}

/// The certificate of a table, checked.
pub fn certify_box(game: &Game, table: &Table) -> Result<Certified, Refusal> {
    let claim = GrundyBox {
        rules: game.text.clone(),
        parameters: game
            .parameters
            .iter()
            .map(|p| (p.name.clone(), p.value))
            .collect(),
        shape: table.shape.clone(),
        values: (0..table.values.len()).map(|i| table.values.get(i)).collect(),
    };
    let text = grundy_box::write(&claim);
    let proof = certificate::check(&text, &Context::default())?;
    Ok(Certified { text, proof })
}
