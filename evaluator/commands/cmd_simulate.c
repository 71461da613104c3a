/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What simulate.h finds of one set of tables: options in, figures out. */
#include "evaluator/commands/command.h"

#include "core/base/error.h"
#include "evaluator/commands/idle.h"
#include "evaluator/commands/progress.h"
#include "evaluator/commands/simulate_report.h"
#include "evaluator/commands/subset_given.h"
#include "evaluator/patterns/pattern_kinds.h"
#include "evaluator/simulate/sim_confirm.h"
#include "formats/input.h"

#include <string.h>

extern const EvalCommand command_simulate;

#define MAX_THREADS 1024
#define MAX_PACKET 4096

static SimTraffic *traffic;
static gdouble load[SIM_MOST_LOADS] = {1};
static guint32 n_loads = 1;
static gint64 buffer = 4, backlog = 64, slots = 10000, warmup = 2000, runs = 1, seed = 1, threads, sl = EVAL_UNSET;
static gint64 delay, packet = 2048;
static SimQueue queue = SIM_FIFO;
static guint8 weight[SL_COUNT] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
static gboolean equal, linear, weights_given, packet_given;

static gboolean bad_value(GError **error, const char *option, const char *takes, const char *value)
{
	g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "%s takes %s, not '%s'", option, takes, value);
	return FALSE;
}

static gboolean take_traffic(const char *name, const char *value, gpointer data, GError **error)
{
	(void)name, (void)data;
	g_clear_pointer(&traffic, sim_traffic_free);
	traffic = sim_traffic_new(value, error);
	return traffic != NULL;
}

static gboolean take_loads(const char *name, const char *value, gpointer data, GError **error)
{
	g_auto(GStrv) word = g_strsplit(value, ",", -1);
	char *end = NULL;
	(void)name, (void)data;
	for (n_loads = 0; word[n_loads] && n_loads < SIM_MOST_LOADS; n_loads++) {
		gdouble at = load[n_loads] = g_ascii_strtod(word[n_loads], &end);
		if (end == word[n_loads] || *end || !(at > 0 && at <= 1) || (n_loads && at <= load[n_loads - 1]))
			return bad_value(error, "--load", "numbers above 0, up to 1, ascending, with commas between",
					 value);
	}
	return n_loads && !word[n_loads] ? TRUE : bad_value(error, "--load", "1 to 256 numbers", value);
}

static gboolean take_queue(const char *name, const char *value, gpointer data, GError **error)
{
	(void)name, (void)data;
	queue = g_str_equal(value, "voq") ? SIM_VOQ : SIM_FIFO;
	return queue == SIM_VOQ || g_str_equal(value, "fifo") || bad_value(error, "--queue", "fifo or voq", value);
}

static gboolean take_mapping(const char *name, const char *value, gpointer data, GError **error)
{
	(void)name, (void)data;
	linear = g_str_equal(value, "linear");
	return linear || g_str_equal(value, "random") || bad_value(error, "--mapping", "random or linear", value);
}

/* VL:WEIGHT,VL:WEIGHT.. as OpenSM writes them. */
static gboolean take_weights(const char *name, const char *value, gpointer data, GError **error)
{
	g_auto(GStrv) word = g_strsplit(value, ",", -1);
	(void)name, (void)data;
	weights_given = TRUE;
	for (guint i = 0; word[i]; i++) {
		char *end;
		guint64 vl = g_ascii_strtoull(word[i], &end, 10),
			n = *end == ':' ? g_ascii_strtoull(end + 1, &end, 10) : 0;
		if (!g_ascii_isdigit(*word[i]) || *end || vl >= LANES_DROP || n < 1 || n > G_MAXUINT8)
			return bad_value(error, "--vl-weights", "VL:WEIGHT,.., VLs 0 to 14 and weights 1 to 255",
					 value);
		weight[vl] = (guint8)n;
	}
	return word[0] ? TRUE : bad_value(error, "--vl-weights", "VL:WEIGHT,..", value);
}

