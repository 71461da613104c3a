/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Evaluates whether packets loop, get lost or deadlock while one set of tables replaces another. Each set is evaluated
 * alone, then both joined: in a mixture each switch has entries of either. A connection keeps the SL that it was opened
 * with. So only pairs that could talk by a set of tables (talk.h) may send on the SLs of that set.
 */
#include "evaluator/commands/change/transition_judge.h"

#include "evaluator/commands/idle.h"

/* Multicast groups with the ports of both sets, as a switch may have either. NULL with an error. */
static Mft *join_groups(const Mft *a, const Mft *b, GError **error)
{
	g_autoptr(GArray) entries = g_array_new(FALSE, FALSE, sizeof(MftEntry));
	if (a)
		g_array_append_vals(entries, a->entry, a->n_entries);
	if (b)
		g_array_append_vals(entries, b->entry, b->n_entries);
	return mft_new((const MftEntry *)(const void *)entries->data, entries->len, error);
}

static gboolean take_groups(TransitionJudgement *j, const Case *now, GError **error)
{
	if (!now->mft && !now->second->mft)
		return TRUE;
	j->mft = join_groups(now->mft, now->second->mft, error);
	j->multicast = j->mft ? multicast_new(now->paths, j->mft, error) : NULL;
	return j->multicast != NULL;
}

/*
 * Finds credit loops of the old set, of the new one and of both. Connections that were opened again (`closed`) do not
 * use their old SLs any more; a first phase still has these SLs in its file, so there they are left out as well.
 */
static gboolean look_for_loops(TransitionJudgement *j, const Case *now, const PreviousCase *previous, gboolean reverse,
			       guint sl, GError **error)
{
	j->old_lanes = lanes_new_with(previous->paths, previous->path_sl, previous->then->sl2vl, sl, error);
	j->new_lanes = j->old_lanes ? lanes_new_with(now->paths, now->path_sl, now->sl2vl, sl, error) : NULL;
	if (!j->new_lanes)
		return FALSE;
	j->old_lanes->talk = previous->talk;
	j->old_lanes->closed = j->old_lanes;
	j->new_lanes->closed = previous->is_first_phase ? j->old_lanes : NULL;
	if (!(j->talk = talk_new(NULL, now->paths, error)))
		return FALSE;
	j->new_lanes->talk = j->talk;
	j->old = deadlock_facts_new(j->old_lanes, reverse, NULL, sl, error);
	j->new = j->old ? deadlock_facts_new(j->new_lanes, reverse, NULL, sl, error) : NULL;
	if (!j->new || !lanes_join(j->old_lanes, j->new_lanes, error))
		return FALSE;
	j->both = deadlock_facts_new(j->old_lanes, reverse, j->multicast, sl, error);
	return j->both != NULL;
}

TransitionJudgement *transition_judge(const Case *now, const PreviousCase *previous, gboolean reverse, guint mcast_sl,
				      GError **error)
{
	g_autoptr(TransitionJudgement) j = g_new0(TransitionJudgement, 1);
	if (!take_groups(j, now, error))
		return NULL;
	if (mcast_sl && !j->multicast)
		idle_say(now, "--mcast-sl", "no multicast tables were given (--mcast, --old-mcast)");
	j->mixture = mixture_facts_new(previous->paths, now->paths, previous->talk, error);
	if (!j->mixture || !look_for_loops(j, now, previous, reverse, mcast_sl, error))
		return NULL;
	j->facts = (TransitionFacts){now->topology_name,
				     now->second->tables_name,
				     now->tables_name,
				     now->fabric,
				     j->mixture,
				     j->old,
				     j->new,
				     j->both,
				     j->multicast,
				     mcast_sl,
				     reverse,
				     previous->match ? previous->match->n_moved : 0,
				     previous->n_reconnected};
	return g_steal_pointer(&j);
}

void transition_judgement_free(TransitionJudgement *j)
{
	if (!j)
		return;
	lanes_free(j->old_lanes);
	lanes_free(j->new_lanes);
	talk_free(j->talk);
	deadlock_facts_free(j->old);
	deadlock_facts_free(j->new);
	deadlock_facts_free(j->both);
	mixture_facts_free(j->mixture);
	multicast_free(j->multicast);
	mft_free(j->mft);
	g_free(j);
}
