/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Keeps a plain copy of a dependency graph and compares the two. */
#include "tests/core/dependency/dependency_shadow.h"

#include <string.h>

Shadow *shadow_new(const Graph *graph, guint n_vls)
{
	Shadow *shadow = g_new0(Shadow, 1);
	shadow->graph = graph;
	shadow->n_vls = n_vls;
	shadow->n_vertices = graph->n_channels * n_vls;
	for (guint32 v = 0; v < graph->n_switches; v++)
		shadow->width = MAX(shadow->width, graph->first[v + 1] - graph->first[v]);
	gsize has = (gsize)shadow->n_vertices * shadow->width, states = (gsize)graph->n_channels * shadow->width;
	shadow->n_bytes = has + states + graph->n_channels;
	shadow->bytes = g_malloc(shadow->n_bytes + 1);
	shadow->has = shadow->bytes;
	shadow->state = shadow->has + has;
	shadow->sent = shadow->state + states;
	shadow->seen = g_new0(guint32, shadow->n_vertices + 1);
	shadow->stack = g_new(guint32, shadow->n_vertices + 1);
	shadow_clear(shadow);
	return shadow;
}

void shadow_free(Shadow *shadow)
{
	g_free(shadow->bytes);
	g_free(shadow->seen);
	g_free(shadow->stack);
	g_free(shadow);
}

void shadow_clear(Shadow *shadow)
{
	guint8 none = shadow->n_vls > 1 ? DEPENDENCY_NO_VL : 0;
	memset(shadow->has, 0, (gsize)(shadow->state - shadow->has));
	memset(shadow->state, none, shadow->n_bytes - (gsize)(shadow->state - shadow->has));
}

/* ---- cycles */

static guint32 vertex(const Shadow *shadow, guint32 c, guint vl)
{
	return c * shadow->n_vls + vl;
}

/* Channels that leave the switch at the end of c. */
static guint32 degree(const Shadow *shadow, guint32 c)
{
	guint32 v = shadow->graph->to[c];
	return shadow->graph->first[v + 1] - shadow->graph->first[v];
}

/* The vertex that the i-th dependency of channel c is on. */
static guint32 successor(const Shadow *shadow, guint32 c, guint32 i)
{
	guint32 d = shadow->graph->first[shadow->graph->to[c]] + i;
	return vertex(shadow, d, shadow->state[(gsize)c * shadow->width + i]);
}

static gboolean reaches(Shadow *shadow, guint32 from, guint32 to)
{
	guint32 depth = 1;
	shadow->search++;
	shadow->stack[0] = from;
	shadow->seen[from] = shadow->search;
	while (depth) {
		guint32 x = shadow->stack[--depth], c = x / shadow->n_vls, n = degree(shadow, c);
		const guint8 *row = shadow->has + (gsize)x * shadow->width;
		if (x == to)
			return TRUE;
		for (const guint8 *at = row; (at = memchr(at, 1, (gsize)(row + n - at))); at++) {
			guint32 y = successor(shadow, c, (guint32)(at - row));
			if (shadow->seen[y] == shadow->search)
				continue;
			shadow->seen[y] = shadow->search;
			shadow->stack[depth++] = y;
		}
	}
	return FALSE;
}

gboolean shadow_closes(Shadow *shadow, guint32 c, guint vl, guint32 d)
{
	return reaches(shadow, vertex(shadow, d, *shadow_state(shadow, c, d)), vertex(shadow, c, vl));
}

/* ---- comparison */

static gboolean bit(const guint64 *words, guint32 i)
{
	return words[i / 64] >> i % 64 & 1;
}

static guint32 count(const DependencyGraph *deps, const guint64 *words)
{
	guint32 n = 0;
	for (guint32 w = 0; w < deps->words; w++)
		n += (guint32)__builtin_popcountll(words[w]);
	return n;
}

