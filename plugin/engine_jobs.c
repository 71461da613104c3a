/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds the jobs of a sweep: groups of hosts, read from a file or from OpenSM's partitions (a job for each P_Key but
 * the default one). OpenSM builds its partitions before it routes, in the same sweep and the same thread. The jobs of
 * the published routing are kept, as they tell which of the new jobs run already.
 */
#include "plugin/engine_jobs.h"

#include "core/base/error.h"
#include "plugin/values/job_file.h"
#include "plugin/last_routing.h"
#include "plugin/log.h"

#include <opensm/osm_partition.h>

/* ---- partitions */

static void free_groups(GArray *groups)
{
	for (guint i = 0; i < groups->len; i++)
		g_array_unref(g_array_index(groups, JobGroup, i).guids);
	g_array_unref(groups);
}

/* Returns the GUIDs of the full members of a partition; limited members cannot send to each other. */
static GArray *full_members(const osm_prtn_t *partition)
{
	GArray *guids = g_array_new(FALSE, FALSE, sizeof(guint64));
	const cl_map_t *members = &partition->full_guid_tbl;
	for (cl_map_iterator_t at = cl_map_head(members); at != cl_map_end(members); at = cl_map_next(at)) {
		guint64 guid = cl_ntoh64(cl_map_key(at));
		g_array_append_val(guids, guid);
	}
	return guids;
}

static Jobs *jobs_of_partitions(const osm_subn_t *subn, const Fabric *fabric, GError **error)
{
	const guint16 base = 0x7fff; /* without the bit of full membership */
	const cl_qmap_t *map = &subn->prtn_pkey_tbl;
	GArray *groups = g_array_new(FALSE, FALSE, sizeof(JobGroup));
	for (cl_map_item_t *item = cl_qmap_head(map); item != cl_qmap_end(map); item = cl_qmap_next(item)) {
		const osm_prtn_t *partition = (const osm_prtn_t *)item;
		guint16 pkey = cl_ntoh16(partition->pkey) & base;
		JobGroup group = {.rank = pkey};
		if (pkey == base)
			continue;
		group.guids = full_members(partition);
		g_array_append_val(groups, group);
	}
	Jobs *jobs = jobs_of_groups(fabric, (const JobGroup *)(gconstpointer)groups->data, groups->len, error);
	free_groups(groups);
	return jobs;
}

/* ---- jobs of a file or of partitions */

static Jobs *jobs_of_file(const Engine *engine, const Fabric *fabric, GError **error)
{
	JobListUnknown unknown;
	Jobs *jobs = job_file_read(engine->options.jobs, fabric, &unknown, error);
	if (jobs && unknown.n)
		ENGINE_LOG(engine->osm, MSG_JOBS_UNKNOWN, engine->options.jobs, unknown.line, unknown.first, unknown.n);
	return jobs;
}

static Jobs *read_jobs(const Engine *engine, const Fabric *fabric)
{
	g_autoptr(GError) error = NULL;
	Jobs *jobs = engine->options.jobs_of_pkeys ? jobs_of_partitions(&engine->osm->subn, fabric, &error)
						   : jobs_of_file(engine, fabric, &error);
	if (jobs) {
		jobs_find_running(jobs, fabric, engine->jobs);
		return jobs;
	}
	ENGINE_LOG(engine->osm, MSG_JOBS_BAD, engine->jobs ? "the previous ones count" : "routes are made without",
		   error->message);
	return engine->jobs ? jobs_on_fabric(engine->jobs, fabric, NULL) : NULL;
}

void engine_jobs_choose(Engine *engine, const Fabric *fabric, RoutingOptions *options)
{
	if (!engine->options.jobs && !engine->options.jobs_of_pkeys)
		return;
	if (!engine->published) { /* Until then the jobs that an earlier process kept are the previous ones. */
		g_clear_pointer(&engine->jobs, jobs_free);
		engine->jobs = engine->restored.jobs ? jobs_from_state(engine->restored.jobs) : NULL;
	}
	if (options->capacities) {
		ENGINE_LOG(engine->osm, MSG_JOBS_THROTTLED);
		return;
	}
	if (!(engine->jobs_next = read_jobs(engine, fabric)))
		return;
	options->jobs = &engine->jobs_next->routing;
}

void engine_jobs_loaded(Engine *engine, const Fabric *fabric)
{
	if (engine->published || (!engine->options.jobs && !engine->options.jobs_of_pkeys))
		return;
	g_autoptr(GArray) members = last_routing_jobs(engine, fabric);
	g_clear_pointer(&engine->jobs, jobs_free);
	engine->jobs = members ? jobs_from_state(members) : NULL;
}

void engine_jobs_tell(const Engine *engine, const Routing *routing)
{
	const JobsWeighed *jobs = &routing->jobs;
	if (!engine->jobs_next)
		return;
	if (jobs->lack)
		ENGINE_LOG(engine->osm, MSG_JOBS_NONE, jobs->n_jobs, jobs->n_hosts, jobs->lack);
	else if (!jobs->n_weighed)
		ENGINE_LOG(engine->osm, MSG_JOBS_BEGUN, jobs->n_jobs, jobs->n_hosts);
	else
		ENGINE_LOG(engine->osm, MSG_JOBS, jobs->n_jobs, jobs->n_hosts, jobs->n_weighed, jobs->after,
			   jobs->before, 100 * (jobs->after / MAX(jobs->before, 1e-9) - 1), jobs->blocks,
			   jobs->seconds * 1e3);
}

void engine_jobs_published(Engine *engine)
{
	if (!engine->jobs_next)
		return;
	jobs_free(engine->jobs);
	engine->jobs = g_steal_pointer(&engine->jobs_next);
}

void engine_jobs_clear(Engine *engine)
{
	g_clear_pointer(&engine->jobs, jobs_free);
	g_clear_pointer(&engine->jobs_next, jobs_free);
}
