//! The search engines on noughts and crosses of several sizes, against plain recursion.

use hissho_solve::engine::proof_number::ProofTable;
use hissho_solve::engine::table::{ShardTable, WordTable};
use hissho_solve::engine::{Game, Look, Mover, depth_first, proof_number};
use hissho_solve::limits::{Limits, Stop};

/// A w×h board, three in a row wins. "Does `prover` (0 moves first) make a row?"
struct Rows {
    width: usize,
    height: usize,
    prover: usize,
}

#[derive(Clone)]
struct Board {
    stones: [u32; 2],
}

impl Board {
    fn turn(&self) -> usize {
        ((self.stones[0] | self.stones[1]).count_ones() % 2) as usize
    }
}

impl Rows {
    fn has_row(&self, stones: u32) -> bool {
        let at = |x: isize, y: isize| {
            x >= 0
                && y >= 0
                && x < self.width as isize
                && y < self.height as isize
                && stones >> (y * self.width as isize + x) & 1 == 1
        };
        (0..self.width as isize).any(|x| {
            (0..self.height as isize).any(|y| {
                [(1, 0), (0, 1), (1, 1), (1, -1)]
                    .iter()
                    .any(|(dx, dy)| (0..3).all(|step| at(x + dx * step, y + dy * step)))
            })
        })
    }

    fn plainly(&self, board: &Board) -> bool {
        let mut moves = vec![];
        match self.look(board, &mut moves) {
            Look::Yes => true,
            Look::No => false,
            Look::Open => {
                let mut answers = moves.iter().map(|&chosen| self.plainly(&self.play(board, chosen)));
                if self.mover(board) == Mover::Prover {
                    answers.any(|yes| yes)
                } else {
                    answers.all(|yes| yes)
                }
            }
        }
    }
}

impl Game for Rows {
    type Position = Board;
    type Move = u32;
    type Key = u64;

    fn key(&self, board: &Board) -> u64 {
        u64::from(board.stones[0]) << 20 | u64::from(board.stones[1])
    }

    fn mover(&self, board: &Board) -> Mover {
        if board.turn() == self.prover { Mover::Prover } else { Mover::Refuter }
    }

    fn look(&self, board: &Board, moves: &mut Vec<u32>) -> Look {
        if self.has_row(board.stones[self.prover]) {
            return Look::Yes;
        }
        let free = ((1_u32 << (self.width * self.height)) - 1) & !(board.stones[0] | board.stones[1]);
        if free == 0 || self.has_row(board.stones[1 - self.prover]) {
            return Look::No;
        }
        moves.extend((0..32).filter(|cell| free >> cell & 1 == 1));
        Look::Open
    }

    fn play(&self, board: &Board, cell: u32) -> Board {
        let mut next = board.clone();
        next.stones[board.turn()] |= 1 << cell;
        next
    }
}

const EMPTY: Board = Board { stones: [0, 0] };

/// Width, height, and whether the first and the second player make three in a row.
const KNOWN: &[(usize, usize, bool, bool)] =
    &[(3, 2, false, false), (3, 3, false, false), (4, 3, true, false), (5, 3, true, false)];

#[test]
fn both_engines_give_the_known_values_with_any_table_and_any_number_of_threads() {
    for &(width, height, first, second) in KNOWN {
        for (prover, expected) in [(0, first), (1, second)] {
            let game = Rows { width, height, prover };
            for threads in [1, 2, 4] {
                let limits = Limits { threads, ..Limits::default() };
                let meter = limits.start();
                let words = WordTable::with_bytes(0);
                let shards = ShardTable::with_bytes(1 << 20);
                let proofs = ProofTable::with_bytes(1 << 22);
                let by_words = depth_first::search_shared(&game, &EMPTY, &words, &meter, &limits).unwrap();
                let by_shards = depth_first::search_shared(&game, &EMPTY, &shards, &meter, &limits).unwrap();
                let by_proof = proof_number::search_shared(&game, &EMPTY, &proofs, &meter, &limits).unwrap();
                assert_eq!(
                    [by_words.yes, by_shards.yes, by_proof.yes],
                    [expected; 3],
                    "{width}x{height} {prover}"
                );
            }
        }
    }
}

#[test]
fn the_engines_agree_with_plain_recursion_after_every_two_moves() {
    for prover in [0, 1] {
        let game = Rows { width: 3, height: 3, prover };
        let (words, proofs) = (WordTable::with_bytes(0), ProofTable::with_bytes(1 << 20));
        let meter = Limits::default().start();
        for first in 0..9 {
            for second in (0..9).filter(|&second| second != first) {
                let board = Board { stones: [1 << first, 1 << second] };
                let expected = game.plainly(&board);
                assert_eq!(depth_first::search(&game, &board, &words, &meter).unwrap().yes, expected);
                assert_eq!(proof_number::search(&game, &board, &proofs, &meter).unwrap().yes, expected);
            }
        }
    }
}

#[test]
fn a_single_thread_visits_the_same_number_of_nodes_every_time() {
    let game = Rows { width: 4, height: 3, prover: 1 };
    let counts = || {
        let meter = Limits::default().start();
        let depth = depth_first::search(&game, &EMPTY, &WordTable::with_bytes(0), &meter).unwrap();
        let proof = proof_number::search(&game, &EMPTY, &ProofTable::with_bytes(1 << 16), &meter).unwrap();
        (depth.nodes, proof.nodes)
    };
    assert_eq!(counts(), counts());
}

#[test]
fn reaching_a_limit_is_an_answer() {
    let game = Rows { width: 5, height: 3, prover: 1 };
    let meter = Limits { nodes: Some(100), ..Limits::default() }.start();
    assert_eq!(depth_first::search(&game, &EMPTY, &WordTable::with_bytes(0), &meter), Err(Stop::Nodes));
    let meter = Limits { nodes: Some(100), ..Limits::default() }.start();
    assert_eq!(
        proof_number::search(&game, &EMPTY, &ProofTable::with_bytes(1 << 20), &meter),
        Err(Stop::Nodes)
    );
}
