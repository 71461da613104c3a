/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds for each multicast group whether the ports in its tables make a tree that joins its members. Switches are
 * joined cable by cable (disjoint sets); a cable inside one set is surplus, as it closes a loop. Cables that both ends
 * use come first: members that they join get each other's packets. Then the members of each set are counted. Cables
 * that only one end uses come last, so that they can only add surplus.
 */
#include "evaluator/deadlock/multicast.h"

#include "core/base/error.h"

#include <string.h>

/* The group that is looked at. */
typedef struct {
	const Paths *paths;
	const Mft *mft;
	const guint32 *row;  /* [n_entries] */
	guint32 *entry;      /* [n_rows] the group's entry at a row, PATHS_NONE: none */
	guint32 *parent;     /* [n_rows] another row of the same set; itself: it is the set's top */
	guint8 *has_members; /* [n_rows] TRUE at the top of a set that has members */
	guint32 *rows;       /* [n] rows that have an entry */
	guint32 n;
	MulticastGroup *group;
} Judge;

static guint32 top_of(const Judge *j, guint32 row)
{
	while (j->parent[row] != row)
		row = j->parent[row] = j->parent[j->parent[row]];
	return row;
}

static void join(Judge *j, guint32 a, guint32 b)
{
	a = top_of(j, a);
	b = top_of(j, b);
	if (a == b)
		j->group->surplus++;
	else
		j->parent[MAX(a, b)] = MIN(a, b);
}

static gboolean uses(const Judge *j, guint32 row, guint port)
{
	return mft_has(&j->mft->entry[j->entry[row]].ports, port);
}

static gboolean leads_to_member(const Paths *p, guint32 row, guint port)
{
	const FabricNode *node = &p->fabric->nodes[p->fabric->switches[row]];
	if (port == 0 || port > node->n_ports)
		return port == 0;
	return p->fabric->ports[node->first_port + port].peer != FABRIC_NONE;
}

/*
 * Counts a channel that a set of ports contains. There are two passes: both_ways counts the cables that both ends use,
 * and what leads nowhere; the other counts the cables of one end.
 */
static void judge_channel(Judge *j, guint32 channel, gboolean both_ways)
{
	const Paths *p = j->paths;
	guint32 from = p->from[channel], to = p->to[channel];
	if (j->entry[to] == PATHS_NONE) {
		j->group->astray += both_ways ? 1 : 0;
		return;
	}
	gboolean mutual = uses(j, to, p->in_port[channel]);
	if (mutual != both_ways)
		return;
	if (!mutual) {
		j->group->one_sided++;
		join(j, from, to);
	} else if (channel <= p->port_channel[(gsize)to * PATHS_PORTS + p->in_port[channel]]) {
		j->group->cables++; /* each cable has two channels: the lower one counts */
		join(j, from, to);
	}
}

static void judge_ports(Judge *j, guint32 row, gboolean both_ways)
{
	const MftPorts *ports = &j->mft->entry[j->entry[row]].ports;
	for (gint port = mft_next(ports, 0); port >= 0; port = mft_next(ports, (guint)port + 1)) {
		guint32 channel = j->paths->port_channel[(gsize)row * PATHS_PORTS + (guint)port];
		if (channel != PATHS_NONE)
			judge_channel(j, channel, both_ways);
		else if (both_ways && !leads_to_member(j->paths, row, (guint)port))
			j->group->astray++;
	}
}

static void count_members(Judge *j, guint32 row)
{
	const MftPorts *ports = &j->mft->entry[j->entry[row]].ports;
	guint32 members = 0, top = top_of(j, row);
	for (gint port = mft_next(ports, 0); port >= 0; port = mft_next(ports, (guint)port + 1))
		members += j->paths->port_channel[(gsize)row * PATHS_PORTS + (guint)port] == PATHS_NONE &&
			   leads_to_member(j->paths, row, (guint)port);
	if (members && !j->has_members[top]) {
		j->has_members[top] = TRUE;
		j->group->parts++;
	}
	j->group->members += members;
}

static void begin_group(Judge *j, guint32 first, guint32 last)
{
	j->n = 0;
	for (guint32 i = first; i < last; i++) {
		guint32 row = j->row[i];
		if (row == PATHS_NONE)
			continue;
		j->entry[row] = i;
		j->parent[row] = row;
		j->has_members[row] = FALSE;
		j->rows[j->n++] = row;
	}
	j->group->switches = j->n;
}

static void judge_group(Judge *j, guint32 first, guint32 last)
{
	begin_group(j, first, last);
	for (guint32 i = 0; i < j->n; i++)
		judge_ports(j, j->rows[i], TRUE);
	for (guint32 i = 0; i < j->n; i++)
		count_members(j, j->rows[i]);
	for (guint32 i = 0; i < j->n; i++)
		judge_ports(j, j->rows[i], FALSE);
	for (guint32 i = 0; i < j->n; i++)
		j->entry[j->rows[i]] = PATHS_NONE;
}

static void judge_groups(Multicast *m, Judge *j)
{
	memset(j->entry, 0xff, m->paths->n_rows * sizeof(guint32));
	for (guint32 g = 0; g < m->mft->n_groups; g++) {
		guint32 first = m->mft->first[g];
		j->group = &m->group[g];
		j->group->mlid = m->mft->entry[first].mlid;
		judge_group(j, first, m->mft->first[g + 1]);
		m->members += j->group->members;
		m->loops += j->group->surplus > 0;
		m->split += j->group->parts > 1;
		m->astray += j->group->astray;
	}
}

static void find_rows(Multicast *m)
{
	const Fabric *fabric = m->paths->fabric;
	for (guint32 i = 0; i < m->mft->n_entries; i++) {
		guint32 node = fabric_find_node(fabric, m->mft->entry[i].guid);
		m->row[i] = node == FABRIC_NONE ? PATHS_NONE : m->paths->row_of_node[node];
		m->n_foreign += m->row[i] == PATHS_NONE;
	}
}

Multicast *multicast_new(const Paths *p, const Mft *mft, GError **error)
{
	g_autoptr(Multicast) m = g_new0(Multicast, 1);
	g_autofree guint32 *entry = g_try_new(guint32, (gsize)p->n_rows + 1);
	g_autofree guint32 *rows = g_try_new(guint32, (gsize)p->n_rows + 1);
	g_autofree guint32 *parent = g_try_new(guint32, (gsize)p->n_rows + 1);
	g_autofree guint8 *has_members = g_try_new(guint8, (gsize)p->n_rows + 1);
	m->paths = p;
	m->mft = mft;
	m->row = g_try_new(guint32, (gsize)mft->n_entries + 1);
	m->group = g_try_new0(MulticastGroup, (gsize)mft->n_groups + 1);
	if (!entry || !rows || !parent || !has_members || !m->row || !m->group)
		return sssp_error_memory_null(error, "multicast groups", mft->n_groups * sizeof(MulticastGroup));
	find_rows(m);
	Judge judge = {.paths = p,
		       .mft = mft,
		       .row = m->row,
		       .entry = entry,
		       .parent = parent,
		       .has_members = has_members,
		       .rows = rows};
	judge_groups(m, &judge);
	return g_steal_pointer(&m);
}

void multicast_free(Multicast *m)
{
	if (!m)
		return;
	g_free(m->row);
	g_free(m->group);
	g_free(m);
}
