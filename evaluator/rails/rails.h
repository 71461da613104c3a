/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The folder evaluator/rails: machines with several adapters, each of which belongs to a rail. In this order:
 *
 *	rails        the switches that serve each rail, and adapters on wrong switches (below)
 *	units        nodes with equally many adapters
 */

/*
 * Finds the switches that serve each rail, the adapters that are astray, and the machines that lack one.
 *
 * A rail is all adapters of one device number (formats/lists/machines.h). Machines are of one kind when their names are
 * the same but for numbers. A switch serves, for each kind, the rail that the greatest number of the kind's adapters on
 * it belong to. An adapter on a switch that serves another rail of its kind is astray. A kind is aligned when it has at
 * least RAILS_LEAST machines and two rails, and at most one in RAILS_ASTRAY of its adapters is astray. In an aligned
 * kind an astray adapter is a mistake; the machines of other kinds are not cabled by rails. A device that more than
 * half of the machines of an aligned kind have is lacking at the others.
 */
#ifndef SSSP_EVALUATOR_RAILS_RAILS_H
#define SSSP_EVALUATOR_RAILS_RAILS_H

#include "core/fabric/fabric.h"
#include "formats/lists/machines.h"

#include <glib.h>

#define RAILS_NONE G_MAXUINT32
#define RAILS_LEAST 3  /* machines of a kind: two that differ do not show which is right */
#define RAILS_ASTRAY 4 /* one adapter in so many may hang elsewhere: with more it is not clear which are right */

typedef struct {
	char *name; /* of its machines, # for each number */
	guint32 machines, adapters;
	guint32 numbered;  /* adapters with a device number */
	guint32 n_devices; /* that more than half of its machines have */
	guint32 astray;    /* adapters that hang on a switch of another rail, aligned or not */
	guint32 mbps;      /* of most of its adapters' cables, 0 unknown */
	gboolean aligned;
} RailKind;

/* A switch (node), the rail it serves of a kind, and how many adapters of the kind are of that rail and of others. */
typedef struct {
	guint32 node, kind, device, adapters, others;
} RailLeaf;

typedef struct {
	guint32 endpoint;
	guint32 node;  /* where it hangs */
	guint32 right; /* the switch where it belongs, as far as the machine's other adapters tell; RAILS_NONE */
	guint32 swap;  /* endpoint of the same machine that hangs where this one belongs, and belongs where it hangs */
} RailAstray;

typedef struct {
	guint32 machine, device;
	guint32 node; /* the switch where it should hang, as for RailAstray; RAILS_NONE */
} RailLack;

typedef struct {
	const Machines *machines; /* not owned */
	guint32 n_kinds;
	RailKind *kinds;  /* by name */
	guint32 *kind;    /* [machines] */
	GArray *leaves;   /* RailLeaf, by (kind, device, node name) */
	GArray *astray;   /* RailAstray, of aligned kinds, by (machine, device) */
	GArray *lacking;  /* RailLack, of aligned kinds */
	GArray *devices;  /* guint32, ascending: numbers of the rails */
	guint32 nameless; /* endpoints of machines without a name */
} Rails;

/* Never NULL but with SSSP_ERROR_MEMORY. O(n log n) in endpoints, and for each mistake O(adapters of its kind). */
Rails *rails_new(const Machines *machines, GError **error);
void rails_free(Rails *rails); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Rails, rails_free)

/* The switch (node) that an endpoint hangs on. O(1). */
guint32 rails_switch(const Fabric *fabric, guint32 endpoint);

/* No adapter astray or lacking. O(1). */
gboolean rails_hold(const Rails *rails);

#endif
