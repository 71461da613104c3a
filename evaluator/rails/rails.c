/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds which switch serves which rail (the adapters with one device number), and adapters that hang on the wrong
 * switch. Adapters are sorted by (kind of machine, switch, device): each run of equal keys is what a switch has of a
 * rail of a kind. The right switch of an adapter is voted for by the machines of its kind (the same name but for
 * numbers). Each votes for the switch where its own adapter of that device hangs, with as many votes as its other rails
 * share switches with the machine in question.
 */
#include "evaluator/rails/rails.h"

#include "core/base/by_keys.h"
#include "core/base/error.h"
#include "formats/lists/host_fold.h"

#include <stdlib.h>
#include <string.h>

/* An adapter with a device number, of a machine with a name. */
typedef struct {
	guint32 kind, node, device, machine, endpoint;
} Adapter;

guint32 rails_switch(const Fabric *fabric, guint32 endpoint)
{
	return fabric->ports[fabric->ports[fabric->endpoints[endpoint]].peer].node;
}

/* A machine's name with # for each number. */
static char *kind_name(const char *machine)
{
	GString *name = g_string_new(NULL);
	for (const char *c = machine; *c; c++)
		if (!g_ascii_isdigit(*c))
			g_string_append_c(name, *c);
		else if (c == machine || !g_ascii_isdigit(c[-1]))
			g_string_append_c(name, '#');
	return g_string_free(name, FALSE);
}

static int by_text(const void *a, const void *b)
{
	return strcmp(((const RailKind *)a)->name, ((const RailKind *)b)->name);
}

static void find_kinds(Rails *r)
{
	const Machines *m = r->machines;
	g_autoptr(GHashTable) number = g_hash_table_new(g_str_hash, g_str_equal);
	GArray *kinds = g_array_new(FALSE, TRUE, sizeof(RailKind));
	for (guint32 i = 0; i < m->n; i++) {
		RailKind new = {.name = kind_name(m->name[i])};
		if (!m->named[i] || !g_hash_table_add(number, new.name)) {
			g_free(new.name);
			continue;
		}
		g_array_append_val(kinds, new);
	}
	g_array_sort(kinds, by_text);
	r->n_kinds = kinds->len;
	r->kinds = (RailKind *)(gpointer)g_array_free(kinds, FALSE);
	g_hash_table_remove_all(number);
	for (guint32 k = 0; k < r->n_kinds; k++)
		g_hash_table_insert(number, r->kinds[k].name, GUINT_TO_POINTER(k));
	for (guint32 i = 0; i < m->n; i++) {
		g_autofree char *name = kind_name(m->name[i]);
		r->kind[i] = m->named[i] ? GPOINTER_TO_UINT(g_hash_table_lookup(number, name)) : RAILS_NONE;
		if (r->kind[i] != RAILS_NONE) {
			r->kinds[r->kind[i]].machines++;
			r->kinds[r->kind[i]].adapters += machines_size(m, i);
		} else
			r->nameless += machines_size(m, i);
	}
}

static gint by_place(gconstpointer a, gconstpointer b)
{
	const Adapter *x = a, *y = b;
	return BY_KEYS({x->kind, y->kind}, {x->node, y->node}, {x->device, y->device}, {x->endpoint, y->endpoint});
}

/* By kind, device and machine: what the kind has of a device. */
static gint by_device(gconstpointer a, gconstpointer b)
{
	const Adapter *x = a, *y = b;
	return BY_KEYS({x->kind, y->kind}, {x->device, y->device}, {x->machine, y->machine},
		       {x->endpoint, y->endpoint});
}

static GArray *gather(const Rails *r)
{
	const Machines *m = r->machines;
	GArray *adapters = g_array_new(FALSE, FALSE, sizeof(Adapter));
	for (guint32 e = 0; e < m->fabric->n_endpoints; e++) {
		guint32 machine = m->of[e];
		if (machine == MACHINES_NONE || r->kind[machine] == RAILS_NONE || m->device[e] == MACHINES_NONE)
			continue;
		Adapter a = {r->kind[machine], rails_switch(m->fabric, e), m->device[e], machine, e};
		g_array_append_val(adapters, a);
		r->kinds[a.kind].numbered++;
	}
	return adapters;
}

/*
 * Adds the leaf of one kind on one switch, adapters a[i] .. a[end - 1]: it serves the first of the rails that have most
 * adapters there.
 */
static void add_leaf(Rails *r, const Adapter *a, guint i, guint end)
{
	RailLeaf leaf = {a[i].node, a[i].kind, a[i].device, 0, 0};
	for (guint from = i, to; from < end; from = to) {
		for (to = from + 1; to < end && a[to].device == a[from].device;)
			to++;
		if (to - from > leaf.adapters) {
			leaf.adapters = to - from;
			leaf.device = a[from].device;
		}
	}
	leaf.others = end - i - leaf.adapters;
	r->kinds[leaf.kind].astray += leaf.others;
	g_array_append_val(r->leaves, leaf);
}

