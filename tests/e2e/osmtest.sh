# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
#
# OpenSM's own osmtest against a running subnet manager, its log as a list of tests. Source functions.sh first.
#
# A list has a line for each test, tab-separated: flow, test, result, how many times. A test is a line of osmtest's log
# that says what it does now ("Checking ..", "Getting ..") with LIDs, GUIDs and names it makes up left out; its result
# is "pass", or "fail" and the first error after it that osmtest does not declare as expected.

: "${work:?}" "${builddir:?}"
readonly FLOW_TIMEOUT=60    # seconds for one flow
readonly ANSWER_TIMEOUT=300 # milliseconds for an answer; osmtest waits four times as long. Two requests get none, ever.
readonly FLOOD_ANSWER_TIMEOUT=2000 # where each gets one
readonly FLOOD_TIMEOUT=30   # seconds until a flood has an account to give

requires_osmtest() {
	requires osmtest
	# What umad2sim does not do for answers of more than a packet, and for requests without one.
	sim_preload=$builddir/tests/e2e/libsimrmpp.so
	[ -e "$sim_preload" ] || missing "$sim_preload"
}

osmtest_line() { # NAME [OPTION..]
	local name=$1
	shift
	line=("${simulated[@]}" stdbuf -oL osmtest -i "$inventory" -t "$ANSWER_TIMEOUT" -l "$work/osmtest.$name.log" "$@")
	rm -f "$work/osmtest.$name.log" "$work/osmtest.$name.out"
}

tests_in_log() { # FLOW LOG
	awk -v flow="$1" '
		function done(    key) {
			if (test == "") return
			key = flow "\t" test "\t" (error == "" ? "pass" : "fail: " error)
			if (!times[key]++) order[++keys] = key
			test = error = ""
		}
		/Expecting Errors - START/ { block = 1 }
		/Expecting Errors  -  END/ { block = 0 }
		/IS EXPECTED ERROR \^\^\^\^/ { error = "" }
		/ ERR [0-9A-F]+: / && !block && error == "" { error = $0; sub(/.* -> /, "", error); gsub(/0x[0-9A-Fa-f]+/, "#", error) }
		/ -> / { place = $0; sub(/.* -> /, "", place); sub(/:.*/, "", place) }
		/ ERR / { next }
		/(Check|Checking|Getting|Validating|Verifying|Trying|Sending|Registering|Obtaining|Joining|Comparing|Cleanup|creating|Query for|GetTable of|Total of|Expected and found|Received [0-9]+) / {
			done()
			test = $0
			sub(/.* -> [^:]*: */, "", test)
			gsub(/0x[0-9A-Fa-f]+/, "#", test)
			gsub(/srvc[.0-9]+/, "srvc.#", test)
			gsub(/[ \t]+/, " ", test)
			sub(/^ /, "", test)
			# How many are left to compare depends on which leases are over by then.
			if (place ~ /get_all_services/) sub(/Received [0-9]+/, "Received some", test)
			if (place ~ /get_all_services/ && test ~ /Comparing/) { test = ""; next }
			test = place ": " test
		}
		END { done(); for (i = 1; i <= keys; i++) print order[i] "\t" times[order[i]] }' "$2"
}

# The flow as a whole: what osmtest says at its end and its status.
whole_flow() { # FLOW NAME STATUS
	local said first
	said=$(sed -n 's/^OSMTEST: TEST "\(.*\)" \([A-Z]*\)$/\1 \2/p' "$work/osmtest.$2.out")
	if [ "$3" = 0 ] && [ "${said##* }" = PASS ]; then
		printf '%s\tthe whole flow\tpass\t1\n' "$1"
	else
		first=$(sed -n 's/.* -> \(.* ERR .*\)/\1/p' "$work/osmtest.$2.log" 2>/dev/null | tail -n 1)
		printf '%s\tthe whole flow\tfail: status %s, %s, %s\t1\n' "$1" "$3" "${said:-no result}" "${first:-no error}"
	fi
}

