/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Writes a line for each case. It is begun before the case is routed, so that a crash shows which case it was. */
#include "bench/drawn/cliff.h"

#include <stdio.h>

char *cliff_command(const CliffCase *drawn)
{
	return g_strdup_printf("bench/cliff '%s' --budget=%u%s%s", drawn->spec, drawn->budget,
			       drawn->asymmetric ? " --asymmetric" : "", drawn->ladder ? " --ladder" : "");
}

void cliff_line_head(void)
{
	printf("%4s %-64s %-3s %-28s %4s %4s %5s %9s %9s %9s %6s %6s %6s %6s %8s %8s\n", "", "SPEC", "VLs", "strategy",
	       "need", "used", "carry", "longer", "EFI", "plain", "ratio", "eBB", "plain", "ratio", "route ms",
	       "layer ms");
}

void cliff_line_begin(const CliffCase *drawn)
{
	printf("%4u %-64s %2u%c ", drawn->number, drawn->spec, drawn->budget, drawn->asymmetric ? 'a' : 's');
	fflush(stdout);
}

static void print_routing(const CliffResult *result, const CliffRouting *ours)
{
	const CliffFigures *f = &ours->figures;
	if (*ours->error) {
		printf("NO ROUTING: %s\n", ours->error);
		return;
	}
	printf("%-28.28s %4u %4u %5u %9" G_GUINT64_FORMAT " %9" G_GUINT64_FORMAT " %9" G_GUINT64_FORMAT
	       " %6.2f %6.4f %6.4f %6.3f %8.1f %8.1f%s%s\n",
	       ours->strategy, ours->needed, ours->used, f->lanes, f->longer, f->efi, result->plain_efi,
	       cliff_efi_ratio(result, ours), f->ebb, result->plain_ebb, cliff_ebb_ratio(result, ours),
	       ours->seconds_route * 1e3, ours->seconds_layer * 1e3, f->loop || f->lost || f->lopsided ? " WRONG" : "",
	       ours->unproven ? " management pairs unproven" : "");
}

void cliff_line_end(const CliffResult *result)
{
	if (*result->error)
		printf("NOT JUDGED: %s\n", result->error);
	else
		print_routing(result, &result->ours);
	if (result->nue)
		printf("%69s %-52s %9" G_GUINT64_FORMAT " %29.4f\n", "", "OpenSM's nue, the same lanes",
		       result->nue_longer, result->nue_ebb);
	for (guint i = 0; i < result->n_ladder; i++) {
		printf("%69s %2u%c ", "the same with", result->ladder[i].budget,
		       result->ladder[i].asymmetric ? 'a' : 's');
		print_routing(result, &result->ladder[i]);
	}
	fflush(stdout);
}
