/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds words for the keys of figures in a report ("dead_ends": "LIDs with lost packets"): in a table here, or among
 * the columns of a comparison (compare.h), else from the key itself.
 */
#include "evaluator/plot/page/html_heads.h"

#include "evaluator/report/compare.h"

static const struct {
	const char *key, *words;
} heads[] = {
	/* groups */
	{"change", "what is to be written"},
	{"routings", "both routings"},
	{"hot", "the fullest cables"},
	{"failures", "the worst failures"},
	{"single_points", "nodes that would be cut off"},
	{"lanes", "virtual lanes"},
	{"jobs_together", "all jobs at once"},
	{"jobs", "each job alone"},
	{"transition", "while the tables are exchanged"},
	{"loads", "under load"},
	/* figures */
	{"mft_blocks_changed", "multicast blocks changed"},
	{"sl2vl_changed", "SL to VL maps changed"},
	{"under_way", "packets at a time"},
	{"round_trip", "microseconds to an answer"},
	{"pairs_changed_sl", "pairs with another SL"},
	{"loops", "LIDs with forwarding loops"},
	{"dead_ends", "LIDs with lost packets"},
	{"dropped", "LIDs sent to VL 15"},
	{"old_free", "free, present tables alone"},
	{"new_free", "free, new tables alone"},
	{"pairs_added", "pairs that are new"},
	{"pairs_gone", "pairs that are lost"},
	/* columns */
	{"own_hosts", "hosts on it"},
	{"hosts_cut", "hosts cut off"},
	{"pairs_cut", "pairs cut off"},
	{"entries", "entries to change"},
	{"blocks", "blocks to write"},
	{"peer_port", "its port"},
	{"load_now", "routes now"},
	{"load_new", "routes then"},
	{"rank_now", "place now"},
	{"rank_new", "place then"},
	{"vl", "VL"},
	{"channels_now", "channels now"},
	{"channels_new", "channels then"},
	{"dependencies_now", "dependencies now"},
	{"dependencies_new", "dependencies then"},
	{"cyclic_now", "credit loop now"},
	{"cyclic_new", "credit loop then"},
	{"ebb_now", "bandwidth now"},
	{"ebb_new", "bandwidth then"},
	{"cable_now", "fullest cable now"},
	{"cable_new", "fullest cable then"},
	{"latency", "latency (slots)"},
	{"latency_99", "99 % of latencies (slots)"},
	{"least", "accepted of the least host"},
	{"stopped", "stops for ever"},
};

char *html_words_of(const char *key)
{
	for (guint i = 0; i < G_N_ELEMENTS(heads); i++)
		if (g_str_equal(heads[i].key, key))
			return g_strdup(heads[i].words);
	for (const CompareColumn *column = compare_columns; column->key; column++)
		if (g_str_equal(column->key, key))
			return g_strdup(column->words);
	return g_strdelimit(g_strdup(key), "_", ' ');
}

char *html_heading_of(const char *key)
{
	char *words = html_words_of(key);
	words[0] = g_ascii_toupper(words[0]);
	return words;
}
