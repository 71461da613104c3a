/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Measures what the jobs of a file gain and lose when new tables replace old ones. Each job is measured as if it were
 * alone, by both sets of tables: only its endpoints take part. Then all jobs are measured while they send at the same
 * time.
 */
#include "evaluator/commands/change/rehearse_jobs.h"

#include "core/base/error.h"
#include "evaluator/commands/change/jobs_together.h"
#include "evaluator/measures/efi.h"
#include "evaluator/paths/subset.h"
#include "formats/input.h"
#include "formats/text/scan.h"

#include <math.h>
#include <string.h>

gdouble job_gain(const Job *job)
{
	gdouble gain = job->new.ebb - job->now.ebb;
	return fabs(gain) < JOB_MATTERS ? 0 : gain;
}

static void free_job(gpointer data)
{
	Job *job = data;
	if (job->list)
		g_array_unref(job->list);
	g_free(job->name);
	g_free(job);
}

static gboolean measure_loads(const Paths *paths, JobFigures *figures, GError **error)
{
	g_autoptr(RouteFacts) routes = route_facts_new(paths, error);
	for (guint32 c = 0; routes && c < paths->n_channels; c++)
		if (paths->from[c] != paths->to[c] && routes->load[c] > figures->load) {
			figures->load = routes->load[c];
			figures->channel = c;
		}
	return routes != NULL;
}

static gboolean measure(Paths *paths, const GArray *endpoints, const EbbOptions *ebb, JobFigures *figures,
			GError **error)
{
	*figures = (JobFigures){1, PATHS_NONE, 0};
	if (!paths_take_only(paths, (const guint32 *)(const void *)endpoints->data, endpoints->len, error) ||
	    !measure_loads(paths, figures, error))
		return FALSE;
	if (endpoints->len < 2)
		return TRUE;
	g_autoptr(EbbFacts) facts = ebb_facts_new(paths, ebb, error);
	figures->ebb = facts ? facts->mean : 0;
	return facts != NULL;
}

/* Splits entry i, "NAME: HOSTS"; `hosts` becomes a list of one entry. FALSE with an error. */
static gboolean take_apart(const NameList *list, gsize i, char **name, NameList *hosts, GError **error)
{
	char *text = list->text + list->name[i].at, *colon = strchr(text, ':');
	*name = g_strstrip(g_strndup(text, colon ? (gsize)(colon - text) : 0));
	hosts->text = colon ? g_strstrip(colon + 1) : text;
	*hosts->name = (NameLine){0, list->name[i].line};
	return (**name && *hosts->text) ||
	       scan_error_at(list->file, list->name[i].line, error, "a line is 'NAME: HOSTS', not '%.100s'", text);
}

static Job *job_new(const NameList *list, gsize i, Paths *now, Paths *new, const EbbOptions *ebb, GError **error)
{
	NameLine line;
	NameList hosts = {&line, 1, NULL, list->file};
	Job *job = g_new0(Job, 1);
	g_autoptr(GArray) endpoints = take_apart(list, i, &job->name, &hosts, error)
					      ? subset_endpoints(now->fabric, &hosts, FALSE, error)
					      : NULL;
	job->endpoints = endpoints ? endpoints->len : 0;
	job->list = endpoints ? g_array_ref(endpoints) : NULL;
	if (endpoints && measure(now, endpoints, ebb, &job->now, error) &&
	    measure(new, endpoints, ebb, &job->new, error))
		return job;
	free_job(job);
	return NULL;
}

GPtrArray *jobs_measure(const char *file, Paths *now, Paths *new, const EbbOptions *ebb, GError **error)
{
	g_autoptr(NameList) list = input_name_list(file, error);
	g_autoptr(GPtrArray) jobs = g_ptr_array_new_with_free_func(free_job);
	g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);
	for (gsize i = 0; list && i < list->n; i++) {
		Job *job = job_new(list, i, now, new, ebb, error);
		if (!job)
			return NULL;
		g_ptr_array_add(jobs, job);
		if (!g_hash_table_add(names, job->name)) {
			scan_error_at(list->file, list->name[i].line, error, "there is a job '%.100s' already",
				      job->name);
			return NULL;
		}
	}
	return list ? g_steal_pointer(&jobs) : NULL;
}

static gboolean measure_all(const GPtrArray *lists, const GArray *all, Paths *paths, const EbbOptions *ebb,
			    gdouble *value, GError **error)
{
	return paths_take_only(paths, (const guint32 *)(const void *)all->data, all->len, error) &&
	       jobs_together(paths, lists, ebb, value, error);
}

gboolean jobs_measure_together(const GPtrArray *jobs, Paths *now, Paths *new, const EbbOptions *ebb,
			       JobsTogether *together, GError **error)
{
	g_autoptr(GPtrArray) lists = g_ptr_array_new();
	g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(guint32));
	for (guint i = 0; i < jobs->len; i++) {
		GArray *list = ((const Job *)g_ptr_array_index(jobs, i))->list;
		g_ptr_array_add(lists, list);
		g_array_append_vals(all, list->data, list->len);
	}
	return measure_all(lists, all, now, ebb, &together->now, error) &&
	       measure_all(lists, all, new, ebb, &together->new, error);
}
