/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Describes what is in force before new tables take the place of previous ones: forwarding tables, SLs, SL to VL
 * tables, and the fabric that they were made for.
 */
#ifndef SSSP_CORE_EXCHANGE_IN_FORCE_H
#define SSSP_CORE_EXCHANGE_IN_FORCE_H

#include "core/fabric/fabric.h"
#include "core/previous/stand.h"
#include "core/tables/lft.h"
#include "core/tables/sl.h"

#include <glib.h>

/* The tables in force before the exchange, by the LIDs of now. All that is pointed to belongs to the caller. */
typedef struct {
	const Lft *lft;        /* the entries that switches have, rows by GUID */
	const Lft *maybe;      /* entries that they may have instead of those in `lft`; NULL: `lft` is certain */
	const PathSl *path_sl; /* SLs that connections have, rows by switch GUID, SL l meaning lane l; NULL: all 0 */
	/*
	 * the fabric of the previous routing, to find hosts that have moved and ports that had no cable; NULL: there
	 * are none
	 */
	const Fabric *fabric;
	guint lanes;        /* SLs below this one have a VL in SL to VL tables; 0: as many as path_sl uses */
	const Sl2vl *sl2vl; /* SL to VL tables that choose by ports, rows by switch GUID; NULL: there are none */
} TablesInForce;

/* The packets that a switch, or an endpoint on it, sends to a destination. */
typedef struct {
	guint32 row, dest; /* the switch's vertex, and the destination, in the graph */
} ExchangePair;

#endif
