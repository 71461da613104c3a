/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads which hosts make up which job: lines "NAME: HOSTS", hosts as Slurm lists them (hostlist.h), by GUID,
 * description or the first word of it; a name of several ports means all of them. Such lists are given to the plugin
 * (option `jobs`), to sssp-route --for-jobs and to sssp-eval rehearse --jobs; lists of machines have the same form
 * (machines.h).
 */
#ifndef SSSP_FORMATS_LISTS_JOB_LIST_H
#define SSSP_FORMATS_LISTS_JOB_LIST_H

#include "core/fabric/fabric.h"
#include "formats/lists/name_list.h"

#include <glib.h>

/* Names that are no host of the fabric, where that is no error. */
typedef struct {
	guint32 n;
	guint line; /* of the first */
	char first[64];
} JobListUnknown;

/*
 * Returns job_of_lid[fabric->n_lids], G_MAXUINT32 for LIDs in no job; *n_jobs gets the number of lines. Names of no
 * host are passed over and counted in `unknown`; NULL: they are errors. NULL with SSSP_ERROR_INPUT ("FILE:LINE: ..": no
 * such host, one that is in a job already, a name twice) or SSSP_ERROR_MEMORY; free with g_free(). O(endpoints +
 * names).
 */
guint32 *job_list_read(const NameList *list, const Fabric *fabric, JobListUnknown *unknown, guint32 *n_jobs,
		       GError **error);

#endif