static const char *compare_next(const Shadow *shadow, const DependencyGraph *deps)
{
	const Graph *graph = shadow->graph;
	for (guint32 x = 0; x < shadow->n_vertices; x++) {
		guint32 c = x / shadow->n_vls, n = 0;
		for (guint32 i = 0; i < degree(shadow, c); i++) {
			guint32 d = graph->first[graph->to[c]] + i;
			guint8 is = *shadow_dependency(shadow, c, x % shadow->n_vls, d);
			if (is && *shadow_state(shadow, c, d) >= shadow->n_vls)
				return "a dependency on a state without a VL";
			if (is && (!graph_has_lane(graph, c, x % shadow->n_vls) ||
				   !graph_has_lane(graph, d, *shadow_state(shadow, c, d))))
				return "a dependency of a VL that a link lacks";
			if (dependency_has(deps, c, x % shadow->n_vls, d) != is)
				return is ? "a dependency is lost" : "a dependency is left";
			n += is;
		}
		if (count(deps, deps->next + (gsize)x * deps->words) != n)
			return "bits beyond the channels of a switch";
	}
	return NULL;
}

/* The bits backwards, by which searches go, have all dependencies and nothing else. */
static const char *compare_previous(const Shadow *shadow, const DependencyGraph *deps)
{
	const Graph *graph = shadow->graph;
	for (guint32 y = 0; y < shadow->n_vertices; y++) {
		guint32 d = y / shadow->n_vls, first = graph->first[graph->from[d]], n = 0;
		const guint64 *words = deps->previous + (gsize)y * deps->words;
		for (guint32 i = 0; first + i < graph->first[graph->from[d] + 1]; i++) {
			guint32 c = graph->reverse[first + i];
			gboolean any = FALSE;
			for (guint vl = 0; vl < shadow->n_vls; vl++)
				any |= *shadow_dependency(shadow, c, vl, d);
			any &= *shadow_state(shadow, c, d) == y % shadow->n_vls;
			if (bit(words, i) != any)
				return any ? "a way back is lost" : "a way back is left";
			n += any;
		}
		if (count(deps, words) != n)
			return "bits beyond the channels of a switch, on the way back";
	}
	return NULL;
}

static const char *compare_states(const Shadow *shadow, const DependencyGraph *deps)
{
	const Graph *graph = shadow->graph;
	for (guint32 c = 0; c < graph->n_channels; c++) {
		if (dependency_sent_vl(deps, c) != shadow->sent[c])
			return "the VL of a switch's own packets";
		for (guint32 d = graph->first[graph->to[c]]; d < graph->first[graph->to[c] + 1]; d++)
			if (dependency_state_vl(deps, c, d) != *shadow_state(shadow, c, d))
				return "the VL of a state";
	}
	return NULL;
}

static const char *compare_order(const Shadow *shadow, const DependencyGraph *deps)
{
	g_autofree guint8 *taken = g_malloc0(shadow->n_vertices + 1);
	for (guint32 x = 0; x < shadow->n_vertices; x++) {
		if (deps->place[x] >= shadow->n_vertices || taken[deps->place[x]])
			return "places are no permutation";
		taken[deps->place[x]] = 1;
	}
	for (guint32 x = 0; x < shadow->n_vertices; x++)
		for (guint32 i = 0; i < degree(shadow, x / shadow->n_vls); i++)
			if (shadow->has[(gsize)x * shadow->width + i] &&
			    deps->place[x] >= deps->place[successor(shadow, x / shadow->n_vls, i)])
				return "a dependency runs against the order";
	return NULL;
}

/* One of so many refusals is looked at. */
#define REFUSALS 16

static const char *compare_refused(Shadow *shadow, const DependencyGraph *deps)
{
	for (guint32 x = 0, k = shadow->search; x < shadow->n_vertices; x++)
		for (guint32 i = 0, c = x / shadow->n_vls; i < degree(shadow, c); i++) {
			if (!bit(deps->refused + (gsize)x * deps->words, i))
				continue;
			if (shadow->has[(gsize)x * shadow->width + i])
				return "what is there is refused";
			if (shadow->state[(gsize)c * shadow->width + i] >= shadow->n_vls)
				return "a refusal for a state without a VL";
			if (k++ % REFUSALS == 0 && !reaches(shadow, successor(shadow, c, i), x))
				return "a refusal that is remembered, but closes no cycle any more";
		}
	return NULL;
}

const char *shadow_compare(Shadow *shadow, const DependencyGraph *deps)
{
	const char *wrong = compare_states(shadow, deps);
	if (!wrong)
		wrong = compare_next(shadow, deps);
	if (!wrong)
		wrong = compare_previous(shadow, deps);
	if (!wrong)
		wrong = compare_order(shadow, deps);
	return wrong ? wrong : compare_refused(shadow, deps);
}
