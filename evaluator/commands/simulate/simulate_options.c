/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads the options of a packet simulation from the command line (traffic, loads, buffers, slots and others), checks
 * them, and makes SimOptions of them.
 */
#include "evaluator/commands/simulate/simulate_options.h"

#include "core/base/error.h"
#include "evaluator/patterns/pattern_kinds.h"
#include "formats/input.h"

#include <string.h>

#define MAX_PACKET 4096
#define PACKET_HEADERS 26

SimulateGiven simulate_given = {.load = {1},
				.n_loads = 1,
				.buffer = 4,
				.backlog = 64,
				.slots = 10000,
				.warmup = 2000,
				.runs = 1,
				.packet = 2048,
				.cables = 10,
				.sl = EVAL_UNSET,
				.weight = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}};

gboolean simulate_take_traffic(const char *name, const char *value, gpointer data, GError **error)
{
	(void)name, (void)data;
	g_clear_pointer(&simulate_given.traffic, sim_traffic_free);
	simulate_given.traffic = sim_traffic_new(value, error);
	return simulate_given.traffic != NULL;
}

gboolean simulate_take_loads(const char *name, const char *value, gpointer data, GError **error)
{
	g_auto(GStrv) word = g_strsplit(value, ",", -1);
	char *end = NULL;
	(void)name, (void)data;
	for (simulate_given.n_loads = 0; word[simulate_given.n_loads] && simulate_given.n_loads < SIM_MOST_LOADS;
	     simulate_given.n_loads++) {
		gdouble at = simulate_given.load[simulate_given.n_loads] =
			g_ascii_strtod(word[simulate_given.n_loads], &end);
		if (end == word[simulate_given.n_loads] || *end || !(at > 0 && at <= 1) ||
		    (simulate_given.n_loads && at <= simulate_given.load[simulate_given.n_loads - 1]))
			return eval_bad_value("--load", "numbers above 0, up to 1, ascending, with commas between",
					      value, error);
	}
	return simulate_given.n_loads && !word[simulate_given.n_loads]
		       ? TRUE
		       : eval_bad_value("--load", "1 to 256 numbers", value, error);
}

gboolean simulate_take_queue(const char *name, const char *value, gpointer data, GError **error)
{
	(void)name, (void)data;
	simulate_given.queue = g_str_equal(value, "voq") ? SIM_VOQ : SIM_FIFO;
	return simulate_given.queue == SIM_VOQ || g_str_equal(value, "fifo") ||
	       eval_bad_value("--queue", "fifo or voq", value, error);
}

gboolean simulate_take_mapping(const char *name, const char *value, gpointer data, GError **error)
{
	(void)name, (void)data;
	simulate_given.linear = g_str_equal(value, "linear");
	return simulate_given.linear || g_str_equal(value, "random") ||
	       eval_bad_value("--mapping", "random or linear", value, error);
}

/* VL:WEIGHT,VL:WEIGHT.. as OpenSM writes them. */
gboolean simulate_take_weights(const char *name, const char *value, gpointer data, GError **error)
{
	g_auto(GStrv) word = g_strsplit(value, ",", -1);
	(void)name, (void)data;
	simulate_given.weights_given = TRUE;
	for (guint i = 0; word[i]; i++) {
		char *end;
		guint64 vl = g_ascii_strtoull(word[i], &end, 10),
			n = *end == ':' ? g_ascii_strtoull(end + 1, &end, 10) : 0;
		if (!g_ascii_isdigit(*word[i]) || *end || vl >= LANES_DROP || n < 1 || n > G_MAXUINT8)
			return eval_bad_value("--vl-weights", "VL:WEIGHT,.., VLs 0 to 14 and weights 1 to 255", value,
					      error);
		simulate_given.weight[vl] = (guint8)n;
	}
	return word[0] ? TRUE : eval_bad_value("--vl-weights", "VL:WEIGHT,..", value, error);
}

