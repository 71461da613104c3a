/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reports the figures of a routing that sssp-route has computed: as lines of text, and as members of a JSON object,
 * which has some more.
 */
#include "generator/route/route_report.h"

#include "core/fabric/fabric_class.h"
#include "formats/tables/table_names.h"

#include <json-glib/json-glib.h>
#include <sys/resource.h>

static glong peak_rss_kib(void)
{
	struct rusage usage;
	return getrusage(RUSAGE_SELF, &usage) == 0 ? usage.ru_maxrss : 0;
}

/* The lanes of hosts and aggregation nodes, where there are aggregation nodes. */
static char *others_text(const Routing *r)
{
	if (!r->n_aggregation)
		return g_strdup("");
	return g_strdup_printf("classes    %u hosts need %u lanes, with %u aggregation nodes %u\n", r->n_hosts,
			       r->class_lanes[FABRIC_HOST], r->n_aggregation, r->class_lanes[FABRIC_AGGREGATION]);
}

/* What changed of the previous tables, where there were any. */
static char *changes_text(const RouteReport *report)
{
	const Changes *c = &report->routing->changes;
	if (!report->from)
		return g_strdup("");
	return g_strdup_printf("changes    %s: %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
			       " entries (%" G_GUINT64_FORMAT " had to), %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
			       " blocks; other SLs on %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
			       " paths that stayed\n",
			       report->routing->rerouted ? "previous routing kept" : "routed from scratch", c->changed,
			       c->entries, c->must, c->blocks_changed, c->blocks, c->sls_changed, c->paths);
}

static char *exchange_text(const RouteReport *report)
{
	const ExchangePlan *x = report->exchange;
	if (!x)
		return g_strdup("");
	g_autofree char *stages =
		x->first_phase
			? g_strdup_printf("two-phase update, as %s: of %u changed destinations %u wait for the second "
					  "phase, and %" G_GUINT64_FORMAT " pairs of hosts, of which %" G_GUINT64_FORMAT
					  " had a route",
					  x->why, x->changed, x->waiting, x->pairs_waiting, x->pairs_dropped)
			: g_strdup_printf("at once: %u destinations changed", x->changed);
	return g_strdup_printf("exchange   %s%s; %" G_GUINT64_FORMAT
			       " pairs of hosts may deadlock until their connections are opened again%s\n",
			       stages,
			       x->unproven ? "; the previous tables can deadlock by themselves"
			       : x->forced ? "; not proven free of credit loops until the second phase"
					   : "",
			       x->pairs_illegal, x->illegal->len ? " (" TABLES_RECONNECT ")" : "");
}

static char *price_text(const RouteReport *report)
{
	const Routing *lanes = report->lanes;
	return lanes ? g_strdup_printf(
			       "any SL     on %u lanes; without --sl any %u lanes would give edge-forwarding index "
			       "%" G_GUINT64_FORMAT ", pairs not minimal %" G_GUINT64_FORMAT "\n",
			       report->routing->vls_used, lanes->vls_needed, lanes->efi, lanes->nonminimal_pairs)
		     : g_strdup("");
}

static char *optimized_text(const RouteReport *report)
{
	const RouteOptimized *o = report->optimized;
	if (!o)
		return g_strdup("");
	const OptimizeState *s = &o->state;
	const char *what = o->pattern.send ? "bandwidth of the pattern"
			   : o->n_jobs     ? "bandwidth within jobs"
					   : "bisection bandwidth";
	if (!s->begun)
		return g_strdup_printf("optimized  nothing: %s after %.1f s, while the search was prepared\n",
				       o->interrupted ? "interrupted" : "its time was over", o->seconds);
	return g_strdup_printf("optimized  %s %.4f, was %.4f (%+.2f %%); edge-forwarding index %" G_GUINT64_FORMAT
			       ", was %" G_GUINT64_FORMAT "; %" G_GUINT64_FORMAT " steps in %.1f s%s\n",
			       what, s->best, s->before, 100 * (s->best / MAX(s->before, 1e-9) - 1), s->efi,
			       s->efi_before, s->steps, o->seconds, o->interrupted ? ", then interrupted" : "");
}

static char *jobs_text(const JobsWeighed *j)
{
	if (!j->n_jobs)
		return g_strdup("");
	if (j->lack)
		return g_strdup_printf("jobs       %u of %u hosts, for which routes are not weighed: %s\n", j->n_jobs,
				       j->n_hosts, j->lack);
	return g_strdup_printf("jobs       %u of %u hosts; bandwidth within jobs %.4f, was %.4f (%+.2f %%); "
			       "%" G_GUINT64_FORMAT " blocks are others for it; %.3f s\n",
			       j->n_jobs, j->n_hosts, j->after, j->before, 100 * (j->after / MAX(j->before, 1e-9) - 1),
			       j->blocks, j->seconds);
}

