/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Chooses P-SSSP's routes: the tree of cheapest minimal routes to one destination. A channel costs its weight, the
 * routes that the destinations before left on it (balance.h, which also has the rule for ties). The routes of the tree
 * are then added to the weights. Engines call it for one destination after the other.
 *
 * Destinations on one switch come one after the other (a batch), unless a user orders them otherwise. All of a batch
 * share one shortest-path graph. The weights are copied into arrays along this graph when the batch begins, and written
 * back when it ends, so each LID costs one sweep over flat arrays. An order of the channels may decide before the cost
 * (balance_run_guide(), balance_run_lead()).
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

/*
 * From now on each destination has a trunk, one path of its own that comes down to it (trunk.h). None has with NULL,
 * or in fabrics without levels. Between batches only.
 */
void balance_run_use_trunks(BalanceRun *run, Trunk *trunk);

/*
 * Begins a batch of destinations on one switch that are all hosts (`hosts`) or all no hosts; `bfs` has the minimal
 * channels towards that switch, after bfs_lay_out() or bfs_by_hops(). balance_run_end() ends the batch: only then are
 * balance->weight and routes->load up to date, and until then nothing else may change them. It does nothing where no
 * batch has begun. O(minimal channels).
 */
void balance_run_begin(BalanceRun *run, const Bfs *bfs, gboolean hosts);
void balance_run_end(BalanceRun *run, Routes *routes);

/*
 * Fills the row of `dest` in `routes`, and adds the new routes to the weights. `again`: `dest` has routes already,
 * which are taken out of the weights first. Among routes that cost the same, a switch takes its minimal channel number
 * balance_start(), or the next after it that is as cheap. O(minimal channels).
 */
void balance_run_route(BalanceRun *run, guint32 dest, gboolean again, Routes *routes);

/* Takes the routes that balance_run_route() just made out of the weights. */
void balance_run_take_back(BalanceRun *run);

/*
 * From now on an order of the channels decides before loads do. Channels that fit the order of `deps`, which has one
 * VL, all along the path come first, then those after which the switches behind can go on in the order of
 * rank[n_channels] (balance_guide.h). `deps` NULL: load alone decides. Between batches only; `deps` and `rank` must
 * outlive the run.
 */
void balance_run_guide(BalanceRun *run, const DependencyGraph *deps, const guint32 *rank);

/*
 * From now on a path from a switch counts twice there if the switch's channel does not have a lower place[n_channels]
 * than the channel after it: most paths ascend in that order then, and the others are where loads ask for it. NULL:
 * load alone decides. Between batches only, instead of balance_run_guide(); `place` must outlive the run.
 */
void balance_run_lead(BalanceRun *run, const guint32 *place);

/* The tree that balance_run_route() just made, by places (bfs.h); good until the next call. */
typedef struct {
	const Bfs *bfs;
	const guint32 *taken; /* [n_reached] index into bfs->channel; taken[0], of the target itself, is not set */
	const guint64 *flow;  /* [n_reached] hosts whose routes come through a switch or begin there; for hosts only */
} BalanceTree;

BalanceTree balance_run_tree(const BalanceRun *run);

#endif
