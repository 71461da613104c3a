/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Adds dependencies to the channel dependency graph, refuses those that would close a cycle, and takes back what was
 * added. A dependency of x = (channel c, VL) on y = (channel d, VL) says that packets on c wait for d. It is two bits:
 * in `next` of x the number that d has among the channels of its switch, in `previous` of y the number of c's reverse
 * among those of the same switch. So searches forward and backward visit only dependencies that are there. The bits
 * leave out the VLs of d and c: the state (c, d) gives d's, and all VLs of c share the bit in `previous`. A log lists
 * the dependencies, VLs and refusals that were added, for the return to an earlier mark.
 */
#include "core/dependency/dependency.h"

#include "core/base/error.h"

#include <string.h>

/* The most channels that a switch has, at least 1. */
static guint32 widest(const Graph *graph)
{
	guint32 most = 1;
	for (guint32 v = 0; v < graph->n_switches; v++)
		most = MAX(most, graph->first[v + 1] - graph->first[v]);
	return most;
}

/* So many bits number the cycles that are remembered: about as many as there are vertices, 65,536 at most. */
static guint witness_bits(guint32 n_vertices)
{
	return CLAMP((guint)g_bit_storage(n_vertices), 6, 16);
}

/*
 * DependencyGraph.few is FEW, or FEW_OF_ALL / vertices where that is less. A search visits up to so many vertices even
 * if the search from the other end has ended. The higher the number, the nearer a new order is to the present one: with
 * FEW 64, karytree:3,4,fail=links:10%,seed=3 needs two lanes, not one, and with FEW_OF_ALL 2^21,
 * directors:levels=3,ports=16,chip=8,ratio=1,hosts=120 has 96 longer pairs on 4 lanes, not 48. In large graphs a higher
 * number changes hardly any result, and costs a fifth to a third of the time of lanes by ports.
 */
#define FEW 2048
#define FEW_OF_ALL (1u << 23)

DependencyGraph *dependency_new(const CdgTurns *turns, guint n_vls, GError **error)
{
	const Graph *graph = turns->graph;
	g_autoptr(DependencyGraph) deps = g_new0(DependencyGraph, 1);
	Arena *arena = deps->arena = arena_new();
	deps->graph = graph;
	deps->turns = turns;
	deps->n_vls = n_vls;
	deps->n_vertices = graph->n_channels * n_vls;
	deps->words = (widest(graph) + 63) / 64;
	deps->few = MIN(FEW, FEW_OF_ALL / MAX(deps->n_vertices, 1));
	gsize n = deps->n_vertices + (gsize)1, bits = n * deps->words;
	deps->next = arena_new_array0(arena, guint64, bits);
	deps->previous = arena_new_array0(arena, guint64, bits);
	deps->refused = arena_new_array0(arena, guint64, bits);
	deps->fresh = arena_new_array0(arena, guint64, bits);
	if (n_vls > 1) {
		deps->state_vl = arena_new_array(arena, guint8, turns->first[graph->n_channels] + (gsize)1);
		deps->sent_vl = arena_new_array(arena, guint8, graph->n_channels + (gsize)1);
	}
	deps->place = arena_new_array(arena, guint32, n);
	deps->log_capacity = 8 * graph->n_switches + 64; /* several entries for each hop of one destination's routes */
	deps->log = arena_new_array(arena, guint64, deps->log_capacity);
	deps->seen = arena_new_array0(arena, guint32, n);
	deps->after = arena_new_array(arena, guint32, n);
	deps->before = arena_new_array(arena, guint32, n);
	deps->parent = arena_new_array(arena, guint32, n);
	deps->at = arena_new_array(arena, guint32, n);
	deps->pool = arena_new_array(arena, guint32, n);
	deps->witness_shift = 32 - witness_bits(deps->n_vertices);
	deps->witness = arena_new_array0(arena, guint32, DEPENDENCY_WITNESS << (32 - deps->witness_shift));
	deps->placed = arena_new_array0(arena, guint64, n / 64 + 1);
	if (!arena_check(arena, "the channel dependency graph", error))
		return NULL;
	dependency_clear(deps, NULL);
	return g_steal_pointer(&deps);
}

void dependency_free(DependencyGraph *deps)
{
	if (!deps)
		return;
	arena_free(deps->arena);
	g_free(deps);
}

