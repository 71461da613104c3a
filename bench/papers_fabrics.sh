# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
#
# What bench/PAPERS.md was measured on: for papers.sh, which writes it, and figures.sh, which looks whether it is still so.

# Random bisections: large fabrics vary less from one to the next.
patterns() { # FABRIC
	case $1 in
	thunderbird | ranger) echo 200 ;;
	*) echo 1000 ;;
	esac
}

# ---- Fig. 6 of the paper of 2009

# A ring A B C D E F with endpoint 3 on A, 1 on E, 2 on F and 4, 5, 6 on D, as far as its text says; GUIDs so that endpoints come
# in their order.
figure_6() {
	awk 'BEGIN {
		n = split("E F A D B C", name); split("DF EA FB CE AC BD", cables); split("1 1 1 3 0 0", hosts)
		for (i = 1; i <= n; i++) id[name[i]] = i
		for (i = 1; i <= n; i++) {
			printf "vendid=0x2c9\ndevid=0xbd36\nswitchguid=0x%016x\nSwitch 5 \"S-%016x\"\t\t# \"%s\" base port 0 lid %d lmc 0\n",
				i, i, name[i], 20 + i
			for (c = 1; c <= 2; c++) {
				to = id[substr(cables[i], c, 1)]
				printf "[%d]\t\"S-%016x\"[%d]\n", c, to, index(cables[to], name[i])
			}
			for (h = 1; h <= hosts[i]; h++) printf "[%d]\t\"H-%016x\"[1]\n", 2 + h, 16 + ++at
			print ""
		}
		for (i = 1; i <= n; i++) for (h = 1; h <= hosts[i]; h++) {
			k++
			printf "vendid=0x2c9\ndevid=0x673c\ncaguid=0x%016x\nCa 1 \"H-%016x\"\t\t# \"%d\"\n", 16 + k, 16 + k, k
			printf "[1](%016x) \t\"S-%016x\"[%d]\t\t# lid %d lmc 0 \"%s\" lid %d 4xQDR\n\n", 16 + k, i, 2 + h, k, name[i],
				20 + i
		}
	}'
}
