/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Compares fabrics by cost (switches, cables) and by the speed-up of an application that was simulated on each. Fabrics
 * are compared two by two, to find those that no other fabric beats or equals in everything. Of those whose efficiency
 * is about the best, the cheapest is chosen and reported.
 */
#include "evaluator/workload/provision.h"

Provision provision_of(const char *spec, const Paths *paths, guint32 cores, const WorkloadFacts *facts)
{
	guint64 outside = facts->messages - facts->inside;
	guint32 links = paths->n_channels / 2, hosts = paths->n_part;
	return (Provision){.spec = spec,
			   .switches = paths->n_rows,
			   .hosts = hosts,
			   .links = links,
			   .cables = links + hosts,
			   .cores = cores,
			   .seconds = facts->seconds,
			   .efficiency = facts->efficiency,
			   .speedup = facts->speedup,
			   .waiting = outside ? (gdouble)facts->blocked / (gdouble)outside : 0};
}

/* TRUE: b is better than a in nothing. */
static gboolean covers(const Provision *a, const Provision *b)
{
	return a->switches <= b->switches && a->cables <= b->cables && a->speedup >= b->speedup && a->cores >= b->cores;
}

void provision_compare(Provision *fabric, guint n)
{
	for (guint i = 0; i < n; i++) {
		fabric[i].worth = TRUE;
		for (guint k = 0; k < n && fabric[i].worth; k++)
			if (k != i && covers(&fabric[k], &fabric[i]))
				fabric[i].worth = i < k && covers(&fabric[i], &fabric[k]);
	}
}

static gboolean cheaper(const Provision *a, const Provision *b)
{
	if (a->switches != b->switches)
		return a->switches < b->switches;
	if (a->cables != b->cables)
		return a->cables < b->cables;
	return a->efficiency > b->efficiency;
}

guint provision_choose(const Provision *fabric, guint n)
{
	guint32 cores = 0;
	gdouble best = 0;
	for (guint i = 0; i < n; i++)
		cores = MAX(cores, fabric[i].cores);
	for (guint i = 0; i < n; i++)
		if (fabric[i].cores == cores)
			best = MAX(best, fabric[i].efficiency);
	guint chosen = n;
	for (guint i = 0; i < n; i++)
		if (fabric[i].cores == cores && fabric[i].efficiency >= best - PROVISION_CLOSE &&
		    (chosen == n || cheaper(&fabric[i], &fabric[chosen])))
			chosen = i;
	return chosen;
}

static void report_fabric(Report *r, const Provision *f)
{
	report_row(r, TEXT("spec", f->spec), COUNT("switches", f->switches), COUNT("links", f->links),
		   COUNT("cables", f->cables), COUNT("hosts", f->hosts), COUNT("cores", f->cores),
		   REAL("seconds", f->seconds), REAL("efficiency", f->efficiency), REAL("speedup", f->speedup),
		   REAL("waiting", f->waiting), FLAG("worth", f->worth));
}

void provision_report(Report *r, const Provision *fabric, guint n)
{
	const Provision *chosen = &fabric[provision_choose(fabric, n)];
	report_open_array(r, "fabrics", "");
	for (guint i = 0; i < n; i++)
		report_fabric(r, &fabric[i]);
	report_close(r);
	report_string(r, "chosen", chosen->spec, "the cheapest whose efficiency is within a point of the best");
	report_verdict(r, "%s: %u switches and %u cables for an efficiency of %.1f %% on %u cores.", chosen->spec,
		       chosen->switches, chosen->cables, chosen->efficiency * 100, chosen->cores);
}
