//! Certificate: what the second player to enter a gadget of infinite Connect-Four can keep.
//!
//! A gadget is a row of columns with zone heights. The players fill its zone cells from below, the
//! opponent first, in turn; the opponent may stop at any time, and the responder may pass only when
//! that is said. The opponent *gets* a group of cells when all of them are his.
//!
//! Claim: the responder can (or cannot) keep the opponent from getting a group. The groups are pairs of
//! cells - then it may also be demanded that the responder does not get both, so that each
//! has exactly one - or the zone parts of all lines of four whose other cells fall to the opponent when
//! the responder answers on top of him above the zones (`lines`). It may be added that in every
//! position of a successful defence exactly one reply keeps the groups, or that somewhere several do.
//!
//! Evidence: none is needed; there are at most 3^16 positions, and the checker looks at all that arise.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use rules::infinite_four::{Cell, Direction};

use crate::response::{Pair, read_pairs, write_pairs};
use crate::text::{Reader, Writer};
use crate::{Claim, Context, Proved, Refusal};

/// The name of this kind in a certificate.
pub const KIND: &str = "zone-game";

/// The most zone cells of a gadget.
const MOST_CELLS: usize = 16;

/// What the second player to enter a gadget can keep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ZoneGame {
    /// The leftmost column.
    pub first: i64,
    /// The zone heights.
    pub word: Vec<u32>,
    /// Whether the responder may pass.
    pub passes: bool,
    /// What the opponent wants.
    pub groups: Groups,
    /// Whether the responder succeeds.
    pub kept: bool,
    /// Whether the successful replies are unique, if that is part of the claim.
    pub unique: Option<bool>,
}

/// The groups of cells the opponent wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Groups {
    /// These pairs; a pair that is not weak must not go to the responder either.
    Pairs(Vec<Pair>),
    /// The zone parts of the lines that the responder is not certain to break.
    Lines,
}

impl fmt::Display for ZoneGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word: String = self.word.iter().map(ToString::to_string).collect();
        write!(f, "in the gadget {word} on column {} and on, the second to enter", self.first)?;
        let passing = if self.passes { ", who may pass," } else { "" };
        let can = if self.kept { "can" } else { "cannot" };
        write!(f, "{passing} {can} ")?;
        match &self.groups {
            Groups::Lines => write!(f, "keep the other from a four by follow-up above it")?,
            Groups::Pairs(pairs) => {
                let most = if pairs.iter().all(|pair| pair.weak) { "at least" } else { "exactly" };
                write!(f, "have {most} one of each pair")?;
                for Pair { cells: [one, two], .. } in pairs {
                    write!(f, " {one}{two}")?;
                }
            }
        }
        match self.unique {
            Some(true) => write!(f, ", and the reply is always the only one"),
            Some(false) => write!(f, ", and somewhere several replies serve"),
            None => Ok(()),
        }
    }
}

/// Why a claim about a gadget is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ZoneGameError {
    /// The gadget is not of the supported size.
    #[error(
        "{cells} zone cells in columns of at most {tallest}: 1 to {MOST_CELLS} cells, at most 4 high, are supported"
    )]
    Size {
        /// Its zone cells.
        cells: usize,
        /// Its highest column.
        tallest: u32,
    },
    /// A pair of other cells.
    #[error("{cell} is not a zone cell of the gadget, or in two pairs")]
    NotACell {
        /// The cell.
        cell: Cell,
    },
    /// The other outcome is true.
    #[error("the responder {} keep the groups", if *.kept { "can" } else { "cannot" })]
    Outcome {
        /// What is true.
        kept: bool,
    },
    /// The replies are not as claimed.
    #[error("after the opponent's move to {}, {} replies keep the groups", .cell, .replies)]
    Replies {
        /// The opponent's cell.
        cell: Cell,
        /// The number of replies that keep.
        replies: usize,
    },
    /// Every reply is unique, though several were claimed somewhere; or there is no defence to speak of.
    #[error("nowhere in the defence do several replies serve")]
    NowhereSeveral,
}

/// Checks the claim by playing the gadget out.
pub fn check(claim: ZoneGame) -> Result<Proved<ZoneGame>, ZoneGameError> {
    let mut game = Game::new(&claim)?;
    let start = (0, 0);
    let kept = game.kept(start);
    if kept != claim.kept {
        return Err(ZoneGameError::Outcome { kept });
    }
    if let Some(unique) = claim.unique {
        match (game.several(start, &mut BTreeSet::new()), unique) {
            (Some((cell, replies)), true) => return Err(ZoneGameError::Replies { cell, replies }),
            (None, false) => return Err(ZoneGameError::NowhereSeveral),
            _ if !kept => return Err(ZoneGameError::NowhereSeveral),
            _ => {}
        }
    }
    Ok(Proved::by_check(claim))
}

/// The cells of the opponent and those of the responder, as sets of numbers of cells.
type State = (u32, u32);

struct Game {
    cells: Vec<Cell>,
    passes: bool,
    /// Those the opponent must not get, and those the responder must not get.
    groups: [Vec<u32>; 2],
    known: BTreeMap<State, bool>,
}

