/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Rows of events in which mostly switches go and come back, as a subnet manager sees them that at times sees a part. */
#ifndef SSSP_TESTS_CORE_EXCHANGE_EXCHANGE_SIGHT_H
#define SSSP_TESTS_CORE_EXCHANGE_EXCHANGE_SIGHT_H

#include "bench/events/reroute.h"

/* How much a subnet manager sees: all but what has died; or every third time only its own switch, or half of all. */
typedef enum { SEES_MOST, SEES_OWN, SEES_HALF, SIGHTS } ExchangeSight;

/* A row of events. */
typedef struct {
	RerouteState *state;
	ExchangeSight sight;
	guint32 own;   /* node: the subnet manager's switch, which never dies where it is to see a part */
	guint8 *whole; /* [n_nodes] state->gone while all is seen */
} ExchangeEvents;

/* Some events at a time; or every third time much is out of sight, and is back all at once two events later. */
void exchange_sight_happen(const ExchangeEvents *e, guint i);

#endif
