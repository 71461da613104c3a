/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Asks the judge (evaluator/transition, evaluator/deadlock) about one set of tables that takes the place of another. */
#ifndef SSSP_TESTS_CORE_EXCHANGE_EXCHANGE_JUDGE_H
#define SSSP_TESTS_CORE_EXCHANGE_EXCHANGE_JUDGE_H

#include "core/fabric/fabric.h"
#include "core/tables/lft.h"
#include "core/tables/sl.h"

/* A set of tables; SLs and SL to VL tables may be NULL. */
typedef struct {
	const Lft *lft;
	const PathSl *sl;
	const Sl2vl *sl2vl;
	gboolean by_lids_of_now; /* read from switches: what they have for LIDs that nobody had counts, too */
	gboolean asymmetric;     /* of new ones: nobody promises that replies can have the SL of what they answer */
} JudgedTables;

typedef struct {
	guint32 loops, dead_ends, dropped;
	gboolean cyclic;     /* in some mixture */
	gboolean old_cyclic; /* the previous tables alone */
	gboolean new_cyclic;
} ExchangeVerdict;

/* `then`: the fabric that `old` were made for, where it is another. Fails the test when memory is short. */
ExchangeVerdict exchange_judge(const Fabric *now, const Fabric *then, const JudgedTables *old, const JudgedTables *new);

static inline gboolean exchange_is_safe(const ExchangeVerdict *verdict)
{
	return !verdict->loops && !verdict->dead_ends && !verdict->dropped && !verdict->cyclic;
}

#endif
