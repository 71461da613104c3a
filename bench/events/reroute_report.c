/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Reports the figures of each kind of event: their median and their worst value. */
#include "bench/events/reroute.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* What must be reached: by the beginning of a fabric's name, most or least of what is bad or good. */
typedef struct {
	const char *name;
	double cut, spine; /* changed / must */
	double blocks;     /* per cent, of a cut */
	double sls;        /* per cent of the pairs whose routes survive a cut */
	double ms;
} Bounds;

static const Bounds all_bounds[] = {
	{"karytree:18,3", 1.2, 1.2, 5, 0, 50},   {"fattree:ports=36,levels=3", 1.2, 1.2, 5, 0, 100},
	{"deimos", 1.5, 1.5, 10, 0, 10},         {"torus:8x8,hosts=12", 2, 2, 25, 1, 10},
	{"selene-storage", 1.5, 1.5, 10, 0, 20},
};

#define HOST_CHANGED 1.05 /* of its own entries */
#define BACK_EBB 0.99
#define CHAIN_QUALITY 0.98

/* ---- figures of an event */

typedef double (*Figure)(RerouteKind kind, const RerouteFigures *figures);

static double part(guint64 some, guint64 all)
{
	if (all)
		return (double)some / (double)all;
	return some ? INFINITY : 1;
}

/* Changed entries by those that had to change; of hosts that come and go, by their own. */
static double ratio(RerouteKind kind, const RerouteFigures *f)
{
	const RerouteDifference *d = &f->difference;
	if (kind == REROUTE_LEAVE)
		return part(d->changed + d->own, d->own);
	return kind == REROUTE_APPEAR ? part(d->changed, d->own) : part(d->changed, d->must);
}

static double changed(RerouteKind kind, const RerouteFigures *f)
{
	(void)kind;
	return (double)f->difference.changed;
}

static double must(RerouteKind kind, const RerouteFigures *f)
{
	(void)kind;
	return (double)f->difference.must;
}

static double blocks(RerouteKind kind, const RerouteFigures *f)
{
	(void)kind;
	return 100 * (double)f->difference.blocks_changed / (double)MAX(f->difference.blocks, 1);
}

static double blocks_must(RerouteKind kind, const RerouteFigures *f)
{
	(void)kind;
	return 100 * (double)f->difference.blocks_must / (double)MAX(f->difference.blocks, 1);
}

static double sls(RerouteKind kind, const RerouteFigures *f)
{
	(void)kind;
	return 100 * (double)f->difference.sls_changed / (double)MAX(f->difference.paths, 1);
}

static double lanes(RerouteKind kind, const RerouteFigures *f)
{
	(void)kind;
	return f->lanes;
}

/* Downwards is worse, as it is with all others upwards. */
static double lack_of_ebb(RerouteKind kind, const RerouteFigures *f)
{
	(void)kind;
	return -f->ebb;
}

static double efi(RerouteKind kind, const RerouteFigures *f)
{
	(void)kind;
	return f->efi;
}

static double milliseconds(RerouteKind kind, const RerouteFigures *f)
{
	(void)kind;
	return f->ms;
}

/* ---- median and worst */

typedef struct {
	double median, worst;
} Range;

