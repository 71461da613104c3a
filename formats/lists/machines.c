/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds which adapters of a fabric belong to one machine. Adapters on one line of the list, if one is given, are a
 * machine, and no other adapter joins them. The rest are joined where they are ports of one node, have one host's name
 * in their descriptions or, without such a name, have one system image GUID; the joining is union-find. The machines
 * are numbered by their names.
 */
#include "formats/lists/machines.h"

#include "core/base/error.h"
#include "formats/lists/host_fold.h"
#include "formats/lists/job_list.h"

#include <stdlib.h>
#include <string.h>

#define NO_JOB G_MAXUINT32

/* The names of host and device in a description. */
typedef struct {
	char *host;   /* NULL: it names none */
	char *device; /* NULL: it names none */
} Description;

typedef struct {
	Machines *m;
	Description *spoken; /* [n_endpoints] */
	guint32 *parent;     /* [n_endpoints] of the forest */
	guint32 *job;        /* [n_endpoints] line of the list, NO_JOB */
	GPtrArray *names;    /* of the list's lines */
} Joiner;

static gboolean names_no_host(const char *word)
{
	return g_str_has_prefix(word, "localhost") || g_str_equal(word, "(none)") || g_str_equal(word, "unknown");
}

static Description parse_description(const char *description)
{
	g_autofree char *text = g_strstrip(g_strdup(description));
	char *blank = strpbrk(text, " \t");
	gsize length = strlen(text);
	Description s = {NULL, NULL};
	if (!length)
		return s;
	if (blank) {
		const char *device = blank + strspn(blank, " \t");
		if (strpbrk(device, " \t") || !g_ascii_isdigit(text[length - 1]))
			return s;
		s.device = g_strdup(device);
		*blank = '\0';
	}
	s.host = names_no_host(text) ? NULL : g_strdup(text);
	return s;
}

/* The number at the end of a device's name; those called HCA-N count from 1. */
static guint32 device_number(const char *device)
{
	gsize at = strlen(device);
	while (at && g_ascii_isdigit(device[at - 1]))
		at--;
	guint64 number = g_ascii_strtoull(device + at, NULL, 10);
	gboolean from_one = g_str_has_prefix(device, "HCA-") || g_str_has_prefix(device, "HCA_");
	return (guint32)MIN(number - (from_one && number), MACHINES_NONE - 1);
}

static const FabricNode *node_of(const Fabric *fabric, guint32 endpoint)
{
	return &fabric->nodes[fabric->ports[fabric->endpoints[endpoint]].node];
}

static guint32 root(Joiner *j, guint32 e)
{
	while (j->parent[e] != e)
		e = j->parent[e] = j->parent[j->parent[e]];
	return e;
}

/* Joins two sets; the lower endpoint is the root. */
static void join(Joiner *j, guint32 a, guint32 b)
{
	a = root(j, a);
	b = root(j, b);
	j->parent[MAX(a, b)] = MIN(a, b);
}

/*
 * Forgets the name of hosts that have a device twice, in adapters of different system image GUIDs: it is that of
 * several machines.
 */
static void forget_ambiguous(Joiner *j)
{
	const Fabric *fabric = j->m->fabric;
	g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	g_autoptr(GHashTable) several = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	for (guint32 e = 0; e < fabric->n_endpoints; e++) {
		Description *s = &j->spoken[e];
		if (!s->host || !s->device)
			continue;
		const FabricNode *node = node_of(fabric, e), *other;
		char *key = g_strdup_printf("%s %s", s->host, s->device);
		if (!(other = g_hash_table_lookup(seen, key)))
			g_hash_table_insert(seen, key, (gpointer)node);
		else {
			g_free(key);
			if (other != node && (!node->system_guid || node->system_guid != other->system_guid))
				g_hash_table_add(several, g_strdup(s->host));
		}
	}
	for (guint32 e = 0; e < fabric->n_endpoints; e++)
		if (j->spoken[e].host && g_hash_table_contains(several, j->spoken[e].host))
			g_clear_pointer(&j->spoken[e].host, g_free);
}

/* Joins an endpoint with the first one of the same key; the table is of guint32 + 1. */
static void join_by(Joiner *j, GHashTable *table, gpointer key, guint32 e)
{
	guint32 first = GPOINTER_TO_UINT(g_hash_table_lookup(table, key));
	if (first)
		join(j, first - 1, e);
	else
		g_hash_table_insert(table, key, GUINT_TO_POINTER(e + 1));
}

static gboolean is_free(const Joiner *j, guint32 e)
{
	return j->m->of[e] != MACHINES_NONE && j->job[e] == NO_JOB;
}

