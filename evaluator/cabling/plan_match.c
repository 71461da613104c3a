/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Matches the switches of a plan whose names say nothing with those of the fabric that is there (NOW). A matrix has a
 * score for each pair of a switch of the plan and one of NOW. It begins with how alike the two are, and rises whenever
 * neighbours of both are matched with each other. It falls where the two share different numbers of neighbours with two
 * switches that are matched. The pair with the highest score is matched next. Of equal scores the first in the row
 * wins, counted from an index that differs from attempt to attempt. After each attempt pairs are exchanged where that
 * gains a cable, and the best attempt is kept.
 */
#include "evaluator/cabling/plan_match.h"

#include "core/base/error.h"
#include "evaluator/cabling/outliers.h"

#include <string.h>

#define NONE PLAN_MATCH_NONE
#define COMMON 8          /* score of a cable that fits, for the pair at its other end */
#define HOSTS_DIFFER 4u   /* what a host too many or too few costs */
#define LEVELS_DIFFER 64u /* what different levels (outliers.h) cost */
#define APART_DIFFER 2    /* what a difference of one in neighbours shared with a matched switch costs */
#define NEAR_MOST 512     /* with more switches, neighbours in common are not compared: that is O(n^3) */
#define STEPS 3e8         /* n^3 steps for all attempts together, about a second */
#define ATTEMPTS 64

typedef struct {
	guint32 first;         /* neighbours are next[first] .., each once */
	guint32 hosts, degree; /* cables to hosts, to switches */
} Spot;

/* One fabric as a graph of its switches, numbered as in fabric->switches. */
typedef struct {
	const Fabric *fabric;
	guint32 n;
	guint32 *number; /* [n_nodes] number of a switch, NONE for adapters */
	guint8 *between; /* [n][n] cables between two switches */
	guint8 *shared;  /* [n][n] neighbours that two switches share, up to 255; NULL: more than NEAR_MOST switches */
	Spot *spot;      /* [n + 1] the last one only ends the neighbours of the one before */
	guint32 *next;   /* neighbours of all switches, each once */
	guint32 *level;  /* [n_nodes] see outliers_levels() */
} Side;

typedef struct {
	Side plan, now;
	gint32 *score;           /* [plan.n][now.n] of each pair */
	guint32 *image, *origin; /* [plan.n] switch of NOW, [now.n] switch of the plan; NONE */
	guint32 *best;           /* [plan.n] free switch of NOW with the best score, NONE */
	guint32 attempt;
} Work;

static void side_clear(Side *s)
{
	g_free(s->number);
	g_free(s->between);
	g_free(s->shared);
	g_free(s->spot);
	g_free(s->next);
	g_free(s->level);
}

static void side_count(Side *s)
{
	const Fabric *f = s->fabric;
	for (guint32 x = 0; x < f->n_ports; x++) {
		guint32 a = s->number[f->ports[x].node], peer = f->ports[x].peer;
		if (a == NONE || peer == FABRIC_NONE || f->nodes[f->ports[peer].node].aggregation)
			continue;
		guint32 b = s->number[f->ports[peer].node];
		s->spot[a].hosts += b == NONE;
		if (b == NONE || a == b)
			continue;
		s->spot[a].degree++;
		s->between[(gsize)a * s->n + b]++;
	}
}

static void side_neighbours(Side *s)
{
	guint32 at = 0;
	for (guint32 i = 0; i < s->n; i++) {
		s->spot[i].first = at;
		for (guint32 j = 0; j < s->n; j++)
			if (s->between[(gsize)i * s->n + j])
				s->next[at++] = j;
	}
	s->spot[s->n].first = at;
}

static guint32 level_of(const Side *s, guint32 i)
{
	return s->level[s->fabric->switches[i]];
}

