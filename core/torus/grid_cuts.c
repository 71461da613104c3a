/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A local search over positions, by how many combinations of moves would spoil every lane. */
#include "core/torus/grid_cuts.h"

#include <string.h>

/* Searches for one number of lanes, each from other cuts, and steps of each. */
#define SEARCHES 8
#define STEPS 300
#define SEED 1

#define MASKS (1u << GRID_LANES)

typedef struct {
	const guint32 *size;
	guint rings;
	GridCuts *cuts;
	guint8 spoilt[GRID_RINGS][MASKS]; /* the sets of lanes that a move in a ring can spoil, as bits */
	guint n_spoilt[GRID_RINGS];
} CutSearch;

/* What the moves in a ring spoil; the longest ones spoil all that shorter ones do. */
static void find_spoilt(CutSearch *s, guint ring)
{
	guint32 size = s->size[ring], passed = size / 2 - 1;
	gboolean seen[MASKS] = {FALSE};
	s->n_spoilt[ring] = 0;
	for (guint32 first = 0; first < size; first++) {
		guint mask = 0;
		for (guint lane = 0; lane < s->cuts->n_lanes; lane++)
			if ((s->cuts->at[ring][lane] + size - first) % size < passed)
				mask |= 1u << lane;
		if (!seen[mask])
			s->spoilt[ring][s->n_spoilt[ring]++] = (guint8)mask;
		seen[mask] = TRUE;
	}
}

/* In how many ways moves in all rings spoil all lanes. */
static guint64 count_spoilt(const CutSearch *s)
{
	guint full = (1u << s->cuts->n_lanes) - 1;
	guint64 ways[MASKS] = {1}, then[MASKS];
	for (guint ring = 0; ring < s->rings; ring++) {
		memset(then, 0, sizeof then);
		for (guint mask = 0; mask <= full; mask++)
			for (guint i = 0; ways[mask] && i < s->n_spoilt[ring]; i++)
				then[mask | s->spoilt[ring][i]] += ways[mask];
		memcpy(ways, then, sizeof ways);
	}
	return ways[full];
}

/* Moves one cut after the other, and back when that made it worse; returns in how many ways all lanes are spoilt. */
static guint64 search(CutSearch *s, GRand *rand)
{
	for (guint ring = 0; ring < s->rings; ring++) {
		for (guint lane = 0; lane < s->cuts->n_lanes; lane++)
			s->cuts->at[ring][lane] = (guint32)g_rand_int_range(rand, 0, (gint32)s->size[ring]);
		find_spoilt(s, ring);
	}
	guint64 spoilt = count_spoilt(s);
	for (guint step = 0; spoilt && step < STEPS; step++) {
		guint ring = (guint)g_rand_int_range(rand, 0, (gint32)s->rings);
		guint32 *cut = &s->cuts->at[ring][g_rand_int_range(rand, 0, (gint32)s->cuts->n_lanes)], before = *cut;
		*cut = (guint32)g_rand_int_range(rand, 0, (gint32)s->size[ring]);
		find_spoilt(s, ring);
		guint64 now = count_spoilt(s);
		if (now > spoilt)
			*cut = before;
		spoilt = MIN(now, spoilt);
		if (*cut == before)
			find_spoilt(s, ring);
	}
	return spoilt;
}

static void cut_in_halves(const guint32 *size, guint rings, GridCuts *cuts)
{
	for (guint ring = 0; ring < rings; ring++)
		for (guint lane = 0; lane < cuts->n_lanes; lane++)
			cuts->at[ring][lane] = lane >> ring & 1 ? size[ring] / 2 : 0;
}

/* The best of some searches for cuts->n_lanes lanes; whether no path is spoilt. */
static gboolean search_lanes(CutSearch *s, GRand *rand)
{
	GridCuts best = *s->cuts;
	guint64 least = G_MAXUINT64;
	for (guint i = 0; i < SEARCHES && least; i++) {
		guint64 spoilt = search(s, rand);
		if (spoilt < least)
			best = *s->cuts;
		least = MIN(least, spoilt);
	}
	*s->cuts = best;
	return least == 0;
}

/* A move in each ring spoils one lane at least, so one more than rings are needed. */
gboolean grid_cuts_find(const guint32 *size, guint rings, guint most, GridCuts *cuts)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed(SEED);
	CutSearch s = {.size = size, .rings = rings, .cuts = cuts};
	most = MIN(most, GRID_LANES);
	for (cuts->n_lanes = MIN(rings + 1, most);; cuts->n_lanes++) {
		if (cuts->n_lanes == 1u << rings) {
			cut_in_halves(size, rings, cuts);
			return TRUE;
		}
		if (search_lanes(&s, rand))
			return TRUE;
		if (cuts->n_lanes == most)
			return FALSE;
	}
}
