/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reports whether two sets of tables may be mixed while one replaces the other, as figures and a verdict. Forwarding
 * loops and dead ends are listed a switch a line, each with one pair of endpoints that meets it.
 */
#include "evaluator/commands/change/transition_report.h"

#include "evaluator/report/figures.h"

gboolean transition_is_safe(const TransitionFacts *t)
{
	gboolean groups = !t->multicast || (!t->multicast->loops && !t->both->multicast.dropped);
	return !t->mixture->loops && !t->mixture->dead_ends && !t->both->counts.lids_dropped && t->both->free && groups;
}

static void report_step(Report *r, const Fabric *fabric, const MixtureStep *step)
{
	static const char *const by[] = {"old", "new", "both"};
	g_autofree char *guid = g_strdup_printf("0x%016" G_GINT64_MODIFIER "x", fabric->nodes[step->node].guid);
	report_figures(r, TEXT("switch", guid), TEXT("name", fabric_name(fabric, step->node)),
		       COUNT("port", step->port), TEXT("tables", by[step->by]));
}

/* Lists the switches of a path; `key` names the column of its number. */
static void report_path(Report *r, const Fabric *fabric, const MixturePath *path, const char *key, guint32 number)
{
	for (guint32 i = 0; i < path->n; i++) {
		report_open_object(r, "", "");
		report_integer(r, key, number, "");
		report_step(r, fabric, &path->step[i]);
		report_figures(r, TEXT("then", i + 1 < path->n ? "" : route_end_name(path->end)),
			       TEXT("source", fabric_name_at(fabric, path->source)),
			       COUNT("slid", fabric->ports[path->source].lid),
			       TEXT("destination", fabric_name_at(fabric, fabric->lid_port[path->lid])),
			       COUNT("dlid", path->lid), COUNT("lids", path->n_lids));
		report_close(r);
	}
}

static void report_paths(Report *r, const TransitionFacts *t)
{
	const MixtureFacts *m = t->mixture;
	report_open_array(r, "circles", "the last switch sends to the first; lids: so many LIDs have this circle");
	for (guint32 i = 0; i < m->cycles.n; i++)
		report_path(r, t->fabric, &m->cycles.path[i], "circle", i + 1);
	report_close(r);
	report_open_array(r, "ends", "from the switch of the source to where the packet is lost");
	for (guint32 i = 0; i < m->ends.n; i++)
		report_path(r, t->fabric, &m->ends.path[i], "end", i + 1);
	report_close(r);
}

static void report_mixture(Report *r, const TransitionFacts *t)
{
	const MixtureFacts *m = t->mixture;
	report_integer(r, "lids", m->lids, "destinations");
	report_integer(r, "pairs", m->pairs, "of a source and a LID that both sets serve");
	report_integer(r, "pairs_cut", m->pairs_cut, "that could talk, and that only the new set serves as things are");
	report_integer(r, "pairs_added", m->pairs_added, "that could not, and that the new set serves");
	report_integer(r, "pairs_gone", m->pairs_gone, "that could talk, and that the new set does not serve");
	report_integer(r, "loops", m->loops, "LIDs to which packets can loop");
	report_integer(r, "loop_pairs", m->loop_pairs, "of pairs: those to which it can happen");
	report_integer(r, "dead_ends", m->dead_ends, "LIDs to which packets of pairs can be lost");
	report_integer(r, "dead_end_pairs", m->dead_end_pairs, "of pairs: those to which it can happen");
	report_integer(r, "dropped", t->both->counts.lids_dropped, "LIDs to which packets can be sent to VL 15");
	report_integer(r, "lids_moved", t->lids_moved,
		       "ports that have other LIDs now, taken as if they had kept theirs");
}

static void report_reconnected(Report *r, const TransitionFacts *t)
{
	if (t->reconnected >= 0)
		report_integer(r, "reconnected", (guint64)t->reconnected,
			       "switches and LIDs listed, whose connections have no SL of the old set");
}

static void report_lanes(Report *r, const TransitionFacts *t)
{
	report_boolean(r, "reverse", t->reverse, "were replies on the SL of the request followed too?");
	report_boolean(r, "free", t->both->free, "is every virtual lane without a credit loop, in any mixture?");
	report_boolean(r, "old_free", t->old->free, "is the old set alone, in the fabric as it is now?");
	report_boolean(r, "new_free", t->new->free, "is the new set alone?");
	report_integer(r, "old_dependencies", t->old->dependencies, "between channels, by the old set");
	report_integer(r, "new_dependencies", t->new->dependencies, "by the new set");
	report_integer(r, "dependencies", t->both->dependencies, "by both and every mixture");
}

static void judge_loops(Report *r, const TransitionFacts *t)
{
	const DeadlockFacts *both = t->both;
	if (!both->free)
		report_verdict(r, "CREDIT LOOP: the %u channels above can wait for each other for ever meanwhile.",
			       both->n_cycle);
	if (!t->old->free)
		report_verdict(r, "The old set, %s, has one by itself.", t->old_name);
	if (!t->new->free)
		report_verdict(r, "The new set, %s, has one by itself.", t->new_name);
	report_deadlock_classes_verdict(r, t->fabric, both);
	if (t->multicast && t->multicast->loops)
		report_verdict(r, "MULTICAST LOOP: groups whose old and new ports together are no tree: %u.",
			       t->multicast->loops);
	if (both->multicast.dropped)
		report_verdict(r, "DROPPED: multicast packets can be sent to VL 15.");
}

static void add_verdicts(Report *r, const TransitionFacts *t)
{
	const MixtureFacts *m = t->mixture;
	if (transition_is_safe(t))
		report_verdict(r,
			       "Any mixture is safe: while entries of %s replace those of %s, one by one and in any "
			       "order, no packet loops, none is lost of a pair that both serve, and "
			       "packets cannot deadlock.",
			       t->new_name, t->old_name);
	else
		report_verdict(r, "NOT SAFE: while entries of %s replace those of %s", t->new_name, t->old_name);
	if (m->loops)
		report_verdict(r, "FORWARDING LOOP: packets to %u LIDs can loop until they time out.", m->loops);
	if (m->dead_ends)
		report_verdict(r,
			       "DEAD END: %" G_GUINT64_FORMAT
			       " pairs that both serve can lose packets on the way to %u LIDs.",
			       m->dead_end_pairs, m->dead_ends);
	if (t->both->counts.lids_dropped)
		report_verdict(r, "DROPPED: packets to %u LIDs can be sent to VL 15.", t->both->counts.lids_dropped);
	judge_loops(r, t);
}

Report *transition_report(const TransitionFacts *t)
{
	Report *r = report_new("Exchange of %s for %s on %s", t->old_name, t->new_name, t->topology);
	report_boolean(r, "safe", transition_is_safe(t), "is no mixture of the two sets of tables to be feared?");
	report_classes(r, t->fabric);
	report_mixture(r, t);
	report_reconnected(r, t);
	report_lanes(r, t);
	report_paths(r, t);
	report_deadlock_layers(r, t->both);
	if (t->multicast)
		report_multicast(r, t->multicast, &t->both->multicast, t->mcast_sl);
	report_deadlock_cycle(r, t->fabric, t->both, t->multicast != NULL);
	report_deadlock_classes(r, t->both);
	add_verdicts(r, t);
	return r;
}
