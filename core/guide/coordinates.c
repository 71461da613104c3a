/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Gives switches coordinates, one switch after the other, from the dimensions of their cables (squares.h). Switches
 * with two votes or more for the same coordinates come first; where none is left, one vote suffices, and at last the
 * places of a few are guessed. Around a ring, coordinates are counted on past the first switch. Which of them are the
 * same is found at the end, by the cables that close the ring. In a dimension in which all are joined to all, switches
 * get the same coordinate if the cables of the other dimensions connect them.
 */
#include "core/guide/coordinates.h"

#include "core/base/arena.h"
#include "core/base/error.h"
#include "core/base/union_find.h"
#include "core/guide/rings.h"

#include <string.h>

#define OPINIONS 256 /* most places that are voted for, for one switch */

typedef struct {
	const Graph *graph;
	const Squares *squares;
	Coordinates *result;
	guint n;
	const guint32 *first;    /* as in Squares */
	const SquaresSide *side; /* as in Squares */
	Place *place;            /* [n_switches] */
	guint8 *placed;          /* [n_switches] */
	guint8 *waiting;         /* [n_switches] 1: in the queue */
	guint32 *queue;          /* [n_switches + 1] a ring */
	guint32 head, tail;
	guint32 *cables; /* [n_switches + 1] scratch of rings_length() */
	guint32 ring
		[COORDINATES_MOST]; /* as rings_length() has it when places begin to be guessed; 0: a row, or not yet */
	Place opinion[OPINIONS];
	guint votes[OPINIONS];
	guint n_opinions;
} Work;

static guint dimension_of(const Work *w, guint32 k)
{
	return w->squares->set[w->side[k].edge];
}

static gboolean is_sure(const Work *w, guint32 k)
{
	return !w->squares->guessed[w->side[k].edge];
}

/* Counts the neighbours of v in dimension d, but for cables whose dimension is guessed. */
static guint neighbours_in(const Work *w, guint32 v, guint d)
{
	guint n = 0;
	for (guint32 k = w->first[v]; k < w->first[v + 1]; k++)
		n += is_sure(w, k) && dimension_of(w, k) == d;
	return n;
}

/* Whether most switches have more than two neighbours in dimension d. */
static gboolean is_joined(const Work *w, guint d)
{
	guint32 many = 0;
	for (guint32 v = 0; v < w->graph->n_switches; v++)
		many += neighbours_in(w, v, d) > 2;
	return 2 * many > w->graph->n_switches;
}

/* ---- one switch */

static gboolean are_equal(const Work *w, const Place *a, const Place *b)
{
	return !memcmp(a->at, b->at, w->n * sizeof *a->at);
}

static void vote(Work *w, const Place *place)
{
	guint i = 0;
	while (i < w->n_opinions && !are_equal(w, &w->opinion[i], place))
		i++;
	if (i == OPINIONS)
		return;
	if (i == w->n_opinions) {
		w->opinion[w->n_opinions++] = *place;
		w->votes[i] = 0;
	}
	w->votes[i]++;
}

/*
 * Votes for places of the switch whose side i leads to its neighbour v: one step beyond v, as seen from other
 * neighbours of v in the side's dimension; or the place of v where all are joined in that dimension.
 */
static void vote_beyond(Work *w, guint32 v, guint32 i)
{
	guint d = dimension_of(w, i);
	if (!is_sure(w, i))
		return;
	if (w->result->kind[d] == COORDINATES_JOINED) {
		vote(w, &w->place[v]);
		return;
	}
	for (guint32 k = w->first[v]; k < w->first[v + 1]; k++) {
		guint32 other = w->side[k].neighbour;
		if (!w->placed[other] || !is_sure(w, k) || dimension_of(w, k) != d)
			continue;
		Place place = w->place[v];
		place.at[d] = (gint16)(2 * place.at[d] - w->place[other].at[d]);
		vote(w, &place);
	}
}

/* Votes for places of switch u with neighbours v and x: opposite each other switch that is a neighbour of both. */
static void vote_across(Work *w, guint32 u, guint32 v, guint32 x)
{
	for (guint32 k = w->first[v]; k < w->first[v + 1]; k++)
		for (guint32 i = w->first[x]; i < w->first[x + 1]; i++) {
			guint32 y = w->side[k].neighbour;
			if (y == u || y != w->side[i].neighbour || !w->placed[y])
				continue;
			Place place;
			for (guint d = 0; d < w->n; d++)
				place.at[d] = (gint16)(w->place[v].at[d] + w->place[x].at[d] - w->place[y].at[d]);
			vote(w, &place);
		}
}

/* Whether a neighbour of u has the place already, which only a neighbour in a dimension with all joined may have. */
static gboolean is_taken(const Work *w, guint32 u, const Place *place)
{
	for (guint32 k = w->first[u]; k < w->first[u + 1]; k++)
		if (w->placed[w->side[k].neighbour] && are_equal(w, &w->place[w->side[k].neighbour], place))
			return w->result->kind[dimension_of(w, k)] != COORDINATES_JOINED;
	return FALSE;
}

