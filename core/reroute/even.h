/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Makes loads even. This comes after all pairs have their lanes, so that moved routes take no room from them. */
#ifndef SSSP_CORE_REROUTE_EVEN_H
#define SSSP_CORE_REROUTE_EVEN_H

#include "core/reroute/work.h"

#include <glib.h>

/*
 * Moves entries within the budget of the options; loads and what is in use of the lanes are counted before, where
 * pairs were served since. Moves nothing where what is in use has a cycle then. FALSE with SSSP_ERROR_MEMORY.
 */
gboolean even_loads(Reroute *r, GError **error);

#endif
