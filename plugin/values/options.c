/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads the plugin's options, KEY=VALUE pairs from opensm.conf. One table has all keys; each key has a function that
 * understands its values, and words that say what they may be.
 */
#include "plugin/values/options.h"

#include "core/base/error.h"
#include "core/routing.h"

#include <string.h>

typedef struct {
	const char *key;
	gboolean (*set)(PluginOptions *options, const char *value);
	const char *expected;
} OptionKey;

static gboolean number(const char *value, guint low, guint high, guint *out)
{
	guint64 parsed;
	if (!g_ascii_string_to_unsigned(value, 10, low, high, &parsed, NULL))
		return FALSE;
	*out = (guint)parsed;
	return TRUE;
}

/* Sets *out to whether `value` is the word `set`; it must be that or `unset`. */
static gboolean word(const char *value, const char *set, const char *unset, gboolean *out)
{
	*out = !strcmp(value, set);
	return *out || !strcmp(value, unset);
}

static gboolean set_max_vls(PluginOptions *options, const char *value)
{
	return number(value, 1, ROUTING_MAX_VLS, &options->max_vls);
}

static gboolean set_sl(PluginOptions *options, const char *value)
{
	options->any_sl = !strcmp(value, "any");
	options->by_sl = !options->any_sl;
	return options->any_sl || !strcmp(value, "path") ||
	       word(value, "asymmetric", "symmetric", &options->asymmetric);
}

/* Only some of the algorithms of routing_engine(): sssp-route has others, to compare with. */
static gboolean set_algorithm(PluginOptions *options, const char *value)
{
	static const char *const names[] = {OPTIONS_PSSSP, "published", "published-unit"};
	for (guint i = 0; i < G_N_ELEMENTS(names); i++)
		if (!strcmp(value, names[i]))
			options->algorithm = names[i];
	return options->algorithm != NULL;
}

static gboolean set_lmc_routes(PluginOptions *options, const char *value)
{
	options->lmc_routes = lmc_routes_from_name(value);
	return options->lmc_routes != LMC_N_ROUTES;
}

static gboolean set_spread(PluginOptions *options, const char *value)
{
	options->spread_ports = !strcmp(value, "all");
	return options->spread_ports || word(value, "no", "yes", &options->no_spread);
}

static gboolean set_passes(PluginOptions *options, const char *value)
{
	return number(value, 1, OPTIONS_MAX_PASSES, &options->passes);
}

static gboolean set_threads(PluginOptions *options, const char *value)
{
	return number(value, 0, OPTIONS_MAX_THREADS, &options->threads);
}

static gboolean set_takeover(PluginOptions *options, const char *value)
{
	return word(value, "yes", "no", &options->takeover);
}

static gboolean set_dump_psl(PluginOptions *options, const char *value)
{
	return word(value, "yes", "no", &options->dump_psl);
}

static gboolean set_dump(PluginOptions *options, const char *value)
{
	options->dump = g_strdup(value);
	return *value == '/';
}

static gboolean set_routes(PluginOptions *options, const char *value)
{
	options->routes = g_strdup(value);
	return *value == '/';
}

static gboolean set_reroute(PluginOptions *options, const char *value)
{
	return word(value, "fresh", "keep", &options->reroute_fresh);
}

static gboolean set_rebalance(PluginOptions *options, const char *value)
{
	options->rebalance_now = !strcmp(value, "now");
	return options->rebalance_now || word(value, "never", "auto", &options->no_rebalance);
}

static gboolean set_transition(PluginOptions *options, const char *value)
{
	return word(value, "fast", "proven", &options->transition_fast);
}

static gboolean set_multicast(PluginOptions *options, const char *value)
{
	return word(value, "proven", "always", &options->multicast_proven);
}

static gboolean set_rebalance_file(PluginOptions *options, const char *value)
{
	options->rebalance_file = g_strdup(value);
	return *value == '/';
}

static gboolean set_aggregation(PluginOptions *options, const char *value)
{
	options->aggregation = g_strdup(value);
	return *value == '/';
}

static gboolean set_state(PluginOptions *options, const char *value)
{
	options->no_state = !strcmp(value, "none");
	options->state = options->no_state ? NULL : g_strdup(value);
	return options->no_state || *value == '/';
}