/* Fills shared[][]: each switch is a neighbour in common of every two of its neighbours. */
static void side_share(Side *s)
{
	for (guint32 i = 0; i < s->n; i++)
		for (guint32 k = s->spot[i].first; k < s->spot[i + 1].first; k++)
			for (guint32 l = s->spot[i].first; l < s->spot[i + 1].first; l++) {
				guint8 *shared = &s->shared[(gsize)s->next[k] * s->n + s->next[l]];
				if (*shared < G_MAXUINT8)
					++*shared;
			}
}

static gboolean side_make(Side *s, const Fabric *f, GError **error)
{
	gsize n = f->n_switches;
	s->fabric = f;
	s->n = f->n_switches;
	if (n > PLAN_MATCH_MOST)
		return sssp_error_set(error, SSSP_ERROR_INPUT, "%u switches are too many to match without names", s->n);
	s->number = g_try_new(guint32, (gsize)f->n_nodes + 1);
	s->between = g_try_malloc0(n * n + 1);
	s->spot = g_try_new0(Spot, n + 1);
	s->next = g_try_new0(guint32, (gsize)f->n_ports + 1);
	s->level = g_try_new(guint32, (gsize)f->n_nodes + 1);
	if (!s->number || !s->between || !s->spot || !s->next || !s->level)
		return sssp_error_memory(error, "a matching", n * n);
	memset(s->number, 0xff, f->n_nodes * sizeof(guint32));
	for (guint32 i = 0; i < s->n; i++)
		s->number[f->switches[i]] = i;
	side_count(s);
	side_neighbours(s);
	outliers_levels(f, s->level);
	s->shared = n <= NEAR_MOST ? g_try_malloc0(n * n + 1) : NULL;
	if (s->shared)
		side_share(s);
	return TRUE;
}

static guint32 apart(guint32 a, guint32 b)
{
	return a > b ? a - b : b - a;
}

static gint32 *score_at(const Work *w, guint32 p, guint32 q)
{
	return &w->score[(gsize)p * w->now.n + q];
}

/* How alike two switches are by themselves: 0, or less for each difference. */
static void first_scores(Work *w)
{
	for (guint32 p = 0; p < w->plan.n; p++)
		for (guint32 q = 0; q < w->now.n; q++)
			*score_at(w, p, q) =
				-(gint32)(apart(w->plan.spot[p].degree, w->now.spot[q].degree) +
					  HOSTS_DIFFER * apart(w->plan.spot[p].hosts, w->now.spot[q].hosts) +
					  (level_of(&w->plan, p) != level_of(&w->now, q) ? LEVELS_DIFFER : 0));
}

/*
 * The free switch of NOW with the best score for p, NONE. The search begins at p's own number plus that of the attempt,
 * so that each attempt breaks ties differently.
 */
static guint32 find_best(const Work *w, guint32 p)
{
	guint32 best = NONE;
	for (guint32 i = 0; i < w->now.n; i++) {
		guint32 q = (p + i + w->attempt) % w->now.n;
		if (w->origin[q] == NONE && (best == NONE || *score_at(w, p, q) > *score_at(w, p, best)))
			best = q;
	}
	return best;
}

/* p is now matched with q: raises the score of each pair of their neighbours. */
static void raise_scores(Work *w, guint32 p, guint32 q)
{
	const Side *a = &w->plan, *b = &w->now;
	for (guint32 i = a->spot[p].first; i < a->spot[p + 1].first; i++)
		for (guint32 j = b->spot[q].first; j < b->spot[q + 1].first; j++) {
			guint32 np = a->next[i], nq = b->next[j];
			guint8 here = a->between[(gsize)p * a->n + np], there = b->between[(gsize)q * b->n + nq];
			*score_at(w, np, nq) += COMMON * MIN(here, there);
			if (w->image[np] == NONE && w->origin[nq] == NONE && w->best[np] != NONE &&
			    *score_at(w, np, nq) > *score_at(w, np, w->best[np]))
				w->best[np] = nq;
		}
}

/*
 * Lowers the score of each pair that shares a different number of neighbours with p (in the plan) and with q (in NOW),
 * which are matched; always by less than a cable that fits raises it.
 */
