/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A line for each thing, and cables by GUIDs, so that any lines can be taken out: what speaks of a node that is not
 * there is passed over.
 */
#include "tests/attack/attack.h"

#include <stdio.h>
#include <string.h>

#define GUID "%" G_GINT64_MODIFIER "x"

static const char *const types[] = {[FABRIC_SWITCH] = "switch", [FABRIC_CA] = "ca", [FABRIC_ROUTER] = "router"};

static void write_wishes(const CaseWishes *w, GString *text)
{
	g_string_append_printf(text, "wish engine %s\n", w->engine);
	g_string_append_printf(text,
			       "wish max_vls %u\nwish passes %u\nwish lmc %u\nwish lmc_routes %u\nwish budget %d\n",
			       w->max_vls, w->passes, w->lmc, w->lmc_routes, w->budget);
	if (w->jobs)
		g_string_append_printf(text, "wish jobs %u\n", w->jobs);
	g_string_append_printf(text, "%s%s%s%s%s%s%s%s", w->asymmetric ? "wish asymmetric 1\n" : "",
			       w->no_spread ? "wish no_spread 1\n" : "", w->capacities ? "wish capacities 1\n" : "",
			       w->stand ? "wish stand 1\n" : "", w->stay ? "wish stay 1\n" : "",
			       w->sparse ? "wish sparse 1\n" : "", w->files ? "wish files 1\n" : "",
			       w->foreign ? "wish foreign 1\n" : "");
}

static void write_guids(const char *what, const GArray *guids, GString *text)
{
	for (guint i = 0; i < guids->len; i++)
		g_string_append_printf(text, "%s " GUID "\n", what, g_array_index(guids, guint64, i));
}

static void write_cable(const Case *c, const CaseCable *cable, GString *text)
{
	g_string_append_printf(text, "cable " GUID " %u " GUID " %u %u %u %u\n", case_node(c, cable->a)->guid,
			       cable->port_a, case_node(c, cable->b)->guid, cable->port_b, cable->width, cable->speed,
			       cable->vls);
}

GString *case_text(const Case *c)
{
	GString *text = g_string_new(NULL);
	write_wishes(&c->wishes, text);
	write_guids("order", c->order, text);
	write_guids("root", c->roots, text);
	for (guint i = 0; i < c->ignored->len; i++) {
		const SwitchPort *port = &g_array_index(c->ignored, SwitchPort, i);
		g_string_append_printf(text, "ignored " GUID " %u\n", port->guid, port->port);
	}
	for (guint32 i = 0; i < c->nodes->len; i++) {
		const CaseNode *n = case_node(c, i);
		g_string_append_printf(text, "%s " GUID " %u%s%s%s\n", types[n->type], n->guid, n->ports,
				       n->manager ? " manager" : "", n->enhanced ? " enhanced" : "",
				       n->aggregation ? " aggregation" : "");
	}
	for (guint i = 0; i < c->cables->len; i++)
		write_cable(c, case_cable(c, i), text);
	for (guint i = 0; i < c->events->len; i++) {
		const CaseEvent *event = &g_array_index(c->events, CaseEvent, i);
		g_string_append_printf(text, "event " GUID " %u\n", event->guid, event->port);
	}
	return text;
}

/* ---- back */

typedef struct {
	Case *c;
	GHashTable *places; /* GUID -> place in the list + 1 */
} Reader;

static gint find(const Reader *r, guint64 guid)
{
	return GPOINTER_TO_INT(g_hash_table_lookup(r->places, &guid)) - 1;
}

