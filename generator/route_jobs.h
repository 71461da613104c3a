/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Which hosts send to each other: the jobs of --for-jobs, in the form that sssp-eval rehearse --jobs reads. */
#ifndef SSSP_GENERATOR_ROUTE_JOBS_H
#define SSSP_GENERATOR_ROUTE_JOBS_H

#include "core/fabric/fabric.h"

#include <glib.h>

/*
 * Reads lines "NAME: HOSTS", hosts as Slurm lists them (formats/hostlist.h), by GUID, description or the first word of
 * it; a name of several ports means all of them. Fills job_of_lid[fabric->n_lids], G_MAXUINT32 for LIDs in no job, and
 * *n_jobs. NULL with SSSP_ERROR_INPUT ("FILE:LINE: ..": no such host, one that is in a job already, a name twice),
 * SSSP_ERROR_IO or SSSP_ERROR_MEMORY; free with g_free().
 */
guint32 *route_jobs_read(const char *file, const Fabric *fabric, guint32 *n_jobs, GError **error);

#endif
