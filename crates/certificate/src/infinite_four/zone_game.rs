//! Certificate: what the second player to enter a gadget of infinite Connect-Four can keep.
//!
//! A gadget is a row of columns with zone heights. The players fill its zone cells from below, the
//! opponent first, in turn; the opponent may stop at any time, and the responder may pass only when
//! that is said. The opponent *gets* a group of cells when all of them are his.
//!
//! Claim: the responder can (or cannot) keep the opponent from getting a group. The groups are
//! pairs of cells - of a pair that is not weak the responder must not get both either - or the zone
//! parts of all lines of four whose other cells fall to the opponent when the responder answers on
//! top of him above the zones (`lines`). It may be added that in every position of a successful
//! defence exactly one reply keeps the groups, or that somewhere several do.
//!
//! Evidence: none is needed; there are at most 3^16 positions, and the checker looks at all that
//! arise. Each is charged.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use hissho_rules::infinite_four::{Cell, Direction};
use hissho_rules::{Account, Exhausted};

use crate::infinite_four::response::{Pair, choice, read_pairs, write_pairs};
use crate::text::{Reader, Writer};
use crate::{CheckError, Claim, Context, Proved, Refusal};

/// The name of this kind in a certificate.
pub const KIND: &str = "zone-game";

/// The most zone cells of a gadget.
const MOST_CELLS: usize = 16;

/// The most columns of a gadget.
const MOST_COLUMNS: usize = 99;

/// The leftmost column is nearer to 0 than this.
const FAR: u64 = 1 << 40;

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
        let last = self.first.saturating_add_unsigned(self.word.len().saturating_sub(1) as u64);
        write!(
            f,
            "zone game on the columns {} to {last} of heights {word}, filled from below: ",
            self.first
        )?;
        let can = if self.kept { "can" } else { "cannot" };
        let passing = if self.passes { "may pass" } else { "may not pass" };
        write!(f, "the second to move, who {passing} (the first may stop at any time), {can} play so that ")?;
        match &self.groups {
            Groups::Lines => write!(
                f,
                "the first never gets all zone cells of a line of four in these columns whose other cells are his, \
                 when the cells above each zone go to the first and the second in turn"
            )?,
            Groups::Pairs(pairs) => {
                let each = pairs.iter().map(|&Pair { cells: [one, two], weak }| match weak {
                    true => format!("the first does not get both of {one}{two}"),
                    false => format!("neither gets both of {one}{two}"),
                });
                write!(f, "{}", each.collect::<Vec<_>>().join(", "))?;
            }
        }
        match self.unique {
            Some(true) => write!(f, "; the second always has exactly one answer that still allows this"),
            Some(false) => {
                write!(f, "; somewhere in such play the second has several answers that still allow this")
            }
            None => Ok(()),
        }
    }
}

/// Why a claim about a gadget is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ZoneGameError {
    /// The check takes more than it was given.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
    /// The gadget is too long or too far out.
    #[error(
        "{columns} columns from {first} on: 1 to {MOST_COLUMNS} columns are supported, less than {FAR} from 0"
    )]
    Place {
        /// The leftmost column.
        first: i64,
        /// The number of columns.
        columns: usize,
    },
    /// The gadget is not of the supported size.
    #[error("{cells} zone cells, {tallest} high: 1 to {MOST_CELLS} cells, at most 4 high, are supported")]
    Size {
        /// Its zone cells.
        cells: usize,
        /// Its highest column.
        tallest: u32,
    },
    /// Nothing to keep.
    #[error("no pair is given, so nothing is claimed")]
    NoPairs,
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
    /// Every reply is unique, though several were claimed somewhere; or there is no defence to
    /// speak of.
    #[error("nowhere in a defence do several replies serve, or there is no defence")]
    NowhereSeveral,
}

impl CheckError for ZoneGameError {
    fn exhausted(&self) -> Option<Exhausted> {
        if let ZoneGameError::Exhausted(exhausted) = self { Some(*exhausted) } else { None }
    }
}

/// Checks the claim by playing the gadget out.
pub fn check(claim: ZoneGame, account: &Account) -> Result<Proved<ZoneGame>, ZoneGameError> {
    let mut game = Game::new(&claim, account)?;
    let start = (0, 0);
    let kept = game.kept(start)?;
    if kept != claim.kept {
        return Err(ZoneGameError::Outcome { kept });
    }
    if let Some(unique) = claim.unique {
        if !kept {
            return Err(ZoneGameError::NowhereSeveral);
        }
        match (game.several(start, &mut BTreeSet::new())?, unique) {
            (Some((cell, replies)), true) => return Err(ZoneGameError::Replies { cell, replies }),
            (None, false) => return Err(ZoneGameError::NowhereSeveral),
            _ => {}
        }
    }
    Ok(Proved::by_check(claim))
}

/// The cells of the opponent and those of the responder, as sets of numbers of cells.
type State = (u32, u32);

struct Game<'a> {
    account: &'a Account,
    cells: Vec<Cell>,
    passes: bool,
    /// Those the opponent must not get, and those the responder must not get.
    groups: [Vec<u32>; 2],
    known: BTreeMap<State, bool>,
}

