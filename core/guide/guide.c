/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Tries the methods that find an order of all channels, one after the other, and keeps the best order (guide_new()). An
 * order serves a pair of hosts if the channels of one of its shortest paths ascend in it. The methods are, as they are
 * tried: classes of channels by the roles of the switches at both ends; dimensions as in a grid, unless classes serve
 * all pairs; up towards a root and down from it; and at last, in small fabrics, a search that moves single channels.
 * Where classes or dimensions serve nearly all pairs, the last two are left out.
 */
#include "core/guide/guide.h"

#include "core/guide/class_paths.h"
#include "core/guide/class_search.h"
#include "core/guide/dimensions.h"
#include "core/guide/guide_sample.h"
#include "core/guide/improve.h"
#include "core/guide/places.h"
#include "core/guide/roles.h"
#include "core/guide/twins.h"
#include "core/guide/up_down.h"

#include <string.h>

/* Refinements of roles that are tried. */
#define REFINEMENTS 4
/* If classes or dimensions serve this part of the pairs, no further method is tried. */
#define WELL_COVERED 0.98
/* If no other method serves this part of the pairs, channels are ordered from the ends of the fabric as well. */
#define POORLY_COVERED 0.9
/*
 * An order by dimensions that serves this part of the pairs is not compared with orders up and down: paths by dimension
 * spread over the fabric, those up and down meet near the root.
 */
#define DIMENSIONS_SUFFICE 0.75
/*
 * About how many channels are looked at for all sampled destinations together, and the least and the most destinations.
 * In small fabrics all destinations are sampled.
 */
#define SAMPLED 300000
#define TARGETS_LEAST 32
#define TARGETS_MOST 256
/*
 * Channels are moved one by one only if all turns, once for each destination, are no more than this: else it takes too
 * long.
 */
#define TURNS_MOST 12000000

/* As other_stranded. */
#define NONE_STRANDED G_MAXUINT64

/* As n_classes. */
#define OWN_PLACES 0u

typedef struct {
	const Graph *graph;
	Guide *guide;
	GuideSample sample;
	Places places;          /* of the method that is tried */
	gboolean twins;         /* there are parallel cables */
	guint64 stranded;       /* by the best order, guide_sample_stranded(); 0 without parallel cables */
	guint64 other_stranded; /* by guide->other_place; NONE_STRANDED: there is none */
} Work;

static void swap(guint32 **a, guint32 **b)
{
	guint32 *before = *a;
	*a = *b;
	*b = before;
}

/* Of two orders that serve as many pairs, one that loads channels so many times as much as the other is worse. */
#define NOTABLY 1.03

/* Makes the order at hand, which strands so many pairs (leaves them without an ascending path), the other one. */
static void become_other(Work *w, guint64 stranded)
{
	swap(&w->guide->other_place, &w->places.place);
	swap(&w->guide->other_rank, &w->places.rank);
	w->guide->has_other = TRUE;
	w->other_stranded = stranded;
}

static void forget_other(Work *w)
{
	w->guide->has_other = FALSE;
	w->other_stranded = NONE_STRANDED;
}

/*
 * Makes the order at hand the best. With `keeps`, the best one so far becomes the other one if it strands fewer pairs
 * than both.
 */
static void take_over(Work *w, const char *kind, guint n_classes, double covered, guint64 stranded, gboolean keeps)
{
	Guide *guide = w->guide;
	guint64 before = w->stranded;
	swap(&guide->place, &w->places.place);
	swap(&guide->rank, &w->places.rank);
	guide->n_classes = n_classes;
	guide->covered = covered;
	guide->kind = kind;
	w->stranded = stranded;
	if (!keeps || w->other_stranded >= stranded)
		forget_other(w);
	if (keeps && before < MIN(stranded, w->other_stranded))
		become_other(w, before);
}

