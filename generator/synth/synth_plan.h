/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Declares what a family of synthetic fabrics works with: the values of its SPEC, and a plan of switches and cables
 * that becomes a Fabric at the end. Private to generator/synth.
 *
 * The first error is kept in Synth.error. After it all functions have no effect, and those that read values return one
 * in range. So a family is written as if nothing could fail, as long as its loops end early (synth_cable() says when).
 */
#ifndef SSSP_GENERATOR_SYNTH_SYNTH_PLAN_H
#define SSSP_GENERATOR_SYNTH_SYNTH_PLAN_H

#include "core/base/error.h"
#include "core/fabric/fabric.h"
#include "generator/synth/synth_info.h"

#include <glib.h>

#define SYNTH_NAME_ROOM 48
#define SYNTH_MAX_KEYS 24        /* of a SPEC; only fail= may stand there more than once */
#define SYNTH_MAX_VALUES 15      /* dimensions of a grid, levels of a tree */
#define SYNTH_DEFAULT_PORTS 36   /* of a switch, where nothing says otherwise: the crossbars of the QDR years */
#define SYNTH_REQUIRED G_MAXUINT /* as a default: the key has none */

/* What the hosts of a switch are called: KIND-N mlx5_NIC, N from `first` on. */
typedef struct {
	const char *kind; /* NULL: host-N HCA-1, N over the whole fabric */
	guint32 first;
	guint8 nic;
} SynthCalled;

typedef struct {
	char name[SYNTH_NAME_ROOM];
	SynthCalled called;
	guint32 system; /* the switch whose GUID is the system image GUID: itself, or a director's first crossbar */
	guint8 ports;
	guint8 hosts;       /* on ports 1 .. hosts */
	guint8 hosts_gone;  /* of them: taken out by fail=hosts */
	guint8 used;        /* ports 1 .. used are taken or passed over */
	guint8 aggregation; /* port of its aggregation node, 0 without */
	guint8 gone;        /* taken out by fail=, or by its family */
	guint8 speed;       /* a FabricSpeed; of a cable the lower one of its ends */
	char site;          /* 'a' or 'b' in a fabric merged of two, which begins the names of its hosts; 0 elsewhere */
} SynthSwitch;

typedef struct {
	guint32 a, b; /* switches */
	guint8 port_a, port_b;
	guint8 gone;
} SynthCable;

typedef struct Synth Synth;

typedef struct {
	SynthInfo info;
	const char *keys; /* the keys it takes besides an, fail, seed and shuffle, blank-separated */
	void (*build)(Synth *synth);
	gboolean of_specs; /* its values are SPECs themselves */
} SynthFamily;

struct Synth {
	/* the SPEC, from synth_spec.c */
	const SynthFamily *families, *family;
	char **tokens;
	char *values; /* what stands before the first key, NULL when nothing does */
	gboolean values_read;
	struct {
		const char *key, *value;
	} keys[SYNTH_MAX_KEYS];
	guint n_keys;

	/* the plan, from synth_plan.c */
	SynthSwitch *switches;
	guint32 n_switches, switches_room;
	SynthCable *cables;
	guint32 n_cables, cables_room;
	guint32 n_hosts, n_aggregation;
	guint8 *host_gone; /* [n_hosts] taken out by fail=hosts; NULL when none is */
	FabricSpeed speed; /* of the switches that are added */

	GError *error;
};

/* ---- the SPEC */

/* Splits the SPEC; `families`, which must stay, is ended by a NULL name. */
void synth_spec_parse(Synth *synth, const char *spec, const SynthFamily *families);

/* The number a key has, in min .. max; `fallback` (or an error when that is SYNTH_REQUIRED) where it is not given. */
guint synth_key(Synth *synth, const char *key, guint fallback, guint min, guint max);

/* The text a key has, NULL where it is not given; of fail= the first. */
const char *synth_key_text(const Synth *synth, const char *key);

/* The numbers before the first key, each in min .. max, joined by `separator`; returns how many (1 at least). */
guint synth_values(Synth *synth, char separator, guint min, guint max, guint values[SYNTH_MAX_VALUES]);

/* The same for any text; `what` names it in errors. */
guint synth_numbers(Synth *synth, const char *what, const char *text, char separator, guint min, guint max,
		    guint values[SYNTH_MAX_VALUES]);

/* A generator for one purpose (`stream`) from the seed= of the SPEC. Free with g_rand_free(). */
GRand *synth_rand(Synth *synth, guint32 stream);
enum { SYNTH_STREAM_CABLES = 1, SYNTH_STREAM_FAILURES };

/* ---- the plan */

/* Sets the error unless there is one already. */
void synth_set_error(Synth *synth, SsspError code, const char *format, ...) G_GNUC_PRINTF(3, 4);

/* a * b, or a large number instead of an overflow (both below 2^32). */
guint64 synth_product(guint64 a, guint64 b);

/* Call once all values are read and before the first switch: refuses more switches than a subnet has LIDs. */
gboolean synth_begin(Synth *synth, guint64 n_switches);

/* Adds a switch with no host yet and returns its number (0 when there is an error). */
guint32 synth_switch(Synth *synth, guint ports, const char *format, ...) G_GNUC_PRINTF(3, 4);

/* Gives a switch that has no cable yet its hosts. */
void synth_hosts(Synth *synth, guint32 sw, guint hosts);

