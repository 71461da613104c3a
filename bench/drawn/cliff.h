/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * `make bench-cliff`: random fabrics of every family, damaged or not, with every number of lanes, judged by the
 * evaluator's libraries beside plain P-SSSP. In the order in which to read:
 *
 *	cliff            options, a process for each case, what is printed when
 *	cliff_draw       a case from a seed: size, damage, aggregation nodes, lanes, numbers
 *	cliff_families   the SPECs of each family
 *	cliff_measure    a case routed by us and plainly, figures of both
 *	cliff_judge      figures of one set of tables, by the evaluator alone
 *	cliff_nue        a case routed by OpenSM's nue, if that is asked for
 *	cliff_valleys    host pairs of a tree whose every minimal route goes down and up again
 *	cliff_bounds     what must hold
 *	cliff_lines      a case as a line
 *	cliff_report     all cases and what falls short; cliff_worst: the worst of all and by family
 */
#ifndef SSSP_BENCH_DRAWN_CLIFF_H
#define SSSP_BENCH_DRAWN_CLIFF_H

#include "core/fabric/fabric.h"
#include "core/routing.h"

#include <glib.h>

#define CLIFF_SPEC 176 /* bytes */
#define CLIFF_LADDER 8 /* the budgets of a case that tries several are 1 .. this */
#define CLIFF_BUDGETS 15

/* What is routed. */
typedef struct {
	char spec[CLIFF_SPEC];
	char family[16]; /* what it begins with */
	guint number;    /* of the case within its seed */
	guint budget;
	gboolean asymmetric;
	gboolean ladder; /* all budgets 1 .. CLIFF_LADDER too */
} CliffCase;

/* What is drawn: how large. */
typedef struct {
	guint least_hosts, most_hosts;
	guint large_hosts; /* most of one case in ten */
	guint most_switches;
} CliffSizes;

/* Figures of one set of tables. EFI, eBB and longer pairs are those of hosts. */
typedef struct {
	guint64 efi, longer;
	double ebb;
	guint64 lost;         /* pairs that do not arrive: of endpoints, of a switch and a LID, and by VL 15 */
	guint64 lopsided;     /* pairs whose SLs differ by direction; counted in symmetric mode only */
	guint lanes;          /* that carry a pair, or multicast, from switch to switch */
	guint highest;        /* VL of these */
	gboolean loop;        /* a credit loop */
	guint32 loop_classes; /* FabricClass bits of who makes it */
} CliffFigures;

/* One routing of ours. */
typedef struct {
	char error[200]; /* "" unless there is no routing */
	guint budget;
	gboolean asymmetric;
	char strategy[40];
	guint needed, used;
	guint64 unproven; /* management pairs that no lane was left for */
	double seconds_route, seconds_layer;
	CliffFigures figures;
} CliffRouting;

/* All of a case: plain values, so that it goes through a pipe. */
typedef struct {
	char error[200]; /* "" unless the case cannot be judged */
	gboolean late;   /* because its time was over */
	guint32 switches, endpoints, hosts;
	gboolean tree, machine, directors;
	guint64 valleys;   /* of a tree: host pairs that need one */
	guint64 plain_efi; /* the better one of one and of three passes, each figure by itself */
	double plain_ebb;
	gboolean nue; /* OpenSM's nue has routed it, with the budget of the case */
	guint64 nue_longer;
	double nue_ebb;
	CliffRouting ours;
	CliffRouting ladder[CLIFF_LADDER];
	guint n_ladder;
	double seconds;
} CliffResult;

/* ---- cliff_draw, cliff_families */

/* Case `number` of a seed, whatever the others are. The fabric of its SPEC can be made and is within the sizes. */
CliffCase cliff_draw(guint32 seed, guint number, gboolean machines, const CliffSizes *sizes);

/* Fills what follows from the SPEC. */
void cliff_name_family(CliffCase *drawn);

/* So many families are drawn one after the other, the frequent ones several times among them. */
extern const guint cliff_n_families, cliff_n_machines; /* those with the shape of machines come after the others */

