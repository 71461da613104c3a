/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Tries the methods that find an order of the channels, those that cost least first; one that serves all pairs ends it.
 */
#include "core/guide/guide.h"

#include "core/base/error.h"
#include "core/guide/class_paths.h"
#include "core/guide/class_search.h"
#include "core/guide/classes.h"
#include "core/guide/dimensions.h"
#include "core/guide/guide_sample.h"
#include "core/guide/improve.h"
#include "core/guide/roles.h"
#include "core/guide/up_down.h"

/* Refinements of roles that are tried. */
#define REFINEMENTS 4
/* Where classes serve this part of the pairs channels are not moved one by one. */
#define WELL_COVERED 0.98
/*
 * Channels looked at for all destinations sampled, about, and how many destinations: small fabrics have all of theirs.
 */
#define SAMPLED 300000
#define TARGETS_LEAST 32
#define TARGETS_MOST 256
/* Turns at destinations that channels are moved one by one for: where they are more it takes too long. */
#define TURNS_MOST 12000000

/* As n_classes. */
#define OWN_PLACES 0u

typedef struct {
	const Graph *graph;
	Guide *guide;
	GuideSample sample;
	guint32 *place; /* [n_channels] of the method that is tried */
} Work;

/* Ranks channels by their place in the guide. */
static void rank(Work *w, const Classes *classes)
{
	guint32 n = w->graph->n_channels, now = 0, *at = w->place;
	for (guint32 c = 0; c < n; c++)
		at[w->guide->place[c]] = c;
	for (guint32 i = 0; i < n; i++) {
		gboolean alike = i && classes && classes->class[at[i]] == classes->class[at[i - 1]] &&
				 classes->inner[at[i]] == classes->inner[at[i - 1]];
		now = alike ? now : i;
		w->guide->rank[at[i]] = now;
	}
}

/*
 * Takes the order in `place` if it serves more than what there is, or as much with fewer classes; places of their own
 * are more than any classes. `classes`: channels that they do not tell apart have one rank; NULL: there are none such.
 */
static void consider(Work *w, const char *kind, guint n_classes, const Classes *classes)
{
	Guide *guide = w->guide;
	double covered = guide_sample_covered(&w->sample, w->place);
	if (covered < guide->covered || (covered == guide->covered && n_classes - 1 >= guide->n_classes - 1))
		return;
	guint32 *place = guide->place;
	*guide = (Guide){w->place, guide->rank, n_classes, covered, kind};
	w->place = place;
	rank(w, classes);
}

static gboolean try_classes(Work *w, const Classes *classes, const char *kind, GError **error)
{
	guint8 order[CLASSES_MOST];
	g_autoptr(ClassPaths) paths = class_paths_new(&w->sample, classes, error);
	if (!paths)
		return FALSE;
	class_search(paths, classes, order);
	if (!classes_place(classes, w->graph, order, w->place, error))
		return FALSE;
	consider(w, kind, classes->n, classes);
	return TRUE;
}

static gboolean try_roles(Work *w, GError **error)
{
	g_auto(Roles) roles = {0};
	g_auto(Classes) classes = {0};
	gboolean more = TRUE;
	if (!roles_init(&roles, w->graph, error) || !classes_init(&classes, w->graph, error))
		return FALSE;
	for (guint i = 0; more && i <= REFINEMENTS && w->guide->covered < 1; i++) {
		roles_classify(&roles, &classes);
		if (!try_classes(w, &classes, "roles", error))
			return FALSE;
		more = roles_refine(&roles);
	}
	return TRUE;
}

static gboolean try_dimensions(Work *w, GError **error)
{
	g_auto(Classes) classes = {0};
	if (!classes_init(&classes, w->graph, error) || !dimensions_classify(w->graph, &classes, error))
		return FALSE;
	return !classes.n || try_classes(w, &classes, "dimensions", error);
}

static gboolean try_up_down(Work *w, GError **error)
{
	static const guint8 order[] = {0, 1};
	g_auto(Classes) classes = {0};
	if (!classes_init(&classes, w->graph, error) || !up_down_classify(&w->sample, &classes, error) ||
	    !classes_place(&classes, w->graph, order, w->place, error))
		return FALSE;
	consider(w, "up and down", OWN_PLACES, NULL);
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

/* For all destinations: what is fitted to some of them, channel by channel, is good for these only. */
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
		rank(w, NULL);
	}
	return TRUE;
}

static void number(const Graph *graph, guint32 *place)
{
	for (guint32 c = 0; c < graph->n_channels; c++)
		place[c] = c;
}

static gboolean find(Work *w, GError **error)
{
	if (!w->guide->place || !w->guide->rank || !w->place)
		return sssp_error_memory(error, "a guide", w->graph->n_channels * sizeof *w->place);
	if (!guide_sample_init(&w->sample, w->graph,
			       CLAMP(SAMPLED / (w->graph->n_channels + 1), TARGETS_LEAST, TARGETS_MOST), error))
		return FALSE;
	number(w->graph, w->guide->place);
	number(w->graph, w->guide->rank);
	*w->guide = (Guide){w->guide->place, w->guide->rank, 1, w->sample.pairs ? -1 : 1, "any"};
	if (!try_roles(w, error) || (w->guide->covered < 1 && !try_dimensions(w, error)))
		return FALSE;
	if (w->guide->covered >= WELL_COVERED)
		return TRUE;
	return try_up_down(w, error) && improve(w, error);
}

Guide *guide_new(const Graph *graph, GError **error)
{
	Work w = {.graph = graph, .guide = g_new0(Guide, 1), .place = g_try_new(guint32, graph->n_channels + (gsize)1)};
	w.guide->place = g_try_new(guint32, graph->n_channels + (gsize)1);
	w.guide->rank = g_try_new(guint32, graph->n_channels + (gsize)1);
	gboolean fine = find(&w, error);
	guide_sample_clear(&w.sample);
	g_free(w.place);
	if (fine)
		return w.guide;
	guide_free(w.guide);
	return NULL;
}

void guide_free(Guide *guide)
{
	if (!guide)
		return;
	g_free(guide->place);
	g_free(guide->rank);
	g_free(guide);
}
