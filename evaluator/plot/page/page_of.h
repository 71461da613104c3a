/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Holds what a page of HTML is told besides the comparison that it shows: names, command line, a report above it. */
#ifndef SSSP_EVALUATOR_PLOT_PAGE_PAGE_OF_H
#define SSSP_EVALUATOR_PLOT_PAGE_PAGE_OF_H

#include "evaluator/report/report.h"

#include <glib.h>

/* What a page is of besides the comparison. */
typedef struct {
	const char *topology; /* the name of the fabric's file */
	const char *command;  /* the command line that asked for it */
	const Report *first;  /* what rehearse reports, above the comparison; NULL: none */
	gboolean sound;       /* its verdict is good */
} PageOf;

#endif
