/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Simulates all runs of all offered loads, on threads and, with a team, on several processes. Runs are done in blocks
 * of one run for each thread. Results are added up in the order of runs, so that they do not depend on the number of
 * threads.
 */
#include "evaluator/simulate/simulate.h"

#include "core/base/crew.h"
#include "core/base/error.h"
#include "evaluator/simulate/sim_run.h"
#include "evaluator/simulate/sim_team.h"

/* What all threads share. */
typedef struct {
	const SimNet *net, *after;
	const SimOptions *options;
	guint32 begin;      /* number of the block's first run */
	guint32 first, end; /* of the runs that are this process' */
	gdouble *accepted;  /* [of all runs] */
	SimTally *tally;    /* [of the block] */
	gint64 slots, all;  /* simulated by all threads so far (an atomic), and in the end */
} Work;

typedef struct {
	Work *work;
	SimState *state;
	SimStopScratch *scratch;
	gboolean tells; /* progress: the caller's thread */
	GError *error;
} Worker;

#define STEPS 1000 /* of progress */

static void tick(gpointer user, guint32 slots)
{
	Worker *w = user;
	Work *work = w->work;
	gint64 done = __atomic_add_fetch(&work->slots, slots, __ATOMIC_RELAXED);
	if (w->tells && work->options->progress)
		work->options->progress((guint32)(done * STEPS / work->all), STEPS, work->options->user);
}

static void run_one(gpointer worker, guint32 item)
{
	Worker *w = worker;
	Work *work = w->work;
	guint32 number = work->begin + item, runs = work->options->runs;
	SimWhich which = {number / runs, number % runs};
	if (!w->error && sim_tally_init(&work->tally[item], work->net->n_hosts,
					(work->net->n_ports + work->net->n_hosts) << work->net->shift, &w->error))
		sim_run(w->state, w->scratch, which, &work->tally[item], tick, w, &w->error);
}

static gboolean worker_init(Worker *w, Work *work, gboolean tells, GError **error)
{
	*w = (Worker){.work = work, .tells = tells};
	w->state = sim_state_new(work->net, work->after, work->options, error);
	w->scratch = w->state ? sim_stop_scratch_new(work->net, error) : NULL;
	return w->scratch != NULL;
}

/* FALSE with the worker's error, if it has one. */
static gboolean worker_clear(Worker *w, GError **error)
{
	gboolean fine = !w->error;
	sim_state_free(w->state);
	sim_stop_scratch_free(w->scratch);
	if (w->error && error && !*error)
		g_propagate_error(error, g_steal_pointer(&w->error));
	g_clear_error(&w->error);
	return fine;
}

/* Runs begin .. begin + n - 1. */
static gboolean run_block(SimFacts *facts, Work *work, Worker *worker, guint workers, guint32 n)
{
	static const CrewJob job = {.work = run_one};
	gboolean fine = TRUE;
	for (guint32 i = 0; i < n; i++)
		work->tally[i] = (SimTally){0};
	crew_run(worker, sizeof *worker, MIN(workers, n), n, &job);
	for (guint i = 0; i < workers; i++)
		fine &= !worker[i].error;
	for (guint32 i = 0; i < n; i++) {
		if (fine)
			sim_tally_add(&facts->load[(work->begin + i) / work->options->runs], &work->tally[i]);
		work->accepted[work->begin + i] = work->tally[i].accepted;
		sim_tally_clear(&work->tally[i]);
	}
	return fine;
}

static gboolean run_all(SimFacts *facts, Work *work, Worker *worker, guint workers)
{
	gboolean fine = TRUE;
	for (work->begin = work->first; fine && work->begin < work->end; work->begin += workers)
		fine = run_block(facts, work, worker, workers, MIN(workers, work->end - work->begin));
	return fine;
}

/* The runs of this process. */
static gboolean simulate(SimFacts *facts, Work *work, GError **error)
{
	guint workers = crew_size(work->options->threads, work->end - work->first);
	g_autofree SimTally *tally = g_new0(SimTally, workers);
	g_autofree Worker *worker = g_new0(Worker, workers);
	gboolean fine = TRUE;
	work->tally = tally;
	for (guint i = 0; i < workers && fine; i++)
		fine = worker_init(&worker[i], work, i == 0, error);
	facts->bytes = fine ? worker->state->bytes : 0;
	fine = fine && run_all(facts, work, worker, workers);
	for (guint i = 0; i < workers; i++)
		fine &= worker_clear(&worker[i], error);
	return fine;
}

/* Adds what other processes found, and computes the means of each load. */
static gboolean join(SimFacts *facts, const Work *work, GError **error)
{
	const EbbTeam *team = work->options->team;
	guint32 runs = work->options->runs;
	if (team)
		team->share(work->accepted, 0, facts->n_loads * runs);
	for (guint32 i = 0; i < facts->n_loads; i++) {
		if (team && !sim_team_sum(team, &facts->load[i], error))
			return FALSE;
		sim_tally_means(&facts->load[i], &work->accepted[i * runs], runs);
	}
	return TRUE;
}

static gboolean simulate_all(SimFacts *facts, const SimNet *after, const SimOptions *o, GError **error)
{
	const EbbTeam *team = o->team;
	guint32 items = o->n_loads * o->runs;
	g_autofree gdouble *accepted = g_new0(gdouble, items);
	Work work = {.net = facts->net, .after = after, .options = o, .end = items, .accepted = accepted};
	if (team) {
		work.first = ebb_part(0, items, team->rank, team->size);
		work.end = ebb_part(0, items, team->rank + 1, team->size);
	}
	work.all = MAX((gint64)(work.end - work.first) * ((gint64)o->slots + o->warmup), 1);
	gboolean fine = simulate(facts, &work, error);
	return (team ? team->agree(fine, error) : fine) && join(facts, &work, error);
}

static gboolean make_tallies(SimFacts *facts, const SimNet *net, GError **error)
{
	for (guint32 i = 0; i < facts->n_loads; i++)
		if (!sim_tally_init(&facts->load[i], net->n_hosts, (net->n_ports + net->n_hosts) << net->shift, error))
			return FALSE;
	return TRUE;
}

SimFacts *sim_facts_new(const Lanes *lanes, const SimOptions *options, GError **error)
{
	g_autoptr(SimFacts) facts = g_new0(SimFacts, 1);
	facts->net = sim_net_new(lanes, options->paths, options->equal, error);
	if (!facts->net)
		return NULL;
	g_autoptr(SimNet) after =
		options->exchange ? sim_net_new(options->exchange, options->paths, options->equal, error) : NULL;
	if (options->exchange && !after)
		return NULL;
	facts->load = g_new0(SimTally, options->n_loads);
	facts->n_loads = options->n_loads;
	if (!make_tallies(facts, facts->net, error) || !simulate_all(facts, after, options, error))
		return NULL;
	return g_steal_pointer(&facts);
}

void sim_facts_free(SimFacts *facts)
{
	if (!facts)
		return;
	for (guint32 i = 0; i < facts->n_loads; i++)
		sim_tally_clear(&facts->load[i]);
	sim_net_free(facts->net);
	g_free(facts->load);
	g_free(facts);
}
