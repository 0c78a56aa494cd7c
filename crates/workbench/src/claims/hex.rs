//! Hex: B1 to B11.
//!
//! Lemmas are proved anew on every run; the openings of 7×7 and 8×8 come from proofs/. What the
//! paper says about the size of its own trees is restated with the size of ours beside it.

use hissho_certificate::Claim;
use hissho_certificate::hex::{self, Connection, Geometry, Motion};
use hissho_rules::hex::{CellSet, Notation, Player, Position, Size};

use super::{Part, Settling, Table};
use crate::hex::lemma::{self, Lemma, LemmaOutcome, Statement, Use};
use crate::hex::proof::{Win, kept_name};
use crate::hex::{half, proof, solve, wins};

/// The ids settled here, and how.
pub(super) const TABLE: Table = &[
    ("B1", |settling| ["S", "S-edge", "T"].into_iter().flat_map(|name| of_lemma(settling, name)).collect()),
    ("B2", |settling| of_lemma(settling, "fig3")),
    ("B3", |settling| {
        let names = ["fig4", "fig12", "fig21"].into_iter();
        let mut parts: Vec<Part> = names.flat_map(|name| of_lemma(settling, name)).collect();
        parts.push(reflected_sc2(settling));
        parts
    }),
    ("B4", |settling| ["SC1", "SC2"].into_iter().flat_map(|name| of_lemma(settling, name)).collect()),
    ("B5", |settling| ["SE1", "SE2"].into_iter().flat_map(|name| of_lemma(settling, name)).collect()),
    ("B6", |settling| ["prop5", "prop6"].into_iter().flat_map(|name| of_lemma(settling, name)).collect()),
    ("B7", |settling| opening(settling, 8, "63")),
    ("B8", |settling| opening(settling, 8, "54")),
    ("B9", |settling| opening(settling, 9, "55")),
    ("B10", maps),
    ("B11", first_player),
];

fn read(name: &str) -> Lemma {
    let text = lemma::built_in(name).expect("a built-in lemma");
    lemma::parse(text).expect("tests read every built-in lemma")
}

fn expected(lemma: &Lemma, one: &Statement, minimal: bool) -> Claim {
    Claim::Connection(Connection::Holds {
        size: lemma.size,
        owner: Player::Black,
        stones: one.stones,
        carrier: one.carrier,
        formula: one.formula.clone(),
        minimal,
    })
}

fn make(settling: &Settling<'_>, lemma: &Lemma, one: &Statement, minimal: bool) -> Result<String, String> {
    let meter = settling.limits.start();
    match lemma::prove(lemma.size, one, minimal, &meter).map_err(|fault| fault.message)? {
        LemmaOutcome::Proved { certificate, .. } => Ok(certificate.text().to_owned()),
        LemmaOutcome::Fails { .. } => Err("the search refutes it".into()),
        LemmaOutcome::NotShown => Err("it does not follow".into()),
        LemmaOutcome::Stopped(stop) => Err(stop.to_string()),
    }
}

/// Every statement of a built-in lemma.
fn of_lemma(settling: &Settling<'_>, name: &str) -> Vec<Part> {
    let lemma = read(name);
    let geometry = Geometry::new(lemma.size, Player::Black);
    let settle_one = |one: &Statement| {
        let minimal = if one.minimal { ", and no cell can be left out" } else { "" };
        let statement = format!("{name}, {}: {}{minimal}", one.title, one.formula.text(&geometry));
        if !one.black_first {
            let expected = expected(&lemma, one, one.minimal);
            return settling.certify(statement, &expected, || make(settling, &lemma, one, one.minimal));
        }
        // One stone more, the rest as stated.
        let means = |claim: &Claim| match claim {
            Claim::Connection(Connection::Holds { size, stones, carrier, formula, .. }) => {
                let extra = stones.minus(one.stones);
                *size == lemma.size
                    && *formula == one.formula
                    && extra.len() <= 1
                    && extra.is_subset(one.carrier)
                    && carrier.is_subset(one.carrier)
            }
            _ => false,
        };
        settling.certify_if(statement, means, || make(settling, &lemma, one, false))
    };
    lemma.statements.iter().map(settle_one).collect()
}

