# 日本語のことば。鍵と波括弧の中の名前は en.ftl と同じ。

rooms = 部屋
room-numbers = 数のゲーム
room-hex = ヘックス
room-check = 検証
other-language = English
skip = 盤へ進む
engine-both = すぐ答えられる問いはこのブラウザーの中で、重い問いはサーバー（{ $cores } コア）で解きます。
engine-browser = 計算はこのブラウザーの中だけで行われ、外には何も送られません。
engine-server = サーバーの hissho { $version }（{ $cores } コア）が答えます。
engine-none = このブラウザーには計算エンジンがなく、サーバーもありません。盤は見られますが、問いには答えられません。
asked-browser = このブラウザーの中で求めました。
asked-server = サーバーで求めました。

seal-proved = 証明済み
seal-checked = 検証済み
seal-computed = 計算による
seal-refuted = 反証
seal-open = 未解決
download-certificate = 証明書
fault-bad-input = 読み取れません。
fault-too-large = 大きすぎます。
fault-gave-up = 制限に達しました。
fault-cancelled = 中止しました。
fault-refused = 検証器が受け入れませんでした。
fault-no-engine = 答えるものがありません。

asking = 計算しています…
stop = 中止
undo = 一手戻す
restart = 最初から
new-start = 新しい局面
copy-address = アドレスを写す
copied = 写しました
picture = 図を保存
board = 盤
what-happened = 説明
view = 表示
game = ゲーム
key-arrows = ← → ↑ ↓
key-move = 移動
key-space = 空白
key-choose = 選ぶ

# 数のゲーム
game-nim = ニム
game-bounded = 制限ニム
game-wythoff = ワイトホフのゲーム
game-corner = 隅へ追う
game-chocolate = チョコレート
game-subtraction = 引き算ゲーム
game-octal = 取って分ける（八進ゲーム）
game-sum = ゲームの和
rules-nim = 一つの山から好きなだけ石を取ります。最後の石を取った人の勝ちです。
rules-bounded = 一つの山から { $setting } 個まで石を取ります。最後の石を取った人の勝ちです。
rules-wythoff = { $setting ->
    [1] 一つの山から、または両方の山から同じ数だけ石を取ります。最後の石を取った人の勝ちです。
   *[other] 一つの山から、または差が { $setting } より小さい数ずつ両方の山から石を取ります。最後の石を取った人の勝ちです。
 }
rules-corner = 駒を左上の隅に向かって動かします。動かせなくなった人の負けです。
rules-chocolate = 一枚のチョコレートを線に沿って切り、苦いかけらのない方を食べます。苦いかけらだけが残った人の負けです。
rules-subtraction = 一つの山から { $setting } 個のどれかを取ります。動けなくなった人の負けです。
rules-octal = 符号 { $setting } の許すとおりに、隣り合うピンを倒します。0.77 はケイレスで、一本か隣り合う二本です。動けなくなった人の負けです。
rules-sum = 手番ごとに、{ $setting } のうち一つのゲームで一手動かします。どのゲームでも動けなくなった人の負けです。
setting-bounded = 取れる最大
setting-wythoff = s
setting-corner = 駒
setting-chocolate = k（一段の列の数）
setting-subtraction = 取れる個数
setting-octal = 符号
setting-sum = ゲーム
start-position = 最初の局面
start-wrong = 「{ $written }」は局面として読めません。0 から 60 までの数を十二個まで、コンマで区切って書いてください。
piece-queen = クイーン
piece-rook = ルーク（飛車）
piece-king = キング（王）
piece-knight = ナイト
piece-dragon-king = 龍王（成り飛車）
piece-dragon-horse = 龍馬（成り角）
opponent = 相手
level-perfect = 完璧
level-careless = うっかり者
level-beginner = 初心者
level-two = 二人で
tab-play = 対戦
tab-table = 表
tab-fill = 自分で表をうめる
take = 取る
no-move = この手はルールにありません。
marked = 印をつけました。{ $to } が残ります。
machine-begins = 機械が先手
you = あなた
machine = 機械
first = 先手
second = 後手
your-turn = *あなたの番*です。
turn-of = *{ $name }*の番です。
machine-thinks = 機械が指すところです。
took = { $who }が山 { $heap } から *{ $count }* 個取りました。
took-both = { $who }が一つ目の山から *{ $one }* 個、二つ目の山から *{ $two }* 個取りました。
cut-to = { $who }が { $bar } 枚目を *{ $to }* に切りました。
moved-to = { $who }が *{ $to }* へ動かしました。
over = もう手がありません。{ $winner ->
    [you] *あなたの勝ち*
    [machine] *機械の勝ち*
   *[other] *{ $name }の勝ち*
 }です。
