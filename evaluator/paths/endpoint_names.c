/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds the endpoints of a fabric that have a given name. The index is two sorted arrays, one of whole descriptions and
 * GUIDs, one of the first words of descriptions; both are searched by bisection. Equal names stand side by side, so
 * that a name of several endpoints is recognised. A LID needs no index: endpoints stand in the order of their LIDs.
 */
#include "evaluator/paths/endpoint_names.h"

#include "core/base/by_keys.h"

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

static const EndpointName *entry(const GArray *names, guint i)
{
	return &g_array_index(names, EndpointName, i);
}

/* The first entry that is not below a name. */
static guint lower_bound(const GArray *names, const char *name)
{
	guint low = 0, high = names->len;
	while (low < high) {
		guint middle = low + (high - low) / 2;
		if (strcmp(entry(names, middle)->name, name) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static gboolean is_named(const GArray *names, guint i, const char *name)
{
	return i < names->len && strcmp(entry(names, i)->name, name) == 0;
}

static guint32 find(const GArray *names, const char *name)
{
	guint first = lower_bound(names, name);
	if (!is_named(names, first, name))
		return ENDPOINT_UNKNOWN;
	return is_named(names, first + 1, name) ? ENDPOINT_AMBIGUOUS : entry(names, first)->endpoint;
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

/* The form that a GUID has in the index; NULL when `name` is no GUID. */
static char *guid_of(const char *name)
{
	guint64 number;
	return g_ascii_strncasecmp(name, "0x", 2) == 0 &&
			       g_ascii_string_to_unsigned(name + 2, 16, 0, G_MAXUINT64, &number, NULL)
		       ? guid_text(number)
		       : NULL;
}

guint32 endpoint_names_find(const EndpointNames *names, const char *name)
{
	guint64 number;
	if (g_ascii_string_to_unsigned(name, 10, 0, G_MAXUINT64, &number, NULL))
		return find_lid(names->fabric, number);
	g_autofree char *guid = guid_of(name);
	if (guid)
		return find(names->full, guid);
	guint32 endpoint = find(names->full, name);
	return endpoint != ENDPOINT_UNKNOWN ? endpoint : find(names->word, name);
}

static void add_all(const GArray *names, const char *name, GArray *endpoints)
{
	for (guint i = lower_bound(names, name); is_named(names, i, name); i++)
		g_array_append_vals(endpoints, &entry(names, i)->endpoint, 1);
}

gboolean endpoint_names_all(const EndpointNames *names, const char *name, GArray *endpoints)
{
	guint64 number;
	g_array_set_size(endpoints, 0);
	if (g_ascii_string_to_unsigned(name, 10, 0, G_MAXUINT64, &number, NULL)) {
		guint32 endpoint = find_lid(names->fabric, number);
		if (endpoint != ENDPOINT_UNKNOWN)
			g_array_append_val(endpoints, endpoint);
		return endpoints->len > 0;
	}
	g_autofree char *guid = guid_of(name);
	add_all(names->full, guid ? guid : name, endpoints);
	if (!guid)
		add_all(names->word, name, endpoints);
	g_array_sort(endpoints, by_number);
	for (guint i = endpoints->len; i-- > 1;)
		if (g_array_index(endpoints, guint32, i) == g_array_index(endpoints, guint32, i - 1))
			g_array_remove_index(endpoints, i);
	return endpoints->len > 0;
}

char *endpoint_names_lids(const EndpointNames *names, const GArray *endpoints)
{
	const Fabric *fabric = names->fabric;
	GString *text = g_string_new(NULL);
	for (guint i = 0; i < MIN(endpoints->len, 8); i++)
		g_string_append_printf(text, "%s%u", i ? ", " : "",
				       fabric->ports[fabric->endpoints[g_array_index(endpoints, guint32, i)]].lid);
	if (endpoints->len > 8)
		g_string_append(text, ", ..");
	return g_string_free(text, FALSE);
}
