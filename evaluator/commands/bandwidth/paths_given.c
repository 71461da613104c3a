/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads the option --paths: which LIDs of a port (LMC) flows use, as each LID may have routes of its own. The words are
 * base (the base LID alone), equal (from LID base + k of the source to LID base + k of the target, for every k), each
 * (the same pairs of LIDs, each with a flow of its own) and all (every LID to every LID; split.h). It reports the
 * choice, and notes where it has no effect.
 */
#include "evaluator/commands/bandwidth/paths_given.h"

#include "evaluator/commands/idle.h"

gboolean paths_given;
PathUse paths_kind;

static const char *const names[] = {"base", "equal", "each", "all", NULL};

gboolean paths_given_take(const char *name, const char *value, gpointer data, GError **error)
{
	(void)name, (void)data;
	for (guint i = 0; names[i]; i++)
		if (g_str_equal(names[i], value)) {
			paths_kind = (PathUse)i; /* names[] are in the order of PathUse (split.h) */
			paths_given = TRUE;
			return TRUE;
		}
	return eval_bad_value("--paths", "base, equal, each or all", value, error);
}

gboolean paths_given_split(const Case *subject, Split **split, GError **error)
{
	*split = paths_given ? split_new(subject->paths, paths_kind, error) : NULL;
	return *split || !paths_given;
}

/* The most LIDs that any host (endpoint that takes part) has. */
static guint32 most_lids(const Paths *p)
{
	guint32 most = 0;
	for (guint32 i = 0; i < p->n_part; i++)
		most = MAX(most, split_lids(p, SPLIT_ALL, p->part[i]));
	return most;
}

void report_paths(Report *r, const Case *subject)
{
	if (!paths_given)
		return;
	guint32 lids = most_lids(subject->paths);
	report_string(r, "paths", names[paths_kind], "LIDs that a flow is split over");
	report_integer(r, "lids", lids, "of a port, at most");
	if (paths_kind != SPLIT_BASE && lids < 2)
		idle_say(subject, "--paths", "every port has one LID");
}
