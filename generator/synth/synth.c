/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Lists the families of synthetic fabrics, and takes the steps from a SPEC to a fabric: splits the SPEC (synth_spec.c),
 * has the family add its switches and cables to a plan (synth_grid.c and its like), adds aggregation nodes
 * (synth_plan.c), takes out what is to fail (synth_fail.c), makes the plan a Fabric (synth_realise.c), and gives that
 * other GUIDs and port numbers where shuffle= asks for it (synth_shuffle.c).
 *
 * The values of the families merged and half are SPECs themselves: their switches and cables become part of the plan
 * (synth_inside()).
 *
 * A new family is a line here and a function that reads its values, calls synth_begin(), and adds switches and cables.
 */
#include "generator/synth/synth.h"

#include "core/base/error.h"
#include "generator/synth/synth_plan.h"

#include <string.h>

#define MAX_SPEC 1000 /* bytes; no sensible SPEC comes near */

static const SynthFamily families[] = {
	{{"single", "single:hosts=36,ports=36", "one switch"}, "hosts ports", synth_build_single, FALSE},
	{{"karytree", "karytree:K,N", "k-ary n-tree: N levels of 2K-port switches, K hosts a leaf"},
	 "",
	 synth_build_karytree,
	 FALSE},
	{{"fattree", "fattree:ports=24,levels=2,oversubscription=1[,hosts=N]",
	  "full fat tree of crossbars; oversubscribed at the leaves; trimmed to N hosts"},
	 "ports levels oversubscription hosts",
	 synth_build_fattree,
	 FALSE},
	{{"xgft", "xgft:H;M1,..,MH;1,W2,..,WH[,ports=36]", "extended generalised fat tree"},
	 "ports",
	 synth_build_xgft,
	 FALSE},
	{{"clos", "clos:leaves=24,hosts=18,spines=12,links=1,ports=36", "two stages, bundles of `links` cables"},
	 "leaves hosts spines links ports",
	 synth_build_clos,
	 FALSE},
	{{"torus", "torus:4x4x4,hosts=1,links=1,ports=36", "k-ary n-cube, each dimension closed to a ring"},
	 "hosts links ports",
	 synth_build_torus,
	 FALSE},
	{{"mesh", "mesh:4x4,hosts=1,links=1,ports=36", "k-ary n-cube with open dimensions"},
	 "hosts links ports",
	 synth_build_mesh,
	 FALSE},
	{{"hypercube", "hypercube:D,hosts=1,links=1,ports=36", "binary D-cube"},
	 "hosts links ports",
	 synth_build_hypercube,
	 FALSE},
	{{"hyperx", "hyperx:12x8,hosts=1,links=1,ports=36", "grid with every row of every dimension fully joined"},
	 "hosts links ports",
	 synth_build_hyperx,
	 FALSE},
	{{"fastree", "fastree:switches=12,hosts=24,links=1,ports=36", "every switch joined to every other"},
	 "switches hosts links ports",
	 synth_build_fastree,
	 FALSE},
	{{"kautz", "kautz:D,N,hosts=1,ports=36", "Kautz graph: words of N letters out of D + 1, a cable for each arc"},
	 "hosts ports",
	 synth_build_kautz,
	 FALSE},
	{{"dragonfly", "dragonfly:a=4,p=2,h=2[,groups=a*h+1],ports=36",
	  "groups of `a` switches with `p` hosts and `h` cables to other groups each"},
	 "a p h groups ports",
	 synth_build_dragonfly,
	 FALSE},
	{{"dragonfly+", "dragonfly+:leaves=4,spines=4,p=4,h=2[,groups=spines*h+1][,hosts=N],ports=36",
	  "groups of leaves with `p` hosts and spines with `h` cables to other groups"},
	 "leaves spines p h groups hosts ports",
	 synth_build_dragonfly_plus,
	 FALSE},
	{{"slimfly", "slimfly:Q[,hosts=N],ports=36", "MMS graph of diameter 2; Q a prime power other than 2 mod 4"},
	 "hosts ports",
	 synth_build_slimfly,
	 FALSE},
	{{"random", "random:switches=N,ports=36,hosts=18,seed=0", "every free port cabled at random, connected"},
	 "switches ports hosts",
	 synth_build_random,
	 FALSE},
	{{"directors", "directors:hosts=N,levels=2,ports=144,chip=24,ratio=2",
	  "a tree of directors whose chips are seen, `ratio` hosts to each cable up"},
	 "hosts levels ports chip ratio",
	 synth_build_directors,
	 FALSE},
	{{"rails", "rails:leaves=64,spines=31,gpus=8,storage=2,servers=25,ports=64[,hosts=N]",
	  "nodes with `gpus` adapters, each on the leaf of its rail, and storage that reaches half of the leaves"},
	 "leaves spines gpus storage servers ports hosts",
	 synth_build_rails,
	 FALSE},
	{{"generations", "generations:levels=2,old=18,new=36,joins=1[,hosts=N]",
	  "two trees, of old and of new switches and at two speeds, joined at their tops"},
	 "levels old new joins hosts",
	 synth_build_generations,
	 FALSE},
	{{"merged", "merged:A+B,joins=4", "the fabrics of two SPECs, joined by a few cables"},
	 "joins",
	 synth_build_merged,
	 TRUE},
	{{"half", "half:SPEC", "the fabric of a SPEC with half of its top switches"}, "", synth_build_half, TRUE},
	{{"odin", "odin", "128 hosts on a 144-port director (Indiana University)"}, "", synth_build_odin, FALSE},
	{{"chic", "chic", "528 hosts, 44 leaf switches, two 288-port directors (TU Chemnitz)"},
	 "",
	 synth_build_chic,
	 FALSE},
	{{"deimos", "deimos", "724 hosts on a chain of three 288-port directors (TU Dresden)"},
	 "",
	 synth_build_deimos,
	 FALSE},
	{{"atlas", "atlas", "1,142 hosts, full bisection bandwidth (LLNL)"}, "", synth_build_atlas, FALSE},
	{{"thunderbird", "thunderbird", "4,390 hosts, half bisection bandwidth (Sandia)"},
	 "",
	 synth_build_thunderbird,
	 FALSE},
	{{"ranger", "ranger", "4,080 hosts, two 3,456-port directors of five stages (TACC)"},
	 "",
	 synth_build_ranger,
	 FALSE},
	{{"tara", "tara", "82 hosts on 18-port leaf modules (UMBC)"}, "", synth_build_tara, FALSE},
	{{NULL, NULL, NULL}, NULL, NULL, FALSE},
};

