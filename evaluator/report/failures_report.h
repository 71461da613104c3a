/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reports what single failures of switches or cables would take with them (failures.h), for the command `what-if` and
 * for each routing on a page. Each function adds one part of a report, so that callers choose what they show; rows are
 * worst first, `most` of them at most.
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

/* Counts the failures that cut off hosts other than those on the switch that fails. O(failures). */
guint failures_count_others(const FailuresFound *found);

/* Names the failure: the switch; of a cable the ports at both ends. */
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
