/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* How far a long computation is, on a terminal. */
#ifndef SSSP_EVALUATOR_COMMANDS_PROGRESS_H
#define SSSP_EVALUATOR_COMMANDS_PROGRESS_H

#include <glib.h>

#define PROGRESS_START (-1)

/* Draws a bar on standard error; `user` is a gint that begins as PROGRESS_START: redrawn only when it moves. */
void progress_draw(guint32 done, guint32 of, gpointer user);

/* Takes the bar away, if there is one. */
void progress_clear(gint drawn);

#endif