gboolean simulate_take_packet(const char *name, const char *value, gpointer data, GError **error)
{
	char *end;
	(void)name, (void)data;
	simulate_given.packet_given = TRUE;
	simulate_given.packet = g_ascii_strtoll(value, &end, 10);
	return (*value && !*end && simulate_given.packet >= 1 && simulate_given.packet <= MAX_PACKET) ||
	       eval_bad_value("--packet", "a number of bytes from 1 to 4096", value, error);
}

/* Headers and checksums of a packet inside a subnet are added: LRH 8, BTH 12, ICRC 4, VCRC 2 bytes. */
gboolean simulate_take_mtu(const char *name, const char *value, gpointer data, GError **error)
{
	static const char *const mtus[] = {"256", "512", "1024", "2048", "4096", NULL};
	(void)name, (void)data;
	if (!g_strv_contains(mtus, value))
		return eval_bad_value("--mtu", "256, 512, 1024, 2048 or 4096", value, error);
	simulate_given.mtu = g_ascii_strtoll(value, NULL, 10);
	return TRUE;
}

/* --mtu is another way to say --packet. */
static gboolean settle_packet(GError **error)
{
	SimulateGiven *g = &simulate_given;
	if (!g->mtu)
		return TRUE;
	if (g->packet_given)
		return sssp_error_usage(error, "--packet and --mtu say the same: give one of them");
	g->packet = g->mtu + PACKET_HEADERS;
	return TRUE;
}

gboolean simulate_check(GError **error)
{
	const SimulateGiven *g = &simulate_given;
	return settle_packet(error) && eval_in_range("--buffer", g->buffer, 1, SIM_MOST_BUFFER, error) &&
	       eval_in_range("--backlog", g->backlog, 1, SIM_MOST_BACKLOG, error) &&
	       eval_in_range("--delay", g->delay, 0, SIM_MOST_DELAY, error) &&
	       eval_is_count("--sl", g->sl, 0, SL_COUNT - 1, error) &&
	       eval_in_range("--slots", g->slots, 1, SIM_MOST_SLOTS, error) &&
	       eval_in_range("--warmup", g->warmup, 0, SIM_MOST_SLOTS, error) &&
	       eval_in_range("--runs", g->runs, 1, SIM_MOST_RUNS, error) &&
	       eval_in_range("--cables", g->cables, 0, G_MAXUINT32, error) && drawn_given_check(error);
}

/* The pairs that a file describes. */
static gboolean read_pairs(SimTraffic *t, GError **error)
{
	if (!t->pattern || !t->pattern->file || t->pattern->pairs)
		return TRUE;
	RankPairs *pairs = input_rank_pairs(t->pattern->file, error);
	return pairs && pattern_take_file(t->pattern, pairs, rank_pairs_free, error);
}

static gboolean make_traffic(guint32 hosts, GError **error)
{
	SimulateGiven *g = &simulate_given;
	if (!g->traffic)
		g->traffic = sim_traffic_new("uniform", error);
	g->traffic->linear = g->linear;
	if (g->traffic->pattern && g->traffic->pattern->ranks) /* of the same hosts, for another routing */
		return TRUE;
	return read_pairs(g->traffic, error) && sim_traffic_fit(g->traffic, hosts, error);
}

gboolean simulate_options(guint32 hosts, SimOptions *how, GError **error)
{
	const SimulateGiven *g = &simulate_given;
	if (!make_traffic(hosts, error))
		return FALSE;
	*how = (SimOptions){.traffic = g->traffic,
			    .load = g->load,
			    .n_loads = g->n_loads,
			    .runs = (guint32)g->runs,
			    .slots = (guint32)g->slots,
			    .warmup = (guint32)g->warmup,
			    .buffer = (guint32)g->buffer,
			    .backlog = (guint32)g->backlog,
			    .delay = (guint32)g->delay,
			    .queue = g->queue,
			    .equal = g->equal,
			    .seed = (guint64)drawn_given.seed,
			    .threads = (guint)drawn_given.threads};
	memcpy(how->weight, g->weight, sizeof how->weight);
	return TRUE;
}