impl Game {
    fn new(claim: &ZoneGame) -> Result<Game, ZoneGameError> {
        let tallest = claim.word.iter().copied().max().unwrap_or(0);
        let count: usize = claim.word.iter().map(|&height| height as usize).sum();
        let near = claim.first.unsigned_abs() < 1 << 40 && claim.word.len() < 100;
        if tallest > 4 || !(1..=MOST_CELLS).contains(&count) || !near {
            return Err(ZoneGameError::Size { cells: count, tallest });
        }
        let columns = claim.first..claim.first + claim.word.len() as i64;
        let mut cells = Vec::new();
        for (column, &height) in columns.clone().zip(&claim.word) {
            cells.extend((1..=height).map(|row| Cell { column, row }));
        }
        let bit = |cell: &Cell| cells.iter().position(|other| other == cell).map_or(0, |index| 1 << index);
        let mut groups = [Vec::new(), Vec::new()];
        match &claim.groups {
            Groups::Pairs(pairs) => {
                let mut seen = 0;
                for pair in pairs {
                    for cell in &pair.cells {
                        if bit(cell) == 0 || seen & bit(cell) != 0 {
                            return Err(ZoneGameError::NotACell { cell: *cell });
                        }
                        seen |= bit(cell);
                    }
                    let both = bit(&pair.cells[0]) | bit(&pair.cells[1]);
                    groups[0].push(both);
                    if !pair.weak {
                        groups[1].push(both);
                    }
                }
            }
            Groups::Lines => {
                let height = |cell: &Cell| claim.word[(cell.column - claim.first) as usize];
                for column in columns.clone() {
                    for row in 1..=tallest + 2 {
                        for direction in Direction::ALL {
                            let line = direction.line(Cell { column, row });
                            let broken = |cell: &Cell| {
                                cell.row > height(cell) && (cell.row - height(cell)).is_multiple_of(2)
                            };
                            if columns.contains(&line[3].column) && !line.iter().any(broken) {
                                groups[0].push(line.iter().map(bit).fold(0, |all, bit| all | bit));
                            }
                        }
                    }
                }
            }
        }
        Ok(Game { passes: claim.passes, groups, known: BTreeMap::new(), cells })
    }

    /// The cells that can be played: empty, on the ground or on a filled cell.
    fn playable(&self, (his, own): State) -> Vec<usize> {
        let filled = his | own;
        let free = |index: usize| filled & (1 << index) == 0;
        let supported = |index: usize| self.cells[index].row == 1 || !free(index - 1);
        (0..self.cells.len()).filter(|&index| free(index) && supported(index)).collect()
    }

    fn lost(&self, (his, own): State) -> bool {
        let has = |stones: u32, groups: &[u32]| groups.iter().any(|group| stones & group == *group);
        has(his, &self.groups[0]) || has(own, &self.groups[1])
    }

    /// Whether the responder keeps the groups, the opponent to move.
    fn kept(&mut self, state: State) -> bool {
        if let Some(&kept) = self.known.get(&state) {
            return kept;
        }
        let kept = !self.lost(state)
            && self.playable(state).into_iter().all(|index| !self.replies(state, index).is_empty());
        self.known.insert(state, kept);
        kept
    }

    /// The states after the opponent's move and each reply that keeps the groups. When the gadget is full
    /// after the opponent's move there is nothing to reply.
    fn replies(&mut self, (his, own): State, index: usize) -> Vec<State> {
        let his = his | 1 << index;
        let mut after: Vec<State> =
            self.playable((his, own)).iter().map(|reply| (his, own | 1 << reply)).collect();
        if self.passes || after.is_empty() {
            after.push((his, own));
        }
        after.retain(|&next| !self.lost((his, own)) && self.kept(next));
        after
    }

    /// A move of the opponent in the defence after which more than one reply keeps the groups.
    fn several(&mut self, state: State, seen: &mut BTreeSet<State>) -> Option<(Cell, usize)> {
        if !seen.insert(state) {
            return None;
        }
        for index in self.playable(state) {
            let replies = self.replies(state, index);
            if replies.len() > 1 {
                return Some((self.cells[index], replies.len()));
            }
            if let Some(found) = replies.into_iter().find_map(|next| self.several(next, seen)) {
                return Some(found);
            }
        }
        None
    }
}

/// The certificate as text.
pub fn write(claim: &ZoneGame) -> String {
    let mut writer = Writer::new(KIND);
    let word: Vec<String> = claim.word.iter().map(ToString::to_string).collect();
    writer.line(format_args!("first {}", claim.first));
    writer.line(format_args!("word {}", word.join(" ")));
    writer.line(format_args!("passes {}", if claim.passes { "yes" } else { "no" }));
    match &claim.groups {
        Groups::Lines => writer.line("groups lines"),
        Groups::Pairs(pairs) => {
            writer.line("groups pairs");
            write_pairs(pairs, "pair", "weak", &mut |line| writer.line(line));
        }
    }
    writer.line(format_args!("kept {}", if claim.kept { "yes" } else { "no" }));
    if let Some(unique) = claim.unique {
        writer.line(format_args!("unique {}", if unique { "yes" } else { "no" }));
    }
    writer.finish()
}

/// Reads and checks the lines after the head.
pub(crate) fn check_text(reader: &mut Reader<'_>, _: &Context<'_>) -> Result<Proved<Claim>, Refusal> {
    let first = reader.field("first")?.parse()?;
    let word = reader.field("word")?.parse_all()?;
    let yes = |line: crate::text::Line<'_>| match line.text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(line.refuse("`yes` or `no`")),
    };
    let passes = yes(reader.field("passes")?)?;
    let line = reader.field("groups")?;
    let groups = match line.text {
        "lines" => Groups::Lines,
        "pairs" => Groups::Pairs(read_pairs(reader, "pair", "weak")?),
        _ => return Err(line.refuse("`lines` or `pairs`")),
    };
    let kept = yes(reader.field("kept")?)?;
    let unique = match reader.peek() {
        Some(_) => Some(yes(reader.field("unique")?)?),
        None => None,
    };
    let claim = ZoneGame { first, word, passes, groups, kept, unique };
    Ok(check(claim).map_err(|error| Refusal::evidence(KIND, error))?.into_claim())
}
