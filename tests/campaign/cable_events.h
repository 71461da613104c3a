/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What can befall cables, switches and hosts: each event changes the cabling and says by which commands of ibsim. The
 * node of the subnet manager keeps its cable.
 */
#ifndef SSSP_TESTS_CABLE_EVENTS_H
#define SSSP_TESTS_CABLE_EVENTS_H

#include "tests/campaign/cabling.h"

typedef struct {
	Cabling *cabling;
	GRand *random;
	guint sm;          /* the node where the subnet manager is */
	GString *commands; /* of the event in work */
} Plan;

typedef gboolean (*Event)(Plan *plan); /* FALSE: nothing to do; the state is as before */

/* Less than n. */
guint plan_pick(Plan *plan, guint n);

/* Adds a command to those of the event in work. */
void plan_command(Plan *plan, const char *format, ...) G_GNUC_PRINTF(2, 3);

const char *plan_id(const Plan *plan, guint node);
gboolean plan_is_switch(const Plan *plan, guint node);

/* A cable between switches, one of a host, one that is out. */
gboolean link_down(Plan *plan);
gboolean host_down(Plan *plan);
gboolean link_up(Plan *plan);

/* All cables of a switch; all of it that are out and can come back. */
gboolean switch_down(Plan *plan);
gboolean switch_up(Plan *plan);

/* All cables to other switches of a switch with hosts; all but one. */
gboolean leaf_cut(Plan *plan);
gboolean one_uplink(Plan *plan);

/* Everything that is down comes back. */
gboolean mended(Plan *plan);

/* A host's cable goes into a port that nothing is or was plugged into, of another switch, wherever there is one. */
gboolean host_moves(Plan *plan);

/* Two hosts change places: each with the other's LID where the other was. */
gboolean hosts_swap(Plan *plan);

/* Two hosts say that they have the same LID, which belongs to a third perhaps. */
gboolean lids_clash(Plan *plan);

#endif
