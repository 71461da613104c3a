/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads a plan of cables, as CSV or ibdm's .topo, and makes a fabric of it with GUIDs that count from 1. Cables are
 * collected first, as a node has as many ports as the highest that is named.
 */
#include "formats/net/plan.h"

#include "core/base/error.h"
#include "formats/text/scan.h"

#include <string.h>

#define FIRST_GUID 1

typedef struct {
	char *name;
	guint ports, cables; /* highest port; how many are named */
} PlanNode;

typedef struct {
	guint node, port;
} PlanEnd;

typedef struct {
	PlanEnd a, b;
	guint8 width, speed;
	guint line;
} PlanCable;

typedef struct {
	const char *file;
	guint line;
	GHashTable *number; /* name: index + 1 */
	GArray *nodes, *cables;
	int here; /* the node of .topo whose cables follow, -1: none */
} Plan;

static guint find_node(Plan *plan, const char *name)
{
	guint at = GPOINTER_TO_UINT(g_hash_table_lookup(plan->number, name));
	if (at)
		return at - 1;
	PlanNode node = {g_strdup(name), 0, 0};
	g_array_append_val(plan->nodes, node);
	g_hash_table_insert(plan->number, node.name, GUINT_TO_POINTER(plan->nodes->len));
	return plan->nodes->len - 1;
}

static gboolean port_number(const char *text, guint *port)
{
	guint64 n;
	text += *text == 'P' || *text == 'p';
	gboolean ok = g_ascii_string_to_unsigned(text, 10, 1, FABRIC_MAX_PORTS, &n, NULL);
	*port = ok ? (guint)n : 0;
	return ok;
}

/* Reads "4xNDR", or "4x-10G" of .topo, of which only the width is taken; a text without a width is fine. */
static void take_link(const char *text, PlanCable *cable)
{
	guint64 width = g_ascii_strtoull(text, NULL, 10);
	const char *x = strchr(text, 'x');
	if (!x || width == 0 || width > 12)
		return;
	cable->width = (guint8)width;
	cable->speed = (guint8)fabric_speed_from_name(x + 1);
}

static gboolean add_cable(Plan *plan, const char *const name[2], const char *const port[2], const char *link,
			  GError **error)
{
	PlanCable cable = {.line = plan->line};
	PlanEnd *end[] = {&cable.a, &cable.b};
	for (guint i = 0; i < 2; i++) {
		if (!*name[i])
			return scan_error_at(plan->file, plan->line, error, "a name is missing");
		if (!port_number(port[i], &end[i]->port))
			return scan_error_at(plan->file, plan->line, error, "'%.100s' is no number of a port", port[i]);
		end[i]->node = find_node(plan, name[i]);
		PlanNode *node = &g_array_index(plan->nodes, PlanNode, end[i]->node);
		node->ports = MAX(node->ports, end[i]->port);
		node->cables++;
	}
	take_link(link, &cable);
	g_array_append_val(plan->cables, cable);
	return TRUE;
}

/* The next field of a CSV line, behind which *at is left; NULL at the end. */
static char *next_field(char **at)
{
	char *c = *at, *field, *end;
	if (!c)
		return NULL;
	c += strspn(c, " \t");
	if (*c == '"' && (end = strchr(c + 1, '"'))) {
		*end = '\0';
		field = c + 1;
		c = end + 1;
	} else
		field = c;
	c = strchr(c, ',');
	*at = c ? c + 1 : NULL;
	if (c)
		*c = '\0';
	return g_strstrip(field);
}

static gboolean take_csv(Plan *plan, char *line, GError **error)
{
	const char *field[5] = {"", "", "", "", ""};
	char *at = line, *next;
	guint n = 0, port;
	while ((next = next_field(&at)))
		if (n < G_N_ELEMENTS(field))
			field[n++] = next;
	if (n < 4)
		return scan_error_at(plan->file, plan->line, error, "a line is FROM,PORT,TO,PORT[,LINK]");
	if (!plan->cables->len && !port_number(field[1], &port) && !port_number(field[3], &port))
		return TRUE; /* a heading */
	return add_cable(plan, (const char *[]){field[0], field[2]}, (const char *[]){field[1], field[3]}, field[4],
			 error);
}

