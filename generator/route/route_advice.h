/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Warns of what users of the tables that sssp-route has made must know and might not think of. */
#ifndef SSSP_GENERATOR_ROUTE_ROUTE_ADVICE_H
#define SSSP_GENERATOR_ROUTE_ROUTE_ADVICE_H

#include "generator/route/route_files.h"

/*
 * Warnings about tables, a line each: with several lanes OpenSM's own file engine carries no SLs, and sssp.psl none for
 * single ports; paths may be longer than management packets go, or than routes are made. "" when there is nothing to
 * say; free with g_free().
 */
char *route_advice(const RouteTables *tables, const char *program);

#endif
