/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Writes files whole or not at all, and never over a file that the same command has read or written. */
#ifndef SSSP_FORMATS_OUTPUT_H
#define SSSP_FORMATS_OUTPUT_H

#include <glib.h>
#include <sys/stat.h>

/* Notes a file that was read: output_write() will not replace it. Files that are not regular are ignored. */
void output_spare(const struct stat *status);

/* The same for a file that was written, for example by another program; output_write() notes its own files. */
void output_written(const char *path);

/*
 * Writes a file under a temporary name and renames it, so that nobody sees a part of it and a full disk leaves the
 * old one; permissions are those of a new file. A symbolic link is followed. What is no regular file (a pipe, a
 * device) is written to as it is; a signal that ends the program does so when the file is whole. "-" is standard
 * output. FALSE with SSSP_ERROR_IO, also where the file is one that was read or written, by whatever name.
 */
gboolean output_write(const char *path, const char *text, gsize length, GError **error);

#endif
