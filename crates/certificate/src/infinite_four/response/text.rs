//! The text of a response strategy: the same lines in a certificate and in a user's file.
//!
//! ```text
//! board infinite | every-height | cylinder 10 | width 7 | width 7+5n
//! stones X0 X2            (or: stones none)
//! to-move O
//! responder O
//! excludes opponent | both
//! passes yes | no
//! opening 1               (when the responder is to move)
//! core -1 3               (first and last column)
//! left 0 2 1 1 2          (zone heights, left to right; with left-pair lines)
//! right 0 2 1 1 2         (likewise; right-pair)
//! end 0 2 1 1 2           (families of widths only; end-pair)
//! static 0 2 1 2 0        (zone heights of the core; with pair lines)
//! pair 1,1 2,1            (column,row column,row; `weak` in place of `pair` for a weak one)
//! ```
//!
//! In the place of `static` there may be `branches`, then `on COLUMN reply COLUMN` and what follows
//! for each column of the core that is not settled, then `elsewhere tails`; `same N`; or `won`.
//! Pairs are in ascending order, and so are the two cells of each.

use hissho_rules::Account;
use hissho_rules::infinite_four::{Cell, LARGEST_COLUMN, Side, Stone, parse_stones, write_stones};

use super::{Arena, Branch, Excludes, KIND, MOST_COLUMNS, Node, Pair, Response, Strategy, Tail, check};
use crate::text::{Line, Reader, Writer};
use crate::{Claim, Context, Proved, Refusal};

/// No tree is deeper.
const DEEPEST: usize = 64;

/// No line has more stones.
const MOST_STONES: usize = 10_000;

/// The certificate as text.
pub fn write(claim: &Response, strategy: &Strategy) -> String {
    let mut writer = Writer::new(KIND);
    lines(claim, strategy, &mut writer);
    writer.finish()
}

/// The lines of the strategy alone, as in a user's file.
pub fn write_body(claim: &Response, strategy: &Strategy) -> String {
    let text = write(claim, strategy);
    let body = text.lines().skip(2).filter(|line| !line.starts_with("sha256 "));
    body.flat_map(|line| [line, "\n"]).collect()
}

/// The lines after the head.
pub(crate) fn lines(claim: &Response, strategy: &Strategy, writer: &mut Writer<'_>) {
    match claim.arena {
        Arena::Infinite => writer.line("board infinite"),
        Arena::EveryHeight => writer.line("board every-height"),
        Arena::Cylinder(width) => writer.line(format_args!("board cylinder {width}")),
        Arena::Widths { least, step: 0 } => writer.line(format_args!("board width {least}")),
        Arena::Widths { least, step } => writer.line(format_args!("board width {least}+{step}n")),
    }
    writer.line(format_args!("stones {}", stones_text(&claim.stones)));
    writer.line(format_args!("to-move {}", claim.to_move));
    writer.line(format_args!("responder {}", claim.responder));
    writer.line(match claim.excludes {
        Excludes::Opponent => "excludes opponent",
        Excludes::Both => "excludes both",
    });
    writer.line(format_args!("passes {}", if strategy.passes { "yes" } else { "no" }));
    if let Some(column) = strategy.opening {
        writer.line(format_args!("opening {column}"));
    }
    writer.line(format_args!("core {} {}", strategy.core.0, strategy.core.1));
    if strategy.settled != u32::MAX {
        writer.line(format_args!("settled {}", strategy.settled));
    }
    for (name, tail) in [("left", &strategy.left), ("right", &strategy.right), ("end", &strategy.end)] {
        if !tail.word.is_empty() {
            piece(name, &format!("{name}-pair"), &format!("{name}-weak"), tail, writer);
        }
    }
    node(&strategy.root, writer);
}

/// Stones with single spaces between, or `none`.
pub(crate) fn stones_text(stones: &[Stone]) -> String {
    if stones.is_empty() { "none".to_owned() } else { write_stones(stones) }
}

fn piece(name: &str, pair_name: &str, weak_name: &str, tail: &Tail, writer: &mut Writer<'_>) {
    let word: String = tail.word.iter().map(|height| format!(" {height}")).collect();
    writer.line(format_args!("{name}{word}"));
    write_pairs(&tail.pairs, pair_name, weak_name, writer);
}

pub(crate) fn write_pairs(pairs: &[Pair], pair_name: &str, weak_name: &str, writer: &mut Writer<'_>) {
    for &Pair { cells: [one, two], weak } in pairs {
        let name = if weak { weak_name } else { pair_name };
        writer.line(format_args!("{name} {},{} {},{}", one.column, one.row, two.column, two.row));
    }
}

