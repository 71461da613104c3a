/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Command lines, an argument a line. Whatever was taken is in its range. */
#include "evaluator/patterns/pattern_kinds.h"
#include "evaluator/patterns/pattern_round.h"
#include "evaluator/paths/table_files.h"
#include "evaluator/commands/workload/workload_options.h"
#include "generator/route/route_options.h"
#include "tests/fuzz/fuzz.h"

#include <math.h>
#include <string.h>

#define RANKS_MOST 300

/* What asks for the help, which ends the program. */
static gboolean asks_for_help(const char *word)
{
	return word[0] == '-' && (word[1] == '-' ? g_str_has_prefix(word, "--help") : strpbrk(word, "h?") != NULL);
}

/* The arguments, after the program's name. NULL when one asks for help. Free with g_strfreev(). */
static char **split(const char *text, gsize length)
{
	g_autofree char *all = g_strdup_printf("fuzz\n%.*s", (int)length, text);
	char **words = g_strsplit(all, "\n", -1);
	for (guint i = 1; words[i]; i++)
		if (asks_for_help(words[i])) {
			g_strfreev(words);
			return NULL;
		}
	return words;
}

/* The same words in an array that a parser may change. */
static char **copy_words(char **words)
{
	gsize n = g_strv_length(words) + 1;
	char **copy = g_new(char *, n);
	memcpy(copy, words, n * sizeof *copy);
	return copy;
}

static void refused(GError *error)
{
	g_assert_nonnull(error);
	g_assert_true(error->domain == SSSP_ERROR || error->domain == G_OPTION_ERROR ||
		      error->domain == G_CONVERT_ERROR); /* not in UTF-8 */
	g_assert_true(*error->message);
	g_error_free(error);
}

void fuzz_route_options(const char *text, gsize length)
{
	g_auto(GStrv) words = split(text, length);
	g_autofree char **left = words ? copy_words(words) : NULL;
	int n = words ? (int)g_strv_length(words) : 0;
	RouteCommand command = {0};
	GError *error = NULL;
	if (!words)
		return;
	if (route_options_read(&command, &n, &left, &error)) {
		g_assert_true(command.version || (command.topology && command.folder && *command.topology != '\0') ||
			      *command.topology == '\0');
		g_assert_nonnull(command.routing.engine);
		g_assert_cmpuint(command.routing.max_vls, <=, ROUTING_MAX_VLS);
		g_assert_cmpuint(command.lmc, <=, FABRIC_MAX_LMC);
		g_assert_cmpuint(command.routing.passes, <=, 100);
		g_assert_cmpuint(command.routing.threads, <=, 256);
	} else {
		refused(error);
	}
	route_options_clear(&command);
}

static void assert_workload(const WorkloadOptions *o)
{
	const WorkloadSetup *s = &o->setup;
	g_assert_true(isfinite(s->sites) && s->sites >= 1 && isfinite(s->bytes) && s->bytes >= 1);
	g_assert_true(isfinite(s->time) && s->time >= 0);
	g_assert_true(s->balance >= 0 && s->balance <= 1 && s->bytes_spread >= 0 && s->bytes_spread <= 1);
	g_assert_true(s->speeds.host > 0 && s->speeds.link > 0 && s->speeds.memory > 0);
	g_assert_true(isfinite(s->speeds.host) && isfinite(s->speeds.link) && isfinite(s->speeds.memory));
	g_assert_true(o->ppn >= 1 && s->iterations >= 1);
}

void fuzz_workload_options(const char *text, gsize length)
{
	static WorkloadOptions untouched;
	static gboolean saved;
	g_auto(GStrv) words = split(text, length);
	g_autofree char **left = words ? copy_words(words) : NULL;
	int n = words ? (int)g_strv_length(words) : 0;
	g_autoptr(GOptionContext) context = g_option_context_new(NULL);
	GError *error = NULL;
	if (!saved)
		untouched = workload_options;
	saved = TRUE;
	workload_options = untouched;
	g_option_context_add_main_entries(context, workload_option_entries, NULL);
	if (!words)
		return;
	if (g_option_context_parse(context, &n, &left, &error) && (n < 2 || workload_options_take(left[1], &error)) &&
	    workload_options_check(&error))
		assert_workload(&workload_options);
	else
		refused(error);
	workload_options.setup.name = NULL;
}

void fuzz_table_files(const char *text, gsize length)
{
	g_autofree char *argument = g_strndup(text, length);
	gboolean named = length % 2;
	GError *error = NULL;
	g_autoptr(TableFiles) files = table_files_new(argument, named, &error);
	if (!files) {
		refused(error);
		return;
	}
	g_assert_true(files->tables && (!files->psl || *files->psl) && (!files->slvl || *files->slvl));
	g_assert_true(!named || (files->name && *files->name));
}

/* ---- patterns */

static void assert_round(const Pattern *pattern, guint32 round, const guint32 *drawn)
{
	g_autofree guint32 *source = g_new(guint32, pattern->room), *target = g_new(guint32, pattern->room);
	guint32 n = pattern_pairs(pattern, round, drawn, source, target);
	g_assert_cmpuint(n, >=, 1);
	g_assert_cmpuint(n, <=, pattern->room);
	for (guint32 i = 0; i < n; i++)
		g_assert_true(source[i] < pattern->ranks && target[i] < pattern->ranks && source[i] != target[i]);
}

/* The number of ranks in two bytes, then the name. */
void fuzz_pattern(const char *text, gsize length)
{
	GError *error = NULL;
	if (length < 2)
		return;
	guint32 ranks = ((guint8)text[0] * 256u + (guint8)text[1]) % RANKS_MOST;
	g_autofree char *name = g_strndup(text + 2, length - 2);
	g_autoptr(Pattern) pattern = pattern_new(name, &error);
	if (pattern && pattern->file)
		return;
	if (pattern && pattern->own_ranks && pattern->own_ranks < RANKS_MOST)
		ranks = pattern->own_ranks;
	if (!pattern || !pattern_fit(pattern, ranks, &error)) {
		refused(error);
		return;
	}
	g_autoptr(GRand) twister = g_rand_new_with_seed(1);
	g_autofree guint32 *drawn = g_new(guint32, ranks);
	pattern_draw(pattern, twister, drawn);
	g_assert_cmpuint(pattern->rounds, >=, 1);
	assert_round(pattern, 0, drawn);
	assert_round(pattern, pattern->rounds / 2, drawn);
	assert_round(pattern, pattern->rounds - 1, drawn);
}
