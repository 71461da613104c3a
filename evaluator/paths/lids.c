/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Gives the ports of a fabric the LIDs that a guid2lid file lists for their GUIDs. The ports are sorted by GUID, and
 * the entries of the file are looked up among them one by one. lids_take() replaces all LIDs. lids_fill() only gives
 * LIDs to ports without one, and takes them back if an entry contradicts the fabric.
 */
#include "evaluator/paths/lids.h"

#include "core/base/by_keys.h"
#include "core/base/error.h"
#include "formats/tables/guid2lid.h"
#include "formats/text/scan.h"

#include <stdlib.h>

#define GUID "0x%016" G_GINT64_MODIFIER "x"

typedef struct {
	guint64 guid;
	guint32 port;   /* index in the fabric */
	gboolean given; /* its LIDs were found */
} LidPort;

static int compare(const void *a, const void *b)
{
	const LidPort *pa = a, *pb = b;
	return BY_KEYS({pa->guid, pb->guid}, {pa->port, pb->port});
}

static int compare_guid(const void *key, const void *item)
{
	guint64 guid = *(const guint64 *)key, other = ((const LidPort *)item)->guid;
	return guid < other ? -1 : guid > other;
}

gboolean lids_any(const Fabric *fabric)
{
	for (guint32 i = 0; i < fabric->n_ports; i++)
		if (fabric->ports[i].lid)
			return TRUE;
	return FALSE;
}

/* TRUE: the subnet manager gives this port a LID once it is up. */
static gboolean needs_lid(const Fabric *fabric, const FabricPort *port)
{
	return fabric_is_switch(fabric, port->node) ? port->num == 0 : port->num != 0 && port->peer != FABRIC_NONE;
}

guint32 lids_lacking(const Fabric *fabric, guint64 *first)
{
	guint32 n = 0;
	for (guint32 i = 0; i < fabric->n_ports; i++)
		if (!fabric->ports[i].lid && needs_lid(fabric, &fabric->ports[i]) && n++ == 0)
			*first = fabric->ports[i].guid;
	return n;
}

/* Ports that can have a LID, by GUID. NULL with SSSP_ERROR_MEMORY. */
static LidPort *collect(const Fabric *fabric, gsize *n, GError **error)
{
	LidPort *ports = g_try_new(LidPort, (gsize)fabric->n_ports + 1);
	*n = 0;
	if (!ports)
		return sssp_error_memory_null(error, "port GUIDs", fabric->n_ports * sizeof *ports);
	for (guint32 i = 0; i < fabric->n_ports; i++) {
		const FabricPort *port = &fabric->ports[i];
		if (port->guid || needs_lid(fabric, port))
			ports[(*n)++] = (LidPort){port->guid, i, FALSE};
	}
	if (*n)
		qsort(ports, *n, sizeof *ports, compare);
	return ports;
}

/* The LMC that makes a range of LIDs from its first one, -1 when none does. */
static int lmc_of(const GuidLids *entry)
{
	for (int lmc = 0; lmc <= FABRIC_MAX_LMC; lmc++)
		if (entry->last - entry->first + 1 == 1 << lmc)
			return entry->first % (1 << lmc) == 0 ? lmc : -1;
	return -1;
}

static gboolean take_entry(Fabric *fabric, LidPort *port, const GuidLids *entry, const char *file, ParseLog *log,
			   GError **error)
{
	FabricPort *p = &fabric->ports[port->port];
	int lmc = lmc_of(entry);
	if (lmc < 0)
		return scan_error_at(file, entry->line, error, "LIDs 0x%04x to 0x%04x are not a range of any LMC",
				     entry->first, entry->last);
	if (port->given) {
		if (p->lid != entry->first || p->lmc != lmc)
			parse_log_add(log, file, entry->line, "GUIDs with other LIDs than before",
				      GUID " had LID 0x%04x before: the first is kept", entry->guid, p->lid);
		return TRUE;
	}
	p->lid = entry->first;
	p->lmc = (guint8)lmc;
	port->given = TRUE;
	return TRUE;
}

/* The first of the ports with this GUID, NULL when there is none. */
static LidPort *find(LidPort *ports, gsize n, guint64 guid)
{
	LidPort *found = n && guid ? bsearch(&guid, ports, n, sizeof *ports, compare_guid) : NULL;
	while (found && found > ports && found[-1].guid == guid)
		found--;
	return found;
}

static gboolean take_all(Fabric *fabric, LidPort *ports, gsize n, const GArray *entries, const char *file,
			 ParseLog *log, LidsTaken *taken, GError **error)
{
	for (guint i = 0; i < entries->len; i++) {
		const GuidLids *entry = &g_array_index(entries, GuidLids, i);
		LidPort *port = find(ports, n, entry->guid);
		if (!port && taken->n_foreign++ == 0)
			taken->first_foreign = entry->guid;
		if (port && !take_entry(fabric, port, entry, file, log, error))
			return FALSE;
	}
	for (gsize i = 0; i < n; i++) {
		taken->n_ports += ports[i].given ? 1 : 0;
		if (!ports[i].given && needs_lid(fabric, &fabric->ports[ports[i].port]) && taken->n_without++ == 0)
			taken->first_without = ports[i].guid;
	}
	return TRUE;
}

