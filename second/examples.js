// Small true certificates of every kind, without their last line, for the tests.

const example = (name, lines, more = {}) => ({ name, body: lines.map((line) => line + '\n').join(''), ...more });
const one = (kind, ...lines) => ['hissho-certificate 1', `kind ${kind}`, ...lines];

export const EXAMPLES = [
  example('taking 2, 4 or 7', one('grundy-period', 'takes 2 4 7', 'preperiod 8', 'period 3', 'values 0 0 1 1 2 2 0 3 1 0 2')),
  example('taking one', one('grundy-period', 'takes 1', 'preperiod 0', 'period 2', 'values 0 1')),
  example('the octal game 0.3', one('octal-period', 'code 0.3', 'preperiod 0', 'period 2', 'values 0 1')),
  example('towers of 2x4 bricks', one('towers', 'brick 2 4', 'on 46', 'centred 2')),
  example('towers of 2x2 bricks', one('towers', 'brick 2 2', 'on 9', 'centred 1')),
  example('places of ones', one('word', 'word fibonacci(2)', 'places 1 3 6 10 13 17 20 23 27 30')),
  example('three bricks', one('buildings', 'brick 2 4', 'bricks 3', 'scope all', 'piece 1,1 92 4 0 recount', 'piece 1,2 960 40 0 recount', 'piece 3 0 0 0 recount', 'total 6152 88 0 1560')),
  example('a bridge', one('connection', 'board 8 8', 'owner black', 'claim minimal', 'stones 63 55', 'carrier 54 64', 'formula 63-55', 'link 63 54 55 : 63-55', 'link 63 64 55 : 63-55', 'or 54.0 64.1', 'refutations', 'bar 54 64', 'without 54 0', 'without 64 0')),
  example('a staircase bar', one('grundy-box', 'rules 5', 'game chocolate', 'param k = 1', 'position y, z where k*y <= z', "move y' < y, z' = z", "move z' < z, y' = min(y, z' div k)", 'parameters k=2', 'shape 3 7', 'values 0 1 2 3 4 5 6', 'values . . 3 2 5 4 7', 'values . . . . 6 7 4')),
];
