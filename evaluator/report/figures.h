/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Adds what was measured of one routing (routes, bandwidth, credit loops, multicast) to a report. These are the parts
 * that more than one command shows, with the keys that all of them use. The comment on a function lists its keys.
 */
#ifndef SSSP_EVALUATOR_REPORT_FIGURES_H
#define SSSP_EVALUATOR_REPORT_FIGURES_H

#include "evaluator/deadlock/deadlock.h"
#include "evaluator/measures/bandwidth/ebb.h"
#include "evaluator/measures/efi.h"
#include "evaluator/report/report.h"

/* classes; the text has it only where there are aggregation nodes. */
void report_classes(Report *report, const Fabric *fabric);

/* endpoints, classes, switches, channels, pairs .. switch_unreachable. */
void report_route_pairs(Report *report, const Fabric *fabric, const RouteFacts *facts);
/* subset, where endpoints were chosen. */
void report_subset(Report *report, const Paths *paths);

void report_route_hops(Report *report, const RouteFacts *facts);  /* hops */
void report_route_loads(Report *report, const RouteFacts *facts); /* efi */

/* streams, patterns, seed, mean .. max. */
void report_ebb_means(Report *report, const EbbFacts *facts, guint64 seed);
void report_ebb_histogram(Report *report, const EbbFacts *facts); /* histogram */

void report_ebb_sizes(Report *report, const GPtrArray *sizes); /* sizes, of EbbFacts; nothing where there is none */

void report_lane_counts(Report *report, const LaneCounts *counts);       /* routes, unreachable, pairs_lost, dropped */
void report_deadlock_layers(Report *report, const DeadlockFacts *facts); /* layers */
/* cycle_classes, unless the facts are free: not in the text. The verdict tells them where they are not only hosts. */
void report_deadlock_classes(Report *report, const DeadlockFacts *facts);
void report_deadlock_classes_verdict(Report *report, const Fabric *fabric, const DeadlockFacts *facts);

/* cycle; `groups`: multicast groups may hold channels too. */
void report_deadlock_cycle(Report *report, const Fabric *fabric, const DeadlockFacts *facts, gboolean groups);
void report_mlid(Report *report, guint16 mlid); /* mlid */

/* multicast; packets are on `sl`. The verdict tells faults. */
void report_multicast(Report *report, const Multicast *multicast, const DeadlockMulticast *facts, guint sl);
void report_multicast_verdict(Report *report, const Multicast *multicast, const DeadlockMulticast *facts);

#endif
