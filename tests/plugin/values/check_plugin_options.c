/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#include "core/base/error.h"
#include "core/lmc/lmc.h"
#include "plugin/values/options.h"
#include "tests/core/fixture.h"

#include <string.h>

static PluginOptions parsed(const char *text)
{
	PluginOptions options;
	g_autoptr(GError) error = NULL;
	ck_assert_msg(options_parse(text, &options, &error), "'%s': %s", text, error ? error->message : "");
	return options;
}

static void assert_defaults(const PluginOptions *options)
{
	ck_assert_uint_eq(options->max_vls, 0);
	ck_assert(!options->asymmetric);
	ck_assert(!options->no_spread);
	ck_assert_ptr_null(options->algorithm);
	ck_assert_uint_eq(options->passes, 0);
	ck_assert_uint_eq(options->threads, 0);
	ck_assert(options->takeover);
	ck_assert(!options->dump_psl);
	ck_assert_ptr_null(options->dump);
	ck_assert_ptr_null(options->routes);
	ck_assert(!options->reroute_fresh && !options->no_rebalance && !options->no_state && !options->transition_fast);
	ck_assert(!options->multicast_proven && !options->rebalance_now);
	ck_assert_ptr_null(options->rebalance_file);
	ck_assert_ptr_null(options->aggregation);
	ck_assert_ptr_null(options->state);
	ck_assert(!options->jobs && !options->jobs_of_pkeys);
}

START_TEST(nothing_means_the_defaults)
{
	const char *const texts[] = {NULL, "", "   \t "};
	for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
		PluginOptions options = parsed(texts[i]);
		assert_defaults(&options);
	}
}
END_TEST

START_TEST(every_key_is_understood)
{
	PluginOptions options = parsed(
		"max_vls=3 sl=asymmetric\tpasses=100  threads=256 takeover=no dump=/var/log "
		"dump_psl=yes spread=no lmc_routes=layers routes=/etc/opensm/tables reroute=fresh rebalance=never "
		"transition=fast multicast=proven "
		"rebalance_file=/run/even aggregation_guid_file=/etc/an state=/var/lib/sssp.state jobs=/run/jobs\n");
	ck_assert_uint_eq(options.max_vls, 3);
	ck_assert(options.asymmetric);
	ck_assert(options.no_spread && !options.spread_ports);
	ck_assert_uint_eq(options.lmc_routes, LMC_LAYERS);
	ck_assert_uint_eq(options.passes, 100);
	ck_assert_uint_eq(options.threads, 256);
	ck_assert(!options.takeover);
	ck_assert(options.dump_psl);
	ck_assert_str_eq(options.dump, "/var/log");
	ck_assert_str_eq(options.routes, "/etc/opensm/tables");
	ck_assert(options.reroute_fresh);
	ck_assert(options.no_rebalance);
	ck_assert(options.transition_fast && options.multicast_proven);
	ck_assert_str_eq(options.rebalance_file, "/run/even");
	ck_assert_str_eq(options.aggregation, "/etc/an");
	ck_assert_str_eq(options.jobs, "/run/jobs");
	ck_assert(!options.jobs_of_pkeys);
	ck_assert_str_eq(options.state, "/var/lib/sssp.state");
	ck_assert(!options.no_state);
	options_clear(&options);
	assert_defaults(&options);
	options = parsed("rebalance=now");
	ck_assert(options.rebalance_now && !options.no_rebalance);
	options_clear(&options);
}
END_TEST

START_TEST(lanes_by_ports_may_take_all)
{
	PluginOptions options = parsed("spread=all");
	ck_assert(options.spread_ports && !options.no_spread);
	options_clear(&options);
}
END_TEST

