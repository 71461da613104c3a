/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Generates random numbers that do not depend on the order in which they are asked for: each is a function of the seed
 * and of what it is drawn for (Draw). Two routings compared with one seed see the same times and sizes.
 */
#ifndef SSSP_EVALUATOR_WORKLOAD_WORKLOAD_RANDOM_H
#define SSSP_EVALUATOR_WORKLOAD_WORKLOAD_RANDOM_H

#include <glib.h>

/* What a number is drawn for. */
typedef enum { DRAW_COMPUTE, DRAW_BYTES, DRAW_PLACE, DRAW_PARTNER } DrawPurpose;

typedef struct {
	guint64 seed;
	DrawPurpose purpose;
	guint64 task, iteration, item; /* item: which of the draws of a task and iteration, a rank for example */
} Draw;

guint64 draw_bits(const Draw *draw);

/* Normally distributed around 1, never below NORMAL_LEAST, so that no time or size is 0 or less. */
#define NORMAL_LEAST 0.01
gdouble draw_normal(const Draw *draw, gdouble stddev);

/*
 * order[n] = 0 .. n - 1, shuffled: every order is as likely. Task and iteration of the draw say which shuffle; its item
 * does not count.
 */
void draw_order(const Draw *draw, guint32 *order, guint32 n);

#endif
