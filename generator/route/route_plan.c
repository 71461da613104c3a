/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Writes as JSON how new tables take the place of those that switches have: the phases, the files of each and what
 * changes. Files are named without their folder: they lie with the tables.
 */
#include "generator/route/route_plan.h"

#include "core/tables/lft.h"
#include "formats/tables/table_names.h"

#include <json-glib/json-glib.h>

static void add_string(JsonBuilder *json, const char *name, const char *value)
{
	json_builder_add_string_value(json_builder_set_member_name(json, name), value);
}

static void add_boolean(JsonBuilder *json, const char *name, gboolean value)
{
	json_builder_add_boolean_value(json_builder_set_member_name(json, name), value);
}

static void add_count(JsonBuilder *json, const char *name, guint64 value)
{
	json_builder_add_int_value(json_builder_set_member_name(json, name), (gint64)value);
}

static void add_digest(JsonBuilder *json, const char *name, const Lft *lft)
{
	char digest[LFT_DIGEST_LENGTH + 1];
	lft_digest(lft, digest);
	add_string(json, name, digest);
}

static void add_phase(JsonBuilder *json, const char *lfts, const char *sl, gboolean learnt)
{
	json_builder_begin_object(json);
	add_string(json, "lfts", lfts);
	add_string(json, "sl", sl);
	add_boolean(json, "slvl_before", learnt);
	json_builder_end_object(json);
}

static void add_phases(JsonBuilder *json, const ExchangePlan *x)
{
	json_builder_begin_array(json_builder_set_member_name(json, "phases"));
	if (x->first_phase)
		add_phase(json, TABLES_STAGE, x->sl ? TABLES_STAGE_SL : TABLES_SL, FALSE);
	add_phase(json, TABLES_LFTS, TABLES_SL, x->first_phase && (x->tables_before_last || x->tables_after_first));
	json_builder_end_array(json);
}

char *route_plan_json(const ExchangePlan *x, const Routing *routing, const Lft *old)
{
	g_autoptr(JsonBuilder) json = json_builder_new();
	json_builder_begin_object(json);
	add_count(json, "plan", ROUTE_PLAN_VERSION);
	add_digest(json, "replaces", old);
	add_digest(json, "tables", routing->lft);
	add_phases(json, x);
	add_string(json, "why", x->first_phase ? x->why : "");
	add_boolean(json, "proven", !x->unproven && !x->forced);
	add_string(json, "reconnect", x->illegal->len ? TABLES_RECONNECT : "");
	add_count(json, "destinations_changed", x->changed);
	add_count(json, "destinations_waiting", x->waiting);
	add_count(json, "pairs_waiting", x->pairs_waiting);
	add_count(json, "pairs_dropped", x->pairs_dropped);
	add_count(json, "pairs_illegal", x->pairs_illegal);
	json_builder_end_object(json);
	g_autoptr(JsonNode) root = json_builder_get_root(json);
	g_autofree char *text = json_to_string(root, TRUE);
	return g_strconcat(text, "\n", NULL);
}
