/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What the tests of synthetic fabrics look at, worked out from the fabric's ports alone: counts, degrees, distances.
 */
#ifndef SSSP_TESTS_GENERATOR_SYNTH_LOOK_H
#define SSSP_TESTS_GENERATOR_SYNTH_LOOK_H

#include "core/fabric/fabric.h"

/* The fabric of a SPEC, which must be there and hold its invariants. Free with fabric_free(). */
Fabric *look_make(const char *spec);
Fabric *look_format(const char *format, ...) G_GNUC_PRINTF(1, 2);

guint32 look_switches(const Fabric *fabric);
guint32 look_hosts(const Fabric *fabric);
guint32 look_cables(const Fabric *fabric); /* between switches */

/* Cables of a node to switches, and to CAs. */
guint look_degree(const Fabric *fabric, guint32 node);
guint look_hosts_of(const Fabric *fabric, guint32 node);

/* Most cables between any two switches; a cable from a switch to itself fails the test. */
guint look_bundle(const Fabric *fabric);

/* Longest shortest path between switches, in cables; -1 where they are not connected. */
int look_diameter(const Fabric *fabric);

/* Whether the switches are connected (one breadth-first search). */
gboolean look_connected(const Fabric *fabric);

/*
 * Fails the test unless what is left of a degraded fabric is where it was: same GUIDs, names, ports; every cable one of
 * the whole fabric.
 */
void look_part_of(const Fabric *part, const Fabric *whole);

/* Fails the test unless there are so many of each, and all switches are connected. */
void look_expect(const Fabric *fabric, guint switches, guint hosts, guint cables);

/* Fails the test unless each switch has so many cables to switches and so many hosts. */
void look_expect_regular(const Fabric *fabric, guint degree, guint hosts);

/* Every number of a fabric as text, for comparing two. Free with g_free(). */
char *look_dump(const Fabric *fabric);

/* A power of a number, for counts in closed form. */
guint look_power(guint base, guint exponent);

#endif
