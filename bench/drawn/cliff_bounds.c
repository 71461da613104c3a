/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Keeps the bounds of the bench, each once. Ratios are to the better of plain P-SSSP's figures after one and three
 * passes.
 */
#include "bench/drawn/cliff.h"

#include "core/fabric/fabric_class.h"

#include <string.h>

#define MINIMAL_LANES 8 /* lanes with which no route is longer, wherever there are no levels */
#define ENOUGH_LANES 4
#define EFI_ENOUGH 1.25
#define EFI_EVER 4.0
#define EBB_ENOUGH 0.97
#define EBB_ENOUGH_MACHINE 0.98
#define LAYER_FACTOR 3.0
#define LAYER_FACTOR_MACHINE 2.0 /* routing and lanes together */
#define LONGER_DIRECTORS 0.005   /* part of the host pairs */
#define LAYER_SECONDS 0.2
#define LAYER_SWITCHES 2000
#define ROUNDING 0.0005
#define STEADY 0.01 /* part by which a larger budget may be worse */

typedef struct {
	const CliffResult *result;
	const CliffRouting *ours;
	gboolean ladder; /* `ours` is one of several budgets */
	CliffBlame blame;
	gpointer user;
} Look;

G_GNUC_PRINTF(3, 4) static void blame(const Look *look, CliffBound bound, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	g_autofree char *what = g_strdup_vprintf(format, arguments);
	va_end(arguments);
	g_autofree char *at = look->ladder ? g_strdup_printf("budget %u: %s", look->ours->budget, what) : NULL;
	look->blame(look->user, bound, at ? at : what);
}

double cliff_efi_ratio(const CliffResult *result, const CliffRouting *ours)
{
	return result->plain_efi ? (double)ours->figures.efi / (double)result->plain_efi : 1;
}

double cliff_ebb_ratio(const CliffResult *result, const CliffRouting *ours)
{
	return result->plain_ebb > 0 ? ours->figures.ebb / result->plain_ebb : 1;
}

/* ---- whatever the fabric */

static void look_at_loops(const Look *look)
{
	g_autoptr(GString) classes = g_string_new(NULL);
	if (!look->ours->figures.loop)
		return;
	for (guint i = 0; i < FABRIC_N_CLASSES; i++)
		if (look->ours->figures.loop_classes & 1u << i)
			g_string_append_printf(classes, " %s", fabric_class_name(i));
	blame(look, CLIFF_HARD, "CREDIT LOOP of%s", classes->str);
}

static void look_at_invariants(const Look *look)
{
	const CliffRouting *ours = look->ours;
	const CliffFigures *f = &ours->figures;
	look_at_loops(look);
	if (f->lost)
		blame(look, CLIFF_HARD, "%" G_GUINT64_FORMAT " PAIRS LOST", f->lost);
	if (f->lopsided)
		blame(look, CLIFF_HARD, "%" G_GUINT64_FORMAT " pairs with ASYMMETRIC SLs", f->lopsided);
	if (f->highest >= ours->budget)
		blame(look, CLIFF_HARD, "VL %u is BEYOND the budget", f->highest);
	if (MAX(f->lanes, 1) != ours->used)
		blame(look, CLIFF_HARD, "says it uses %u lanes, %u carry pairs", ours->used, f->lanes);
}

/* ---- quality and time */

/* Trees need one lane, but for pairs that damage has left none but a valley; machines that are no trees some. */
static void look_at_length(const Look *look)
{
	const CliffResult *r = look->result;
	guint64 longer = look->ours->figures.longer, pairs = (guint64)r->hosts * (r->hosts - 1);
	gboolean tree = r->tree;
	guint lanes = tree ? 1 : r->machine ? ENOUGH_LANES : MINIMAL_LANES;
	/* what is safe on any SL may leave these pairs longer paths, however many lanes there are */
	gboolean by_sl = strcmp(look->ours->strategy, "one lane") && strcmp(look->ours->strategy, "by ports");
	guint64 most = tree && (!by_sl || look->ours->budget < MINIMAL_LANES) ? r->valleys : 0;
	if (r->directors)
		most = (guint64)((double)pairs * LONGER_DIRECTORS);
	if (longer > most && look->ours->budget >= lanes)
		blame(look, CLIFF_QUALITY, "%" G_GUINT64_FORMAT " longer pairs > %" G_GUINT64_FORMAT "%s", longer, most,
		      tree ? " (tree)" : "");
}

