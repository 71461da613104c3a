/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A fabric of a SPEC with what a real one may have beside it: CAs with a second port, which may be the one that is
 * cabled, routers, GUIDs in no order, LIDs in no order with LMCs that differ from port to port, subnet managers on
 * switches, a switch that nobody is cabled to, hosts joined to each other.
 */
#ifndef SSSP_TESTS_PLUGIN_MOTLEY_FABRIC_H
#define SSSP_TESTS_PLUGIN_MOTLEY_FABRIC_H

#include "core/fabric/fabric.h"

#include <glib.h>

/* Sealed, with LIDs; NULL when the SPEC is impossible. */
Fabric *motley_fabric(const char *spec, GRand *rand);

#endif