/* Joins by the lines of the list, by node, and by the host's name. */
static void join_named(Joiner *j)
{
	const Fabric *fabric = j->m->fabric;
	g_autoptr(GHashTable) hosts = g_hash_table_new(g_str_hash, g_str_equal);
	g_autoptr(GHashTable) nodes = g_hash_table_new(NULL, NULL);
	g_autoptr(GHashTable) jobs = g_hash_table_new(NULL, NULL);
	for (guint32 e = 0; e < fabric->n_endpoints; e++) {
		if (j->job[e] != NO_JOB)
			join_by(j, jobs, GUINT_TO_POINTER(j->job[e] + 1), e);
		if (!is_free(j, e))
			continue;
		join_by(j, nodes, (gpointer)node_of(fabric, e), e);
		if (j->spoken[e].host)
			join_by(j, hosts, j->spoken[e].host, e);
	}
}

/*
 * Joins the endpoints without a host's name that have one system image GUID, and to them the first endpoint with a
 * host's name.
 */
static void join_systems(Joiner *j)
{
	const Fabric *fabric = j->m->fabric;
	g_autoptr(GHashTable) systems = g_hash_table_new(g_int64_hash, g_int64_equal);
	for (guint pass = 0; pass < 2; pass++)
		for (guint32 e = 0; e < fabric->n_endpoints; e++) {
			const FabricNode *node = node_of(fabric, e);
			if (!is_free(j, e) || !node->system_guid || (pass == 0) != (j->spoken[e].host != NULL))
				continue;
			if (pass || !g_hash_table_contains(systems, &node->system_guid))
				join_by(j, systems, (gpointer)&node->system_guid, e);
		}
}

/* A machine before it has its number. */
typedef struct {
	char *name;
	gboolean named;
	guint32 root;
} Found;

static int by_name(const void *a, const void *b)
{
	const Found *x = a, *y = b;
	if (x->named != y->named)
		return x->named ? -1 : 1;
	gint order = host_name_compare(x->name, y->name);
	return order ? order : (x->root < y->root ? -1 : 1);
}

/* Names the machine of each root: by the list, else by the host's name of any endpoint, else by a GUID. */
static void name_machines(Joiner *j, GHashTable *found_of, GArray *found)
{
	const Fabric *fabric = j->m->fabric;
	for (guint32 e = 0; e < fabric->n_endpoints; e++) {
		if (j->m->of[e] == MACHINES_NONE)
			continue;
		guint32 at = GPOINTER_TO_UINT(g_hash_table_lookup(found_of, GUINT_TO_POINTER(root(j, e) + 1)));
		if (!at) {
			Found new = {g_strdup_printf("0x%016" G_GINT64_MODIFIER "x", node_of(fabric, e)->guid), FALSE,
				     root(j, e)};
			g_array_append_val(found, new);
			g_hash_table_insert(found_of, GUINT_TO_POINTER(new.root + 1), GUINT_TO_POINTER(found->len));
			at = found->len;
		}
		Found *f = &g_array_index(found, Found, at - 1);
		const char *name = j->job[e] != NO_JOB ? g_ptr_array_index(j->names, j->job[e]) : j->spoken[e].host;
		if (f->named || !name)
			continue;
		g_free(f->name);
		f->name = g_strdup(name);
		f->named = TRUE;
	}
}

static gint by_device(gconstpointer a, gconstpointer b, gpointer user)
{
	const Machines *m = user;
	guint32 x = *(const guint32 *)a, y = *(const guint32 *)b;
	if (m->device[x] != m->device[y])
		return m->device[x] < m->device[y] ? -1 : 1;
	guint64 gx = node_of(m->fabric, x)->guid, gy = node_of(m->fabric, y)->guid;
	if (gx != gy)
		return gx < gy ? -1 : 1;
	return m->fabric->endpoints[x] < m->fabric->endpoints[y] ? -1 : 1;
}

