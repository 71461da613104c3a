/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The folder evaluator/workload: applications on a fabric. In this order:
 *
 *	workload            the simulation: tasks that compute and send in turn
 *	workload_exchange   the messages of tasks; workload_place: the hosts that tasks run on
 *	workload_net        messages that share channels, as discrete events (workload_events)
 *	workload_random     random times and sizes that do not depend on the order of drawing
 *	workload_case       a model from the options of a user
 *	tara                all-to-all on a cluster, predicted beside what was measured there
 *	app                 the run time of an application from bandwidths of patterns, without a simulation
 *	provision           the cost of fabrics beside the speed-up of an application on them
 */

/*
 * Simulates an application on a fabric: tasks compute and send, in turn, over the routes that tables make
 * (P. G. Howard, S. S. Fried: "InfiniBand MPI Network Design and Simulation Using IBSim", 2009).
 *
 * In each iteration a task computes for a normally distributed time, then sends its messages of the exchange in their
 * order; their sizes are normally distributed, too. It begins its next iteration when all messages of this iteration
 * that are for it have come. workload_net.h says how messages share the fabric. Sends are
 *
 *	one by one   blocking: a send begins when the message before has arrived; the next iteration also waits until
 *	             all that the task sent has arrived
 *	at once      in the background: all begin as soon as computing ends, and the sender does not wait for them
 *
 * Without an exchange the tasks are a compute farm: task 0 hands out a piece of work to each other task, which
 * computes, sends its result, and gets a new piece at once, until (tasks - 1) x `iterations` pieces are done.
 */
#ifndef SSSP_EVALUATOR_WORKLOAD_WORKLOAD_H
#define SSSP_EVALUATOR_WORKLOAD_WORKLOAD_H

#include "evaluator/workload/workload_exchange.h"
#include "evaluator/workload/workload_net.h"

#include <glib.h>

#define WORKLOAD_MOST_ITERATIONS 100000

typedef enum { SENDS_ONE_BY_ONE, SENDS_AT_ONCE } WorkloadSends;

typedef struct {
	guint32 tasks;            /* at least 1; a farm: at least 2 */
	const guint32 *host;      /* [tasks] the endpoint (index in fabric->endpoints) that a task runs on */
	const Exchange *exchange; /* of so many tasks; NULL: a compute farm */
	guint32 iterations;       /* 1 .. WORKLOAD_MOST_ITERATIONS */
	gdouble compute;          /* mean seconds of a task in an iteration, or of a piece of work; 0 or more */
	gdouble compute_spread;   /* standard deviation, relative to the mean */
	gdouble bytes;            /* mean size of a message, above 0 */
	gdouble bytes_spread;
	WorkloadSends sends; /* a farm has one message at a time for each worker anyway */
	WorkloadSpeeds speeds;
	guint64 seed;

	/* Called now and then with the iterations of tasks that are done; NULL: never. */
	void (*progress)(guint32 done, guint32 of, gpointer user);
	gpointer user;
} WorkloadModel;

typedef struct {
	gdouble seconds;    /* until the last message has come */
	gdouble sequential; /* the computing of all tasks one after the other */
	gdouble efficiency; /* sequential / (tasks x seconds), 1 when nothing takes time */
	gdouble speedup;    /* efficiency x tasks */
	guint64 messages;
	guint64 inside;  /* of these: within one host */
	guint64 blocked; /* of these: waited for the port of a switch at least once */
	gdouble bytes;   /* in all messages */
	gdouble busiest; /* share of the time that the busiest switch-to-switch channel was in use; 0 where none is */
} WorkloadFacts;

/*
 * Runs it to the end. The same model on the same routes gives the same facts. NULL with SSSP_ERROR_INPUT when a message
 * has no route, SSSP_ERROR_MEMORY. O(m h log m) for m messages over h hops.
 */
WorkloadFacts *workload_run(const StreamTable *routes, const WorkloadModel *model, GError **error);
void workload_facts_free(WorkloadFacts *facts); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(WorkloadFacts, workload_facts_free)

#endif
