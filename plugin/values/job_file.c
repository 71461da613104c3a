/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads the file that lists the hosts of each job (option `jobs`). open() does not block, even on a pipe or a device,
 * and no more bytes are read than the file had when it was opened.
 */
#include "plugin/values/job_file.h"

#include "core/base/error.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static gboolean refuse(const char *path, const char *why, GError **error)
{
	return sssp_error_set(error, SSSP_ERROR_INPUT, "%s: %s", path, why);
}

static gboolean read_open(int fd, const char *path, char **text, gsize *length, GError **error)
{
	struct stat status;
	if (fstat(fd, &status))
		return sssp_error_io(error, path, errno);
	if (!S_ISREG(status.st_mode))
		return refuse(path, "not a regular file", error);
	if (status.st_size > JOB_FILE_MOST)
		return refuse(path, "larger than a list of jobs can be", error);
	gsize size = (gsize)status.st_size;
	if (!(*text = g_try_malloc(size + 1)))
		return sssp_error_memory(error, "the list of jobs", size);
	for (*length = 0; *length < size;) {
		gssize n = read(fd, *text + *length, size - *length);
		if (n < 0 && errno != EINTR)
			return sssp_error_io(error, path, errno);
		if (n == 0)
			return refuse(path, "cut off while it was read", error);
		*length += n > 0 ? (gsize)n : 0;
	}
	return TRUE;
}

static gboolean read_text(const char *path, char **text, gsize *length, GError **error)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	if (fd < 0)
		return sssp_error_io(error, path, errno);
	gboolean done = read_open(fd, path, text, length, error);
	close(fd);
	return done;
}

/* Whether there is a line that is no comment. */
static gboolean says_something(const char *text, gsize length)
{
	gboolean begins = TRUE;
	for (gsize i = 0; i < length; i++) {
		if (begins && text[i] == '#')
			while (i + 1 < length && text[i] != '\n')
				i++;
		else if (!g_ascii_isspace(text[i]))
			return TRUE;
		begins = text[i] == '\n' || (begins && g_ascii_isspace(text[i]));
	}
	return FALSE;
}

static guint32 *none(const Fabric *fabric, GError **error)
{
	guint32 *job_of_lid = g_try_new(guint32, fabric->n_lids + 1);
	if (!job_of_lid)
		sssp_error_memory(error, "jobs", fabric->n_lids * sizeof *job_of_lid);
	else
		memset(job_of_lid, 0xff, (fabric->n_lids + 1) * sizeof *job_of_lid);
	return job_of_lid;
}

Jobs *job_file_read(const char *path, const Fabric *fabric, JobListUnknown *unknown, GError **error)
{
	g_autofree char *text = NULL;
	gsize length = 0;
	guint32 n_jobs = 0, *job_of_lid = NULL;
	*unknown = (JobListUnknown){0};
	if (!read_text(path, &text, &length, error))
		return NULL;
	if (says_something(text, length)) {
		g_autoptr(NameList) list = name_list_parse(text, length, path, error);
		job_of_lid = list ? job_list_read(list, fabric, unknown, &n_jobs, error) : NULL;
	} else {
		job_of_lid = none(fabric, error);
	}
	return job_of_lid ? jobs_new(fabric, job_of_lid, n_jobs, error) : NULL;
}
