// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * A net file names each node in a line `Switch 36 "ID"` or `Ca 1 "ID"` and its cables, each from both ends, in lines
 * `[PORT](GUID) "ID"[PORT]` that follow it. Nodes come first, so that a cable may name one that follows.
 */
#include "tests/campaign/cabling.h"

#include <stdio.h>
#include <string.h>

#define ID_LENGTH 64

static void free_node(gpointer node)
{
	g_free(((CablingNode *)node)->id);
}

void cabling_free(Cabling *cabling)
{
	g_array_unref(cabling->nodes);
	g_array_unref(cabling->cables);
	g_free(cabling);
}

guint cabling_find(const Cabling *cabling, const char *id)
{
	for (guint i = 0; i < cabling->nodes->len; i++)
		if (strcmp(cabling_node(cabling, i)->id, id) == 0)
			return i;
	return G_MAXUINT;
}

int cable_end(const Cable *cable, guint node)
{
	return cable->node[0] == node ? 0 : cable->node[1] == node ? 1 : -1;
}

static gboolean is_node_line(const char *line, char *kind, guint *ports, char *id)
{
	return sscanf(line, "%15[A-Za-z] %u \"%63[^\"]\"", kind, ports, id) == 3 &&
	       (!strcmp(kind, "Switch") || !strcmp(kind, "Ca") || !strcmp(kind, "Hca"));
}

static void read_nodes(Cabling *cabling, char **lines)
{
	char kind[16], id[ID_LENGTH];
	guint ports;

	for (guint i = 0; lines[i]; i++)
		if (is_node_line(lines[i], kind, &ports, id)) {
			CablingNode node = {g_strdup(id), !strcmp(kind, "Switch"), ports};

			g_array_append_val(cabling->nodes, node);
		}
}

/* The other end of a cable, after the port number and an optional GUID. */
static gboolean is_cable_line(const char *line, guint *port, char *id, guint *other_port)
{
	const char *quote = strchr(line, '"');

	return sscanf(line, "[%u]", port) == 1 && quote && sscanf(quote, "\"%63[^\"]\"[%u]", id, other_port) == 2;
}

static void read_cables(Cabling *cabling, char **lines)
{
	char kind[16], id[ID_LENGTH];
	guint ports, port, other_port, at = G_MAXUINT;

	for (guint i = 0; lines[i]; i++) {
		if (is_node_line(lines[i], kind, &ports, id)) {
			at = cabling_find(cabling, id);
		} else if (at != G_MAXUINT && is_cable_line(lines[i], &port, id, &other_port)) {
			guint other = cabling_find(cabling, id);
			Cable cable = {{at, other}, {port, other_port}, TRUE};

			/* Both ends tell of it. */
			if (other != G_MAXUINT && (at < other || (at == other && port < other_port)))
				g_array_append_val(cabling->cables, cable);
		}
	}
}

Cabling *cabling_read(const char *file, GError **error)
{
	g_autoptr(Cabling) cabling = g_new0(Cabling, 1);
	g_autofree char *text = NULL;
	g_auto(GStrv) lines = NULL;

	cabling->nodes = g_array_new(FALSE, FALSE, sizeof(CablingNode));
	cabling->cables = g_array_new(FALSE, FALSE, sizeof(Cable));
	g_array_set_clear_func(cabling->nodes, free_node);
	if (!g_file_get_contents(file, &text, NULL, error))
		return NULL;
	lines = g_strsplit(text, "\n", -1);
	read_nodes(cabling, lines);
	read_cables(cabling, lines);
	if (cabling->cables->len == 0) {
		g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "%s: no net of ibsim: it has no cable", file);
		return NULL;
	}
	return g_steal_pointer(&cabling);
}

gboolean port_is_free(const Cabling *cabling, guint node, guint port)
{
	for (guint i = 0; i < cabling->cables->len; i++) {
		const Cable *cable = cable_at(cabling, i);

		for (int end = 0; end < 2; end++)
			if (cable->up && cable->node[end] == node && cable->port[end] == port)
				return FALSE;
	}
	return TRUE;
}

/* Hosts do not forward: nothing is reached through one but what it is itself cabled to. */
static gboolean leads_on(const Cabling *cabling, guint node, guint from)
{
	return cabling_node(cabling, node)->is_switch || node == from;
}

Reach cabling_reach(const Cabling *cabling, guint from)
{
	Reach reach = {.reached = g_new0(guint8, cabling->nodes->len)};
	gboolean more = TRUE;

	reach.reached[from] = TRUE;
	while (more) {
		more = FALSE;
		for (guint i = 0; i < cabling->cables->len; i++) {
			const Cable *cable = cable_at(cabling, i);

			for (int end = 0; end < 2; end++)
				if (cable->up && reach.reached[cable->node[end]] && !reach.reached[cable->node[!end]] &&
				    leads_on(cabling, cable->node[end], from))
					more = reach.reached[cable->node[!end]] = TRUE;
		}
	}
	for (guint i = 0; i < cabling->nodes->len; i++)
		if (reach.reached[i])
			*(cabling_node(cabling, i)->is_switch ? &reach.switches : &reach.hosts) += 1;
	for (guint i = 0; i < cabling->cables->len; i++)
		reach.cables += cable_at(cabling, i)->up && reach.reached[cable_at(cabling, i)->node[0]] &&
				reach.reached[cable_at(cabling, i)->node[1]];
	return reach;
}
