/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * `make bench-reroute`: what one event changes, and what many leave of a routing. In the order in which to read:
 *
 *	reroute            options, a fabric after the other
 *	reroute_events     cables, hosts and switches that come and go
 *	reroute_measure    an event routed from the tables before it, and the same fabric routed afresh
 *	reroute_compare    what changed, of what had to: counted from the tables alone, not by what routes
 *	reroute_report     median and worst of each figure, and what falls short
 *
 * Quality (EFI, eBB), lost pairs and credit loops are the evaluator's, through cliff_judge().
 */
#ifndef SSSP_BENCH_EVENTS_REROUTE_H
#define SSSP_BENCH_EVENTS_REROUTE_H

#include "core/fabric/fabric.h"
#include "core/routing.h"

#include <glib.h>

/* ---- reroute_events */

typedef enum {
	REROUTE_CUT,    /* a cable between switches */
	REROUTE_BACK,   /* it, or one that was cut before */
	REROUTE_LEAVE,  /* a host */
	REROUTE_APPEAR, /* again */
	REROUTE_DIE,    /* a switch, one without hosts where there is any; hosts die with it */
	REROUTE_REVIVE,
	REROUTE_MOVE, /* two hosts of different switches change places */
	REROUTE_KINDS
} RerouteKind;

extern const char *const reroute_kind_names[REROUTE_KINDS];

/* What there is at the moment of a fabric that has more. */
typedef struct {
	const Fabric *base; /* sealed, with LIDs; not owned */
	guint32 *peer;      /* [base->n_ports] where cables lead now */
	guint8 *gone;       /* [base->n_nodes] */
	GRand *rand;
	guint cut, left, dead; /* cables, hosts and switches that are not there */
	guint32 last;          /* node or port of the last event */
} RerouteState;

RerouteState *reroute_state_new(const Fabric *base, guint32 seed);
void reroute_state_free(RerouteState *state);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(RerouteState, reroute_state_free)

/* All as it was, and another seed. */
void reroute_state_reset(RerouteState *state, guint32 seed);

/* Has an event happen that leaves the switches connected. FALSE where there is none of that kind. */
gboolean reroute_happen(RerouteState *state, RerouteKind kind);

/* Draws the kind of the next of many events: now more goes than comes, now the reverse. */
RerouteKind reroute_draw(RerouteState *state);

/* The fabric as it is now: ports keep GUIDs, numbers and LIDs; what is gone is not in it. Sealed. */
Fabric *reroute_fabric(const RerouteState *state, GError **error);

/* ---- reroute_compare */

/* Of all (switch, LID) and 64-LID blocks of the new tables; LIDs stand for the same ports in both. */
typedef struct {
	guint64 entries, changed, must, own; /* own: all entries of LIDs that came or went */
	guint64 blocks, blocks_changed, blocks_must; /* blocks_must: an entry in them has to change */
	guint64 paths, sls_changed; /* that carry data and whose routes are what they were; of these, with another SL */
} RerouteDifference;

gboolean reroute_compare(const Fabric *was, const Routing *before, const Fabric *is, const Routing *after,
			 RerouteDifference *difference, GError **error);

/* ---- reroute_measure */

typedef struct {
	RerouteBalance balance;
	double budget;
	guint threads;
	gboolean lazy; /* no figures of quality, which take longest */
} RerouteHow;

/* A fabric and its routing, both owned. */
typedef struct {
	Fabric *fabric;
	Routing *routing;
	double ebb; /* 0: not judged */
	guint64 efi;
	gboolean wrong;   /* pairs are lost, or there is a credit loop */
	guint64 lopsided; /* pairs whose replies have another SL */
} RerouteStand;

void reroute_stand_free(RerouteStand *stand);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(RerouteStand, reroute_stand_free)

/* One event. */
typedef struct {
	RerouteDifference difference;
	gboolean rerouted, disagrees; /* what routing says that it changed is not what was counted */
	gboolean wrong;
	guint64 lopsided;
	int lanes;       /* needed beyond those before */
	double ms;       /* route and layer */
	double ebb, efi; /* by those of a fresh routing; 0: not judged */
} RerouteFigures;

/* The fabric of `state` routed afresh and, unless `how` is lazy, judged. */
RerouteStand *reroute_afresh(const RerouteState *state, const RerouteHow *how, GError **error);

/*
 * The fabric of `state` routed from `before`, and compared with it. `fresh`, which may be NULL, is that fabric routed
 * afresh; without it, quality is not looked at.
 */
RerouteStand *reroute_step(const RerouteState *state, const RerouteStand *before, const RerouteStand *fresh,
			   const RerouteHow *how, RerouteFigures *figures, GError **error);

/* ---- reroute_report */

typedef struct {
	GArray *figures[REROUTE_KINDS]; /* RerouteFigures */
	GArray *chain;                  /* of many events in a row, those that were judged */
	guint chain_events;
} RerouteResults;

/* Markdown: a line a kind of event, then what falls short of the bounds for this fabric. Returns how much does. */
guint reroute_report(const char *name, const Fabric *base, const RerouteStand *start, const RerouteResults *results);

#endif
