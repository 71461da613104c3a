/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds the port that a name, a LID or a GUID means: that of an endpoint, else port 0 of a switch. Endpoints have an
 * index of names (endpoint_names.h); switches are few and are searched one by one. A name of no port or of several is
 * an error, which lists names that are spelled alike, or the ports that share the name.
 */
#include "evaluator/paths/port_find.h"

#include "core/base/error.h"
#include "core/base/near.h"
#include "evaluator/paths/endpoint_names.h"

#include <string.h>

static gboolean take_lid(const char *name, guint64 *lid)
{
	return g_ascii_string_to_unsigned(name, 10, 1, FABRIC_MAX_LID, lid, NULL);
}

static gboolean take_guid(const char *name, guint64 *guid)
{
	return g_ascii_strncasecmp(name, "0x", 2) == 0 &&
	       g_ascii_string_to_unsigned(name + 2, 16, 0, G_MAXUINT64, guid, NULL);
}

static gboolean is_called(const Fabric *fabric, guint32 node, const char *name, gboolean first_word)
{
	g_autofree char *whole = g_strstrip(g_strdup(fabric_name(fabric, node)));
	if (first_word)
		whole[strcspn(whole, " \t")] = '\0';
	return g_str_equal(whole, name);
}

/* Counts the switches of that name; *node is the last of them. */
static guint find_switch(const Fabric *fabric, const char *name, gboolean first_word, guint32 *node)
{
	guint n = 0;
	for (guint32 i = 0; i < fabric->n_switches; i++)
		if (is_called(fabric, fabric->switches[i], name, first_word)) {
			*node = fabric->switches[i];
			n++;
		}
	return n;
}

/* A switch's port 0 by number or name; ENDPOINT_AMBIGUOUS for several. */
static guint32 find_port_0(const Fabric *fabric, const char *name)
{
	guint64 number;
	guint32 node = FABRIC_NONE;
	guint n = 1;
	if (take_lid(name, &number)) {
		guint32 port = number < fabric->n_lids ? fabric->lid_port[number] : FABRIC_NONE;
		return port != FABRIC_NONE && fabric->ports[port].num == 0 ? port : FABRIC_NONE;
	}
	if (take_guid(name, &number))
		node = fabric_find_node(fabric, number);
	else if (!(n = find_switch(fabric, name, FALSE, &node)))
		n = find_switch(fabric, name, TRUE, &node);
	if (n > 1)
		return ENDPOINT_AMBIGUOUS;
	return node != FABRIC_NONE && fabric_is_switch(fabric, node) ? fabric_port_index(fabric, node, 0) : FABRIC_NONE;
}

/* Names of endpoints that are spelled like `name`; where there are none, names of switches. */
static char *find_near(const EndpointNames *names, const char *name)
{
	char *near = endpoint_names_near(names, name);
	if (near)
		return near;
	const Fabric *fabric = names->fabric;
	g_autoptr(GPtrArray) words = g_ptr_array_new();
	for (guint32 i = 0; i < fabric->n_switches; i++)
		g_ptr_array_add(words, (gpointer)fabric_name(fabric, fabric->switches[i]));
	return near_names(name, words);
}

static void set_error_unknown(const EndpointNames *names, const char *name, GError **error)
{
	g_autofree char *near = find_near(names, name);
	g_set_error(error, SSSP_ERROR, SSSP_ERROR_USAGE, "no endpoint or switch is called '%s'%s%s", name,
		    near ? "; like it are " : "", near ? near : "");
}

/* Lists the LIDs of the endpoints with this name; where there are none, the GUIDs of the switches. */
static void set_error_ambiguous(const EndpointNames *names, const char *name, GError **error)
{
	const Fabric *fabric = names->fabric;
	g_autoptr(GArray) lids = g_array_new(FALSE, FALSE, sizeof(guint32));
	g_autoptr(GString) text = g_string_new(NULL);
	if (endpoint_names_all(names, name, lids)) {
		g_autofree char *list = endpoint_names_lids(names, lids);
		g_string_assign(text, list);
	}
	for (guint32 i = 0; i < fabric->n_switches && text->len < 200 && !lids->len; i++)
		if (is_called(fabric, fabric->switches[i], name, FALSE) ||
		    is_called(fabric, fabric->switches[i], name, TRUE))
			g_string_append_printf(text, "%s0x%016" G_GINT64_MODIFIER "x", text->len ? ", " : "",
					       fabric->nodes[fabric->switches[i]].guid);
	g_set_error(error, SSSP_ERROR, SSSP_ERROR_USAGE,
		    "several nodes are called '%s', %s %s: name one by GUID or LID", name, lids->len ? "LIDs" : "GUIDs",
		    text->str);
}

guint32 port_find(const Fabric *fabric, const char *name, GError **error)
{
	g_autoptr(EndpointNames) names = endpoint_names_new(fabric);
	guint32 endpoint = endpoint_names_find(names, name), port = endpoint;
	if (endpoint != ENDPOINT_UNKNOWN && endpoint != ENDPOINT_AMBIGUOUS)
		return fabric->endpoints[endpoint];
	if (endpoint == ENDPOINT_UNKNOWN)
		port = find_port_0(fabric, name);
	if (port != ENDPOINT_AMBIGUOUS && port != FABRIC_NONE)
		return port;
	if (port == FABRIC_NONE)
		set_error_unknown(names, name, error);
	else
		set_error_ambiguous(names, name, error);
	return FABRIC_NONE;
}

guint32 port_find_lid(const Fabric *fabric, guint32 port, const char *name)
{
	guint64 lid;
	return take_lid(name, &lid) ? (guint32)lid : fabric->ports[port].lid;
}