stone-label = 山 { $heap } の石 { $count } 個のうち { $number } 番目
heap-label = 石 { $count } 個の山
pin-label = ピン { $count } 本のうち { $number } 番目
row-label = ピン { $count } 本の列
empty = 空
piece-board = { $rows } 行 { $columns } 列の盤
piece-here = 駒の位置 { $a }、{ $b }
square = { $a }、{ $b }
square-reached = { $a }、{ $b }、動ける
square-value = { $a }、{ $b }、動ける、値 { $value }
bar-label = { $columns } 列、高さ { $rows } のチョコレート。苦いかけらは左下
cut-across = 縦に切って { $left } 列を残す
cut-along = 横に切って { $left } 段を残す
values = 値
show-values = 値を見る
hide-values = 値を隠す
value-lost = 値は *0*。相手が完璧なら、手番の人の*負け*です。
value-won = 値は *{ $value }*。手番の人の*勝ち*で、勝つ手は *{ $count }* 通りあります。
part-value = { $game } の { $at }：値 { $value }
mex-none = 手がありません。空集合にない最小の数は 0 です。
mex = { $some ->
    [yes] 動いた先の値は { $set }。{ $present } はあり、ない数のうち最小は { $value } です。
   *[no] 動いた先の値は { $set }。0 がないので、値は { $value } です。
 }
nim-sum = 合わせて { $terms } = { $value }（ニム和：二進数のくり上がりのない足し算）。
binary = 二進数で。1 の個数が奇数の桁に色がつきます。
value-computed = 小さい局面の表から計算しました
value-proved = すべての局面について証明された法則によります
kind-take-some = { $count } 個取る
kind-from-the-first-heap = 一つ目の山から
kind-from-the-second-heap = 二つ目の山から
kind-from-both-heaps = 両方の山から
kind-take-from-the-heap = 山から取る
kind-a-cut-along-the-bar = 横に切る
kind-a-cut-across-the-bar = 縦に切る
kind-along-the-row = 横へ
kind-along-the-column = 縦へ
kind-along-the-diagonal = 斜めへ
table-say = すべての局面の*グランディ値*。0 のところでは手番の人が負けます。
table-side = 大きさ
table-hint = ます目を選ぶと値を読み上げます。
table-at = ({ $a }, { $b }) の値は { $value } です。
table-one = { $n } の値は { $value } です。
table-nothing = ({ $a }, { $b }) は局面ではありません。
heat-label = 値 { $side } 行 { $side } 列の濃淡図。矢印キーで位置を動かします
legend-zero = 手番の人の負け
download-csv = 表を CSV で保存
fill-say = それぞれの局面の値を自分で求めてください。値は*どの手の先にも現れない最小の数*です。隅から始めます。
fill-check = 答え合わせ
fill-reveal = 残りを見る
fill-clear = 消す
fill-at = { $a }、{ $b } の値
fill-one = { $n } の値
fill-result = 正解 { $right }、まちがい { $wrong }、空き { $left }。

# ヘックス
waiting-heavy = 重い計算の順番を待っています…
hex-black = 黒
hex-white = 白
hex-empty = 空き
hex-needed = 空き、証明に必要
hex-board = { $size } 行 { $size } 列のヘックス盤
hex-mode-walk = 証明をたどる
hex-mode-play = 対戦
hex-mode-two = 二人で
hex-mode-map = 初手の地図
hex-title-walk = 黒の初手は { $opening }。どこへ打っても、証明が答えます。
hex-title-play = ヘックス { $size } × { $size }
hex-title-two = ヘックス { $size } × { $size }
hex-title-map = 初手ごとの勝者、{ $size } × { $size }
hex-under-walk = 検証器が証明を受け入れると印が現れます。破れるか試してください。
hex-under-play = 黒は上下、白は左右をつなぎます。引き分けはありません。
hex-under-two = 黒は上下、白は左右をつなぎます。引き分けはありません。
hex-under-map = 交換ルールでは、勝つ初手なら交換し、負ける初手なら打ち続けます。ますを選ぶと、その証明をたどれます。
hex-size = 盤
hex-opening = 初手
hex-you = あなたは
hex-any = でたらめに打つ
hex-swap = 交換する
hex-moves = 手順
hex-turn = *{ $player }*の番です。
hex-your-turn = あなたの番です（あなたは*{ $player }*）。
hex-over = つながりました。*{ $player }の勝ち*です。
hex-answered-proved = { $some ->
    [yes] あなたは *{ $yours }* に打ちました。
   *[no] {""}
 }{ $player }は *{ $cell }* と答えます。
hex-answered = { $some ->
    [yes] あなたは *{ $yours }* に打ちました。
   *[no] {""}
 }{ $player }は *{ $cell }* に打ちます。
hex-shaded = 色のついた { $count } ますだけが、{ $player }にまだ必要です。その外はすべてあなたのものですが、役に立ちません。
hex-is-proved = 機械の手には証明があります。
hex-not-proved = 機械の手が最善であることは証明されていません。
hex-proved = { $size } × { $size } の初手 { $opening } のあとは{ $player }の勝ち
hex-steps = { $steps } 段の証明を検証器が受け入れました。
hex-kept = 保存されていた証明を、いま検証し直しました。
map-wins = 勝つ初手
map-loses = 負ける初手
map-unknown = 不明
map-say = { $all } 通りの初手のうち *{ $wins }* 通りで黒が勝ちます。
map-key = ● この初手のあとは黒の勝ち：交換する。○ 白の勝ち：打ち続ける。
