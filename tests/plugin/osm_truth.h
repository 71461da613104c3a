/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What the plugin must make of a stand-in for OpenSM: the part of its subnet that can carry routes, worked out slowly
 * and without a line of plugin/subnet/import.c, and the tables that the plugin's callbacks give for it, gathered as
 * values that tests/core/routing_judge.h takes.
 */
#ifndef SSSP_TESTS_PLUGIN_OSM_TRUTH_H
#define SSSP_TESTS_PLUGIN_OSM_TRUTH_H

#include "core/routing.h"
#include "tests/plugin/osm_double.h"

typedef struct {
	Fabric *fabric;     /* sealed; its `vls` are what both ends of a link are capable of */
	osm_node_t **nodes; /* [fabric->n_nodes] */
} OsmTruth;

OsmTruth *osm_truth_new(const OsmDouble *twin);
void osm_truth_free(OsmTruth *truth);

/* The least lanes of all links between switches, ROUTING_MAX_VLS without any. */
guint osm_truth_lanes(const OsmTruth *truth);

/* The most that one of them has, 1 without any. */
guint osm_truth_most_lanes(const OsmTruth *truth);

/*
 * The tables that the switches of `truth` were given, with path_sl()'s and update_sl2vl()'s answers; only lft, path_sl
 * and sl2vl are filled. Fails where two LIDs of one switch have different answers.
 */
Routing *osm_truth_gather(const OsmDouble *twin, const OsmTruth *truth);

/* Fails unless the hop tables of the switches of `truth` say how far the LIDs of switches are. */
void osm_truth_check_hops(const OsmTruth *truth);

#endif
