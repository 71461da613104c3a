/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds the coordinates of switches in a product of rows and rings, and of graphs in which all are joined. From a
 * switch with many squares outwards each is put where most of its neighbours have it: opposite the corner of a square,
 * or on the other side of a switch than its neighbour in that dimension. So what is lost, and a cable whose dimension
 * was guessed wrong, matters nearby only.
 */
#ifndef SSSP_CORE_GUIDE_COORDINATES_H
#define SSSP_CORE_GUIDE_COORDINATES_H

#include "core/guide/squares.h"

#include <glib.h>

#define COORDINATES_MOST 16 /* dimensions */

typedef enum {
	COORDINATES_JOINED, /* one hop from anywhere to anywhere, nearly; four or more, or nothing that is known */
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
