/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Keeps the VLs that previous and new SL to VL tables give packets, for each turn from one channel to the next. */
#ifndef SSSP_CORE_EXCHANGE_PORT_TABLES_H
#define SSSP_CORE_EXCHANGE_PORT_TABLES_H

#include "core/exchange/both.h"

#include <glib.h>

/*
 * What decides on a packet's VL.
 *
 *	BY_PORTS  the switch's tables, by input and output port
 *	BY_SL     the tables, by the SL of the path record
 *	ANY       not known: tables are those of another subnet manager, or none, and applications send on any SL.
 *	          Routes are on one lane then, and are proven by channels alone, as if each channel had one VL: then
 *	          packets cannot close a cycle, whichever VLs they are on.
 */
typedef enum { PORT_TABLES_ANY, PORT_TABLES_BY_SL, PORT_TABLES_BY_PORTS } PortTablesKind;

/* Whose tables, as bits: those before the exchange, those after it. */
typedef enum { PORT_TABLES_OLD = 1, PORT_TABLES_NEW = 2, PORT_TABLES_BOTH = 3 } PortTablesSides;

typedef struct {
	const CdgTurns *turns; /* the stand's */
	PortTablesKind old, new;
	/*
	 * [old, new][n_turns + n_channels] VLs as bits, all bits for any VL: for a packet that makes a turn, and then
	 * for those that the switch and its hosts send on a channel; NULL: not by ports
	 */
	guint16 *vls[2];
	gsize n_turns;
	Arena *arena;    /* private: holds these arrays */
	guint n_vls;     /* VLs that are told apart, 1 at least: those in the arrays, and SLs that are lanes */
	gboolean differ; /* previous and new tables choose other VLs, or by other means: tables have to be written */
} PortTables;

/* Whether switches choose lanes by ports by the previous or the new tables. O(1). */
gboolean port_tables_matter(const Both *both);

/*
 * Reads both tables; to be called only if port_tables_matter(). A switch whose previous table is not known may choose
 * any VL, and so may one for what leaves by a port that had no cable then. `both` must outlive the result, and is at
 * another destination afterwards (both_begin()). NULL with SSSP_ERROR_MEMORY. O(ports^2 of all switches), with lanes by
 * SL O(LIDs x switches).
 */
PortTables *port_tables_new(Both *both, const Fabric *fabric, GError **error);
void port_tables_free(PortTables *tables); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(PortTables, port_tables_free)

/* Whether the tables of one of these sides are of this kind. O(1). */
static inline gboolean port_tables_are(const PortTables *tables, PortTablesSides sides, PortTablesKind kind)
{
	return (sides & PORT_TABLES_OLD && tables->old == kind) || (sides & PORT_TABLES_NEW && tables->new == kind);
}

/*
 * VLs, a bit each, that the tables of these sides choose by ports for channel b after channel a, or, with GRAPH_NONE
 * for a, for packets sent on b by its switch or hosts. O(1).
 */
static inline guint16 port_tables_vls(const PortTables *tables, PortTablesSides sides, guint32 a, guint32 b)
{
	gsize i = a == GRAPH_NONE ? tables->n_turns + b : cdg_turn(tables->turns, a, b);
	guint vls = (sides & PORT_TABLES_OLD && tables->vls[0] ? tables->vls[0][i] : 0u) |
		    (sides & PORT_TABLES_NEW && tables->vls[1] ? tables->vls[1][i] : 0u);
	return (guint16)(vls & ((1u << tables->n_vls) - 1));
}

#endif
