/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Routes a SPEC and has the routing judged. */
#include "tests/core/choose/choose_case.h"

#include "tests/core/routing_case.h"

RoutingOptions choose_case_usual(void)
{
	RoutingOptions options = routing_case_options("psssp");
	options.passes = options.max_vls = 0;
	return options;
}

Routing *choose_case_route(const char *spec, const RoutingOptions *options)
{
	RoutingTally tally = {0};
	g_autoptr(Fabric) fabric = routing_case_fabric(spec, 0);
	return fabric ? routing_case_judge(spec, fabric, options, FALSE, &tally) : NULL;
}
