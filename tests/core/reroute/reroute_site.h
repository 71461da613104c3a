/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A fabric to which events happen, drawn at random: what goes, comes back, changes places. */
#ifndef SSSP_TESTS_CORE_REROUTE_REROUTE_SITE_H
#define SSSP_TESTS_CORE_REROUTE_REROUTE_SITE_H

#include "core/fabric/fabric.h"

#include <glib.h>

enum { SITE_LANES = 8 }; /* that a link has which lost none */

typedef struct {
	const Fabric *base;
	guint32 *peer; /* [base ports] */
	guint16 *lid;  /* [base ports] */
	guint8 *vls;   /* [base ports] */
	GRand *rand;
	gboolean grew; /* the last event brought a cable between switches */
	guint step;    /* of site_go_and_come() */
	guint32 away;  /* the port of the host that it is about */
	gboolean weak; /* links lose and regain lanes, too */
} Site;

void site_init(Site *site, const Fabric *base, guint32 seed);
void site_clear(Site *site);

/* The fabric as it is now: what has no cable is not found, and nodes come in an order of their own. */
Fabric *site_fabric(const Site *site, guint32 seed);

/* One to three of anything. */
void site_some_events(Site *site);

/* A host goes, cables at its switch and elsewhere go and come back, and then the host does: one step of that. */
void site_go_and_come(Site *site);

/* Cables between the same two switches change their ports on one of them; other things happen too. */
void site_cross_cables(Site *site);

#endif
