/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Gives a reader its text: from memory, or from a file of which only a window is in memory at a time. Tables of large
 * fabrics have hundreds of megabytes and are read twice; their values have a hundredth of that.
 *
 * A file is not mapped: OpenSM writes its dumps over the old ones, and a mapping of a file that is cut off ends the
 * program. A reader that reads twice must allow for a text that has changed.
 */
#ifndef SSSP_FORMATS_TEXT_SOURCE_H
#define SSSP_FORMATS_TEXT_SOURCE_H

#include <glib.h>

/*
 * The longest line of a file, which must be in memory as a whole. The SLs of a switch in sssp.sl have half of that in
 * the largest possible subnet; a file with a hole claims gigabytes.
 */
#define SOURCE_LINE_MOST (1 << 20)

typedef struct {
	const char *file; /* for messages, not owned */
	const char *text; /* all of it, not owned, when it is in memory */
	gsize length;
	int fd;        /* or else a file of this length that pread() can read, not owned; -1: none */
	gsize offset;  /* private: what has been read of it */
	char *window;  /* private */
	gsize room;    /* private */
	GError *error; /* private: why reading ended early */
} Source;

/* A text in memory; needs no source_clear(). */
Source source_text(const char *text, gsize length, const char *file);

/* The first `length` bytes of a file. source_clear() it. */
Source source_file(int fd, gsize length, const char *file);
void source_clear(Source *source);

/* The first stretch of text, which may be empty; whatever was given out before is no longer valid. */
void source_start(Source *source, const char **next, const char **end);

/*
 * More of the text: next .. end becomes a stretch that begins with what is left of it (it must be the end of what was
 * given out last) and is longer. FALSE at the end of the text, and when it cannot be read on.
 */
gboolean source_more(Source *source, const char **next, const char **end);

/*
 * Ends a reading whose result is `ok`, and returns `ok` unless the text could not be read to its end. That is then the
 * cause of any other error: FALSE with SSSP_ERROR_IO, SSSP_ERROR_MEMORY or, for a line beyond all bounds,
 * SSSP_ERROR_INPUT in place of the reader's error.
 */
gboolean source_finish(const Source *source, gboolean ok, GError **error);

#endif