/*
 * Makes the order at hand the best one if it serves more pairs than the best so far. Of two orders that serve as many,
 * the one that loads channels notably less is better. Where loads are alike, the one that strands fewer pairs is
 * better, then the one with fewer classes; an order without classes (OWN_PLACES) counts as the one with the most. An
 * order that strands fewer pairs, but loads channels notably more, becomes the other one. Returns whether the order was
 * taken.
 */
static gboolean consider(Work *w, const char *kind, guint n_classes)
{
	Guide *guide = w->guide;
	double covered = guide_sample_covered(&w->sample, w->places.place);
	if (covered < guide->covered)
		return FALSE;
	guint64 stranded = w->twins ? guide_sample_stranded(&w->sample, w->places.place) : 0;
	if (covered > guide->covered) {
		take_over(w, kind, n_classes, covered, stranded, FALSE);
		return TRUE;
	}
	double load = guide_sample_load(&w->sample, w->places.place),
	       best = guide_sample_load(&w->sample, guide->place);
	gboolean alike = load <= best * NOTABLY && best <= load * NOTABLY;
	gboolean better =
		alike ? stranded < w->stranded || (stranded == w->stranded && n_classes - 1 < guide->n_classes - 1)
		      : load < best;
	if (better)
		take_over(w, kind, n_classes, covered, stranded, TRUE);
	else if (!alike && stranded < MIN(w->stranded, w->other_stranded))
		become_other(w, stranded);
	return better;
}

static gboolean serves_all(const Work *w)
{
	return w->guide->covered >= 1 && !w->stranded;
}

/* Tries the classes with those of parallel cables halved. `order` is the best order of the classes so far. */
static gboolean try_twins(Work *w, const Classes *classes, const guint8 *order, GError **error)
{
	guint8 first[CLASSES_MOST], second[CLASSES_MOST], best[CLASSES_MOST];
	g_autoptr(Arena) arena = arena_new();
	Classes twins = {.class = arena_new_array(arena, guint8, w->graph->n_channels)};
	ClassPaths paths;
	if (!arena_check(arena, "classes of channels", error))
		return FALSE;
	if (!twins_split(w->graph, classes, order, &twins, first, second))
		return TRUE;
	if (!class_paths_init(&paths, &w->sample, &twins, TRUE, arena, error) ||
	    !class_search_from(&paths, &twins, first, second, best, error))
		return FALSE;
	places_by_class(&w->places, &twins, best);
	consider(w, "roles", twins.n);
	return TRUE;
}

static gboolean try_classes(Work *w, const Classes *classes, GError **error)
{
	guint8 order[CLASSES_MOST];
	g_autoptr(Arena) arena = arena_new();
	ClassPaths paths;
	if (!class_paths_init(&paths, &w->sample, classes, FALSE, arena, error) ||
	    !class_search(&paths, classes, w->twins, order, error))
		return FALSE;
	places_by_class(&w->places, classes, order);
	consider(w, "roles", classes->n);
	return serves_all(w) || !w->twins || try_twins(w, classes, order, error);
}

static gboolean try_roles(Work *w, GError **error)
{
	g_autoptr(Arena) arena = arena_new();
	Classes classes = {.class = arena_new_array(arena, guint8, w->graph->n_channels)};
	Roles roles;
	gboolean more = TRUE;
	if (!roles_init(&roles, w->graph, arena, error))
		return FALSE;
	for (guint i = 0; more && i <= REFINEMENTS && !serves_all(w); i++) {
		roles_classify(&roles, &classes);
		if (!try_classes(w, &classes, error))
			return FALSE;
		more = roles_refine(&roles);
	}
	return TRUE;
}

/* Tries an order by dimensions. `*suffices`: it was taken, and serves enough pairs. */
static gboolean try_dimensions(Work *w, gboolean *suffices, GError **error)
{
	guint n;
	if (!dimensions_order(&w->sample, &w->places, &n, error))
		return FALSE;
	*suffices = n && consider(w, "dimensions", n) && w->guide->covered >= DIMENSIONS_SUFFICE;
	return TRUE;
}

