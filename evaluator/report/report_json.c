/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Prints a report as JSON. The tree of figures is copied node by node into a tree of json-glib, which prints it. */
#include "evaluator/report/report.h"

#include <json-glib/json-glib.h>

static JsonNode *node_of(const Figure *figure);

static JsonNode *object_of(const Figure *figure)
{
	JsonObject *object = json_object_new();
	for (guint i = 0; i < figure->parts->len; i++) {
		const Figure *part = g_ptr_array_index(figure->parts, i);
		json_object_set_member(object, part->key, node_of(part));
	}
	JsonNode *node = json_node_init_object(json_node_alloc(), object);
	json_object_unref(object);
	return node;
}

static JsonNode *array_of(const Figure *figure)
{
	JsonArray *array = json_array_sized_new(figure->parts->len);
	for (guint i = 0; i < figure->parts->len; i++)
		json_array_add_element(array, node_of(g_ptr_array_index(figure->parts, i)));
	JsonNode *node = json_node_init_array(json_node_alloc(), array);
	json_array_unref(array);
	return node;
}

static JsonNode *node_of(const Figure *figure)
{
	switch (figure->kind) {
	case FIGURE_INTEGER:
		return json_node_init_int(json_node_alloc(), figure->integer);
	case FIGURE_REAL:
		return json_node_init_double(json_node_alloc(), figure->real);
	case FIGURE_BOOLEAN:
		return json_node_init_boolean(json_node_alloc(), figure->boolean);
	case FIGURE_STRING:
		return json_node_init_string(json_node_alloc(), figure->string);
	case FIGURE_OBJECT:
		return object_of(figure);
	case FIGURE_ARRAY:
		return array_of(figure);
	}
	g_assert_not_reached();
}

char *report_json(const Report *report)
{
	g_autoptr(JsonNode) root = node_of(report->root);
	g_autofree char *text = json_to_string(root, TRUE);
	return g_strconcat(text, "\n", NULL);
}
