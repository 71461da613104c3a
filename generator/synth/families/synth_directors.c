/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Builds a tree of directors, large switches that are trees of chips themselves. External ports are those of leaf chips
 * that lead out of a director. On the first level some of them have hosts, the others cables up.
 *
 * Directors of the first level are filled with hosts one after the other, so the last may have few hosts; it has all of
 * its cables up. On a director hosts are dealt over the leaf chips. Above the first level a director has as many ports
 * up as down; those of the top level have none up. Cables up are pulled director by director, chip by chip, port by
 * port, each to the next director above in turn and there to the first port that is free: chip by chip, too.
 */
#include "generator/synth/synth_plan.h"

#define MOST_LEVELS 3

typedef struct {
	SynthTree inside; /* of a director; m[0]: external ports of a leaf chip */
	guint32 chips;    /* of a director: leaf chips */
	guint32 size;     /* of a director: all chips */
} Director;

typedef struct {
	guint32 n, first; /* directors, and the first chip of the first one */
	guint down, up;   /* external ports of each leaf chip */
} Level;

/*
 * Shapes a director with so many external ports: one chip, or a tree of two or three levels of chips. Half of a chip's
 * ports lead down, but for the top chips, all of whose ports do: as many cables (`links`) to each subtree as fit. An
 * error where `ports` cannot be reached so with all ports of all chips in use.
 */
static gboolean shape(Synth *synth, Director *director, guint ports, guint chip)
{
	SynthTree *tree = &director->inside;
	guint half = chip / 2;
	guint64 below = ports == chip ? chip : half; /* external ports of a subtree of the levels so far */
	*tree = (SynthTree){.levels = 1, .links = 1, .ports = chip, .external = ports};
	tree->m[0] = ports == chip ? chip : half;
	tree->w[0] = 1;
	while (below < ports && tree->levels < 3) {
		guint64 children = (ports + below - 1) / below;
		gboolean top = children <= chip;
		tree->m[tree->levels] = top ? (guint)children : half;
		tree->links = top ? chip / tree->m[tree->levels] : 1;
		tree->w[tree->levels++] = top ? half / MAX(tree->links, 1) : half;
		below *= top ? children : half;
	}
	if (chip % 2 || below != ports || ports < chip || half % tree->links ||
	    chip % MAX(tree->m[tree->levels - 1], 1))
		synth_set_error(synth, SSSP_ERROR_USAGE, "%u ports cannot be made of chips of %u", ports, chip);
	director->chips = (guint32)synth_tree_leaves(tree);
	director->size = (guint32)synth_tree_size(tree);
	return !synth->error;
}

/* Finds how many directors each level has, and how their external ports are divided. */
static void divide(Synth *synth, const Director *director, guint levels, guint ratio, guint hosts, Level *level)
{
	guint external = director->inside.m[0];
	guint64 cables = hosts;
	for (guint i = 0; i < levels; i++) {
		gboolean top = i + 1 == levels;
		level[i].up = top ? 0 : i ? external / 2 : external / (ratio + 1);
		level[i].down = top ? external : i ? external / 2 : level[i].up * ratio;
		guint64 down = synth_product(level[i].down, director->chips);
		if (!down)
			synth_set_error(synth, SSSP_ERROR_USAGE, "ratio: a chip has %u external ports only", external);
		level[i].n = (guint32)((cables + MAX(down, 1) - 1) / MAX(down, 1));
		cables = synth_product(level[i].n, (guint64)level[i].up * director->chips);
	}
	if (levels == 1 && level[0].n > 1)
		synth_set_error(synth, SSSP_ERROR_USAGE, "hosts: one director has room for %u",
				level[0].down * director->chips);
}

static void add_level(Synth *synth, const Director *director, Level *level, const char *label)
{
	SynthTree tree = director->inside;
	tree.label = label;
	level->first = synth->n_switches;
	for (guint32 d = 0; d < level->n && !synth->error; d++)
		synth_tree_switches(synth, &tree, d + 1);
}

/* Fills the first level with hosts, director by director. */
static void plug_hosts(Synth *synth, const Director *director, const Level *level, guint hosts)
{
	for (guint32 d = 0; d < level->n && !synth->error; d++) {
		guint here = MIN(hosts, level->down * director->chips);
		synth_deal_hosts(synth, level->first + d * director->size, director->chips, here, level->down, NULL);
		hosts -= here;
	}
}

/*
 * Pulls the cables from a level to the one above. Cable `pulled` goes to director pulled % n there, as its cable number
 * pulled / n, and so to its leaf chip pulled / n / down.
 */
static void pull_cables(Synth *synth, const Director *director, const Level *level, const Level *above)
{
	guint32 pulled = 0;
	for (guint32 d = 0; d < level->n; d++)
		for (guint32 i = 0; i < director->chips * level->up; i++, pulled++) {
			guint32 from = level->first + d * director->size + i / level->up;
			guint32 to =
				above->first + pulled % above->n * director->size + pulled / above->n / above->down;
			synth_skip(synth, from, level->down);
			if (!synth_cable(synth, from, to, 1))
				return;
		}
}

static void build(Synth *synth, const Director *director, guint levels, Level *level, guint hosts)
{
	static const char *const labels[MOST_LEVELS] = {"edge", "aggr", "core"};
	for (guint i = 0; i < levels; i++)
		add_level(synth, director, &level[i], i && i + 1 == levels ? "core" : labels[i]);
	plug_hosts(synth, director, level, hosts);
	for (guint i = 0; i + 1 < levels && !synth->error; i++)
		pull_cables(synth, director, &level[i], &level[i + 1]);
	SynthTree tree = director->inside;
	for (guint i = 0; i < levels; i++)
		for (guint32 d = 0; d < level[i].n && !synth->error; d++) {
			tree.first = level[i].first + d * director->size;
			synth_tree_cables(synth, &tree);
		}
}

void synth_build_directors(Synth *synth)
{
	Director director = {0};
	Level level[MOST_LEVELS] = {0};
	guint64 switches = 0;
	guint levels = synth_key(synth, "levels", 2, 1, MOST_LEVELS);
	guint chip = synth_key(synth, "chip", 24, 2, FABRIC_MAX_PORTS);
	guint ports = synth_key(synth, "ports", 144, 2, FABRIC_MAX_LID);
	guint ratio = synth_key(synth, "ratio", 2, 1, FABRIC_MAX_PORTS);
	guint hosts = synth_key(synth, "hosts", SYNTH_REQUIRED, 1, FABRIC_MAX_LID);
	if (synth->error || !shape(synth, &director, ports, chip))
		return;
	divide(synth, &director, levels, ratio, hosts, level);
	for (guint i = 0; i < levels; i++)
		switches += synth_product(level[i].n, director.size);
	if (!synth_begin(synth, switches))
		return;
	build(synth, &director, levels, level, hosts);
	if (!synth->error && !synth_connected(synth))
		synth_set_error(synth, SSSP_ERROR_USAGE, "%u directors have too few cables up to be joined",
				level[0].n);
}
