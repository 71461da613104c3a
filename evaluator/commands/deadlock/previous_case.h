/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Translates the second set of tables of a case, the previous one, into the fabric as it is now, and finds which pairs
 * could talk by it. The commands deadlock, transition and rehearse use it.
 */
#ifndef SSSP_EVALUATOR_COMMANDS_DEADLOCK_PREVIOUS_CASE_H
#define SSSP_EVALUATOR_COMMANDS_DEADLOCK_PREVIOUS_CASE_H

#include "evaluator/commands/command.h"
#include "evaluator/deadlock/talk.h"
#include "evaluator/paths/past.h"

#include <glib.h>

typedef struct {
	const Case *then;      /* the previous set as it was read; not owned, must outlive this */
	Past *match;           /* NULL: its fabric is that of now */
	Lft *lft;              /* with `match`: its tables by the LIDs of now */
	PathSl *own_sl;        /* with `match`: its SLs by the LIDs of now, NULL when there are none */
	Paths *own_paths;      /* with `match`: its tables in the fabric of now */
	const Paths *paths;    /* the same, or those of `then` */
	const PathSl *path_sl; /* NULL: all paths were on SL 0 */
	Talk *talk;
	gboolean is_first_phase; /* the set of now is a first phase, which keeps the SLs of then for reopened pairs */
	gint64 n_reconnected;    /* switches and LIDs whose connections were opened again; -1: no list was read */
} PreviousCase;

/*
 * `now` must have a second set, and outlive this. Odd things go into `warnings`, which may be NULL. NULL with
 * SSSP_ERROR_INPUT when the two topologies or tables have nothing in common, with SSSP_ERROR_MEMORY.
 */
PreviousCase *previous_case_new(const Case *now, GString *warnings, GError **error);
/*
 * Marks the connections that a file lists (sssp.reconnect) as opened again since, on the SLs of now. Lines whose switch
 * or LID is not in the fabric of now are skipped. FALSE with what is wrong with the file, SSSP_ERROR_MEMORY.
 */
gboolean previous_case_mark_reconnected(PreviousCase *previous, const Case *now, const char *file, GError **error);
void previous_case_free(PreviousCase *previous); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(PreviousCase, previous_case_free)

#endif
