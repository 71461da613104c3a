/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes the model of a workload (tasks, their messages and hosts) from the options of a user. It counts the cores, cuts
 * the grid of the problem into cells where there is one, makes the messages of each task, and places tasks on hosts.
 */
#include "evaluator/workload/workload_case.h"

#include "evaluator/patterns/pattern_kinds.h"

#include "core/base/error.h"

#include <math.h>
#include <string.h>

typedef enum { KIND_GRID, KIND_FARM, KIND_RANDOM, KIND_PATTERN } Kind;

typedef struct {
	const char *name;
	Kind kind;
	guint dims;
} Application;

static const Application applications[] = {
	{"nearest-2d", KIND_GRID, 2},
	{"nearest-3d", KIND_GRID, 3},
	{"farm", KIND_FARM, 0},
	{"random", KIND_RANDOM, 0},
};

static Application find(const char *name)
{
	for (guint i = 0; i < G_N_ELEMENTS(applications); i++)
		if (g_str_equal(applications[i].name, name))
			return applications[i];
	return (Application){name, KIND_PATTERN, 0};
}

gboolean workload_known(const char *name)
{
	return find(name).kind != KIND_PATTERN;
}

char *workload_names(void)
{
	GString *text = g_string_new(NULL);
	g_autofree char *patterns = pattern_names();
	for (guint i = 0; i < G_N_ELEMENTS(applications); i++)
		g_string_append_printf(text, "%s, ", applications[i].name);
	g_string_append(text, patterns);
	return g_string_free(text, FALSE);
}

/* The largest whole number whose power `dims` is at most x. */
static guint32 root(gdouble x, guint dims)
{
	guint32 r = (guint32)floor(pow(x, 1.0 / dims) + 1e-9);
	return pow(r + 1, dims) <= x ? r + 1 : pow(r, dims) > x ? r - 1 : r;
}

/* The cores to use: what is asked for, else what the pattern says, else all. */
static gboolean count_cores(const WorkloadSetup *setup, const Mapping *hosts, guint32 *cores, GError **error)
{
	guint64 most = mapping_room(hosts);
	guint32 own = setup->pattern ? setup->pattern->own_ranks : 0;
	*cores = setup->cores ? setup->cores : own ? own : (guint32)MIN(most, RANK_MOST);
	if (most == 0)
		return sssp_error_usage(error, "the fabric has no host");
	return *cores <= most ||
	       sssp_error_usage(error,
				"%u cores are more than there are: %u hosts, %" G_GUINT64_FORMAT " cores with --ppn %u",
				*cores, hosts->n, most, hosts->ppn);
}

static gboolean cut_grid(WorkloadCase *w, const WorkloadSetup *setup, guint dims, guint32 cores, GError **error)
{
	guint32 side = root(cores, dims);
	gdouble sites = floor(root(setup->sites, dims) / (gdouble)side);
	if (sites < 1)
		return sssp_error_usage(error, "%.0f sites are too few for %u cells along a side", setup->sites, side);
	w->side = side;
	w->sites = (guint32)sites;
	w->model.tasks = dims == 2 ? side * side : side * side * side;
	w->model.compute = pow(sites, dims) * setup->time;
	w->model.bytes = pow(sites, dims - 1) * setup->bytes;
	w->exchange = exchange_grid(side, dims, error);
	return w->exchange != NULL;
}

static gboolean make_exchange(WorkloadCase *w, const WorkloadSetup *setup, Application application, guint32 cores,
			      GError **error)
{
	if (application.kind == KIND_GRID)
		return cut_grid(w, setup, application.dims, cores, error);
	w->sites = 1;
	w->model.tasks = cores;
	w->model.compute = setup->time;
	w->model.bytes = setup->bytes;
	if (cores < 2)
		return sssp_error_usage(error, "'%s' needs at least two cores", setup->name);
	if (application.kind == KIND_FARM)
		return TRUE;
	if (application.kind == KIND_RANDOM)
		w->exchange = exchange_random(cores, setup->iterations, setup->seed, error);
	else if (pattern_fit(setup->pattern, cores, error))
		w->exchange = exchange_pattern(setup->pattern, setup->seed, error);
	return w->exchange != NULL;
}

static guint32 count_hosts(const WorkloadCase *w, const Paths *paths)
{
	g_autofree guint8 *used = g_malloc0((gsize)paths->fabric->n_endpoints + 1);
	guint32 n = 0;
	for (guint32 task = 0; task < w->model.tasks; task++) {
		n += !used[w->host[task]];
		used[w->host[task]] = TRUE;
	}
	return n;
}

static gboolean place(WorkloadCase *w, const Paths *paths, const Mapping *hosts, const WorkloadSetup *setup, guint dims,
		      GError **error)
{
	g_autofree guint32 *order = g_try_new(guint32, (gsize)hosts->n + 1);
	if (!order)
		return sssp_error_memory(error, "an order of hosts", hosts->n * sizeof(guint32));
	memcpy(order, hosts->endpoint, hosts->n * sizeof(guint32));
	if (setup->spread && !place_spread(paths, order, hosts->n, error))
		return FALSE;
	Placing placing = {.tasks = w->model.tasks,
			   .side = w->side,
			   .sites = w->sites,
			   .dims = dims,
			   .order = order,
			   .hosts = hosts->n,
			   .ppn = hosts->ppn,
			   .cells = setup->cells,
			   .seed = setup->seed};
	w->host = place_tasks(&placing, error);
	return w->host != NULL;
}

WorkloadCase *workload_case_new(const Paths *paths, const Mapping *hosts, const WorkloadSetup *setup, GError **error)
{
	g_autoptr(WorkloadCase) w = g_new0(WorkloadCase, 1);
	Application application = find(setup->name);
	guint32 cores;
	if (!count_cores(setup, hosts, &cores, error) || !make_exchange(w, setup, application, cores, error) ||
	    !place(w, paths, hosts, setup, application.dims, error))
		return NULL;
	w->hosts = count_hosts(w, paths);
	w->model.host = w->host;
	w->model.exchange = w->exchange;
	w->model.iterations = setup->iterations;
	w->model.compute_spread = setup->balance;
	w->model.bytes_spread = setup->bytes_spread;
	w->model.sends = setup->sends;
	w->model.speeds = setup->speeds;
	w->model.seed = setup->seed;
	return g_steal_pointer(&w);
}

void workload_case_free(WorkloadCase *w)
{
	if (!w)
		return;
	g_free(w->host);
	exchange_free(w->exchange);
	g_free(w);
}
