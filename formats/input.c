/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reading is one loop for files, pipes and standard input: no size is trusted, memory may be short, and a format is
 * recognised by the first line that only it can have.
 */
#include "formats/input.h"

#include "core/error.h"
#include "formats/ibnetdiscover.h"
#include "formats/scan.h"

#include <errno.h>
#include <stdio.h>

/* More than the tables of the largest possible subnet; a device that never ends must end somewhere. */
#define INPUT_MOST ((gsize)8 << 30)
#define INPUT_FIRST_ROOM ((gsize)1 << 16)

typedef struct {
	const char *file; /* as messages call it */
	char *data;
	gsize length;
} Input;

static gboolean read_error(const char *file, GError **error)
{
	int why = errno;
	g_set_error(error, SSSP_ERROR, SSSP_ERROR_IO, "%s: %s", file, g_strerror(why));
	return FALSE;
}

static gboolean read_stream(Input *input, FILE *stream, GError **error)
{
	gsize room = 0;
	while (!feof(stream)) {
		if (input->length == room) {
			if (!scan_make_room(&input->data, &room, MAX(INPUT_FIRST_ROOM, room + 1), 1, error))
				return FALSE;
		}
		input->length += fread(input->data + input->length, 1, room - input->length, stream);
		if (ferror(stream))
			return read_error(input->file, error);
		if (input->length > INPUT_MOST) {
			g_set_error(error, SSSP_ERROR, SSSP_ERROR_IO, "%s: more than %" G_GSIZE_FORMAT " bytes",
				    input->file, INPUT_MOST);
			return FALSE;
		}
	}
	return TRUE;
}

/* Reads all of a file, "-" being standard input. input->data is the caller's to free in any case. */
static gboolean input_read(Input *input, const char *path, GError **error)
{
	gboolean is_stdin = g_str_equal(path, "-");
	*input = (Input){.file = is_stdin ? "standard input" : path};
	FILE *stream = is_stdin ? stdin : fopen(path, "rb");
	if (!stream)
		return read_error(path, error);
	gboolean ok = read_stream(input, stream, error);
	if (!is_stdin)
		fclose(stream);
	return ok;
}

Fabric *input_topology(const char *path, ParseLog *log, GError **error)
{
	Input input;
	Fabric *fabric = NULL;
	if (input_read(&input, path, error))
		fabric = ibnetdiscover_parse(input.data, input.length, input.file, log, error);
	g_free(input.data);
	return fabric;
}