static void compare_shared(Work *w, guint32 p, guint32 q)
{
	const guint8 *a = w->plan.shared + (gsize)p * w->plan.n, *b = w->now.shared + (gsize)q * w->now.n;
	for (guint32 i = 0; i < w->plan.n; i++) {
		for (guint32 j = 0; w->image[i] == NONE && j < w->now.n; j++)
			*score_at(w, i, j) -= APART_DIFFER * (gint32)MIN(apart(a[i], b[j]), COMMON / APART_DIFFER - 1);
		if (w->image[i] == NONE)
			w->best[i] = find_best(w, i);
	}
}

static void match_all(Work *w)
{
	for (guint32 p = 0; p < w->plan.n; p++)
		w->best[p] = find_best(w, p);
	for (guint32 step = 0; step < MIN(w->plan.n, w->now.n); step++) {
		guint32 at = NONE;
		for (guint32 p = 0; p < w->plan.n; p++) {
			if (w->image[p] != NONE)
				continue;
			if (w->origin[w->best[p]] != NONE)
				w->best[p] = find_best(w, p);
			if (at == NONE || *score_at(w, p, w->best[p]) > *score_at(w, at, w->best[at]))
				at = p;
		}
		w->image[at] = w->best[at];
		w->origin[w->best[at]] = at;
		raise_scores(w, at, w->image[at]);
		if (w->plan.shared && w->now.shared && step + 1 < w->now.n)
			compare_shared(w, at, w->image[at]);
	}
}

/*
 * How many cables of p fit if its image were q, and that of its neighbour `other` were `there` (NONE, NONE: as
 * matched).
 */
static guint32 fitting(const Work *w, guint32 p, guint32 q, guint32 other, guint32 there)
{
	const Side *a = &w->plan, *b = &w->now;
	guint32 fit = 0;
	for (guint32 i = a->spot[p].first; q != NONE && i < a->spot[p + 1].first; i++) {
		guint32 np = a->next[i], nq = np == other ? there : w->image[np];
		if (nq != NONE)
			fit += MIN(a->between[(gsize)p * a->n + np], b->between[(gsize)q * b->n + nq]);
	}
	return fit + (q != NONE ? MIN(a->spot[p].hosts, b->spot[q].hosts) : 0);
}

/* Exchanges the images of p and of another switch of its level where more cables fit then. FALSE: there is none. */
static gboolean improve(Work *w, guint32 p)
{
	guint32 q = w->image[p], fits = fitting(w, p, q, NONE, NONE);
	if (fits == w->plan.spot[p].degree + w->plan.spot[p].hosts)
		return FALSE;
	for (guint32 o = 0; o < w->plan.n; o++) {
		guint32 r = w->image[o];
		if (o == p || level_of(&w->plan, o) != level_of(&w->plan, p))
			continue;
		if (fitting(w, p, r, o, q) + fitting(w, o, q, p, r) > fits + fitting(w, o, r, NONE, NONE)) {
			w->image[p] = r;
			w->image[o] = q;
			return TRUE;
		}
	}
	return FALSE;
}

#define PASSES 20

static void improve_all(Work *w)
{
	gboolean better = TRUE;
	for (guint pass = 0; better && pass < PASSES; pass++) {
		better = FALSE;
		for (guint32 p = 0; p < w->plan.n; p++)
			better = improve(w, p) || better;
	}
}

static guint32 count_fitting(const Work *w)
{
	guint32 fit = 0;
	for (guint32 p = 0; p < w->plan.n; p++)
		fit += fitting(w, p, w->image[p], NONE, NONE);
	return fit;
}

static guint32 count_all(const Side *s)
{
	guint32 all = 0;
	for (guint32 i = 0; i < s->n; i++)
		all += s->spot[i].degree + s->spot[i].hosts;
	return all;
}

static void attempt(Work *w)
{
	memset(w->image, 0xff, w->plan.n * sizeof(guint32));
	memset(w->origin, 0xff, w->now.n * sizeof(guint32));
	first_scores(w);
	match_all(w);
	improve_all(w);
}