static void take_away_all(Fabric *fabric)
{
	for (guint32 i = 0; i < fabric->n_ports; i++)
		fabric->ports[i].lid = fabric->ports[i].lmc = 0;
}

gboolean lids_take(Fabric *fabric, const GArray *entries, const char *file, ParseLog *log, LidsTaken *taken,
		   GError **error)
{
	gsize n;
	g_autofree LidPort *ports = collect(fabric, &n, error);
	*taken = (LidsTaken){0};
	if (ports)
		take_away_all(fabric);
	if (!ports || !take_all(fabric, ports, n, entries, file, log, taken, error))
		return FALSE;
	if (fabric_seal(fabric, error))
		return TRUE;
	g_prefix_error(error, "%s: ", file);
	return FALSE;
}

/* TRUE: a LID of this entry belongs to a port of the fabric as it was sealed. */
static gboolean is_taken(const Fabric *fabric, const GuidLids *entry)
{
	for (guint32 lid = entry->first; lid <= entry->last && lid < fabric->n_lids; lid++)
		if (fabric->lid_port[lid] != FABRIC_NONE)
			return TRUE;
	return FALSE;
}

/* FALSE: the entry contradicts the LIDs of its port. A port without LIDs gets those of the entry. */
static gboolean fill(Fabric *fabric, LidPort *port, const GuidLids *entry)
{
	FabricPort *p = &fabric->ports[port->port];
	int lmc = lmc_of(entry);
	if (p->lid)
		return p->lid == entry->first;
	if (lmc < 0 || is_taken(fabric, entry))
		return FALSE;
	if (!needs_lid(fabric, p))
		return TRUE;
	p->lid = entry->first;
	p->lmc = (guint8)lmc;
	port->given = TRUE;
	return TRUE;
}

static void fill_all(Fabric *fabric, LidPort *ports, gsize n, const GArray *entries, LidsFilled *filled)
{
	for (guint i = 0; i < entries->len; i++) {
		const GuidLids *entry = &g_array_index(entries, GuidLids, i);
		LidPort *port = find(ports, n, entry->guid);
		if (port && !fill(fabric, port, entry) && filled->n_against++ == 0)
			filled->first_against = entry->guid;
	}
	for (gsize i = 0; i < n; i++)
		filled->n_ports += ports[i].given ? 1 : 0;
}

/* Takes back what was filled in, when it cannot be right. Where two entries have one LID, the first of all is named. */
static gboolean settle(Fabric *fabric, const LidPort *ports, gsize n, const guint32 *saved, LidsFilled *filled,
		       GError **error)
{
	g_autoptr(GError) twice = NULL;
	if (!filled->n_against && fabric_seal(fabric, &twice))
		return TRUE;
	if (twice && !g_error_matches(twice, SSSP_ERROR, SSSP_ERROR_INPUT)) {
		g_propagate_error(error, g_steal_pointer(&twice));
		return FALSE;
	}
	for (gsize i = 0; twice && i < n && !filled->n_against; i++)
		if (ports[i].given) {
			filled->n_against = 1;
			filled->first_against = ports[i].guid;
		}
	filled->n_ports = 0;
	return lids_restore(fabric, saved, error);
}

gboolean lids_fill(Fabric *fabric, const GArray *entries, LidsFilled *filled, GError **error)
{
	*filled = (LidsFilled){0};
	if (entries) {
		gsize n;
		g_autofree LidPort *ports = collect(fabric, &n, error);
		g_autofree guint32 *saved = ports ? lids_save(fabric, error) : NULL;
		if (!saved)
			return FALSE;
		fill_all(fabric, ports, n, entries, filled);
		if (!settle(fabric, ports, n, saved, filled, error))
			return FALSE;
	}
	filled->n_without = lids_lacking(fabric, &filled->first_without);
	return TRUE;
}

static guint32 lids_of(const FabricPort *port)
{
	return (guint32)port->lid << 8 | port->lmc;
}

guint32 *lids_save(const Fabric *fabric, GError **error)
{
	guint32 *saved = g_try_new(guint32, (gsize)fabric->n_ports + 1);
	if (!saved)
		sssp_error_memory(error, "LIDs", fabric->n_ports * sizeof *saved);
	for (guint32 i = 0; saved && i < fabric->n_ports; i++)
		saved[i] = lids_of(&fabric->ports[i]);
	return saved;
}

gboolean lids_restore(Fabric *fabric, const guint32 *saved, GError **error)
{
	for (guint32 i = 0; i < fabric->n_ports; i++) {
		fabric->ports[i].lid = (guint16)(saved[i] >> 8);
		fabric->ports[i].lmc = (guint8)saved[i];
	}
	return fabric_seal(fabric, error);
}

guint32 lids_differ(const Fabric *fabric, const guint32 *saved)
{
	for (guint32 i = 0; i < fabric->n_ports; i++)
		if (lids_of(&fabric->ports[i]) != saved[i])
			return i;
	return FABRIC_NONE;
}
