/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Prints the value of one figure of a report, for programs (CSV, Prometheus) or for people. */
#ifndef SSSP_EVALUATOR_REPORT_REPORT_NUMBERS_H
#define SSSP_EVALUATOR_REPORT_REPORT_NUMBERS_H

#include "evaluator/report/report.h"

/*
 * A number in as few digits as tell it from all others, a boolean as 0 or 1; "" for anything else. Free with g_free().
 */
char *report_number(const Figure *figure);

/* What people read: four digits behind the point, yes or no, words that cannot steer a terminal. Free with g_free(). */
char *report_words(const Figure *figure);

#endif
