/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Chooses P-SSSP's routes: the tree of cheapest minimal routes to one destination, by the weights that the destinations
 * before it left (balance.h, which has the rule for ties too), and adds to the weights what that tree adds to them. It
 * does so for the LIDs behind one switch in a row, which is how destinations come unless a user orders them otherwise.
 * Their shortest-path graph is the same, so its weights are laid out along it once, in the order in which they are
 * looked at, and put back when the row ends: each LID costs one sweep over flat arrays.
 */
#ifndef SSSP_CORE_BALANCE_BALANCE_RUN_H
#define SSSP_CORE_BALANCE_BALANCE_RUN_H

#include "core/dependency/dependency.h"
#include "core/balance/balance.h"
#include "core/graph/bfs.h"
#include "core/balance/trunk.h"

#include <glib.h>

typedef struct BalanceRun BalanceRun;

/* `balance` must outlive it. NULL with SSSP_ERROR_MEMORY. */
BalanceRun *balance_run_new(Balance *balance, GError **error);
void balance_run_free(BalanceRun *run); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(BalanceRun, balance_run_free)

/* From now on each destination has a trunk (trunk.h); NULL: none has. Between rows only. */
void balance_run_lay_trunks(BalanceRun *run, Trunk *trunk);

/*
 * Begins a row of destinations that all are hosts or all are none, with the minimal channels towards their switch, laid
 * out. balance->weight is not up to date until balance_run_end(), nor is routes->load. O(minimal channels).
 */
void balance_run_begin(BalanceRun *run, const Bfs *bfs, gboolean hosts);
void balance_run_end(BalanceRun *run, Routes *routes);

/*
 * Routes a destination of the row; `again`: takes the routes that it has out of the weights before. Among routes that
 * cost the same, a switch takes its minimal channel number balance_start(), or the next after it that is as cheap.
 * O(minimal channels).
 */
void balance_run_route(BalanceRun *run, guint32 dest, gboolean again, Routes *routes);

/* Takes the routes that balance_run_route() just made out of the weights. */
void balance_run_take_back(BalanceRun *run);

/*
 * From now on channels that fit the order of these dependencies as it is, after each that the next switch
 * takes, come before less loaded ones; and before these channels that others can follow in the order that
 * rank[n_channels] stands for, where a switch has no other way (balance_guide.h). `deps` NULL: load alone decides.
 * Between rows only; both must outlive the run.
 */
void balance_run_guide(BalanceRun *run, const DependencyGraph *deps, const guint32 *rank);

/* The tree that balance_run_route() just made, by places (bfs.h); good until the next call. */
typedef struct {
	const Bfs *bfs;
	const guint32 *taken; /* [n_reached] number of the channel in bfs->channel; not of the first */
	const guint64 *flow;  /* [n_reached] hosts whose routes come through, or begin there */
} BalanceTree;

BalanceTree balance_run_tree(const BalanceRun *run);

#endif
