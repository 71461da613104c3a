/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Says what somebody may have meant who mistyped a name. */
#ifndef SSSP_CORE_BASE_NEAR_H
#define SSSP_CORE_BASE_NEAR_H

#include <glib.h>

/*
 * Up to three of `names` (const char *, several may be equal and then stand together) that are written much like
 * `name`, in quotes with ", " between them; NULL: none. Free with g_free(). O(names), times the length of a short name
 * squared.
 */
char *near_names(const char *name, const GPtrArray *names);

/* "; did you mean 'a', 'b'?" with what near_names() finds, or "" where there is none. Free with g_free(). */
char *near_hint(const char *name, const GPtrArray *names);

#endif
