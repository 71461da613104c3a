/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Adds the tables of a rehearsal to its report: cables, lanes and jobs, a row each, with the values of the present
 * routing and of the new one side by side.
 */
#include "core/base/error.h"
#include "evaluator/commands/change/rehearse_jobs.h"
#include "evaluator/commands/change/rehearse_report.h"

#include <stdlib.h>

/* ---- cables */

/* The rank of a channel among all by load in the old and in the new routing; from 0. */
typedef struct {
	guint32 now, new;
} Places;

static void report_cable(Report *r, const RehearsalFacts *f, guint32 channel, const Places *places)
{
	const Paths *p = f->paths;
	report_row(r, TEXT("from", paths_row_name(p, p->from[channel])), COUNT("port", p->out_port[channel]),
		   TEXT("to", paths_row_name(p, p->to[channel])), COUNT("peer_port", p->in_port[channel]),
		   COUNT("load_now", f->now->routes->load[channel]), COUNT("load_new", f->new->routes->load[channel]),
		   COUNT("rank_now", places->now + 1), COUNT("rank_new", places->new + 1));
}

/* Lists the fullest channels of the old routing, then those that become so full. */
gboolean rehearsal_hot(Report *r, const RehearsalFacts *f, GError **error)
{
	gsize room = (gsize)f->paths->n_channels + 1;
	g_autofree guint32 *now = g_try_new(guint32, room), *new = g_try_new(guint32, room);
	g_autofree Places *places = g_try_new0(Places, room);
	if (!now || !new || !places)
		return sssp_error_memory(error, "the fullest cables", room * sizeof *places);
	guint32 n = route_facts_fullest(f->now->routes, f->paths, now);
	route_facts_fullest(f->new->routes, f->paths, new);
	for (guint32 i = 0; i < n; i++) {
		places[now[i]].now = i;
		places[new[i]].new = i;
	}
	report_open_array(r, "hot", "the fullest cables of either, one way, in routes of hosts");
	for (guint32 i = 0; i < MIN(n, f->hot); i++)
		report_cable(r, f, now[i], &places[now[i]]);
	for (guint32 i = 0; i < MIN(n, f->hot); i++)
		if (places[new[i]].now >= f->hot)
			report_cable(r, f, new[i], &places[new[i]]);
	report_close(r);
	return TRUE;
}

/* ---- lanes */

static const DeadlockLayer *find_lane(const DeadlockFacts *facts, guint vl)
{
	static const DeadlockLayer none;
	for (guint i = 0; i < facts->n_layers; i++)
		if (facts->layers[i].vl == vl)
			return &facts->layers[i];
	return &none;
}

void rehearsal_lanes(Report *r, const RehearsalFacts *f)
{
	report_open_series(r, "lanes", "the virtual lanes in use", "vl");
	for (guint vl = 0; vl < SL_COUNT; vl++) {
		const DeadlockLayer *now = find_lane(f->now->deadlock, vl), *new = find_lane(f->new->deadlock, vl);
		if (!now->channels && !new->channels)
			continue;
		report_row(r, COUNT("vl", vl), COUNT("channels_now", now->channels),
			   COUNT("channels_new", new->channels), COUNT("dependencies_now", now->dependencies),
			   COUNT("dependencies_new", new->dependencies), FLAG("cyclic_now", now->cyclic),
			   FLAG("cyclic_new", new->cyclic));
	}
	report_close(r);
}

/* ---- jobs */

static void report_fullest(Report *r, const Paths *p, const JobFigures *figures, const char *load, const char *cable)
{
	g_autofree char *name = figures->channel == PATHS_NONE
					? g_strdup("")
					: g_strdup_printf("%s:%u", paths_row_name(p, p->from[figures->channel]),
							  p->out_port[figures->channel]);
	report_figures(r, COUNT(load, figures->load), TEXT(cable, name));
}

void rehearsal_jobs(Report *r, const RehearsalFacts *f)
{
	if (!f->jobs)
		return;
	report_open_object(r, "jobs_together",
			   "bandwidth within the jobs while all of them send, each a random bisection");
	report_real(r, "ebb_now", f->together.now, "mean over the streams of all jobs");
	report_real(r, "ebb_new", f->together.new, "");
	report_close(r);
	report_open_series(r, "jobs",
			   "bandwidth of random bisections of a job's hosts, and its own routes on its fullest cable",
			   "job");
	for (guint i = 0; i < f->jobs->len; i++) {
		const Job *job = g_ptr_array_index(f->jobs, i);
		report_open_object(r, "", "");
		report_figures(r, TEXT("job", job->name), COUNT("endpoints", job->endpoints),
			       REAL("ebb_now", job->now.ebb), REAL("ebb_new", job->new.ebb));
		report_fullest(r, f->paths, &job->now, "load_now", "cable_now");
		report_fullest(r, f->paths, &job->new, "load_new", "cable_new");
		report_close(r);
	}
	report_close(r);
}