static void look_at_loads(const Look *look)
{
	gboolean enough = look->ours->budget >= ENOUGH_LANES;
	double efi = cliff_efi_ratio(look->result, look->ours), ebb = cliff_ebb_ratio(look->result, look->ours);
	double most = enough ? EFI_ENOUGH : EFI_EVER;
	double least = look->result->machine ? EBB_ENOUGH_MACHINE : EBB_ENOUGH;
	if (efi > most)
		blame(look, CLIFF_QUALITY, "EFI %.3f > %.2f of plain", efi, most);
	if (enough && ebb < least)
		blame(look, CLIFF_QUALITY, "eBB %.3f < %.2f of plain", ebb, least);
}

/* Where fewer lanes than all suffice, nue with the same lanes. */
static void look_at_nue(const Look *look)
{
	const CliffResult *r = look->result;
	const CliffFigures *f = &look->ours->figures;
	if (!r->nue || look->ladder)
		return;
	if (f->longer > r->nue_longer)
		blame(look, CLIFF_QUALITY, "%" G_GUINT64_FORMAT " longer pairs, nue %" G_GUINT64_FORMAT, f->longer,
		      r->nue_longer);
	if (f->ebb < r->nue_ebb - ROUNDING)
		blame(look, CLIFF_QUALITY, "eBB %.4f, nue %.4f", f->ebb, r->nue_ebb);
}

static void look_at_time(const Look *look)
{
	double factor = look->result->machine ? LAYER_FACTOR_MACHINE - 1 : LAYER_FACTOR;
	double most = factor * look->ours->seconds_route + LAYER_SECONDS;
	if (look->result->switches < LAYER_SWITCHES && look->ours->seconds_layer > most)
		blame(look, CLIFF_TIME, "layering %.2f s > %.2f s", look->ours->seconds_layer, most);
}

static void look_at_routing(const Look *look)
{
	if (*look->ours->error) {
		blame(look, CLIFF_HARD, "NO ROUTING: %s", look->ours->error);
		return;
	}
	look_at_invariants(look);
	look_at_length(look);
	look_at_loads(look);
	look_at_nue(look);
	look_at_time(look);
}

/* ---- budgets in a row */

/* The best of each figure with smaller budgets, and which budget that was. */
typedef struct {
	guint64 efi, longer;
	double ebb;
	guint efi_at, longer_at, ebb_at;
} Best;

static void compare_budgets(const Look *look, const Best *best)
{
	const CliffFigures *f = &look->ours->figures;
	if (best->efi_at && (double)f->efi > (double)best->efi * (1 + STEADY))
		blame(look, CLIFF_QUALITY, "EFI %" G_GUINT64_FORMAT ", with budget %u %" G_GUINT64_FORMAT, f->efi,
		      best->efi_at, best->efi);
	if (best->ebb_at && f->ebb < best->ebb * (1 - STEADY))
		blame(look, CLIFF_QUALITY, "eBB %.4f, with budget %u %.4f", f->ebb, best->ebb_at, best->ebb);
	if (best->longer_at && (double)f->longer > (double)best->longer * (1 + STEADY))
		blame(look, CLIFF_QUALITY, "%" G_GUINT64_FORMAT " longer pairs, with budget %u %" G_GUINT64_FORMAT,
		      f->longer, best->longer_at, best->longer);
}

static void keep_best(Best *best, const CliffRouting *ours)
{
	const CliffFigures *f = &ours->figures;
	if (!best->efi_at || f->efi < best->efi) {
		best->efi = f->efi;
		best->efi_at = ours->budget;
	}
	if (!best->ebb_at || f->ebb > best->ebb) {
		best->ebb = f->ebb;
		best->ebb_at = ours->budget;
	}
	if (!best->longer_at || f->longer < best->longer) {
		best->longer = f->longer;
		best->longer_at = ours->budget;
	}
}

static void look_at_budgets(const CliffResult *result, Look *look)
{
	Best best = {0};
	look->ladder = TRUE;
	for (guint i = 0; i < result->n_ladder; i++) {
		look->ours = &result->ladder[i];
		look_at_routing(look);
		if (*look->ours->error)
			continue;
		compare_budgets(look, &best);
		keep_best(&best, look->ours);
	}
}

void cliff_bounds(const CliffResult *result, CliffBlame blame_user, gpointer user)
{
	Look look = {.result = result, .ours = &result->ours, .blame = blame_user, .user = user};
	if (*result->error) {
		blame(&look, result->late ? CLIFF_QUALITY : CLIFF_HARD, "NOT JUDGED: %s", result->error);
		return;
	}
	look_at_routing(&look);
	look_at_budgets(result, &look);
}