static gboolean try_up_down(Work *w, gboolean from_ends, GError **error)
{
	if (!up_down_order(&w->sample, from_ends, &w->places, error))
		return FALSE;
	consider(w, "up and down", OWN_PLACES);
	return TRUE;
}

static gboolean is_small(const Graph *g, guint32 *targets)
{
	guint64 turns = 0;
	*targets = 0;
	for (guint32 v = 0; v < g->n_switches; v++) {
		guint64 channels = g->first[v + 1] - g->first[v];
		turns += channels * channels / 4;
		*targets += g->hosts[v] != 0;
	}
	return *targets * turns <= TURNS_MOST;
}

/*
 * Improves the best order for all destinations, not for a sample: an order that is fitted to some destinations, channel
 * by channel, is good for these only.
 */
static gboolean improve(Work *w, GError **error)
{
	Guide *guide = w->guide;
	guint32 targets;
	if (!is_small(w->graph, &targets))
		return TRUE;
	guide_sample_clear(&w->sample);
	if (!guide_sample_init(&w->sample, w->graph, targets, error))
		return FALSE;
	double before = guide->covered = guide_sample_covered(&w->sample, guide->place);
	if (!guide_improve(&w->sample, guide->place, &guide->covered, error))
		return FALSE;
	if (guide->covered > before) {
		guide->kind = "improved";
		guide->n_classes = OWN_PLACES;
		forget_other(w);
		memcpy(guide->rank, guide->place, w->graph->n_channels * sizeof *guide->rank);
	}
	return TRUE;
}

static gboolean find(Work *w, GError **error)
{
	if (!guide_sample_init(&w->sample, w->graph,
			       CLAMP(SAMPLED / (w->graph->n_channels + 1), TARGETS_LEAST, TARGETS_MOST), error))
		return FALSE;
	for (guint32 c = 0; c < w->graph->n_channels; c++)
		w->guide->place[c] = w->guide->rank[c] = c;
	w->guide->n_classes = 1;
	w->guide->covered = w->sample.pairs ? -1 : 1;
	w->guide->kind = "any";
	forget_other(w);
	w->twins = twins_exist(w->graph);
	w->stranded = w->twins ? G_MAXUINT64 : 0;
	gboolean by_dimension = FALSE;
	if (!try_roles(w, error) || (w->guide->covered < 1 && !try_dimensions(w, &by_dimension, error)))
		return FALSE;
	if (w->guide->covered >= WELL_COVERED)
		return TRUE;
	if (!by_dimension &&
	    (!try_up_down(w, FALSE, error) || (w->guide->covered < POORLY_COVERED && !try_up_down(w, TRUE, error))))
		return FALSE;
	return improve(w, error);
}

Guide *guide_new(const Graph *graph, GError **error)
{
	g_autoptr(Guide) guide = g_new0(Guide, 1);
	Work w = {.graph = graph, .guide = guide};
	guide->arena = arena_new();
	guide->place = arena_new_array(guide->arena, guint32, graph->n_channels);
	guide->rank = arena_new_array(guide->arena, guint32, graph->n_channels);
	guide->other_place = arena_new_array(guide->arena, guint32, graph->n_channels);
	guide->other_rank = arena_new_array(guide->arena, guint32, graph->n_channels);
	places_init(&w.places, graph, guide->arena);
	gboolean fine = arena_check(guide->arena, "a guide", error) && find(&w, error);
	guide_sample_clear(&w.sample);
	return fine ? g_steal_pointer(&guide) : NULL;
}

void guide_swap(Guide *guide)
{
	swap(&guide->place, &guide->other_place);
	swap(&guide->rank, &guide->other_rank);
}

void guide_free(Guide *guide)
{
	if (!guide)
		return;
	arena_free(guide->arena);
	g_free(guide);
}
