/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads which hosts make up which job, from lines "NAME: HOSTS", and gives the job of each host's LID. A hash table has
 * all names and GUIDs by which ports of the fabric may be called, so that one pass over the lines is enough.
 */
#include "formats/lists/job_list.h"

#include "core/base/error.h"
#include "formats/lists/hostlist.h"
#include "formats/text/scan.h"

#include <string.h>

typedef struct {
	const Fabric *fabric;
	const NameList *list;
	GHashTable *ports; /* name: GArray of guint32, ports */
	GHashTable *jobs;  /* names of jobs so far */
	JobListUnknown *unknown;
	guint32 *job_of_lid;
	guint32 job;
	guint line;
	gboolean told; /* the error names its line already */
} Jobs;

static void add_name(Jobs *j, const char *name, guint32 port)
{
	GArray *ports = g_hash_table_lookup(j->ports, name);
	if (!*name)
		return;
	if (!ports)
		g_hash_table_insert(j->ports, g_strdup(name), ports = g_array_new(FALSE, FALSE, sizeof(guint32)));
	if (!ports->len || g_array_index(ports, guint32, ports->len - 1) != port)
		g_array_append_val(ports, port);
}

static void add_names(Jobs *j, guint32 index)
{
	const FabricPort *port = &j->fabric->ports[index];
	guint64 guids[] = {j->fabric->nodes[port->node].guid, port->guid};
	g_autofree char *name = g_strstrip(g_strdup(fabric_name(j->fabric, port->node)));
	for (guint i = 0; i < G_N_ELEMENTS(guids); i++) {
		g_autofree char *guid = g_strdup_printf("0x%016" G_GINT64_MODIFIER "x", guids[i]);
		add_name(j, guid, index);
	}
	add_name(j, name, index);
	name[strcspn(name, " \t")] = '\0';
	add_name(j, name, index);
}

static gboolean line_error(Jobs *j, const char *name, const char *why, GError **error)
{
	j->told = TRUE;
	return scan_error_at(j->list->file, j->line, error, "'%.100s' %s", name, why);
}

/* The ports of a name, or of a GUID in any of its spellings; NULL: there are none. */
static const GArray *ports_of(const Jobs *j, const char *name)
{
	const GArray *ports = g_hash_table_lookup(j->ports, name);
	const char *digits = g_ascii_strncasecmp(name, "0x", 2) ? name : name + 2;
	guint64 guid = 0;
	if (ports || (digits == name && strlen(name) != 16) ||
	    !g_ascii_string_to_unsigned(digits, 16, 1, G_MAXUINT64, &guid, NULL))
		return ports;
	g_autofree char *usual = g_strdup_printf("0x%016" G_GINT64_MODIFIER "x", guid);
	return g_hash_table_lookup(j->ports, usual);
}

static gboolean pass_over(Jobs *j, const char *name)
{
	JobListUnknown *unknown = j->unknown;
	if (unknown->n++)
		return TRUE;
	unknown->line = j->line;
	g_strlcpy(unknown->first, name, sizeof unknown->first);
	return TRUE;
}

static gboolean take_name(gpointer user, const char *name, GError **error)
{
	Jobs *j = user;
	const GArray *ports = ports_of(j, name);
	if (!ports && j->unknown)
		return pass_over(j, name);
	if (!ports)
		return line_error(j, name, "is no host of the fabric", error);
	for (guint i = 0; i < ports->len; i++) {
		const FabricPort *port = &j->fabric->ports[g_array_index(ports, guint32, i)];
		for (guint32 lid = port->lid; lid < port->lid + (1u << port->lmc) && lid < j->fabric->n_lids; lid++) {
			if (j->job_of_lid[lid] != G_MAXUINT32)
				return line_error(j, name, "is in a job already", error);
			j->job_of_lid[lid] = j->job;
		}
	}
	return TRUE;
}

static gboolean take_line(Jobs *j, gsize i, guint32 *left, GError **error)
{
	char *text = j->list->text + j->list->name[i].at, *colon = strchr(text, ':');
	g_autofree char *name = g_strstrip(g_strndup(text, colon ? (gsize)(colon - text) : 0));
	char *hosts = colon ? g_strstrip(colon + 1) : text;
	g_autoptr(GError) why = NULL;
	j->line = j->list->name[i].line;
	j->job = (guint32)i;
	if (!*name || !*hosts)
		return scan_error_at(j->list->file, j->line, error, "a line is 'NAME: HOSTS', not '%.100s'", text);
	if (g_hash_table_contains(j->jobs, name))
		return scan_error_at(j->list->file, j->line, error, "there is a job '%.100s' already", name);
	g_hash_table_add(j->jobs, g_steal_pointer(&name));
	if (ports_of(j, hosts))
		return take_name(j, hosts, error);
	if (hostlist_walk(hosts, left, take_name, j, &why))
		return TRUE;
	if (j->told)
		g_propagate_error(error, g_steal_pointer(&why));
	else
		scan_error_at(j->list->file, j->line, error, "%s", why->message);
	return FALSE;
}

static void free_ports(gpointer ports)
{
	g_array_unref(ports);
}

guint32 *job_list_read(const NameList *list, const Fabric *fabric, JobListUnknown *unknown, guint32 *n_jobs,
		       GError **error)
{
	g_autoptr(GHashTable) ports = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_ports);
	g_autoptr(GHashTable) jobs = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	g_autofree guint32 *job_of_lid = g_try_new(guint32, fabric->n_lids + 1);
	guint32 left = FABRIC_MAX_LID;
	Jobs j = {.fabric = fabric,
		  .list = list,
		  .ports = ports,
		  .jobs = jobs,
		  .unknown = unknown,
		  .job_of_lid = job_of_lid};
	if (!job_of_lid)
		return sssp_error_memory_null(error, "jobs", fabric->n_lids * sizeof(guint32));
	memset(job_of_lid, 0xff, (fabric->n_lids + 1) * sizeof *job_of_lid);
	for (guint32 e = 0; e < fabric->n_endpoints; e++)
		add_names(&j, fabric->endpoints[e]);
	for (gsize i = 0; i < list->n; i++)
		if (!take_line(&j, i, &left, error))
			return NULL;
	*n_jobs = (guint32)list->n;
	return g_steal_pointer(&job_of_lid);
}