/*
 * Keeps the best of several attempts, until one fits wholly or STEPS are spent. With too many switches there is one
 * attempt.
 */
static void attempt_all(Work *w, guint32 *best)
{
	gdouble steps = (gdouble)w->plan.n * w->plan.n * w->now.n;
	guint32 most = MIN(count_all(&w->plan), count_all(&w->now)), found = 0;
	guint attempts = w->plan.shared && w->now.shared ? (guint)CLAMP(STEPS / MAX(steps, 1), 1, ATTEMPTS) : 1;
	for (w->attempt = 0; w->attempt < attempts && (!w->attempt || found < most); w->attempt++) {
		attempt(w);
		guint32 fit = count_fitting(w);
		if (w->attempt && fit <= found)
			continue;
		found = fit;
		memcpy(best, w->image, w->plan.n * sizeof(guint32));
	}
	memcpy(w->image, best, w->plan.n * sizeof(guint32));
}

static void tell(PlanMatch *s, const Work *w)
{
	const Side *a = &w->plan, *b = &w->now;
	g_autofree guint32 *origin = g_new(guint32, b->n + 1);
	memset(origin, 0xff, (b->n + 1) * sizeof(guint32));
	for (guint32 p = 0; p < a->n; p++) {
		if (w->image[p] == NONE)
			s->missing++;
		else
			origin[w->image[p]] = p;
	}
	for (guint32 q = 0; q < b->n; q++) {
		guint32 p = origin[q], node = b->fabric->switches[q];
		if (p == NONE) {
			g_array_append_val(s->surplus, node);
			continue;
		}
		PlanMisfit hosts = {node, NONE, a->spot[p].hosts, b->spot[q].hosts};
		if (hosts.meant != hosts.is)
			g_array_append_val(s->misfits, hosts);
		for (guint32 r = q + 1; r < b->n; r++) {
			guint32 meant = origin[r] == NONE ? 0 : a->between[(gsize)p * a->n + origin[r]];
			PlanMisfit cables = {node, b->fabric->switches[r], meant, b->between[(gsize)q * b->n + r]};
			s->cables += MIN(cables.meant, cables.is);
			if (cables.meant != cables.is && origin[r] != NONE)
				g_array_append_val(s->misfits, cables);
		}
	}
}

static gboolean make_room(Work *w, GError **error)
{
	gsize n = w->plan.n, m = w->now.n;
	w->score = g_try_new(gint32, n * m + 1);
	w->image = g_try_new(guint32, n + 1);
	w->origin = g_try_new(guint32, m + 1);
	w->best = g_try_new(guint32, n + 1);
	if (!w->score || !w->image || !w->origin || !w->best)
		return sssp_error_memory(error, "a matching", n * m * sizeof(gint32));
	return TRUE;
}

PlanMatch *plan_match_new(const Fabric *plan, const Fabric *now, GError **error)
{
	Work w = {0};
	PlanMatch *s = NULL;
	if (side_make(&w.plan, plan, error) && side_make(&w.now, now, error) && make_room(&w, error)) {
		g_autofree guint32 *best = g_new(guint32, w.plan.n + 1);
		attempt_all(&w, best);
		s = g_new0(PlanMatch, 1);
		s->misfits = g_array_new(FALSE, FALSE, sizeof(PlanMisfit));
		s->surplus = g_array_new(FALSE, FALSE, sizeof(guint32));
		tell(s, &w);
		s->image = g_steal_pointer(&w.image);
	}
	side_clear(&w.plan);
	side_clear(&w.now);
	g_free(w.score);
	g_free(w.image);
	g_free(w.origin);
	g_free(w.best);
	return s;
}

void plan_match_free(PlanMatch *s)
{
	if (!s)
		return;
	g_free(s->image);
	g_array_unref(s->misfits);
	g_array_unref(s->surplus);
	g_free(s);
}
