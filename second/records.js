// Records of shogi and chess moves, as far as repetition goes.
//
// A position is board, hands, side to move and, in chess, castling rights. How pieces move, check and mate are not looked at. Both
// games have the same face: `start(text)`, `play(position, text)`, and `text(position)`: two positions are equal exactly if their texts are.

/** Pieces of the side 'b' (first, capital letters) and 'w' (second, small letters). */
const sideOf = (piece) => (piece === null ? null : /[A-Z]/.test(piece) ? 'b' : 'w');
const otherSide = (side) => (side === 'b' ? 'w' : 'b');

export const shogi = {
  start(text, reader) {
    const words = text.split(' ');
    reader.demand(words.length === 3, 'a position of shogi is a board, a side and hands');
    const rows = words[0].split('/');
    reader.demand(rows.length === 9, 'a shogi board has nine rows');
    const board = [];
    for (const row of rows) {
      let files = 0;
      for (const match of row.match(/\+?[A-Za-z]|[1-9]|./g) ?? []) {
        if (/^[1-9]$/.test(match)) {
          for (let i = 0; i < Number(match); i++) board.push(null);
          files += Number(match);
        } else {
          reader.demand(/^(\+?[PLNSBR]|[GK])$/i.test(match), 'no such piece');
          board.push(match);
          files++;
        }
      }
      reader.demand(files === 9, 'a row has nine squares');
    }
    reader.demand(words[1] === 'b' || words[1] === 'w', 'the side to move is b or w');
    const hands = { b: {}, w: {} };
    if (words[2] !== '-') {
      const parts = words[2].match(/([1-9][0-9]*)?[PLNSGBRplnsgbr]/g) ?? [];
      reader.demand(parts.join('') === words[2], 'no such hands');
      for (const part of parts) {
        const piece = part[part.length - 1];
        const count = part.length === 1 ? 1 : Number(part.slice(0, -1));
        const hand = hands[sideOf(piece)];
        reader.demand(hand[piece.toUpperCase()] === undefined && count <= 18, 'no such hands');
        hand[piece.toUpperCase()] = count;
      }
    }
    return { board, side: words[1], hands };
  },

  play({ board, side, hands }, move, reader) {
    const next = { board: board.slice(), side: otherSide(side), hands: { b: { ...hands.b }, w: { ...hands.w } } };
    const drop = /^([PLNSGBR])\*([1-9][a-i])$/.exec(move);
    if (drop) {
      const at = shogiSquare(drop[2]);
      reader.demand(board[at] === null, () => `${move}: the square is not empty`);
      reader.demand((hands[side][drop[1]] ?? 0) > 0, () => `${move}: the piece is not in hand`);
      next.hands[side][drop[1]]--;
      next.board[at] = side === 'b' ? drop[1] : drop[1].toLowerCase();
      return next;
    }
    const step = /^([1-9][a-i])([1-9][a-i])(\+?)$/.exec(move);
    reader.demand(step, () => `"${move.slice(0, 10)}" is no move`);
    const from = shogiSquare(step[1]);
    const to = shogiSquare(step[2]);
    let piece = board[from];
    reader.demand(sideOf(piece) === side, () => `${move}: there is no piece of the side to move`);
    const taken = board[to];
    reader.demand(sideOf(taken) !== side && taken?.toUpperCase() !== 'K', () => `${move}: the piece may not land there`);
    if (step[3]) {
      reader.demand(/^[PLNSBR]$/i.test(piece), () => `${move}: the piece cannot be promoted`);
      piece = '+' + piece;
    }
    if (taken !== null) {
      const kind = taken.replace('+', '').toUpperCase();
      next.hands[side][kind] = (next.hands[side][kind] ?? 0) + 1;
    }
    next.board[from] = null;
    next.board[to] = piece;
    return next;
  },

  text({ board, side, hands }) {
    const hand = (of) =>
      [...'RBGSNLP'].map((piece) => {
        const count = hands[of][piece] ?? 0;
        const letter = of === 'b' ? piece : piece.toLowerCase();
        return count === 0 ? '' : count === 1 ? letter : `${count}${letter}`;
      });
    return `${rowsOf(board, 9)} ${side} ${[...hand('b'), ...hand('w')].join('') || '-'}`;
  },
};