static char *lmc_text(const LmcFigures *l)
{
	if (!l->lids)
		return g_strdup("");
	return g_strdup_printf("LMC        %u LIDs of a port; %u of %u further ones have routes of their own, longer "
			       "%" G_GUINT64_FORMAT " pairs; UCX_IB_LID_PATH_BITS=0-%u\n",
			       l->lids, l->n_lids - l->n_followed, l->n_lids, l->longer, l->lids - 1);
}

char *route_report_text(const RouteReport *report)
{
	const Routing *r = report->routing;
	g_autofree char *others = others_text(r), *changes = changes_text(report), *exchange = exchange_text(report),
			*price = price_text(report), *optimized = optimized_text(report), *jobs = jobs_text(&r->jobs),
			*lmc = lmc_text(&r->lmc);
	return g_strdup_printf("fabric     %u endpoints on %u switches, %u switch-to-switch channels, %u LIDs\n"
			       "routes     %s, %u pass%s; edge-forwarding index %" G_GUINT64_FORMAT
			       ", pairs not minimal %" G_GUINT64_FORMAT "\n"
			       "lanes      %u needed, %u used\n"
			       "%s%s%s%s%s%s%s"
			       "seconds    read %.3f, route %.3f, layer %.3f, write %.3f; peak memory %ld KiB\n",
			       report->n_endpoints, r->n_switches, r->n_channels, r->n_dests, report->algorithm,
			       r->passes, r->passes == 1 ? "" : "es", r->efi, r->nonminimal_pairs, r->vls_needed,
			       r->vls_used, lmc, price, others, changes, exchange, jobs, optimized,
			       report->seconds_read, r->seconds_route, r->seconds_layer, report->seconds_write,
			       peak_rss_kib());
}

static void add_int(JsonBuilder *json, const char *name, gint64 value)
{
	json_builder_set_member_name(json, name);
	json_builder_add_int_value(json, value);
}

static void add_seconds(JsonBuilder *json, const char *name, double value)
{
	json_builder_set_member_name(json, name);
	json_builder_add_double_value(json, value);
}

static void add_times(JsonBuilder *json, const RouteReport *report)
{
	json_builder_set_member_name(json, "seconds");
	json_builder_begin_object(json);
	add_seconds(json, "read", report->seconds_read);
	add_seconds(json, "route", report->routing->seconds_route);
	add_seconds(json, "layer", report->routing->seconds_layer);
	add_seconds(json, "write", report->seconds_write);
	json_builder_end_object(json);
}

static void add_figures(JsonBuilder *json, const RouteReport *report)
{
	const Routing *r = report->routing;
	add_int(json, "endpoints", report->n_endpoints);
	add_int(json, "switches", r->n_switches);
	add_int(json, "channels", r->n_channels);
	add_int(json, "lids", r->n_dests);
	add_int(json, "assigned_lids", report->assigned_lids);
	json_builder_set_member_name(json, "algorithm");
	json_builder_add_string_value(json, report->algorithm);
	add_int(json, "passes", r->passes);
	add_int(json, "vls_needed", r->vls_needed);
	add_int(json, "vls_used", r->vls_used);
	add_int(json, "nonminimal_pairs", (gint64)r->nonminimal_pairs);
	add_int(json, "longest_path", r->longest);
	add_int(json, "efi_max", (gint64)r->efi);
	add_int(json, "management_pairs_unproven", 0); /* there are none any more; scripts may ask */
	json_builder_set_member_name(json, "safe_any_sl");
	json_builder_add_boolean_value(json, !r->path_sl);
	json_builder_set_member_name(json, "strategy");
	json_builder_add_string_value(json, r->strategy);
	json_builder_set_member_name(json, "steps_ended");
	json_builder_add_boolean_value(json, FALSE); /* no search ends early any more; scripts may ask */
	json_builder_set_member_name(json, "classes");
	json_builder_begin_object(json);
	add_int(json, fabric_class_name(FABRIC_HOST), r->n_hosts);
	add_int(json, fabric_class_name(FABRIC_AGGREGATION), r->n_aggregation);
	add_int(json, fabric_class_name(FABRIC_MANAGEMENT), r->n_switches);
	json_builder_end_object(json);
}

static void add_lmc(JsonBuilder *json, const LmcFigures *l)
{
	if (!l->lids)
		return;
	json_builder_set_member_name(json, "lmc_routes");
	json_builder_begin_object(json);
	add_int(json, "lids_of_a_port", l->lids);
	add_int(json, "further", l->n_lids);
	add_int(json, "own_routes", l->n_lids - l->n_followed);
	add_int(json, "longer_pairs", (gint64)l->longer);
	json_builder_end_object(json);
}

