/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Refuses memory. Tables that grow with the fabric come from g_try_*: a program that links this has these functions
 * itself, so that any one call of them can be refused. (The linker takes their definitions here in place of GLib's.)
 */
#ifndef SSSP_TESTS_CORE_BASE_REFUSE_H
#define SSSP_TESTS_CORE_BASE_REFUSE_H

#include <glib.h>

/* Refuses these calls, counted from 1 on from now; 0, 0: none. */
void refuse_calls(guint from, guint to);

/* How many calls there were since then. */
guint refuse_counted(void);

#endif
