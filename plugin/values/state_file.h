/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads and writes the file that keeps a routing for the next process (formats/state.h). A thread of its own writes it,
 * so that no sweep waits for a disk. It writes a temporary file, syncs it and renames it, so that there is always the
 * old file or the new one. If several states are handed over while it writes, only the last one is written.
 */
#ifndef SSSP_PLUGIN_VALUES_STATE_FILE_H
#define SSSP_PLUGIN_VALUES_STATE_FILE_H

#include "formats/state.h"

#include <glib.h>

typedef struct StateFile StateFile;

/*
 * Fills `state`, which is to be cleared in any case, from a file of this subnet (sealed). FALSE without `error` when
 * there is no file; with SSSP_ERROR_IO, SSSP_ERROR_INPUT as state_parse(), also for what is no regular file, or
 * SSSP_ERROR_MEMORY.
 */
gboolean state_file_read(const char *path, const Fabric *subnet, State *state, GError **error);

StateFile *state_file_new(const char *path);

/* Waits until the last state is written, and frees `file`. NULL is fine. */
void state_file_free(StateFile *file);

/*
 * Takes the bytes of state_write() and has the thread sign and write them, unless the file has them already. Returns at
 * once.
 */
void state_file_keep(StateFile *file, guint8 *bytes, gsize length);

/* Why the last state could not be written; NULL: it could. Free with g_free(). */
char *state_file_failure(StateFile *file);

/* Waits until the last state is written. */
void state_file_wait(StateFile *file);

#endif
