/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Small fabrics and tables for the evaluator's tests, and the plainest possible function that follows a route. */
#ifndef SSSP_TESTS_EVALUATOR_EVAL_FIXTURE_H
#define SSSP_TESTS_EVALUATOR_EVAL_FIXTURE_H

#include "core/fabric/fabric.h"
#include "core/tables/lft.h"
#include "core/tables/sl.h"

/* n switches in a circle, port 1 of each to port 2 of the next, `hosts` CAs on ports 3 and up. LIDs assigned. */
Fabric *fixture_ring(guint n, guint hosts);

/* Two stages: every leaf cabled to every spine, `hosts` CAs a leaf. */
Fabric *fixture_tree(guint leaves, guint spines, guint hosts);

/* 2 .. 9 connected switches in no order, parallel cables, CAs of one or two ports, LMC 0 or 1. */
Fabric *fixture_random(GRand *rand);

/* Tables with a shortest path for every LID from every switch, drawn among all of them. */
Lft *fixture_minimal(const Fabric *fabric, GRand *rand);

/* For a ring: all routes go by port 1. */
Lft *fixture_clockwise(const Fabric *ring);

/* SLs of some CAs and all switches, and a handful of maps strewn over the ports. */
void fixture_lanes(const Fabric *fabric, GRand *rand, PathSl **sl, Sl2vl **sl2vl);

/* Sets random entries to anything. */
void fixture_damage(Lft *lft, GRand *rand, guint entries);

/* The row of a fabric's switch in tables that have all of them. */
guint8 *fixture_row(const Lft *lft, const Fabric *fabric, guint32 node);

typedef enum { WALK_ARRIVES, WALK_LOST, WALK_LOOP } WalkEnd;

/*
 * Follows a packet from a port (an endpoint's or a switch's port 0) to a LID; `out` gets the indices of the switch
 * ports it leaves by, the one to the endpoint included. *n is their number, at most n_switches + 1.
 */
WalkEnd fixture_walk(const Fabric *fabric, const Lft *lft, guint32 source, guint32 lid, guint32 *out, guint *n);

/* Shortest hops between all switch nodes, by node index [n_nodes][n_nodes]; G_MAXUINT32 for none. */
guint32 *fixture_distances(const Fabric *fabric);

#endif
