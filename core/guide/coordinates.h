/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds the coordinates of switches in a product of rows, rings, and graphs in which all switches are joined to all: in
 * grids, tori, HyperX and the like. The dimension of each cable is known from squares.h. The search begins with a
 * switch that has neighbours in as many dimensions as possible, and goes outwards. The neighbours of each further
 * switch vote for its coordinates: those of the missing corner of a square, or those one step further along a row or
 * ring. The switch gets the coordinates with the most votes. So lost cables, and a cable whose dimension was guessed
 * wrong, matter nearby only.
 */
#ifndef SSSP_CORE_GUIDE_COORDINATES_H
#define SSSP_CORE_GUIDE_COORDINATES_H

#include "core/guide/rings.h"
#include "core/guide/squares.h"

#include <glib.h>

typedef enum {
	COORDINATES_JOINED, /* nearly all coordinates, four or more, are one hop apart */
	COORDINATES_ROW,    /* neighbours have coordinates one apart */
	COORDINATES_RING,   /* also the first and the last, of three and more */
} CoordinatesKind;

typedef struct {
	guint n; /* dimensions, as in Squares; 0: too many, or this is no such product */
	CoordinatesKind kind[COORDINATES_MOST];
	guint32 length[COORDINATES_MOST]; /* coordinates are below it */
	guint32 *at;                      /* [n][n_switches] */
} Coordinates;

/* FALSE with SSSP_ERROR_MEMORY; clear it in any case. O(switches x neighbours^3). */
gboolean coordinates_init(Coordinates *coordinates, const Squares *squares, GError **error);
void coordinates_clear(Coordinates *coordinates);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Coordinates, coordinates_clear)

#endif