static void find_leaves(Rails *r, GArray *adapters)
{
	g_array_sort(adapters, by_place);
	const Adapter *a = (const Adapter *)(gconstpointer)adapters->data;
	for (guint i = 0, end; i < adapters->len; i = end) {
		for (end = i + 1; end < adapters->len && a[end].kind == a[i].kind && a[end].node == a[i].node;)
			end++;
		add_leaf(r, a, i, end);
	}
}

/* How many switches a machine of the same kind shares with `machine` on equal rails, without the rail of `device`. */
static guint32 count_common(const Rails *r, const Adapter *a, guint32 machine, guint32 device)
{
	const Machines *m = r->machines;
	guint32 n = 0;
	for (guint32 i = m->first[machine]; i < m->first[machine + 1] && a->machine != machine; i++)
		n += m->device[m->endpoint[i]] == a->device && a->device != device &&
		     rails_switch(m->fabric, m->endpoint[i]) == a->node;
	return n;
}

/* The switch of `device` at machines of its kind, weighted by the switches they share with `machine`; RAILS_NONE. */
static guint32 likely_switch(const Rails *r, const GArray *adapters, guint32 machine, guint32 device)
{
	const Adapter *a = (const Adapter *)(gconstpointer)adapters->data;
	g_autofree guint32 *alike = g_new0(guint32, r->machines->n);
	g_autofree guint32 *votes = g_new0(guint32, r->machines->fabric->n_nodes);
	guint32 best = RAILS_NONE;
	for (guint i = 0; i < adapters->len; i++)
		if (a[i].kind == r->kind[machine])
			alike[a[i].machine] += count_common(r, &a[i], machine, device);
	for (guint i = 0; i < adapters->len; i++) {
		if (a[i].kind != r->kind[machine] || a[i].device != device)
			continue;
		votes[a[i].node] += alike[a[i].machine];
		if (votes[a[i].node] > (best == RAILS_NONE ? 0 : votes[best]))
			best = a[i].node;
	}
	return best;
}

/* The adapter of the same machine that is on the switch where `at` belongs, and belongs where `at` is; RAILS_NONE. */
static guint32 find_swap(const Rails *r, const RailAstray *at, GArray *adapters)
{
	const Machines *m = r->machines;
	guint32 machine = m->of[at->endpoint];
	for (guint32 i = m->first[machine]; i < m->first[machine + 1]; i++) {
		guint32 e = m->endpoint[i];
		if (e != at->endpoint && rails_switch(m->fabric, e) == at->right &&
		    likely_switch(r, adapters, machine, m->device[e]) == at->node)
			return e;
	}
	return RAILS_NONE;
}

/* Lists the adapters of aligned kinds that are on a switch of another rail. */
static void find_astray(Rails *r, GArray *adapters)
{
	const Adapter *a = (const Adapter *)(gconstpointer)adapters->data;
	guint at = 0;
	g_array_sort(adapters, by_place);
	for (guint i = 0; i < adapters->len; i++) {
		const RailLeaf *leaf = &g_array_index(r->leaves, RailLeaf, at);
		while (leaf->kind != a[i].kind || leaf->node != a[i].node)
			leaf = &g_array_index(r->leaves, RailLeaf, ++at);
		if (!r->kinds[a[i].kind].aligned || leaf->device == a[i].device)
			continue;
		RailAstray one = {a[i].endpoint, a[i].node, likely_switch(r, adapters, a[i].machine, a[i].device),
				  RAILS_NONE};
		one.swap = one.right == RAILS_NONE ? RAILS_NONE : find_swap(r, &one, adapters);
		g_array_append_val(r->astray, one);
	}
}

/* Lists the machines of a kind that have none of the adapters i .. end - 1, of a device that most of the kind have. */
static void find_lacking(Rails *r, GArray *adapters, guint i, guint end)
{
	const Adapter *a = (const Adapter *)(gconstpointer)adapters->data;
	g_autoptr(GHashTable) has = g_hash_table_new(NULL, NULL);
	for (guint at = i; at < end; at++)
		g_hash_table_add(has, GUINT_TO_POINTER(a[at].machine + 1));
	for (guint32 machine = 0; machine < r->machines->n; machine++)
		if (r->kind[machine] == a[i].kind && !g_hash_table_contains(has, GUINT_TO_POINTER(machine + 1))) {
			RailLack lack = {machine, a[i].device, likely_switch(r, adapters, machine, a[i].device)};
			g_array_append_val(r->lacking, lack);
		}
}

/*
 * Counts the devices that more than half of the machines of a kind have; with `look`, lists the machines without them.
 */
static void for_common_devices(Rails *r, GArray *adapters, gboolean look)
{
	g_array_sort(adapters, by_device);
	const Adapter *a = (const Adapter *)(gconstpointer)adapters->data;
	for (guint i = 0, end; i < adapters->len; i = end) {
		RailKind *kind = &r->kinds[a[i].kind];
		guint machines = 1;
		for (end = i + 1; end < adapters->len && a[end].kind == a[i].kind && a[end].device == a[i].device;
		     end++)
			machines += a[end].machine != a[end - 1].machine;
		if (look && kind->aligned && 2 * machines > kind->machines)
			find_lacking(r, adapters, i, end);
		if (!look && 2 * machines > kind->machines)
			kind->n_devices++;
	}
}

