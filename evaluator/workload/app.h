/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Computes what a routing costs an application (Hoefler, Schneider, Lumsdaine: "Multistage Switches are not Crossbars",
 * 2008, section 5.2).
 *
 * A profile says which share of its run time an application communicates (overhead), and which share of that it spends
 * on each pattern. With full bandwidth the time of a pattern would be multiplied by its bandwidth on these tables (a
 * fraction of full bandwidth). So the run time with full bandwidth, relative to the present one, is
 *
 *	relative run time = 1 - sum over patterns of overhead x share x (1 - bandwidth)
 *
 * All figures are fractions of 1 here; profiles are written in percent.
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

/* bandwidth[n_shares]: the bandwidth of each pattern, 0 .. 1, in the order of the profile's shares. */
gdouble app_relative_runtime(const AppProfile *profile, const gdouble *bandwidth);

#endif
