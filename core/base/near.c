/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds the names nearest to a mistyped one by their edit distance: letters put in, left out or changed. Names at
 * distance 1 are the answer; where there is none, those at distance 2. A short name has to be longer than twice the
 * distance.
 */
#include "core/base/near.h"

#include <string.h>

#define LONGEST 64 /* letters of a name that is looked at */
#define FARTHEST 2 /* letters by which a name may differ */
#define MOST 3     /* names that are told */

/* Wagner and Fischer's table, row by row; FARTHEST + 1 for anything more. */
static guint distance(const char *a, const char *b)
{
	gsize n = strlen(a), m = strlen(b);
	guint row[LONGEST + 1];
	if (n > LONGEST || m > LONGEST || MAX(n, m) - MIN(n, m) > FARTHEST)
		return FARTHEST + 1;
	for (guint k = 0; k <= m; k++)
		row[k] = k;
	for (guint i = 1; i <= n; i++) {
		guint before = row[0]; /* of the row above and the column to the left */
		row[0] = i;
		for (guint k = 1; k <= m; k++) {
			guint changed = before + (a[i - 1] != b[k - 1]);
			before = row[k];
			row[k] = MIN(changed, MIN(row[k], row[k - 1]) + 1);
		}
	}
	return MIN(row[m], FARTHEST + 1);
}

char *near_names(const char *name, const GPtrArray *names)
{
	GString *text = g_string_new(NULL);
	const char *last = "";
	for (guint far = 1, n = 0; far <= FARTHEST && !n && strlen(name) > 2 * far; far++)
		for (guint i = 0; i < names->len && n < MOST; i++) {
			const char *other = names->pdata[i];
			if (distance(name, other) != far || g_str_equal(other, last))
				continue;
			g_string_append_printf(text, "%s'%s'", n++ ? ", " : "", other);
			last = other;
		}
	return g_string_free(text, text->len == 0);
}

char *near_hint(const char *name, const GPtrArray *names)
{
	g_autofree char *near = near_names(name, names);
	return near ? g_strdup_printf("; did you mean %s?", near) : g_strdup("");
}
