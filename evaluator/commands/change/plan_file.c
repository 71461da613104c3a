/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads the file in which sssp-route --plan describes an update of tables in one or two phases: a JSON object. A file
 * with a missing member or one of another type is refused; unknown members are ignored.
 */
#include "evaluator/commands/change/plan_file.h"

#include "core/base/error.h"

#include <json-glib/json-glib.h>
#include <string.h>

#define VERSION 1
#define DEEPEST 16 /* most objects and arrays inside one another */

/* The member of that name and type, NULL: there is none. */
static JsonNode *member(JsonObject *object, const char *name, GType type)
{
	JsonNode *node = object ? json_object_get_member(object, name) : NULL;
	return node && JSON_NODE_HOLDS_VALUE(node) && json_node_get_value_type(node) == type ? node : NULL;
}

static gboolean take_string(JsonObject *object, const char *name, char **value)
{
	JsonNode *node = member(object, name, G_TYPE_STRING);
	*value = node ? g_strdup(json_node_get_string(node)) : NULL;
	return node != NULL;
}

/* Copies the name of a file beside the tables into *value. FALSE: it is missing or names a folder too. */
static gboolean take_name(JsonObject *object, const char *name, char **value)
{
	return take_string(object, name, value) && !strchr(*value, '/');
}

static gboolean take_boolean(JsonObject *object, const char *name, gboolean *value)
{
	JsonNode *node = member(object, name, G_TYPE_BOOLEAN);
	*value = node && json_node_get_boolean(node);
	return node != NULL;
}

static JsonObject *object_at(JsonArray *array, guint i)
{
	JsonNode *node = json_array_get_element(array, i);
	return JSON_NODE_HOLDS_OBJECT(node) ? json_node_get_object(node) : NULL;
}

static gboolean take_phases(JsonObject *object, PlanFile *plan)
{
	JsonNode *node = json_object_get_member(object, "phases");
	JsonArray *phases = node && JSON_NODE_HOLDS_ARRAY(node) ? json_node_get_array(node) : NULL;
	plan->n_phases = phases ? json_array_get_length(phases) : 0;
	if (!plan->n_phases || plan->n_phases > PLAN_PHASES) {
		plan->n_phases = 0;
		return FALSE;
	}
	for (guint i = 0; i < plan->n_phases; i++) {
		PlanPhase *phase = &plan->phase[i];
		JsonObject *is = object_at(phases, i);
		if (!take_name(is, "lfts", &phase->lfts) || !take_name(is, "sl", &phase->sl) ||
		    !take_boolean(is, "slvl_before", &phase->slvl_before))
			return FALSE;
	}
	return TRUE;
}

static gboolean take_plan(JsonNode *root, PlanFile *plan)
{
	JsonObject *object = root && JSON_NODE_HOLDS_OBJECT(root) ? json_node_get_object(root) : NULL;
	JsonNode *version = member(object, "plan", G_TYPE_INT64);
	return version && json_node_get_int(version) == VERSION && take_string(object, "replaces", &plan->replaces) &&
	       take_string(object, "tables", &plan->tables) && take_phases(object, plan) &&
	       take_string(object, "why", &plan->why) && take_name(object, "reconnect", &plan->reconnect) &&
	       take_boolean(object, "proven", &plan->proven);
}

/*
 * TRUE: brackets are nested deeper than DEEPEST. The JSON parser recurses for each, so such a file could exhaust the
 * stack.
 */
static gboolean is_deep(const char *text, gsize length)
{
	guint depth = 0, deepest = 0;
	for (gsize i = 0; i < length; i++) {
		depth += text[i] == '[' || text[i] == '{' ? 1 : 0;
		deepest = MAX(deepest, depth);
		depth -= depth && (text[i] == ']' || text[i] == '}') ? 1 : 0;
	}
	return deepest > DEEPEST;
}

PlanFile *plan_file_read(const char *path, GError **error)
{
	g_autoptr(GError) why = NULL;
	g_autofree char *text = NULL;
	gsize length;
	if (!g_file_get_contents(path, &text, &length, &why))
		return sssp_error_null(error, SSSP_ERROR_IO, "%s", why->message);
	g_autoptr(JsonParser) parser = json_parser_new_immutable();
	g_autoptr(PlanFile) plan = g_new0(PlanFile, 1);
	if (!is_deep(text, length) && json_parser_load_from_data(parser, text, (gssize)length, &why) &&
	    take_plan(json_parser_get_root(parser), plan))
		return g_steal_pointer(&plan);
	return sssp_error_null(error, SSSP_ERROR_INPUT, "%s: no plan as sssp-route --plan writes it%s%s", path,
			       why ? ": " : "", why ? why->message : "");
}

void plan_file_free(PlanFile *plan)
{
	if (!plan)
		return;
	for (guint i = 0; i < PLAN_PHASES; i++) {
		g_free(plan->phase[i].lfts);
		g_free(plan->phase[i].sl);
	}
	g_free(plan->replaces);
	g_free(plan->tables);
	g_free(plan->why);
	g_free(plan->reconnect);
	g_free(plan);
}