static void add_changes(JsonBuilder *json, const RouteReport *report)
{
	const Changes *c = &report->routing->changes;
	json_builder_set_member_name(json, "rerouted");
	json_builder_add_boolean_value(json, report->routing->rerouted);
	if (!report->from)
		return;
	json_builder_set_member_name(json, "changes");
	json_builder_begin_object(json);
	add_int(json, "entries", (gint64)c->entries);
	add_int(json, "changed", (gint64)c->changed);
	add_int(json, "must", (gint64)c->must);
	add_int(json, "blocks", (gint64)c->blocks);
	add_int(json, "blocks_changed", (gint64)c->blocks_changed);
	add_int(json, "paths", (gint64)c->paths);
	add_int(json, "sls_changed", (gint64)c->sls_changed);
	json_builder_end_object(json);
}

static void add_price(JsonBuilder *json, const Routing *lanes)
{
	if (!lanes)
		return;
	json_builder_set_member_name(json, "with_lanes");
	json_builder_begin_object(json);
	add_int(json, "vls_needed", lanes->vls_needed);
	add_int(json, "nonminimal_pairs", (gint64)lanes->nonminimal_pairs);
	add_int(json, "efi_max", (gint64)lanes->efi);
	json_builder_end_object(json);
}

static void add_exchange(JsonBuilder *json, const ExchangePlan *x)
{
	if (!x)
		return;
	json_builder_set_member_name(json, "exchange");
	json_builder_begin_object(json);
	add_int(json, "stages", x->first_phase ? 2 : 1);
	json_builder_set_member_name(json, "why");
	json_builder_add_string_value(json, x->first_phase ? x->why : "");
	json_builder_set_member_name(json, "proven");
	json_builder_add_boolean_value(json, !x->unproven && !x->forced);
	add_int(json, "changed", x->changed);
	add_int(json, "waiting", x->waiting);
	add_int(json, "pairs_waiting", (gint64)x->pairs_waiting);
	add_int(json, "pairs_dropped", (gint64)x->pairs_dropped);
	add_int(json, "pairs_illegal", (gint64)x->pairs_illegal);
	json_builder_end_object(json);
}

static void add_jobs(JsonBuilder *json, const JobsWeighed *j)
{
	if (!j->n_jobs)
		return;
	json_builder_set_member_name(json, "jobs");
	json_builder_begin_object(json);
	add_int(json, "jobs", j->n_jobs);
	add_int(json, "hosts", j->n_hosts);
	add_seconds(json, "bandwidth_before", j->before);
	add_seconds(json, "bandwidth", j->after);
	add_int(json, "blocks_changed", (gint64)j->blocks);
	add_seconds(json, "seconds", j->seconds);
	json_builder_set_member_name(json, "lack");
	json_builder_add_string_value(json, j->lack ? j->lack : "");
	json_builder_end_object(json);
}

/* Adds a bandwidth; null where it was not measured. */
static void add_bandwidth(JsonBuilder *json, const char *name, double value, gboolean known)
{
	if (known)
		add_seconds(json, name, value);
	else
		json_builder_add_null_value(json_builder_set_member_name(json, name));
}

static void add_optimized(JsonBuilder *json, const RouteOptimized *o)
{
	if (!o)
		return;
	json_builder_set_member_name(json, "optimized");
	json_builder_begin_object(json);
	add_int(json, "jobs", o->n_jobs);
	if (o->pattern.name) {
		json_builder_set_member_name(json, "pattern");
		json_builder_add_string_value(json, o->pattern.name);
	}
	add_int(json, "steps", (gint64)o->state.steps);
	add_int(json, "sweeps", (gint64)o->state.sweeps);
	add_bandwidth(json, "bandwidth_before", o->state.before, o->state.begun);
	add_bandwidth(json, "bandwidth", o->state.best, o->state.begun);
	add_int(json, "efi_max_before", (gint64)o->state.efi_before);
	add_int(json, "efi_max", (gint64)o->state.efi);
	add_seconds(json, "seconds", o->seconds);
	json_builder_set_member_name(json, "begun");
	json_builder_add_boolean_value(json, o->state.begun);
	json_builder_set_member_name(json, "interrupted");
	json_builder_add_boolean_value(json, o->interrupted);
	json_builder_end_object(json);
}

char *route_report_json(const RouteReport *report)
{
	g_autoptr(JsonBuilder) json = json_builder_new();
	json_builder_begin_object(json);
	add_figures(json, report);
	add_lmc(json, &report->routing->lmc);
	add_changes(json, report);
	add_exchange(json, report->exchange);
	add_price(json, report->lanes);
	add_jobs(json, &report->routing->jobs);
	add_optimized(json, report->optimized);
	add_times(json, report);
	add_int(json, "peak_rss_kib", peak_rss_kib());
	json_builder_end_object(json);
	g_autoptr(JsonNode) root = json_builder_get_root(json);
	g_autofree char *text = json_to_string(root, TRUE);
	return g_strconcat(text, "\n", NULL);
}
