/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Runs the command app: reports what applications lose by congestion. A profile says which communication patterns an
 * application spends its time on. The bandwidth of each pattern is measured on the tables, once however many profiles
 * name it, or given by --bandwidth. From these the run time with full bandwidth is computed (app.h).
 */
#include "evaluator/commands/command.h"

#include "core/base/error.h"
#include "evaluator/commands/bandwidth/app_find.h"
#include "evaluator/commands/case.h"
#include "evaluator/commands/dropped.h"
#include "evaluator/commands/bandwidth/pattern_setup.h"
#include "evaluator/patterns/pattern_kinds.h"

#include <string.h>

extern const EvalCommand command_app;

/* The bandwidth of one pattern that some application uses. */
typedef struct {
	char *pattern;
	gdouble by_pairs, optimistic, pessimistic; /* given bandwidths, where they are not measured */
	gboolean known, given;
	guint64 unreachable;
	gboolean used;
} Kind;

static const char *profile_names;
static GArray *given; /* Kind, of --bandwidth; NULL: none */

static void clear_kind(gpointer data)
{
	g_free(((Kind *)data)->pattern);
}

static GArray *kinds_new(void)
{
	GArray *kinds = g_array_new(FALSE, TRUE, sizeof(Kind));
	g_array_set_clear_func(kinds, clear_kind);
	return kinds;
}

static Kind *find_kind(GArray *kinds, const char *pattern)
{
	for (guint i = 0; kinds && i < kinds->len; i++)
		if (g_str_equal(g_array_index(kinds, Kind, i).pattern, pattern))
			return &g_array_index(kinds, Kind, i);
	return NULL;
}

static gboolean take_bandwidth(const char *name, const char *value, gpointer data, GError **error)
{
	const char *equals = strrchr(value, '=');
	char *end = NULL;
	gdouble bandwidth = equals ? g_ascii_strtod(equals + 1, &end) : -1;
	(void)name, (void)data;
	if (!equals || equals == value || !equals[1] || *end || !(bandwidth >= 0 && bandwidth <= 1))
		return eval_bad_value("--bandwidth", "PATTERN=NUMBER, the number from 0 to 1", value, error);
	Kind kind = {g_strndup(value, (gsize)(equals - value)), bandwidth, bandwidth, bandwidth, TRUE, TRUE, 0, FALSE};
	given = given ? given : kinds_new();
	g_array_append_val(given, kind);
	return TRUE;
}

static const GOptionEntry options[] = {{"bandwidth", 'b', 0, G_OPTION_ARG_CALLBACK, take_bandwidth,
					"Bandwidth of a pattern, not to be measured; may be given several times",
					"PATTERN=NUMBER"},
				       PATTERN_SETUP_OPTIONS,
				       {0}};

static gboolean take_arguments(guint n, char **names, CaseFiles *files, GError **error)
{
	if (n != 1 && n != 3)
		return sssp_error_usage(error,
					"a profile is needed, and two files or --bandwidth: PROFILE TOPOLOGY TABLES");
	if (n == 1 && (files->psl || files->slvl || files->guid2lid))
		return sssp_error_usage(error, "SLs and LIDs are those of tables, of which there are none");
	profile_names = names[0];
	files->topology = n == 3 ? names[1] : NULL;
	files->tables = n == 3 ? names[2] : NULL;
	return TRUE;
}

/* All patterns of the profiles, each once, with the bandwidths of --bandwidth. */
static GArray *collect_kinds(const GPtrArray *profiles)
{
	GArray *kinds = kinds_new();
	for (guint i = 0; i < profiles->len; i++) {
		const AppProfile *profile = g_ptr_array_index(profiles, i);
		for (guint s = 0; s < profile->n_shares; s++) {
			const char *pattern = profile->shares[s].pattern;
			Kind *known = find_kind(given, pattern), kind = {0};
			if (find_kind(kinds, pattern))
				continue;
			if (known) {
				known->used = TRUE;
				kind = *known;
			}
			kind.pattern = g_strdup(pattern);
			g_array_append_val(kinds, kind);
		}
	}
	return kinds;
}

/*
 * FALSE with an error: a bandwidth of --bandwidth belongs to no pattern, or a pattern has none and there are no tables.
 */
static gboolean check_kinds(const GArray *kinds, gboolean tables, GError **error)
{
	for (guint i = 0; given && i < given->len; i++)
		if (!g_array_index(given, Kind, i).used)
			return sssp_error_usage(
				error, "--bandwidth %s: no profile here has this pattern, or it is given twice",
				g_array_index(given, Kind, i).pattern);
	for (guint i = 0; i < kinds->len; i++)
		if (!g_array_index(kinds, Kind, i).known && !tables)
			return sssp_error_usage(
				error, "the bandwidth of '%s' is not known: give it with --bandwidth, or tables",
				g_array_index(kinds, Kind, i).pattern);
	return TRUE;
}

