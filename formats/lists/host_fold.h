/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Orders names of hosts as people count them, and folds them into a list of ranges: the inverse of hostlist.h. */
#ifndef SSSP_FORMATS_LISTS_HOST_FOLD_H
#define SSSP_FORMATS_LISTS_HOST_FOLD_H

#include <glib.h>

/*
 * Orders names as strcmp() does, but runs of digits by their number: "n9" before "n10". Only identical names are equal.
 */
gint host_name_compare(const char *a, const char *b);

/*
 * "n[1-3,7],login" of names (const char *, any order, repetitions count once): hostlist_walk() makes the same names of
 * it, sorted. Only the last number of a name is folded. A name with a comma, a bracket or a blank in it, and a
 * GUID (0x..), is written as it is. Free with g_free(). O(n log n).
 */
char *host_fold(const GPtrArray *names);

#endif
