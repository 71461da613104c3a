/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Generates random numbers that do not depend on the order in which they are asked for. The bits of a number are a hash
 * of the seed and of the members of its Draw.
 */
#include "evaluator/workload/workload_random.h"

#include <math.h>

/* One round of splitmix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014). */
static guint64 mix(guint64 x)
{
	x += G_GUINT64_CONSTANT(0x9e3779b97f4a7c15);
	x = (x ^ (x >> 30)) * G_GUINT64_CONSTANT(0xbf58476d1ce4e5b9);
	x = (x ^ (x >> 27)) * G_GUINT64_CONSTANT(0x94d049bb133111eb);
	return x ^ (x >> 31);
}

guint64 draw_bits(const Draw *draw)
{
	guint64 x = mix(mix(draw->seed) + (guint64)draw->purpose);
	return mix(mix(mix(x + draw->task) + draw->iteration) + draw->item);
}

/* Above 0, at most 1. */
static gdouble unit(guint64 bits)
{
	return ((gdouble)(bits >> 11) + 1) / (gdouble)(G_GUINT64_CONSTANT(1) << 53);
}

gdouble draw_normal(const Draw *draw, gdouble stddev)
{
	guint64 bits = draw_bits(draw);
	gdouble normal = sqrt(-2 * log(unit(bits))) * cos(2 * G_PI * unit(mix(bits)));
	return MAX(1 + stddev * normal, NORMAL_LEAST);
}

void draw_order(const Draw *draw, guint32 *order, guint32 n)
{
	Draw one = *draw;
	for (guint32 i = 0; i < n; i++)
		order[i] = i;
	for (guint32 i = n; i > 1; i--) {
		one.item = i;
		guint32 other = (guint32)(draw_bits(&one) % i), kept = order[i - 1];
		order[i - 1] = order[other];
		order[other] = kept;
	}
}
