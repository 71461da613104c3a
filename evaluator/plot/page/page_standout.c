/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Writes into a comparison's HTML page, in words, what stands out in the figures. In this order: the routings with the
 * highest and the lowest bandwidth, where chance does not explain the difference; cables between switches that no route
 * uses in one direction or both, by routing; cables that are slower or narrower than is most frequent in their class
 * (cable_classes.h).
 */
#include "evaluator/plot/page/page_parts.h"

#include "evaluator/draw/sketch/sketch_names.h"
#include "evaluator/measures/cable_classes.h"
#include "evaluator/measures/port_loads.h"
#include "evaluator/plot/page/html.h"

#define MOST_NAMES 40 /* of cables in one list */

typedef struct {
	GString *page;
	const Comparison *comparison;
	gboolean any; /* something has been said */
} Standout;

static void begin(Standout *s)
{
	if (!s->any)
		g_string_append(s->page, "<ul id=\"standout\">\n");
	s->any = TRUE;
	g_string_append(s->page, "<li>");
}

/* "between levels 1 and 2" */
static char *class_words(const CableClass *class)
{
	if (class->adapters)
		return g_strdup("to adapters");
	return class->low == class->high ? g_strdup_printf("within level %u", class->low)
					 : g_strdup_printf("between levels %u and %u", class->low, class->high);
}

/* Adds an end of a cable: a switch by a name that no other has, and the port. */
static void add_end(GString *page, const Fabric *f, guint32 port)
{
	guint32 node = f->ports[port].node;
	g_autofree char *name =
		fabric_is_switch(f, node) ? sketch_switch_name(f, node) : g_strdup(fabric_name(f, node));
	html_words(page, name);
	html_printf(page, " port %u", f->ports[port].num);
}

/* Adds the names of cables, hidden until a reader opens them; `rates`: with width and speed. */
static void add_names(Standout *s, const GArray *ports, gboolean rates)
{
	const Fabric *f = s->comparison->fabric;
	g_string_append(s->page, "\n<details><summary>which</summary>\n<ul>\n");
	for (guint32 i = 0; i < MIN(ports->len, MOST_NAMES); i++) {
		guint32 port = g_array_index(ports, guint32, i);
		guint8 width, speed;
		cable_rate(f, port, &width, &speed);
		g_string_append(s->page, "<li>");
		add_end(s->page, f, port);
		g_string_append(s->page, " - ");
		add_end(s->page, f, f->ports[port].peer);
		if (rates)
			html_printf(s->page, ": %ux %s", width, fabric_speed_name(speed));
		g_string_append(s->page, "</li>\n");
	}
	if (ports->len > MOST_NAMES)
		g_string_append_printf(s->page, "<li>and %u more</li>\n", ports->len - MOST_NAMES);
	g_string_append(s->page, "</ul>\n</details>");
}

/* ---- slow cables */

static void say_slow(Standout *s, const CableClass *class)
{
	const Fabric *f = s->comparison->fabric;
	g_autoptr(GArray) slow = g_array_new(FALSE, FALSE, sizeof(guint32));
	for (guint32 i = 0; i < class->n; i++)
		if (cable_is_slow(f, class, class->port[i]))
			g_array_append_val(slow, class->port[i]);
	if (!slow->len)
		return;
	g_autofree char *where = class_words(class);
	begin(s);
	html_printf(s->page, "%u of %u cables %s %s slower or narrower than most, which are %ux %s.", slow->len,
		    class->n, where, slow->len == 1 ? "is" : "are", class->width, fabric_speed_name(class->speed));
	add_names(s, slow, TRUE);
	g_string_append(s->page, "</li>\n");
}

/* ---- idle cables */

/* The cables of which routes use `used` directions: none, or one. */
static GArray *find_idle(const Fabric *f, const CableClass *class, const guint64 *load, guint used)
{
	GArray *idle = g_array_new(FALSE, FALSE, sizeof(guint32));
	for (guint32 i = 0; i < class->n; i++) {
		guint32 port = class->port[i];
		if ((load[port] != 0) + (load[f->ports[port].peer] != 0) == (int)used)
			g_array_append_val(idle, port);
	}
	return idle;
}

static void say_idle(Standout *s, const CableClass *class, const RoutingFacts *routing, const guint64 *load)
{
	static const char *const words[] = {"nothing", "nothing in one direction"};
	g_autofree char *where = class_words(class);
	for (guint used = 0; used < 2; used++) {
		g_autoptr(GArray) idle = find_idle(s->comparison->fabric, class, load, used);
		if (!idle->len)
			continue;
		begin(s);
		html_printf(s->page, "%s: %u of %u cables %s carry %s%s.", routing->name, idle->len, class->n, where,
			    words[used], routing->subset ? ", of the endpoints that are measured" : "");
		add_names(s, idle, FALSE);
		g_string_append(s->page, "</li>\n");
	}
}

static gboolean say_idle_of(Standout *s, const CableClasses *classes, const RoutingFacts *routing, GError **error)
{
	g_autofree guint64 *load = port_loads(s->comparison->fabric, routing->routes, error);
	for (guint32 i = 0; load && i < classes->n; i++)
		if (!classes->class[i].adapters)
			say_idle(s, &classes->class[i], routing, load);
	return load != NULL;
}

/* ---- bandwidth */

static const RoutingFacts *extreme(const Comparison *comparison, gboolean most)
{
	const RoutingFacts *found = NULL;
	for (guint i = 0; i < comparison->routings->len; i++) {
		const RoutingFacts *routing = page_routing(comparison, i);
		gdouble mean = routing->ebb->mean, so_far = found ? found->ebb->mean : 0;
		if (routing_facts_sound(routing) && (!found || (most ? mean > so_far : mean < so_far)))
			found = routing;
	}
	return found;
}

/* Compares bandwidths, only where chance does not explain the difference. */
static void say_bandwidth(Standout *s)
{
	const RoutingFacts *most = extreme(s->comparison, TRUE), *least = extreme(s->comparison, FALSE);
	if (!most || most->ebb->ci95_low <= least->ebb->ci95_high)
		return;
	begin(s);
	html_printf(s->page,
		    "Of the routings that are sound %s gives random bisections most bandwidth, %.1f %% of full, and %s "
		    "least, %.1f %%.",
		    most->name, 100 * most->ebb->mean, least->name, 100 * least->ebb->mean);
	g_string_append(s->page, "</li>\n");
}

/* ---- */

static void say_nothing(Standout *s)
{
	g_string_append(s->page,
			"<p id=\"standout\">Nothing: routes use every cable between switches, no cable is known to "
			"be slower than its peers");
	if (s->comparison->routings->len > 1)
		g_string_append(s->page, ", no routing gives clearly more bandwidth than another");
	g_string_append(s->page, ".</p>\n");
}

gboolean page_standout(GString *page, const Comparison *comparison, GError **error)
{
	Standout s = {page, comparison, FALSE};
	if (!comparison->routings->len)
		return TRUE;
	g_autoptr(CableClasses) classes =
		cable_classes_new(comparison->fabric, page_routing(comparison, 0)->levels, error);
	if (!classes)
		return FALSE;
	html_element(page, "h2", "What stands out");
	say_bandwidth(&s);
	for (guint i = 0; i < comparison->routings->len; i++)
		if (!say_idle_of(&s, classes, page_routing(comparison, i), error))
			return FALSE;
	for (guint32 i = 0; i < classes->n; i++)
		say_slow(&s, &classes->class[i]);
	if (s.any)
		g_string_append(page, "</ul>\n");
	else
		say_nothing(&s);
	return TRUE;
}