/* A SPEC without damage, by number; about how many hosts and switches it has goes to *hosts and *switches. */
void cliff_family_spec(guint family, GRand *rand, GString *spec, guint *hosts, guint *switches);

/* Whether a SPEC is of a family with levels, where routes that climb and then descend join all hosts. */
gboolean cliff_is_tree(const char *spec);

/* Whether a SPEC is of a family with the shape of machines, which have bounds of their own. */
gboolean cliff_is_machine(const char *spec);

/* Trees of directors: shortest routes between directors may climb twice, and one lane cannot have all of them. */
gboolean cliff_is_directors(const char *spec);

/* ---- cliff_measure, cliff_nue, cliff_judge, cliff_valleys */

void cliff_measure(const CliffCase *drawn, CliffResult *result);

/*
 * Adds nue's figures to a measured case that is small enough, through bench/nue.sh in $srcdir of the environment.
 * Nothing is added where nue gives up.
 */
void cliff_nue(const CliffCase *drawn, CliffResult *result);

/* Bisections of so many hosts that are judged. */
guint cliff_patterns(guint32 hosts);

/*
 * What the evaluator says of tables. `path_sl` and `sl2vl` NULL: one lane. `mcast` NULL: no multicast. `unproven` says
 * how many pairs with a management port are outside the proof: with any, loops of these ports do not count.
 */
typedef struct {
	const Lft *lft;
	const PathSl *path_sl;
	const Sl2vl *sl2vl;
	const guint8 *mcast; /* the tree of multicast, as in Routing */
	gboolean symmetric;
	gboolean lanes; /* judge these too */
	guint64 unproven;
} CliffTables;
gboolean cliff_judge(const Fabric *fabric, const CliffTables *tables, CliffFigures *figures, GError **error);

/* Host pairs that no route as short as any joins which climbs and then descends, by distance from the hosts. */
gboolean cliff_valleys(const Fabric *fabric, const Lft *lft, guint64 *pairs, GError **error);

/* ---- cliff_bounds */

typedef enum {
	CLIFF_HARD,    /* never, whatever the fabric: lost pairs, loops, crashes, what is said of lanes not true */
	CLIFF_QUALITY, /* long routes, uneven loads, little bandwidth */
	CLIFF_TIME,    /* depends on the machine */
} CliffBound;

typedef void (*CliffBlame)(gpointer user, CliffBound bound, const char *what);

/* Calls `blame` for each bound that does not hold. */
void cliff_bounds(const CliffResult *result, CliffBlame blame, gpointer user);

double cliff_efi_ratio(const CliffResult *result, const CliffRouting *ours);
double cliff_ebb_ratio(const CliffResult *result, const CliffRouting *ours);

/* ---- cliff_lines, cliff_report */

/* Printed at once: what a case is before it is routed, what came out after it. */
void cliff_line_head(void);
void cliff_line_begin(const CliffCase *drawn);
void cliff_line_end(const CliffResult *result);

/* What runs a case again. */
char *cliff_command(const CliffCase *drawn);

typedef struct {
	CliffCase drawn;
	CliffResult result;
	GString *wrong; /* what counts and does not hold, NULL: nothing */
	GString *noted; /* what does not count */
} CliffEntry;

typedef struct {
	GPtrArray *entries; /* CliffEntry */
	guint bounds;       /* CliffBounds that count, as bits */
} CliffReport;

CliffReport *cliff_report_new(guint bounds);
void cliff_report_add(CliffReport *report, const CliffCase *drawn, const CliffResult *result);
void cliff_report_free(CliffReport *report);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CliffReport, cliff_report_free)

/* How many cases fall short by bounds that count. */
guint cliff_report_short(const CliffReport *report);

/* The worst of every ratio, a table by family, and what falls short, as markdown. */
char *cliff_report_text(const CliffReport *report);

/* Its tables. */
void cliff_tell_worst(const CliffReport *report, GString *text);
void cliff_tell_families(const CliffReport *report, GString *text);

#endif
