/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads the options that describe an application and a machine into a WorkloadSetup, for the commands workload and
 * provision. The options that take a quantity are in a table, each with its unit and range.
 */
#include "evaluator/commands/workload/workload_options.h"

#include "core/base/error.h"
#include "evaluator/commands/idle.h"
#include "evaluator/commands/subset_given.h"
#include "evaluator/patterns/pattern_kinds.h"
#include "formats/input.h"

#include <math.h>
#include <string.h>

#define MAX_PPN 1024
#define GIGA 1e9
#define MOST_SITES 1e18
#define MOST_BYTES 1e15

/*
 * The rates are those of the paper: 3.15 GB/s is a QDR link behind an adapter of its time, with latency folded in, and
 * 30 GB/s the memory of a host.
 */
WorkloadOptions workload_options = {
	.setup = {.sites = WORKLOAD_SITES,
		  .time = 100e-9,
		  .bytes = 1024,
		  .balance = 0.01,
		  .bytes_spread = 0.01,
		  .speeds = {.host = 3.15 * GIGA, .link = 3.15 * GIGA, .memory = 30 * GIGA}},
	.ppn = 1,
};

static char *given; /* names of the options that were given, each between blanks; NULL: none */
static gint64 cores = EVAL_UNSET, iterations = 10;
static char *host_file;
static MappingKind host_order = MAPPING_LINEAR;
static Pattern *pattern;

static void note(const char *name)
{
	g_autofree char *before = given;
	given = g_strdup_printf("%s %s ", before ? before : "", name);
}

gboolean workload_options_given(const char *name)
{
	g_autofree char *word = g_strdup_printf(" %s ", name);
	return given && strstr(given, word);
}

/* Reads a number from `low` to `high`; *end is what follows it. FALSE: there is none. */
static gboolean take_number(const char *text, gdouble low, gdouble high, gdouble *number, char **end)
{
	*number = g_ascii_strtod(text, end);
	return *end != text && isfinite(*number) && *number >= low && *number <= high;
}

typedef struct {
	const char *option;
	gdouble *value;
	gdouble unit;      /* that the option counts in */
	gdouble low, high; /* in that unit */
	const char *takes;
} Quantity;

static const Quantity quantities[] = {
	{"--sites", &workload_options.setup.sites, 1, 1, MOST_SITES, "a number of sites above 0"},
	{"--bytes", &workload_options.setup.bytes, 1, 1, MOST_BYTES, "a number of bytes above 0"},
	{"--balance", &workload_options.setup.balance, 0.01, 0, 100, "percent from 0 to 100"},
	{"--bytes-spread", &workload_options.setup.bytes_spread, 0.01, 0, 100, "percent from 0 to 100"},
	{"--host-rate", &workload_options.setup.speeds.host, GIGA, 1e-6, 1e6, "GB/s above 0"},
	{"--link-rate", &workload_options.setup.speeds.link, GIGA, 1e-6, 1e6, "GB/s above 0"},
	{"--memory-rate", &workload_options.setup.speeds.memory, GIGA, 1e-6, 1e6, "GB/s above 0"},
};

static gboolean take_quantity(const char *name, const char *value, gpointer data, GError **error)
{
	(void)data;
	for (guint i = 0; i < G_N_ELEMENTS(quantities); i++) {
		const Quantity *q = &quantities[i];
		char *end;
		if (!g_str_equal(name, q->option))
			continue;
		if (!take_number(value, q->low, q->high, q->value, &end) || *end)
			return eval_bad_value(name, q->takes, value, error);
		*q->value *= q->unit;
		note(name);
	}
	return TRUE;
}

