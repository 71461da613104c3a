/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Compares several routings of one fabric. Each set of tables is measured by itself: routes, bandwidth, credit loops
 * and, on demand, failures and simulated packets. RoutingFacts hold what was found, but not the tables, so that many
 * large ones can be compared; a report needs only these facts and the fabric. All routings see the same random patterns
 * if the fabric's endpoints have the same order of LIDs.
 */
#ifndef SSSP_EVALUATOR_REPORT_COMPARE_H
#define SSSP_EVALUATOR_REPORT_COMPARE_H

#include "evaluator/deadlock/deadlock.h"
#include "evaluator/failures/failures.h"
#include "evaluator/measures/bandwidth/ebb.h"
#include "evaluator/measures/efi.h"
#include "evaluator/measures/levels.h"
#include "evaluator/report/report.h"
#include "evaluator/simulate/simulate.h"

#include <glib.h>

typedef struct {
	EbbOptions ebb;
	gboolean reverse;     /* replies on the SL of the request too */
	gboolean ignore_sl;   /* everything on SL 0 */
	SimOptions *simulate; /* simulates packets, too (simulate.h); not owned; NULL: does not */
	gboolean failures;    /* finds what each failure would cut off, too (failures.h) */
	const GArray *sizes;  /* guint32: measure ebb also among so many endpoints; not owned; NULL: none */
} CompareOptions;

typedef struct {
	char *name;        /* valid UTF-8 */
	char *tables;      /* the file, for messages */
	guint32 n_missing; /* switches of the fabric without a table */
	guint32 subset;    /* endpoints that were chosen to take part, 0: none were */
	RouteFacts *routes;
	Levels *levels;
	EbbFacts *ebb;
	GPtrArray *sizes; /* EbbFacts, for the numbers of CompareOptions.sizes in their order */
	DeadlockFacts *deadlock;
	Report *failing[2]; /* by FailureKind, NULL unless asked for */
	SimFacts *simulate; /* NULL unless asked for; its net points to paths that are gone: use only its costs */
} RoutingFacts;

/*
 * Judges one set of tables; `path_sl` and `sl2vl` may be NULL. The figures stay valid when paths, SLs and tables are
 * gone. NULL with SSSP_ERROR_INPUT (fewer than two endpoints) or SSSP_ERROR_MEMORY. Cost: that of efi.h, ebb.h and
 * deadlock.h together.
 */
RoutingFacts *routing_facts_new(const char *name, const char *tables, const Paths *paths, const PathSl *path_sl,
				const Sl2vl *sl2vl, const CompareOptions *options, GError **error);
void routing_facts_free(RoutingFacts *routing); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(RoutingFacts, routing_facts_free)

/* Whether every route arrives, those from and to switches included, and none is sent to VL 15. */
gboolean routing_facts_complete(const RoutingFacts *routing);

/* Whether it is complete and no virtual lane has a credit loop. */
gboolean routing_facts_sound(const RoutingFacts *routing);

typedef struct {
	Fabric *fabric;      /* owned */
	GPtrArray *routings; /* RoutingFacts, owned, in the order of the command line */
	CompareOptions options;
} Comparison;

/* Without routings; takes the fabric. Never NULL. */
Comparison *comparison_new(Fabric *fabric, const CompareOptions *options);
void comparison_free(Comparison *comparison); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Comparison, comparison_free)

/* Whether all are sound. */
gboolean comparison_sound(const Comparison *comparison);

/* A column of the table. */
typedef struct {
	const char *key;                               /* heading, and name in a legend */
	const char *words;                             /* heading of a page */
	const char *note;                              /* what it is, in words */
	FigureKind kind;                               /* FIGURE_INTEGER, FIGURE_REAL or FIGURE_BOOLEAN */
	gboolean high;                                 /* the highest is best, else the lowest */
	gboolean partial;                              /* also means something for a routing that is not complete */
	gdouble (*value)(const RoutingFacts *routing); /* finite */
} CompareColumn;

/* The columns, ended by one without a key. */
extern const CompareColumn compare_columns[];

/* The figure of a column, in the group that is open. */
void compare_report_cell(Report *report, const CompareColumn *column, const RoutingFacts *routing);

/*
 * Whether a routing has the best figure of a column, as printed, or one equal to it; of routings that are not complete
 * only figures of `partial` columns count, and of those that can deadlock none. FALSE for all when all are equal.
 */
gboolean comparison_best(const Comparison *comparison, const CompareColumn *column, const RoutingFacts *routing);

/* All figures for JSON, key `routings`; a table with the best of each column marked, and verdicts, for the text. */
void comparison_report(Report *report, const Comparison *comparison);

/* The keys `traffic` and `loads`, where it simulated: what packets get, load by load, each of all routings. */
void comparison_report_loads(Report *report, const Comparison *comparison);

#endif
