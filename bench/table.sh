# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
#
# Tab-separated rows, the first one the head, as a Markdown table that is aligned for reading as it is: the first
# column to the left, the others to the right.
markdown_table() {
	awk -F '\t' '
		{ rows++; if (NF > columns) columns = NF; for (i = 1; i <= NF; i++) {
			cell[rows, i] = $i; if (length($i) > width[i]) width[i] = length($i) } }
		END {
			for (r = 1; r <= rows; r++) {
				line = "|"
				for (i = 1; i <= columns; i++)
					line = line sprintf(i == 1 ? " %-" width[i] "s |" : " %" width[i] "s |", cell[r, i])
				print line
				if (r > 1) continue
				line = "|"
				for (i = 1; i <= columns; i++) {
					dashes = sprintf("%" (width[i] + 1) "s", ""); gsub(/ /, "-", dashes)
					line = line (i == 1 ? dashes "-" : dashes ":") "|"
				}
				print line
			}
		}'
}
