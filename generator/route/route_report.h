/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Reports the work of sssp-route, as text for people or as one JSON object. */
#ifndef SSSP_GENERATOR_ROUTE_ROUTE_REPORT_H
#define SSSP_GENERATOR_ROUTE_ROUTE_REPORT_H

#include "core/exchange/exchange.h"
#include "core/routing.h"
#include "generator/route/route_optimize.h"

#include <glib.h>

typedef struct {
	const Routing *routing;
	const char *algorithm;
	gboolean from;                   /* there were previous tables */
	const ExchangePlan *exchange;    /* of these; NULL: there were none */
	const Routing *lanes;            /* with --sl any: what lanes would give; else NULL */
	const RouteOptimized *optimized; /* with --optimize or --steps, else NULL */
	guint32 n_endpoints;
	guint32 assigned_lids;
	double seconds_read, seconds_write;
} RouteReport;

/* Both end with a newline; free with g_free(). */
char *route_report_text(const RouteReport *report);
char *route_report_json(const RouteReport *report);

#endif
