/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Chooses the ticks of an axis. Their distance is the smallest of 1, 2 or 5 times a power of ten with which about as
 * many fit as are asked for, or fewer.
 */
#include "evaluator/plot/plot_axis.h"

#include <math.h>
#include <string.h>

#define SLACK 1e-9 /* of a step: what rounding may add to a multiple of it */

/* The least of 1, 2, 5 times a power of ten that is not below `step`. */
static gdouble nice(gdouble step)
{
	gdouble power = pow(10, floor(log10(step)));
	static const gdouble times[] = {1, 2, 5};
	for (guint i = 0; i < G_N_ELEMENTS(times); i++)
		if (step <= power * times[i] * (1 + SLACK))
			return power * times[i];
	return power * 10;
}

/* Gives a range of one value some width. */
static void widen_single_value(gdouble *low, gdouble *high)
{
	if (*high > *low)
		return;
	if (*low > 0)
		*low = 0;
	else if (*low < 0)
		*high = 0;
	else
		*high = 1;
}

PlotAxis plot_axis(const PlotRange *range, guint most, gboolean whole)
{
	gdouble low = range->set ? range->low : 0, high = range->set ? range->high : 1;
	widen_single_value(&low, &high);
	/* far out, neighbouring doubles are too far apart for so narrow a range */
	if (high - low < 1e-9 * MAX(fabs(low), fabs(high)))
		low = high > 0 ? 0 : 2 * high;
	PlotAxis axis = {.step = nice((high - low) / (most - 1))};
	if (whole)
		axis.step = MAX(axis.step, 1);
	axis.low = floor(low / axis.step + SLACK) * axis.step;
	axis.n_ticks = (guint)(ceil(high / axis.step - SLACK) - floor(low / axis.step + SLACK)) + 1;
	axis.high = plot_axis_tick(&axis, axis.n_ticks - 1);
	axis.decimals = axis.step < 1 ? (guint)ceil(-log10(axis.step) - SLACK) : 0;
	return axis;
}

gdouble plot_axis_tick(const PlotAxis *axis, guint i)
{
	return axis->low + i * axis->step;
}

char *plot_axis_words(const PlotAxis *axis, guint i)
{
	gdouble value = plot_axis_tick(axis, i);
	if (fabs(value) < axis->step / 2)
		value = 0; /* no -0, no 1e-17 */
	g_autofree char *plain = g_strdup_printf("%.*f", (int)axis->decimals, value);
	gsize digits = strcspn(plain, "."), sign = plain[0] == '-';
	GString *words = g_string_new_len(plain, (gssize)sign);
	for (gsize d = sign; plain[d]; d++) {
		if (d > sign && d < digits && (digits - d) % 3 == 0)
			g_string_append_c(words, ',');
		g_string_append_c(words, plain[d]);
	}
	return g_string_free(words, FALSE);
}
