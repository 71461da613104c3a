/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Unfolds lists of hosts such as "n[1-3],login" into names. Each name is taken apart into the texts before its brackets
 * and the ranges in them. Then the names are counted, as there may be too many, and made one by one, by recursion over
 * the parts.
 */
#include "formats/lists/hostlist.h"

#include "core/base/error.h"

#include <string.h>

#define MOST_DIGITS 18

typedef struct {
	guint64 from, to;
	guint width; /* digits at least */
} Range;

/* What stands before a pair of brackets, and the ranges in it; of the last part there are none. */
typedef struct {
	const char *text;
	gsize length;
	guint first, n; /* in Name.ranges */
} Part;

typedef struct {
	const char *text; /* of the whole name, for messages */
	gsize length;
	GArray *parts, *ranges;
} Name;

static gboolean wrong(const Name *name, GError **error, const char *why)
{
	return sssp_error_set(error, SSSP_ERROR_INPUT, "'%.*s' is no list of hosts: %s", (int)MIN(name->length, 100),
			      name->text, why);
}

/* Reads the digits at *at, and moves *at behind them. FALSE: there are none. */
static gboolean take_number(const char **at, guint64 *number, guint *digits)
{
	gsize n = strspn(*at, "0123456789");
	if (n == 0 || n > MOST_DIGITS)
		return FALSE;
	*digits = (guint)n;
	for (*number = 0; n--; (*at)++)
		*number = *number * 10 + (guint64)(**at - '0');
	return TRUE;
}

/* Reads ranges up to the closing bracket, and moves *at behind it. FALSE with an error. */
static gboolean take_ranges(Name *name, Part *part, const char **at, GError **error)
{
	for (;; (*at)++) {
		Range range;
		guint digits;
		gboolean zero = **at == '0';
		if (!take_number(at, &range.from, &range.width))
			return wrong(name, error, "brackets hold numbers and ranges: [1-4,7]");
		range.width = zero ? range.width : 1;
		range.to = range.from;
		if (**at == '-' && (++*at, !take_number(at, &range.to, &digits)))
			return wrong(name, error, "brackets hold numbers and ranges: [1-4,7]");
		if (range.to < range.from)
			return wrong(name, error, "a range runs backwards");
		g_array_append_val(name->ranges, range);
		part->n++;
		if (**at != ',')
			break;
	}
	if (**at == ':' || **at == '/')
		return wrong(name, error, "ranges have no steps");
	if (*(*at)++ == ']')
		return TRUE;
	return wrong(name, error, "brackets hold numbers and ranges: [1-4,7]");
}

/* How long the name at `at` is: it ends at a comma outside of brackets, or with the text. */
static gsize name_length(const char *at)
{
	gsize n = 0;
	for (gboolean inside = FALSE; at[n] && (inside || at[n] != ','); n++)
		inside = at[n] == '[' || (inside && at[n] != ']');
	return n;
}

static gboolean take_apart(Name *name, GError **error)
{
	const char *at = name->text, *end = name->text + name->length;
	while (at <= end) {
		Part part = {.text = at, .length = strcspn(at, "[]"), .first = name->ranges->len};
		part.length = MIN(part.length, (gsize)(end - at));
		at += part.length;
		if (at < end && *at == ']')
			return wrong(name, error, "a bracket is closed that was not opened");
		gboolean last = at == end;
		if (!last && (at++, !memchr(at, ']', (gsize)(end - at))))
			return wrong(name, error, "a bracket is not closed");
		if (!last && !take_ranges(name, &part, &at, error))
			return FALSE;
		g_array_append_val(name->parts, part);
		if (last)
			break;
	}
	return TRUE;
}

static guint digits_of(const Range *range)
{
	guint n = 1;
	for (guint64 rest = range->to; rest >= 10; rest /= 10)
		n++;
	return MAX(n, range->width);
}

/* How many names there are, counted no farther than a little above `most`, and how long the longest is. */
static void measure(const Name *name, guint32 most, guint64 *names, gsize *longest)
{
	*names = 1;
	*longest = 0;
	for (guint i = 0; i < name->parts->len; i++) {
		const Part *part = &g_array_index(name->parts, Part, i);
		guint64 n = part->n ? 0 : 1;
		guint digits = 0;
		for (guint k = part->first; k < part->first + part->n; k++) {
			const Range *range = &g_array_index(name->ranges, Range, k);
			n = MIN(n + range->to - range->from + 1, (guint64)most + 1);
			digits = MAX(digits, digits_of(range));
		}
		*names = MIN(*names * n, (guint64)most + 1);
		*longest += part->length + digits;
	}
}

typedef struct {
	const Name *name;
	HostlistVisitor visit;
	gpointer user;
	GString *made;
} Making;

/*
 * Visits all names that begin with what is made so far, from part `i` on. The recursion is as deep as a name has parts.
 */
static gboolean make(Making *m, guint i, GError **error)
{
	if (i == m->name->parts->len)
		return m->visit(m->user, m->made->str, error);
	const Part *part = &g_array_index(m->name->parts, Part, i);
	gsize before = m->made->len;
	g_string_append_len(m->made, part->text, (gssize)part->length);
	gsize length = m->made->len;
	gboolean fine = part->n || make(m, i + 1, error);
	for (guint k = part->first; fine && k < part->first + part->n; k++) {
		const Range *range = &g_array_index(m->name->ranges, Range, k);
		for (guint64 number = range->from; fine && number <= range->to; number++) {
			g_string_append_printf(m->made, "%0*" G_GUINT64_FORMAT, (int)range->width, number);
			fine = make(m, i + 1, error);
			g_string_truncate(m->made, length);
		}
	}
	g_string_truncate(m->made, before);
	return fine;
}

static gboolean walk_name(Name *name, guint32 *left, HostlistVisitor visit, gpointer user, GError **error)
{
	guint64 names;
	gsize longest;
	if (!take_apart(name, error))
		return FALSE;
	if (name->ranges->len) {
		measure(name, *left, &names, &longest);
		if (longest > HOSTLIST_NAME)
			return wrong(name, error, "a name is longer than 255 characters");
		if (names > *left)
			return wrong(name, error, "it names more hosts than a fabric has LIDs for");
		*left -= (guint32)names;
	}
	g_autoptr(GString) made = g_string_new(NULL);
	return make(&(Making){name, visit, user, made}, 0, error);
}

gboolean hostlist_walk(const char *text, guint32 *left, HostlistVisitor visit, gpointer user, GError **error)
{
	g_autoptr(GArray) parts = g_array_new(FALSE, FALSE, sizeof(Part));
	g_autoptr(GArray) ranges = g_array_new(FALSE, FALSE, sizeof(Range));
	for (const char *at = text;; at++) {
		at += strspn(at, " \t");
		Name name = {at, name_length(at), parts, ranges};
		const char *end = at + name.length;
		while (name.length && g_ascii_isspace(at[name.length - 1]))
			name.length--;
		g_array_set_size(parts, 0);
		g_array_set_size(ranges, 0);
		if (!name.length)
			return wrong(&(Name){.text = text, .length = strlen(text)}, error, "a name is empty");
		if (!walk_name(&name, left, visit, user, error))
			return FALSE;
		if (!*end)
			return TRUE;
		at = end;
	}
}
