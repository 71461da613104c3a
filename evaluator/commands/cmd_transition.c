/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The old set is read as what was in force before; each set is judged alone, then both joined. */
#include "core/base/error.h"
#include "evaluator/commands/case.h"
#include "evaluator/commands/former_case.h"
#include "evaluator/commands/transition_report.h"

extern const EvalCommand command_transition;

static gboolean reverse;
static char *old_topology, *mcast_file, *old_mcast_file;
static gint mcast_sl;
static TableFiles *old_files, *new_files;

static const GOptionEntry options[] = {
	{"from-topology", 0, 0, G_OPTION_ARG_FILENAME, &old_topology, "The topology that OLD was for (TOPOLOGY)",
	 "FILE"},
	{"reverse", 0, 0, G_OPTION_ARG_NONE, &reverse,
	 "Follow each route also on the SL of the path the other way, which replies may use", NULL},
	{"mcast", 0, 0, G_OPTION_ARG_FILENAME, &mcast_file, "Multicast tables of NEW (opensm.mcfdbs)", "FILE"},
	{"old-mcast", 0, 0, G_OPTION_ARG_FILENAME, &old_mcast_file, "Multicast tables of OLD", "FILE"},
	{"mcast-sl", 0, 0, G_OPTION_ARG_INT, &mcast_sl, "SL of multicast packets (0)", "SL"},
	{0},
};

static gboolean check(GError **error)
{
	return eval_in_range("--mcast-sl", mcast_sl, 0, SL_COUNT - 1, error);
}

static gboolean take(guint n, char **names, CaseFiles *files, GError **error)
{
	if (n != 3) {
		g_set_error_literal(error, SSSP_ERROR, SSSP_ERROR_USAGE, "three names are needed: TOPOLOGY OLD NEW");
		return FALSE;
	}
	if (files->psl || files->slvl) {
		g_set_error_literal(error, SSSP_ERROR, SSSP_ERROR_USAGE, "SLs belong to OLD or NEW: OLD,psl=FILE");
		return FALSE;
	}
	files->topology = names[0];
	old_files = table_files_new(names[1], FALSE, error);
	new_files = old_files ? table_files_new(names[2], FALSE, error) : NULL;
	return new_files != NULL;
}

static Case *read_both(const CaseFiles *common, const EvalSession *session, GError **error)
{
	CaseFiles files = {.topology = common->topology,
			   .name_map = common->name_map,
			   .ignore_sl = common->ignore_sl,
			   .could_mcast = TRUE,
			   .mcast = mcast_file,
			   .with = old_files,
			   .with_topology = old_topology,
			   .with_mcast = old_mcast_file};
	case_name_tables(&files, new_files);
	files.guid2lid = new_files->guid2lid ? new_files->guid2lid : common->guid2lid;
	return case_read(&files, session->log, session->warnings, error);
}

/* The ports of both sets: packets can meet either at each switch. */
static Mft *join_groups(const Mft *a, const Mft *b, GError **error)
{
	g_autoptr(GArray) entries = g_array_new(FALSE, FALSE, sizeof(MftEntry));
	if (a)
		g_array_append_vals(entries, a->entry, a->n_entries);
	if (b)
		g_array_append_vals(entries, b->entry, b->n_entries);
	return mft_new((const MftEntry *)(const void *)entries->data, entries->len, error);
}

typedef struct {
	Lanes *old, *new;
	DeadlockFacts *old_facts, *new_facts, *both;
} Loops;

static void loops_clear(Loops *loops)
{
	lanes_free(loops->old);
	lanes_free(loops->new);
	deadlock_facts_free(loops->old_facts);
	deadlock_facts_free(loops->new_facts);
	deadlock_facts_free(loops->both);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Loops, loops_clear)

static gboolean look_for_loops(Loops *l, const Case *now, const FormerCase *former, const Multicast *multicast,
			       GError **error)
{
	guint sl = (guint)mcast_sl;
	l->old = lanes_new_with(former->paths, former->path_sl, former->then->sl2vl, sl, error);
	l->new = l->old ? lanes_new_with(now->paths, now->path_sl, now->sl2vl, sl, error) : NULL;
	if (!l->new)
		return FALSE;
	l->old->talk = former->talk;
	l->old_facts = deadlock_facts_new(l->old, reverse, NULL, sl, error);
	l->new_facts = l->old_facts ? deadlock_facts_new(l->new, reverse, NULL, sl, error) : NULL;
	if (!l->new_facts || !lanes_join(l->old, l->new, error))
		return FALSE;
	l->both = deadlock_facts_new(l->old, reverse, multicast, sl, error);
	return l->both != NULL;
}

static EvalResult judge(const Case *now, const FormerCase *former, Report **report, GError **error)
{
	gboolean groups = now->mft || now->with->mft;
	g_autoptr(Mft) mft = groups ? join_groups(now->mft, now->with->mft, error) : NULL;
	g_autoptr(Multicast) multicast = mft ? multicast_new(now->paths, mft, error) : NULL;
	if (groups && !multicast)
		return EVAL_FAILED;
	g_autoptr(MixtureFacts) mixture = mixture_facts_new(former->paths, now->paths, former->talk, error);
	g_auto(Loops) loops = {0};
	if (!mixture || !look_for_loops(&loops, now, former, multicast, error))
		return EVAL_FAILED;
	const TransitionFacts facts = {now->topology_name,
				       now->with->tables_name,
				       now->tables_name,
				       now->fabric,
				       mixture,
				       loops.old_facts,
				       loops.new_facts,
				       loops.both,
				       multicast,
				       (guint)mcast_sl,
				       reverse,
				       former->match ? former->match->n_moved : 0};
	*report = transition_report(&facts);
	return transition_is_safe(&facts) ? EVAL_HOLDS : EVAL_DOES_NOT;
}

static EvalResult answer(const CaseFiles *files, const EvalSession *session, Report **report, GError **error)
{
	g_autoptr(Case) now = read_both(files, session, error);
	g_autoptr(FormerCase) former = now ? former_case_new(now, session->warnings, error) : NULL;
	return former ? judge(now, former, report, error) : EVAL_FAILED;
}

const EvalCommand command_transition = {
	.name = "transition",
	.summary = "may one set of tables replace another while packets are on their way?",
	.options = options,
	.check = check,
	.arguments = "TOPOLOGY OLD[,psl=FILE][,slvl=FILE] NEW[,psl=FILE][,slvl=FILE]",
	.take = take,
	.answer = answer,
};
