/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Measures the bandwidth of jobs that all send at the same time. In each pattern every job gets a random bisection of
 * its own endpoints, and the streams of all jobs are measured together. For pattern i one random generator, seeded by
 * (seed, i), makes the bisections of all jobs in their order.
 */
#include "evaluator/commands/change/jobs_together.h"

#include "core/base/error.h"
#include "evaluator/measures/bandwidth/ebb_streams.h"

typedef struct {
	const GPtrArray *jobs;
	GRand *twister;
	guint32 *order;           /* [endpoints of the largest job] order drawn for one job */
	guint32 *source, *target; /* [streams of all jobs] */
	guint32 n;
} Draw;

static void draw_job(Draw *d, const GArray *endpoints)
{
	guint32 half = endpoints->len / 2;
	ebb_shuffle(d->twister, d->order, endpoints->len);
	for (guint32 i = 0; i < half; i++) {
		d->source[d->n] = g_array_index(endpoints, guint32, d->order[i]);
		d->target[d->n++] = g_array_index(endpoints, guint32, d->order[half + i]);
	}
}

static gdouble run(Draw *d, const StreamTable *table, StreamScratch *scratch, const EbbOptions *options)
{
	gdouble sum = 0;
	guint64 streams = 0;
	for (guint32 i = 0; i < options->patterns; i++) {
		guint32 key[] = {(guint32)options->seed, (guint32)(options->seed >> 32), i};
		g_rand_set_seed_array(d->twister, key, G_N_ELEMENTS(key));
		d->n = 0;
		for (guint job = 0; job < d->jobs->len; job++)
			draw_job(d, g_ptr_array_index(d->jobs, job));
		sum += stream_bandwidth(table, scratch, d->source, d->target, d->n);
		streams += d->n;
	}
	return streams ? sum / (gdouble)streams : 1;
}

gboolean jobs_together(const Paths *paths, const GPtrArray *jobs, const EbbOptions *options, gdouble *value,
		       GError **error)
{
	guint32 all = 0;
	for (guint job = 0; job < jobs->len; job++)
		all += ((const GArray *)g_ptr_array_index(jobs, job))->len;
	g_autofree guint32 *order = g_try_new(guint32, all + 1);
	g_autofree guint32 *source = g_try_new(guint32, all + 1);
	g_autofree guint32 *target = g_try_new(guint32, all + 1);
	g_autoptr(StreamTable) table = stream_table_new(paths, error);
	StreamScratch *scratch = table ? stream_scratch_new(table, all / 2 + 1, error) : NULL;
	g_autoptr(GRand) twister = g_rand_new_with_seed(0);
	Draw draw = {jobs, twister, order, source, target, 0};
	gboolean fits = order && source && target;
	if (scratch && fits)
		*value = run(&draw, table, scratch, options);
	else if (scratch)
		sssp_error_memory(error, "patterns of jobs", all * sizeof(guint32));
	stream_scratch_free(scratch);
	return scratch && fits;
}
