/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Declares the engines, for the list in engine_list.c and for routing_engine(). */
#ifndef SSSP_CORE_ENGINES_ENGINES_H
#define SSSP_CORE_ENGINES_ENGINES_H

#include "core/engines/engine.h"
#include "core/engines/psssp.h"

extern const RouteEngine engine_published;
extern const RouteEngine engine_published_unit;
extern const RouteEngine engine_p2sssp;
extern const RouteEngine engine_minhop;
extern const RouteEngine engine_updn;

#endif
