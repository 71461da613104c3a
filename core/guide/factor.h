/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds out what one dimension of a product of graphs is: a row, a ring, all joined to all. Switches that the cables of
 * the other dimensions join have one coordinate, so the factor is what is left when these are drawn together.
 */
#ifndef SSSP_CORE_GUIDE_FACTOR_H
#define SSSP_CORE_GUIDE_FACTOR_H

#include "core/guide/squares.h"

#include <glib.h>

#define FACTOR_MOST 1024 /* layers */

typedef enum {
	FACTOR_JOINED, /* one hop from anywhere to anywhere, nearly; or nothing that is known */
	FACTOR_ROW,    /* neighbours have coordinates one apart */
	FACTOR_RING,   /* also the first and the last */
} FactorKind;

typedef struct {
	FactorKind kind;
	guint32 length;          /* coordinates are below it; 0 of FACTOR_JOINED */
	guint32 *layer;          /* [n_switches] the part that stays together without this dimension's cables */
	guint32 n_layers;        /* */
	guint8 *adjacent;        /* [n_layers][n_layers] */
	guint32 at[FACTOR_MOST]; /* [n_layers] coordinate */
} Factor;

/*
 * `sure`: cables whose dimension is a guess are left out. FALSE with SSSP_ERROR_MEMORY; clear it in any case.
 * O(channels + layers^3).
 */
gboolean factor_init(Factor *factor, const Squares *squares, guint dimension, gboolean sure, GError **error);
void factor_clear(Factor *factor);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Factor, factor_clear)

/* The coordinate of a switch; 0 of all where it is not known. */
static inline guint32 factor_at(const Factor *factor, guint32 v)
{
	guint32 at = factor->kind == FACTOR_JOINED ? 0 : factor->at[factor->layer[v]];
	return at < factor->length ? at : 0;
}

#endif
