# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
# Completion for sssp-topo, sssp-route, sssp-eval, sssp-check and sssp-status. What there is to complete is asked of the programs themselves, so
# that it is always what they know.

# The options that a program's --help names.
_sssp_options() { # PROGRAM [COMMAND]
	"$@" --help 2>/dev/null | grep -oE -- '(^|[ ,[])--?[a-zA-Z][a-zA-Z0-9-]*' | grep -oE -- '--?[a-zA-Z][a-zA-Z0-9-]*' | sort -u
}

# Names indented by two blanks, and whatever is said of them behind more, in a section of --help.
_sssp_names() { # SECTION PROGRAM [COMMAND]
	"${@:2}" --help 2>/dev/null | sed -n "/$1:\$/,/^\$/s/^  \([a-z][a-z0-9-]*\)\( .*\)*\$/\1/p"
}

# The words that --help shows as the value of an option: --sends=one|all.
_sssp_choices() { # OPTION PROGRAM [COMMAND]
	"${@:2}" --help 2>/dev/null | sed -n "s/^.* $1=\([a-z]*|[a-zA-Z:|]*\) .*/\1/p" | tr '|' ' ' | sed 's/:FILE/:/'
}

_sssp_words() { # WORD..
	mapfile -t COMPREPLY < <(compgen -W "$*" -- "$word")
}

_sssp_files() {
	mapfile -t COMPREPLY < <(compgen -f -- "$word")
	compopt -o filenames 2>/dev/null
}

# What any SPEC takes after a comma: keys, or the values of PREVIOUS.
_sssp_spec() { # PREVIOUS
	case $1 in
	*,an) _sssp_words "leaf all" ;;
	*,fail) _sssp_words "links: switches: hosts:" ;;
	*)
		local before=
		[[ $word != *,* ]] || before=${word%,*},
		_sssp_words "${before}an= ${before}fail= ${before}seed= ${before}shuffle="
		;;
	esac
	compopt -o nospace 2>/dev/null
}

_sssp_value() { # OPTION: TRUE when its values are known here
	case $1 in
	-a | --algorithm) _sssp_words "$(_sssp_names Algorithms "$program")" ;;
	--sl) _sssp_words "path symmetric asymmetric any" ;;
	--for) _sssp_words "$(_sssp_names Patterns "$program")" ;;
	--rebalance) _sssp_words "auto never" ;;
	*) return 1 ;;
	esac
}

# The first name of a command of sssp-eval: of its patterns, applications or profiles, of which a list is fine.
_sssp_first() {
	local known before=
	mapfile -t known < <(_sssp_names "\(Patterns\|Applications\|Profiles\)" "$program" "$command")
	[ ${#known[@]} -gt 0 ] || return
	[[ $command != app || $word != *,* ]] || before=${word%,*},
	_sssp_words "${known[@]/#/$before}"
}

# Whether the value of an option of sssp-eval is one of some words.
_sssp_choice() { # OPTION
	local known
	case $1 in
	-a | --algorithm) known=$(_sssp_names Algorithms "${program%eval}route") ;;
	--*) known=$(_sssp_choices "$1" "$program" "$command") ;;
	*) return 1 ;;
	esac
	[ -n "$known" ] || return
	_sssp_words "$known"
	[[ ${COMPREPLY[0]-} != *: ]] || compopt -o nospace 2>/dev/null
}

# Whether no name has come yet, only options.
_sssp_is_first() {
	local i
	for ((i = 2; i < COMP_CWORD; i++)); do [[ ${COMP_WORDS[i]} == -* ]] || return; done
}

_sssp() {
	local program=$1 word=$2 previous=$3 command=${COMP_WORDS[1]-}
	COMPREPLY=()
	[ "$previous" != "=" ] || previous=${COMP_WORDS[COMP_CWORD - 2]}
	[ "$word" != "=" ] || { word="" && previous=${COMP_WORDS[COMP_CWORD - 1]}; }
	[ "$program" != "${program%sssp-route}" ] && _sssp_value "$previous" && return
	[[ $program == *sssp-eval && $COMP_CWORD -gt 2 ]] && _sssp_choice "$previous" && return
	if [[ $word == -* ]]; then
		case $program in
		*sssp-eval) _sssp_words "$(_sssp_options "$program" "$command") $(_sssp_options "$program")" ;;
		*) _sssp_words "$(_sssp_options "$program")" ;;
		esac
	elif [[ $program == *sssp-eval && $COMP_CWORD == 1 ]]; then
		_sssp_words "$(_sssp_names Commands "$program")"
	elif [[ $program == *sssp-eval ]] && _sssp_is_first && _sssp_first; then
		return
	elif [[ $program == *sssp-topo && $previous != -o && $previous != --output && $word$previous == *,* ]]; then
		_sssp_spec "$previous"
	elif [[ $program == *sssp-topo && $previous != -o && $previous != --output ]]; then
		_sssp_words "$("$program" --list 2>/dev/null | grep -oE '^[a-z]+:?' | grep -v '^Any')"
		[[ ${COMPREPLY[0]-} != *: ]] || compopt -o nospace 2>/dev/null
	else
		_sssp_files
	fi
}

complete -F _sssp sssp-topo sssp-route sssp-eval sssp-check sssp-status
