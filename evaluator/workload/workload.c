/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Simulates an application as discrete events: its tasks compute, then send messages, iteration by iteration. There are
 * two kinds of events, told apart by their number: those of the net that moves messages (workload_net.h), and the ends
 * of computing. A sender may be iterations ahead of a receiver, so messages are counted by iteration.
 */
#include "evaluator/workload/workload.h"

#include "core/base/error.h"
#include "evaluator/workload/workload_random.h"

#define END_OF_COMPUTING G_MAXUINT32 /* `what` of an event whose detail is the task */
#define MASTER 0

typedef struct {
	const WorkloadModel *model;
	Net *net;
	Events events;
	guint32 *iteration; /* [tasks] that the task is in */
	guint32 *pending;   /* [tasks] messages of its iteration that the task waits for: not sent, or not come yet */
	guint8 *computing;  /* [tasks] */
	guint32 *come;      /* [iterations][tasks] messages of an iteration that have come; a farm has none */
	guint64 done, of;   /* iterations of all tasks */
	guint64 pieces;     /* of a farm: handed out so far */
	WorkloadFacts *facts;
} Run;

static void run_clear(Run *run)
{
	net_free(run->net);
	events_clear(&run->events);
	g_free(run->iteration);
	g_free(run->pending);
	g_free(run->computing);
	g_free(run->come);
	workload_facts_free(run->facts);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Run, run_clear)

void workload_facts_free(WorkloadFacts *facts)
{
	g_free(facts);
}

static gboolean begin(Run *run, const StreamTable *routes, GError **error)
{
	const WorkloadModel *m = run->model;
	gsize counts = m->exchange ? (gsize)m->tasks * m->iterations : 0;
	run->facts = g_new0(WorkloadFacts, 1);
	run->iteration = g_try_new0(guint32, (gsize)m->tasks + 1);
	run->pending = g_try_new0(guint32, (gsize)m->tasks + 1);
	run->computing = g_try_new0(guint8, (gsize)m->tasks + 1);
	run->come = g_try_new0(guint32, counts + 1);
	run->of = (guint64)(m->exchange ? m->tasks : m->tasks - 1) * m->iterations;
	if (!run->iteration || !run->pending || !run->computing || !run->come)
		return sssp_error_memory(error, "the tasks of a workload", counts * sizeof(guint32));
	run->net = net_new(routes, &m->speeds, &run->events, error);
	return run->net != NULL;
}

/* Begins the computing of a task in its iteration; on a farm, that of a worker's piece of work. */
static gboolean compute(Run *run, gdouble now, guint32 task, GError **error)
{
	const WorkloadModel *m = run->model;
	Draw draw = {m->seed, DRAW_COMPUTE, task, run->iteration[task], 0};
	gdouble seconds = m->compute * draw_normal(&draw, m->compute_spread);
	run->facts->sequential += seconds;
	run->computing[task] = TRUE;
	return events_push(&run->events, now + seconds, END_OF_COMPUTING, task, error);
}

static gboolean send(Run *run, gdouble now, guint32 from, guint32 to, guint32 item, GError **error)
{
	const WorkloadModel *m = run->model;
	Draw draw = {m->seed, DRAW_BYTES, from, run->iteration[from], item};
	NetMessage message = {.source = m->host[from],
			      .target = m->host[to],
			      .from = from,
			      .to = to,
			      .iteration = run->iteration[from],
			      .bytes = m->bytes * draw_normal(&draw, m->bytes_spread)};
	run->facts->bytes += message.bytes;
	return net_send(run->net, now, &message, error);
}

/* The index of a task, in the variant of its iteration, in the arrays of the exchange. */
static gsize sender_of(const Run *run, guint32 task)
{
	const Exchange *x = run->model->exchange;
	return (gsize)(run->iteration[task] % x->variants) * x->tasks + task;
}

/* Sends the first of the messages that are not sent yet. */
static gboolean send_next(Run *run, gdouble now, guint32 task, GError **error)
{
	const Exchange *x = run->model->exchange;
	gsize sender = sender_of(run, task), i = x->first[sender + 1] - run->pending[task];
	return send(run, now, task, x->target[i], (guint32)(i - x->first[sender]), error);
}

