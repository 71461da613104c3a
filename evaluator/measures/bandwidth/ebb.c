/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Measures effective bisection bandwidth: the mean bandwidth of streams between two random halves of the endpoints,
 * over many such patterns. Threads take the numbers of patterns from a shared counter, draw each pattern by its number,
 * and write its result at that number. Results are then summed in order, so that the number of threads changes nothing.
 */
#include "evaluator/measures/bandwidth/ebb.h"

#include "core/base/error.h"
#include "evaluator/measures/bandwidth/ebb_streams.h"

#include <math.h>

#define CHUNK 8      /* patterns a thread takes at a time */
#define Z95 1.959964 /* 97.5 % quantile of the normal distribution */

/*
 * A number below n, each equally likely: the high half of a product. Values that would make some numbers likelier are
 * drawn again.
 */
static guint32 draw_below(GRand *twister, guint32 n)
{
	guint64 product = (guint64)g_rand_int(twister) * n;
	if ((guint32)product < n)
		for (guint32 unfair = (guint32)-n % n; (guint32)product < unfair;)
			product = (guint64)g_rand_int(twister) * n;
	return (guint32)(product >> 32);
}

void ebb_draw(GRand *twister, guint64 seed, guint32 index, guint32 *order, guint32 n)
{
	guint32 key[] = {(guint32)seed, (guint32)(seed >> 32), index};
	g_rand_set_seed_array(twister, key, G_N_ELEMENTS(key));
	ebb_shuffle(twister, order, n);
}

void ebb_shuffle(GRand *twister, guint32 *order, guint32 n)
{
	for (guint32 i = 0; i < n; i++)
		order[i] = i;
	for (guint32 i = n; i > 1; i--) {
		guint32 other = draw_below(twister, i), held = order[i - 1];
		order[i - 1] = order[other];
		order[other] = held;
	}
}

/* One thread. All share the counter of patterns and write results of their own. */
typedef struct {
	const StreamTable *table;
	const EbbOptions *options;
	gdouble *result;
	guint32 streams; /* of a pattern */
	guint32 end;     /* of the block under work */
	gint *counter;   /* next pattern; an atomic */
	GRand *twister;
	StreamScratch *scratch;
	guint32 *order;           /* [n_units] */
	guint32 *source, *target; /* [streams] */
	gboolean is_caller;
} Worker;

static void run_pattern(Worker *w, guint32 index)
{
	const Paths *p = w->table->paths;
	const EbbOptions *o = w->options;
	guint32 n = o->unit ? o->n_units : p->n_part, per = o->unit ? o->per_unit : 1, half = w->streams / per;
	const guint32 *unit = o->unit ? o->unit : p->part;
	ebb_draw(w->twister, o->seed, index, w->order, n);
	for (guint32 i = 0; i < half; i++)
		for (guint32 k = 0; k < per; k++) {
			w->source[i * per + k] = unit[w->order[i] * per + k];
			w->target[i * per + k] = unit[w->order[half + i] * per + k];
		}
	w->result[index] = stream_bandwidth(w->table, w->scratch, w->source, w->target, w->streams) / w->streams;
}

static gpointer run_worker(gpointer data)
{
	Worker *w = data;
	for (;;) {
		guint32 first = (guint32)g_atomic_int_add(w->counter, CHUNK), last = MIN(first + CHUNK, w->end);
		for (guint32 i = first; i < last; i++)
			run_pattern(w, i);
		if (last < first + CHUNK)
			return NULL;
		if (w->is_caller && w->options->progress)
			w->options->progress(last, w->options->patterns, w->options->user);
	}
}

static gboolean prepare_worker(Worker *w, GError **error)
{
	guint32 n = w->table->paths->n_part;
	w->twister = g_rand_new_with_seed(0);
	w->scratch = stream_scratch_new(w->table, w->streams, error);
	w->order = g_try_new(guint32, n);
	w->source = g_try_new(guint32, w->streams);
	w->target = g_try_new(guint32, w->streams);
	gboolean room = w->order && w->source && w->target;
	if (w->scratch && !room)
		sssp_error_memory(error, "a pattern", n * sizeof(guint32));
	return w->scratch && room;
}

static void clear_worker(Worker *w)
{
	if (w->twister)
		g_rand_free(w->twister);
	stream_scratch_free(w->scratch);
	g_free(w->order);
	g_free(w->source);
	g_free(w->target);
}

/* Runs the patterns from..end - 1 by all workers; the calling thread is the first of them. */
static void run_block(Worker *workers, guint n_workers, guint32 from, guint32 end)
{
	gint counter = (gint)from;
	g_autofree GThread **threads = g_new0(GThread *, n_workers);
	for (guint i = 0; i < n_workers; i++) {
		workers[i].counter = &counter;
		workers[i].end = end;
		workers[i].is_caller = i == 0;
		/* a thread that cannot be started is left out: the others take its patterns */
		if (i > 0)
			threads[i] = g_thread_try_new("ebb", run_worker, &workers[i], NULL);
	}
	run_worker(&workers[0]);
	for (guint i = 1; i < n_workers; i++)
		if (threads[i])
			g_thread_join(threads[i]);
}

/* Running mean and sum of squared deviations (Welford), always in pattern order. */
typedef struct {
	guint32 n;
	gdouble mean, squares;
} Moments;

static void add_results(Moments *m, const gdouble *result, guint32 end)
{
	while (m->n < end) {
		gdouble x = result[m->n++], off = x - m->mean;
		m->mean += off / m->n;
		m->squares += off * (x - m->mean);
	}
}

