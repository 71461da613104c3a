/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The file in which a routing outlives the process (formats/state.h). It is written by a thread of its own, so that no
 * sweep waits for a disk: to a temporary file beside it, which is put onto the disk and then renamed, so that there is
 * always the old one or the new one. Of several that are to be written meanwhile only the last is.
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

/* Waits until all is written. NULL is fine. */
void state_file_free(StateFile *file);

/* Takes the bytes of state_write() and has them signed and written, unless that is what was written last. At once. */
void state_file_keep(StateFile *file, guint8 *bytes, gsize length);

/* What went wrong with the last that was written, NULL: nothing. Free with g_free(). */
char *state_file_failure(StateFile *file);

/* Waits until all is written. */
void state_file_wait(StateFile *file);

#endif