static gboolean set_jobs(PluginOptions *options, const char *value)
{
	options->jobs_of_pkeys = !strcmp(value, "pkeys");
	options->jobs = options->jobs_of_pkeys ? NULL : g_strdup(value);
	return options->jobs_of_pkeys || *value == '/';
}

static const OptionKey option_keys[] = {
	{"max_vls", set_max_vls, "a number from 1 to 15"},
	{"sl", set_sl, "path, symmetric, asymmetric or any"},
	{"algorithm", set_algorithm, "psssp, published or published-unit"},
	{"passes", set_passes, "a number from 1 to 100"},
	{"threads", set_threads, "a number from 0 to 256"},
	{"takeover", set_takeover, "yes or no"},
	{"dump", set_dump, "the absolute path of a folder"},
	{"dump_psl", set_dump_psl, "yes or no"},
	{"lmc_routes", set_lmc_routes, "shortest, disjoint or layers"},
	{"spread", set_spread, "yes, no or all"},
	{"routes", set_routes, "the absolute path of a folder"},
	{"reroute", set_reroute, "keep or fresh"},
	{"rebalance", set_rebalance, "auto, never or now"},
	{"transition", set_transition, "proven or fast"},
	{"multicast", set_multicast, "proven or always"},
	{"rebalance_file", set_rebalance_file, "the absolute path of a file"},
	{"aggregation_guid_file", set_aggregation, "the absolute path of a file"},
	{"jobs", set_jobs, "pkeys or the absolute path of a file"},
	{"state", set_state, "none or the absolute path of a file"},
};

static gssize find_key(const char *pair, gsize length)
{
	for (gsize i = 0; i < G_N_ELEMENTS(option_keys); i++)
		if (strlen(option_keys[i].key) == length && !strncmp(option_keys[i].key, pair, length))
			return (gssize)i;
	return -1;
}

/* One KEY=VALUE; `seen` has a bit for each key that came before. */
static gboolean parse_pair(const char *pair, PluginOptions *options, guint *seen, GError **error)
{
	gsize length = strcspn(pair, "=");
	gssize key = find_key(pair, length);

	if (key < 0) {
		g_set_error(error, SSSP_ERROR, SSSP_ERROR_USAGE, "%.*s: no such option", (int)length, pair);
	} else if (*seen & 1u << key) {
		g_set_error(error, SSSP_ERROR, SSSP_ERROR_USAGE, "%s: given twice", option_keys[key].key);
	} else if (pair[length] != '=' || !option_keys[key].set(options, pair + length + 1)) {
		g_set_error(error, SSSP_ERROR, SSSP_ERROR_USAGE, "%s: %s is expected", pair, option_keys[key].expected);
	} else {
		*seen |= 1u << key;
		return TRUE;
	}
	return FALSE;
}

/* Whether the keys go together: some are for the default algorithm only. */
static gboolean check_together(const PluginOptions *options, GError **error)
{
	const char *wrong = options->passes                           ? "passes"
			    : options->jobs || options->jobs_of_pkeys ? "jobs"
			    : options->lmc_routes                     ? "lmc_routes"
								      : NULL;
	if (!options->algorithm || !strcmp(options->algorithm, OPTIONS_PSSSP) || !wrong)
		return TRUE;
	return sssp_error_set(error, SSSP_ERROR_USAGE, "%s: does not go with algorithm=%s", wrong, options->algorithm);
}

gboolean options_parse(const char *text, PluginOptions *options, GError **error)
{
	guint seen = 0;

	memset(options, 0, sizeof(*options));
	options->takeover = TRUE;
	g_auto(GStrv) pairs = g_strsplit_set(text ? text : "", " \t\r\n", -1);
	for (char **pair = pairs; *pair; pair++) {
		if (**pair && !parse_pair(*pair, options, &seen, error)) {
			options_clear(options);
			return FALSE;
		}
	}
	if (check_together(options, error))
		return TRUE;
	options_clear(options);
	return FALSE;
}

void options_clear(PluginOptions *options)
{
	g_free(options->dump);
	g_free(options->routes);
	g_free(options->rebalance_file);
	g_free(options->aggregation);
	g_free(options->jobs);
	g_free(options->state);
	memset(options, 0, sizeof(*options));
	options->takeover = TRUE;
}