# A flow to its end; its tests are added to the list.
run_flow() { # FLOW LIST [OPTION..]
	local flow=$1 list=$2 status
	shift 2
	osmtest_line "$flow" -f "$flow" -vf 7 "$@"
	bounded "$FLOW_TIMEOUT" "osmtest.$flow.out" "${line[@]}"
	status=$?
	add_tests "$flow" "$list" $status
}

opensm_lives() { # FLOW
	kill -0 "${opensm_pid:?}" 2>/dev/null || fail "OpenSM ends in flow $1"
}

add_tests() { # FLOW LIST STATUS
	opensm_lives "$1"
	[ ! -f "$work/osmtest.$1.log" ] || tests_in_log "$1" "$work/osmtest.$1.log" >>"$work/$2"
	whole_flow "$1" "$1" "$3" >>"$work/$2"
}

# A flow beside others: start, then collect.
start_flow() { # FLOW
	osmtest_line "$1" -f "$1" -vf 7 -d 2
	launch "osmtest.$1.out" timeout -k 5 "$FLOW_TIMEOUT" setpriv --pdeathsig KILL "${line[@]}"
	flow_pid=$!
}

end_flow() { # FLOW LIST
	local status
	wait "$flow_pid"
	status=$?
	forget "$flow_pid"
	add_tests "$1" "$2" $status
}

has_account() { grep -qs 'Querying .* took' "$work/osmtest.$1.out"; }

# A flood has no end that could be waited for: it is stopped when it gives its first account, after thousands of queries.
run_flood() { # STRESS LIST
	local name=f$1 result=pass pid
	osmtest_line "$name" -f f -s "$1" -vf 1 -t "$FLOOD_ANSWER_TIMEOUT"
	launch "osmtest.$name.out" setpriv --pdeathsig KILL "${line[@]}"
	pid=$!
	wait_until "$FLOOD_TIMEOUT" "$pid" has_account "$name" || has_account "$name" || result="fail: no account in $FLOOD_TIMEOUT s"
	stop_process "$pid"
	opensm_lives "f -s $1"
	! grep -qs ' ERR ' "$work/osmtest.$name.log" || result="fail: $(sed -n 's/.* -> \(.* ERR .*\)/\1/p' "$work/osmtest.$name.log" | head -n 1)"
	printf 'f -s %s\tthousands of queries\t%s\t1\n' "$1" "$result" >>"$work/$2"
}

# ---- inventories

# What osmtest wrote down, for it to find again. The port of a switch through which a query came in is left out: that
# depends on the order in which OpenSM discovers the fabric, which is not the same each time.
make_inventory() { # LIST
	inventory=$work/inventory.all
	run_flow c "$1"
	inventory=$work/inventory
	sed '/^local_port_num/d' "$work/inventory.all" >"$inventory"
}

# Lines "KIND KEY FIELD VALUE": each field of a record is one.
inventory_fields() { # FILE
	awk '/^DEFINE_/ { kind = substr($1, 8); n = 0; next }
	     /^END/ {
		key = v["node_guid"]
		if (kind == "PORT") key = v["lid"] "/" v["port_num"]
		if (kind == "PATH") key = v["slid"] "/" v["dlid"]
		if (kind == "LINK") key = v["from_lid"] "/" v["from_port_num"]
		for (i = 1; i <= n; i++) print kind, key, f[i], v[f[i]]
		next
	     }
	     { sub(/^# /, "") }
	     /^[a-z_]+ +[^ ]/ && kind != "" { name = $1; sub(/^[a-z_]+ +/, ""); gsub(/ /, "_"); f[++n] = name; v[name] = $0 }' "$1" |
		sort
}

# In which fields two inventories differ, with the number of records: "COUNT KIND FIELD".
inventory_differences() { # FIELDS FIELDS
	comm -3 "$work/$1" "$work/$2" | awk '{ print $1, $2, $3 }' | sort -u | awk '{ print $1, $3 }' | sort | uniq -c
}
