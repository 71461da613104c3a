/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Draws fabrics and damage from random numbers. */
#include "tests/core/engines/guarded_draw.h"

#include "core/base/error.h"
#include "generator/synth/synth.h"
#include "tests/core/fixture.h"

#include <stdlib.h>
#include <string.h>

/* low .. high */
static guint from_to(GRand *rand, guint low, guint high)
{
	return (guint)g_rand_int_range(rand, (gint32)low, (gint32)high + 1);
}

/* ---- SPECs */

typedef enum {
	FATTREE,
	KARYTREE,
	XGFT,
	CLOS,
	LAST_TREE = CLOS,
	TORUS,
	MESH,
	HYPERCUBE,
	HYPERX,
	KAUTZ,
	DRAGONFLY,
	RANDOM,
	SLIMFLY,
	DEIMOS,
	N_FAMILIES
} Family;

static const char *const family_name[] = {"fattree:",
					  "karytree:",
					  "xgft:",
					  "clos:",
					  "torus:",
					  "mesh:",
					  "hypercube:",
					  "hyperx:",
					  "kautz:",
					  "dragonfly:",
					  "random:",
					  "slimfly:",
					  "deimos,fail=hosts:70%"};

static void draw_tree(GRand *rand, Family family, GString *spec)
{
	switch (family) {
	case FATTREE:
		g_string_append_printf(spec, "ports=%u,levels=%u,oversubscription=%u", 2 * from_to(rand, 2, 5),
				       from_to(rand, 2, 3), from_to(rand, 1, 2));
		break;
	case KARYTREE:
		g_string_append_printf(spec, from_to(rand, 0, 1) ? "%u,3" : "%u,2", from_to(rand, 2, 4));
		break;
	case XGFT:
		g_string_append_printf(spec, "3;%u,%u,%u;1,%u,%u", from_to(rand, 1, 4), from_to(rand, 2, 4),
				       from_to(rand, 2, 4), from_to(rand, 1, 3), from_to(rand, 1, 3));
		break;
	default:
		g_string_append_printf(spec, "leaves=%u,hosts=%u,spines=%u,links=%u", from_to(rand, 2, 12),
				       from_to(rand, 1, 6), from_to(rand, 1, 6), from_to(rand, 1, 3));
	}
}

static void draw_grid(GRand *rand, Family family, GString *spec)
{
	guint dimensions = from_to(rand, 1, 3);
	if (family == HYPERCUBE)
		g_string_append_printf(spec, "%u", from_to(rand, 1, 5));
	for (guint i = 0; i < dimensions && family != HYPERCUBE; i++)
		g_string_append_printf(spec, i ? "x%u" : "%u", from_to(rand, 2, dimensions == 3 ? 4 : 6));
	g_string_append_printf(spec, ",hosts=%u,links=%u", from_to(rand, 1, 3), from_to(rand, 0, 3) ? 1 : 2);
}

static void draw_other(GRand *rand, Family family, GString *spec)
{
	switch (family) {
	case KAUTZ:
		g_string_append_printf(spec, "%u,2,hosts=%u", from_to(rand, 2, 4), from_to(rand, 1, 3));
		break;
	case DRAGONFLY:
		g_string_append_printf(spec, "a=%u,p=%u,h=%u", from_to(rand, 2, 4), from_to(rand, 1, 3),
				       from_to(rand, 1, 2));
		break;
	case RANDOM:
		g_string_append_printf(spec, "switches=%u,ports=%u,hosts=%u", from_to(rand, 4, 40),
				       from_to(rand, 6, 12), from_to(rand, 1, 3));
		break;
	case SLIMFLY:
		g_string_append_printf(spec, "%u,hosts=%u", from_to(rand, 3, 5), from_to(rand, 1, 2));
		break;
	default:
		break;
	}
}

