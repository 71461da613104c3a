/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* VLs that previous and new SL to VL tables give packets, by the channels that they come over and leave by. */
#ifndef SSSP_CORE_EXCHANGE_PORT_TABLES_H
#define SSSP_CORE_EXCHANGE_PORT_TABLES_H

#include "core/exchange/both.h"

#include <glib.h>

/*
 * What decides on a packet's VL.
 *
 *	BY_PORTS  the switch's tables, by input and output port
 *	BY_SL     the tables, by the SL of the path record
 *	ANY       not known: tables of another subnet manager or none, and whatever SL applications send on. Routes are
 *	          on one lane then, and are proven of channels alone, as if each had one VL. Nothing weaker will do: an SL
 *	          that tables do not mention keeps a packet on the VL of the same number all along its path.
 */
typedef enum { PORT_TABLES_ANY, PORT_TABLES_BY_SL, PORT_TABLES_BY_PORTS } PortTablesKind;

/* Whose tables; as bits where both are meant. */
typedef enum { PORT_TABLES_OLD = 1, PORT_TABLES_NEW = 2, PORT_TABLES_BOTH = 3 } PortTablesSides;

typedef struct {
	CdgTurns *turns;
	PortTablesKind old, new;
	guint16 *state[2]; /* [turns] VLs, a bit each, by previous tables and by new ones; NULL: not by ports */
	guint16 *sent[2];  /* [n_channels] the same for packets of the switch's own ports */
	guint n_vls;       /* that these have, and SLs that are lanes */
	gboolean differ;   /* some VL is another, or chosen by other means: tables have to be written */
} PortTables;

/* Whether previous or new tables have lanes that switches choose by ports; else PortTables are of no use. O(1). */
gboolean port_tables_matter(const Both *both);

/*
 * `both` must outlive it. A switch whose previous table is not known may have any VL. NULL with SSSP_ERROR_MEMORY.
 * O(ports^2 of all switches), with lanes by SL O(LIDs x switches).
 */
PortTables *port_tables_new(Both *both, const Fabric *fabric, GError **error);
void port_tables_free(PortTables *tables); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(PortTables, port_tables_free)

/* Whether what decides on VLs by tables of these sides is of that kind on one of them. O(1). */
static inline gboolean port_tables_are(const PortTables *tables, PortTablesSides sides, PortTablesKind kind)
{
	return (sides & PORT_TABLES_OLD && tables->old == kind) || (sides & PORT_TABLES_NEW && tables->new == kind);
}

/* VLs, a bit each, that tables of these sides choose by ports: after channel a on channel b; sent on a. O(1). */
static inline guint16 port_tables_state(const PortTables *tables, PortTablesSides sides, guint32 a, guint32 b)
{
	guint32 turn = cdg_turn(tables->turns, a, b);
	return (guint16)((sides & PORT_TABLES_OLD && tables->state[0] ? tables->state[0][turn] : 0) |
			 (sides & PORT_TABLES_NEW && tables->state[1] ? tables->state[1][turn] : 0));
}

static inline guint16 port_tables_sent(const PortTables *tables, PortTablesSides sides, guint32 a)
{
	return (guint16)((sides & PORT_TABLES_OLD && tables->sent[0] ? tables->sent[0][a] : 0) |
			 (sides & PORT_TABLES_NEW && tables->sent[1] ? tables->sent[1][a] : 0));
}

#endif
