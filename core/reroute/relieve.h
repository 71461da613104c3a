/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Entries that could stay and are moved all the same, for the sake of even loads. */
#ifndef SSSP_CORE_REROUTE_RELIEVE_H
#define SSSP_CORE_REROUTE_RELIEVE_H

#include "core/reroute/tree.h"

#include <glib.h>

/*
 * All move an entry only where the path from there becomes cheaper by it (the sum of loads on it, as P-SSSP counts),
 * without a cycle in any lane, for routes to hosts. A tree chooses as a whole, on loads without its own, and each is
 * looked at a bounded number of times, so they come to an end.
 */

/*
 * Gives channels their share: those that are marked in fresh[n_channels] get routes that are minimal over them.
 * FALSE with SSSP_ERROR_MEMORY. O(switches x channels), and O(hops x ports) for each entry that can choose.
 */
gboolean relieve_by_fresh(Tree *tree, const guint8 *fresh, GError **error);

/*
 * Takes routes from the fullest channels until none has more than `efi` to carry, in at most `moves` moves, and
 * looks at no more than a few times as many trees. Returns the moves made.
 */
guint64 relieve_fullest(Tree *tree, guint64 efi, guint64 moves);

/*
 * Hosts that are on another switch than before choose again as a whole, at most so many entries: what was filled in
 * parted their paths. Returns entries moved.
 */
guint64 relieve_moved(Tree *tree, const guint8 *moved, guint64 moves);

#endif
