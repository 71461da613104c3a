/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Half of the cases begin with a SPEC, of any family, the others with a shape of our own. */
#include "bench/drawn/cliff.h"
#include "generator/synth/synth.h"
#include "tests/attack/attack.h"

#include <math.h>

/* Hosts beyond these cost time in the judge and enter nothing new: they are taken out again at random. */
enum { HOSTS_LEAST = 40, HOSTS_MORE = 500, DRAWS = 60, EVENTS_MOST = 4, LIST_MOST = 6 };

/* Cases that take little time. */
enum { LIGHT_LARGER = 20, LIGHT_HOSTS_LEAST = 2, LIGHT_HOSTS_MORE = 30, LIGHT_HOSTS_MOST = 60, LIGHT_EVENTS = 1 };

/* ---- what it begins with */

/* From `least` to `most`, small ones as likely as large ones. */
static guint draw_size(GRand *rand, guint least, guint most)
{
	double low = log(least), high = log(most + 1.0);
	return CLAMP((guint)exp(g_rand_double_range(rand, low, high)), least, most);
}

static gboolean begin_with_spec(Case *c, GRand *rand, guint least, guint most)
{
	g_autoptr(GString) spec = g_string_new(NULL);
	for (guint i = 0; i < DRAWS; i++) {
		guint hosts = 0, switches = 0;
		g_string_truncate(spec, 0);
		cliff_family_spec(pick(rand, cliff_n_families), rand, spec, &hosts, &switches);
		if (switches < least || switches > most || hosts > 12 * most)
			continue;
		g_autoptr(Fabric) fabric = synth_fabric(spec->str, NULL);
		if (!fabric)
			continue;
		case_take_fabric(c, fabric);
		return TRUE;
	}
	return FALSE;
}

/* Hosts on all switches, on one in some, on those with few cables, or here and there. */
static void add_hosts(Case *c, GRand *rand)
{
	guint kind = pick(rand, 4), many = 1 + pick(rand, 4), part = 1 + pick(rand, 5);
	for (guint32 i = 0, n = c->nodes->len; i < n; i++) {
		guint hosts = kind == 0 ? many : kind == 1 ? (once_in(rand, part) ? many : 0) : pick(rand, 3);
		if (kind == 2)
			hosts = case_node(c, i)->last <= 3 + part ? many : 0;
		for (; hosts; hosts--) {
			guint64 guid = ((guint64)g_rand_int(rand) << 20) + c->nodes->len + 1;
			case_join(c, case_add_node(c, FABRIC_CA, guid, 1), i);
		}
	}
}

static void thin_hosts(Case *c, GRand *rand, guint least, guint more)
{
	guint hosts = c->nodes->len - case_count(c, FABRIC_SWITCH), most = least + pick(rand, more);
	g_autofree guint8 *marked = g_malloc0(c->nodes->len + 1);
	for (guint32 i = 0; i < c->nodes->len && hosts > most; i++)
		marked[i] = case_node(c, i)->type != FABRIC_SWITCH && pick(rand, hosts) >= most;
	case_remove(c, marked);
}

/* ---- wishes and events */

static guint64 any_guid(const Case *c, GRand *rand)
{
	return case_node(c, pick(rand, c->nodes->len))->guid;
}

static void add_guids(const Case *c, GRand *rand, GArray *guids)
{
	for (guint k = once_in(rand, 4) ? pick(rand, LIST_MOST) : 0; k; k--) {
		guint64 guid = any_guid(c, rand);
		g_array_append_val(guids, guid);
	}
}

static void draw_wishes(Case *c, GRand *rand)
{
	static const char *const engines[] = {"psssp", "psssp", "psssp", "psssp", "psssp", "p2sssp", "minhop", "updn"};
	static const guint lanes[] = {0, 1, 2, 2, 3, 3, 4, 4, 8, 8, 15};
	CaseWishes *w = &c->wishes;
	gboolean large = case_count(c, FABRIC_SWITCH) > LARGE_SWITCHES;
	*w = (CaseWishes){.max_vls = lanes[pick(rand, G_N_ELEMENTS(lanes))],
			  .passes = once_in(rand, 2) ? 0 : pick(rand, 4),
			  .lmc = once_in(rand, 6) ? pick(rand, large ? 3 : 5) : 0,
			  .asymmetric = once_in(rand, 3),
			  .no_spread = once_in(rand, 3),
			  .capacities = once_in(rand, 3),
			  .stand = once_in(rand, 2),
			  .stay = once_in(rand, 3),
			  .sparse = !large && once_in(rand, 12),
			  .files = once_in(rand, large ? 8 : 4),
			  .foreign = once_in(rand, 8),
			  .budget = once_in(rand, 2) ? -1 : (gint)pick(rand, 101)};
	w->lmc_routes = w->lmc % LMC_N_ROUTES;
	g_strlcpy(w->engine, engines[pick(rand, G_N_ELEMENTS(engines))], sizeof w->engine);
	add_guids(c, rand, c->order);
	add_guids(c, rand, c->roots);
	for (guint k = once_in(rand, 4) ? pick(rand, LIST_MOST) : 0; k; k--) {
		SwitchPort port = {any_guid(c, rand), (guint8)(1 + pick(rand, 40))};
		g_array_append_val(c->ignored, port);
	}
}

/*
 * Published routes, which lanes do not change, searches that end early, and jobs. From numbers of their own: cases that
 * have neither are the same as before there were these wishes.
 */
static void draw_rare_wishes(Case *c, guint32 seed)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed(~seed);
	CaseWishes *w = &c->wishes;
	if (once_in(rand, 8))
		g_strlcpy(w->engine, once_in(rand, 2) ? "published" : "published-unit", sizeof w->engine);
	w->jobs = once_in(rand, 4) ? 1 + pick(rand, 2) : 0;
	c->settled[0] = w->jobs > 1;
}

/* Mostly cables that go; some come back, and some nodes go with all of theirs. */
static void draw_events(Case *c, GRand *rand, guint most)
{
	for (guint k = pick(rand, most + 1); k && c->cables->len; k--) {
		const CaseCable *cable = case_cable(c, pick(rand, c->cables->len));
		guint32 node = once_in(rand, 2) ? cable->a : cable->b;
		CaseEvent event = {case_node(c, node)->guid, node == cable->a ? cable->port_a : cable->port_b};
		if (once_in(rand, 5))
			event.port = 0;
		if (c->events->len && once_in(rand, 5))
			event = g_array_index(c->events, CaseEvent, pick(rand, c->events->len));
		g_array_append_val(c->events, event);
	}
}

Case *draw_case(guint32 seed, guint least, guint most, gboolean light, const Fabric *base)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
	if (light)
		most = MIN(most, least + least / LIGHT_LARGER);
	Case *c = case_new();
	if (base) {
		case_take_fabric(c, base);
	} else if (!once_in(rand, 2) || !begin_with_spec(c, rand, least, most)) {
		shape_draw(c, rand, draw_size(rand, least, most));
		add_hosts(c, rand);
	}
	mutate(c, rand);
	if (light)
		thin_hosts(c, rand, LIGHT_HOSTS_LEAST, once_in(rand, 12) ? LIGHT_HOSTS_MOST : LIGHT_HOSTS_MORE);
	else
		thin_hosts(c, rand, HOSTS_LEAST, HOSTS_MORE);
	draw_wishes(c, rand);
	draw_rare_wishes(c, seed);
	draw_events(c, rand, light ? LIGHT_EVENTS : EVENTS_MOST);
	return c;
}