/* Numbers the machines and puts their endpoints together. */
static gboolean number(Joiner *j, GArray *found, GHashTable *found_of, GError **error)
{
	Machines *m = j->m;
	guint32 n_endpoints = m->fabric->n_endpoints;
	g_array_sort(found, by_name);
	m->n = found->len;
	m->name = g_new0(char *, (gsize)m->n + 1);
	m->named = g_try_new0(gboolean, (gsize)m->n + 1);
	m->first = g_try_new0(guint32, (gsize)m->n + 2);
	m->endpoint = g_try_new(guint32, (gsize)n_endpoints + 1);
	if (!m->named || !m->first || !m->endpoint)
		return sssp_error_memory(error, "machines", n_endpoints * sizeof(guint32));
	for (guint32 i = 0; i < m->n; i++) {
		Found *f = &g_array_index(found, Found, i);
		m->name[i] = g_steal_pointer(&f->name);
		m->named[i] = f->named;
		g_hash_table_insert(found_of, GUINT_TO_POINTER(f->root + 1), GUINT_TO_POINTER(i));
	}
	for (guint32 e = 0; e < n_endpoints; e++)
		if (m->of[e] != MACHINES_NONE) {
			m->of[e] = GPOINTER_TO_UINT(g_hash_table_lookup(found_of, GUINT_TO_POINTER(root(j, e) + 1)));
			m->first[m->of[e] + 2]++;
		}
	for (guint32 i = 0; i < m->n; i++)
		m->first[i + 1] += m->first[i];
	for (guint32 e = 0; e < n_endpoints; e++)
		if (m->of[e] != MACHINES_NONE)
			m->endpoint[m->first[m->of[e] + 1]++] = e;
	for (guint32 i = 0; i < m->n; i++)
		g_qsort_with_data(m->endpoint + m->first[i], (gint)machines_size(m, i), sizeof(guint32), by_device, m);
	return TRUE;
}

static gboolean read_list(Joiner *j, const NameList *list, GError **error)
{
	const Fabric *fabric = j->m->fabric;
	guint32 n_jobs;
	for (gsize i = 0; list && i < list->n; i++) {
		const char *text = list->text + list->name[i].at;
		g_ptr_array_add(j->names, g_strstrip(g_strndup(text, strcspn(text, ":"))));
	}
	g_autofree guint32 *job_of_lid = list ? job_list_read(list, fabric, NULL, &n_jobs, error) : NULL;
	if (list && !job_of_lid)
		return FALSE;
	for (guint32 e = 0; e < fabric->n_endpoints; e++)
		j->job[e] = list ? job_of_lid[fabric->ports[fabric->endpoints[e]].lid] : NO_JOB;
	return TRUE;
}

static gboolean make_room(Joiner *j, GError **error)
{
	gsize n = (gsize)j->m->fabric->n_endpoints + 1;
	j->m->of = g_try_new(guint32, n);
	j->m->device = g_try_new(guint32, n);
	j->m->device_name = g_try_new0(char *, n);
	j->spoken = g_try_new0(Description, n);
	j->parent = g_try_new(guint32, n);
	j->job = g_try_new(guint32, n);
	return (j->m->of && j->m->device && j->m->device_name && j->spoken && j->parent && j->job) ||
	       sssp_error_memory(error, "machines", n * sizeof(Description));
}

static void read_descriptions(Joiner *j)
{
	const Fabric *fabric = j->m->fabric;
	for (guint32 e = 0; e < fabric->n_endpoints; e++) {
		const FabricNode *node = node_of(fabric, e);
		Description *s = &j->spoken[e];
		*s = parse_description(fabric->names + node->name);
		j->parent[e] = e;
		j->m->of[e] = node->aggregation ? MACHINES_NONE : 0;
		j->m->device[e] = s->device ? device_number(s->device) : MACHINES_NONE;
		j->m->device_name[e] = g_strdup(s->device ? s->device : "");
	}
	forget_ambiguous(j);
}

static gboolean find(Joiner *j, const NameList *list, GError **error)
{
	g_autoptr(GArray) found = g_array_new(FALSE, FALSE, sizeof(Found));
	g_autoptr(GHashTable) found_of = g_hash_table_new(NULL, NULL);
	if (!make_room(j, error))
		return FALSE;
	read_descriptions(j);
	if (!read_list(j, list, error))
		return FALSE;
	join_named(j);
	join_systems(j);
	name_machines(j, found_of, found);
	return number(j, found, found_of, error);
}

Machines *machines_new(const Fabric *fabric, const NameList *list, GError **error)
{
	g_autoptr(Machines) m = g_new0(Machines, 1);
	Joiner j = {.m = m, .names = g_ptr_array_new_with_free_func(g_free)};
	m->fabric = fabric;
	gboolean ok = find(&j, list, error);
	for (guint32 e = 0; j.spoken && e < fabric->n_endpoints; e++) {
		g_free(j.spoken[e].host);
		g_free(j.spoken[e].device);
	}
	g_free(j.spoken);
	g_free(j.parent);
	g_free(j.job);
	g_ptr_array_unref(j.names);
	return ok ? g_steal_pointer(&m) : NULL;
}

void machines_free(Machines *m)
{
	if (!m)
		return;
	for (guint32 i = 0; m->name && i < m->n; i++)
		g_free(m->name[i]);
	for (guint32 e = 0; m->device_name && e < m->fabric->n_endpoints; e++)
		g_free(m->device_name[e]);
	g_free(m->name);
	g_free(m->named);
	g_free(m->first);
	g_free(m->endpoint);
	g_free(m->of);
	g_free(m->device);
	g_free(m->device_name);
	g_free(m);
}
