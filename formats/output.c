/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#include "formats/output.h"

#include "core/error.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static gboolean io_error(const char *path, int number, GError **error)
{
	g_set_error(error, SSSP_ERROR, SSSP_ERROR_IO, "%s: %s", path, g_strerror(number));
	return FALSE;
}

/* Writes to an open stream and, unless it is standard output, closes it. */
static gboolean write_stream(FILE *stream, const char *path, const char *text, gsize length, GError **error)
{
	int number = fwrite(text, 1, length, stream) == length && fflush(stream) == 0 ? 0 : errno;
	if (stream != stdout && fclose(stream) != 0 && !number)
		number = errno;
	return number ? io_error(path, number, error) : TRUE;
}

gboolean output_write(const char *path, const char *text, gsize length, GError **error)
{
	struct stat status;
	g_autoptr(GError) reason = NULL;
	if (!strcmp(path, "-"))
		return write_stream(stdout, "standard output", text, length, error);
	if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) {
		FILE *stream = g_fopen(path, "w");
		return stream ? write_stream(stream, path, text, length, error) : io_error(path, errno, error);
	}
	/* realpath() allocates with malloc(); NULL for a file that is yet to be */
	char *resolved = realpath(path, NULL);
	gboolean done = g_file_set_contents_full(resolved ? resolved : path, text, (gssize)length,
						 G_FILE_SET_CONTENTS_CONSISTENT, 0666, &reason);
	free(resolved);
	if (!done)
		g_set_error(error, SSSP_ERROR, SSSP_ERROR_IO, "%s: %s", path, reason->message);
	return done;
}