static gboolean take_packet(const char *name, const char *value, gpointer data, GError **error)
{
	char *end;
	(void)name, (void)data;
	packet_given = TRUE;
	packet = g_ascii_strtoll(value, &end, 10);
	return (*value && !*end && packet >= 1 && packet <= MAX_PACKET) ||
	       bad_value(error, "--packet", "a number of bytes from 1 to 4096", value);
}

static const GOptionEntry options[] = {
	{"traffic", 't', 0, G_OPTION_ARG_CALLBACK, take_traffic,
	 "uniform, shift, hotspot:N, incast:N, or a pattern of `pattern` (uniform)", "TRAFFIC"},
	{"load", 'l', 0, G_OPTION_ARG_CALLBACK, take_loads, "Offered loads, of a host's cable; 1: saturated (1)",
	 "L1,L2,.."},
	{"queue", 0, 0, G_OPTION_ARG_CALLBACK, take_queue,
	 "What may leave an input buffer: its head, or a packet for each output (fifo)", "fifo|voq"},
	{"buffer", 'b', 0, G_OPTION_ARG_INT64, &buffer, "Packets of an input buffer, a port and lane (4)", "N"},
	{"backlog", 0, 0, G_OPTION_ARG_INT64, &backlog, "Packets that wait at a host at most (64)", "N"},
	{"delay", 0, 0, G_OPTION_ARG_INT64, &delay, "Slots that a packet or credit takes on a cable besides (0)", "N"},
	{"packet", 0, 0, G_OPTION_ARG_CALLBACK, take_packet, "Bytes of a packet, to tell slots as time (2048)",
	 "BYTES"},
	{"equal-links", 0, 0, G_OPTION_ARG_NONE, &equal, "All links are as fast, whatever the topology says", NULL},
	{"sl", 0, 0, G_OPTION_ARG_INT64, &sl, "All packets are on this SL: applications that ask nobody for theirs",
	 "SL"},
	{"vl-weights", 0, 0, G_OPTION_ARG_CALLBACK, take_weights, "VL arbitration: packets in a row (1 each)",
	 "VL:N,.."},
	{"mapping", 0, 0, G_OPTION_ARG_CALLBACK, take_mapping, "Order of the hosts for a pattern (random)",
	 "random|linear"},
	{"slots", 'n', 0, G_OPTION_ARG_INT64, &slots, "Slots that are measured (10000)", "N"},
	{"warmup", 0, 0, G_OPTION_ARG_INT64, &warmup, "Slots before them (2000)", "N"},
	{"runs", 0, 0, G_OPTION_ARG_INT64, &runs, "Runs of each load, each drawn anew (1)", "N"},
	{"seed", 0, 0, G_OPTION_ARG_INT64, &seed, "Seed of the random numbers (1)", "S"},
	{"threads", 0, 0, G_OPTION_ARG_INT64, &threads, "Threads; never changes the result (0: one a core)", "T"},
	SUBSET_OPTION,
	{0},
};

static gboolean check(GError **error)
{
	return eval_in_range("--buffer", buffer, 1, SIM_MOST_BUFFER, error) &&
	       eval_in_range("--backlog", backlog, 1, SIM_MOST_BACKLOG, error) &&
	       eval_in_range("--delay", delay, 0, SIM_MOST_DELAY, error) &&
	       eval_is_count("--sl", sl, 0, SL_COUNT - 1, error) &&
	       eval_in_range("--slots", slots, 1, SIM_MOST_SLOTS, error) &&
	       eval_in_range("--warmup", warmup, 0, SIM_MOST_SLOTS, error) &&
	       eval_in_range("--runs", runs, 1, SIM_MOST_RUNS, error) &&
	       eval_in_range("--seed", seed, 0, G_MAXINT64, error) &&
	       eval_in_range("--threads", threads, 0, MAX_THREADS, error);
}

