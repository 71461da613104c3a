/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Finds the names that a mistyped name may stand for, for hints in error messages. */
#ifndef SSSP_CORE_BASE_NEAR_H
#define SSSP_CORE_BASE_NEAR_H

#include <glib.h>

/*
 * Returns up to three of `names` that differ from `name` by one letter, or where there is none by two, in quotes with
 * ", " between them; NULL: there are none. `name` needs more than twice as many letters as differ. `names` are strings;
 * equal ones stand side by side. Free with g_free(). O(names), times the length of a short name squared.
 */
char *near_names(const char *name, const GPtrArray *names);

/* "; did you mean 'a', 'b'?" with what near_names() finds, or "" where there is none. Free with g_free(). */
char *near_hint(const char *name, const GPtrArray *names);

#endif