static gdouble deviation(const Moments *m)
{
	return m->n > 1 ? sqrt(m->squares / (m->n - 1)) : 0;
}

/* Half the width of the 95 % confidence interval of the mean; of one pattern it is 1, as nothing is known then. */
static gdouble half_width(const Moments *m)
{
	return m->n > 1 ? Z95 * deviation(m) / sqrt(m->n) : 1;
}

static void summarise(EbbFacts *facts, const Moments *m)
{
	facts->patterns = m->n;
	facts->mean = m->mean;
	facts->stddev = deviation(m);
	facts->ci95_low = MAX(0, m->mean - half_width(m));
	facts->ci95_high = MIN(1, m->mean + half_width(m));
	facts->min = facts->max = facts->result[0];
	for (guint32 i = 0; i < m->n; i++) {
		gdouble result = facts->result[i];
		facts->min = MIN(facts->min, result);
		facts->max = MAX(facts->max, result);
		facts->histogram[MIN((guint)(result * EBB_BINS), EBB_BINS - 1)]++;
	}
}

guint32 ebb_part(guint32 from, guint32 end, guint rank, guint size)
{
	return from + (guint32)((guint64)(end - from) * rank / size);
}

/* Runs this process's part of the patterns from..end - 1, then gets the results of the others. */
static void run_shared(const EbbTeam *team, EbbFacts *facts, Worker *workers, guint n_workers, guint32 from,
		       guint32 end)
{
	guint32 first = team ? ebb_part(from, end, team->rank, team->size) : from;
	guint32 last = team ? ebb_part(from, end, team->rank + 1, team->size) : end;
	run_block(workers, n_workers, first, last);
	if (team)
		team->share(facts->result, from, end);
}

static void run_all(EbbFacts *facts, const EbbOptions *options, Worker *workers, guint n_workers)
{
	Moments moments = {0};
	guint32 step = options->precision > 0 ? EBB_BLOCK : options->patterns;
	do {
		guint32 end = MIN(moments.n + step, options->patterns);
		run_shared(options->team, facts, workers, n_workers, moments.n, end);
		add_results(&moments, facts->result, end);
	} while (moments.n < options->patterns && half_width(&moments) > options->precision);
	summarise(facts, &moments);
}

static EbbFacts *facts_new(const StreamTable *table, const EbbOptions *options, GError **error)
{
	EbbFacts *facts = g_new0(EbbFacts, 1);
	guint32 patterns = options->patterns;
	facts->endpoints = options->endpoints ? options->endpoints : table->paths->n_part;
	facts->streams = options->unit ? options->n_units / 2 * options->per_unit : facts->endpoints / 2;
	facts->unreachable = table->unreachable;
	facts->result = g_try_new(gdouble, patterns);
	if (facts->result)
		return facts;
	sssp_error_memory(error, "the patterns' results", patterns * sizeof(gdouble));
	ebb_facts_free(facts);
	return NULL;
}

/* Makes the workers of this process and lets them work. FALSE with an error. */
static gboolean run_workers(EbbFacts *facts, const StreamTable *table, const EbbOptions *options, GError **error)
{
	guint n = options->threads ? options->threads : g_get_num_processors();
	n = MIN(n, (options->patterns + CHUNK - 1) / CHUNK);
	g_autofree Worker *workers = g_new0(Worker, n);
	gboolean ready = facts != NULL;
	for (guint i = 0; ready && i < n; i++) {
		workers[i] = (Worker){
			.table = table, .options = options, .result = facts->result, .streams = facts->streams};
		ready = prepare_worker(&workers[i], error);
	}
	if (options->team) /* all processes go on or none does */
		ready = options->team->agree(ready, error);
	if (ready)
		run_all(facts, options, workers, n);
	for (guint i = 0; i < n; i++)
		clear_worker(&workers[i]);
	return ready;
}

static gboolean enough_endpoints(const Paths *paths, const EbbOptions *options, GError **error)
{
	guint32 n = paths->n_part;
	if (n >= 2 && n >= options->endpoints && options->endpoints != 1)
		return TRUE;
	if (n >= 2 && options->endpoints > n)
		return sssp_error_set(error, SSSP_ERROR_INPUT, "there are only %u endpoints, not %u", n,
				      options->endpoints);
	return sssp_error_set(error, SSSP_ERROR_INPUT, "bisection bandwidth takes at least two endpoints");
}

EbbFacts *ebb_facts_new(const Paths *paths, const EbbOptions *options, GError **error)
{
	gboolean ready = enough_endpoints(paths, options, error);
	g_autoptr(Capacity) capacity = ready && options->capacity ? capacity_new(paths, error) : NULL;
	ready = ready && (capacity || !options->capacity);
	g_autoptr(StreamTable) table = ready ? stream_table_new(paths, error) : NULL;
	if (table) {
		table->capacity = capacity;
		stream_table_choose(table, options->shares, options->spread, options->split);
	}
	g_autoptr(EbbFacts) facts = table ? facts_new(table, options, error) : NULL;
	if (facts && capacity)
		facts->reference_mbps = capacity->reference_mbps;
	return run_workers(facts, table, options, error) ? g_steal_pointer(&facts) : NULL;
}

void ebb_facts_free(EbbFacts *facts)
{
	if (!facts)
		return;
	g_free(facts->result);
	g_free(facts);
}
