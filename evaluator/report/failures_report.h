/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What failures.h found, told: by the command that asks for it alone, and for each routing of a page. Parts of a
 * report, so that each asks for those it shows; rows are worst first, at most so many of them.
 */
#ifndef SSSP_EVALUATOR_REPORT_FAILURES_REPORT_H
#define SSSP_EVALUATOR_REPORT_FAILURES_REPORT_H

#include "evaluator/failures/failures.h"
#include "evaluator/report/report.h"

#include <glib.h>

typedef struct {
	const Paths *paths;
	const Machines *machines;
	const GArray *failures; /* Failure, of failures_new() */
	FailureKind kind;
} FailuresFound;

/* "switch", "cable". */
const char *failures_kind_name(FailureKind kind);

/* The columns that tell rows apart, for report_series(). */
const char *failures_labels(const FailuresFound *found);

/* Failures that cut off hosts which do not hang on what fails. O(failures). */
guint failures_count_others(const FailuresFound *found);

/* Which one it is: the switch; of a cable the ports at both ends. */
void failures_report_what(Report *r, const FailuresFound *found, guint failure);

void failures_report_head(Report *r, const FailuresFound *found);
void failures_report_rows(Report *r, const FailuresFound *found, guint most);
void failures_report_single_points(Report *r, const FailuresFound *found, guint most); /* by the names of nodes */
void failures_report_verdict(Report *r, const FailuresFound *found);

/*
 * The worst failures of one kind of a routing as a report of their own, FAILURES_SHOWN rows. NULL with
 * SSSP_ERROR_MEMORY.
 */
#define FAILURES_SHOWN 10
Report *failures_report_new(const char *routing, const Paths *paths, FailureKind kind, guint threads, GError **error);

#endif
