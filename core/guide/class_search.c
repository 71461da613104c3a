/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Tries orders of classes of channels and counts the pairs of hosts that each serves with a shortest path that ascends.
 * Paths are given as a graph of states, each a set of steps to further states over a class (class_paths.h). All that
 * matters of a state is the highest class in the order with which a path from it can begin, so one sweep over the
 * states evaluates an order. If there are few orders, all are tried. Otherwise classes are moved one by one while that
 * helps. class_search_from() only moves classes, and also counts the choice that pairs have all along their paths.
 */
#include "core/guide/class_search.h"

#include "core/base/error.h"

#include <math.h>
#include <string.h>

/*
 * Most steps for trying all orders, and for moving classes. Moving may cost more where there are many channels: in
 * damaged fabrics paths differ from switch to switch, so that there are many states, and few classes would get moved
 * otherwise.
 */
#define BUDGET_ALL 1000000
#define BUDGET_MOVES 2000000
#define MOVES_A_CHANNEL 4096

typedef struct {
	guint64 pairs;  /* of hosts, that have a path */
	guint64 bare;   /* pairs of switches, hosts on one of them, that have a path */
	guint64 choice; /* steps that pairs of hosts can begin with, or can take all along their paths */
} Score;

/* The pairs that come to a state, in parts of pairs (SHARES for one), and the highest rank that they came over. */
typedef struct {
	guint64 pairs;
	guint8 over;
} Arriving;

#define SHARES 1024

typedef struct {
	const ClassPaths *paths;
	const Classes *classes;
	guint8 *best;   /* [states] scratch: 1 + the rank of the highest class to begin with, 0: none */
	Arriving *come; /* [states] scratch; NULL: only the choice at the beginning of paths counts */
	guint8 order[CLASSES_MOST], found[CLASSES_MOST];
	Score score;         /* of `found` */
	guint64 spent, most; /* steps */
} Search;

/*
 * Lets pairs go on from state i, evenly over all steps with a rank above `over` from which the destination can be
 * reached. Returns the pairs times these steps.
 */
static guint64 go_on(Search *s, const guint8 *rank, guint32 i, guint64 pairs, guint8 over)
{
	const ClassPaths *p = s->paths;
	guint8 steps[256];
	guint64 n = 0;
	for (guint32 k = p->first[i]; pairs && k < p->first[i + 1]; k++) {
		guint8 own = rank[p->step[k] & 15];
		if (own > over && s->best[p->step[k] >> 4] > own)
			steps[n++] = (guint8)(k - p->first[i]);
	}
	for (guint64 j = 0; j < n; j++) {
		guint32 step = p->step[p->first[i] + steps[j]];
		Arriving *next = &s->come[step >> 4];
		next->pairs += pairs / n;
		next->over = MAX(next->over, rank[step & 15]);
	}
	return pairs * n;
}

/* Steps that pairs can choose from all along their paths, if they spread evenly. */
static guint64 count_choice(Search *s, const guint8 *rank)
{
	const ClassPaths *p = s->paths;
	guint64 choice = 0;
	memset(s->come, 0, p->n * sizeof *s->come);
	for (guint32 i = p->n - 1; i > 0; i--) {
		choice += go_on(s, rank, i, p->weight[i] * SHARES, 0);
		choice += go_on(s, rank, i, s->come[i].pairs, s->come[i].over);
	}
	return choice;
}

static Score evaluate(Search *s)
{
	const ClassPaths *p = s->paths;
	guint8 rank[CLASSES_MOST] = {0};
	Score score = {0};
	for (guint i = 0; i < s->classes->n; i++)
		rank[s->order[i]] = (guint8)(i + 1);
	s->best[0] = G_MAXUINT8;
	for (guint32 i = 1; i < p->n; i++) {
		guint8 best = 0;
		guint choice = 0;
		for (guint32 k = p->first[i]; k < p->first[i + 1]; k++) {
			guint class = p->step[k] & 15, good = s->best[p->step[k] >> 4] > rank[class];
			choice += good;
			best = good && rank[class] > best ? rank[class] : best;
		}
		s->best[i] = best;
		score.pairs += best ? p->weight[i] : 0;
		score.bare += best && s->come ? p->bare[i] : 0;
		score.choice += p->weight[i] * choice;
	}
	if (s->come)
		score.choice = count_choice(s, rank);
	s->spent += (s->come ? 3 : 1) * (guint64)(p->first[p->n] + p->n);
	return score;
}

/*
 * One part in a hundred of `bare` counts as much as so many of `choice`. With 60 an order takes half of the cables of
 * core directors from hosts for .2 % (directors:hosts=10000,fail=links:3%,seed=3), with 8 one leaves paths of
 * management ports that hosts have to give way to (directors:levels=2,ports=36,chip=12,ratio=1,hosts=400,
 * fail=links:6%,seed=1: two lanes for one, EFI 612 for 493).
 */
#define BARE_COUNTS 30

/* The value of an order by which it is compared with others that serve as many pairs of hosts. */
static double value_of(const Score *score)
{
	return log1p((double)score->choice) + BARE_COUNTS * log1p((double)score->bare);
}

static gboolean is_better(const Score *a, const Score *b)
{
	return a->pairs != b->pairs ? a->pairs > b->pairs : value_of(a) > value_of(b);
}

