/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Folds names of hosts into a list of ranges: n1, n2, n3 into "n[1-3]". The names are sorted, so that those that differ
 * in their last number alone stand together and their numbers ascend; each such run becomes one name with brackets.
 */
#include "formats/lists/host_fold.h"

#include <stdlib.h>
#include <string.h>

#define MOST_DIGITS 9 /* of a number that is folded */

/* Finds the digits at *at, without leading zeros. Moves *at behind them, and returns how many there are. */
static gsize take_digits(const char **at, const char **digits)
{
	while (**at == '0')
		++*at;
	*digits = *at;
	while (g_ascii_isdigit(**at))
		++*at;
	return (gsize)(*at - *digits);
}

gint host_name_compare(const char *a, const char *b)
{
	const char *x = a, *y = b, *dx, *dy;
	while (*x && *y) {
		if (!g_ascii_isdigit(*x) || !g_ascii_isdigit(*y)) {
			if (*x != *y)
				return (guchar)*x < (guchar)*y ? -1 : 1;
			x++;
			y++;
			continue;
		}
		gsize nx = take_digits(&x, &dx), ny = take_digits(&y, &dy);
		if (nx != ny)
			return nx < ny ? -1 : 1;
		gint order = strncmp(dx, dy, nx);
		if (order)
			return order;
	}
	return *x || *y ? (*x ? 1 : -1) : strcmp(a, b);
}

/* A name around its last number. */
typedef struct {
	const char *name;
	gsize before, digits; /* lengths; digits 0: none, or none that is folded */
	guint64 number;
} Split;

static Split split(const char *name)
{
	gsize end = strlen(name), from;
	Split s = {name, end, 0, 0};
	if (strpbrk(name, ",[] \t") || g_str_has_prefix(name, "0x"))
		return s;
	while (end && !g_ascii_isdigit(name[end - 1]))
		end--;
	for (from = end; from && g_ascii_isdigit(name[from - 1]) && end - from < MOST_DIGITS;)
		from--;
	if (from == end)
		return s;
	s.before = from;
	s.digits = end - from;
	s.number = strtoull(name + from, NULL, 10);
	return s;
}

/*
 * TRUE: both names have the same text around a number, of as many digits if one begins with 0, so that one pair of
 * brackets can hold both.
 */
static gboolean alike(const Split *a, const Split *b)
{
	gboolean zero = a->name[a->before] == '0' || b->name[b->before] == '0';
	return a->digits && b->digits && a->before == b->before && !strncmp(a->name, b->name, a->before) &&
	       (a->digits == b->digits || !zero) &&
	       !strcmp(a->name + a->before + a->digits, b->name + b->before + b->digits);
}

static void add_range(GString *text, const Split *first, const Split *last)
{
	g_string_append_len(text, first->name + first->before, (gssize)first->digits);
	if (first->number != last->number) {
		g_string_append_c(text, '-');
		g_string_append_len(text, last->name + last->before, (gssize)last->digits);
	}
}

/* Appends the names i .. end - 1, which are alike, as one; a single name as it is. */
static void add_group(GString *text, const Split *s, guint i, guint end)
{
	const Split *first = &s[i];
	if (text->len)
		g_string_append_c(text, ',');
	if (end == i + 1) {
		g_string_append(text, first->name);
		return;
	}
	g_string_append_len(text, first->name, (gssize)first->before);
	for (const char *sep = "["; i < end; sep = ",") {
		guint last = i;
		while (last + 1 < end && s[last + 1].number == s[last].number + 1)
			last++;
		g_string_append(text, sep);
		add_range(text, &s[i], &s[last]);
		i = last + 1;
	}
	g_string_append_printf(text, "]%s", first->name + first->before + first->digits);
}

static gint by_name(gconstpointer a, gconstpointer b)
{
	return host_name_compare(*(const char *const *)a, *(const char *const *)b);
}

char *host_fold(const GPtrArray *names)
{
	g_autoptr(GPtrArray) sorted = g_ptr_array_new();
	g_autoptr(GArray) parts = g_array_new(FALSE, FALSE, sizeof(Split));
	GString *text = g_string_new(NULL);
	for (guint i = 0; i < names->len; i++)
		g_ptr_array_add(sorted, g_ptr_array_index(names, i));
	g_ptr_array_sort(sorted, by_name);
	for (guint i = 0; i < sorted->len; i++) {
		const char *name = g_ptr_array_index(sorted, i);
		if (i && g_str_equal(name, g_ptr_array_index(sorted, i - 1)))
			continue;
		Split s = split(name);
		g_array_append_val(parts, s);
	}
	const Split *s = (const Split *)(gconstpointer)parts->data;
	for (guint i = 0, end; i < parts->len; i = end) {
		for (end = i + 1; end < parts->len && alike(&s[i], &s[end]);)
			end++;
		add_group(text, s, i, end);
	}
	return g_string_free(text, FALSE);
}
