/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Counts the destinations that no choice of new entries could exchange at once, whatever chooses them. */
#ifndef SSSP_TESTS_CORE_EXCHANGE_EXCHANGE_INHERENT_H
#define SSSP_TESTS_CORE_EXCHANGE_EXCHANGE_INHERENT_H

#include "core/fabric/fabric.h"
#include "core/routing.h"

typedef struct {
	guint lost;    /* destinations to which some switch has lost its entry */
	guint minimal; /* of these: shortest new paths all let packets loop */
	guint any;     /* of these: paths of any length do */
	guint hosts;   /* of `minimal`: hosts */
	guint circles; /* destinations of which our new entries and the old ones make a circle */
} ExchangeInherent;

/*
 * Switch v must not send to one whose old path comes by v: as long as that has its old entry they make a circle,
 * whatever it has later. So a switch can be put in order once its old entry leads to one that is, or nowhere, and a
 * neighbour is in order that it may send to (its old one if that is good enough); who is left when nobody can be added
 * makes a circle. `then` and `now` have the same LIDs. Sums are added to. O(LIDs x switches x degree).
 */
void exchange_inherent(const Routing *was, const Routing *is, ExchangeInherent *sum);

#endif
