#!/bin/bash
# The kept proofs and the refusal corpus through hissho-formal-check, with hissho-check beside it.
#
#   HISSHO_CHECK=target/release/hissho-check formal/run-proofs.sh [DIRECTORY]
#
# DIRECTORY (proofs/ if missing) holds certificates, NAME.cert or NAME.cert.zst. Taken are: Hex 7x7 and 8x8, the centre of 9x9, Connect-Four,
# and Otrio strategies of at most 100,000 replies. Prints one row for each group: files, seconds of one core for both programs, how many times as long the
# group and its slowest file take. Then every certificate of the refusal corpus: refused, given up, or of a kind that is not read here.
# Ends with 1 if a proof is not accepted, if a group or a file takes more than 50 times as long, or if one of the corpus is accepted.
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$here")
formal=${HISSHO_FORMAL:-$here/hissho-formal-check}
rust=${HISSHO_CHECK:-$root/target/release/hissho-check}
proofs=${1:-$root/proofs}
bad=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
TIMEFORMAT='%3U %3S'

# Seconds of one core, user and system, of a command; its answer is in $work/said, its exit code in $work/code.
seconds() {
    { time { "$@" > "$work/said" 2>&1; echo $? > "$work/code"; }; } 2>&1 | awk '{ print $1 + $2 }'
}

printf '| proofs | files | hissho-formal-check | hissho-check | times | slowest file, times |\n|---|---|---|---|---|---|\n'
group() {
    local title=$1 file plain replies a b
    shift
    : > "$work/rows"
    for file in "$@"; do
        [ -e "$file" ] || continue
        plain=$work/plain.cert
        case $file in *.zst) zstd -dcq "$file" > "$plain" ;; *) cp "$file" "$plain" ;; esac
        if [ "$title" = Otrio ]; then
            replies=$(awk '/^replies / { n += length($2) } END { print n + 0 }' "$plain")
            [ "$replies" -le 100000 ] || continue
        fi
        a=$(seconds "$formal" "$plain")
        if [ "$(cat "$work/code")" != 0 ]; then echo "NOT ACCEPTED: $file: $(cat "$work/said")"; bad=1; fi
        b=$(seconds "$rust" "$plain")
        if [ "$(cat "$work/code")" != 0 ]; then echo "NOT ACCEPTED by hissho-check: $file: $(cat "$work/said")"; bad=1; fi
        echo "$a $b $(basename "$file")" >> "$work/rows"
    done
    # Below 0.02 s of hissho-check the clock says little: such files count in the sums only.
    awk -v title="$title" '{ n++; a += $1; b += $2; if ($2 >= 0.02 && $1 / $2 > worst) worst = $1 / $2 }
        END { if (!n) { print "| " title " | 0 | | | | |"; exit 1 }
              printf "| %s | %d | %.2f | %.2f | %.1f | %.1f |\n", title, n, a, b, a / (b > 0 ? b : 0.001), worst
              exit (a > 50 * b || worst > 50) }' "$work/rows" || bad=1
}

group '7×7 Hex' "$proofs"/hex/7x7/*
group '8×8 Hex' "$proofs"/hex/8x8/*
group '9×9 Hex, centre' "$proofs"/hex/9x9/55*
group 'Connect-Four' "$proofs"/line_games/connect4*/*
group Otrio "$proofs"/line_games/otrio*/*

# Files named Exhausted are made to use up the steps of hissho-check, which are its own affair.
refused=0 gave_up=0 not_read=0 all=0
for file in "$root"/crates/certificate/tests/refusals/*/*.cert; do
    case $file in */Exhausted*) continue ;; esac
    all=$((all + 1))
    timeout 120 "$formal" "$file" > "$work/said" 2>&1
    case $? in
    1) refused=$((refused + 1)) ;;
    3) gave_up=$((gave_up + 1)) ;;
    2) not_read=$((not_read + 1)); grep -q 'cannot read this kind' "$work/said" || { echo "NOT REFUSED: $file: $(cat "$work/said")"; bad=1; } ;;
    *) echo "NOT REFUSED: $file: $(cat "$work/said")"; bad=1 ;;
    esac
done
echo "refusal corpus, $all files: $refused refused, $gave_up given up, $not_read of kinds that are not read here"
exit $bad