/** The rows of a board joined by "/", runs of empty squares as numbers. */
function rowsOf(board, width) {
  const rows = [];
  for (let from = 0; from < board.length; from += width) {
    let row = '';
    let empty = 0;
    for (const piece of board.slice(from, from + width)) {
      if (piece === null) {
        empty++;
        continue;
      }
      row += (empty > 0 ? empty : '') + piece;
      empty = 0;
    }
    rows.push(row + (empty > 0 ? empty : ''));
  }
  return rows.join('/');
}

function shogiSquare(name) {
  return (name.charCodeAt(1) - 97) * 9 + 9 - Number(name[0]);
}

/** Squares whose king or rook a castling right needs. */
const CASTLING = { K: ['e1', 'h1'], Q: ['e1', 'a1'], k: ['e8', 'h8'], q: ['e8', 'a8'] };

export const chess = {
  start(text, reader) {
    const words = text.split(' ');
    reader.demand(words.length === 4, 'a position of chess is a board, a side, castling rights and "-"');
    const rows = words[0].split('/');
    reader.demand(rows.length === 8, 'a chess board has eight rows');
    const board = [];
    for (const row of rows) {
      let files = 0;
      for (const sign of row) {
        if (/[1-8]/.test(sign)) {
          for (let i = 0; i < Number(sign); i++) board.push(null);
          files += Number(sign);
        } else {
          reader.demand(/[PNBRQKpnbrqk]/.test(sign), 'no such piece');
          board.push(sign);
          files++;
        }
      }
      reader.demand(files === 8, 'a row has eight squares');
    }
    reader.demand(words[1] === 'b' || words[1] === 'w', 'the side to move is w or b');
    reader.demand(/^(-|K?Q?k?q?)$/.test(words[2]) && words[2] !== '', 'no such castling rights');
    reader.demand(words[3] === '-', 'en passant must be "-"');
    const castling = words[2] === '-' ? '' : words[2];
    for (const right of castling) {
      const [king, rook] = CASTLING[right].map((square) => board[chessSquare(square)]);
      const isWhite = right === right.toUpperCase();
      reader.demand(king === (isWhite ? 'K' : 'k') && rook === (isWhite ? 'R' : 'r'), 'a castling right without its king or rook');
    }
    // Capital letters are White's: side 'b' here means the first player.
    return { board, side: words[1] === 'w' ? 'b' : 'w', castling };
  },

  play({ board, side, castling }, move, reader) {
    const step = /^([a-h][1-8])([a-h][1-8])$/.exec(move);
    reader.demand(step, () => `"${move.slice(0, 10)}" is no move`);
    const from = chessSquare(step[1]);
    const to = chessSquare(step[2]);
    const piece = board[from];
    const taken = board[to];
    reader.demand(sideOf(piece) === side, () => `${move}: there is no piece of the side to move`);
    reader.demand(sideOf(taken) !== side && taken?.toUpperCase() !== 'K', () => `${move}: the piece may not land there`);
    const kind = piece.toUpperCase();
    const files = (to % 8) - (from % 8);
    const ranks = Math.floor(to / 8) - Math.floor(from / 8);
    if (kind === 'K') reader.demand(Math.abs(files) < 2, () => `${move}: castling is refused`);
    if (kind === 'P') {
      reader.demand(to >= 8 && to < 56, () => `${move}: promotion is refused`);
      reader.demand(files === 0 || taken !== null, () => `${move}: capture en passant is refused`);
      if (Math.abs(ranks) === 2) {
        const hostile = side === 'b' ? 'p' : 'P';
        for (const beside of [-1, 1]) {
          const file = (to % 8) + beside;
          reader.demand(file < 0 || file > 7 || board[to + beside] !== hostile, () => `${move}: a double step beside a hostile pawn is refused`);
        }
      }
    }
    const next = board.slice();
    next[from] = null;
    next[to] = piece;
    const left = [...castling].filter((right) => !CASTLING[right].some((square) => square === step[1] || square === step[2])).join('');
    return { board: next, side: otherSide(side), castling: left };
  },

  text({ board, side, castling }) {
    return `${rowsOf(board, 8)} ${side === 'b' ? 'w' : 'b'} ${castling || '-'} -`;
  },
};

function chessSquare(name) {
  return (8 - Number(name[1])) * 8 + name.charCodeAt(0) - 97;
}
