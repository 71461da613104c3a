/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Holds what a picture of a fabric shows: parts (a switch, a director, some switches that are cabled alike), the
 * bundles of cables between them, and the loads of these.
 *
 * A director is all switches of one system image GUID. Parts are merged until they fit on a page. In fabrics with
 * levels (level 1 are the parts with hosts, as in evaluator/measures/levels.h), parts of a level with the same
 * neighbours are merged, a few into one; where that does not suffice, any that follow by name. A mesh or torus is a
 * grid (sketch_grid.h). Elsewhere the two parts with the most cables between them are merged first. Order follows
 * names, numbers in them as numbers, then GUIDs.
 */
#ifndef SSSP_EVALUATOR_DRAW_SKETCH_SKETCH_H
#define SSSP_EVALUATOR_DRAW_SKETCH_SKETCH_H

#include "core/fabric/fabric.h"

#include <glib.h>

#define SKETCH_ROW 16    /* parts of one level that find room on a page */
#define SKETCH_FIELD 48  /* parts of a fabric without levels */
#define SKETCH_GRID 512  /* of a grid, if it is not too wide */
#define SKETCH_INSIDE 20 /* lines of names of switches that a part's title lists */
#define SKETCH_DIMENSIONS 3

/* What is sent into the cables: [fabric->n_ports] of the port that sends. */
typedef struct {
	const guint64 *now;  /* routes; NULL: nothing is known */
	const guint64 *then; /* what it will be: the picture is of the difference; NULL: none */
	gboolean mean;       /* of a bundle its mean, not its fullest channel */
} SketchLoads;

typedef struct {
	guint32 n_switches, hosts;
	guint32 gaps;  /* how often switches of other parts come between its own by name */
	guint32 level; /* from 1; 0: no host is connected with it */
	gboolean director;
	char *name;                    /* of the first switch, or what those of a director have in common */
	char *last;                    /* name of the last switch where there are several, else NULL */
	char *short_name, *short_last; /* the same without what firmware puts around names */
	char *title;
} SketchPart;

/* The cables between two parts, or inside one (a == b). */
typedef struct {
	guint32 a, b; /* a <= b */
	guint32 cables;
	guint32 port;  /* the port that sends into its fullest channel, or the one that changes most */
	gdouble value; /* routes over that channel, or the change; the mean where that was asked for */
	gboolean used; /* routes go over it */
} SketchBundle;

/* Where parts stand in a mesh or torus: across, down, into the depth. */
typedef struct {
	guint32 extent[SKETCH_DIMENSIONS]; /* 1: it has no such dimension */
	guint32 (*at)[SKETCH_DIMENSIONS];  /* [n_parts] */
} SketchGrid;

typedef struct {
	const Fabric *fabric; /* not owned */
	SketchLoads loads;
	gboolean levelled; /* the fabric has levels; else all parts are equal */
	SketchGrid *grid;  /* they stand in a grid; NULL: they do not */
	guint32 n_levels;
	guint32 n_parts;
	SketchPart *part;
	guint32 n_bundles;
	SketchBundle *bundle; /* by (a, b) */
	guint32 n_lines;      /* bundles between two parts */
	guint32 same;         /* the cables of all lines, 0 where they differ */
	gdouble average;      /* load of the channels in use, now and then; 0 where there is none */

	/* private */
	guint32 *row;        /* [n_nodes] place of a switch in fabric->switches */
	guint32 *part_of;    /* [n_switches] */
	guint32 *order;      /* [n_switches] rows by name */
	gboolean two_sides;  /* levels are the two sides of the fabric */
	guint32 least_hosts; /* that a switch of the lowest level has */
} Sketch;

/* A sealed fabric with at least one switch. NULL with SSSP_ERROR_MEMORY. O(cables log cables). */
Sketch *sketch_new(const Fabric *fabric, const SketchLoads *loads, GError **error);
void sketch_free(Sketch *sketch); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Sketch, sketch_free)

/* Load of the channel that a port sends into, or its change. */
gdouble sketch_value(const Sketch *sketch, guint32 port);

/* Names in their order: numbers in them count as numbers. */
int sketch_compare_names(const char *a, const char *b);

/*
 * Merges each part p into part to[p], which stays (to[to[p]] == to[p]). Parts are numbered by their first switch. FALSE
 * with SSSP_ERROR_MEMORY.
 */
gboolean sketch_merge(Sketch *sketch, const guint32 *to, GError **error);

/* Clears names and counts of the parts; their number stays. */
void sketch_clear_parts(Sketch *sketch);

/* The load of the channels in use, now and then, on average; 0 where there is none. O(ports). */
gdouble sketch_average(const Sketch *sketch);

/* Merges until the picture fits on a page, and finds levels. FALSE with SSSP_ERROR_MEMORY. */
gboolean sketch_group(Sketch *sketch, GError **error);

#endif