impl<'a> Game<'a> {
    fn new(claim: &ZoneGame, account: &'a Account) -> Result<Game<'a>, ZoneGameError> {
        let &ZoneGame { first, ref word, .. } = claim;
        if first.unsigned_abs() >= FAR || !(1..=MOST_COLUMNS).contains(&word.len()) {
            return Err(ZoneGameError::Place { first, columns: word.len() });
        }
        let tallest = word.iter().copied().max().unwrap_or(0);
        let count: usize = word.iter().map(|&height| height as usize).sum();
        if tallest > 4 || !(1..=MOST_CELLS).contains(&count) {
            return Err(ZoneGameError::Size { cells: count, tallest });
        }
        let columns = first..first + word.len() as i64;
        let mut cells = Vec::new();
        for (column, &height) in columns.clone().zip(word) {
            cells.extend((1..=height).map(|row| Cell { column, row }));
        }
        let bit = |cell: &Cell| cells.iter().position(|other| other == cell).map_or(0, |index| 1 << index);
        let mut groups = [Vec::new(), Vec::new()];
        match &claim.groups {
            Groups::Pairs(pairs) => {
                if pairs.is_empty() {
                    return Err(ZoneGameError::NoPairs);
                }
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
                let height = |cell: &Cell| word[(cell.column - first) as usize];
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
        Ok(Game { account, passes: claim.passes, groups, known: BTreeMap::new(), cells })
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
    fn kept(&mut self, state: State) -> Result<bool, Exhausted> {
        if let Some(&kept) = self.known.get(&state) {
            return Ok(kept);
        }
        self.account.charge(64 + 4 * (self.groups[0].len() + self.groups[1].len()) as u64)?;
        self.account.hold::<(State, State)>(2)?;
        let mut kept = !self.lost(state);
        for index in self.playable(state) {
            kept = kept && !self.replies(state, index)?.is_empty();
        }
        self.known.insert(state, kept);
        Ok(kept)
    }

    /// The states after the opponent's move and each reply that keeps the groups. When the gadget
    /// is full after the opponent's move there is nothing to reply.
    fn replies(&mut self, (his, own): State, index: usize) -> Result<Vec<State>, Exhausted> {
        let his = his | 1 << index;
        self.account.charge(64 + 4 * self.groups[0].len() as u64)?;
        if self.lost((his, own)) {
            return Ok(Vec::new());
        }
        let mut after: Vec<State> =
            self.playable((his, own)).iter().map(|reply| (his, own | 1 << reply)).collect();
        if self.passes || after.is_empty() {
            after.push((his, own));
        }
        self.account.charge_product(64, after.len())?;
        let mut keeping = Vec::new();
        for next in after {
            if self.kept(next)? {
                keeping.push(next);
            }
        }
        Ok(keeping)
    }

    /// A move of the opponent in the defence after which more than one reply keeps the groups.
    fn several(
        &mut self,
        state: State,
        seen: &mut BTreeSet<State>,
    ) -> Result<Option<(Cell, usize)>, Exhausted> {
        if !seen.insert(state) {
            return Ok(None);
        }
        self.account.hold::<State>(3)?;
        for index in self.playable(state) {
            let replies = self.replies(state, index)?;
            if replies.len() > 1 {
                return Ok(Some((self.cells[index], replies.len())));
            }
            for next in replies {
                if let Some(found) = self.several(next, seen)? {
                    return Ok(Some(found));
                }
            }
        }
        Ok(None)
    }
}

/// The certificate as text.
pub fn write(claim: &ZoneGame) -> String {
    let mut writer = Writer::new(KIND);
    lines(claim, &mut writer);
    writer.finish()
}

/// The lines after the head.
fn lines(claim: &ZoneGame, writer: &mut Writer<'_>) {
    let yes = |is: bool| if is { "yes" } else { "no" };
    let word: String = claim.word.iter().map(|height| format!(" {height}")).collect();
    writer.line(format_args!("first {}", claim.first));
    writer.line(format_args!("word{word}"));
    writer.line(format_args!("passes {}", yes(claim.passes)));
    match &claim.groups {
        Groups::Lines => writer.line("groups lines"),
        Groups::Pairs(pairs) => {
            writer.line("groups pairs");
            write_pairs(pairs, "pair", "weak", writer);
        }
    }
    writer.line(format_args!("kept {}", yes(claim.kept)));
    if let Some(unique) = claim.unique {
        writer.line(format_args!("unique {}", yes(unique)));
    }
}

/// Reads and checks the lines after the head.
pub(crate) fn check_text(reader: &mut Reader<'_>, context: &Context<'_>) -> Result<Proved<Claim>, Refusal> {
    let yes = [("yes", true), ("no", false)];
    let first = reader.field("first")?.parse()?;
    let line = reader.field("word")?;
    if line.words().take(MOST_COLUMNS + 1).count() > MOST_COLUMNS {
        return Err(line.refuse(format_args!("at most {MOST_COLUMNS} zone heights")));
    }
    let word = line.parse_all(&context.account)?;
    let passes = choice(&reader.field("passes")?, yes)?;
    let groups = match choice(&reader.field("groups")?, [("lines", false), ("pairs", true)])? {
        false => Groups::Lines,
        true => Groups::Pairs(read_pairs(reader, "pair", "weak", &context.account)?),
    };
    let kept = choice(&reader.field("kept")?, yes)?;
    let unique = match reader.peek() {
        Some(_) => Some(choice(&reader.field("unique")?, yes)?),
        None => None,
    };
    let claim = ZoneGame { first, word, passes, groups, kept, unique };
    reader.must_be(|writer| lines(&claim, writer))?;
    let proved = check(claim, &context.account).map_err(|error| Refusal::of(KIND, &error))?;
    Ok(proved.into_claim())
}