/// The AB-property at node 46 of SC1 is SC2 turned by half a turn and reflected: (c, r) → (13-c-r,
/// r).
fn reflected_sc2(settling: &Settling<'_>) -> Part {
    let mut lemma = read("fig12");
    let one =
        Statement { by: vec![turned_and_reflected("SC2")], minimal: false, ..lemma.statements.remove(0) };
    let statement = "46-b at node 46 of SC1 is SC2 itself, turned and reflected";
    settling.certify(statement, &expected(&lemma, &one, false), || make(settling, &lemma, &one, false))
}

fn turned_and_reflected(name: &str) -> Use {
    Use { name: name.to_owned(), motions: vec![Motion::Turn, Motion::Mirror(13)] }
}

/// The opening wins; the paper's tree beside ours, counted by the same rules but for the lemmas it
/// may end in.
fn opening(settling: &Settling<'_>, side: usize, cell: &str) -> Vec<Part> {
    let size = Size::new(side, side).expect("a size");
    let expected = wins(size, cell, Player::Black).expect("an opening");
    let statement = format!("{side}x{side}, first move {cell} wins");
    let position = Position::from_moves(size, cell).expect("an opening");
    let mut parts = vec![kept(settling, statement, &position, |claim| *claim == expected)];
    if let Some(paper) = proof::printed(&position) {
        parts.push(tree_size(paper, settling, &kept_name(size, cell)));
    }
    parts
}

/// A kept proof, if there is one.
fn kept_win(settling: &Settling<'_>, name: &str) -> Option<Result<Win, String>> {
    let kept = settling.desk.kept_with_text(name, settling.limits, settling.watch)?;
    Some(kept.and_then(|certified| proof::win_of(&certified)).map_err(|fault| fault.message))
}

/// Is the tree of the kept proof as small as the paper's? Its leaves end in sigma-connections of
/// its own.
fn tree_size((nodes, leaves): (u64, u64), settling: &Settling<'_>, name: &str) -> Part {
    let statement =
        format!("the paper's tree has {nodes} nodes and {leaves} leaves; one of that size or smaller");
    let Some(win) = kept_win(settling, name) else {
        return Part::open(statement, "no proof of it is kept");
    };
    let sizes = win.and_then(|win| {
        let trees = win.trees(None).map_err(|fault| fault.message)?;
        Ok((trees.sigma.count(), trees.promises, trees.named.count().nodes, win.evidence.steps.len()))
    });
    match sizes {
        Err(error) => Part::open(statement, error),
        Ok((sigma, promises, named, steps)) => {
            let found = format!(
                "{} nodes, {} leaves ending in {promises} sigma-connections, moves whose answer makes a leaf at once left \
                 out as in the paper; {} nodes with these moves; {named} nodes ending in the named lemmas alone; {steps} \
                 steps in all",
                sigma.deep_nodes, sigma.deep_leaves, sigma.nodes
            );
            if sigma.deep_nodes <= nodes && sigma.deep_leaves <= leaves {
                Part::computed(statement, found)
            } else {
                Part::open(statement, found)
            }
        }
    }
}

/// The winner of an opening from proofs/; open when nobody has put the certificate there.
fn kept(
    settling: &Settling<'_>,
    statement: String,
    position: &Position,
    means: impl FnOnce(&Claim) -> bool,
) -> Part {
    let size = position.size;
    let moves: Vec<String> =
        position.stones(Player::Black).cells().map(|cell| size.name(cell, Notation::Digits)).collect();
    let file = kept_name(size, &moves.join("-"));
    if !settling.fresh && !settling.has_kept(&file) {
        let side = size.columns();
        let command = format!("hissho solve 'hex({side})' {} -o proofs/{file}", moves.join(" "));
        return Part::open(statement, format!("no certificate is kept for it; `{command}` makes one"));
    }
    settling.from_proofs(statement, &file, means, || {
        solve(position, settling.limits).map(|solved| solved.certificate.text().to_owned())
    })
}

