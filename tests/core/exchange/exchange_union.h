/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Follows packets where several sets of tables are in force side by side, at each switch any entry of any: where
 * packets can come, step by step, one for each LID, SL and VL. By ports of the fabric alone; it shares nothing with
 * what plans exchanges.
 */
#ifndef SSSP_TESTS_CORE_EXCHANGE_EXCHANGE_UNION_H
#define SSSP_TESTS_CORE_EXCHANGE_EXCHANGE_UNION_H

#include "core/fabric/fabric.h"
#include "core/tables/lft.h"
#include "core/tables/sl.h"

/* Most SL to VL tables side by side. */
#define EXCHANGE_UNION_SL2VLS 8

typedef struct {
	const Lft *lft[2];                         /* the second may be NULL */
	const Sl2vl *sl2vl[EXCHANGE_UNION_SL2VLS]; /* NULL: every SL has the VL of its number */
	guint n_sl2vl;
	const PathSl *sl[2]; /* SLs of paths, rows by switch GUID; NULL: none */
	guint32 sls;         /* SLs that anybody may be on, as bits */
} ExchangeUnion;

typedef struct {
	gboolean cyclic; /* credit loop */
	guint32 circles; /* LIDs to which packets can go round */
	guint64 lost;    /* switch and LID: both forwarding tables lead there, a mixture may not */
} ExchangeUnionVerdict;

ExchangeUnionVerdict exchange_union_judge(const Fabric *fabric, const ExchangeUnion *u);

/* Whether packets from a switch (node index) arrive by one set of forwarding tables. */
gboolean exchange_union_arrives(const Fabric *fabric, const Lft *lft, guint32 node, guint32 lid);

#endif
