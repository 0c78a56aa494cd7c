# Prints the statements of the theorems of Coq files, one per line: name, file, statement.
#
# A statement is the text of the file, from `Theorem` (or `Lemma`, ...) to the full stop before `Proof`, on one line, without comments. What a section
# assumes, its variables and hypotheses, stands before it in square brackets.
#
#   awk -f statements.awk theories/*.v checkers/*.v

function one_line(text) { gsub(/[ \t\n]+/, " ", text); sub(/^ /, "", text); sub(/ $/, "", text); return text }

# The line without what is in comments; `depth` of comments is kept from line to line.
function uncommented(line,    out, i, two) {
    out = ""
    for (i = 1; i <= length(line); i++) {
        two = substr(line, i, 2)
        if (two == "(*") { depth++; i++ }
        else if (two == "*)" && depth) { depth--; i++ }
        else if (!depth) out = out substr(line, i, 1)
    }
    return out
}

FNR == 1 { depth = 0; open = ""; sections = 0; kind = "" }

{
    line = uncommented($0)
    if (!open) {
        if (line ~ /^Section /) { sections++; assumed[sections] = ""; next }
        if (line ~ /^End / && sections) { sections--; next }
        if (line ~ /^(Variable|Variables|Hypothesis|Hypotheses|Context) / && sections) kind = "assumed"
        else if (line ~ /^(Theorem|Lemma|Corollary) /) kind = "theorem"
        else next
        text = ""
        open = 1
    }
    text = text "\n" line
    if (line ~ /[.][ \t]*$/ || line ~ /[.] Proof/) {
        open = ""
        text = one_line(text)
        if (kind == "assumed") assumed[sections] = assumed[sections] (assumed[sections] == "" ? "" : " ") text
        else {
            split(text, word, " ")
            name = word[2]
            sub(/:$/, "", name)
            before = ""
            for (i = 1; i <= sections; i++) if (assumed[i] != "") before = before (before == "" ? "" : " ") assumed[i]
            print name "\t" FILENAME "\t" (before == "" ? "" : "[" before "] ") text
        }
    }
}
