/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Looks for credit loops of packets on any SL, whether or not it is that of their path. Two SLs are alike when every SL
 * to VL map that packets can meet sends both to the same VL. Where all these maps are the identity, all SLs are alike
 * but SL 15, which is dropped, and the SL of multicast packets. The search for loops is done once for each kind of SL,
 * and once with all SLs together.
 */
#include "evaluator/deadlock/any_sl.h"

#include "core/base/error.h"

/*
 * Marks used[n_maps], the maps that packets can meet at a switch. Packets that leave by the port they came in by are
 * left out: they go back and forth for ever on any SL.
 */
static void mark_switch(const Paths *p, const Sl2vl *sl2vl, guint32 row, guint8 *used)
{
	const Fabric *fabric = p->fabric;
	const FabricNode *node = &fabric->nodes[fabric->switches[row]];
	gssize table = sl2vl_find(sl2vl, node->guid);
	if (table < 0) {
		used[0] = TRUE; /* a switch without a table maps by the identity */
		return;
	}
	for (guint in = 0; in <= node->n_ports; in++)
		for (guint out = 1; out <= node->n_ports; out++)
			if (in != out && fabric->ports[node->first_port + out].peer != FABRIC_NONE &&
			    (in == 0 || fabric->ports[node->first_port + in].peer != FABRIC_NONE))
				used[sl2vl_get(sl2vl, (guint32)table, in, out) - sl2vl->maps] = TRUE;
}

static gboolean mapped_alike(const Sl2vl *sl2vl, const guint8 *used, guint a, guint b)
{
	for (guint32 i = 0; i < sl2vl->n_maps; i++)
		if (used[i] && (sl2vl->maps[i].vl[a] & 15) != (sl2vl->maps[i].vl[b] & 15))
			return FALSE;
	return TRUE;
}

/* TRUE: every map that packets meet is the identity. */
static gboolean only_identity(const Sl2vl *sl2vl, const guint8 *used)
{
	for (guint32 i = 0; i < sl2vl->n_maps; i++)
		for (guint sl = 0; used[i] && sl < SL_COUNT; sl++)
			if ((sl2vl->maps[i].vl[sl] & 15) != sl)
				return FALSE;
	return TRUE;
}

/* Where each SL uses the VL of its number: all are alike but 15 (dropped) and the SL that multicast packets share. */
static void compare_numbers(AnySlFacts *facts, const Multicast *multicast, guint mcast_sl)
{
	guint lowest = multicast && mcast_sl == 0 ? 1 : 0;
	for (guint sl = 0; sl < SL_COUNT; sl++)
		facts->sl[sl].same_as = (guint8)(sl == LANES_DROP || (multicast && sl == mcast_sl) ? sl : lowest);
}

static gboolean compare_sls(AnySlFacts *facts, const Paths *p, const Sl2vl *sl2vl, const Multicast *multicast,
			    guint mcast_sl, GError **error)
{
	g_autofree guint8 *used = g_try_malloc0((gsize)sl2vl->n_maps + 1);
	if (!used)
		return sssp_error_memory(error, "SL to VL tables", sl2vl->n_maps);
	for (guint32 row = 0; row < p->n_rows; row++)
		mark_switch(p, sl2vl, row, used);
	if (only_identity(sl2vl, used)) {
		compare_numbers(facts, multicast, mcast_sl);
		return TRUE;
	}
	for (guint sl = 0; sl < SL_COUNT; sl++) {
		guint like = 0;
		while (!mapped_alike(sl2vl, used, like, sl))
			like++;
		facts->sl[sl].same_as = (guint8)like;
	}
	return TRUE;
}

/* Evaluates the lowest SL of each kind, and copies its result to the others of the kind. FALSE with an error. */
static gboolean judge_each(AnySlFacts *facts, const Lanes *all, const Multicast *multicast, guint mcast_sl,
			   GError **error)
{
	for (guint sl = 0; sl < SL_COUNT; sl++) {
		AnySl *at = &facts->sl[sl];
		if (at->same_as != sl)
			continue;
		Lanes one = *all;
		one.any = 1u << sl;
		g_autoptr(DeadlockFacts) own = deadlock_facts_new(&one, FALSE, multicast, mcast_sl, error);
		if (!own)
			return FALSE;
		at->free = own->free;
		at->routes = own->counts.routes;
		at->dropped = own->counts.dropped;
	}
	for (guint sl = 0; sl < SL_COUNT; sl++) {
		guint8 like = facts->sl[sl].same_as;
		facts->sl[sl] = facts->sl[like];
		facts->sl[sl].same_as = like;
	}
	return TRUE;
}

AnySlFacts *any_sl_facts_new(const Paths *paths, const Sl2vl *sl2vl, const Multicast *multicast, guint mcast_sl,
			     GError **error)
{
	g_autoptr(AnySlFacts) facts = g_new0(AnySlFacts, 1);
	guint32 kinds = 0;
	if (!sl2vl)
		compare_numbers(facts, multicast, mcast_sl);
	else if (!compare_sls(facts, paths, sl2vl, multicast, mcast_sl, error))
		return NULL;
	for (guint sl = 0; sl < SL_COUNT; sl++)
		kinds |= 1u << facts->sl[sl].same_as;
	g_autoptr(Lanes) lanes = lanes_new_any(paths, sl2vl, kinds, mcast_sl, error);
	if (!lanes || !judge_each(facts, lanes, multicast, mcast_sl, error))
		return NULL;
	facts->all = deadlock_facts_new(lanes, FALSE, multicast, mcast_sl, error);
	return facts->all ? g_steal_pointer(&facts) : NULL;
}

void any_sl_facts_free(AnySlFacts *facts)
{
	if (!facts)
		return;
	deadlock_facts_free(facts->all);
	g_free(facts);
}
