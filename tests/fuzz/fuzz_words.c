/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What people write by hand: the plugin's options and the profiles of applications. */
#include "evaluator/workload/app.h"
#include "plugin/values/options.h"
#include "tests/fuzz/fuzz.h"

#include "core/routing.h"

#include <math.h>

void fuzz_plugin_options(const char *text, gsize length)
{
	GError *error = NULL;
	PluginOptions options;
	g_autofree char *line = g_strndup(text, length);
	gboolean fine = options_parse(line, &options, &error);
	g_assert_true(fine == !error);
	g_assert_true(fine || g_error_matches(error, SSSP_ERROR, SSSP_ERROR_USAGE));
	g_assert_true(fine || *error->message);
	g_assert_true(fine || (!options.dump && !options.routes && !options.max_vls && options.takeover));
	g_assert_cmpuint(options.max_vls, <=, ROUTING_MAX_VLS);
	g_assert_cmpuint(options.passes, <=, OPTIONS_MAX_PASSES);
	g_assert_cmpuint(options.threads, <=, OPTIONS_MAX_THREADS);
	g_assert_true(!options.dump || *options.dump == '/');
	g_assert_true(!options.routes || *options.routes == '/');
	g_assert_true(!options.state || (*options.state == '/' && !options.no_state));
	g_assert_true(!options.rebalance_file || *options.rebalance_file == '/');
	g_assert_true(!options.aggregation || *options.aggregation == '/');
	g_clear_error(&error);
	options_clear(&options);
}

void fuzz_app_profile(const char *text, gsize length)
{
	GError *error = NULL;
	gdouble sum = 0;
	g_autoptr(AppProfile) profile = app_profile_parse(text, length, "fuzz", &error);
	if (!profile) {
		fuzz_refused(error);
		return;
	}
	g_assert_cmpuint(profile->n_shares, >=, 1);
	g_assert_true(profile->overhead >= 0 && profile->overhead <= 1);
	for (guint i = 0; i < profile->n_shares; i++) {
		g_assert_true(profile->shares[i].share >= 0 && !signbit(profile->shares[i].share));
		sum += profile->shares[i].share;
	}
	g_assert_true(sum <= 1.0001);
}
