// Games on two coordinates whose moves are rays (all cells before this one in its row, column or diagonal) and single steps.
//
// A value is right if it is in none of the sets of its lines and is no step's value, and every smaller number is. Cells are visited in
// an order in which all options come first, so each set holds exactly the values of the cells before this one on the line.

/** The rays and steps of a game, or null if its moves are of another form. */
export function raysOf(game) {
  if (game.coordinates.length !== 2 || game.domain !== null || game.order !== null) return null;
  const rays = new Set();
  const steps = [];
  for (const condition of game.moves) {
    const texts = conjuncts(condition).map((node) => linkText(node, game.coordinates)).sort();
    const key = texts.join('; ');
    if (key === 'x = 0; y < 0') rays.add('column');
    else if (key === 'x < 0; y = 0') rays.add('row');
    else if (key === 'diagonal; x < 0; y < 0') rays.add('diagonal');
    else {
      const match = /^x = (-?\d+); y = (-?\d+)$/.exec(key);
      if (!match) return null;
      const step = [Number(match[1]), Number(match[2])];
      if (step[0] + step[1] >= 0) return null;
      steps.push(step);
    }
  }
  return { rays, steps };
}

function conjuncts(node) {
  return node.op === 'and' ? [...conjuncts(node.left), ...conjuncts(node.right)] : [node];
}

/** `x' < x` as "x < 0", `y' = y - 2` as "y = -2", `x - x' = y - y'` as "diagonal". */
function linkText({ op: sign, left, right }, [x, y]) {
  if (sign !== '=' && sign !== '<') return '?';
  const gone = (term, name) => term.op === '-' && term.left.op === 'name' && term.left.name === name && term.right.op === 'next' && term.right.name === name;
  if (sign === '=' && gone(left, x) && gone(right, y)) return 'diagonal';
  if (left.op !== 'next') return '?';
  const letter = left.name === x ? 'x' : 'y';
  const isSame = (term) => term.op === 'name' && term.name === left.name;
  if (isSame(right) && (sign === '=' || sign === '<')) return `${letter} ${sign} 0`;
  if (sign === '=' && (right.op === '-' || right.op === '+') && isSame(right.left) && right.right.op === 'number' && right.right.value < 1e6) {
    const by = right.op === '-' ? -right.right.value : right.right.value;
    return `${letter} = ${by === 0 ? 0 : by}`;
  }
  return '?';
}

export function checkRays({ rays, steps }, [width, height], values, reader, work) {
  let largest = 0;
  for (let i = 0; i < values.length; i++) largest = Math.max(largest, values[i]);
  // Each line gives fewer values than it is long, each step one.
  reader.demand(largest < 3 * (width + height) + steps.length, 'a value is too large');
  const size = largest + 1;
  const lines = (count) => {
    work.memory(count * size);
    return new Uint8Array(count * size);
  };
  const columns = lines(rays.has('column') ? width : 0);
  const rows = lines(rays.has('row') ? height : 0);
  const diagonals = lines(rays.has('diagonal') ? width + height : 0);
  // Steps may raise one coordinate, so cells are taken by their sum, then by x.
  for (let sum = 0; sum <= width + height - 2; sum++) {
    for (let x = Math.max(0, sum - height + 1); x < width && x <= sum; x++) {
      const y = sum - x;
      const value = values[x * height + y];
      const column = rays.has('column') ? x * size : -1;
      const row = rays.has('row') ? y * size : -1;
      const diagonal = rays.has('diagonal') ? (x - y + height) * size : -1;
      const near = [];
      for (const [dx, dy] of steps) {
        const a = x + dx;
        const b = y + dy;
        if (a < 0 || b < 0) continue;
        reader.demand(a < width && b < height, () => `a move from (${x}, ${y}) leaves the box`);
        near.push(values[a * height + b]);
      }
      work.step(5 + value / 2);
      const isReached = (number) =>
        (column >= 0 && columns[column + number] === 1) || (row >= 0 && rows[row + number] === 1) || (diagonal >= 0 && diagonals[diagonal + number] === 1) || near.includes(number);
      for (let number = 0; number < value; number++) reader.demand(isReached(number), () => `(${x}, ${y}): value ${value} given, the rules give ${number}`);
      reader.demand(!isReached(value), () => `(${x}, ${y}): value ${value} is the value of an option`);
      if (column >= 0) columns[column + value] = 1;
      if (row >= 0) rows[row + value] = 1;
      if (diagonal >= 0) diagonals[diagonal + value] = 1;
    }
  }
}