fn node(node_to_write: &Node, writer: &mut Writer<'_>) {
    match node_to_write {
        Node::Static(core) => piece("static", "pair", "weak", core, writer),
        Node::Won => writer.line("won"),
        Node::Same(number) => writer.line(format_args!("same {number}")),
        Node::Branches(branches) => {
            writer.line("branches");
            for branch in branches {
                writer.line(format_args!("on {} reply {}", branch.column, branch.reply));
                node(&branch.then, writer);
            }
            writer.line("elsewhere tails");
        }
    }
}

/// Reads and checks the lines after the head.
pub(crate) fn check_text(reader: &mut Reader<'_>, context: &Context<'_>) -> Result<Proved<Claim>, Refusal> {
    let (claim, strategy) = read(reader, &context.account)?;
    reader.must_be(|writer| lines(&claim, &strategy, writer))?;
    let proved = check(claim, &strategy, &context.account).map_err(|error| Refusal::of(KIND, &error))?;
    Ok(proved.into_claim())
}

/// Reads a claim and its strategy.
pub fn read(reader: &mut Reader<'_>, account: &Account) -> Result<(Response, Strategy), Refusal> {
    let arena = read_arena(&reader.field("board")?)?;
    let stones = read_stones(&reader.field("stones")?)?;
    let to_move = read_side(&reader.field("to-move")?)?;
    let responder = read_side(&reader.field("responder")?)?;
    let excludes =
        choice(&reader.field("excludes")?, [("opponent", Excludes::Opponent), ("both", Excludes::Both)])?;
    let passes = choice(&reader.field("passes")?, [("yes", true), ("no", false)])?;
    let opening = match keyword(reader) {
        Some("opening") => Some(reader.field("opening")?.parse()?),
        _ => None,
    };
    let line = reader.field("core")?;
    let &[first, last] = line.parse_all::<i64>(account)?.as_slice() else {
        return Err(line.refuse("the first and the last column of the core"));
    };
    let settled = match keyword(reader) {
        Some("settled") => reader.field("settled")?.parse()?,
        _ => u32::MAX,
    };
    let mut tails = [Tail::default(), Tail::default(), Tail::default()];
    for (name, tail) in ["left", "right", "end"].into_iter().zip(&mut tails) {
        if keyword(reader) == Some(name) {
            *tail = read_piece(reader, name, &format!("{name}-pair"), &format!("{name}-weak"), account)?;
        }
    }
    let [left, right, end] = tails;
    let root = read_node(reader, DEEPEST, account)?;
    let claim = Response { arena, stones, to_move, responder, excludes };
    Ok((claim, Strategy { passes, core: (first, last), left, right, end, opening, settled, root }))
}

fn keyword<'a>(reader: &Reader<'a>) -> Option<&'a str> {
    reader.peek()?.text.split(' ').next()
}

pub(crate) fn choice<T: Copy, const N: usize>(
    line: &Line<'_>,
    choices: [(&str, T); N],
) -> Result<T, Refusal> {
    let found = choices.iter().find(|(name, _)| *name == line.text);
    let names = choices.map(|(name, _)| format!("`{name}`")).join(" or ");
    found.map(|&(_, value)| value).ok_or_else(|| line.refuse(names))
}

pub(crate) fn read_side(line: &Line<'_>) -> Result<Side, Refusal> {
    choice(line, [("X", Side::X), ("O", Side::O)])
}

/// Stones, or `none`.
pub(crate) fn read_stones(line: &Line<'_>) -> Result<Vec<Stone>, Refusal> {
    if line.text == "none" {
        return Ok(Vec::new());
    }
    if !(1..=MOST_STONES).contains(&line.words().take(MOST_STONES + 1).count()) {
        return Err(line.refuse(format_args!("`none`, or 1 to {MOST_STONES} stones as in `X0 O1 X-1`")));
    }
    line.words().map(|word| read_stone(line, word)).collect()
}

fn read_stone(line: &Line<'_>, word: &str) -> Result<Stone, Refusal> {
    match parse_stones(word).map_err(|error| line.refuse(error))?.as_slice() {
        &[stone] => Ok(stone),
        _ => Err(line.refuse("stones with single spaces between")),
    }
}

