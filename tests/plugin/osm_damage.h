/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What may be wrong in OpenSM's picture of a subnet, done to a stand-in for OpenSM at random: each is a defect that a
 * sweep may meet when cables, firmware or packets fail it. They add up; a subnet is damaged again and again.
 */
#ifndef SSSP_TESTS_PLUGIN_OSM_DAMAGE_H
#define SSSP_TESTS_PLUGIN_OSM_DAMAGE_H

#include "tests/plugin/osm_double.h"

typedef struct {
	const char *name;
	void (*inflict)(OsmDouble *twin, GRand *rand);
} OsmDamage;

extern const OsmDamage osm_damages[]; /* ends with a NULL name */

guint osm_damages_count(void);

#endif
