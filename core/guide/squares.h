/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds which cables are of the same dimension in a product of graphs (a grid, a torus, a hypercube, ..). It looks for
 * squares: four switches that four cables join in a ring. Opposite cables of a square belong to one dimension (D.
 * Djokovic, "Distance-Preserving Subgraphs of Hypercubes", 1973; P. Winkler, 1984). So do two cables at a switch that
 * span no square (T. Feder, "Product Graph Representations", 1992; W. Imrich, S. Klavzar, "Product Graphs"). A set is
 * all cables that the first rule joins. Lost cables break squares, so the second rule joins two sets by majority: where
 * their cables meet at more switches without a square than with one.
 */
#ifndef SSSP_CORE_GUIDE_SQUARES_H
#define SSSP_CORE_GUIDE_SQUARES_H

#include "core/graph/graph.h"

#include <glib.h>

#define SQUARES_SETS 256 /* of opposite cables, at most */
#define SQUARES_DEGREE 64

typedef struct {
	guint32 neighbour, edge; /* a switch beside this one, and the number of the pair of both */
} SquaresSide;

typedef struct {
	const Graph *graph;
	guint32 n_edges;   /* pairs of switches with a cable */
	guint n;           /* dimensions; 0: this is no product, or one too large */
	guint32 *first;    /* [n_switches + 1] */
	SquaresSide *side; /* [first[n_switches]] each neighbour once, however many cables lead there */
	guint8 *set;       /* [n_edges] the dimension of each pair of switches with a cable */
	guint8 *guessed;   /* [n_edges] 1: its dimension is hardly more than guessed: it is in no square, or in few */
	Arena *arena;      /* private: holds the arrays */
} Squares;

/* FALSE with SSSP_ERROR_MEMORY; clear it in any case. O(switches x neighbours^2 + SQUARES_SETS^3). */
gboolean squares_init(Squares *squares, const Graph *graph, GError **error);
void squares_clear(Squares *squares);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Squares, squares_clear)

#endif
