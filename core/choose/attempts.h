/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Declares the attempts that choose_lanes() makes at routes that are safe on any SL: on one lane, or on lanes that
 * switches choose by input and output port (graph/port_vls.h). Each takes the Candidates: the graph, the best routes so
 * far, and an order of the channels (the guide); paths whose channels ascend in that order close no cycle. A better
 * result becomes o->best. Limits count looks: channels and dependencies looked at. All return FALSE with
 * SSSP_ERROR_MEMORY.
 */
#ifndef SSSP_CORE_CHOOSE_ATTEMPTS_H
#define SSSP_CORE_CHOOSE_ATTEMPTS_H

#include "core/choose/candidates.h"

/* ---- try_one_lane.c: routes that close no cycle on one lane */

/*
 * Tries P-SSSP's own choices, then paths that ascend in the guide's order, until routes are good enough; the guide's
 * other order, if it has one, where both leave pairs without a path. Where there is no best then, and several lanes are
 * not to be tried before, it completes the guide's order: it puts a few channels at places where each pair has an
 * ascending path (guide_exits.h). If there is no best even so, and the guide has classes of channels, it tries spanning
 * trees where there is only one lane, and in fat trees that have lost cables (o->has_levels); but not where the hosts
 * of a fabric that is not small have routes (o->hosts_only). o->best is NULL where nothing was found.
 */
gboolean try_one_lane(Candidates *o, GError **error);

/*
 * Where the best is not good, completes the guide's order (guide_exits.h) and keeps to it. Does nothing the second
 * time, nor in a fabric that is not small where the guide has no classes and there are several lanes: in such a fabric
 * one lane hardly ever wins. The guide stays as it was.
 */
gboolean try_completed_order(Candidates *o, GError **error);

/*
 * Tries spanning trees. With `patient` the limit of looks is higher, much higher where the best is poor; where there is
 * no best there is none, so that there is a result unless a path gets too long (o->refused).
 */
gboolean try_one_lane_on_trees(Candidates *o, gboolean patient, GError **error);

/* ---- try_port_lanes.c: lanes by ports for P-SSSP's own routes and for led ones */

/*
 * Tries P-SSSP's own routes, and those that the guide's order led, on 2 .. o->most lanes. Ends when they are as good
 * as without regard to lanes and multicast has a tree, or when the gain by the last lane shows that o->most lanes will
 * not do; in fabrics that are not small, when the most promising number of lanes has served all.
 */
gboolean try_port_lanes(Candidates *o, GError **error);

/* ---- try_on_tree.c: the same where few routes fit, or some pair finds no path beside those that fit */

/*
 * Considers P-SSSP's own routes on 2 .. o->most lanes by ports, four at most, beside a spanning tree of all switches on
 * the highest VL, however few of them fit: the tree's paths serve pairs that find no other. Ends when the best is good,
 * or when an attempt is given up. In small fabrics it tries all these numbers of lanes, in others two and the most, in
 * large ones only the most, unless hosts fit on one lane.
 */
gboolean try_on_tree(Candidates *o, GError **error);

/*
 * ---- try_admitted.c: P-SSSP's routes admitted hop by hop, each hop only where it closes no cycle, beside a spanning
 * tree that is admitted first and stays for multicast
 */

/*
 * Tries two lanes in the guide's order of channels, which stays as it is: beside a tree of endpoints on the lower VL,
 * and if that gives nothing better, and the fabric is not large, beside one of all switches on the higher. About three
 * times psssp_compute() each: searches for another order are rare.
 */
gboolean try_admitted_in_order(Candidates *o, GError **error);

/*
 * Tries 2, 3 and 4 lanes, as far as o->most allows, with searches for an order of channels, until the best is good or
 * some number of lanes gives nothing better than what is there.
 */
gboolean try_admitted(Candidates *o, GError **error);

#endif
