/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Builds clusters that papers on routing describe (Odin, CHiC, Deimos and others). What the papers say and what is
 * assumed here stands in sssp-topo(1).
 *
 * A director is a large switch: a fat tree of crossbars (switch chips, each a switch of the fabric) in one chassis.
 * From crossbars of 24 ports, a director of 144 ports has 12 at the leaves and 6 as spines, one of 288 ports 24 and 12,
 * and one of 3,456 ports 288, 288 and 144 in three levels. The external ports are the low half of the ports of each
 * leaf crossbar. What is plugged into a director is dealt over its leaf crossbars like cards, hosts first. The numbers
 * of a tree are explained at SynthTree (synth_plan.h).
 */
#include "generator/synth/synth_plan.h"

#define CROSSBAR 24
#define EXTERNAL (CROSSBAR / 2) /* of a leaf crossbar */

static const SynthTree director144 = {.levels = 2, .m = {EXTERNAL, 12}, .w = {1, 6}, .links = 2, .ports = CROSSBAR};
static const SynthTree director288 = {
	.levels = 2, .m = {EXTERNAL, CROSSBAR}, .w = {1, EXTERNAL}, .links = 1, .ports = CROSSBAR};
static const SynthTree director3456 = {
	.levels = 3, .m = {EXTERNAL, 12, CROSSBAR}, .w = {1, 12, 12}, .links = 1, .ports = CROSSBAR};

void synth_build_odin(Synth *synth)
{
	SynthTree director = director144;
	synth->speed = FABRIC_SDR;
	if (!synth_begin(synth, synth_tree_size(&director)))
		return;
	synth_tree_switches(synth, &director, 1);
	synth_deal_hosts(synth, director.first, 12, 128, EXTERNAL, NULL);
	synth_tree_cables(synth, &director);
}

/* Leaf modules of 36-port crossbars, 18 ports out and 18 to the backplane; filled one after the other. */
void synth_build_tara(Synth *synth)
{
	enum { HOSTS = 82, OUT = 18, MODULES = 5 };
	SynthTree director = {.levels = 2, .m = {OUT, MODULES}, .w = {1, 3}, .links = 6, .ports = 2 * OUT};
	if (!synth_begin(synth, synth_tree_size(&director)))
		return;
	synth_tree_switches(synth, &director, 1);
	for (guint i = 0; i < MODULES; i++)
		synth_hosts(synth, director.first + i, MIN(OUT, HOSTS - i * OUT));
	synth_tree_cables(synth, &director);
}

/* ---- Deimos: a chain of three directors, neighbours joined by a bundle of 30 cables */

enum { CHAIN = 3, CHAIN_CABLES = 30 };
static const guint deimos_hosts[CHAIN] = {251, 222, 251};

/*
 * The leaf crossbars that a cable of a bundle is plugged into: at its left end, in `director`, and at its right end, in
 * the next director. Both bundles of the middle director are dealt over its leaf crossbars, first the one to its left;
 * the one to its right goes on where that stopped.
 */
static guint32 chain_left(guint director, guint cable)
{
	return ((director ? CHAIN_CABLES : 0) + cable) % CROSSBAR;
}

static guint32 chain_right(guint cable)
{
	return cable % CROSSBAR;
}

/* Deals the hosts of director d onto the external ports that the cables of the chain leave. */
static void deimos_plug_hosts(Synth *synth, const SynthTree *director, guint d)
{
	guint taken[CROSSBAR] = {0};
	for (guint c = 0; c < CHAIN_CABLES; c++) {
		taken[chain_right(c)] += d > 0;
		taken[chain_left(d, c)] += d + 1 < CHAIN;
	}
	synth_deal_hosts(synth, director->first, CROSSBAR, deimos_hosts[d], EXTERNAL, taken);
}

void synth_build_deimos(Synth *synth)
{
	SynthTree director[CHAIN] = {director288, director288, director288};
	synth->speed = FABRIC_SDR;
	if (!synth_begin(synth, CHAIN * synth_tree_size(&director288)))
		return;
	for (guint d = 0; d < CHAIN; d++) {
		synth_tree_switches(synth, &director[d], d + 1);
		deimos_plug_hosts(synth, &director[d], d);
	}
	for (guint d = 0; d + 1 < CHAIN; d++)
		for (guint c = 0; c < CHAIN_CABLES; c++)
			synth_cable(synth, director[d].first + chain_left(d, c), director[d + 1].first + chain_right(c),
				    1);
	for (guint d = 0; d < CHAIN; d++)
		synth_tree_cables(synth, &director[d]);
}

/* ---- leaf switches below directors: CHiC, Atlas, Thunderbird, Ranger */

typedef struct {
	guint leaves; /* 24-port switches */
	guint hosts;  /* in all */
	guint each;   /* ports of a leaf for hosts */
	guint directors;
	guint links; /* cables from a leaf to each director */
	const SynthTree *director;
} EdgeCluster;

#define MOST_DIRECTORS 8

/* Each leaf has hosts on the ports 1 .. each, and above them its cables to the directors, dealt leaf after leaf. */
static void build_edge(Synth *synth, const EdgeCluster *cluster)
{
	SynthTree director[MOST_DIRECTORS];
	if (!synth_begin(synth, cluster->leaves + cluster->directors * synth_tree_size(cluster->director)))
		return;
	for (guint i = 0; i < cluster->leaves; i++)
		synth_switch(synth, CROSSBAR, "leaf-%u", i + 1);
	synth_deal_hosts(synth, 0, cluster->leaves, cluster->hosts, cluster->each, NULL);
	for (guint d = 0; d < cluster->directors; d++) {
		director[d] = *cluster->director;
		synth_tree_switches(synth, &director[d], d + 1);
	}
	guint32 crossbars = (guint32)synth_tree_leaves(cluster->director);
	for (guint32 leaf = 0; leaf < cluster->leaves; leaf++) {
		synth_skip(synth, leaf, cluster->each);
		for (guint i = 0; i < cluster->directors * cluster->links; i++) {
			const SynthTree *to = &director[i / cluster->links];
			guint32 dealt = leaf * cluster->links + i % cluster->links;
			synth_cable(synth, leaf, to->first + dealt % crossbars, 1);
		}
	}
	for (guint d = 0; d < cluster->directors; d++)
		synth_tree_cables(synth, &director[d]);
}

void synth_build_chic(Synth *synth)
{
	synth->speed = FABRIC_SDR;
	build_edge(
		synth,
		&(EdgeCluster){
			.leaves = 44, .hosts = 528, .each = 12, .directors = 2, .links = 6, .director = &director288});
}

void synth_build_atlas(Synth *synth)
{
	synth->speed = FABRIC_DDR;
	build_edge(
		synth,
		&(EdgeCluster){
			.leaves = 96, .hosts = 1142, .each = 12, .directors = 4, .links = 3, .director = &director288});
}

void synth_build_thunderbird(Synth *synth)
{
	synth->speed = FABRIC_SDR;
	build_edge(synth, &(EdgeCluster){.leaves = 275,
					 .hosts = 4390,
					 .each = 16,
					 .directors = 8,
					 .links = 1,
					 .director = &director288});
}

void synth_build_ranger(Synth *synth)
{
	synth->speed = FABRIC_SDR;
	build_edge(synth, &(EdgeCluster){.leaves = 340,
					 .hosts = 4080,
					 .each = 12,
					 .directors = 2,
					 .links = 6,
					 .director = &director3456});
}