void dependency_clear(DependencyGraph *deps, const guint32 *place)
{
	const Graph *graph = deps->graph;
	gsize bits = (gsize)deps->n_vertices * deps->words * sizeof(guint64);
	memset(deps->next, 0, bits);
	memset(deps->previous, 0, bits);
	memset(deps->refused, 0, bits);
	memset(deps->fresh, 0, bits);
	if (deps->state_vl) {
		memset(deps->state_vl, DEPENDENCY_NO_VL, deps->turns->first[graph->n_channels]);
		memset(deps->sent_vl, DEPENDENCY_NO_VL, graph->n_channels);
	}
	for (guint32 c = 0; c < graph->n_channels; c++)
		for (guint v = 0; v < deps->n_vls; v++)
			dependency_set_place(deps, dependency_vertex(deps, c, v),
					     v * graph->n_channels + (place ? place[c] : c));
	deps->n_log = 0;
	deps->n_reorders++;
	deps->began = place;
}

void dependency_copy(DependencyGraph *deps, const DependencyGraph *from)
{
	const Graph *graph = deps->graph;
	gsize bits = (gsize)deps->n_vertices * deps->words * sizeof(guint64);
	memcpy(deps->next, from->next, bits);
	memcpy(deps->previous, from->previous, bits);
	memcpy(deps->refused, from->refused, bits);
	memset(deps->fresh, 0, bits);
	deps->n_reorders++;
	memcpy(deps->place, from->place, deps->n_vertices * sizeof *deps->place);
	memcpy(deps->at, from->at, deps->n_vertices * sizeof *deps->at);
	if (deps->state_vl) {
		memcpy(deps->state_vl, from->state_vl, deps->turns->first[graph->n_channels]);
		memcpy(deps->sent_vl, from->sent_vl, graph->n_channels);
	}
	deps->n_log = 0;
}

/*
 * ---- the log: what was added, and how it is taken back. An entry has 2 bits of kind, 32 of a vertex or channel and 30
 * of a channel or a channel's number at its switch.
 */

typedef enum { ADDED_DEPENDENCY, ADDED_STATE, ADDED_SENT, ADDED_REFUSAL } Added;

static gboolean log_is_full(const DependencyGraph *deps)
{
	return deps->n_log == deps->log_capacity;
}

static void log_add(DependencyGraph *deps, Added what, guint64 a, guint64 b)
{
	deps->log[deps->n_log++] = (guint64)what << 62 | a << 30 | b;
}

/* The word of vertex x's row in `bits` ([n_vertices][words]) that holds bit i. */
static guint64 *word_of(const DependencyGraph *deps, guint64 *bits, guint32 x, guint32 i)
{
	return &bits[(gsize)x * deps->words + i / 64];
}

void dependency_keep(DependencyGraph *deps)
{
	while (deps->n_log) {
		guint64 entry = deps->log[--deps->n_log];
		if ((Added)(entry >> 62) != ADDED_DEPENDENCY)
			continue;
		guint32 i = graph_channel_number(deps->graph, entry & ((1u << 30) - 1));
		*word_of(deps, deps->fresh, (guint32)(entry >> 30), i) &= ~((guint64)1 << i % 64);
	}
}

/* A state has no VL any more. Refusals that were due to that VL are forgotten: on another one these may fit. */
static void return_state(DependencyGraph *deps, guint32 b, guint32 c)
{
	guint32 i = graph_channel_number(deps->graph, c);
	deps->state_vl[cdg_turn(deps->turns, b, c)] = DEPENDENCY_NO_VL;
	for (guint vl = 0; vl < deps->n_vls; vl++)
		*word_of(deps, deps->refused, dependency_vertex(deps, b, vl), i) &= ~((guint64)1 << i % 64);
}

void dependency_return(DependencyGraph *deps, guint32 mark)
{
	while (deps->n_log > mark) {
		guint64 entry = deps->log[--deps->n_log];
		guint32 a = (guint32)(entry >> 30), b = entry & ((1u << 30) - 1);
		switch ((Added)(entry >> 62)) {
		case ADDED_DEPENDENCY:
			dependency_remove(deps, a / deps->n_vls, a % deps->n_vls, b);
			break;
		case ADDED_STATE:
			return_state(deps, a, b);
			break;
		case ADDED_SENT:
			deps->sent_vl[a] = DEPENDENCY_NO_VL;
			break;
		case ADDED_REFUSAL:
			*word_of(deps, deps->refused, a, b) &= ~((guint64)1 << b % 64);
			break;
		}
	}
}

gboolean dependency_set_state(DependencyGraph *deps, guint32 b, guint32 c, guint vl)
{
	if (!deps->state_vl)
		return TRUE;
	if (log_is_full(deps))
		return FALSE;
	deps->state_vl[cdg_turn(deps->turns, b, c)] = (guint8)vl;
	log_add(deps, ADDED_STATE, b, c);
	return TRUE;
}

gboolean dependency_set_sent(DependencyGraph *deps, guint32 c, guint vl)
{
	if (!deps->sent_vl)
		return TRUE;
	if (log_is_full(deps))
		return FALSE;
	deps->sent_vl[c] = (guint8)vl;
	log_add(deps, ADDED_SENT, c, 0);
	return TRUE;
}