static gboolean measure(const Case *subject, GArray *kinds, GError **error)
{
	g_autoptr(Mapping) mapping = pattern_setup_map(subject->paths, error);
	for (guint i = 0; mapping && i < kinds->len; i++) {
		Kind *kind = &g_array_index(kinds, Kind, i);
		if (kind->given)
			continue;
		g_autoptr(Pattern) pattern = pattern_new(kind->pattern, error);
		g_autoptr(PatternFacts) facts = pattern ? pattern_setup_run(subject, pattern, mapping, error) : NULL;
		if (!facts)
			return FALSE;
		kind->by_pairs = facts->by_pairs.mean;
		kind->optimistic = facts->optimistic.mean;
		kind->pessimistic = facts->pessimistic.mean;
		kind->unreachable = facts->unreachable;
		kind->known = TRUE;
	}
	return mapping != NULL;
}

static gdouble runtime(const AppProfile *profile, GArray *kinds, gboolean pessimistic)
{
	g_autofree gdouble *bandwidth = g_new(gdouble, profile->n_shares);
	for (guint s = 0; s < profile->n_shares; s++) {
		const Kind *kind = find_kind(kinds, profile->shares[s].pattern);
		bandwidth[s] = pessimistic ? kind->pessimistic : kind->by_pairs;
	}
	return app_relative_runtime(profile, bandwidth);
}

static void report_kinds(Report *r, const GArray *kinds)
{
	report_open_series(r, "bandwidths", "of the patterns, as a fraction of full", "pattern");
	for (guint i = 0; i < kinds->len; i++) {
		const Kind *kind = &g_array_index(kinds, Kind, i);
		report_row(r, TEXT("pattern", kind->pattern), REAL("bandwidth", kind->by_pairs),
			   REAL("bandwidth_optimistic", kind->optimistic),
			   REAL("bandwidth_pessimistic", kind->pessimistic), FLAG("measured", !kind->given),
			   COUNT("unreachable", kind->unreachable));
	}
	report_close(r);
}

static void report_applications(Report *r, const GPtrArray *profiles, GArray *kinds)
{
	report_open_series(r, "applications", "overhead is communication; run time with full bandwidth, 1 is as it is",
			   "name");
	for (guint i = 0; i < profiles->len; i++) {
		const AppProfile *profile = g_ptr_array_index(profiles, i);
		report_row(r, TEXT("name", profile->name), REAL("overhead", profile->overhead),
			   REAL("relative_runtime", runtime(profile, kinds, FALSE)),
			   REAL("relative_runtime_pessimistic", runtime(profile, kinds, TRUE)));
	}
	report_close(r);
}

static void report_verdicts(Report *r, const GPtrArray *profiles, GArray *kinds)
{
	for (guint i = 0; i < profiles->len; i++) {
		const AppProfile *profile = g_ptr_array_index(profiles, i);
		report_verdict(r, "%s would run in %.2f %% of its time with full bandwidth.", profile->name,
			       100 * runtime(profile, kinds, FALSE));
	}
}

/* Adds the verdict on the tables, where there are any: whether pairs do not arrive or routes are dropped. */
static EvalResult add_verdicts(Report *r, const Case *subject, const GArray *kinds, guint64 dropped)
{
	guint64 unreachable = 0;
	for (guint i = 0; i < kinds->len; i++)
		unreachable += g_array_index(kinds, Kind, i).unreachable;
	if (subject)
		report_dropped(r, subject, dropped);
	if (unreachable)
		report_verdict(r, "NOT COMPLETE: %" G_GUINT64_FORMAT " pairs do not arrive: bandwidth 0.", unreachable);
	if (dropped)
		report_verdict(r, "DROPPED: %" G_GUINT64_FORMAT " routes are sent to VL 15, counted here as if not.",
			       dropped);
	return unreachable || dropped ? EVAL_DOES_NOT : EVAL_HOLDS;
}

static EvalResult answer(const CaseFiles *files, const EvalSession *session, Report **report, GError **error)
{
	guint64 dropped = 0;
	g_autoptr(Case) subject = NULL;
	g_autoptr(GArray) bandwidths_given = NULL;
	g_autoptr(GPtrArray) profiles = app_find(profile_names, error);
	g_autoptr(GArray) kinds = profiles ? collect_kinds(profiles) : NULL;
	gboolean ok = kinds && check_kinds(kinds, files->topology != NULL, error);
	bandwidths_given = g_steal_pointer(&given);
	if (!ok)
		return EVAL_FAILED;
	if (files->topology) {
		subject = case_read(files, session->log, session->warnings, error);
		if (!subject)
			return EVAL_FAILED;
		subject->show_progress = session->show_progress;
		if (!measure(subject, kinds, error) || !count_dropped(subject, &dropped, error))
			return EVAL_FAILED;
	}
	*report = subject ? report_new("Applications with %s on %s", files->tables, files->topology)
			  : report_new("Applications with given bandwidths");
	report_kinds(*report, kinds);
	report_applications(*report, profiles, kinds);
	report_verdicts(*report, profiles, kinds);
	return add_verdicts(*report, subject, kinds, dropped);
}

const EvalCommand command_app = {
	.name = "app",
	.summary = "what a routing costs an application",
	.options = options,
	.check = pattern_setup_check,
	.arguments = "PROFILE[,PROFILE...] [TOPOLOGY TABLES]",
	.names_are = "Profiles",
	.names = app_names,
	.take = take_arguments,
	.answer = answer,
};
