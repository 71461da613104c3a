/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Builds the graph of states: each state holds the classes of channels with which shortest paths can go on, and the
 * states that these lead to (class_paths.h). A search from each destination goes outwards, so the states that a switch
 * leads to are known when its own is looked up. The steps of a switch, pairs of a class and a next state, are looked up
 * in a hash; a set of steps that is not there yet becomes a new state.
 */
#include "core/guide/class_paths.h"

#include <string.h>

/* States at most (steps: eight times that), and steps of one state; further ones of a switch are passed over. */
#define STATES_MOST (1u << 15)
#define STEPS_MOST 64

typedef struct {
	const Graph *graph;
	const guint8 *class;
	ClassPaths *paths;
	guint32 *state; /* [n_switches] of those met by the present search */
	guint32 *slot;  /* [2 STATES_MOST] hash of states, 0: free */
	guint32 step[STEPS_MOST];
	guint n_steps;
} Builder;

static gboolean allocate(Builder *b, Arena *arena, GError **error)
{
	b->paths->first = arena_new_array(arena, guint32, STATES_MOST + 1);
	b->paths->step = arena_new_array(arena, guint32, 8 * (gsize)STATES_MOST + STEPS_MOST);
	b->paths->weight = arena_new_array(arena, guint64, STATES_MOST);
	b->paths->bare = arena_new_array(arena, guint64, STATES_MOST);
	b->state = arena_new_array(arena, guint32, b->graph->n_switches);
	b->slot = arena_new_array0(arena, guint32, 2 * STATES_MOST);
	return arena_check(arena, "paths of classes", error);
}

/* Keeps the set of steps ascending. */
static void add_step(Builder *b, guint32 step)
{
	guint i = b->n_steps;
	while (i && b->step[i - 1] > step)
		i--;
	if ((i && b->step[i - 1] == step) || b->n_steps == STEPS_MOST)
		return;
	memmove(&b->step[i + 1], &b->step[i], (b->n_steps - i) * sizeof *b->step);
	b->step[i] = step;
	b->n_steps++;
}

static void collect_steps(Builder *b, const guint32 *channel, guint32 n, guint64 hops)
{
	guint32 latest = G_MAXUINT32;
	b->n_steps = 0;
	for (guint32 k = 0; k < n; k++) {
		guint class = b->class[channel[k]];
		guint32 step = b->state[b->graph->to[channel[k]]] << 4 | class;
		b->paths->used[class]++;
		b->paths->hops[class] += hops;
		if (step != latest)
			add_step(b, step);
		latest = step;
	}
}

static guint32 hash_steps(const Builder *b)
{
	guint32 hash = 0;
	for (guint i = 0; i < b->n_steps; i++)
		hash = (hash ^ b->step[i]) * 0x9e3779b1u;
	return (hash >> 16) % (2 * STATES_MOST);
}

static gboolean is_state(const Builder *b, guint32 state)
{
	const ClassPaths *p = b->paths;
	return p->first[state + 1] - p->first[state] == b->n_steps &&
	       !memcmp(&p->step[p->first[state]], b->step, b->n_steps * sizeof *b->step);
}

/* Returns the state with the steps collected, a new one where there is none yet; there is room for one more. */
static guint32 intern(Builder *b)
{
	ClassPaths *p = b->paths;
	guint32 at = hash_steps(b);
	for (; b->slot[at]; at = (at + 1) % (2 * STATES_MOST))
		if (is_state(b, b->slot[at]))
			return b->slot[at];
	memcpy(&p->step[p->first[p->n]], b->step, b->n_steps * sizeof *b->step);
	p->first[p->n + 1] = p->first[p->n] + b->n_steps;
	p->weight[p->n] = p->bare[p->n] = 0;
	return b->slot[at] = p->n++;
}

/* FALSE: there is no room for the states of all switches. */
static gboolean add_target(Builder *b, GuideSample *sample, guint32 target)
{
	const Bfs *bfs = sample->bfs;
	const ClassPaths *p = b->paths;
	bfs_run(b->graph, target, sample->bfs);
	b->state[target] = 0;
	for (guint32 i = 1; i < bfs->n_reached; i++) {
		guint32 v = bfs->order[i], first = bfs->first[i];
		if (p->n == STATES_MOST || p->first[p->n] > 8 * STATES_MOST)
			return FALSE;
		collect_steps(b, bfs->channel + first, bfs->first[i + 1] - first, bfs->hops[v]);
		b->state[v] = intern(b);
		guint64 pairs = (guint64)b->graph->hosts[v] * b->graph->hosts[target];
		b->paths->weight[b->state[v]] += pairs;
		b->paths->bare[b->state[v]] += !b->graph->hosts[v] != !b->graph->hosts[target];
		b->paths->pairs += pairs;
	}
	return TRUE;
}

gboolean class_paths_init(ClassPaths *paths, GuideSample *sample, const Classes *classes, gboolean to_bare,
			  Arena *arena, GError **error)
{
	Builder b = {.graph = sample->graph, .class = classes->class, .paths = paths};
	*paths = (ClassPaths){.n = 1, .n_channels = sample->graph->n_channels};
	if (!allocate(&b, arena, error))
		return FALSE;
	paths->first[0] = paths->first[1] = 0;
	paths->weight[0] = paths->bare[0] = 0;
	for (guint i = 0; i < sample->n; i++) {
		guint32 bare = to_bare && i % 2 ? guide_sample_bare(sample, i) : GRAPH_NONE;
		if (!add_target(&b, sample, sample->target[i]) || (bare != GRAPH_NONE && !add_target(&b, sample, bare)))
			break;
	}
	return TRUE;
}
