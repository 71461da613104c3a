/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds the endpoints that a list of names means. An entry is first looked up as one name, since descriptions may hold
 * commas and brackets. Only if no endpoint has that name, it is read as a host list such as node[1-8].
 */
#include "evaluator/paths/subset.h"

#include "core/base/error.h"
#include "evaluator/paths/endpoint_names.h"
#include "formats/lists/hostlist.h"
#include "formats/text/scan.h"

#include <string.h>

typedef struct {
	const EndpointNames *names;
	const NameList *list;
	guint line; /* of the entry at hand, 0: there are no lines */
	gboolean order;
	gboolean told;  /* the error names file and line already */
	guint8 *taken;  /* [n_endpoints] */
	GArray *of_one; /* endpoints of the name at hand */
	GArray *found;
	char *unknown; /* the first name that no endpoint has */
	guint n_unknown, unknown_line;
} Subset;

static gboolean line_error(Subset *s, GError **error, const char *name, const char *why)
{
	s->told = TRUE;
	return scan_error_at(s->list->file, s->line, error, "'%.100s' %s", name, why);
}

/* The endpoints of s->of_one. */
static gboolean add_endpoints(Subset *s, const char *name, GError **error)
{
	if (s->order && s->of_one->len > 1) {
		g_autofree char *lids = endpoint_names_lids(s->names, s->of_one);
		g_autofree char *why = g_strdup_printf("are several endpoints (LIDs %s): give the LID", lids);
		return line_error(s, error, name, why);
	}
	for (guint i = 0; i < s->of_one->len; i++) {
		guint32 endpoint = g_array_index(s->of_one, guint32, i);
		if (s->taken[endpoint] && !s->order)
			return line_error(s, error, name, "is listed before already");
		s->taken[endpoint] = 1;
		g_array_append_val(s->found, endpoint);
	}
	return TRUE;
}

static gboolean visit(gpointer user, const char *name, GError **error)
{
	Subset *s = user;
	if (endpoint_names_all(s->names, name, s->of_one))
		return add_endpoints(s, name, error);
	if (!s->n_unknown++) {
		s->unknown = g_strdup(name);
		s->unknown_line = s->line;
	}
	return TRUE;
}

/* Reads an entry that is no name as a host list; one that is no list either is noted as unknown. */
static gboolean take_hosts(Subset *s, const char *text, guint32 *left, GError **error)
{
	g_autoptr(GError) why = NULL;
	if (!strpbrk(text, "[],"))
		return visit(s, text, error);
	if (hostlist_walk(text, left, visit, s, &why))
		return TRUE;
	if (s->told)
		g_propagate_error(error, g_steal_pointer(&why));
	else
		scan_error_at(s->list->file, s->line, error, "%s", why->message);
	return FALSE;
}

static gboolean all_known(Subset *s, GError **error)
{
	if (!s->n_unknown)
		return TRUE;
	g_autofree char *near = endpoint_names_near(s->names, s->unknown);
	g_autofree char *more =
		s->n_unknown > 1 ? g_strdup_printf(", one of %u such names", s->n_unknown) : g_strdup("");
	gboolean all = s->list->n == 1 && !s->unknown_line && g_str_equal(s->unknown, s->list->text);
	g_autofree char *why =
		g_strdup_printf("is no endpoint of the fabric%s%s%s%s", more, all ? ", nor is there such a file" : "",
				near ? "; like it are " : "", near ? near : "");
	s->line = s->unknown_line;
	return line_error(s, error, s->unknown, why);
}

static gboolean take_list(Subset *s, GError **error)
{
	guint32 left = FABRIC_MAX_LID;
	for (gsize i = 0; i < s->list->n; i++) {
		const char *text = s->list->text + s->list->name[i].at;
		s->line = s->list->name[i].line;
		if (endpoint_names_all(s->names, text, s->of_one) ? !add_endpoints(s, text, error)
								  : !take_hosts(s, text, &left, error))
			return FALSE;
	}
	return all_known(s, error);
}

GArray *subset_endpoints(const Fabric *fabric, const NameList *list, gboolean order, GError **error)
{
	g_autoptr(EndpointNames) names = endpoint_names_new(fabric);
	g_autofree guint8 *taken = g_try_new0(guint8, fabric->n_endpoints + 1);
	g_autoptr(GArray) of_one = g_array_new(FALSE, FALSE, sizeof(guint32));
	g_autoptr(GArray) found = g_array_new(FALSE, FALSE, sizeof(guint32));
	Subset s = {.names = names, .list = list, .order = order, .taken = taken, .of_one = of_one, .found = found};
	if (!taken)
		return sssp_error_memory_null(error, "a set of endpoints", fabric->n_endpoints);
	gboolean fine = take_list(&s, error);
	g_free(s.unknown);
	return fine ? g_steal_pointer(&found) : NULL;
}
