/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads the plugin's options: the text of `event_plugin_options` in opensm.conf, blank-separated KEY=VALUE pairs.
 *
 * Nothing is guessed: an unknown key, a key given twice or a value that is not understood is an error.
 */
#ifndef SSSP_PLUGIN_VALUES_OPTIONS_H
#define SSSP_PLUGIN_VALUES_OPTIONS_H

#include <glib.h>

#define OPTIONS_PSSSP "psssp" /* the default algorithm, the only one with passes */
#define OPTIONS_MAX_PASSES 100
#define OPTIONS_MAX_THREADS 256

typedef struct {
	const char *algorithm;     /* a name for routing_engine(); NULL: the default one */
	guint max_vls;             /* most virtual lanes to use; 0: as many as the links have */
	gboolean asymmetric;       /* the two directions of a pair may use different SLs */
	gboolean by_sl;            /* lanes by SL where one lane is not enough, never by ports */
	gboolean any_sl;           /* applications may be on any SL: one lane, or lanes by ports */
	guint lmc_routes;          /* LmcRoutes, of further LIDs */
	gboolean no_spread;        /* lanes by SL: leave lanes that are not needed idle */
	gboolean spread_ports;     /* lanes by ports: use lanes that are not needed, too */
	guint passes;              /* rip-up-and-reroute passes; 0: the engine's own choice */
	guint threads;             /* 0: one a core */
	gboolean takeover;         /* replace the built-in `sssp` as well */
	gboolean dump_psl;         /* write sssp.psl for large fabrics too */
	char *dump;                /* folder for sssp.psl and sssp.slvl; NULL: OpenSM's own */
	char *routes;              /* folder of finished tables to load where they fit; NULL: none */
	gboolean reroute_fresh;    /* each routing is made afresh, not from the one before */
	gboolean no_rebalance;     /* no route that could stay is moved for the sake of even loads */
	gboolean rebalance_now;    /* the first routing is made afresh */
	gboolean multicast_proven; /* groups have no tree where no proven one is there; else OpenSM makes its own */
	gboolean transition_fast;  /* tables are written at once, without a proof for the time between */
	char *rebalance_file;      /* routes are made afresh once when it exists; NULL: one in OpenSM's cache folder */
	gboolean jobs_of_pkeys;    /* hosts of a partition make a job */
	char *jobs;                /* a file that says which hosts make a job; NULL: none */
	char *aggregation;         /* a file of adapters that are aggregation nodes, too; NULL: none */
	gboolean no_state;         /* nothing is kept for a restart */
	char *state;               /* the file that the routing is kept in; NULL: one in OpenSM's cache folder */
} PluginOptions;

/*
 * Fills `options` from `text` (NULL and "" mean the defaults). FALSE with SSSP_ERROR_USAGE, whose text names the key;
 * `options` then holds the defaults. options_clear() in either case.
 */
gboolean options_parse(const char *text, PluginOptions *options, GError **error);

/* Frees what options_parse() allocated and leaves the defaults. */
void options_clear(PluginOptions *options);

#endif