static gboolean take_time(const char *name, const char *value, gpointer data, GError **error)
{
	static const struct {
		const char *name;
		gdouble seconds;
	} units[] = {{"ns", 1e-9}, {"us", 1e-6}, {"ms", 1e-3}, {"s", 1}};
	char *end;
	gdouble number;
	(void)data;
	if (take_number(value, 0, 1e9, &number, &end))
		for (guint i = 0; i < G_N_ELEMENTS(units); i++)
			if (g_str_equal(end, units[i].name) || (number <= 0 && !*end)) {
				workload_options.setup.time = number * units[i].seconds;
				return TRUE;
			}
	return eval_bad_value(name, "a time: 0, or a number and ns, us, ms or s", value, error);
}

/* The place of a word in a list of them, -1 when it is none. */
static gint find_word(const char *const *words, const char *word)
{
	for (gint i = 0; words[i]; i++)
		if (g_str_equal(words[i], word))
			return i;
	return -1;
}

static const char *const cells_words[] = {"curve", "rows", "random", NULL}, *const sends_words[] = {"one", "all", NULL},
			 *const blocking_words[] = {"partial", "full", NULL};

static gboolean take_choice(const char *name, const char *value, gpointer data, GError **error)
{
	gboolean cells = g_str_equal(name, "--cells"), sends = g_str_equal(name, "--sends");
	const char *const *words = cells ? cells_words : sends ? sends_words : blocking_words;
	gint choice = find_word(words, value);
	(void)data;
	note(name);
	if (choice < 0) {
		g_autofree char *list = g_strjoinv(" or ", (char **)words);
		return eval_bad_value(name, list, value, error);
	}
	if (cells)
		workload_options.setup.cells = (WorkloadCells)choice;
	else if (sends)
		workload_options.setup.sends = (WorkloadSends)choice;
	else
		workload_options.setup.speeds.blocking = (WorkloadBlocking)choice;
	return TRUE;
}

static gboolean take_hosts(const char *name, const char *value, gpointer data, GError **error)
{
	(void)data;
	g_clear_pointer(&host_file, g_free);
	workload_options.setup.spread = g_str_equal(value, "spread");
	if (g_str_has_prefix(value, "file:") && value[5] && !g_str_equal(value + 5, "-")) {
		host_order = MAPPING_FILE;
		host_file = g_strdup(value + 5);
		return TRUE;
	}
	host_order = MAPPING_LINEAR;
	if (workload_options.setup.spread ||
	    (mapping_kind_find(value, &host_order) && (host_order == MAPPING_LINEAR || host_order == MAPPING_GUID)))
		return TRUE;
	return eval_bad_value(name, "linear, guid, spread or file:FILE", value, error);
}

#define CALLBACK(name, function, text, argument)                                                                       \
	{                                                                                                              \
		name, 0, 0, G_OPTION_ARG_CALLBACK, (gpointer)(function), text, argument                                \
	}

const GOptionEntry workload_option_entries[] = {
	{"cores", 0, 0, G_OPTION_ARG_INT64, &cores, "Cores (as many as there are)", "N"},
	{"ppn", 0, 0, G_OPTION_ARG_INT64, &workload_options.ppn, "Cores of a host (1)", "N"},
	{"iterations", 'n', 0, G_OPTION_ARG_INT64, &iterations, "Times that cores compute and send (10)", "N"},
	CALLBACK("sites", take_quantity, "Sites of the whole problem (2^30)", "N"),
	CALLBACK("time", take_time, "Computing time of a site: 1us, 100ns .. (100ns)", "TIME"),
	CALLBACK("bytes", take_quantity, "Bytes that an edge site sends (1024)", "N"),
	CALLBACK("balance", take_quantity, "Standard deviation of computing times (1)", "PERCENT"),
	CALLBACK("bytes-spread", take_quantity, "Standard deviation of message sizes (1)", "PERCENT"),
	CALLBACK("cells", take_choice, "Cells along a curve, in rows, or random on the cores (curve)",
		 "curve|rows|random"),
	CALLBACK("hosts", take_hosts, "Order of the hosts (linear)", "linear|guid|spread|file:FILE"),
	CALLBACK("sends", take_choice, "One message after the other, or all at once (one)", "one|all"),
	CALLBACK("blocking", take_choice, "What a message that waits stands in the way of (partial)", "partial|full"),
	CALLBACK("host-rate", take_quantity, "A host's link, each way (3.15)", "GB/s"),
	CALLBACK("link-rate", take_quantity, "A cable between switches, each way (3.15)", "GB/s"),
	CALLBACK("memory-rate", take_quantity, "Between cores of one host (30)", "GB/s"),
	{"capacity", 0, 0, G_OPTION_ARG_NONE, &workload_options.capacity,
	 "Rates of cables in proportion to width and speed", NULL},
	SEED_OPTION,
	{0},
};

