/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What the callbacks of the routing engine (engine_osm.c), of multicast (mcast.c) and what it starts from (last_routing.c)
 * share.
 */
#ifndef SSSP_PLUGIN_ENGINE_STATE_H
#define SSSP_PLUGIN_ENGINE_STATE_H

#include "core/exchange/exchange.h"
#include "core/reroute/previous.h"
#include "plugin/subnet/import.h"
#include "plugin/values/jobs.h"
#include "plugin/values/options.h"
#include "plugin/values/snapshot.h"
#include "plugin/values/state_file.h"
#include "plugin/subnet/vls.h"

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

	/* how tables get into the switches: phases.c */
	ExchangePlan *exchange; /* of the published routing, until its last phase is written; NULL: it is */
	Lft *before;            /* what switches had before it, as long as some may still have that; NULL: none has */
	Lft *found;             /* what switches had that are new to OpenSM, rows by GUID; NULL: not known (found.h) */
	gboolean was_found;     /* `before` has some of that */
	gint64 phase_start;     /* when its first phase was handed to OpenSM, monotonic */
	GString *reconnect;     /* lines of TABLES_RECONNECT since routes were made afresh; NULL: there are none */
	guint reconnect_lines;
	gboolean reconnect_dumped; /* the file has them */
	guint phase_failures;      /* sweeps in a row in which switches did not take a first phase */

	Jobs *jobs;      /* of the published routing: engine_jobs.c; NULL: it knows of none */
	Jobs *jobs_next; /* the same of the pending one */

	/* what the next routing starts from: last_routing.c */
	PreviousTables previous; /* it, as given to the last routing; no tables: there was none */
	gboolean loaded;         /* the pending routing is that of the option `routes` */
	gboolean asked_afresh;   /* somebody made the file of the option `rebalance_file` */
	int rebalance_errno;     /* why that could not be removed, as was said last */
	State restored;          /* until a first routing is published: what a file says of an earlier process */
	Lft *previous_lft;       /* the same from tables without their fabric */
	PathSl *previous_sl;
	Sl2vl *previous_sl2vl; /* VLs by ports; NULL: none */
	StateFile *state_file; /* NULL: none is kept */
	char *state_failure;   /* as was said last */

	/* what monitors are told: status.c */
	gint64 loaded_at, routed_at; /* real time */
	guint phases;                /* in which the published routing is exchanged */
	double exchange_seconds;     /* from the first of these to the end of the last; 0: one, or not done */
	guint failures;              /* routings that failed */
	char *failure;               /* why the last routing failed; NULL: it did not */
	gboolean status_failed;      /* the file could not be written, which was said */
} Engine;

/* Where dumps are written; NULL: nowhere. Valid as long as the engine. */
static inline const char *engine_dump_folder(const Engine *engine)
{
	return engine->options.dump ? engine->options.dump : engine->osm->subn.opt.dump_files_dir;
}

#endif