guint synth_family_count(void)
{
	return G_N_ELEMENTS(families) - 1;
}

const SynthInfo *synth_family(guint i)
{
	return &families[i].info;
}

/* The fabric of the plan, with numbers drawn by `seed` where shuffle= is given. NULL when there is an error. */
static Fabric *realise(Synth *synth, guint32 seed)
{
	g_autoptr(Fabric) fabric = synth_realise(synth);
	if (!fabric || !synth_key_text(synth, "shuffle"))
		return g_steal_pointer(&fabric);
	return synth_shuffle(fabric, seed, &synth->error);
}

Fabric *synth_fabric(const char *spec, GError **error)
{
	if (strlen(spec) > MAX_SPEC)
		return sssp_error_null(error, SSSP_ERROR_USAGE, "a SPEC of more than %d characters", MAX_SPEC);
	Synth synth = {.speed = FABRIC_QDR};
	Fabric *fabric = NULL;
	synth_spec_parse(&synth, spec, families);
	guint32 seed = synth_key(&synth, "shuffle", 0, 0, G_MAXUINT32 - 1);
	if (!synth.error)
		synth.family->build(&synth);
	synth_aggregation(&synth);
	synth_failures(&synth);
	fabric = realise(&synth, seed);
	if (synth.error) {
		g_autofree char *printable = g_strescape(spec, NULL);
		g_propagate_prefixed_error(error, g_steal_pointer(&synth.error), "%s: ", printable);
	}
	synth_clear(&synth);
	return fabric;
}
