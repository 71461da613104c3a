/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What is in force before an exchange. */
#ifndef SSSP_CORE_EXCHANGE_IN_FORCE_H
#define SSSP_CORE_EXCHANGE_IN_FORCE_H

#include "core/fabric/fabric.h"
#include "core/reroute/stand.h"
#include "core/tables/lft.h"
#include "core/tables/sl.h"

#include <glib.h>

/* What is in force before, by the LIDs of now; what it points to is the owner's. */
typedef struct {
	const Lft *lft;        /* what switches have, rows by GUID */
	const Lft *maybe;      /* what they may have instead; NULL: that is known */
	const PathSl *path_sl; /* SLs that connections have, rows by switch GUID, SL l meaning lane l; NULL: all 0 */
	const Fabric *fabric;  /* it was made for, to know hosts that have moved; NULL: none has */
	guint lanes;           /* that SL to VL tables know of; 0: those that path_sl has */
	const Sl2vl *sl2vl;    /* SL to VL tables of switches, rows by GUID; NULL: none that differ by ports */
} TablesInForce;

/* What a switch, or an endpoint on it, sends to a destination. */
typedef struct {
	guint32 row, dest; /* vertex and destination of the graph */
} ExchangePair;

#endif
