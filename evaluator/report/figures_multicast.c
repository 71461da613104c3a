/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Adds the figures of multicast groups to a report: sums over all groups, a row for each group that is no tree or does
 * not reach all its members, and a verdict in words.
 */
#include "evaluator/report/figures.h"

/* The groups that are not what they should be. */
static void report_bad_groups(Report *r, const Multicast *m)
{
	report_open_array(r, "faulty", "groups that are no tree, or do not reach all their members");
	for (guint32 i = 0; i < m->mft->n_groups; i++) {
		const MulticastGroup *group = &m->group[i];
		if (!group->surplus && group->parts <= 1)
			continue;
		report_open_object(r, "", "");
		report_mlid(r, group->mlid);
		report_figures(r, COUNT("switches", group->switches), COUNT("members", group->members),
			       COUNT("cables", group->cables), COUNT("one_sided", group->one_sided),
			       COUNT("surplus", group->surplus), COUNT("parts", group->parts));
		report_close(r);
	}
	report_close(r);
}

void report_multicast(Report *r, const Multicast *m, const DeadlockMulticast *facts, guint sl)
{
	report_open_object(r, "multicast", "packets of groups, on the lanes of their SL");
	report_figures(r, COUNT("sl", sl), COUNT("groups", m->mft->n_groups));
	report_integer(r, "members", m->members, "of all groups, as far as the tables tell");
	report_integer(r, "loops", m->loops, "groups whose ports are no tree: packets loop, or come twice");
	report_integer(r, "split", m->split, "groups whose members do not all hear one another");
	report_integer(r, "dependencies", facts->dependencies, "between channels; they count in the lanes too");
	report_boolean(r, "free", facts->free, "are these alone without a credit loop?");
	report_integer(r, "dropped", facts->dropped, "steps that a table sends to VL 15");
	report_integer(r, "astray", m->astray, "ports that lead to no member and no switch of the group");
	report_integer(r, "foreign", m->n_foreign, "entries of switches that are not in the fabric");
	report_bad_groups(r, m);
	report_close(r);
}

void report_multicast_verdict(Report *r, const Multicast *m, const DeadlockMulticast *facts)
{
	if (m->loops)
		report_verdict(r, "MULTICAST LOOP: groups whose ports are no tree: %u.", m->loops);
	if (m->split)
		report_verdict(r, "MULTICAST: groups whose members do not all hear one another: %u.", m->split);
	if (facts->dropped)
		report_verdict(r, "DROPPED: multicast packets are sent to VL 15.");
}
