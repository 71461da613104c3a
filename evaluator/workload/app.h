/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What a routing costs an application (Hoefler, Schneider, Lumsdaine: "Multistage Switches are not Crossbars", 2008,
 * section 5.2).
 *
 * A profile says which share of its run time an application communicates, and which shares of that are communication
 * of which pattern. With full bandwidth each of them would take only the part of its time that its bandwidth on these
 * tables is of full bandwidth, so that the run time would be
 *
 *	relative run time = 1 - sum over patterns of overhead x share x (1 - bandwidth)
 *
 * of what it is. All figures are fractions of 1 here; profiles are written in percent.
 */
#ifndef SSSP_EVALUATOR_WORKLOAD_APP_H
#define SSSP_EVALUATOR_WORKLOAD_APP_H

#include <glib.h>

typedef struct {
	char *pattern; /* as pattern_new() takes it */
	gdouble share; /* of the overhead */
} AppShare;

typedef struct {
	char *name;
	char *source;     /* where the figures are from, NULL when it is not said */
	gdouble overhead; /* share of the run time */
	AppShare *shares;
	guint n_shares; /* at least 1; they sum up to 1 at most */
} AppProfile;

/*
 * Reads a profile, a key file (sssp-formats(5)). NULL with SSSP_ERROR_INPUT "FILE:LINE: .." where the line is known,
 * else "FILE: ..".
 */
AppProfile *app_profile_parse(const char *text, gsize length, const char *file, GError **error);
void app_profile_free(AppProfile *profile); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(AppProfile, app_profile_free)

/* The bandwidth of a pattern, 0 .. 1, in the order of the profile's shares: bandwidth[n_shares]. */
gdouble app_relative_runtime(const AppProfile *profile, const gdouble *bandwidth);

#endif
