/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Evaluates a planned update of tables, step by step. The steps are the first phase, the SL to VL tables if they are
 * written in between, and the second phase; or one step for all. During a step some switches have the tables before it
 * and others those after it, so both are evaluated as two sets of tables in any mixture. Then the new tables are
 * evaluated with the previous SLs of connections that are not opened again, and pairs without a route are counted.
 */
#include "evaluator/commands/change/plan_judge.h"

#include "evaluator/commands/deadlock/deadlock_more.h"
#include "evaluator/commands/change/rehearse_jobs.h"
#include "evaluator/commands/change/transition_judge.h"
#include "evaluator/measures/update_cost.h"
#include "evaluator/measures/diff.h"

typedef struct {
	const PlanMade *made;
	const Case *new;
	const PlanOptions *options;
	PlanFacts *facts; /* the result, filled step by step */
} Planned;

/* transition_is_safe(), but a credit loop is forgiven where the tables before have one. */
static gboolean is_safe(const TransitionFacts *t)
{
	TransitionFacts others = *t;
	DeadlockFacts loops = *t->both;
	loops.free = t->both->free || !t->old->free; /* the old tables have loops already: no step adds harm */
	others.both = &loops;
	return transition_is_safe(&others);
}

static gboolean count_changes(const Case *new, PlanStep *step, GError **error)
{
	const Case *old = new->second;
	g_autoptr(Diff) diff = diff_new(old->lft, new->lft, old->path_sl, new->path_sl, new->fabric, error);
	if (!diff)
		return FALSE;
	step->entries = diff->entries;
	step->blocks = diff->blocks;
	step->sl2vl = update_cost_sl2vl(new->fabric, old->sl2vl, new->sl2vl);
	step->mft_blocks = old->mft && new->mft ? update_cost_mft_blocks(old->mft, new->mft) : 0;
	return TRUE;
}

/*
 * Evaluates the step to the tables of `new` from those of new->second. With the last step, connections of the plan's
 * list get the SLs of `new`; before it, they keep theirs. FALSE with an error.
 */
static gboolean judge_step(const Planned *p, const char *what, const Case *new, gboolean is_last, GError **error)
{
	PlanStep *step = &p->facts->step[p->facts->n_steps++];
	step->what = what;
	g_autoptr(PreviousCase) previous = previous_case_new(new, NULL, error);
	if (!previous || !count_changes(new, step, error))
		return FALSE;
	previous->is_first_phase = !is_last && p->made->reconnect;
	if (p->made->reconnect && !previous_case_mark_reconnected(previous, new, p->made->reconnect_file, error))
		return FALSE;
	g_autoptr(TransitionJudgement) j =
		transition_judge(new, previous, p->options->reverse, p->options->mcast_sl, error);
	if (!j)
		return FALSE;
	step->loops = j->mixture->loops;
	step->dead_ends = j->mixture->dead_ends;
	step->dropped = (guint32)j->both->counts.lids_dropped;
	step->free = j->both->free;
	step->old_free = j->old->free;
	step->safe = is_safe(&j->facts);
	return TRUE;
}

/* A copy of `set` whose second set is `old`. */
static Case after(const Case *set, Case *old)
{
	Case after = *set;
	after.second = old;
	after.notes = NULL;
	return after;
}

/*
 * Evaluates the first phase; the new SL to VL tables as a step of their own, where the plan writes them between the
 * phases; and the second phase. `between` is what switches have after the first phase, `learnt` adds the new SL to VL
 * tables. FALSE with an error.
 */
static gboolean judge_phases(const Planned *p, GError **error)
{
	const PlanFile *plan = p->made->file;
	Case *now = p->new->second, between = *now;
	between.tables_name = plan->phase[0].lfts;
	between.lft = p->made->lft;
	between.paths = p->made->paths;
	between.path_sl = p->made->own_sl ? p->made->own_sl : p->new->path_sl;
	Case first = after(&between, now), learnt = after(&between, &first);
	learnt.sl2vl = p->new->sl2vl;
	Case last = after(p->new, plan->phase[1].slvl_before ? &learnt : &first);
	return judge_step(p, "phase 1", &first, FALSE, error) &&
	       (!plan->phase[1].slvl_before || judge_step(p, "SL to VL tables", &learnt, FALSE, error)) &&
	       judge_step(p, "phase 2", &last, TRUE, error);
}

static gboolean judge_at_once(const Planned *p, GError **error)
{
	Case last = after(p->new, p->new->second);
	return judge_step(p, "at once", &last, TRUE, error);
}

/*
 * Evaluates the new tables while connections that are not on the plan's list keep their previous SLs. FALSE with an
 * error.
 */
static gboolean judge_previous_sls(const Planned *p, GError **error)
{
	const Case last = after(p->new, p->new->second);
	const DeadlockOptions how = {.reverse = p->options->reverse, .reconnected = p->made->reconnect_file};
	g_autoptr(DeadlockFacts) both = deadlock_with_previous(&last, &how, error);
	p->facts->previous_free = both && both->free;
	return both != NULL;
}

static gboolean count_pairs(const Planned *p, GError **error)
{
	const PlanTables tables = {p->new->second->paths, p->made->paths, p->new->paths, p->made->reconnect};
	const GPtrArray *jobs = p->options->jobs;
	g_autoptr(GArray) hosts = plan_pairs_hosts(tables.now);
	if (!plan_pairs_count(&tables, hosts, &p->facts->all, error))
		return FALSE;
	p->facts->jobs = jobs ? g_array_sized_new(FALSE, TRUE, sizeof(PlanPairs), jobs->len) : NULL;
	for (guint i = 0; jobs && i < jobs->len; i++) {
		PlanPairs pairs;
		if (!plan_pairs_count(&tables, ((const Job *)g_ptr_array_index(jobs, i))->list, &pairs, error))
			return FALSE;
		g_array_append_val(p->facts->jobs, pairs);
	}
	return TRUE;
}

PlanFacts *plan_judge(const PlanMade *made, const Case *new, const PlanOptions *options, GError **error)
{
	g_autoptr(PlanFacts) facts = g_new0(PlanFacts, 1);
	const Planned planned = {made, new, options, facts};
	facts->made = made;
	gboolean judged = made->paths ? judge_phases(&planned, error) : judge_at_once(&planned, error);
	if (!judged || !judge_previous_sls(&planned, error) || !count_pairs(&planned, error))
		return NULL;
	return g_steal_pointer(&facts);
}

void plan_facts_free(PlanFacts *facts)
{
	if (facts && facts->jobs)
		g_array_unref(facts->jobs);
	g_free(facts);
}

gboolean plan_is_free(const PlanFacts *facts)
{
	gboolean free = facts->previous_free;
	for (guint i = 0; i < facts->n_steps; i++)
		free = free && facts->step[i].free;
	return free;
}

gboolean plan_is_safe(const PlanFacts *facts)
{
	gboolean safe = facts->previous_free;
	for (guint i = 0; i < facts->n_steps; i++)
		safe = safe && facts->step[i].safe;
	return safe;
}
