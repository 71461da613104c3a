/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Fabrics in the words of other tools, which the programs read but do not write. Free with g_string_free(); a sealed
 * fabric is asked for.
 */
#ifndef SSSP_TESTS_FORMATS_TOPOLOGY_TEXTS_H
#define SSSP_TESTS_FORMATS_TOPOLOGY_TEXTS_H

#include "core/fabric/fabric.h"

/* As OpenSM lists links: a line for each end. */
GString *text_subnet_lst(const Fabric *fabric);

/* As ibdiagnet does: a line for each cable, nodes without a name have no braces. */
GString *text_ibdiagnet_lst(const Fabric *fabric);

/* The sections of an ibdiagnet2.db_csv that tell of the topology, and one that does not. */
GString *text_db_csv(const Fabric *fabric);

#endif
