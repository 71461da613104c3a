/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What the callbacks of the routing engine (engine_osm.c) and of multicast (mcast.c) share. */
#ifndef SSSP_PLUGIN_ENGINE_STATE_H
#define SSSP_PLUGIN_ENGINE_STATE_H

#include "plugin/import.h"
#include "plugin/options.h"
#include "plugin/snapshot.h"
#include "plugin/vls.h"

typedef struct {
	osm_opensm_t *osm;
	PluginOptions options;
	Vls vls;
	Snapshot *published; /* atomic; what path_sl and update_sl2vl answer from; NULL before the first routing */
	Snapshot *pending;   /* computed, its forwarding tables not yet written */
	Import *import;      /* of `pending` */
	double seconds_import, seconds_hops;
	gboolean starved; /* the last routing failed for want of memory */
	gboolean dumped;  /* sssp.psl or sssp.slvl may be there */
	gboolean warned;  /* of CAs with ports on two switches */
} Engine;

#endif
