/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Computes the bandwidth of a pattern over many mappings of ranks to endpoints, by threads. A piece of work is up to
 * ROUNDS_A_PIECE rounds of one mapping. A thread draws the mapping of a piece again, unless its last piece had the same
 * one. Each piece has sums of its own, which are added up in order: the same figures to the last bit whatever the
 * number of threads.
 */
#include "evaluator/patterns/pattern_run.h"

#include "core/base/error.h"
#include "core/base/crew.h"
#include "evaluator/patterns/pattern_round.h"

#include <math.h>

#define ROUNDS_A_PIECE 64 /* drawing a mapping costs about what a round does */
#define MANY_MAPPINGS 1000
#define FEW_MAPPINGS 10
#define MANY_STREAMS 100000000.0 /* some ten seconds' work of a core */

gboolean pattern_varies(const Pattern *pattern, const Mapping *mapping)
{
	return mapping->kind == MAPPING_RANDOM || pattern_is_drawn(pattern);
}

guint32 pattern_default_mappings(const Pattern *pattern, const Mapping *mapping)
{
	gdouble streams = (gdouble)pattern->rounds * pattern->room;
	if (!pattern_varies(pattern, mapping))
		return 1;
	return (guint32)CLAMP(MANY_STREAMS / streams, FEW_MAPPINGS, MANY_MAPPINGS);
}

/* All pieces and their sums. */
typedef struct {
	const PatternOptions *options;
	const StreamTable *table;
	RoundSums *sums; /* [mappings][blocks] */
	guint32 blocks;  /* of the rounds */
} Run;

typedef struct {
	const Run *run;
	RoundScratch *scratch;
	GRand *twister;
	guint32 mapping; /* that is drawn in `place` and `drawn`; G_MAXUINT32 none */
	guint32 *place;  /* [mapping->n] endpoints */
	guint32 *drawn;  /* [ranks] for patterns that are drawn */
} Worker;

static void draw(Worker *w, guint32 mapping)
{
	const PatternOptions *o = w->run->options;
	if (w->mapping == mapping)
		return;
	mapping_draw(o->mapping, w->twister, o->seed, mapping, w->place);
	pattern_draw(o->pattern, w->twister, w->drawn);
	w->mapping = mapping;
}

static void run_piece(gpointer worker, guint32 item)
{
	Worker *w = worker;
	const Run *run = w->run;
	guint32 first = item % run->blocks * ROUNDS_A_PIECE;
	guint32 end = MIN(first + ROUNDS_A_PIECE, run->options->pattern->rounds);
	draw(w, item / run->blocks);
	for (guint32 round = first; round < end; round++)
		round_run(w->scratch, round, w->place, w->drawn, &run->sums[item]);
}

static void worker_clear(Worker *w)
{
	round_scratch_free(w->scratch);
	g_rand_free(w->twister);
	g_free(w->place);
	g_free(w->drawn);
}

static gboolean worker_init(Worker *w, const Run *run, GError **error)
{
	const PatternOptions *o = run->options;
	w->run = run;
	w->twister = g_rand_new_with_seed(0);
	w->mapping = G_MAXUINT32;
	w->place = g_try_new(guint32, (gsize)o->mapping->n + 1);
	w->drawn = g_try_new(guint32, (gsize)o->pattern->ranks + 1);
	if (!w->place || !w->drawn)
		sssp_error_memory(error, "a mapping", ((gsize)o->mapping->n + o->pattern->ranks) * sizeof(guint32));
	else if ((w->scratch = round_scratch_new(run->table, o->pattern, o->mapping->ppn, error)))
		return TRUE;
	worker_clear(w);
	return FALSE;
}

/* The results of one mapping. */
typedef struct {
	gdouble sum_max, sum_avg, crossbar_max, crossbar_avg, pessimistic, optimistic, average, by_pairs;
} Result;

static Result merge(const Run *run, guint32 mapping, PatternFacts *facts)
{
	const RoundSums *sums = run->sums + (gsize)mapping * run->blocks;
	gdouble n = facts->rounds;
	RoundSums all = {0};
	for (guint32 b = 0; b < run->blocks; b++)
		round_sums_add(&all, &sums[b]);
	facts->pairs = all.pairs;
	facts->intra += all.intra;
	facts->unreachable += all.lost;
	Result r = {.sum_max = (gdouble)all.max / n, .sum_avg = all.avg / n, .average = all.bandwidth / n};
	r.crossbar_max = (gdouble)all.crossbar_max / n;
	r.crossbar_avg = all.crossbar_avg / n;
	if (all.lost)
		return r;
	r.pessimistic = n / all.slow_max;
	r.optimistic = n / all.slow_avg;
	r.by_pairs = all.share / (gdouble)MAX(all.pairs, 1);
	return r;
}

