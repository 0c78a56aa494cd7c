//! Tables as text: aligned columns, JSON, LaTeX, OEIS b-files.

use std::fmt::Write;

use hissho_solve::impartial::Table;
use serde_json::{Value, json};

use super::{FormatError, Tabulated, View};

/// Aligned columns with the coordinates on the sides; a star at value 0.
pub(super) fn text(view: &View<'_>) -> String {
    let table = view.table;
    let mut out = String::new();
    if view.only_losing {
        for at in losing(view) {
            let numbers: Vec<String> = at.iter().map(usize::to_string).collect();
            let _ = writeln!(out, "{}", numbers.join(" "));
        }
        return out;
    }
    let width = table
        .greatest()
        .to_string()
        .len()
        .max(table.shape.last().map_or(1, |n| n.saturating_sub(1).to_string().len()))
        + 1;
    let name = |i: usize| view.axes.get(i).map_or("", String::as_str);
    match table.shape.len() {
        1 => {
            for first in (0..table.shape[0]).step_by(10) {
                let _ = write!(out, "{:>8} |", format!("{} {first}", name(0)));
                for n in first..(first + 10).min(table.shape[0]) {
                    cell(&mut out, table.values.get(n), width);
                }
                out.truncate(out.trim_end().len());
                out.push('\n');
            }
        }
        2 => grid(&mut out, view, 0, width),
        _ => {
            let plane: usize = table.shape[table.shape.len() - 2..].iter().product();
            let planes = table.values.len().checked_div(plane).unwrap_or(0);
            for index in 0..planes {
                let mut rest = index;
                let mut at = Vec::new();
                for (i, &n) in table.shape[..table.shape.len() - 2].iter().enumerate().rev() {
                    at.push(format!("{} = {}", name(i), rest % n));
                    rest /= n;
                }
                at.reverse();
                let _ = writeln!(out, "{}", at.join(", "));
                grid(&mut out, view, index * plane, width);
            }
        }
    }
    out
}

fn grid(out: &mut String, view: &View<'_>, offset: usize, width: usize) {
    let [.., rows, columns] = view.table.shape[..] else {
        return;
    };
    let names = &view.axes[view.axes.len().saturating_sub(2)..];
    let corner = names.join("\\");
    let left = rows.saturating_sub(1).to_string().len().max(corner.len());
    let _ = write!(out, "{corner:>left$} |");
    (0..columns).for_each(|c| {
        let _ = write!(out, "{c:>width$} ");
    });
    out.truncate(out.trim_end().len());
    let _ = write!(out, "\n{}-+{}\n", "-".repeat(left), "-".repeat(columns * (width + 1)));
    let shown = if view.table.shape.len() == 2 { view.rows.clone() } else { 0..rows };
    for r in shown {
        let _ = write!(out, "{r:>left$} |");
        (0..columns).for_each(|c| cell(out, view.table.values.get(offset + r * columns + c), width));
        out.truncate(out.trim_end().len());
        out.push('\n');
    }
}

fn cell(out: &mut String, value: Option<u32>, width: usize) {
    let _ = match value {
        Some(0) => write!(out, "{:>width$}*", 0),
        Some(v) => write!(out, "{v:>width$} "),
        None => write!(out, "{:>width$} ", ""),
    };
}

fn losing<'v>(view: &'v View<'_>) -> impl Iterator<Item = Vec<usize>> + 'v {
    let is_shown = |at: &[usize]| at.len() < 2 || view.rows.contains(&at[0]);
    view.table.cells().filter(move |(at, value)| *value == Some(0) && is_shown(at)).map(|(at, _)| at)
}

pub(super) fn tell(view: &View<'_>, facts: &mut Tabulated) {
    let table = view.table;
    if view.only_losing {
        facts.losing = Some(losing(view).collect());
        return;
    }
    let is_whole = table.shape.len() < 2 || view.rows == (0..table.shape[0]);
    facts.values = Some(match nested(table, &table.shape, 0) {
        Value::Array(rows) if !is_whole => {
            facts.rows = Some((view.rows.start as u64, view.rows.end as u64));
            rows.into_iter().skip(view.rows.start).take(view.rows.len()).collect()
        }
        all => all,
    });
}

/// The facts as a JSON document, for a file.
pub(super) fn json(view: &View<'_>) -> Value {
    let mut facts = Tabulated::new(view.title, &view.table.shape);
    tell(view, &mut facts);
    json!(facts)
}

fn nested(table: &Table, shape: &[usize], offset: usize) -> Value {
    match shape {
        [] => Value::Null,
        [n] => Value::Array((0..*n).map(|i| json!(table.values.get(offset + i))).collect()),
        [n, rest @ ..] => {
            let size: usize = rest.iter().product();
            Value::Array((0..*n).map(|i| nested(table, rest, offset + i * size)).collect())
        }
    }
}

/// A tabular with booktabs rules; positions of value 0 are bold.
pub(super) fn tex(view: &View<'_>) -> Result<String, FormatError> {
    let (rows, columns) = view.two("tex")?;
    let mut out = String::new();
    let _ = writeln!(out, "% {}; needs \\usepackage{{booktabs}}", view.title);
    let _ = writeln!(out, "\\begin{{tabular}}{{r{}}}\n\\toprule", "r".repeat(columns));
    (0..columns).for_each(|c| {
        let _ = write!(out, " & {c}");
    });
    out += " \\\\\n\\midrule\n";
    for r in rows {
        let _ = write!(out, "{r}");
        for c in 0..columns {
            let _ = match view.at(r, c) {
                Some(0) => write!(out, " & \\textbf{{0}}"),
                Some(v) => write!(out, " & {v}"),
                None => write!(out, " &"),
            };
        }
        out += " \\\\\n";
    }
    out += "\\bottomrule\n\\end{tabular}\n";
    Ok(out)
}

/// `n a(n)`; two coordinates by antidiagonals (0,0), (0,1), (1,0), (0,2), …, as far as they are
/// complete.
pub(super) fn bfile(view: &View<'_>) -> Result<String, FormatError> {
    let (rows, columns) = view.two("bfile")?;
    let mut out = String::new();
    if view.table.shape.len() == 1 {
        (0..columns).for_each(|n| {
            let _ = writeln!(out, "{n} {}", view.at(0, n).unwrap_or(0));
        });
        return Ok(out);
    }
    let complete = (0..rows.end.min(columns)).flat_map(|sum| (0..=sum).map(move |x| (x, sum - x)));
    let values = complete.filter_map(|(x, y)| view.at(x, y));
    for (n, value) in values.enumerate() {
        let _ = writeln!(out, "{n} {value}");
    }
    Ok(out)
}
