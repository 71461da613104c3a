/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Takes numbers and rows from the bytes of opensm-sssp.state. A row stands there with all its values, or as runs of
 * equal ones, whichever is shorter.
 */
#include "formats/state_reader.h"

#include "core/base/error.h"
#include "formats/state_bytes.h"

#include <string.h>

gboolean state_refuse(const StateReader *r, const char *why, GError **error)
{
	return sssp_error_set(error, SSSP_ERROR_INPUT, "%s: %s", r->file, why);
}

gboolean state_has(const StateReader *r, guint64 items, gsize bytes)
{
	return items <= (guint64)(r->end - r->at) / bytes;
}

guint64 state_take_number(StateReader *r, guint bytes)
{
	guint64 value = 0;
	for (guint i = 0; i < bytes; i++)
		value |= (guint64)*r->at++ << (8 * i);
	return value;
}

static gboolean read_runs(StateReader *r, guint8 *row, guint32 n, GError **error)
{
	guint32 at = 0;
	guint64 runs = state_has(r, 1, 4) ? state_take_number(r, 4) : G_MAXUINT32;
	if (!state_has(r, runs, STATE_RUN_BYTES))
		return state_refuse(r, "fewer runs of LIDs than it says", error);
	for (guint64 i = 0; i < runs; i++) {
		guint8 value = (guint8)state_take_number(r, 1);
		guint32 length = (guint32)state_take_number(r, 2);
		if (length > n - at)
			return state_refuse(r, "a row with more LIDs than there are", error);
		memset(row + at, value, length);
		at += length;
	}
	return at == n || state_refuse(r, "a row with fewer LIDs than there are", error);
}

gboolean state_read_row(StateReader *r, guint8 *row, guint32 n, GError **error)
{
	guint64 kind = state_has(r, 1, 1) ? state_take_number(r, 1) : STATE_PLAIN;
	if (kind == STATE_RUNS)
		return read_runs(r, row, n, error);
	if (kind != STATE_PLAIN || !state_has(r, 1, n))
		return state_refuse(r, kind == STATE_PLAIN ? "fewer rows than switches" : "a row of no kind", error);
	memcpy(row, r->at, n);
	r->at += n;
	return TRUE;
}

gboolean state_read_rows(StateReader *r, guint8 *values, guint32 n_rows, guint32 n_lids, GError **error)
{
	for (guint32 i = 0; i < n_rows; i++)
		if (!state_read_row(r, values + (gsize)i * n_lids, n_lids, error))
			return FALSE;
	return TRUE;
}