gboolean workload_options_take(const char *name, GError **error)
{
	g_autoptr(GError) why = NULL;
	workload_options.setup.name = name;
	g_clear_pointer(&pattern, pattern_free); /* of a name taken before */
	if (workload_known(name) || (pattern = pattern_new(name, &why)))
		return TRUE;
	return sssp_error_usage(error, "an application is nearest-2d, nearest-3d, farm, random, or a pattern: %s",
				why->message);
}

gboolean workload_options_check(GError **error)
{
	WorkloadOptions *o = &workload_options;
	if (host_file && subset_given)
		return sssp_error_usage(error, "--hosts file:FILE says which endpoints take part: --subset cannot too");
	if (!eval_is_count("--cores", cores, 1, RANK_MOST, error) ||
	    !eval_in_range("--ppn", o->ppn, 1, MAX_PPN, error) ||
	    !eval_in_range("--iterations", iterations, 1, WORKLOAD_MOST_ITERATIONS, error) || !drawn_given_check(error))
		return FALSE;
	o->setup.cores = eval_count(cores);
	o->setup.iterations = (guint32)iterations;
	o->setup.seed = (guint64)drawn_given.seed;
	return TRUE;
}

/* The pairs that a file describes. */
static gboolean read_pairs(GError **error)
{
	if (!pattern || !pattern->file)
		return TRUE;
	RankPairs *pairs = input_rank_pairs(pattern->file, error);
	return pairs && pattern_take_file(pattern, pairs, rank_pairs_free, error);
}

WorkloadCase *workload_options_case(const Paths *paths, GError **error)
{
	g_autoptr(Pattern) own = pattern;
	g_autoptr(NameList) list = host_file      ? input_name_list(host_file, error)
				   : subset_given ? subset_given_read(subset_given, error)
						  : NULL;
	if (((host_file || subset_given) && !list) || !read_pairs(error))
		return NULL;
	g_autoptr(Mapping) hosts = mapping_new_for(paths, host_order, list, (guint32)workload_options.ppn, error);
	pattern = NULL;
	workload_options.setup.pattern = own;
	return hosts ? workload_case_new(paths, hosts, &workload_options.setup, error) : NULL;
}

void workload_options_say_idle(const Case *subject, const WorkloadCase *workload, const WorkloadFacts *facts)
{
	idle_capacity(subject, workload_options.capacity);
	if (!workload->side && workload_options_given("--sites"))
		idle_say(subject, "--sites", "this application has no grid");
	if (!workload->side && workload_options_given("--cells") && workload_options.setup.cells == CELLS_CURVE)
		idle_say(subject, "--cells curve", "this application has no grid: ranks are in rows");
	if (!facts->inside && workload_options_given("--memory-rate"))
		idle_say(subject, "--memory-rate", "no message stays within a host");
	if (facts->busiest <= 0 && workload_options_given("--link-rate"))
		idle_say(subject, "--link-rate", "no message goes from switch to switch");
	if (workload->model.compute <= 0 && workload_options_given("--balance"))
		idle_say(subject, "--balance", "nothing is computed");
	if (!facts->blocked && workload_options.setup.speeds.blocking == BLOCKING_FULL)
		idle_say(subject, "--blocking full", "no message waits for a port of a switch");
}