/* Finds the rate that most cables of each kind have. */
static void find_rates(Rails *r, const GArray *adapters)
{
	const Fabric *fabric = r->machines->fabric;
	g_autoptr(GHashTable) count = g_hash_table_new(NULL, NULL); /* of the kind under work: rate */
	guint32 kind = RAILS_NONE;
	guint most = 0;
	for (guint i = 0; i < adapters->len; i++) {
		const Adapter *a = &g_array_index(adapters, Adapter, i);
		gpointer mbps = GUINT_TO_POINTER(fabric_port_mbps(&fabric->ports[fabric->endpoints[a->endpoint]]));
		if (a->kind != kind) {
			g_hash_table_remove_all(count);
			most = 0;
		}
		kind = a->kind;
		guint n = GPOINTER_TO_UINT(g_hash_table_lookup(count, mbps)) + 1;
		g_hash_table_insert(count, mbps, GUINT_TO_POINTER(n));
		if (n > most) {
			most = n;
			r->kinds[kind].mbps = GPOINTER_TO_UINT(mbps);
		}
	}
}

static void settle_kinds(Rails *r)
{
	for (guint32 k = 0; k < r->n_kinds; k++)
		r->kinds[k].aligned = r->kinds[k].machines >= RAILS_LEAST && r->kinds[k].n_devices >= 2 &&
				      r->kinds[k].astray <= r->kinds[k].numbered / RAILS_ASTRAY;
}

static gint by_rail(gconstpointer a, gconstpointer b, gpointer user)
{
	const RailLeaf *x = a, *y = b;
	const Fabric *fabric = user;
	gint order = BY_KEYS({x->kind, y->kind}, {x->device, y->device});
	order = order ? order : host_name_compare(fabric_name(fabric, x->node), fabric_name(fabric, y->node));
	return order ? order : BY_KEYS({x->node, y->node});
}

static gint by_machine(gconstpointer a, gconstpointer b, gpointer user)
{
	const Machines *m = user;
	guint32 x = ((const RailAstray *)a)->endpoint, y = ((const RailAstray *)b)->endpoint;
	return BY_KEYS({m->of[x], m->of[y]}, {m->device[x], m->device[y]});
}

static gint by_lack(gconstpointer a, gconstpointer b)
{
	const RailLack *x = a, *y = b;
	return BY_KEYS({x->machine, y->machine}, {x->device, y->device});
}

static void list_devices(Rails *r, const GArray *adapters)
{
	g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
	for (guint i = 0; i < adapters->len; i++) {
		guint32 device = g_array_index(adapters, Adapter, i).device;
		if (g_hash_table_add(seen, GUINT_TO_POINTER(device + 1)))
			g_array_append_val(r->devices, device);
	}
	g_array_sort(r->devices, by_number);
}

Rails *rails_new(const Machines *machines, GError **error)
{
	g_autoptr(Rails) r = g_new0(Rails, 1);
	r->machines = machines;
	r->leaves = g_array_new(FALSE, FALSE, sizeof(RailLeaf));
	r->astray = g_array_new(FALSE, FALSE, sizeof(RailAstray));
	r->lacking = g_array_new(FALSE, FALSE, sizeof(RailLack));
	r->devices = g_array_new(FALSE, FALSE, sizeof(guint32));
	r->kind = g_try_new(guint32, (gsize)machines->n + 1);
	if (!r->kind)
		return sssp_error_memory_null(error, "rails", machines->n * sizeof(guint32));
	find_kinds(r);
	g_autoptr(GArray) adapters = gather(r);
	list_devices(r, adapters);
	find_leaves(r, adapters);
	for_common_devices(r, adapters, FALSE);
	settle_kinds(r);
	find_rates(r, adapters);
	for_common_devices(r, adapters, TRUE);
	find_astray(r, adapters);
	g_array_sort_with_data(r->leaves, by_rail, (gpointer)machines->fabric);
	g_array_sort_with_data(r->astray, by_machine, (gpointer)machines);
	g_array_sort(r->lacking, by_lack);
	return g_steal_pointer(&r);
}

gboolean rails_hold(const Rails *r)
{
	return !r->astray->len && !r->lacking->len;
}

void rails_free(Rails *r)
{
	if (!r)
		return;
	for (guint32 k = 0; k < r->n_kinds; k++)
		g_free(r->kinds[k].name);
	g_free(r->kinds);
	g_free(r->kind);
	GArray *arrays[] = {r->leaves, r->astray, r->lacking, r->devices};
	for (guint i = 0; i < G_N_ELEMENTS(arrays); i++)
		if (arrays[i])
			g_array_unref(arrays[i]);
	g_free(r);
}
