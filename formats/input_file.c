/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads files into memory or opens them for a window (text/source.h). No size is trusted, and memory may be short. What
 * comes from standard input, a pipe or a device is always read as a whole. What a file was like when it was opened says
 * at the end whether it has changed, and its last bytes whether it was cut.
 */
#include "formats/input_file.h"

#include "core/base/error.h"
#include "formats/output.h"
#include "formats/text/make_room.h"
#include "formats/text/scan.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/*
 * The most bytes that are read into memory, as a device may never end. A file that is read through a window may be
 * longer.
 */
#define INPUT_MOST ((gsize)8 << 30)
#define INPUT_FIRST_ROOM ((gsize)1 << 16)

static gboolean read_error(const char *file, GError **error)
{
	int why = errno;
	return sssp_error_set(error, SSSP_ERROR_IO, "%s: %s", file, g_strerror(why));
}

/* A file with a hole, a device or a program: no text has a zero, and a large part of memory may be at stake. */
static gboolean not_a_text(const char *file, GError **error)
{
	return scan_error_at(file, 0, error, "holds zero bytes: not a text");
}

static gboolean too_large(const char *file, GError **error)
{
	return sssp_error_set(error, SSSP_ERROR_IO, "%s: more than %" G_GSIZE_FORMAT " bytes", file, INPUT_MOST);
}

static gboolean read_stream(InputFile *input, FILE *stream, GError **error)
{
	gsize room = 0;
	while (!feof(stream)) {
		if (input->length == room) {
			if (!make_room(&input->data, &room, MAX(INPUT_FIRST_ROOM, room + 1), 1, error))
				return FALSE;
		}
		gsize got = fread(input->data + input->length, 1, room - input->length, stream);
		if (ferror(stream))
			return read_error(input->source.file, error);
		if (memchr(input->data + input->length, 0, got))
			return not_a_text(input->source.file, error);
		input->length += got;
		if (input->length > INPUT_MOST)
			return too_large(input->source.file, error);
	}
	input->source = source_text(input->data, input->length, input->source.file);
	return TRUE;
}

gboolean input_file_read(InputFile *input, const char *path, GError **error)
{
	gboolean is_stdin = g_str_equal(path, "-");
	*input = (InputFile){.source = source_text(NULL, 0, is_stdin ? "standard input" : path)};
	FILE *stream = is_stdin ? stdin : fopen(path, "rb");
	if (!stream)
		return read_error(path, error);
	if (fstat(fileno(stream), &input->before) == 0)
		output_spare(&input->before);
	gboolean ok = read_stream(input, stream, error);
	if (!is_stdin)
		fclose(stream);
	return ok;
}

gboolean input_file_open(InputFile *input, const char *path, GError **error)
{
	struct stat status;
	if (g_str_equal(path, "-") || stat(path, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size == 0)
		return input_file_read(input, path, error);
	*input = (InputFile){.source = source_text(NULL, 0, path), .stream = fopen(path, "rb")};
	if (!input->stream || fstat(fileno(input->stream), &input->before) != 0)
		return read_error(path, error);
	output_spare(&input->before);
	input->source = source_file(fileno(input->stream), (gsize)input->before.st_size, path);
	return TRUE;
}

gboolean input_file_settled(const InputFile *input, GError **error)
{
	struct stat now;
	if (!input->stream)
		return TRUE;
	if (fstat(fileno(input->stream), &now) == 0 && now.st_size == input->before.st_size &&
	    now.st_mtim.tv_sec == input->before.st_mtim.tv_sec && now.st_mtim.tv_nsec == input->before.st_mtim.tv_nsec)
		return TRUE;
	return sssp_error_set(error, SSSP_ERROR_IO, "%s: changed while it was read", input->source.file);
}

#define TAIL 256 /* bytes, more than an entry of a table */

/* The last bytes of a text, with a zero behind. */
static gsize read_tail(const InputFile *input, char tail[TAIL + 1])
{
	gsize length = input->stream ? input->source.length : input->length, n = MIN(length, TAIL);
	if (!input->stream) {
		if (n)
			memcpy(tail, input->data + length - n, n);
	} else if (pread(fileno(input->stream), tail, n, (off_t)(length - n)) != (gssize)n) {
		n = 0;
	}
	tail[n] = '\0';
	return n;
}

void input_file_tell_of_cut(const InputFile *input, gboolean tables, ParseLog *log)
{
	char tail[TAIL + 1];
	gsize n = read_tail(input, tail);
	if (n && tail[n - 1] != '\n') {
		parse_log_alarm(log, input->source.file, 0, "files that are cut",
				"ends within a line: a part of it may be missing");
		return;
	}
	if (n)
		tail[n - 1] = '\0';
	const char *last = strrchr(tail, '\n');
	if (tables && last && g_str_has_prefix(last + 1, "0x"))
		parse_log_alarm(log, input->source.file, 0, "files that are cut",
				"ends within a table: a part of it may be missing");
}

void input_file_close(InputFile *input)
{
	source_clear(&input->source);
	g_free(input->data);
	if (input->stream)
		fclose(input->stream);
}
