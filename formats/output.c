/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Writes files whole or not at all: under a temporary name, which is then renamed. Files that were read or written are
 * remembered by device and inode, so that they are recognised under any name and not replaced.
 */
#include "formats/output.h"

#include "core/base/error.h"
#include "formats/interrupt.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Writes to an open stream and, unless it is standard output, closes it. */
static gboolean write_stream(FILE *stream, const char *path, const char *text, gsize length, GError **error)
{
	int number = fwrite(text, 1, length, stream) == length && fflush(stream) == 0 ? 0 : errno;
	if (stream != stdout && fclose(stream) != 0 && !number)
		number = errno;
	return number ? sssp_error_io(error, path, number) : TRUE;
}

/* ---- identities of the files that were read or written so far: a command line has few */

typedef struct {
	dev_t device;
	ino_t inode;
	gboolean written;
} Identity;

static GMutex spared_lock; /* commands read and write files in several threads */
static GArray *spared;     /* NULL until there is one; lives as long as the process */

/* The caller holds spared_lock. */
static const Identity *find_spared(const struct stat *status)
{
	for (guint i = 0; spared && i < spared->len; i++) {
		const Identity *identity = &g_array_index(spared, Identity, i);
		if (identity->device == status->st_dev && identity->inode == status->st_ino)
			return identity;
	}
	return NULL;
}

static void spare(const struct stat *status, gboolean written)
{
	const Identity identity = {status->st_dev, status->st_ino, written};
	if (!S_ISREG(status->st_mode))
		return;
	g_mutex_lock(&spared_lock);
	if (!find_spared(status)) {
		if (!spared)
			spared = g_array_new(FALSE, FALSE, sizeof(Identity));
		g_array_append_val(spared, identity);
	}
	g_mutex_unlock(&spared_lock);
}

/* Returns how an error says what was done with a file; NULL: nothing. */
static const char *what_was_done(const struct stat *status)
{
	g_mutex_lock(&spared_lock);
	const Identity *identity = find_spared(status);
	const char *done = !identity ? NULL : identity->written ? "was written just now" : "was read as input";
	g_mutex_unlock(&spared_lock);
	return done;
}

void output_spare(const struct stat *status)
{
	spare(status, FALSE);
}

void output_written(const char *path)
{
	struct stat status;
	if (stat(path, &status) == 0)
		spare(&status, TRUE);
}

/* ---- */

/* A signal waits until the file is there: the temporary one would stay. */
static gboolean replace_file(const char *path, const char *text, gsize length, GError **error)
{
	g_autoptr(GError) reason = NULL;
	/* realpath() allocates with malloc(); NULL for a file that is yet to be */
	char *resolved = realpath(path, NULL);
	interrupt_hold();
	gboolean done = g_file_set_contents_full(resolved ? resolved : path, text, (gssize)length,
						 G_FILE_SET_CONTENTS_CONSISTENT, 0666, &reason);
	interrupt_release();
	free(resolved);
	if (done)
		output_written(path);
	else
		g_set_error(error, SSSP_ERROR, SSSP_ERROR_IO, "%s: %s", path, reason->message);
	return done;
}

gboolean output_write(const char *path, const char *text, gsize length, GError **error)
{
	struct stat status;
	if (!strcmp(path, "-"))
		return write_stream(stdout, "standard output", text, length, error);
	gboolean there = stat(path, &status) == 0;
	if (there && !S_ISREG(status.st_mode)) {
		FILE *stream = g_fopen(path, "w");
		return stream ? write_stream(stream, path, text, length, error) : sssp_error_io(error, path, errno);
	}
	const char *done = there ? what_was_done(&status) : NULL;
	if (done)
		return sssp_error_set(error, SSSP_ERROR_IO, "%s: %s: it is not overwritten", path, done);
	return replace_file(path, text, length, error);
}
