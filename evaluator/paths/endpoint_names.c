/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Two sorted arrays, of full names and of first words, so that a name that fits several is seen to. */
#include "evaluator/paths/endpoint_names.h"

#include <string.h>

static int by_name(gconstpointer a, gconstpointer b)
{
	const EndpointName *one = a, *other = b;
	int order = strcmp(one->name, other->name);
	return order ? order : one->endpoint < other->endpoint ? -1 : one->endpoint > other->endpoint;
}

static void clear_name(gpointer data)
{
	g_free(((EndpointName *)data)->name);
}

static GArray *names_new(void)
{
	GArray *names = g_array_new(FALSE, FALSE, sizeof(EndpointName));
	g_array_set_clear_func(names, clear_name);
	return names;
}

static void add(GArray *names, char *name, guint32 endpoint)
{
	EndpointName entry = {name, endpoint};
	g_array_append_val(names, entry);
}

static char *guid_text(guint64 guid)
{
	return g_strdup_printf("0x%016" G_GINT64_MODIFIER "x", guid);
}

static void add_endpoint(EndpointNames *names, guint32 endpoint)
{
	const Fabric *fabric = names->fabric;
	const FabricPort *port = &fabric->ports[fabric->endpoints[endpoint]];
	guint64 node_guid = fabric->nodes[port->node].guid;
	g_autofree char *name = g_strstrip(g_strdup(fabric_name(fabric, port->node)));
	add(names->full, guid_text(node_guid), endpoint);
	if (port->guid && port->guid != node_guid)
		add(names->full, guid_text(port->guid), endpoint);
	if (!*name)
		return;
	add(names->full, g_strdup(name), endpoint);
	name[strcspn(name, " \t")] = '\0';
	add(names->word, g_strdup(name), endpoint);
}

EndpointNames *endpoint_names_new(const Fabric *fabric)
{
	EndpointNames *names = g_new0(EndpointNames, 1);
	names->fabric = fabric;
	names->full = names_new();
	names->word = names_new();
	for (guint32 e = 0; e < fabric->n_endpoints; e++)
		add_endpoint(names, e);
	g_array_sort(names->full, by_name);
	g_array_sort(names->word, by_name);
	return names;
}

void endpoint_names_free(EndpointNames *names)
{
	if (!names)
		return;
	g_array_unref(names->full);
	g_array_unref(names->word);
	g_free(names);
}

static guint32 find(const GArray *names, const char *name)
{
	guint low = 0, high = names->len;
	while (low < high) {
		guint middle = low + (high - low) / 2;
		if (strcmp(g_array_index(names, EndpointName, middle).name, name) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == names->len || strcmp(g_array_index(names, EndpointName, low).name, name) != 0)
		return ENDPOINT_UNKNOWN;
	gboolean several = low + 1 < names->len && strcmp(g_array_index(names, EndpointName, low + 1).name, name) == 0;
	return several ? ENDPOINT_AMBIGUOUS : g_array_index(names, EndpointName, low).endpoint;
}

/* Endpoints stand in the order of their LIDs; all LIDs of a port are its names. */
static guint32 find_lid(const Fabric *fabric, guint64 lid)
{
	guint32 port = lid < fabric->n_lids ? fabric->lid_port[lid] : FABRIC_NONE;
	for (guint32 low = 0, high = fabric->n_endpoints; port != FABRIC_NONE && low < high;) {
		guint32 middle = low + (high - low) / 2;
		if (fabric->endpoints[middle] == port)
			return middle;
		if (fabric->ports[fabric->endpoints[middle]].lid < fabric->ports[port].lid)
			low = middle + 1;
		else
			high = middle;
	}
	return ENDPOINT_UNKNOWN;
}

guint32 endpoint_names_find(const EndpointNames *names, const char *name)
{
	guint64 number;
	if (g_ascii_string_to_unsigned(name, 10, 0, G_MAXUINT64, &number, NULL))
		return find_lid(names->fabric, number);
	if (g_ascii_strncasecmp(name, "0x", 2) == 0 &&
	    g_ascii_string_to_unsigned(name + 2, 16, 0, G_MAXUINT64, &number, NULL)) {
		g_autofree char *guid = guid_text(number);
		return find(names->full, guid);
	}
	guint32 endpoint = find(names->full, name);
	return endpoint != ENDPOINT_UNKNOWN ? endpoint : find(names->word, name);
}
