/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Keeps the data that the callbacks of the routing engine and the other files of plugin/ share, in one Engine: OpenSM,
 * the options, the published and the pending routing, and what each file has to remember from one sweep of OpenSM to
 * the next.
 */
#ifndef SSSP_PLUGIN_ENGINE_STATE_H
#define SSSP_PLUGIN_ENGINE_STATE_H

#include "core/exchange/exchange.h"
#include "core/previous/previous.h"
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
	Import *import;      /* the subnet that `pending` was made for; NULL: none is pending */
	double seconds_import, seconds_hops;
	gboolean starved; /* the last routing failed for want of memory */
	gboolean dumped;  /* sssp.psl or sssp.slvl of this engine may be in the folder of dumps */
	gboolean warned;  /* the line on CAs with ports on two switches was logged */

	/* how tables get into the switches: phases.h */
	ExchangePlan *exchange; /* plan for the published routing; NULL: there is none, or its last phase is written */
	Lft *before;        /* tables before the published routing, which some switch may still have; NULL: none has */
	Lft *found;         /* tables of switches that are new to OpenSM, rows by GUID; NULL: not known (found.h) */
	gboolean was_found; /* `before` has tables of such switches */
	gint64 phase_start; /* when the first phase was handed to OpenSM, monotonic time */
	GString *reconnect; /* lines of TABLES_RECONNECT since routes were made afresh; NULL: there are none */
	guint reconnect_lines;
	gboolean reconnect_dumped; /* the file has all of these lines */
	guint phase_failures;      /* sweeps in a row in which switches did not take a first phase */

	/* how SL to VL tables get into the switches: sl2vl.c */
	GPtrArray *sl2vl_sent;   /* osm_physp_t: ports of which OpenSM sends tables in this sweep; NULL: none so far */
	gint64 sl2vl_since;      /* when the first of them was noted, monotonic time */
	gboolean sl2vl_unsure;   /* OpenSM may not send all-zero tables of some of them: it assumes these are there */
	guint sl2vl_failures;    /* sweeps in a row in which switches did not take a table */
	gboolean joined_without; /* some switch that joined, or has a port that did, was not given its tables */

	Jobs *jobs;      /* jobs of the published routing (engine_jobs.c); NULL: it knows of none */
	Jobs *jobs_next; /* jobs of the pending routing */

	/* what the next routing starts from: last_routing.c */
	PreviousTables previous; /* the previous routing, as given to the last computation; no tables: there was none */
	gboolean loaded;         /* the pending routing was loaded (option `routes`) */
	gboolean asked_afresh;   /* routes are to be made afresh: option `rebalance_file`, or rebalance=now */
	int rebalance_errno;     /* why that file could not be removed, as logged last */
	State restored;          /* the routing that an earlier process kept; empty once a routing is published */
	Lft *previous_lft;       /* tables of the option `routes` to start from, used where `restored` is empty */
	PathSl *previous_sl;
	Sl2vl *previous_sl2vl; /* VLs by ports; NULL: none */
	StateFile *state_file; /* NULL: none is kept */
	char *state_failure;   /* why the state file could not be written, as logged last; NULL: it could */

	/* what monitors are told: status.c */
	gint64 loaded_at, routed_at; /* real time */
	guint phases;                /* how many phases the published routing takes */
	double exchange_seconds;     /* from the start of two phases to their end; 0: one phase, or not finished */
	guint failures;              /* routings that failed since the plugin was loaded */
	char *failure;               /* why the last routing failed; NULL: it did not */
	gboolean status_failed;      /* the status file could not be written, which was logged */
} Engine;

/* Whether OpenSM's tables are this engine's. */
static inline gboolean engine_is_used(const Engine *engine)
{
	const osm_routing_engine_t *used = engine->osm->routing_engine_used;
	return used && used->context == engine;
}

/* The folder of dumps; NULL: none is wanted. Valid as long as the engine. */
static inline const char *engine_dump_folder(const Engine *engine)
{
	return engine->options.dump ? engine->options.dump : engine->osm->subn.opt.dump_files_dir;
}

#endif
