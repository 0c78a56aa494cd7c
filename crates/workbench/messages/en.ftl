# The words of Hissho in English. The same keys, with the same names in braces, are in ja.ftl.

rooms = Rooms
room-numbers = Number games
room-hex = Hex
room-check = Check
other-language = 日本語
skip = Skip to the board
engine-both = Quick questions are answered in this browser, heavy ones by the server ({ $cores } cores).
engine-browser = The engine runs in this browser; nothing you do leaves it.
engine-server = Answered by hissho { $version } on the server ({ $cores } cores).
engine-none = There is neither an engine in this browser nor a server behind this page: boards can be looked at, but nothing can be asked.
asked-browser = Found by the engine in this browser.
asked-server = Found by the server.

seal-proved = proved
seal-checked = checked
seal-computed = computed
seal-refuted = refuted
seal-open = open
download-certificate = certificate
fault-bad-input = This is not understood.
fault-too-large = This is too large.
fault-gave-up = A limit was reached.
fault-cancelled = Stopped.
fault-refused = The checker did not accept it.
fault-no-engine = Nobody answers.

asking = Asking …
stop = Stop
undo = Undo
restart = Start again
new-start = New start
copy-address = Copy address
copied = Copied
picture = Picture
board = Board
what-happened = What happened
view = View
game = Game
key-arrows = ← → ↑ ↓
key-move = go
key-space = space
key-choose = choose

# Number games.
game-nim = Nim
game-bounded = Bounded nim
game-wythoff = Wythoff’s game
game-corner = To the corner
game-chocolate = Chocolate
game-subtraction = Subtraction game
game-octal = Take and break
game-sum = Sum of games
rules-nim = Take as many stones as you like from one heap. Whoever takes the last stone wins.
rules-bounded = Take from one heap, at most { $setting } stones. Whoever takes the last stone wins.
rules-wythoff = { $setting ->
    [1] Take from one heap, or the same number from both. Whoever takes the last stone wins.
   *[other] Take from one heap, or from both by numbers that differ by less than { $setting }. Whoever takes the last stone wins.
 }
rules-corner = Move the piece towards the corner at the top left. Whoever cannot move loses.
rules-chocolate = Cut one bar along a line and eat the part without the bitter piece. Whoever is left with the bitter pieces alone loses.
rules-subtraction = Take { $setting } stones from one heap. Whoever cannot move loses.
rules-octal = Knock out neighbouring pins as the code { $setting } allows; 0.77 is Kayles: one pin or two neighbours. Whoever cannot move loses.
rules-sum = In your turn move in one of the games: { $setting }. Whoever cannot move in any of them loses.
setting-bounded = at most
setting-wythoff = s
setting-corner = Piece
setting-chocolate = k, columns per step
setting-subtraction = Takes
setting-octal = Code
setting-sum = Games
start-position = Start
start-wrong = “{ $written }” is not a start: write up to twelve numbers from 0 to 60, with commas.
piece-queen = queen
piece-rook = rook
piece-king = king
piece-knight = knight
piece-dragon-king = dragon king (promoted rook of shogi)
piece-dragon-horse = dragon horse (promoted bishop of shogi)
opponent = Opponent
level-perfect = perfect
level-careless = careless
level-beginner = beginner
level-two = two people
tab-play = Play
tab-table = Table
tab-fill = Fill in the table
take = Take
no-move = The rules do not allow this.
marked = Marked; { $to } would be left.
machine-begins = Let the machine begin
you = you
machine = the machine
first = the first player
second = the second player
your-turn = It is *your turn*.
turn-of = It is the turn of *{ $name }*.
machine-thinks = The machine is about to move.
took = { $who ->
    [you] You take
   *[other] { $who } takes
 } *{ $count }* from heap { $heap }.
took-both = { $who ->
    [you] You take
   *[other] { $who } takes
 } *{ $one }* from the first heap and *{ $two }* from the second.
cut-to = { $who ->
    [you] You cut
   *[other] { $who } cuts
 } bar { $bar } to *{ $to }*.
moved-to = { $who ->
    [you] You move
   *[other] { $who } moves
 } to *{ $to }*.
over = There is no move left: { $winner ->
    [you] *you win*
    [machine] *the machine wins*
   *[other] *{ $name } wins*
 }.
stone-label = stone { $number } of { $count } in heap { $heap }
heap-label = { $count ->
    [one] a heap of one stone
   *[other] a heap of { $count } stones
 }
pin-label = pin { $number } of { $count }
row-label = { $count ->
    [one] one pin
   *[other] a row of { $count } pins
 }
