/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Hands the text of a file to a reader through a window, a buffer that holds a part of it. What the reader has not used
 * of the window moves to its front, and more of the file is read behind it. A text in memory is handed out as a whole.
 */
#include "formats/text/source.h"

#include "core/base/error.h"
#include "formats/text/make_room.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* Large enough for few system calls, small enough to stay in the processor's cache. */
#define WINDOW ((gsize)1 << 18)

Source source_text(const char *text, gsize length, const char *file)
{
	return (Source){.file = file, .text = text, .length = length, .fd = -1};
}

Source source_file(int fd, gsize length, const char *file)
{
	return (Source){.file = file, .length = length, .fd = fd};
}

void source_clear(Source *source)
{
	g_clear_pointer(&source->window, g_free);
	g_clear_error(&source->error);
}

/* Reads into a part of the window, as much as fits or is there. Returns how much that was. */
static gsize fill(Source *source, gsize from)
{
	gsize filled = from;
	while (filled < source->room && source->offset < source->length) {
		gsize wanted = MIN(source->room - filled, source->length - source->offset);
		gssize got = pread(source->fd, source->window + filled, wanted, (off_t)source->offset);
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0) {
			g_set_error(&source->error, SSSP_ERROR, SSSP_ERROR_IO, "%s: %s", source->file,
				    got < 0 ? g_strerror(errno) : "cut off while it was read");
			break;
		}
		filled += (gsize)got;
		source->offset += (gsize)got;
	}
	return filled - from;
}

void source_start(Source *source, const char **next, const char **end)
{
	source->offset = 0;
	if (source->fd < 0) {
		*next = source->text;
		*end = source->length ? source->text + source->length : source->text;
		return;
	}
	*next = *end = source->window;
	source_more(source, next, end);
}

gboolean source_more(Source *source, const char **next, const char **end)
{
	gsize left = (gsize)(*end - *next);
	if (source->fd < 0 || source->error || source->offset == source->length)
		return FALSE;
	if (left > SOURCE_LINE_MOST) {
		g_set_error(&source->error, SSSP_ERROR, SSSP_ERROR_INPUT, "%s: a line of more than %d bytes",
			    source->file, SOURCE_LINE_MOST);
		return FALSE;
	}
	if (left)
		memmove(source->window, *next, left);
	gboolean room = make_room(&source->window, &source->room, MAX(WINDOW, left + 1), 1, &source->error);
	gsize more = room ? fill(source, left) : 0;
	*next = source->window;
	*end = *next + left + more;
	return more > 0;
}

gboolean source_finish(const Source *source, gboolean ok, GError **error)
{
	if (!source->error)
		return ok;
	g_clear_error(error);
	g_propagate_error(error, g_error_copy(source->error));
	return FALSE;
}