START_TEST(values_that_say_the_default)
{
	PluginOptions options =
		parsed("sl=symmetric threads=0 takeover=yes dump_psl=no spread=yes lmc_routes=shortest reroute=keep "
		       "rebalance=auto");
	assert_defaults(&options);
	options = parsed("sl=any");
	ck_assert(options.any_sl && !options.asymmetric);
	options = parsed("max_vls=1 passes=1");
	ck_assert_uint_eq(options.max_vls, 1);
	ck_assert_uint_eq(options.passes, 1);
	options = parsed("algorithm=psssp passes=2");
	ck_assert_str_eq(options.algorithm, "psssp");
	options = parsed("algorithm=published-unit");
	ck_assert_str_eq(options.algorithm, "published-unit");
	options = parsed("max_vls=15");
	ck_assert_uint_eq(options.max_vls, 15);
	options = parsed("state=none");
	ck_assert(options.no_state && !options.state);
	options = parsed("jobs=pkeys");
	ck_assert(options.jobs_of_pkeys && !options.jobs);
}
END_TEST

/* A text that must be refused, and the key its message must begin with. */
static const struct {
	const char *text, *key;
} refused[] = {
	{"max_vls=0", "max_vls"},
	{"max_vls=16", "max_vls"},
	{"max_vls=-1", "max_vls"},
	{"max_vls=+1", "max_vls"},
	{"max_vls=0x2", "max_vls"},
	{"max_vls=4294967297", "max_vls"},
	{"max_vls=3vls", "max_vls"},
	{"max_vls=", "max_vls"},
	{"max_vls", "max_vls"},
	{"max_vls 4", "max_vls"},
	{"sl=Symmetric", "sl"},
	{"sl=", "sl"},
	{"algorithm=", "algorithm"},
	{"algorithm=minhop", "algorithm"},
	{"algorithm=published passes=1", "passes"},
	{"algorithm=published lmc_routes=disjoint", "lmc_routes"},
	{"lmc_routes=", "lmc_routes"},
	{"lmc_routes=layer", "lmc_routes"},
	{"passes=3 algorithm=published-unit", "passes"},
	{"passes=0", "passes"},
	{"passes=101", "passes"},
	{"threads=257", "threads"},
	{"takeover=perhaps", "takeover"},
	{"takeover=1", "takeover"},
	{"dump=", "dump"},
	{"dump=here", "dump"},
	{"dump_psl=", "dump_psl"},
	{"routes=", "routes"},
	{"routes=tables", "routes"},
	{"routes=/a routes=/b", "routes"},
	{"reroute=", "reroute"},
	{"reroute=yes", "reroute"},
	{"rebalance=soon", "rebalance"},
	{"transition=slow", "transition"},
	{"multicast=never", "multicast"},
	{"rebalance_file=", "rebalance_file"},
	{"rebalance_file=even", "rebalance_file"},
	{"aggregation_guid_file=an", "aggregation_guid_file"},
	{"jobs=", "jobs"},
	{"jobs=pkey", "jobs"},
	{"jobs=/a jobs=pkeys", "jobs"},
	{"algorithm=published jobs=/a", "jobs"},
	{"jobs=pkeys algorithm=published-unit", "jobs"},
	{"state=", "state"},
	{"state=no", "state"},
	{"state=/a state=none", "state"},
	{"spread=", "spread"},
	{"spread=evenly", "spread"},
	{"spread=no spread=no", "spread"},
	{"takeover=yes takeover=yes", "takeover"},
	{"lanes=4", "lanes"},
	{"MAX_VLS=4", "MAX_VLS"},
	{"max=4", "max"},
	{"max_vls2=4", "max_vls2"},
	{"=4", ":"},
	{"takeover=yes,passes=1", "takeover"},
	{"dump=/var/log unknown", "unknown"},
};

START_TEST(what_is_not_understood_is_refused)
{
	for (gsize i = 0; i < G_N_ELEMENTS(refused); i++) {
		PluginOptions options;
		g_autoptr(GError) error = NULL;
		ck_assert_msg(!options_parse(refused[i].text, &options, &error), "'%s' is taken", refused[i].text);
		ck_assert_msg(g_str_has_prefix(error->message, refused[i].key), "'%s': %s", refused[i].text,
			      error->message);
		ck_assert(!strchr(error->message, '\n'));
		assert_error(error, SSSP_ERROR_USAGE);
		assert_defaults(&options);
	}
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {nothing_means_the_defaults,        every_key_is_understood,
				      lanes_by_ports_may_take_all,       values_that_say_the_default,
				      what_is_not_understood_is_refused, NULL};
	return fixture_run("plugin options", tests);
}
