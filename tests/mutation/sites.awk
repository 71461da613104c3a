# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#
# Where a fault can be planted, one a line: FILE:LINE:KIND:WHICH (the WHICHth of its kind in the line). With -v seed=N a
# number stands before each, which comes of the seed, the file, the kind and the text of the line and of the one before,
# and of nothing else: the places with the lowest are a draw in which a place stays while others change. With -v plant=FILE
# (lines "NUMBER FILE:LINE:KIND:WHICH"), the one source file given is printed with its faults instead, each of
# them for a process of its own (mutant.h). Only code is looked at: lines that begin with a tab and hold no string.
#
# Each kind is a text and what takes its place. A comparison with one more or one less is the neighbouring comparison:
# in a loop's head the last turn is left out, elsewhere < is <= and so on; == in brackets of its own is !=.

function kinds() {
	split("less atmost more atleast equal unequal plus minus zero yes no and or", kind, " ")
	text["less"] = " < "
	text["atmost"] = " <= "
	text["more"] = " > "
	text["atleast"] = " >= "
	text["equal"] = "[(][^()&|?;,]+ == [^()&|?;,]+[)]"
	text["unequal"] = "[(][^()&|?;,]+ != [^()&|?;,]+[)]"
	text["plus"] = " [+] 1"
	text["minus"] = " - 1"
	text["zero"] = " = 0;"
	text["yes"] = "return TRUE;"
	text["no"] = "return FALSE;"
	text["and"] = "if [(][^()&|]+ && "
	text["or"] = "if [(][^()&|]+ [|][|] "
}

function planted(name, found, number, line,    m) {
	m = "MUTANT(" number ")"
	if (name == "less") return line ~ /for \(/ ? " < -" m " + " : " < " m " + "
	if (name == "atmost") return " <= -" m " + "
	if (name == "more") return " > -" m " + "
	if (name == "atleast") return " >= " m " + "
	if (name == "equal" || name == "unequal") return "(" m " ^ " found ")"
	if (name == "plus" || name == "minus") return found " + " m
	if (name == "zero") return " = " m ";"
	if (name == "yes") return "return !" m ";"
	if (name == "no") return "return " m ";"
	# One half of a condition is passed over.
	if (name == "and") { sub(/if \(/, "if ((" m " || (", found); sub(/ && $/, ")) \\&\\& ", found); gsub(/\\/, "", found); return found }
	sub(/if \(/, "if ((!" m " \\&\\& (", found); sub(/ [|][|] $/, ")) || ", found); gsub(/\\/, "", found); return found
}

# Initialisers, declarations and strings are no places.
function is_code() {
	return /^\t/ && !/"/ && !/'/ && !/^\t+(static|const|\.|case |\*|\/\*|extern)/ && !/g_assert|G_STATIC|G_GNUC|_new0?\(|_new_array|alloc|\/\*/ && !/\[[^]]*[-+] 1\](;| =)/
}

# Below 2^31 - 1; every product is a whole number in awk.
function number_of(name,    h, i) {
	h = 7 + seed
	for (i = 1; i <= length(name); i++)
		h = (h * 48271 + code[substr(name, i, 1)]) % 2147483647
	return h
}

function squeezed(text) {
	gsub(/[\t ]+/, " ", text)
	sub(/^ /, "", text)
	return text
}

BEGIN {
	kinds()
	for (i = 1; i < 127; i++)
		code[sprintf("%c", i)] = i
	while (plant != "" && (getline row < plant) > 0) {
		split(row, part, " ")
		number[part[2]] = part[1]
	}
}

{
	out = ""
	rest = $0
	line = $0
	done = 0
	for (k = 1; is_code() && k in kind; k++) {
		which = 0
		rest = $0
		before = ""
		while (match(rest, text[kind[k]])) {
			site = FILENAME ":" FNR ":" kind[k] ":" ++which
			found = substr(rest, RSTART, RLENGTH)
			after = substr(rest, RSTART + RLENGTH)
			if (kind[k] ~ /^(plus|minus)$/ && after ~ /^[0-9a-zA-Z_.]/) { which--; before = before substr(rest, 1, RSTART + RLENGTH - 1); rest = after; continue }
			if (plant == "" && seed == "") print site
			else if (plant == "") print number_of(FILENAME " " kind[k] which " " squeezed(former) " / " squeezed($0)), site
			else if (site in number && !done) {
				line = before substr(rest, 1, RSTART - 1) planted(kind[k], found, number[site], $0) after
				done = 1
			}
			before = before substr(rest, 1, RSTART + RLENGTH - 1)
			rest = after
		}
	}
	if (plant != "") print line
	former = $0
}
