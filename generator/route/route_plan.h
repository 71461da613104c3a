/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Writes, as JSON, the plan by which the tables of a folder take the place of those that switches have, as the plugin
 * would exchange them.
 */
#ifndef SSSP_GENERATOR_ROUTE_ROUTE_PLAN_H
#define SSSP_GENERATOR_ROUTE_ROUTE_PLAN_H

#include "core/exchange/exchange.h"
#include "core/routing.h"

#include <glib.h>

#define ROUTE_PLAN_VERSION 1

/*
 * The plan `exchange` for the tables of `routing` in place of `old`: an object of JSON that sssp-formats(5) describes.
 * Free with g_free(). O(entries).
 */
char *route_plan_json(const ExchangePlan *exchange, const Routing *routing, const Lft *old);

#endif
