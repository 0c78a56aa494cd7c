// A Hex board: cells, the edges of one player, who touches whom, and the motions.
//
// Points are numbered: cell (c, r) is r * columns + c, then the two edges of the owner. The edges of the other player are
// not points: they play no part in the owner's connections.

export class Board {
  constructor(columns, rows, owner) {
    this.columns = columns;
    this.rows = rows;
    this.owner = owner;
    this.cells = columns * rows;
    this.points = this.cells + 2;
    this.edges = owner === 'black' ? ['t', 'b'] : ['l', 'r'];
    this.wide = columns > 9 || rows > 9;
    this.names = [];
    for (let cell = 0; cell < this.cells; cell++) {
      const column = cell % columns;
      const row = Math.floor(cell / columns);
      this.names.push(this.wide ? String.fromCharCode(97 + column) + (row + 1) : `${column + 1}${row + 1}`);
    }
    this.names.push(...this.edges);
    this.byName = new Map(this.names.map((name, point) => [name, point]));
    this.neighbours = this.names.map((_, point) => this.neighboursOf(point));
  }

  neighboursOf(point) {
    const { columns, rows, cells } = this;
    const found = [];
    if (point >= cells) {
      for (let cell = 0; cell < cells; cell++) if (this.alongEdge(cell, point)) found.push(cell);
      return found;
    }
    const c = point % columns;
    const r = Math.floor(point / columns);
    for (const [dc, dr] of [[1, 0], [-1, 0], [0, 1], [0, -1], [1, -1], [-1, 1]]) {
      const x = c + dc;
      const y = r + dr;
      if (x >= 0 && x < columns && y >= 0 && y < rows) found.push(y * columns + x);
    }
    for (const edge of [cells, cells + 1]) if (this.alongEdge(point, edge)) found.push(edge);
    return found;
  }

  alongEdge(cell, edge) {
    const c = cell % this.columns;
    const r = Math.floor(cell / this.columns);
    const first = edge === this.cells;
    if (this.owner === 'black') return r === (first ? 0 : this.rows - 1);
    return c === (first ? 0 : this.columns - 1);
  }

  point(word, reader) {
    const point = this.byName.get(word);
    reader.demand(point !== undefined, () => `"${word.slice(0, 20)}" is no cell and no edge of ${this.owner}`);
    return point;
  }

  cell(word, reader) {
    const point = this.point(word, reader);
    reader.demand(point < this.cells, 'an edge stands where a cell is expected');
    return point;
  }

  name(point) {
    return this.names[point];
  }

  /** A list of points, strictly increasing. */
  list(words, reader) {
    const points = words.map((word) => this.point(word, reader));
    for (let i = 1; i < points.length; i++) reader.demand(points[i - 1] < points[i], 'cells are not in order, row by row, edges last');
    return points;
  }

  /** The image of every point under a motion of cells (c, r) → [c, r] and of edges; -1 where there is none. */
  motion(cellMap, edgeMap) {
    const map = new Int16Array(this.points);
    for (let cell = 0; cell < this.cells; cell++) {
      const [c, r] = cellMap((cell % this.columns) + 1, Math.floor(cell / this.columns) + 1);
      map[cell] = c >= 1 && c <= this.columns && r >= 1 && r <= this.rows ? (r - 1) * this.columns + c - 1 : -1;
    }
    map[this.cells] = this.cells + edgeMap[0];
    map[this.cells + 1] = this.cells + edgeMap[1];
    return map;
  }
}
