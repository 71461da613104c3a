/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#include "core/error.h"
#include "evaluator/command.h"
#include "evaluator/deadlock.h"
#include "evaluator/figures.h"
#include "evaluator/multicast.h"

extern const EvalCommand command_deadlock;

static gboolean reverse;
static char *mcast_file;
static gint mcast_sl;

static const GOptionEntry options[] = {
	{"reverse", 0, 0, G_OPTION_ARG_NONE, &reverse,
	 "Follow each route also on the SL of the path the other way, which replies may use", NULL},
	{"mcast", 0, 0, G_OPTION_ARG_FILENAME, &mcast_file,
	 "Judge these multicast tables too, together with the routes (opensm.mcfdbs)", "FILE"},
	{"mcast-sl", 0, 0, G_OPTION_ARG_INT, &mcast_sl, "SL of multicast packets (0)", "SL"},
	{0},
};

static gboolean check(GError **error)
{
	if (mcast_sl >= 0 && mcast_sl < SL_COUNT)
		return TRUE;
	g_set_error(error, SSSP_ERROR, SSSP_ERROR_USAGE, "--mcast-sl takes an SL, 0 to %d", SL_COUNT - 1);
	return FALSE;
}

static void name_files(CaseFiles *files)
{
	files->mcast = mcast_file;
}

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
		report_integer(r, "switches", group->switches, "");
		report_integer(r, "members", group->members, "");
		report_integer(r, "cables", group->cables, "");
		report_integer(r, "one_sided", group->one_sided, "");
		report_integer(r, "surplus", group->surplus, "");
		report_integer(r, "parts", group->parts, "");
		report_close(r);
	}
	report_close(r);
}

static void report_multicast(Report *r, const Multicast *m, const DeadlockMulticast *facts)
{
	report_open_object(r, "multicast", "packets of groups, on the lanes of their SL");
	report_integer(r, "sl", (guint)mcast_sl, "");
	report_integer(r, "groups", m->mft->n_groups, "");
	report_integer(r, "members", m->members, "of all groups, as far as the tables tell");
	report_integer(r, "loops", m->loops, "groups whose ports are no tree: packets go round, or come twice");
	report_integer(r, "split", m->split, "groups whose members do not all hear one another");
	report_integer(r, "dependencies", facts->dependencies, "between channels; they count in the layers too");
	report_boolean(r, "free", facts->free, "are these alone without a credit loop?");
	report_integer(r, "dropped", facts->dropped, "steps that a table sends to VL 15");
	report_integer(r, "astray", m->astray, "ports that lead to no member and no switch of the group");
	report_integer(r, "foreign", m->n_foreign, "entries of switches that are not in the fabric");
	report_bad_groups(r, m);
	report_close(r);
}

static void judge(Report *r, const DeadlockFacts *facts)
{
	if (facts->free)
		report_verdict(r, "No credit loop: packets cannot deadlock.");
	else
		report_verdict(r, "CREDIT LOOP: the %u channels above can wait for each other for ever.",
			       facts->n_cycle);
	if (facts->counts.dropped)
		report_verdict(r, "DROPPED: %" G_GUINT64_FORMAT " routes are sent to VL 15.", facts->counts.dropped);
	if (facts->counts.unreachable)
		report_verdict(r, "%" G_GUINT64_FORMAT " routes do not arrive (see sssp-eval routes).",
			       facts->counts.unreachable);
}

static void judge_multicast(Report *r, const Multicast *m, const DeadlockFacts *facts)
{
	if (m->loops)
		report_verdict(r, "MULTICAST LOOP: groups whose ports are no tree: %u.", m->loops);
	if (m->split)
		report_verdict(r, "MULTICAST: groups whose members do not all hear one another: %u.", m->split);
	if (facts->multicast.dropped)
		report_verdict(r, "DROPPED: multicast packets are sent to VL 15.");
}

static void report_facts(Report *r, const Case *subject, const DeadlockFacts *facts, const Multicast *multicast)
{
	report_boolean(r, "free", facts->free, "is every virtual lane without a credit loop?");
	report_boolean(r, "reverse", reverse, "were replies on the SL of the request followed too?");
	report_integer(r, "routes", facts->counts.routes, "followed, with their SL");
	report_integer(r, "unreachable", facts->counts.unreachable, "of these: routes that do not arrive");
	report_integer(r, "dropped", facts->counts.dropped, "of these: routes that a table sends to VL 15");
	report_deadlock_layers(r, facts);
	if (multicast)
		report_multicast(r, multicast, &facts->multicast);
	report_deadlock_cycle(r, subject->fabric, facts, multicast != NULL);
	judge(r, facts);
	if (multicast)
		judge_multicast(r, multicast, facts);
}

static gboolean holds(const DeadlockFacts *facts, const Multicast *multicast)
{
	return facts->free && !facts->counts.dropped && !facts->multicast.dropped &&
	       (!multicast || (!multicast->loops && !multicast->split));
}

static EvalResult run(const Case *subject, Report **report, GError **error)
{
	guint sl = (guint)mcast_sl;
	g_autoptr(Multicast) multicast = subject->mft ? multicast_new(subject->paths, subject->mft, error) : NULL;
	if (subject->mft && !multicast)
		return EVAL_FAILED;
	g_autoptr(Lanes) lanes = lanes_new_with(subject->paths, subject->path_sl, subject->sl2vl, sl, error);
	g_autoptr(DeadlockFacts) facts = lanes ? deadlock_facts_new(lanes, reverse, multicast, sl, error) : NULL;
	if (!facts)
		return EVAL_FAILED;
	*report = report_new("Credit loops of %s on %s", subject->tables_name, subject->topology_name);
	report_facts(*report, subject, facts, multicast);
	return holds(facts, multicast) ? EVAL_HOLDS : EVAL_DOES_NOT;
}

const EvalCommand command_deadlock = {
	.name = "deadlock",
	.summary = "is every virtual lane free of credit loops?",
	.options = options,
	.check = check,
	.name_files = name_files,
	.run = run,
};