/* Returns the place of switch u with the most votes, and their number in *n; 0: there is none. */
static Place count_votes(Work *w, guint32 u, guint *n)
{
	guint best = 0;
	w->n_opinions = *n = 0;
	for (guint32 k = w->first[u]; k < w->first[u + 1]; k++) {
		guint32 v = w->side[k].neighbour;
		if (!w->placed[v])
			continue;
		vote_beyond(w, v, k);
		for (guint32 i = w->first[u]; i < k; i++)
			if (w->placed[w->side[i].neighbour])
				vote_across(w, u, v, w->side[i].neighbour);
	}
	for (guint i = 0; i < w->n_opinions; i++)
		if (w->votes[i] > *n && !is_taken(w, u, &w->opinion[i])) {
			*n = w->votes[i];
			best = i;
		}
	return w->opinion[best];
}

/* ---- all */

static void wait_for(Work *w, guint32 v)
{
	if (w->placed[v] || w->waiting[v])
		return;
	w->waiting[v] = 1;
	w->queue[w->tail++] = v;
	w->tail %= w->graph->n_switches + 1;
}

static void put(Work *w, guint32 v, const Place *place)
{
	w->place[v] = *place;
	w->placed[v] = 1;
	for (guint32 k = w->first[v]; k < w->first[v + 1]; k++) {
		guint32 u = w->side[k].neighbour;
		wait_for(w, u);
		for (guint32 i = w->first[u]; w->placed[u] && i < w->first[u + 1]; i++)
			wait_for(w, w->side[i].neighbour);
	}
}

/* Returns a switch with sure neighbours in as many dimensions as possible, and on both sides in each. */
static guint32 find_start(const Work *w)
{
	guint32 best = 0;
	guint most = 0;
	for (guint32 v = 0; v < w->graph->n_switches; v++) {
		guint value = 0;
		for (guint d = 0; d < w->n; d++)
			value += MIN(neighbours_in(w, v, d), 2) + (neighbours_in(w, v, d) ? 2u : 0);
		best = value > most ? v : best;
		most = MAX(most, value);
	}
	return best;
}

/* Puts the start at the origin, and its neighbours on both sides of it in each dimension. */
static void put_start(Work *w, guint32 v)
{
	static const gint16 beside[] = {1, -1};
	Place origin = {{0}};
	put(w, v, &origin);
	for (guint d = 0; d < w->n; d++)
		for (guint32 k = w->first[v], n = 0; k < w->first[v + 1]; k++) {
			Place place = origin;
			gboolean joined = w->result->kind[d] == COORDINATES_JOINED;
			if (!is_sure(w, k) || dimension_of(w, k) != d || (!joined && n == 2))
				continue;
			place.at[d] = joined ? 0 : beside[n++];
			put(w, w->side[k].neighbour, &place);
		}
}

/* Counts the neighbours of switch u that are next to a place; 0: a switch has the place already. */
static guint fits(const Work *w, guint32 u, const Place *place)
{
	guint n = 0;
	for (guint32 k = w->first[u]; k < w->first[u + 1]; k++) {
		guint32 v = w->side[k].neighbour;
		n += w->placed[v] && rings_steps_between(w->n, w->ring, &w->place[v], place) == 1;
	}
	for (guint32 v = 0; n && v < w->graph->n_switches; v++)
		if (w->placed[v] && !rings_steps_between(w->n, w->ring, &w->place[v], place))
			return 0;
	return n;
}

/* Whether a place is between others in each dimension that is a row. */
static gboolean is_inside(const Work *w, const Place *place)
{
	for (guint d = 0; d < w->n; d++) {
		gboolean below = w->ring[d] != 0, above = below;
		for (guint32 v = 0; v < w->graph->n_switches; v++) {
			below |= w->placed[v] && w->place[v].at[d] <= place->at[d];
			above |= w->placed[v] && w->place[v].at[d] >= place->at[d];
		}
		if (!below || !above)
			return FALSE;
	}
	return TRUE;
}

/*
 * Returns a free place for switch u next to as many of its neighbours as possible, and their number in *n. Of equals
 * one that makes no row longer comes first.
 */
static Place guess(Work *w, guint32 u, guint *n)
{
	Place best = {{0}};
	gboolean inside = FALSE;
	*n = 0;
	for (guint32 k = w->first[u]; k < w->first[u + 1]; k++)
		for (guint i = 0; w->placed[w->side[k].neighbour] && i < 2 * w->n; i++) {
			Place place = w->place[w->side[k].neighbour];
			place.at[i / 2] = (gint16)(place.at[i / 2] + (i % 2 ? 1 : -1));
			guint found = fits(w, u, &place);
			if (!found || found < *n || (found == *n && (inside || !is_inside(w, &place))))
				continue;
			best = place;
			*n = found;
			inside = is_inside(w, &place);
		}
	return best;
}

/*
 * The votes that a place needs, or the neighbours that a guessed place must be next to, step by step: a step begins
 * when no waiting switch meets the one before.
 */
static const struct {
	guint votes, guessed;
} wanted[] = {{2, G_MAXUINT}, {1, G_MAXUINT}, {1, 2}, {1, 1}};

