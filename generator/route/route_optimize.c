/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Runs the search of sssp-route --optimize for better routes, for jobs or a pattern that are read here before. The
 * search calls go_on() again and again, which looks at the clock and at signals, shows progress on the terminal, and
 * says whether to go on.
 */
#include "generator/route/route_optimize.h"

#include "core/base/error.h"
#include "formats/input.h"
#include "formats/interrupt.h"
#include "formats/lists/job_list.h"
#include "formats/ticker.h"

#include <stdio.h>
#include <unistd.h>

typedef struct {
	const RouteCommand *command;
	gint64 start, shown; /* microseconds */
	gboolean watched;    /* progress is shown on a terminal */
} Watch;

static void show(const OptimizeState *state, const Watch *watch, gint64 now)
{
	char text[TICKER_WIDTH], left[32] = "";
	gint64 end = watch->start + (gint64)watch->command->optimize * G_USEC_PER_SEC;
	if (watch->command->optimize)
		g_snprintf(left, sizeof left, ", %" G_GINT64_FORMAT " s left",
			   MAX(end - now + G_USEC_PER_SEC - 1, 0) / G_USEC_PER_SEC);
	if (state->begun)
		g_snprintf(text, sizeof text, "best so far %+.2f%%%s; Ctrl-C takes it",
			   100 * (state->best / MAX(state->before, 1e-9) - 1), left);
	else
		g_snprintf(text, sizeof text, "preparing%s; Ctrl-C ends it", left);
	ticker_show(text);
}

static gboolean go_on(const OptimizeState *state, gpointer user)
{
	Watch *watch = user;
	gint64 now = g_get_monotonic_time();
	if (watch->watched && now - watch->shown >= G_USEC_PER_SEC / 4) {
		watch->shown = now;
		show(state, watch, now);
	}
	return !interrupt_came() &&
	       !(watch->command->optimize && now - watch->start >= (gint64)watch->command->optimize * G_USEC_PER_SEC);
}

gboolean route_optimize_read(const Fabric *fabric, RouteCommand *command, RouteOptimized *optimized, GError **error)
{
	if (command->pattern)
		return route_pattern_read(fabric, command->pattern, &optimized->pattern, error);
	if (!command->jobs_file)
		return TRUE;
	g_autoptr(NameList) list = input_name_list(command->jobs_file, error);
	if (list)
		optimized->job_of_lid = job_list_read(list, fabric, NULL, &optimized->n_jobs, error);
	optimized->jobs = (RoutingJobs){
		.job_of_lid = optimized->job_of_lid, .n_lids = fabric->n_lids, .n_jobs = optimized->n_jobs};
	if (!command->is_optimized)
		command->routing.jobs = &optimized->jobs;
	return optimized->job_of_lid != NULL;
}

void route_optimize_clear(RouteOptimized *optimized)
{
	g_clear_pointer(&optimized->job_of_lid, g_free);
	route_pattern_clear(&optimized->pattern);
}

gboolean route_optimize(const Fabric *fabric, const RouteCommand *command, const char *program, Routing **routing,
			RouteOptimized *optimized, GError **error)
{
	GError *failure = NULL;
	gint64 now = g_get_monotonic_time();
	Watch watch = {command, now, now, !command->quiet && isatty(STDERR_FILENO)};
	OptimizeOptions options = {.seed = command->seed,
				   .steps = command->steps,
				   .job_of_lid = optimized->job_of_lid,
				   .n_lids = fabric->n_lids,
				   .n_jobs = optimized->n_jobs,
				   .send = optimized->pattern.send,
				   .n_sends = optimized->pattern.n_sends,
				   .relative = optimized->pattern.relative,
				   .go_on = go_on,
				   .user = &watch};
	if (watch.watched)
		ticker_say(program, "optimizing");
	interrupt_hold();
	Routing *better = routing_optimize(fabric, &command->routing, *routing, &options, &optimized->state, &failure);
	optimized->interrupted = interrupt_forget();
	optimized->seconds = (double)(g_get_monotonic_time() - watch.start) / G_USEC_PER_SEC;
	sssp_error_pass(error, failure);
	if (better) {
		routing_free(*routing);
		*routing = better;
	}
	return failure == NULL;
}
