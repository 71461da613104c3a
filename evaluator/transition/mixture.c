/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Looks for forwarding loops and dead ends in mixtures of two sets of tables: while new entries replace old ones, each
 * switch has either. For each LID it makes the graph of both entries of all switches (mixture_graph.h) and the routes
 * of each set alone, and checks all senders. A pair is a sender and a LID; it lasts if it could talk before (talk.h)
 * and both sets serve it. A row is a switch (paths.h).
 */
#include "evaluator/transition/mixture.h"

#include "evaluator/transition/mixture_graph.h"

typedef struct {
	const Paths *old, *new;
	Talk *talk;
	MixtureGraph *graph;
	PathTree *old_tree, *new_tree;
	MixtureFacts *facts;
	gboolean loop, dead; /* of the LID under work: one was found, and told in `facts` as its example */
} Judge;

/* Counts a pair that lasts: it could talk before and can after, but in a mixture its packets may loop or get lost. */
static void judge_lasting(Judge *j, guint32 row, guint32 source)
{
	j->facts->pairs++;
	j->facts->loop_pairs += j->graph->open[row] != 0;
	if (j->graph->end[row] == MIXTURE_NO_SLOT)
		return;
	j->facts->dead_end_pairs++;
	if (!j->dead)
		mixture_tell_end(&j->facts->ends, j->graph, row, source);
	j->dead = TRUE;
}

/*
 * Counts the pair of a sender (port index) on the switch `row` and the LID under work. Hops below PATHS_LOST: the set
 * serves it.
 */
static void judge_source(Judge *j, guint32 row, guint32 source)
{
	gboolean by_old = j->old_tree->hops[row] < PATHS_LOST, by_new = j->new_tree->hops[row] < PATHS_LOST;
	gboolean could = talk_could(j->talk, source);
	if (j->graph->open[row] && !j->loop) {
		mixture_tell_cycle(&j->facts->cycles, j->graph, row, source);
		j->loop = TRUE;
	}
	if (by_new && by_old && could)
		judge_lasting(j, row, source);
	j->facts->pairs_cut += by_new && !by_old && could;
	j->facts->pairs_added += by_new && !could;
	j->facts->pairs_gone += !by_new && could;
}

/*
 * Counts all senders to a LID: endpoints other than its owner, and port 0 of switches, which exchanges data with
 * endpoints only.
 */
static void judge_lid(Judge *j, guint32 lid, guint32 owner)
{
	const Paths *p = j->new;
	const Fabric *fabric = p->fabric;
	j->loop = j->dead = FALSE;
	mixture_graph_fill(j->graph, lid);
	path_tree_fill(j->old_tree, j->old, lid);
	path_tree_fill(j->new_tree, j->new, lid);
	talk_begin(j->talk, lid);
	for (guint32 e = 0; e < fabric->n_endpoints; e++)
		if (fabric->endpoints[e] != owner)
			judge_source(j, p->endpoint_row[e], fabric->endpoints[e]);
	for (guint32 row = 0; !fabric_is_switch(fabric, fabric->ports[owner].node) && row < p->n_rows; row++) {
		guint32 port0 = fabric->nodes[fabric->switches[row]].first_port;
		if (fabric->ports[port0].lid)
			judge_source(j, row, port0);
	}
	j->facts->lids++;
	j->facts->loops += j->loop ? 1 : 0;
	j->facts->dead_ends += j->dead ? 1 : 0;
}

MixtureFacts *mixture_facts_new(const Paths *old, const Paths *new, Talk *talk, GError **error)
{
	const Fabric *fabric = new->fabric;
	g_autoptr(MixtureFacts) facts = g_new0(MixtureFacts, 1);
	g_autoptr(MixtureGraph) graph = mixture_graph_new(old, new, error);
	g_autoptr(PathTree) old_tree = graph ? path_tree_new(old, error) : NULL;
	g_autoptr(PathTree) new_tree = old_tree ? path_tree_new(new, error) : NULL;
	if (!new_tree)
		return NULL;
	Judge judge = {old, new, talk, graph, old_tree, new_tree, facts, FALSE, FALSE};
	for (guint32 lid = 1; lid < fabric->n_lids; lid++)
		if (fabric->lid_port[lid] != FABRIC_NONE && !paths_is_unsaid(old, lid) && !paths_is_unsaid(new, lid))
			judge_lid(&judge, lid, fabric->lid_port[lid]);
	return g_steal_pointer(&facts);
}

void mixture_facts_free(MixtureFacts *facts)
{
	if (!facts)
		return;
	mixture_paths_clear(&facts->cycles);
	mixture_paths_clear(&facts->ends);
	g_free(facts);
}
