/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A stand-in for OpenSM around the whole plugin: a subnet made from a SPEC, the functions of opensm that the plugin
 * calls, and sweeps. A program that links it has one of them, at most.
 */
#ifndef SSSP_TESTS_PLUGIN_OSM_DOUBLE_H
#define SSSP_TESTS_PLUGIN_OSM_DOUBLE_H

#include "core/fabric/fabric.h"
#include "core/tables/lft.h"

#include <opensm/osm_config.h>
#include <opensm/osm_opensm.h>

#include <glib.h>

#define OSM_DOUBLE_ALL G_MAXUINT64

typedef struct {
	osm_opensm_t *osm;
	osm_routing_engine_t entry; /* what the plugin has put in */
	Fabric *model;              /* with LIDs; nodes and endports are in its order */
	osm_node_t **nodes;
	osm_port_t *endports;
	char *options;   /* event_plugin_options */
	GString *log;    /* all that was logged */
	guint n_errors; /* faults, not dangers (ERR SSSP16 and up) */
	guint sent;      /* forwarding tables were sent so many times */
	guint deaf_from; /* and from which of these on `deaf` holds, 0: from the first */
	const Lft *has;  /* what switches had before, rows by GUID; NULL: nothing; the owner's */
	guint64 deaf;    /* GUID of a switch that answers to none, 0: all do, OSM_DOUBLE_ALL: none does */
} OsmDouble;

/* LIDs from 0 on that its switches have room for: those of the model, and some. */
#define OSM_DOUBLE_LIDS(model) ((model)->n_lids + (1u << FABRIC_MAX_LMC))

/*
 * Makes the subnet and loads the plugin with these options (event_plugin_options, may be NULL). Unless they name a
 * state file there is none.
 */
OsmDouble *osm_double_new(const char *spec, const char *options);

/* The same for a sealed fabric with LIDs, which is taken over. */
OsmDouble *osm_double_new_of(Fabric *model, const char *options);
void osm_double_free(OsmDouble *twin);

/*
 * Calls the engine as a heavy sweep does, has switches take the tables and says that it has routed; 0 or what the
 * engine returned.
 */
int osm_double_sweep(OsmDouble *twin);

/* OpenSM has discovered switches that it has never written to, which have the tables `has`. */
void osm_double_discover(OsmDouble *twin);

/* What follows a sweep: OpenSM reports that it has routed, and that the subnet is up. */
void osm_double_done(OsmDouble *twin);

/* Takes the cable at a port (index in the model) out, and puts it back. */
void osm_double_cut(OsmDouble *twin, guint32 port, gboolean cut);

/* OpenSM forgets what it knows of a switch (its SwitchInfo); the node stays. */
void osm_double_forget_switch(osm_node_t *node);

/* OpenSM has tables for fewer ports (1 at least) of a switch than the node has by now. */
void osm_double_narrow_switch(osm_node_t *node, guint n_ports);

/* The SL of a path, LIDs in host order. */
guint8 osm_double_sl(const OsmDouble *twin, guint slid, guint dlid);

/* A digest of all forwarding tables, SLs and SL to VL tables as OpenSM would get them. */
guint64 osm_double_answers(const OsmDouble *twin);

#endif