fn read_arena(line: &Line<'_>) -> Result<Arena, Refusal> {
    let expected =
        "`infinite`, `every-height`, `cylinder W`, `width W` or `width W+Sn`, at most 10000 columns";
    let number = |word: &str| -> Result<u32, Refusal> {
        let value: u32 = line.value(word)?;
        if (1..=10_000).contains(&value) { Ok(value) } else { Err(line.refuse(expected)) }
    };
    match line.few(2).as_slice() {
        ["infinite"] => Ok(Arena::Infinite),
        ["every-height"] => Ok(Arena::EveryHeight),
        ["cylinder", width] => Ok(Arena::Cylinder(number(width)?)),
        ["width", width] => match width.strip_suffix('n').and_then(|family| family.split_once('+')) {
            Some((least, step)) => Ok(Arena::Widths { least: number(least)?, step: number(step)? }),
            None => Ok(Arena::Widths { least: number(width)?, step: 0 }),
        },
        _ => Err(line.refuse(expected)),
    }
}

fn read_piece(
    reader: &mut Reader<'_>,
    name: &str,
    pair_name: &str,
    weak_name: &str,
    account: &Account,
) -> Result<Tail, Refusal> {
    let line = reader.field(name)?;
    let count = line.words().take(MOST_COLUMNS + 1).count();
    if !(1..=MOST_COLUMNS).contains(&count) {
        return Err(line.refuse(format_args!("1 to {MOST_COLUMNS} zone heights")));
    }
    let word = line.parse_all(account)?;
    let pairs = read_pairs(reader, pair_name, weak_name, account)?;
    Ok(Tail { word, pairs })
}

/// Pairs in ascending order.
pub(crate) fn read_pairs(
    reader: &mut Reader<'_>,
    pair_name: &str,
    weak_name: &str,
    account: &Account,
) -> Result<Vec<Pair>, Refusal> {
    let mut pairs: Vec<Pair> = Vec::new();
    loop {
        let weak = match keyword(reader) {
            Some(found) if found == pair_name => false,
            Some(found) if found == weak_name => true,
            _ => return Ok(pairs),
        };
        let line = reader.field(if weak { weak_name } else { pair_name })?;
        let cells: Vec<Cell> =
            line.few(2).iter().map(|word| read_cell(&line, word)).collect::<Result<_, _>>()?;
        let &[one, two] = cells.as_slice() else {
            return Err(line.refuse("two cells `COLUMN,ROW COLUMN,ROW`"));
        };
        if one >= two || pairs.last().is_some_and(|last| last.cells >= [one, two]) {
            return Err(line.refuse("two cells in ascending order, the pairs in ascending order, none twice"));
        }
        account.hold::<Pair>(2)?;
        pairs.push(Pair { cells: [one, two], weak });
    }
}

fn read_cell(line: &Line<'_>, word: &str) -> Result<Cell, Refusal> {
    let Some((column, row)) = word.split_once(',') else {
        return Err(line.refuse("cells as `COLUMN,ROW`"));
    };
    let (column, row): (i64, u32) = (line.value(column)?, line.value(row)?);
    let limit = LARGEST_COLUMN;
    if row == 0 || row > 1_000_000 || !(-limit..=limit).contains(&column) {
        return Err(line.refuse(format_args!("columns from -{limit} to {limit}, rows from 1 to 1000000")));
    }
    Ok(Cell { column, row })
}

fn read_node(reader: &mut Reader<'_>, deepest: usize, account: &Account) -> Result<Node, Refusal> {
    let expected = "`static …`, `branches`, `same …` or `won`";
    match keyword(reader) {
        Some("static") => Ok(Node::Static(read_piece(reader, "static", "pair", "weak", account)?)),
        Some("won") => {
            let line = reader.field("won")?;
            if line.text.is_empty() { Ok(Node::Won) } else { Err(line.refuse("`won` alone")) }
        }
        Some("same") => Ok(Node::Same(reader.field("same")?.parse()?)),
        Some("branches") => {
            let line = reader.field("branches")?;
            if deepest == 0 || !line.text.is_empty() {
                return Err(line.refuse(format!("`branches` alone, at most {DEEPEST} deep")));
            }
            let mut branches = Vec::new();
            while keyword(reader) == Some("on") {
                let line = reader.field("on")?;
                let &[column, "reply", reply] = line.few(3).as_slice() else {
                    return Err(line.refuse("`on COLUMN reply COLUMN`"));
                };
                let (column, reply) = (line.value(column)?, line.value(reply)?);
                account.hold::<Branch>(2)?;
                branches.push(Branch { column, reply, then: read_node(reader, deepest - 1, account)? });
            }
            let line = reader.field("elsewhere")?;
            choice(&line, [("tails", ())])?;
            Ok(Node::Branches(branches))
        }
        _ => Err(reader.next_line()?.refuse(expected)),
    }
}
