/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Two sets of tables in force together, and what they make packets wait for, as the plainest search sees it. */
#ifndef SSSP_TESTS_EVALUATOR_DEADLOCK_MIXED_PLAIN_H
#define SSSP_TESTS_EVALUATOR_DEADLOCK_MIXED_PLAIN_H

#include "core/fabric/fabric.h"
#include "core/tables/lft.h"
#include "core/tables/sl.h"

#define MIXED_VLS 4 /* fixture_lanes() draws no others but 15 */

/* One set of tables. */
typedef struct {
	Lft *lft;
	PathSl *sl;
	Sl2vl *sl2vl;
} MixedSet;

MixedSet mixed_set_draw(const Fabric *fabric, GRand *rand);
void mixed_set_clear(MixedSet *set);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(MixedSet, mixed_set_clear)

/* Dependencies between (switch port, VL), as the plainest possible matrix. */
typedef struct {
	const Fabric *fabric;
	const MixedSet *set[2];
	guint32 *number; /* by port index: number among the switch ports with a cable to a switch */
	guint32 n;       /* of (port, VL) */
	guint8 *edge;    /* [n][n] */
	guint32 mask;    /* 1: choose at every hop anew */
	guint32 lft_by;  /* else: bit i says by which table switch i forwards, */
	guint32 vl_by;   /* and maps SLs to VLs */
	guint8 *seen;    /* [n][16] by node and SL, for the packet's LID */
	guint32 lid;
	gboolean lost;
} MixedPlain;

/* Each port of a switch that has a cable to one gets a number. */
MixedPlain mixed_plain_new(const Fabric *fabric, const MixedSet *old, const MixedSet *new);
void mixed_plain_clear(MixedPlain *p);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(MixedPlain, mixed_plain_clear)

/* Fills the matrix; the number of LIDs that packets to get lost. */
guint mixed_plain_all(MixedPlain *p, gboolean reverse);

/* Whether the matrix has no cycle. */
gboolean mixed_plain_is_free(const MixedPlain *p);

/* The switch that a port is of, or hangs on. */
guint32 mixed_switch_of(const Fabric *fabric, guint32 port);

#endif
