// Small true certificates of every kind, without their last line, for the tests.

const certificate = (version, name, kind, text, more = {}) => ({ name, body: `hissho-certificate ${version}\nkind ${kind}\n${text.trim()}\n`, ...more });
const example = (name, kind, text, more) => certificate(1, name, kind, text, more);

const RESPONSE = `
board infinite
stones X0
to-move O
responder X
excludes both
passes no
core -2 2
left 0 2 1 1 2
left-pair -6,1 -5,1
left-pair -6,2 -3,2
left-pair -4,1 -3,1
right 2 1 1 2 0
right-pair 3,1 4,1
right-pair 3,2 6,2
right-pair 5,1 6,1
static 0 0 1 0 0
`.trim();

export const EXAMPLES = [
  example('taking 2, 4 or 7', 'grundy-period', `
takes 2 4 7
preperiod 8
period 3
values 0 0 1 1 2 2 0 3 1 0 2
`),
  example('taking one', 'grundy-period', `
takes 1
preperiod 0
period 2
values 0 1
`),
  example('the octal game 0.3', 'octal-period', `
code 0.3
preperiod 0
period 2
values 0 1
`),
  example('towers of 2x4 bricks', 'towers', `
brick 2 4
on 46
centred 2
`),
  example('towers of 2x2 bricks', 'towers', `
brick 2 2
on 9
centred 1
`),
  example('places of ones', 'word', `
word fibonacci(2)
places 1 3 6 10 13 17 20 23 27 30
`),
  example('the Thue-Morse word has no overlap', 'word', `
word thue-morse
overlap-free 1000
`),
  example('three definitions agree', 'word', `
word fibonacci(3)
agree 1000 cutting-line concatenation substitution
`),
  example('an identity', 'word', `
word fibonacci
holds term-4 500
`),
  example('three bricks', 'buildings', `
brick 2 4
bricks 3
scope all
piece 1,1 92 4 0 recount
piece 1,2 960 40 0 recount
piece 3 0 0 0 recount
total 6152 88 0 1560
`),
  example('four bricks in a profile, of which a count is given', 'buildings', `
brick 2 4
bricks 5
scope profile 1,2,2
piece 1,2,2 5188078 1574 0 given
total 5188078 1574 0 1297413
`, { verdict: 'counted' }),
  example('a bridge', 'connection', `
board 8 8
owner black
claim minimal
stones 63 55
carrier 54 64
formula 63-55
link 63 54 55 : 63-55
link 63 64 55 : 63-55
or 54.0 64.1
refutations
bar 54 64
without 54 0
without 64 0
`, { claim: 'hex(8): black on 63 55 with empty cells 54 64 secures 63-55; no empty cell can be left out' }),
  example('a small board', 'connection', `
board 2 2
owner black
claim wins
black 21
white
to-move white
link 21 12 t b : t-b
link 21 22 t b : t-b
or 12.0 22.1
`),
  example('Connect-Four with lines of two', 'strategy', `
game connect4(2,2,k=2)
after
owner first wins
replies A
`),
  example('a staircase bar', 'grundy-box', `
rules 5
game chocolate
param k = 1
position y, z where k*y <= z
move y' < y, z' = z
move z' < z, y' = min(y, z' div k)
parameters k=2
shape 3 7
values 0 1 2 3 4 5 6
values . . 3 2 5 4 7
values . . . . 6 7 4
`, { claim: 'chocolate(k=2): the Grundy values of all positions in the box 3 x 7' }),
  example('a queen', 'grundy-box', `
rules 5
game ladies
position x, y
move x' < x, y' = y
move x' = x, y' < y
move x' < x, y' < y, x - x' = y - y'
parameters
shape 3 4
values 0 1 2 3
values 1 2 0 4
values 2 0 1 5
`),
  example('a formula that fails', 'evaluation', `
function e grundy
rules 3
game heap
position n
move n' < n, n <= n' + 3
parameters
formula forall a <= 100 . e(a) = a mod 3
not-true 3
`),
  example('a formula that holds', 'evaluation', `
function o options
rules 3
game heap
position n
move n' < n
parameters
formula forall a <= 30, b <= a . o(b) = b and (exists i . i = floor(b*phi) and i >= b)
true
`),
  example('two blocks of moves', 'repetition', `
game shogi
start 8k/6Gpl/8p/9/9/9/9/9/4K4 w Gg
moves 4
G*2a G*3c 2a3b 3c3b
coding
moves 4
G*2a G*4c 2a3b 4c3b
`),
  example('knights go back', 'repetition', `
game chess
start rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -
moves 8
b1c3 b8c6 c3b1 c6b8 b1c3 b8c6 c3b1 c6b8
powers 2
power 0 4
`),
  example('a strategy on the infinite board', 'response', RESPONSE),
  example('a win by threats', 'forced-win', `
stones X0 O1 X1 O-1 X-1 O2
to-move X
winner X
plies 11
line X0 O2 X0 O0 X-2 O-2 X1 O1 X-1 O2 X-2
`),
  example('a gadget', 'zone-game', `
first 1
word 2 1 1 2
passes no
groups pairs
pair 1,1 2,1
pair 1,2 4,2
pair 3,1 4,1
kept yes
unique yes
`),
  example('two blocks', 'zone-words', `
block 02112
shape 0 2:1,3 1:-1 1:1 2:-1,-3
shape 0 2:-2,3 1:1 1:-1 2:2,-3
block 0212
shape 0 2:1,2 1:-1 2:2,-2
shape 0 2:-2,2 1:1 2:-1,-2
`),
  example('squares of a board', 'board-windows', `
columns -2 8
rows 8
exchanged no
${RESPONSE}
${RESPONSE}
`),
  certificate(2, 'even or odd', 'automatic', `
states true
formula forall x . exists y . x = 2*y or x = 2*y + 1
numeration msd_2
automata 0
steps 2
join 0 1
becomes 0 1 2
forget 1
becomes 0 0
`, { claim: 'forall x . exists y . x = 2*y or x = 2*y + 1 is true' }),
  certificate(2, 'a place where a formula fails', 'automatic', `
fails 0 2
states true
formula forall x . x < 2 or x > 2
numeration msd_2
automata 0
steps 1
join 0 1
becomes 0 1 2 3
`, { claim: 'false: forall x . x < 2 or x > 2 is true ("the statement holds" fails at x = 2)' }),
  certificate(2, 'the law of one heap', 'automatic', `
states law
rules 3
game heap1
position x
move x' < x
parameters
claim grundy = x
numeration msd_2
automata 0
steps 22
join 0 3
becomes 0 1 2
forget 4
becomes 0 1 2
join 1 2
becomes 0
join 5 6
becomes 0 1 2
join 0 2
becomes 0 1 2
forget 8
becomes 0 1 2
join 1 4
becomes 0 1 2
forget 9
becomes 0 1 2
join 0 3
becomes 0 0
forget 7
becomes 0
join 1 2
becomes 0
join 5 6
becomes 0
forget 11
becomes 0
join 0 1
becomes 0
join 0 1
becomes 0 1
join 2 3
becomes 0 0
join 0 1
becomes 0 1
join 2 4
becomes 0 1
join 3 5
becomes 0 0
join 0 1
becomes 0 1
join 2 4
becomes 0 1 2
join 3 5
becomes 0 0
`),
];
