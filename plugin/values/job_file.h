/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Reads the file of the option `jobs`: lists of hosts (formats/lists/job_list.h). */
#ifndef SSSP_PLUGIN_VALUES_JOB_FILE_H
#define SSSP_PLUGIN_VALUES_JOB_FILE_H

#include "formats/lists/job_list.h"
#include "plugin/values/jobs.h"

#include <glib.h>

#define JOB_FILE_MOST (16 << 20) /* bytes of the largest file that is read */

/*
 * Reads jobs from a regular file; a file with comments only has no jobs. Hosts that the fabric does not have are passed
 * over and counted in `unknown`. NULL with SSSP_ERROR_IO, SSSP_ERROR_INPUT or SSSP_ERROR_MEMORY.
 */
Jobs *job_file_read(const char *path, const Fabric *fabric, JobListUnknown *unknown, GError **error);

#endif