empty = empty
piece-board = board of { $rows } by { $columns } squares
piece-here = the piece, at { $a }, { $b }
square = { $a }, { $b }
square-reached = { $a }, { $b }, can be reached
square-value = { $a }, { $b }, can be reached, value { $value }
bar-label = bar of { $columns } columns, { $rows } high, bitter piece at the bottom left
cut-across = cut across, { $left } columns are left
cut-along = cut along, { $left } rows are left
values = values
show-values = Show the values
hide-values = Hide the values
value-lost = Value *0*: whoever is to move *loses* against perfect play.
value-won = Value *{ $value }*: whoever is to move *wins*, by { $count ->
    [one] *one* move
   *[other] one of *{ $count }* moves
 }.
part-value = { $game } at { $at }: value { $value }
mex-none = There are no moves; the least number missing from the empty set is 0.
mex = { $some ->
    [yes] The moves have the values { $set }. { $present } occur; the least number that does not is { $value }.
   *[no] The moves have the values { $set }. 0 does not occur, so the value is { $value }.
 }
nim-sum = Together: { $terms } = { $value } (nim sum: binary digits added without carry).
binary = In binary; a column with an odd number of ones is marked.
value-computed = Computed from the table of smaller positions
value-proved = By a law proved for every position
kind-take-some = { $count ->
    [one] take one
   *[other] take { $count }
 }
kind-from-the-first-heap = from the first heap
kind-from-the-second-heap = from the second heap
kind-from-both-heaps = from both heaps
kind-take-from-the-heap = take from the heap
kind-a-cut-along-the-bar = a cut along the bar
kind-a-cut-across-the-bar = a cut across the bar
kind-along-the-row = along the row
kind-along-the-column = along the column
kind-along-the-diagonal = along the diagonal
table-say = The *Grundy value* of every position: 0 where whoever is to move loses.
table-side = Size
table-hint = Choose a cell to read its value.
table-at = ({ $a }, { $b }) has the value { $value }.
table-one = { $n } has the value { $value }.
table-nothing = ({ $a }, { $b }) is no position.
heat-label = heat map of { $side } by { $side } values; arrow keys move a cursor
legend-zero = whoever is to move loses
download-csv = Table as CSV
fill-say = Find the value of each position yourself: *the least number that none of its moves has*. Begin at the corner.
fill-check = Check
fill-reveal = Show the rest
fill-clear = Clear
fill-at = value of { $a }, { $b }
fill-one = value of { $n }
fill-result = { $right } right, { $wrong } wrong, { $left } still empty.

# Hex.
waiting-heavy = Waiting for the heavy lane …
hex-black = Black
hex-white = White
hex-empty = empty
hex-needed = empty, needed by the proof
hex-board = Hex board, { $size } by { $size }
hex-mode-walk = Walk a proof
hex-mode-play = Play
hex-mode-two = Two people
hex-mode-map = Map of openings
hex-title-walk = Black opened at { $opening }. Play anywhere: the proof answers.
hex-title-play = Hex, { $size } by { $size }
hex-title-two = Hex, { $size } by { $size }
hex-title-map = Who wins after each opening, { $size } by { $size }
hex-under-walk = The seal appears when the checker has accepted the proof. Try to break it.
hex-under-play = Black joins top and bottom, White joins left and right. There is no draw.
hex-under-two = Black joins top and bottom, White joins left and right. There is no draw.
hex-under-map = Under the swap rule: swap an opening that wins, play on after one that loses. Choose a cell to walk its proof.
hex-size = Board
hex-opening = Opening
hex-you = You are
hex-any = Any move
hex-swap = Swap
hex-moves = Moves
hex-turn = *{ $player }* is to move.
hex-your-turn = It is your turn: you are *{ $player }*.
hex-over = The chain is whole: *{ $player } wins*.
hex-answered-proved = { $some ->
    [yes] You took *{ $yours }*.
   *[no] {""}
 } { $player } answers *{ $cell }*.
hex-answered = { $some ->
    [yes] You took *{ $yours }*.
   *[no] {""}
 } { $player } plays *{ $cell }*.
hex-shaded = { $count ->
    [one] One shaded cell is all that { $player } still needs. Everything outside it is yours, and it will not help.
   *[other] The { $count } shaded cells are all that { $player } still needs. Everything outside them is yours, and it will not help.
 }
hex-is-proved = The machine’s move is backed by a proof.
hex-not-proved = The machine’s move is not proved to be best.
hex-proved = { $player } wins after { $opening } on { $size } × { $size }
hex-steps = A proof of { $steps } steps, accepted by the checker.
hex-kept = It was kept, and checked again just now.
map-wins = opening wins
map-loses = opening loses
map-unknown = not known
map-say = *{ $wins }* of { $all } openings win for Black.
map-key = ● Black wins after this opening: swap it. ○ White wins: play on.