static int compare_doubles(gconstpointer a, gconstpointer b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static Range range(const GArray *events, RerouteKind kind, Figure figure)
{
	g_autoptr(GArray) values = g_array_new(FALSE, FALSE, sizeof(double));
	for (guint i = 0; i < events->len; i++) {
		double value = figure(kind, &g_array_index(events, RerouteFigures, i));
		g_array_append_val(values, value);
	}
	g_array_sort(values, compare_doubles);
	return (Range){g_array_index(values, double, (values->len - 1) / 2),
		       g_array_index(values, double, values->len - 1)};
}

/* ---- lines */

static void tell(const char *format, Range r)
{
	printf(" | ");
	printf(format, fabs(r.median));
	printf(" / ");
	printf(format, fabs(r.worst));
}

static void tell_kind(RerouteKind kind, const GArray *events)
{
	if (!events->len)
		return;
	printf("| %s", reroute_kind_names[kind]);
	tell("%.0f", range(events, kind, changed));
	tell("%.0f", range(events, kind, must));
	tell("%.2f", range(events, kind, ratio));
	tell("%.1f", range(events, kind, blocks));
	tell("%.1f", range(events, kind, blocks_must));
	tell("%.2f", range(events, kind, sls));
	Range more = range(events, kind, lanes);
	printf(" | %+.0f / %+.0f", more.median, more.worst);
	tell("%.3f", range(events, kind, lack_of_ebb));
	tell("%.3f", range(events, kind, efi));
	tell("%.1f", range(events, kind, milliseconds));
	printf(" |\n");
}

static void tell_head(const char *name, const Fabric *base, const RerouteStand *start)
{
	printf("### %s\n\n%u endpoints, %u switches, %u lanes; afresh EFI %" G_GUINT64_FORMAT
	       ", eBB %.3f, %.0f ms. Median / worst of each figure.\n\n",
	       name, base->n_endpoints, base->n_switches, start->routing->vls_needed, start->efi, start->ebb,
	       (start->routing->seconds_route + start->routing->seconds_layer) * 1e3);
	printf("| event | entries changed | that must | changed / must (hosts: own) | blocks rewritten %% | that must %% | SLs "
	       "changed of "
	       "routes that stay %% | lanes beyond before | eBB / fresh | EFI / fresh | ms |\n"
	       "|---|---|---|---|---|---|---|---|---|---|---|\n");
}

static void tell_chain(const RerouteResults *results)
{
	if (!results->chain->len)
		return;
	const RerouteFigures *last = &g_array_index(results->chain, RerouteFigures, results->chain->len - 1);
	printf("\nAfter %u events in a row: eBB / fresh %.3f, EFI / fresh %.3f, lanes beyond fresh %+d; at worst on "
	       "the way "
	       "%.3f, %.3f and %+.0f.\n",
	       results->chain_events, last->ebb, last->efi, last->lanes,
	       -range(results->chain, REROUTE_CUT, lack_of_ebb).worst, range(results->chain, REROUTE_CUT, efi).worst,
	       range(results->chain, REROUTE_CUT, lanes).worst);
}

/* ---- bounds */

typedef struct {
	const char *name;
	guint n;
} Blame;

static void at_most(Blame *blame, const char *what, double value, double most)
{
	if (value <= most + 1e-9)
		return;
	printf("%s- %s: %s is %.3f, not at most %.3f\n", blame->n++ ? "" : "\n", blame->name, what, value, most);
}

static void look_for_mistakes(Blame *blame, const char *kind, const GArray *events)
{
	for (guint i = 0; i < events->len; i++) {
		const RerouteFigures *f = &g_array_index(events, RerouteFigures, i);
		if (f->wrong)
			printf("%s- %s: %s, event %u: pairs are lost or loop\n", blame->n++ ? "" : "\n", blame->name,
			       kind, i);
		if (f->lopsided)
			printf("%s- %s: %s, event %u: replies of %" G_GUINT64_FORMAT " pairs have another SL\n",
			       blame->n++ ? "" : "\n", blame->name, kind, i, f->lopsided);
		if (f->disagrees)
			printf("%s- %s: %s, event %u: routing counts its changes otherwise\n", blame->n++ ? "" : "\n",
			       blame->name, kind, i);
	}
}

static void look_at_kind(Blame *blame, const Bounds *bounds, RerouteKind kind, const GArray *events)
{
	gboolean of_host = kind == REROUTE_LEAVE || kind == REROUTE_APPEAR;
	g_autofree char *changed_what =
		g_strdup_printf("%s: changed / %s", reroute_kind_names[kind], of_host ? "own" : "must");
	g_autofree char *sl_what = g_strdup_printf("%s: %% of SLs", reroute_kind_names[kind]);
	g_autofree char *ms_what = g_strdup_printf("%s: ms", reroute_kind_names[kind]);
	g_autofree char *lanes_what = g_strdup_printf("%s: more lanes", reroute_kind_names[kind]);
	if (kind == REROUTE_CUT || kind == REROUTE_DIE || of_host)
		at_most(blame, changed_what, range(events, kind, ratio).worst,
			of_host               ? HOST_CHANGED
			: kind == REROUTE_CUT ? bounds->cut
					      : bounds->spine);
	if (kind == REROUTE_CUT || of_host)
		at_most(blame, sl_what, range(events, kind, sls).worst, of_host ? 0 : bounds->sls);
	if (kind == REROUTE_CUT) {
		at_most(blame, "% of blocks after a cut", range(events, kind, blocks).worst, bounds->blocks);
		at_most(blame, lanes_what, range(events, kind, lanes).worst, 0);
	}
	if (kind == REROUTE_BACK && g_array_index(events, RerouteFigures, 0).ebb > 0)
		at_most(blame, "the cable is back: lack of eBB", 1 + range(events, kind, lack_of_ebb).worst,
			1 - BACK_EBB);
	if (kind != REROUTE_MOVE)
		at_most(blame, ms_what, range(events, kind, milliseconds).worst, bounds->ms);
}

static void look_at_chain(Blame *blame, const GArray *chain)
{
	if (!chain->len)
		return;
	const RerouteFigures *last = &g_array_index(chain, RerouteFigures, chain->len - 1);
	at_most(blame, "many events: lack of eBB", 1 - last->ebb, 1 - CHAIN_QUALITY);
	at_most(blame, "many events: EFI / fresh", last->efi, 1 / CHAIN_QUALITY);
	look_for_mistakes(blame, "many events", chain);
}

guint reroute_report(const char *name, const Fabric *base, const RerouteStand *start, const RerouteResults *results)
{
	Blame blame = {name, 0};
	tell_head(name, base, start);
	for (RerouteKind kind = 0; kind < REROUTE_KINDS; kind++)
		tell_kind(kind, results->figures[kind]);
	tell_chain(results);
	for (RerouteKind kind = 0; kind < REROUTE_KINDS; kind++)
		look_for_mistakes(&blame, reroute_kind_names[kind], results->figures[kind]);
	for (guint i = 0; i < G_N_ELEMENTS(all_bounds); i++) {
		if (!g_str_has_prefix(name, all_bounds[i].name))
			continue;
		for (RerouteKind kind = 0; kind < REROUTE_KINDS; kind++)
			if (results->figures[kind]->len)
				look_at_kind(&blame, &all_bounds[i], kind, results->figures[kind]);
		look_at_chain(&blame, results->chain);
		break;
	}
	printf("\n");
	return blame.n;
}
