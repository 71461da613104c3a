/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Writes opensm-sssp.status, a file that tells monitors what the plugin did last. Each line is a word and its value,
 * which is a number but for `state`, `how`, `failure`.
 */
#include "plugin/status.h"

#include "formats/tables/table_names.h"
#include "plugin/values/dump.h"
#include "plugin/log.h"

#include <string.h>

static void put(GString *out, const char *word, guint64 value)
{
	g_string_append_printf(out, "%s %" G_GUINT64_FORMAT "\n", word, value);
}

static void put_seconds(GString *out, const char *word, double value)
{
	char text[G_ASCII_DTOSTR_BUF_SIZE];
	g_string_append_printf(out, "%s %s\n", word, g_ascii_formatd(text, sizeof text, "%.3f", value));
}

static const char *how(const Engine *engine)
{
	return engine->loaded ? "loaded" : engine->published->routing->rerouted ? "kept" : "afresh";
}

static void put_routing(GString *out, const Engine *engine)
{
	const Routing *r = engine->published->routing;
	g_string_append_printf(out, "how %s\n", how(engine));
	put(out, "routed", (guint64)(engine->routed_at / G_USEC_PER_SEC));
	put(out, "switches", r->n_switches);
	put(out, "lids", r->n_dests);
	put(out, "hosts", r->n_hosts);
	put(out, "lanes", r->vls_used);
	put(out, "lanes_needed", r->vls_needed);
	put(out, "entries", r->changes.entries);
	put(out, "entries_changed", r->changes.changed);
	put(out, "nonminimal_pairs", r->nonminimal_pairs);
	put(out, "pairs_without_route", r->too_far);
	put(out, "unicast_proven", 1); /* a routing that is not proven is never published */
	put(out, "management_pairs_unproven", r->management_pairs_unproven);
	put(out, "multicast_proven", r->mcast != NULL);
	put_seconds(out, "route_seconds", r->seconds_route + r->seconds_layer);
	put(out, "phases", engine->phases);
	put_seconds(out, "exchange_seconds", engine->exchange_seconds);
}

static char *text_of(const Engine *engine)
{
	GString *out = g_string_new("sssp-status 1\n");
	g_string_append_printf(out, "state %s\n",
			       !engine_is_used(engine) ? "idle"
			       : engine->exchange      ? "exchanging"
						       : "routing");
	put(out, "written", (guint64)(g_get_real_time() / G_USEC_PER_SEC));
	put(out, "since", (guint64)(engine->loaded_at / G_USEC_PER_SEC));
	put(out, "failures", engine->failures);
	if (engine->failure) {
		g_autofree char *line = g_strdup(engine->failure);
		printable(line, "");
		g_string_append_printf(out, "failure %s\n", line);
	}
	if (engine->published)
		put_routing(out, engine);
	return g_string_free(out, FALSE);
}

void status_write(Engine *engine)
{
	g_autoptr(GError) error = NULL;
	if (engine->options.no_state)
		return;
	g_autofree char *folder = g_path_get_dirname(engine->options.state), *text = text_of(engine);
	gboolean written = dump_status(text, folder, &error);
	if (!written && !engine->status_failed)
		ENGINE_LOG(engine->osm, MSG_NOT_DUMPED, error->message);
	engine->status_failed = !written;
}
