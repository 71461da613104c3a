/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Every engine's value, for the list in engine.c. */
#ifndef SSSP_CORE_ENGINES_H
#define SSSP_CORE_ENGINES_H

#include "core/engine.h"

extern const RouteEngine engine_psssp;
extern const RouteEngine engine_p2sssp;
extern const RouteEngine engine_minhop;
extern const RouteEngine engine_updn;

#endif