/* Reads "TYPE NAME" or " P1 -4x-10G-> TYPE NAME P1"; a cable that both of its nodes list is one cable. */
static gboolean take_topo(Plan *plan, char *line, GError **error)
{
	g_auto(GStrv) word = g_strsplit_set(g_strstrip(line), " \t", -1);
	GPtrArray *words = g_ptr_array_new();
	for (guint i = 0; word[i]; i++)
		if (*word[i])
			g_ptr_array_add(words, word[i]);
	guint n = words->len;
	g_autofree const char **w = (const char **)g_ptr_array_free(words, FALSE);
	if (n == 2 && !strstr(w[1], "->")) {
		plan->here = (int)find_node(plan, w[1]);
		return TRUE;
	}
	if (n != 5 || !g_str_has_suffix(w[1], "->") || plan->here < 0)
		return scan_error_at(plan->file, plan->line, error, "neither 'TYPE NAME' nor 'PORT -> TYPE NAME PORT'");
	const char *here = g_array_index(plan->nodes, PlanNode, plan->here).name;
	return add_cable(plan, (const char *[]){here, w[3]}, (const char *[]){w[0], w[4]}, w[1] + (*w[1] == '-'),
			 error);
}

static gboolean take_lines(Plan *plan, char *text, GError **error)
{
	gboolean csv = FALSE;
	for (char *line = text, *next; line; line = next) {
		next = strchr(line, '\n');
		if (next)
			*next++ = '\0';
		plan->line++;
		g_strchomp(line);
		const char *first = line + strspn(line, " \t");
		if (!*first || *first == '#')
			continue;
		csv = csv || (!plan->nodes->len && strchr(line, ',') != NULL);
		if (!(csv ? take_csv : take_topo)(plan, line, error))
			return FALSE;
	}
	return plan->cables->len > 0 || scan_error_at(plan->file, 0, error, "there is no cable in it");
}

static gboolean join(const Plan *plan, Fabric *fabric, const PlanCable *c, GError **error)
{
	guint32 a = fabric_port_index(fabric, c->a.node, c->a.port),
		b = fabric_port_index(fabric, c->b.node, c->b.port);
	if (fabric->ports[a].peer == b && a != b)
		return TRUE;
	FabricPort *ends[] = {&fabric->ports[a], &fabric->ports[b]};
	for (guint i = 0; i < 2; i++) {
		if (ends[i]->peer != FABRIC_NONE || a == b)
			return scan_error_at(plan->file, c->line, error, "port %u of '%.100s' has a cable already",
					     ends[i]->num, fabric_name(fabric, ends[i]->node));
		ends[i]->width = c->width;
		ends[i]->speed = c->speed;
	}
	return fabric_cable(fabric, a, b, error);
}

static Fabric *build(const Plan *plan, GError **error)
{
	g_autoptr(Fabric) fabric = fabric_new();
	for (guint i = 0; i < plan->nodes->len; i++) {
		const PlanNode *node = &g_array_index(plan->nodes, PlanNode, i);
		gboolean adapter = node->cables == 1 && node->ports <= 2;
		if (fabric_add_node(fabric, adapter ? FABRIC_CA : FABRIC_SWITCH, FIRST_GUID + i, MAX(node->ports, 1),
				    node->name, error) == FABRIC_NONE)
			return NULL;
	}
	for (guint i = 0; i < plan->cables->len; i++)
		if (!join(plan, fabric, &g_array_index(plan->cables, PlanCable, i), error))
			return NULL;
	return fabric_seal(fabric, error) ? g_steal_pointer(&fabric) : NULL;
}

gboolean plan_is(const char *text)
{
	for (; *text; text += *text == '\n') {
		const char *c = text + strspn(text, " \t\r");
		gsize length = strcspn(c, "\n");
		if (*c && *c != '\n' && *c != '#') {
			g_autofree char *line = g_strndup(c, length);
			g_strchomp(line);
			guint commas = 0, blanks = 0;
			for (const char *at = line; *at; at++) {
				commas += *at == ',';
				blanks += g_ascii_isspace(*at) && !g_ascii_isspace(at[1]);
			}
			return commas >= 3 || (blanks == 1 && !strpbrk(line, "\"=:{") && strstr(c + length, "->"));
		}
		text = c + length;
	}
	return FALSE;
}

Fabric *plan_parse(char *text, const char *file, GError **error)
{
	Plan plan = {.file = file, .here = -1};
	plan.number = g_hash_table_new(g_str_hash, g_str_equal);
	plan.nodes = g_array_new(FALSE, FALSE, sizeof(PlanNode));
	plan.cables = g_array_new(FALSE, FALSE, sizeof(PlanCable));
	Fabric *fabric = take_lines(&plan, text, error) ? build(&plan, error) : NULL;
	for (guint i = 0; i < plan.nodes->len; i++)
		g_free(g_array_index(plan.nodes, PlanNode, i).name);
	g_array_unref(plan.nodes);
	g_array_unref(plan.cables);
	g_hash_table_unref(plan.number);
	return fabric;
}