/*
 * Deals hosts over `n` switches from `first` on, each with room for `room` minus the cables counted in `taken` (may be
 * NULL): one each as long as there is room, then the next round.
 */
void synth_deal_hosts(Synth *synth, guint32 first, guint32 n, guint hosts, guint room, const guint *taken);

/* The next cable of a switch goes to a port above `port`. */
void synth_skip(Synth *synth, guint32 sw, guint port);

/* Joins two switches by `links` cables on their next free ports. FALSE once there is an error. */
gboolean synth_cable(Synth *synth, guint32 a, guint32 b, guint links);

/* Gives switches the aggregation nodes that an= asks for: on the port after those in use, made where there is none. */
void synth_aggregation(Synth *synth);

/* Takes out what each fail= asks for, in the order they stand in. */
void synth_failures(Synth *synth);

/* A random order of 0 .. n - 1; NULL when there is an error. Free with g_free(). */
guint32 *synth_shuffled(Synth *synth, guint32 n, GRand *rand);

/* Disjoint sets of switches: parent[i] is i at first. Returns the representative and shortens the path to it. */
guint32 synth_find(guint32 *parent, guint32 i);

/* Whether the switches that are left are connected by the cables that are. */
gboolean synth_connected(Synth *synth);

/* 0 .. n - 1 in order, as synth_find() starts from; NULL when there is an error. Free with g_free(). */
guint32 *synth_identity(Synth *synth, guint32 n);

/* The switches that are left and without which others that are left would be cut off. */
typedef struct SynthCuts SynthCuts;
SynthCuts *synth_cuts_new(Synth *synth); /* NULL when there is an error */
void synth_cuts_free(SynthCuts *cuts);   /* NULL is fine */

/*
 * Marks them, [n_switches] bytes that belong to `cuts`, as long as those left are connected and one at least is.
 * O(cables).
 */
const guint8 *synth_cuts_find(SynthCuts *cuts, const Synth *synth);

/*
 * A SPEC inside another one: its plan, built with the seed= of `synth`. `inside` is cleared with synth_clear(), whether
 * there was an error (which goes to `synth`) or not.
 */
gboolean synth_inside(Synth *synth, const char *spec, Synth *inside);
void synth_clear(Synth *synth);

/* The fabric of the plan, sealed. NULL when there is an error. */
Fabric *synth_realise(Synth *synth);

/* ---- trees, from synth_xgft.c: used by themselves and as directors */

/*
 * An extended generalised fat tree (Ohring, Ibel, Das, Kumar: On Generalized Fat Trees, 1995) without its level 0,
 * the hosts. A switch of level l has m[l - 1] children and w[l] parents; the top one has no parents; w[0] is 1.
 */
typedef struct {
	guint levels; /* of switches */
	guint m[SYNTH_MAX_VALUES], w[SYNTH_MAX_VALUES];
	guint links; /* cables between a top switch and each of its children; 1 elsewhere */
	guint ports;
	const char *
		label; /* NULL or what names begin with, in the form of managed switches; a director's has its number */
	guint external; /* the ports that those names tell */
	guint32 leaves; /* the first so many leaves are there, and what lies above them; 0: all */
	guint32 first;  /* number of the first leaf, from synth_tree_switches() */
} SynthTree;

/* Leaves, and all switches, of a tree. */
guint64 synth_tree_leaves(const SynthTree *tree);
guint64 synth_tree_size(const SynthTree *tree);

/* Adds the switches, level by level, leaves first; a director has a number above 0, and is one chassis. */
void synth_tree_switches(Synth *synth, SynthTree *tree, guint director);

/* A tree whose leaves have m[0] hosts each, `hosts` in all: switches, hosts, cables. */
void synth_tree_build(Synth *synth, SynthTree *tree, guint64 hosts);

/* The hosts of the whole tree. */
guint64 synth_tree_capacity(const SynthTree *tree);

/* Cables them, children on the low ports. The ports 1 .. m[0] of leaves are left alone. */
void synth_tree_cables(Synth *synth, const SynthTree *tree);

/* ---- the families */
void synth_build_single(Synth *synth);
void synth_build_karytree(Synth *synth);
void synth_build_fattree(Synth *synth);
void synth_build_xgft(Synth *synth);
void synth_build_clos(Synth *synth);
void synth_build_torus(Synth *synth);
void synth_build_mesh(Synth *synth);
void synth_build_hypercube(Synth *synth);
void synth_build_hyperx(Synth *synth);
void synth_build_fastree(Synth *synth);
void synth_build_kautz(Synth *synth);
void synth_build_dragonfly(Synth *synth);
void synth_build_dragonfly_plus(Synth *synth);
void synth_build_slimfly(Synth *synth);
void synth_build_random(Synth *synth);
void synth_build_directors(Synth *synth);
void synth_build_rails(Synth *synth);
void synth_build_generations(Synth *synth);
void synth_build_merged(Synth *synth);
void synth_build_half(Synth *synth);
void synth_build_odin(Synth *synth);
void synth_build_chic(Synth *synth);
void synth_build_deimos(Synth *synth);
void synth_build_atlas(Synth *synth);
void synth_build_thunderbird(Synth *synth);
void synth_build_ranger(Synth *synth);
void synth_build_tara(Synth *synth);

#endif