/* ---- dependencies */

/* Whether the links of channels c and d have these VLs. */
static gboolean have_lanes(const DependencyGraph *deps, guint32 c, guint vl, guint32 d, guint then)
{
	return graph_has_lane(deps->graph, c, vl) && graph_has_lane(deps->graph, d, then);
}

/* Sets the bits of a dependency of vertex x = (c, ..) on y = (d, ..), in both directions. */
static void set_bits(DependencyGraph *deps, guint32 x, guint32 c, guint32 y, guint32 d)
{
	guint32 i = graph_channel_number(deps->graph, d),
		back = graph_channel_number(deps->graph, deps->graph->reverse[c]);
	*word_of(deps, deps->next, x, i) |= (guint64)1 << i % 64;
	*word_of(deps, deps->previous, y, back) |= (guint64)1 << back % 64;
}

gboolean dependency_add(DependencyGraph *deps, guint32 c, guint vl, guint32 d)
{
	guint32 x = dependency_vertex(deps, c, vl), i = graph_channel_number(deps->graph, d);
	guint64 bit = (guint64)1 << i % 64, *refused = word_of(deps, deps->refused, x, i);
	guint then = dependency_state_vl(deps, c, d);
	if (*word_of(deps, deps->next, x, i) & bit)
		return TRUE;
	if (*refused & bit || log_is_full(deps) || !have_lanes(deps, c, vl, d, then))
		return FALSE;
	guint32 y = dependency_vertex(deps, d, then);
	if (deps->keeps_order && deps->place[x] >= deps->place[y])
		return FALSE;
	OrderAnswer answer = deps->place[x] < deps->place[y] ? ORDER_FITS : dependency_order_fit(deps, x, y);
	if (answer != ORDER_FITS) {
		deps->n_refused++;
		*refused |= bit;
		if (answer == ORDER_CYCLE) /* else nothing that can be taken back would open the cycle */
			log_add(deps, ADDED_REFUSAL, x, i);
		return FALSE;
	}
	set_bits(deps, x, c, y, d);
	*word_of(deps, deps->fresh, x, i) |= bit;
	log_add(deps, ADDED_DEPENDENCY, x, d);
	return TRUE;
}

gboolean dependency_put(DependencyGraph *deps, guint32 c, guint vl, guint32 d)
{
	guint then = dependency_state_vl(deps, c, d);
	if (!have_lanes(deps, c, vl, d, then))
		return FALSE;
	set_bits(deps, dependency_vertex(deps, c, vl), c, dependency_vertex(deps, d, then), d);
	return TRUE;
}

void dependency_remove(DependencyGraph *deps, guint32 c, guint vl, guint32 d)
{
	const Graph *graph = deps->graph;
	guint32 i = graph_channel_number(graph, d), back = graph_channel_number(graph, graph->reverse[c]);
	guint32 y = dependency_vertex(deps, d, dependency_state_vl(deps, c, d));
	*word_of(deps, deps->next, dependency_vertex(deps, c, vl), i) &= ~((guint64)1 << i % 64);
	*word_of(deps, deps->fresh, dependency_vertex(deps, c, vl), i) &= ~((guint64)1 << i % 64);
	for (guint other = 0; other < deps->n_vls; other++)
		if (dependency_has(deps, c, other, d))
			return; /* the bit in `previous` is still in use */
	deps->previous[(gsize)y * deps->words + back / 64] &= ~((guint64)1 << back % 64);
}

void dependency_forget(DependencyGraph *deps)
{
	memset(deps->refused, 0, (gsize)deps->n_vertices * deps->words * sizeof(guint64));
}

void dependency_retain(DependencyGraph *deps, const guint64 *used, const guint8 *state_used, const guint8 *sent_used)
{
	const Graph *graph = deps->graph;
	for (guint32 c = 0; c < graph->n_channels; c++)
		for (guint v = 0; v < deps->n_vls; v++)
			for (guint32 w = 0; w < deps->words; w++) {
				gsize at = (gsize)dependency_vertex(deps, c, v) * deps->words + w;
				for (guint64 gone = deps->next[at] & ~used[at]; gone; gone &= gone - 1)
					dependency_remove(deps, c, v,
							  graph->first[graph->to[c]] + w * 64 +
								  (guint32)__builtin_ctzll(gone));
			}
	for (guint32 s = 0; deps->state_vl && s < deps->turns->first[graph->n_channels]; s++)
		if (!state_used[s])
			deps->state_vl[s] = DEPENDENCY_NO_VL;
	for (guint32 c = 0; deps->sent_vl && c < graph->n_channels; c++)
		if (!sent_used[c])
			deps->sent_vl[c] = DEPENDENCY_NO_VL;
	dependency_keep(deps);
	dependency_forget(deps);
}