static gboolean start_sending(Run *run, gdouble now, guint32 task, GError **error)
{
	const Exchange *x = run->model->exchange;
	gsize sender = sender_of(run, task);
	run->pending[task] = (guint32)(x->first[sender + 1] - x->first[sender]);
	if (run->model->sends == SENDS_ONE_BY_ONE)
		return !run->pending[task] || send_next(run, now, task, error);
	for (; run->pending[task]; run->pending[task]--)
		if (!send_next(run, now, task, error))
			return FALSE;
	return TRUE;
}

static void count_done(Run *run, gdouble now)
{
	run->done++;
	run->facts->seconds = now;
	if (run->model->progress)
		run->model->progress((guint32)(run->done * 1000 / run->of), 1000, run->model->user);
}

/* Goes on to the next iteration if this one's computing and sending are through and its messages have come. */
static gboolean go_on(Run *run, gdouble now, guint32 task, GError **error)
{
	const WorkloadModel *m = run->model;
	guint32 iteration = run->iteration[task];
	if (run->computing[task] || run->pending[task] || iteration == m->iterations ||
	    run->come[(gsize)iteration * m->tasks + task] < m->exchange->expected[sender_of(run, task)])
		return TRUE;
	count_done(run, now);
	return ++run->iteration[task] == m->iterations || compute(run, now, task, error);
}

/* A message has come: its sender may send the next one, or go on. */
static gboolean let_sender_go_on(Run *run, gdouble now, guint32 task, GError **error)
{
	if (run->model->sends == SENDS_AT_ONCE)
		return TRUE;
	return --run->pending[task] ? send_next(run, now, task, error) : go_on(run, now, task, error);
}

/* Task 0 of a farm hands out a piece of work, if there is one left. */
static gboolean hand_out(Run *run, gdouble now, guint32 worker, GError **error)
{
	if (run->pieces == run->of)
		return TRUE;
	run->iteration[MASTER] = (guint32)run->pieces++;
	return send(run, now, MASTER, worker, 0, error);
}

static gboolean arrive(Run *run, gdouble now, const NetMessage *message, GError **error)
{
	guint32 task = message->to, tasks = run->model->tasks;
	if (run->model->exchange) {
		run->come[(gsize)message->iteration * tasks + task]++;
		return let_sender_go_on(run, now, message->from, error) && go_on(run, now, task, error);
	}
	if (task != MASTER)
		return compute(run, now, task, error);
	count_done(run, now);
	return hand_out(run, now, message->from, error);
}

static gboolean end_computing(Run *run, gdouble now, guint32 task, GError **error)
{
	run->computing[task] = FALSE;
	if (run->model->exchange)
		return start_sending(run, now, task, error) && go_on(run, now, task, error);
	gboolean sent = send(run, now, task, MASTER, 0, error);
	run->iteration[task]++;
	return sent;
}

static gboolean start(Run *run, GError **error)
{
	gboolean farm = !run->model->exchange;
	for (guint32 task = farm ? 1 : 0; task < run->model->tasks; task++)
		if (!(farm ? hand_out : compute)(run, 0, task, error))
			return FALSE;
	return TRUE;
}

static gboolean follow(Run *run, GError **error)
{
	Event event;
	while (events_pop(&run->events, &event)) {
		NetMessage arrived = {.to = NET_NONE};
		gboolean fine = event.what == END_OF_COMPUTING ? end_computing(run, event.time, event.detail, error)
							       : net_event(run->net, &event, &arrived, error);
		if (!fine || (arrived.to != NET_NONE && !arrive(run, event.time, &arrived, error)))
			return FALSE;
	}
	return TRUE;
}

static void sum_up(Run *run)
{
	WorkloadFacts *f = run->facts;
	gdouble busiest = 0;
	for (guint32 c = 0; c < run->net->first_up; c++)
		busiest = MAX(busiest, run->net->busy_time[c]);
	f->messages = run->net->sent;
	f->inside = run->net->inside;
	f->blocked = run->net->blocked;
	f->busiest = f->seconds > 0 ? busiest / f->seconds : 0;
	f->efficiency = f->seconds > 0 ? f->sequential / (run->model->tasks * f->seconds) : 1;
	f->speedup = f->efficiency * run->model->tasks;
}

WorkloadFacts *workload_run(const StreamTable *routes, const WorkloadModel *model, GError **error)
{
	g_auto(Run) run = {.model = model};
	if (!begin(&run, routes, error) || !start(&run, error) || !follow(&run, error))
		return NULL;
	g_assert(run.done == run.of);
	sum_up(&run);
	return g_steal_pointer(&run.facts);
}
