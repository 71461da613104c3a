/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Writes a fabric as Slurm's topology.conf or topology.yaml (sssp-topo --slurm). */
#ifndef SSSP_GENERATOR_TOPO_TOPO_SLURM_H
#define SSSP_GENERATOR_TOPO_TOPO_SLURM_H

#include "core/fabric/fabric.h"

#include <glib.h>

/*
 * Writes `file`, "-" for standard output: topology.yaml when its name ends so, with both trees and blocks; else
 * topology.conf for the plugin "tree" or "block". A fabric without LIDs gets some. What is left out is said in a
 * comment and, unless `quiet`, on standard error. FALSE with SSSP_ERROR_USAGE (no such plugin, no machine with a name)
 * or SSSP_ERROR_IO.
 */
gboolean topo_slurm(Fabric *fabric, const char *source, const char *file, const char *plugin, gboolean quiet,
		    GError **error);

#endif