static void draw_damage(GRand *rand, GString *spec)
{
	guint how = from_to(rand, 0, 7);
	if (how >= 4)
		g_string_append_printf(spec, ",fail=links:%u%%", how == 4 ? from_to(rand, 1, 15) : from_to(rand, 1, 5));
	if (how == 3 || how == 4)
		g_string_append_printf(spec, ",fail=switches:%u", from_to(rand, 1, 3));
	if (how == 2 || how == 4)
		g_string_append_printf(spec, ",fail=hosts:%u%%", from_to(rand, 5, 60));
	if (how >= 2)
		g_string_append_printf(spec, ",seed=%u", from_to(rand, 1, 1000));
}

char *guarded_draw_spec(guint32 seed)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
	Family family = (Family)(seed % (2 * N_FAMILIES) / 2);
	if (family == DEIMOS && seed % (20 * N_FAMILIES) / 2 != DEIMOS) /* is large */
		family = RANDOM;
	GString *spec = g_string_new(family_name[family]);
	if (family <= LAST_TREE)
		draw_tree(rand, family, spec);
	else if (family <= HYPERX)
		draw_grid(rand, family, spec);
	else
		draw_other(rand, family, spec);
	if (from_to(rand, 0, 2) == 0)
		g_string_append(spec, from_to(rand, 0, 1) ? ",an=leaf" : ",an=all");
	draw_damage(rand, spec);
	if (from_to(rand, 0, 2) == 0)
		g_string_append_printf(spec, ",shuffle=%u", from_to(rand, 1, 1000));
	return g_string_free(spec, FALSE);
}

/* ---- what the seed adds */

static gboolean is_trunk(const Fabric *fabric, guint32 port)
{
	guint32 peer = fabric->ports[port].peer;
	return peer != FABRIC_NONE && fabric_is_switch(fabric, fabric->ports[port].node) &&
	       fabric_is_switch(fabric, fabric->ports[peer].node);
}

/* Each cable between switches with this probability. */
static void cut(GRand *rand, Fabric *fabric, guint percent)
{
	for (guint32 i = 0; i < fabric->n_ports; i++)
		if (is_trunk(fabric, i) && i < fabric->ports[i].peer && from_to(rand, 0, 99) < percent)
			fabric_uncable(fabric, i);
}

static CaseKind kind_of(const char *spec)
{
	const char *links = strstr(spec, "fail=links:");
	gboolean tree = FALSE;
	for (guint i = 0; i <= LAST_TREE; i++)
		tree |= g_str_has_prefix(spec, family_name[i]);
	if (!tree || strstr(spec, "fail=switches") || strstr(spec, "fail=hosts"))
		return CASE_OTHER;
	if (!links)
		return CASE_WHOLE_TREE;
	return atoi(links + strlen("fail=links:")) <= 5 ? CASE_DAMAGED_TREE : CASE_OTHER;
}

Fabric *guarded_draw_fabric(const char *spec, guint32 seed, Case *drawn)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(GRand) rand = g_rand_new_with_seed(seed + 1000000);
	g_autoptr(Fabric) fabric = g_ascii_isupper(*spec) ? fixture_fabric(spec) : synth_fabric(spec, &error);
	if (!fabric && g_error_matches(error, SSSP_ERROR, SSSP_ERROR_IMPOSSIBLE))
		return NULL;
	ck_assert_msg(fabric != NULL, "%s: %s", spec, error ? error->message : "");
	guint lmc = from_to(rand, 0, 4) ? 0 : from_to(rand, 1, 2);
	*drawn = (Case){.kind = kind_of(spec), .passes = from_to(rand, 0, 1) * from_to(rand, 1, 3)};
	for (guint n = from_to(rand, 0, 2); n == 2 && from_to(rand, 0, 3);)
		fabric->nodes[fabric->switches[from_to(rand, 0, fabric->n_switches - 1)]].manager = 1;
	drawn->in_pieces = from_to(rand, 0, 4) == 0;
	if (drawn->in_pieces) {
		cut(rand, fabric, from_to(rand, 20, 60));
		drawn->kind = CASE_OTHER;
	}
	ck_assert_msg(fabric_assign_lids(fabric, lmc, NULL, &error), "%s: %s", spec, error ? error->message : "");
	return g_steal_pointer(&fabric);
}