/* Evaluates the order; keeps it and is TRUE when it is the best so far. */
static gboolean try(Search *s)
{
	Score score = evaluate(s);
	if (!is_better(&score, &s->score))
		return FALSE;
	s->score = score;
	memcpy(s->found, s->order, sizeof s->found);
	return TRUE;
}

static void swap(guint8 *order, guint i, guint j)
{
	guint8 class = order[i];
	order[i] = order[j];
	order[j] = class;
}

/* All orders of the classes from number `from` on. */
static void try_all(Search *s, guint from)
{
	if (from + 1 >= s->classes->n)
		try(s);
	for (guint i = from; from + 1 < s->classes->n && i < s->classes->n; i++) {
		swap(s->order, from, i);
		try_all(s, from + 1);
		swap(s->order, from, i);
	}
}

static void move(guint8 *order, guint from, guint to)
{
	guint8 class = order[from];
	if (from < to)
		memmove(order + from, order + from + 1, to - from);
	else
		memmove(order + to + 1, order + to, from - to);
	order[to] = class;
}

static guint64 most_moves(const ClassPaths *paths)
{
	return BUDGET_MOVES + MOVES_A_CHANNEL * (guint64)paths->n_channels;
}

/* Takes each move of one class that is better than the order so far, until none is. */
static void climb(Search *s)
{
	guint n = s->classes->n;
	for (gboolean better = TRUE; better;) {
		better = FALSE;
		for (guint from = 0; from < n; from++)
			for (guint to = 0; to < n && s->spent < s->most; to++) {
				memcpy(s->order, s->found, sizeof s->order);
				move(s->order, from, to);
				better |= from != to && try(s);
			}
	}
}

/* Classes that are moved at random before each climb but the first. */
#define MOVED 3

/* A number below n, the same ones on every machine: G. Marsaglia's xorshift of 32 bits ("Xorshift RNGs", 2003). */
static guint draw(guint32 *random, guint n)
{
	*random ^= *random << 13;
	*random ^= *random >> 17;
	*random ^= *random << 5;
	return *random % n;
}

/* Climbs in a row without a better order after which the search ends. */
#define IN_VAIN 32

/* Climbs from the order so far; with `again` also from others like the best while that does not serve all pairs. */
static void try_moves(Search *s, gboolean again)
{
	guint8 best[CLASSES_MOST];
	guint n = s->classes->n, in_vain = again ? 0 : IN_VAIN;
	guint32 random = 1;
	climb(s);
	Score score = s->score;
	memcpy(best, s->found, sizeof best);
	while (score.pairs < s->paths->pairs && s->spent < s->most && in_vain < IN_VAIN) {
		memcpy(s->order, best, sizeof best);
		for (guint i = 0; i < MOVED; i++) {
			guint from = draw(&random, n), to = draw(&random, n);
			move(s->order, from, to);
		}
		s->score = (Score){0};
		try(s);
		climb(s);
		in_vain++;
		if (is_better(&s->score, &score)) {
			score = s->score;
			memcpy(best, s->found, sizeof best);
			in_vain = 0;
		}
	}
	s->score = score;
	memcpy(s->found, best, sizeof best);
}

/*
 * Sorts the classes by their mean hops to destinations, the most first: channels far from destinations come early on
 * paths.
 */
static void sort_by_hops(Search *s)
{
	const ClassPaths *p = s->paths;
	for (guint i = 0; i < s->classes->n; i++) {
		guint at = i;
		double hops = (double)p->hops[i] / (double)MAX(p->used[i], 1);
		for (; at; at--) {
			guint8 other = s->order[at - 1];
			if ((double)p->hops[other] / (double)MAX(p->used[other], 1) >= hops)
				break;
			s->order[at] = other;
		}
		s->order[at] = (guint8)i;
	}
}

gboolean class_search(const ClassPaths *paths, const Classes *classes, gboolean again, guint8 *order, GError **error)
{
	g_autofree guint8 *best = g_try_malloc(paths->n + (gsize)1);
	Search s = {.paths = paths, .classes = classes, .best = best, .most = most_moves(paths)};
	guint64 all = 1;
	if (!best)
		return sssp_error_memory(error, "orders of classes", paths->n);
	for (guint i = 2; i <= classes->n && all < BUDGET_ALL; i++)
		all *= i;
	sort_by_hops(&s);
	memcpy(s.found, s.order, sizeof s.found);
	if (classes->n) {
		try(&s);
		if (all * (paths->first[paths->n] + paths->n) <= BUDGET_ALL)
			try_all(&s, 0);
		else
			try_moves(&s, again);
	}
	memcpy(order, s.found, classes->n);
	return TRUE;
}

gboolean class_search_from(const ClassPaths *paths, const Classes *classes, const guint8 *first, const guint8 *second,
			   guint8 *order, GError **error)
{
	g_autofree guint8 *best = g_try_malloc(paths->n + (gsize)1);
	g_autofree Arriving *come = g_try_new(Arriving, paths->n + (gsize)1);
	Search s = {.paths = paths, .classes = classes, .best = best, .come = come, .most = most_moves(paths)};
	if (!best || !come)
		return sssp_error_memory(error, "orders of classes", paths->n * sizeof *come);
	memcpy(s.found, first, classes->n);
	memcpy(s.order, first, classes->n);
	try(&s);
	memcpy(s.order, second, classes->n);
	try(&s);
	try_moves(&s, TRUE);
	memcpy(order, s.found, classes->n);
	return TRUE;
}