/* The pairs that a file describes. */
static gboolean read_pairs(SimTraffic *t, GError **error)
{
	if (!t->pattern || !t->pattern->file)
		return TRUE;
	RankPairs *pairs = input_rank_pairs(t->pattern->file, error);
	return pairs && pattern_take_file(t->pattern, pairs, rank_pairs_free, error);
}

static gboolean make_traffic(const Case *subject, GError **error)
{
	if (!traffic)
		traffic = sim_traffic_new("uniform", error);
	traffic->linear = linear;
	return read_pairs(traffic, error) && sim_traffic_fit(traffic, subject->paths->n_part, error);
}

static SimFacts *simulate(const Case *subject, const Lanes *lanes, SimOptions *how, GError **error)
{
	Progress progress = PROGRESS_START("slots");
	*how = (SimOptions){.traffic = traffic,
			    .load = load,
			    .n_loads = n_loads,
			    .runs = (guint32)runs,
			    .slots = (guint32)slots,
			    .warmup = (guint32)warmup,
			    .buffer = (guint32)buffer,
			    .backlog = (guint32)backlog,
			    .delay = (guint32)delay,
			    .queue = queue,
			    .equal = equal,
			    .seed = (guint64)seed,
			    .threads = (guint)threads,
			    .progress = subject->show_progress ? progress_draw : NULL,
			    .user = &progress};
	memcpy(how->weight, weight, sizeof weight);
	SimFacts *facts = sim_facts_new(lanes, how, error);
	progress_clear(&progress);
	return facts;
}

static const SimTally *first_stop(const SimFacts *facts)
{
	for (guint32 i = 0; i < facts->n_loads; i++)
		if (facts->load[i].stopped)
			return &facts->load[i];
	return NULL;
}

static void say_idle(const Case *subject, const SimFacts *facts)
{
	if (linear && !traffic->pattern)
		idle_say(subject, "--mapping", "only patterns have ranks");
	if (weights_given && facts->net->n_lanes == 1)
		idle_say(subject, "--vl-weights", "there is one virtual lane");
	if (packet_given && (equal || !facts->net->slot_mbps))
		idle_say(subject, "--packet", "the rate of cables is not known");
	if (sl != EVAL_UNSET && facts->net->n_lanes == 1 && !subject->path_sl)
		idle_say(subject, "--sl", "packets are on one virtual lane anyway");
}

static EvalResult run(const Case *subject, Report **report, GError **error)
{
	SimOptions how;
	g_autoptr(Lanes) lanes = sl == EVAL_UNSET
					 ? lanes_new(subject->paths, subject->path_sl, subject->sl2vl, error)
					 : lanes_new_any(subject->paths, subject->sl2vl, 1u << sl, (guint)sl, error);
	if (!lanes || !make_traffic(subject, error))
		return EVAL_FAILED;
	g_autoptr(SimFacts) facts = simulate(subject, lanes, &how, error);
	if (!facts)
		return EVAL_FAILED;
	SimAnswer answer = {&how, facts, (guint64)packet, first_stop(facts), 0, sl == EVAL_UNSET ? -1 : (gint)sl};
	if (answer.stop && !sim_confirm(lanes, answer.stop->cycle, answer.stop->n_cycle, &answer.confirmed, error))
		return EVAL_FAILED;
	say_idle(subject, facts);
	*report = report_new("Packets of %s traffic with %s on %s", traffic->name, subject->tables_name,
			     subject->topology_name);
	simulate_report(*report, subject, &answer);
	gboolean lost = FALSE;
	for (guint32 i = 0; i < facts->n_loads; i++)
		lost |= facts->load[i].lost || facts->load[i].dropped;
	return answer.stop || lost ? EVAL_DOES_NOT : EVAL_HOLDS;
}

const EvalCommand command_simulate = {
	.name = "simulate",
	.summary = "what packets get, with buffers and credits",
	.options = options,
	.check = check,
	.name_files = subset_given_name,
	.run = run,
};
