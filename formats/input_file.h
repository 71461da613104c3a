/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Opens the files that input.h reads, the path "-" being standard input, and holds their text: all of it in memory, or
 * a window. What fails is FALSE with SSSP_ERROR_IO ("FILE: .."), SSSP_ERROR_MEMORY or, where a text holds zero bytes,
 * SSSP_ERROR_INPUT.
 */
#ifndef SSSP_FORMATS_INPUT_FILE_H
#define SSSP_FORMATS_INPUT_FILE_H

#include "formats/text/parse_log.h"
#include "formats/text/source.h"

#include <glib.h>
#include <stdio.h>
#include <sys/stat.h>

typedef struct {
	Source source; /* has the name of the file for messages */
	char *data;    /* the text, when it is in memory */
	gsize length;
	FILE *stream;       /* of a file that is read through a window, else NULL */
	struct stat before; /* what it was like when it was opened, if that is known */
} InputFile;

/* Reads all of a file. The input is the caller's to close in any case. O(length). */
gboolean input_file_read(InputFile *input, const char *path, GError **error);

/* The same, but through a window if the file allows it; files of /proc are regular, but have no size. */
gboolean input_file_open(InputFile *input, const char *path, GError **error);

/* Whether what was read is one text and not a part of an old and a part of a new one; else SSSP_ERROR_IO. O(1). */
gboolean input_file_settled(const InputFile *input, GError **error);

/*
 * Warns of a file that was cut: its last line has no end or, of forwarding tables in the form of lfts.h, is an entry
 * and not the number of entries. Such a file may lack much more, and what is left may look whole.
 */
void input_file_tell_of_cut(const InputFile *input, gboolean tables, ParseLog *log);

/* Frees the text, too. */
void input_file_close(InputFile *input);

#endif
