/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Names the parts of a sketch, the boxes of a picture of a fabric. A part is called by its first and last switch; a
 * director by what the names of its switches begin with. What firmware puts around names is left out in short names.
 */
#include "evaluator/draw/sketch/sketch_names.h"

#include "core/base/printable.h"

#include <string.h>

#define MARKS " -_/:;."
#define LONG_START 12

static gboolean is_unique(const Fabric *fabric, guint32 node)
{
	const char *name = fabric_name(fabric, node);
	for (guint32 i = 0; i < fabric->n_switches; i++)
		if (fabric->switches[i] != node && g_str_equal(fabric_name(fabric, fabric->switches[i]), name))
			return FALSE;
	return *name != 0;
}

char *sketch_switch_name(const Fabric *fabric, guint32 node)
{
	if (is_unique(fabric, node))
		return printable_utf8(fabric_name(fabric, node));
	return g_strdup_printf("0x%016" G_GINT64_MODIFIER "x", fabric->nodes[node].guid);
}

char *sketch_cable_name(const Fabric *fabric, guint32 port)
{
	const FabricPort *from = &fabric->ports[port], *to = &fabric->ports[from->peer];
	g_autofree char *one = sketch_switch_name(fabric, from->node), *other = sketch_switch_name(fabric, to->node);
	return g_strdup_printf("%s port %u -> %s port %u", one, from->num, other, to->num);
}

/* What two names begin with, up to the last mark between words. */
static char *common_start(const char *a, const char *b)
{
	gsize n = 0;
	while (a[n] && a[n] == b[n])
		n++;
	while (n && !(strchr(MARKS, a[n]) && strchr(MARKS, b[n]))) /* the end of a name is one, too */
		n--;
	while (n && strchr(MARKS, a[n - 1]))
		n--;
	return g_strndup(a, n);
}

/* "MF0;NAME:MODEL/U1" is what firmware makes of NAME; the U of a director's board stays. */
static char *short_name(const char *name)
{
	const char *start = g_str_has_prefix(name, "MF0;") ? name + 4 : name, *colon = strrchr(start, ':');
	gsize model = colon ? strcspn(colon, "/") : 0;
	if (start > name && colon > start && g_str_has_prefix(colon + model, "/U") && !strchr(colon + model + 1, '/'))
		return g_strndup(start, (gsize)(colon - start));
	return g_strdup(start);
}

/* What short names begin with in the whole fabric, up to a mark, if that is long: "QLogic 12800-180 GUID=0x..". */
static char *common_of_all(const Sketch *s)
{
	char *common = NULL;
	for (guint32 p = 0; p < s->n_parts; p++) {
		char *name = common ? common_start(common, s->part[p].short_name) : g_strdup(s->part[p].short_name);
		g_free(common);
		common = name;
	}
	if (s->n_parts < 2 || strlen(common) < LONG_START)
		common[0] = 0;
	return common;
}

/* Takes so much off the start of a name, and the marks behind. */
static void shorten(char *name, gsize length)
{
	if (!name || strlen(name) <= length)
		return;
	length += strspn(name + length, MARKS);
	memmove(name, name + length, strlen(name + length) + 1);
}

static void name_part(SketchPart *part, const char *first)
{
	g_autofree char *common = part->director ? common_start(first, part->last) : NULL;
	part->name = g_strdup(common && *common ? common : first);
	part->short_name = short_name(part->name);
	part->short_last = part->last ? short_name(part->last) : NULL;
	GString *title = g_string_new(NULL);
	if (part->n_switches > 1)
		g_string_append_printf(title, "%s%u switches, ", part->director ? "a director: " : "",
				       part->n_switches);
	g_string_append_printf(title, "%u %s", part->hosts, part->hosts == 1 ? "host" : "hosts");
	part->title = g_string_free(title, FALSE);
}

static void add_to_title(SketchPart *part, const char *first, const char *last)
{
	char *longer = g_strconcat(part->title, "\n", first, last ? " .. " : "", last ? last : "", NULL);
	g_free(part->title);
	part->title = longer;
}

/* Adds runs of switches that follow one another by name to the title of their part, a line "first .. last" each. */
static void list_runs(Sketch *s)
{
	const Fabric *f = s->fabric;
	g_autofree guint32 *runs = g_new0(guint32, s->n_parts);
	for (guint32 i = 0, end; i < f->n_switches; i = end) {
		guint32 p = s->part_of[s->order[i]];
		for (end = i + 1; end < f->n_switches && s->part_of[s->order[end]] == p; end++)
			;
		g_autofree char *first = sketch_switch_name(f, f->switches[s->order[i]]);
		g_autofree char *last = sketch_switch_name(f, f->switches[s->order[end - 1]]);
		if (runs[p] < SKETCH_INSIDE)
			add_to_title(&s->part[p], first, end - i > 1 ? last : NULL);
		else if (runs[p] == SKETCH_INSIDE)
			add_to_title(&s->part[p], "..", NULL);
		s->part[p].gaps = runs[p]++;
	}
}

void sketch_name(Sketch *s)
{
	const Fabric *f = s->fabric;
	g_autofree guint32 *count = g_new0(guint32, s->n_parts), *first = g_new0(guint32, s->n_parts);
	for (guint32 i = 0; i < f->n_switches; i++) {
		guint32 node = f->switches[s->order[i]], p = s->part_of[s->order[i]];
		if (!count[p]++) {
			first[p] = node;
			s->part[p].director = s->part[p].n_switches > 1 && f->nodes[node].system_guid;
		}
		if (f->nodes[node].system_guid != f->nodes[first[p]].system_guid)
			s->part[p].director = FALSE;
		if (count[p] == s->part[p].n_switches && count[p] > 1)
			s->part[p].last = sketch_switch_name(f, node);
	}
	for (guint32 p = 0; p < s->n_parts; p++) {
		g_autofree char *name = sketch_switch_name(f, first[p]);
		name_part(&s->part[p], name);
	}
	g_autofree char *common = common_of_all(s);
	for (guint32 p = 0; *common && p < s->n_parts; p++) {
		shorten(s->part[p].short_name, strlen(common));
		shorten(s->part[p].short_last, strlen(common));
	}
	list_runs(s);
}
