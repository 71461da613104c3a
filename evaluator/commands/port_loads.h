/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Loads by the port that sends. */
#ifndef SSSP_EVALUATOR_COMMANDS_PORT_LOADS_H
#define SSSP_EVALUATOR_COMMANDS_PORT_LOADS_H

#include "evaluator/measures/efi.h"
#include "evaluator/paths/paths.h"

/* [fabric->n_ports] routes over the channel that each port of a switch sends into. NULL with SSSP_ERROR_MEMORY. */
guint64 *port_loads(const Paths *paths, GError **error);

/* The same of facts that are known, on the fabric that they are of. */
guint64 *port_loads_of(const Paths *paths, const RouteFacts *facts, GError **error);

#endif
