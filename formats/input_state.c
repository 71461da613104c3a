/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads a file with the state of a routing (opensm-sssp.state: tables and their fabric), the only input that is no
 * text. The whole file is read into memory, up to a limit, and handed to state_parse().
 */
#include "formats/input.h"

#include "core/base/error.h"
#include "formats/output.h"
#include "formats/state_bytes.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>

gboolean input_is_state(const char *path)
{
	guint8 bytes[STATE_MAGIC_BYTES];
	struct stat status;
	FILE *stream = stat(path, &status) == 0 && S_ISREG(status.st_mode) ? fopen(path, "rb") : NULL;
	if (!stream)
		return FALSE;
	gsize length = fread(bytes, 1, sizeof bytes, stream);
	fclose(stream);
	return state_recognise(bytes, length);
}

static gboolean read_state(FILE *stream, const char *path, State *state, GError **error)
{
	struct stat status;
	if (fstat(fileno(stream), &status) != 0)
		return sssp_error_io(error, path, errno);
	output_spare(&status);
	if (!S_ISREG(status.st_mode) || (guint64)status.st_size > STATE_MOST)
		return sssp_error_set(error, SSSP_ERROR_INPUT, "%s: not a file of the state of a routing", path);
	gsize length = (gsize)status.st_size;
	g_autofree guint8 *bytes = g_try_malloc(length + 1);
	if (!bytes)
		return sssp_error_memory(error, "the state of a routing", length);
	length = fread(bytes, 1, length, stream);
	return ferror(stream) ? sssp_error_io(error, path, errno)
			      : state_parse(bytes, length, path, NULL, state, error);
}

gboolean input_state(const char *path, State *state, GError **error)
{
	*state = (State){0};
	FILE *stream = fopen(path, "rb");
	if (!stream)
		return sssp_error_io(error, path, errno);
	gboolean taken = read_state(stream, path, state, error);
	fclose(stream);
	return taken;
}
