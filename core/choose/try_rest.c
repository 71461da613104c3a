/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Gives destinations that have no path beside the routes of hosts a second lane; hosts' routes stay. */
#include "core/choose/try_rest.h"

#include "core/engines/guarded.h"

/* The part for candidates_most_looks(). */
#define REST 2.0

gboolean try_rest(Candidates *o, GError **error)
{
	GuardedTally tally;
	PortVls *vls;
	GuardedOptions options = {.n_vls = 2,
				  .place = o->hosts_only_place,
				  .unserved = o->unserved,
				  .most_looks = candidates_most_looks(o, REST)};
	if (!candidates_lack_others(o))
		return TRUE;
	routes_assign(o->graph, o->routes, o->hosts_only);
	if (!guarded_serve_rest(o->graph, o->hops, &options, o->routes, &tally, &vls, error))
		return FALSE;
	candidates_count(o, tally.looks);
	return !vls || candidates_consider(o, vls, NULL, error);
}