static gboolean read_node(const Reader *r, const char *line)
{
	guint64 guid;
	guint ports;
	for (guint type = 0; type < G_N_ELEMENTS(types); type++) {
		gsize length = types[type] ? strlen(types[type]) : 0;
		if (!length || strncmp(line, types[type], length) ||
		    sscanf(line + length, " " GUID " %u", &guid, &ports) != 2)
			continue;
		if (find(r, guid) >= 0)
			return TRUE;
		guint32 at = case_add_node(r->c, type, guid, ports);
		CaseNode *node = case_node(r->c, at);
		node->manager = strstr(line, " manager") != NULL;
		node->enhanced = strstr(line, " enhanced") != NULL;
		node->aggregation = strstr(line, " aggregation") != NULL;
		gint64 *key = g_new(gint64, 1);
		*key = (gint64)guid;
		g_hash_table_insert(r->places, key, GINT_TO_POINTER(at + 1));
		return TRUE;
	}
	return FALSE;
}

static gboolean read_cable(const Reader *r, const char *line)
{
	guint64 a, b;
	guint port_a, port_b, width, speed, vls;
	if (sscanf(line, "cable " GUID " %u " GUID " %u %u %u %u", &a, &port_a, &b, &port_b, &width, &speed, &vls) != 7)
		return FALSE;
	gint from = find(r, a), to = find(r, b);
	if (from < 0 || to < 0 || port_a > case_node(r->c, (guint32)from)->ports ||
	    port_b > case_node(r->c, (guint32)to)->ports)
		return TRUE;
	CaseCable cable = {.a = (guint32)from,
			   .b = (guint32)to,
			   .port_a = (guint8)port_a,
			   .port_b = (guint8)port_b,
			   .width = (guint8)width,
			   .speed = (guint8)speed,
			   .vls = (guint8)vls};
	case_add_cable(r->c, cable);
	return TRUE;
}

static gboolean read_list(const Reader *r, const char *line)
{
	guint64 guid;
	guint port;
	CaseEvent event = {0};
	SwitchPort ignored = {0};
	if (sscanf(line, "order " GUID, &guid) == 1) {
		g_array_append_val(r->c->order, guid);
	} else if (sscanf(line, "root " GUID, &guid) == 1) {
		g_array_append_val(r->c->roots, guid);
	} else if (sscanf(line, "ignored " GUID " %u", &guid, &port) == 2) {
		ignored = (SwitchPort){guid, (guint8)port};
		g_array_append_val(r->c->ignored, ignored);
	} else if (sscanf(line, "event " GUID " %u", &guid, &port) == 2) {
		event = (CaseEvent){guid, (guint8)port};
		g_array_append_val(r->c->events, event);
	} else {
		return FALSE;
	}
	return TRUE;
}

static void read_wish(CaseWishes *w, const char *line)
{
	char word[16] = "", value[16] = "";
	const struct {
		const char *name;
		gint *at;
	} numbers[] = {
		{"max_vls", (gint *)&w->max_vls},
		{"passes", (gint *)&w->passes},
		{"lmc", (gint *)&w->lmc},
		{"lmc_routes", (gint *)&w->lmc_routes},
		{"budget", &w->budget},
		{"asymmetric", &w->asymmetric},
		{"no_spread", &w->no_spread},
		{"capacities", &w->capacities},
		{"stand", &w->stand},
		{"stay", &w->stay},
		{"sparse", &w->sparse},
		{"files", &w->files},
		{"foreign", &w->foreign},
		{"jobs", (gint *)&w->jobs},
	};
	if (sscanf(line, "wish %15s %15s", word, value) != 2)
		return;
	if (g_str_equal(word, "engine"))
		g_strlcpy(w->engine, value, sizeof w->engine);
	for (guint i = 0; i < G_N_ELEMENTS(numbers); i++)
		if (g_str_equal(word, numbers[i].name))
			*numbers[i].at = (gint)g_ascii_strtoll(value, NULL, 10);
}

Case *case_parse(const char *text)
{
	Reader r = {case_new(), g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL)};
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
	for (guint i = 0; lines[i]; i++)
		if (!read_node(&r, lines[i]) && !read_cable(&r, lines[i]) && !read_list(&r, lines[i]))
			read_wish(&r.c->wishes, lines[i]);
	r.c->settled[0] = r.c->wishes.jobs > 1;
	g_hash_table_destroy(r.places);
	return r.c;
}
