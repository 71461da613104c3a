/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Keeps the cables of an ibsim net file for a fault campaign: which there are, which are pulled, what can be reached.
 * It shares nothing with the readers and the routing that the campaign judges.
 */
#ifndef SSSP_TESTS_CABLING_H
#define SSSP_TESTS_CABLING_H

#include <glib.h>

typedef struct {
	char *id; /* as ibsim names it: "S-0002c90200400000" */
	gboolean is_switch;
	guint ports;
} CablingNode;

typedef struct {
	guint node[2], port[2];
	gboolean up;
} Cable;

typedef struct {
	GArray *nodes;  /* of CablingNode */
	GArray *cables; /* of Cable, each once, in the file's order */
} Cabling;

/* What is reachable over cables that are up. */
typedef struct {
	guint switches, hosts, cables;
	guint8 *reached; /* for each node; the caller frees it */
} Reach;

#define cabling_node(cabling, i) (&g_array_index((cabling)->nodes, CablingNode, i))
#define cable_at(cabling, i) (&g_array_index((cabling)->cables, Cable, i))

/* Reads a net file; NULL with an error naming the file where it has no cable. Free with cabling_free. */
Cabling *cabling_read(const char *file, GError **error);
void cabling_free(Cabling *cabling);

/* From one node. O(nodes x cables) at worst, which is nothing beside one sweep. */
Reach cabling_reach(const Cabling *cabling, guint from);

/* A node by its id; G_MAXUINT if there is none. */
guint cabling_find(const Cabling *cabling, const char *id);

/* Whether a port has no cable that is up. */
gboolean port_is_free(const Cabling *cabling, guint node, guint port);

/* The end of a cable at a node: 0 or 1; -1 if it does not end there. */
int cable_end(const Cable *cable, guint node);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(Cabling, cabling_free)

#endif
