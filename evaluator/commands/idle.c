/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Notes options of the command line that have no effect on what was read, such as --capacity where all cables are
 * alike. A note is a line of text in the case that is evaluated; main.c prints it after the answer.
 */
#include "evaluator/commands/idle.h"

#include "evaluator/paths/capacity.h"

void idle_say(const Case *subject, const char *option, const char *why)
{
	if (subject->notes)
		g_string_append_printf(subject->notes, "sssp-eval: %s makes no difference here: %s\n", option, why);
}

static gboolean are_one(const gdouble *weight, guint32 n)
{
	for (guint32 i = 0; i < n; i++)
		if (weight[i] < 1 || weight[i] > 1)
			return FALSE;
	return TRUE;
}

void idle_capacity(const Case *subject, gboolean given)
{
	const Paths *p = subject->paths;
	g_autoptr(Capacity) c = given && subject->notes ? capacity_new(p, NULL) : NULL;
	if (c && are_one(c->channel, p->n_channels) && are_one(c->endpoint, p->fabric->n_endpoints))
		idle_say(subject, "--capacity", "all cables are alike");
}

void idle_keep_common(GString *notes, const GString *of_case, gboolean first)
{
	g_auto(GStrv) lines = g_strsplit(first ? of_case->str : notes->str, "\n", -1);
	g_auto(GStrv) others = g_strsplit(of_case->str, "\n", -1);
	g_string_truncate(notes, 0);
	for (char **line = lines; *line; line++)
		if (**line && g_strv_contains((const char *const *)others, *line))
			g_string_append_printf(notes, "%s\n", *line);
}
