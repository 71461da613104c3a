/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Judges an exchange of tables as `sssp-eval transition --from-topology` does. */
#include "tests/core/exchange/exchange_judge.h"

#include "evaluator/deadlock/deadlock.h"
#include "evaluator/transition/mixture.h"
#include "tests/asserts.h"

typedef struct {
	Past *past;
	Lft *lft;
	PathSl *sl;
	Paths *then, *old, *new;
	Talk *talk, *new_talk;
} Sides;

static void sides_clear(Sides *s)
{
	talk_free(s->talk);
	talk_free(s->new_talk);
	paths_free(s->new);
	paths_free(s->old);
	paths_free(s->then);
	path_sl_free(s->sl);
	lft_free(s->lft);
	past_free(s->past);
}

static void sides_fill(Sides *s, const Fabric *now, const Fabric *then, const JudgedTables *old,
		       const JudgedTables *new)
{
	s->past = then ? past_new(now, then, NULL) : NULL;
	s->lft = then && !old->by_lids_of_now ? past_lft(s->past, old->lft, NULL) : NULL;
	s->sl = then && old->sl ? past_path_sl(s->past, old->sl, NULL) : NULL;
	s->then = then ? paths_new(then, old->lft, NULL) : NULL;
	s->old = paths_new(now, s->lft ? s->lft : old->lft, NULL);
	s->new = paths_new(now, new->lft, NULL);
	ck_assert(s->old && s->new && (!then || (s->then && (s->lft || old->by_lids_of_now))));
	s->talk = talk_new(s->past, s->then ? s->then : s->old, NULL);
	s->new_talk = talk_new(NULL, s->new, NULL);
	ck_assert(s->talk && s->new_talk);
}

static void judge_loops(const Sides *s, const JudgedTables *old, const JudgedTables *new, ExchangeVerdict *v)
{
	g_autoptr(Lanes) was = lanes_new(s->old, s->sl ? s->sl : old->sl, old->sl2vl, NULL);
	g_autoptr(Lanes) is = lanes_new(s->new, new->sl, new->sl2vl, NULL);
	ck_assert(was && is);
	was->talk = s->talk;
	is->talk = s->new_talk;
	g_autoptr(DeadlockFacts) old_facts = deadlock_facts_new(was, !new->asymmetric, NULL, 0, NULL);
	g_autoptr(DeadlockFacts) new_facts = deadlock_facts_new(is, !new->asymmetric, NULL, 0, NULL);
	ck_assert(old_facts && new_facts && lanes_join(was, is, NULL));
	g_autoptr(DeadlockFacts) both = deadlock_facts_new(was, !new->asymmetric, NULL, 0, NULL);
	ck_assert_ptr_nonnull(both);
	v->old_cyclic = !old_facts->free;
	v->new_cyclic = !new_facts->free;
	v->cyclic = !both->free;
	v->dropped = both->counts.lids_dropped;
}

ExchangeVerdict exchange_judge(const Fabric *now, const Fabric *then, const JudgedTables *old, const JudgedTables *new)
{
	ExchangeVerdict v = {0};
	Sides s = {0};
	sides_fill(&s, now, then, old, new);
	g_autoptr(MixtureFacts) mixture = mixture_facts_new(s.old, s.new, s.talk, NULL);
	ck_assert_ptr_nonnull(mixture);
	v.loops = mixture->loops;
	v.dead_ends = mixture->dead_ends;
	judge_loops(&s, old, new, &v);
	sides_clear(&s);
	return v;
}