/* Running mean and squares (Welford) of a figure. */
static void add(PatternFigure *f, guint32 n, gdouble x)
{
	x = MIN(x, 1); /* rounding must not make more than full bandwidth */
	gdouble off = x - f->mean;
	f->min = n == 1 ? x : MIN(f->min, x);
	f->max = n == 1 ? x : MAX(f->max, x);
	f->mean += off / n;
	f->stddev += off * (x - f->mean); /* the sum of squares until all are added */
	f->histogram[MIN((guint)(x * PATTERN_BINS), PATTERN_BINS - 1)]++;
}

static void finish(PatternFigure *f, guint32 n)
{
	f->stddev = n > 1 ? sqrt(MAX(f->stddev, 0) / (n - 1)) : 0;
}

static void summarise(PatternFacts *facts, const Run *run)
{
	for (guint32 i = 0; i < facts->mappings; i++) {
		Result r = merge(run, i, facts);
		facts->sum_max += (r.sum_max - facts->sum_max) / (i + 1);
		facts->sum_avg += (r.sum_avg - facts->sum_avg) / (i + 1);
		facts->crossbar_max += (r.crossbar_max - facts->crossbar_max) / (i + 1);
		facts->crossbar_avg += (r.crossbar_avg - facts->crossbar_avg) / (i + 1);
		add(&facts->pessimistic, i + 1, r.pessimistic);
		add(&facts->optimistic, i + 1, r.optimistic);
		add(&facts->average, i + 1, r.average);
		add(&facts->by_pairs, i + 1, r.by_pairs);
	}
	finish(&facts->pessimistic, facts->mappings);
	finish(&facts->optimistic, facts->mappings);
	finish(&facts->average, facts->mappings);
	finish(&facts->by_pairs, facts->mappings);
}

static gboolean count_congestion(PatternFacts *facts, const Worker *worker, guint n, GError **error)
{
	for (guint i = 0; i < n; i++)
		facts->n_congestion = MAX(facts->n_congestion, worker[i].scratch->highest + 1);
	facts->congestion = g_try_new0(guint64, facts->n_congestion);
	if (!facts->congestion)
		return sssp_error_memory(error, "counting congestion", facts->n_congestion * sizeof(guint64));
	for (guint i = 0; i < n; i++)
		for (guint32 c = 0; c <= worker[i].scratch->highest; c++)
			facts->congestion[c] += worker[i].scratch->count[c];
	return TRUE;
}

static gboolean run_all(Run *run, PatternFacts *facts, GError **error)
{
	const PatternOptions *o = run->options;
	guint32 items = o->mappings * run->blocks;
	guint n = crew_size(o->threads, items), ready = 0;
	CrewJob job = {run_piece, o->progress, o->user};
	g_autofree Worker *worker = g_new0(Worker, n);
	while (ready < n && worker_init(&worker[ready], run, error))
		ready++;
	gboolean ok = ready == n;
	if (ok) {
		crew_run(worker, sizeof *worker, n, items, &job);
		summarise(facts, run);
		ok = count_congestion(facts, worker, n, error);
	}
	for (guint i = 0; i < ready; i++)
		worker_clear(&worker[i]);
	return ok;
}

PatternFacts *pattern_facts_new(const Paths *paths, const PatternOptions *o, GError **error)
{
	Run run = {.options = o, .blocks = (o->pattern->rounds + ROUNDS_A_PIECE - 1) / ROUNDS_A_PIECE};
	gsize items = (gsize)o->mappings * run.blocks;
	if (items > CREW_MOST)
		return sssp_error_null(error, SSSP_ERROR_USAGE, "%u mappings of %u rounds are too many", o->mappings,
				       o->pattern->rounds);
	g_autoptr(Capacity) capacity = o->capacity ? capacity_new(paths, error) : NULL;
	g_autoptr(StreamTable) table = capacity || !o->capacity ? stream_table_new(paths, error) : NULL;
	if (table) {
		table->capacity = capacity;
		stream_table_choose(table, o->shares, o->spread, o->split);
	}
	g_autoptr(PatternFacts) facts = g_new0(PatternFacts, 1);
	facts->mappings = o->mappings;
	facts->reference_mbps = capacity ? capacity->reference_mbps : 0;
	facts->rounds = o->pattern->rounds;
	facts->ranks = o->pattern->ranks;
	run.table = table;
	run.sums = table ? g_try_new0(RoundSums, items) : NULL;
	if (table && !run.sums)
		sssp_error_memory(error, "the mappings' results", items * sizeof(RoundSums));
	gboolean ok = run.sums && run_all(&run, facts, error);
	g_free(run.sums);
	return ok ? g_steal_pointer(&facts) : NULL;
}

void pattern_facts_free(PatternFacts *facts)
{
	if (!facts)
		return;
	g_free(facts->congestion);
	g_free(facts);
}