/// Every opening of the boards up to 8×8.
fn maps(settling: &Settling<'_>) -> Vec<Part> {
    let mut parts = Vec::new();
    for side in 3..=8 {
        let size = Size::new(side, side).expect("a size");
        for cell in half(size) {
            let position = Position::start(size).after(cell).expect("an opening");
            let name = size.name(cell, Notation::Digits);
            let means = |claim: &Claim| {
                let won = |winner| *claim == Claim::Connection(Connection::Wins { position, winner });
                won(Player::Black) || won(Player::White)
            };
            let statement = format!("{side}x{side}: the opening {name} is decided");
            parts.push(match side {
                7 | 8 => kept(settling, statement, &position, means),
                _ => settling.certify_if(statement, means, || {
                    solve(&position, settling.limits).map(|solved| solved.certificate.text().to_owned())
                }),
            });
        }
    }
    parts
}

/// No draws, and the first player wins.
fn first_player(settling: &Settling<'_>) -> Vec<Part> {
    let mut parts = Vec::new();
    for side in 1..=7 {
        let size = Size::new(side, side).expect("a size");
        let expected = wins(size, "", Player::Black).expect("the empty board");
        // The proof of the opening in the middle proves the empty board: the first player plays
        // there.
        let middle = size.at((side as i32 + 1) / 2, (side as i32 + 2) / 2).expect("on the board");
        let opened = Position::start(size).after(middle).expect("an opening");
        let make = || {
            let solved = solve(&opened, settling.limits).map_err(|error| error.to_string())?;
            let claim = Connection::Wins { position: Position::start(size), winner: Player::Black };
            Ok::<_, String>(hex::write(&claim, &solved.solution.evidence))
        };
        parts.push(settling.certify(format!("{side}x{side}: the first player wins"), &expected, make));
    }
    parts.extend([(8, "54"), (9, "55")].map(|(side, opening)| by_opening(settling, side, opening)));
    let settled = parts.iter().take_while(|part| part.verdict().word() == "checked").count();
    let boards = (1..=4).filter(|&side| every_full_board_has_one_winner(side)).count();
    parts.push(Part::computed(
        "there are no draws",
        format!(
            "all full boards of {boards} sizes up to 4x4 looked at: exactly one player is connected on each"
        ),
    ));
    parts.push(Part::open(
        "the first player wins on every n x n board",
        format!("for every n the proof is Nash's argument, which no certificate here states; checked up to n = {settled}"),
    ));
    parts
}

/// The first player wins by an opening whose proof is kept.
fn by_opening(settling: &Settling<'_>, side: usize, opening: &str) -> Part {
    let size = Size::new(side, side).expect("a size");
    let statement = format!("{side}x{side}: the first player wins");
    let Some(win) = kept_win(settling, &kept_name(size, opening)) else {
        return Part::open(statement, format!("no proof that the opening {opening} wins is kept"));
    };
    let expected = wins(size, "", Player::Black).expect("the empty board");
    settling.certify(statement, &expected, || {
        let claim = Connection::Wins { position: Position::start(size), winner: Player::Black };
        Ok::<_, String>(hex::write(&claim, &win?.evidence))
    })
}

fn every_full_board_has_one_winner(side: usize) -> bool {
    let size = Size::new(side, side).expect("a size");
    (0..1u128 << size.cells()).map(CellSet).all(|black| {
        let winner = |black, white| {
            Position::set_up(size, black, white, Player::Black).expect("disjoint stones").winner().is_some()
        };
        winner(black, CellSet::EMPTY) != winner(CellSet::EMPTY, size.all().minus(black))
    })
}