static gboolean find_place(Work *w, guint32 v, guint step)
{
	guint n;
	Place place = count_votes(w, v, &n);
	if (n < wanted[step].votes && wanted[step].guessed < G_MAXUINT) {
		place = guess(w, v, &n);
		n = n >= wanted[step].guessed ? wanted[step].votes : 0;
	}
	if (n >= wanted[step].votes)
		put(w, v, &place);
	return n >= wanted[step].votes;
}

/*
 * Gives all switches a place. FALSE: most cables are not those of a product. Places are guessed only where so few
 * switches are left that they may be those on few cables.
 */
static gboolean put_all(Work *w)
{
	guint32 room = w->graph->n_switches + 1;
	for (guint32 in_vain = 0, step = 0; w->head != w->tail;) {
		guint32 v = w->queue[w->head++];
		w->head %= room;
		w->waiting[v] = 0;
		if (w->placed[v])
			continue;
		if (find_place(w, v, step)) {
			in_vain = step = 0;
			continue;
		}
		wait_for(w, v);
		guint32 left = (w->tail + room - w->head) % room;
		if (++in_vain < left)
			continue;
		in_vain = 0;
		for (guint d = 0; step == 1 && d < w->n; d++)
			w->ring[d] = rings_length(w->squares, w->place, w->placed, d, w->cables);
		if (++step == G_N_ELEMENTS(wanted) || (wanted[step].guessed < G_MAXUINT && 4 * left > room))
			return FALSE;
	}
	return TRUE;
}

static void read_coordinates(Work *w, guint d, guint32 *at)
{
	gint low = G_MAXINT16, high = G_MININT16;
	for (guint32 v = 0; v < w->graph->n_switches; v++) {
		low = MIN(low, w->place[v].at[d]);
		high = MAX(high, w->place[v].at[d]);
	}
	guint32 ring = rings_length(w->squares, w->place, w->placed, d, w->cables);
	w->result->kind[d] = ring ? COORDINATES_RING : COORDINATES_ROW;
	w->result->length[d] = ring ? ring : (guint32)(high - low + 1);
	for (guint32 v = 0; v < w->graph->n_switches; v++)
		at[v] = (guint32)(w->place[v].at[d] - low) % w->result->length[d];
}

/*
 * Finds coordinates where all are joined: switches that stay connected without the cables of dimension d have the same
 * coordinate. FALSE if switches have less than three quarters of their neighbours then, on average.
 */
static gboolean join_layers(Work *w, guint d, guint32 *at)
{
	guint32 n = w->graph->n_switches;
	guint64 neighbours = 0;
	union_find_reset(at, n);
	for (guint32 v = 0; v < n; v++)
		for (guint32 k = w->first[v]; k < w->first[v + 1]; k++)
			if (dimension_of(w, k) != d && is_sure(w, k))
				union_find_join(at, v, w->side[k].neighbour);
	w->result->length[d] = union_find_number(at, n);
	for (guint32 v = 0; v < n; v++)
		neighbours += neighbours_in(w, v, d);
	return 4 * neighbours >= 3 * (guint64)n * (w->result->length[d] - 1);
}

static gboolean allocate(Work *w, Arena *arena, GError **error)
{
	gsize n = w->graph->n_switches + (gsize)1;
	w->first = w->squares->first;
	w->side = w->squares->side;
	w->place = arena_new_array0(arena, Place, n);
	w->placed = arena_new_array0(arena, guint8, n);
	w->waiting = arena_new_array0(arena, guint8, n);
	w->queue = arena_new_array(arena, guint32, n);
	w->cables = arena_new_array(arena, guint32, n);
	w->result->at = g_try_new(guint32, w->n * n + 1);
	if (!w->result->at)
		return sssp_error_memory(error, "coordinates", w->n * n * sizeof(guint32));
	return arena_check(arena, "coordinates", error);
}

gboolean coordinates_init(Coordinates *coordinates, const Squares *squares, GError **error)
{
	const Graph *g = squares->graph;
	g_autoptr(Arena) arena = arena_new();
	Work w = {.graph = g, .squares = squares, .result = coordinates, .n = squares->n};
	*coordinates = (Coordinates){.n = 0};
	if (!squares->n || squares->n > COORDINATES_MOST)
		return TRUE;
	if (!allocate(&w, arena, error))
		return FALSE;
	for (guint d = 0; d < w.n; d++)
		coordinates->kind[d] = is_joined(&w, d) ? COORDINATES_JOINED : COORDINATES_ROW;
	if (g->n_switches)
		put_start(&w, find_start(&w));
	gboolean fine = put_all(&w);
	for (guint d = 0; fine && d < w.n; d++) {
		guint32 *at = coordinates->at + (gsize)d * g->n_switches;
		if (coordinates->kind[d] == COORDINATES_JOINED)
			fine = join_layers(&w, d, at);
		else
			read_coordinates(&w, d, at);
	}
	coordinates->n = fine ? w.n : 0;
	return TRUE;
}

void coordinates_clear(Coordinates *coordinates)
{
	g_free(coordinates->at);
}
