/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Lists the options of rerouting. */
#ifndef SSSP_CORE_REROUTE_REROUTE_OPTIONS_H
#define SSSP_CORE_REROUTE_REROUTE_OPTIONS_H

#include "core/previous/previous.h"

#include <glib.h>

/* When entries that could stay are moved for the sake of even loads. */
typedef enum {
	REROUTE_EVEN, /* a few whenever the fullest channels have more than they should */
	REROUTE_STAY, /* never, but for a channel that is new, and with lanes by ports not for that either */
} RerouteBalance;

typedef struct {
	const PreviousTables *previous;
	RerouteBalance balance;
	double budget; /* REROUTE_EVEN: most entries to move, as a share of all; below 0: a share of what has to change */
	guint max_lanes;
} RerouteOptions;

#endif
