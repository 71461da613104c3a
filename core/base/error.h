/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The folder core/base: what all other folders use; it knows nothing of fabrics.
 *
 *   error         the error domain (below)
 *   arena         memory of a computation, freed at once
 *   crew          many independent pieces of work on several threads
 *   ahead         numbered items that threads make ahead of their use
 *   number_sort   numbers sorted; by_keys: things compared by several numbers
 *   least         the least of the sums of two arrays, with vectors
 *   guid_search   binary search in an array of GUIDs
 *   union_find    disjoint sets of numbers
 *   near          names that a mistyped name may stand for
 *   printable     texts from outside made fit for a terminal or a log
 */

/*
 * Defines the error domain of the library: every function that can fail takes a GError ** and fills it with one of
 * these codes and a text that stands alone in a log line (no trailing newline, no capital).
 */
#ifndef SSSP_CORE_BASE_ERROR_H
#define SSSP_CORE_BASE_ERROR_H

#include <glib.h>

#define SSSP_ERROR (sssp_error_quark())

typedef enum {
	SSSP_ERROR_INPUT,      /* malformed or contradictory input; the text starts with FILE:LINE where there is one */
	SSSP_ERROR_IO,         /* a file could not be read or written */
	SSSP_ERROR_USAGE,      /* an option or argument that makes no sense */
	SSSP_ERROR_MEMORY,     /* an allocation was refused */
	SSSP_ERROR_LANES,      /* more virtual lanes would be needed than there are */
	SSSP_ERROR_IMPOSSIBLE, /* well-formed, but cannot be done (a fabric that cannot stay connected, ...) */
} SsspError;

GQuark sssp_error_quark(void);

/* Sets an error and returns FALSE, or NULL, so that it can end a function. */
gboolean sssp_error_set(GError **error, SsspError code, const char *format, ...) G_GNUC_PRINTF(3, 4);
#define sssp_error_usage(error, ...) sssp_error_set(error, SSSP_ERROR_USAGE, __VA_ARGS__)
#define sssp_error_null(...) (sssp_error_set(__VA_ARGS__), NULL)

/* Propagates the error of a step: returns FALSE where there is one, TRUE where `failure` is NULL. */
gboolean sssp_error_pass(GError **error, GError *failure);

/* The same where an error of this code is none: it is dropped. */
gboolean sssp_error_pass_but(GError **error, GError *failure, SsspError code);

/* Sets "PATH: what errno `number` means" as SSSP_ERROR_IO and returns FALSE. */
gboolean sssp_error_io(GError **error, const char *path, int number);

/*
 * Sets "out of memory for WHAT (N bytes)" and returns FALSE, or NULL, so that it can end a failed allocation's branch.
 */
gboolean sssp_error_memory(GError **error, const char *what, gsize bytes);
#define sssp_error_memory_null(...) (sssp_error_memory(__VA_ARGS__), NULL)

#endif
