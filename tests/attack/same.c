/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#include "tests/attack/attack.h"

#include <string.h>

static gboolean same_lanes(const Sl2vl *a, const Sl2vl *b)
{
	if (!a != !b)
		return FALSE;
	for (guint32 row = 0; a && row < a->n_switches; row++) {
		if (a->guid[row] != b->guid[row] || a->n_ports[row] != b->n_ports[row])
			return FALSE;
		for (guint in = 0; in <= a->n_ports[row]; in++)
			for (guint out = 0; out <= a->n_ports[row]; out++)
				if (memcmp(sl2vl_get(a, row, in, out), sl2vl_get(b, row, in, out), sizeof(SlMap)))
					return FALSE;
	}
	return TRUE;
}

static gboolean same_bytes(gconstpointer a, gconstpointer b, gsize bytes)
{
	return !a == !b && (!a || !memcmp(a, b, bytes));
}

const char *same_routing(const Routing *one, const Routing *other)
{
	gsize n = one->n_switches, entries = n * one->n_lids;
	if (n != other->n_switches || one->n_lids != other->n_lids)
		return "other sizes";
	if (!same_bytes(one->lft->guid, other->lft->guid, n * sizeof(guint64)))
		return "other switches";
	if (!same_bytes(one->lft->port, other->lft->port, entries))
		return "other forwarding tables";
	if (!one->path_sl != !other->path_sl ||
	    (one->path_sl && !same_bytes(one->path_sl->sl, other->path_sl->sl, entries)))
		return "other SLs";
	if (!same_bytes(one->hops, other->hops, n * n))
		return "other hops";
	if (!same_lanes(one->sl2vl, other->sl2vl))
		return "other SL to VL tables";
	if (one->vls_used != other->vls_used)
		return "another number of lanes";
	if (one->nonminimal_pairs + one->lmc.longer != other->nonminimal_pairs + other->lmc.longer)
		return "another number of longer pairs";
	return one->efi == other->efi ? NULL : "another EFI";
}
