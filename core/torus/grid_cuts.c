/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds the cuts of a torus: at which switch each lane cuts each ring (grid_cuts.h). Positions, the switches of a ring
 * where lanes may cut it, are found by backtracking, ring by ring. A lane's word is its position in each ring, a
 * letter. Words are found by a local search: it changes letters to get fewer combinations of moves that spoil all
 * lanes. While some combination does so, one lane more is tried, up to a limit.
 */
#include "core/torus/grid_cuts.h"

#include <string.h>

/* Searches that are made for one number of lanes, each from other words, and the steps of each. */
#define SEARCHES 8
#define STEPS 300
#define SEED 1

#define MASKS (1u << GRID_LANES)

guint grid_cuts_passed(const GridCuts *cuts, guint ring, guint32 size, guint32 from, guint32 hops)
{
	guint passed = 0;
	for (guint i = 0; i < cuts->n_positions[ring]; i++) {
		guint32 behind = (cuts->position[ring][i] + size - from) % size;
		passed += behind > 0 && behind < hops;
	}
	return passed;
}

/* ---- positions */

/* Whether no shortest move goes straight through two positions. */
static gboolean are_apart(const GridCuts *cuts, guint ring, guint32 size)
{
	guint32 far = (size - 1) / 2;
	for (guint32 from = 0; from < size; from++) {
		if (grid_cuts_passed(cuts, ring, size, from, far) > 1)
			return FALSE;
		if (size % 2 == 0 && grid_cuts_passed(cuts, ring, size, from, size / 2) > 1 &&
		    grid_cuts_passed(cuts, ring, size, (from + size / 2) % size, size / 2) > 1)
			return FALSE;
	}
	return TRUE;
}

/*
 * Completes the positions there are, the first of which is 0, to `n`. FALSE, with nothing changed: there are not so
 * many.
 */
static gboolean place(GridCuts *cuts, guint ring, guint32 size, guint n)
{
	guint32 *position = cuts->position[ring];
	guint k = cuts->n_positions[ring];
	if (!are_apart(cuts, ring, size))
		return FALSE;
	if (k == n)
		return TRUE;
	for (guint32 at = position[k - 1] + 1; at < size; at++) {
		position[k] = at;
		cuts->n_positions[ring] = k + 1;
		if (place(cuts, ring, size, n))
			return TRUE;
		cuts->n_positions[ring] = k;
	}
	return FALSE;
}

/* Finds as many positions as there can be, `most` at most; if no more than two, those that halve the ring. */
static void find_positions(GridCuts *cuts, guint ring, guint32 size, guint most)
{
	cuts->position[ring][0] = 0;
	cuts->n_positions[ring] = 1;
	for (guint n = MIN(most, size); n > 2; n--)
		if (place(cuts, ring, size, n))
			return;
	cuts->position[ring][1] = size / 2;
	cuts->n_positions[ring] = 2;
}

/* ---- words */

typedef struct {
	guint rings;
	GridCuts *cuts;
	guint8 word[GRID_RINGS][GRID_LANES]; /* number of the position, by ring and lane */
} WordSearch;

/* The lanes, as bits, that a move through a position spoils. */
static guint spoilt_by(const WordSearch *s, guint ring, guint position)
{
	guint mask = 0;
	for (guint lane = 0; lane < s->cuts->n_lanes; lane++)
		mask |= s->word[ring][lane] == position ? 1u << lane : 0;
	return mask;
}

/* How many combinations of positions, one in each ring, spoil all lanes. */
static guint64 count_spoilt(const WordSearch *s)
{
	guint full = (1u << s->cuts->n_lanes) - 1;
	guint64 combinations[MASKS] = {1}, then[MASKS];
	for (guint ring = 0; ring < s->rings; ring++) {
		memset(then, 0, sizeof then);
		for (guint mask = 0; mask <= full; mask++)
			for (guint i = 0; combinations[mask] && i < s->cuts->n_positions[ring]; i++)
				then[mask | spoilt_by(s, ring, i)] += combinations[mask];
		memcpy(combinations, then, sizeof combinations);
	}
	return combinations[full];
}

/*
 * Draws words, then changes one letter after the other, and back when that made it worse. Returns how many combinations
 * still spoil all lanes.
 */
static guint64 search(WordSearch *s, GRand *rand)
{
	const GridCuts *cuts = s->cuts;
	for (guint ring = 0; ring < s->rings; ring++)
		for (guint lane = 0; lane < cuts->n_lanes; lane++)
			s->word[ring][lane] = (guint8)g_rand_int_range(rand, 0, (gint32)cuts->n_positions[ring]);
	guint64 spoilt = count_spoilt(s);
	for (guint step = 0; spoilt && step < STEPS; step++) {
		guint ring = (guint)g_rand_int_range(rand, 0, (gint32)s->rings);
		guint8 *letter = &s->word[ring][g_rand_int_range(rand, 0, (gint32)cuts->n_lanes)], before = *letter;
		*letter = (guint8)g_rand_int_range(rand, 0, (gint32)cuts->n_positions[ring]);
		guint64 now = count_spoilt(s);
		if (now > spoilt)
			*letter = before;
		spoilt = MIN(now, spoilt);
	}
	return spoilt;
}

/*
 * Makes the words to begin with: the same letter for all rings of a lane, as far as each ring has as many positions;
 * with a lane for each combination of two positions, these.
 */
static void begin_words(WordSearch *s)
{
	const GridCuts *cuts = s->cuts;
	guint fewest = GRID_LANES;
	for (guint ring = 0; ring < s->rings; ring++)
		fewest = MIN(fewest, cuts->n_positions[ring]);
	for (guint ring = 0; ring < s->rings; ring++)
		for (guint lane = 0; lane < cuts->n_lanes; lane++)
			s->word[ring][lane] =
				(guint8)(cuts->n_lanes == 1u << s->rings ? lane >> ring & 1 : lane % fewest);
}

/*
 * Finds the best words for cuts->n_lanes lanes, by some searches after those of begin_words(). Whether no combination
 * spoils all lanes.
 */
static gboolean find_words(WordSearch *s, GRand *rand)
{
	begin_words(s);
	WordSearch best = *s;
	guint64 least = count_spoilt(s);
	for (guint i = 0; i < SEARCHES && least; i++) {
		guint64 spoilt = search(s, rand);
		if (spoilt < least)
			best = *s;
		least = MIN(spoilt, least);
	}
	*s = best;
	return least == 0;
}

/* Begins with one lane more than rings: a move in each ring spoils one lane at least, so fewer never suffice. */
gboolean grid_cuts_find(const guint32 *size, guint rings, guint most, GridCuts *cuts)
{
	g_autoptr(GRand) rand = g_rand_new_with_seed(SEED);
	WordSearch s = {.rings = rings, .cuts = cuts};
	gboolean found = FALSE;
	for (guint ring = 0; ring < rings; ring++)
		find_positions(cuts, ring, size[ring], MIN(rings + 1, GRID_LANES));
	most = MIN(most, GRID_LANES);
	for (cuts->n_lanes = MIN(rings + 1, most); !(found = find_words(&s, rand)) && cuts->n_lanes < most;)
		cuts->n_lanes++;
	for (guint ring = 0; ring < rings; ring++)
		for (guint lane = 0; lane < cuts->n_lanes; lane++)
			cuts->at[ring][lane] = cuts->position[ring][s.word[ring][lane]];
	return found;
}
