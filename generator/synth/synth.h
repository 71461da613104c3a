/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The folder generator/synth: synthetic fabrics. In this order:
 *
 *	synth            the door: from a SPEC to a fabric, and the table of families; synth_info: what is told of one
 *	synth_plan       what a family works with: switches and cables as they are added
 *	synth_spec       the values and keys of a SPEC
 *	families/        a file or more a family, each of which adds its switches and cables:
 *	  synth_tree, synth_xgft    trees; synth_cluster: the clusters of the papers, of directors that are trees
 *	  synth_grid       torus, mesh, hypercube, HyperX
 *	  synth_group, synth_slimfly    dragonfly, dragonfly+ and Kautz; slim fly
 *	  synth_random     every free port cabled at random
 *	  synth_directors, synth_rails    trees of directors; rails with storage
 *	  synth_merged, synth_half        two fabrics side by side; one with half of its top switches
 *	synth_set_error  the first error, which all steps return
 *	synth_fail       cables, switches or hosts that fail; synth_cuts: switches without which others are cut off
 *	synth_realise    from the plan to a Fabric
 *	synth_shuffle    the same fabric with other GUIDs and port numbers
 */

/*
 * Makes a fabric from one string, a SPEC: NAME[:VALUES][,KEY=VALUE ...], for example
 * "torus:4x4x4,hosts=2,fail=links:5%,seed=7".
 *
 * Each NAME is a family of fabrics; synth_family() lists them. Node GUIDs ascend in the order a family names its
 * switches (leaves before spines, coordinates with the last one fastest), those of CAs follow the switches they hang
 * on. A switch's hosts take its lowest ports. LIDs are 0 until fabric_assign_lids(). All cables of a fabric have one
 * width, and one speed but where parts of two speeds are joined; virtual lanes are left unknown, as an ibnetdiscover
 * file would leave them.
 *
 * an=leaf puts an aggregation node on each switch that has hosts, an=all on every switch: on the port after those in
 * use. A switch without a free port gets one more. The GUIDs of aggregation nodes follow those of all hosts, so hosts
 * have the same ones with and without.
 *
 * fail=links:N, fail=switches:N and fail=hosts:N take out cables between switches, switches, or hosts; with P% for N
 * that part of them, rounded to the nearest number. There may be several, which follow one another in the order they
 * are written, each on what is left. They are chosen by `seed` (0 unless given) so that the switches left stay
 * connected and a host is left. A switch goes with its hosts and its aggregation node; switches without hosts go first.
 * What is left keeps its GUIDs, names and port numbers.
 *
 * shuffle=SEED draws the GUIDs and the switches' port numbers of the finished fabric anew, see synth_shuffle(). Nothing
 * else of it changes, and `seed` has no part in it.
 */
#ifndef SSSP_GENERATOR_SYNTH_SYNTH_H
#define SSSP_GENERATOR_SYNTH_SYNTH_H

#include "core/fabric/fabric.h"
#include "generator/synth/synth_info.h"

#include <glib.h>

/* How many families there are, and the one of a number below that. */
guint synth_family_count(void);
const SynthInfo *synth_family(guint i);

/*
 * The sealed fabric of a SPEC. NULL with SSSP_ERROR_USAGE (unknown names and keys, numbers out of range, more ports
 * than a switch has, more nodes than a subnet has LIDs), SSSP_ERROR_IMPOSSIBLE (failures that cannot leave the rest
 * connected) or SSSP_ERROR_MEMORY. The same SPEC gives the same fabric. O(ports), with fail=switches:N
 * O(N x ports).
 */
Fabric *synth_fabric(const char *spec, GError **error);

/*
 * Returns a sealed copy of a sealed fabric with other numbers: all GUIDs and the port numbers of switches are drawn by
 * `seed`. Port 0, the ports of adapters and routers, LIDs, names and all else stay. Node i of one is node i of the
 * other. What a node gets depends on the seed, its old GUID and how many ports it has, not on the rest of the fabric.
 * GUIDs keep the maker's 24 bits and stay different. To have LIDs in the order of the new GUIDs, set them to 0 and call
 * fabric_assign_lids(). NULL with SSSP_ERROR_MEMORY. O(ports + n log n) in nodes.
 */
Fabric *synth_shuffle(const Fabric *fabric, guint32 seed, GError **error);

#endif
