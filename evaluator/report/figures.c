/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Adds the figures of one routing to a report: its routes, channel loads, bisection bandwidth and credit loops. There
 * is a function for each kind of facts, which turns the members of a struct into figures with a key (for JSON) and a
 * note (for people).
 */
#include "evaluator/report/figures.h"

void report_classes(Report *r, const Fabric *fabric)
{
	static const char *const notes[FABRIC_N_CLASSES] = {"CA and router ports that are not among the next",
							    "ports of aggregation nodes", "ports 0 of switches"};
	guint32 counts[FABRIC_N_CLASSES];
	fabric_class_counts(fabric, counts);
	report_open_object(r, "classes", "what has a LID");
	for (guint i = 0; i < FABRIC_N_CLASSES; i++)
		report_integer(r, fabric_class_name((FabricClass)i), counts[i], notes[i]);
	report_close(r);
	if (!counts[FABRIC_AGGREGATION])
		report_hide(r);
}

void report_route_pairs(Report *r, const Fabric *fabric, const RouteFacts *facts)
{
	report_integer(r, "endpoints", fabric->n_endpoints, "CA and router ports with a LID on a switch");
	report_classes(r, fabric);
	report_integer(r, "switches", fabric->n_switches, "");
	report_integer(r, "channels", facts->n_links, "switch to switch, one each way of a cable");
	report_integer(r, "pairs", facts->pairs, "of an endpoint and a LID of another");
	report_integer(r, "unreachable", facts->unreachable, "pairs that do not arrive");
	report_integer(r, "loops", facts->loops, "of these: pairs in a forwarding loop");
	report_integer(r, "nonminimal", facts->nonminimal, "pairs that arrive over more channels than necessary");
	report_integer(r, "switch_pairs", facts->switch_pairs, "of a switch and a LID, those of switches included");
	report_integer(r, "switch_unreachable", facts->switch_unreachable, "of these: pairs that do not arrive");
}

void report_subset(Report *r, const Paths *paths)
{
	if (paths->chosen)
		report_integer(r, "subset", paths->n_part, "endpoints that are measured: hops, loads, bandwidths");
}

void report_route_hops(Report *r, const RouteFacts *facts)
{
	report_open_object(r, "hops", "switch-to-switch channels on a pair's route");
	report_figures(r, REAL("mean", facts->mean_hops), COUNT("max", facts->max_hops));
	report_open_array(r, "histogram", "pairs with 0, 1, .. hops");
	for (guint32 hops = 0; hops <= facts->max_hops; hops++)
		report_integer(r, "", facts->hop_pairs[hops], "");
	report_close(r);
	report_close(r);
}

void report_route_loads(Report *r, const RouteFacts *facts)
{
	report_open_object(r, "efi", "routes over a switch-to-switch channel");
	report_integer(r, "max", facts->efi_max, "the edge-forwarding index");
	report_figures(r, REAL("mean", facts->efi_mean), COUNT("min", facts->efi_min));
	report_real(r, "stddev", facts->efi_stddev, "0 were perfect balance");
	report_close(r);
}

void report_ebb_means(Report *r, const EbbFacts *facts, guint64 seed)
{
	report_integer(r, "streams", facts->streams, "of a pattern: from one half to the other");
	report_integer(r, "patterns", facts->patterns, "random bisections");
	report_integer(r, "seed", seed, "");
	report_real(r, "mean", facts->mean, "effective bisection bandwidth, 1 is full");
	report_real(r, "stddev", facts->stddev, "between patterns");
	report_real(r, "ci95_low", facts->ci95_low, "95 % confidence interval of the mean:");
	report_real(r, "ci95_high", facts->ci95_high, "from .. to");
	report_real(r, "min", facts->min, "worst pattern");
	report_real(r, "max", facts->max, "best pattern");
}

void report_ebb_histogram(Report *r, const EbbFacts *facts)
{
	report_open_array(r, "histogram", "patterns by their bandwidth, where there are any");
	for (guint bin = 0; bin < EBB_BINS; bin++) {
		if (!facts->histogram[bin])
			continue;
		report_row(r, REAL("from", (gdouble)bin / EBB_BINS), REAL("to", (gdouble)(bin + 1) / EBB_BINS),
			   COUNT("patterns", facts->histogram[bin]));
	}
	report_close(r);
}

void report_ebb_sizes(Report *r, const GPtrArray *sizes)
{
	if (!sizes->len)
		return;
	report_open_series(r, "sizes", "bandwidth among so many random endpoints", "endpoints");
	for (guint i = 0; i < sizes->len; i++) {
		const EbbFacts *facts = g_ptr_array_index(sizes, i);
		report_row(r, COUNT("endpoints", facts->endpoints), REAL("mean", facts->mean),
			   REAL("stddev", facts->stddev), REAL("ci95_low", facts->ci95_low),
			   REAL("ci95_high", facts->ci95_high), REAL("min", facts->min), REAL("max", facts->max));
	}
	report_close(r);
}

void report_lane_counts(Report *r, const LaneCounts *counts)
{
	report_integer(r, "routes", counts->routes, "followed, with their SL");
	report_integer(r, "unreachable", counts->unreachable, "of these: routes that do not arrive");
	report_integer(r, "pairs_lost", counts->pairs_lost, "of a source and a LID: replies not counted");
	report_integer(r, "dropped", counts->dropped, "of these: routes that a table sends to VL 15");
}

void report_deadlock_layers(Report *r, const DeadlockFacts *facts)
{
	report_open_series(r, "layers", "the virtual lanes in use", "vl");
	for (guint i = 0; i < facts->n_layers; i++) {
		report_row(r, COUNT("vl", facts->layers[i].vl), COUNT("channels", facts->layers[i].channels),
			   COUNT("dependencies", facts->layers[i].dependencies),
			   FLAG("cyclic", facts->layers[i].cyclic));
	}
	report_close(r);
}

void report_deadlock_classes(Report *r, const DeadlockFacts *facts)
{
	if (facts->free)
		return;
	report_open_array(r, "cycle_classes", "");
	for (guint i = 0; i < FABRIC_N_CLASSES; i++)
		if (facts->cycle_classes >> i & 1)
			report_string(r, "", fabric_class_name((FabricClass)i), "");
	report_close(r);
	report_hide(r);
}

void report_deadlock_classes_verdict(Report *r, const Fabric *fabric, const DeadlockFacts *facts)
{
	static const char *const words[1 << FABRIC_N_CLASSES] = {
		"Multicast packets",
		"Packets among hosts",
		"Packets among aggregation nodes",
		"Packets among hosts and aggregation nodes",
		"Packets among management ports",
		"Packets among hosts and management ports",
		"Packets among aggregation nodes and management ports",
		"Nothing less than packets among hosts, aggregation nodes and management ports",
	};
	guint32 counts[FABRIC_N_CLASSES];
	fabric_class_counts(fabric, counts);
	if (!facts->free && (counts[FABRIC_AGGREGATION] || facts->cycle_classes >> FABRIC_MANAGEMENT))
		report_verdict(r, "%s suffice for a loop.", words[facts->cycle_classes]);
}

static void report_pair(Report *r, const Fabric *fabric, const DeadlockStep *step)
{
	const LaneRoute *route = &step->route;
	report_open_object(r, "pair", "");
	report_figures(r, TEXT("source", fabric_name_at(fabric, route->source)), COUNT("slid", step->slid),
		       TEXT("destination", fabric_name_at(fabric, step->destination)), COUNT("dlid", route->lid),
		       COUNT("sl", route->sl), FLAG("reply", route->reply));
	report_close(r);
}

void report_mlid(Report *r, guint16 mlid)
{
	g_autofree char *text = g_strdup_printf("0x%04X", mlid);
	report_string(r, "mlid", text, "");
}

static void report_step(Report *r, const Fabric *fabric, const DeadlockStep *step)
{
	static const char *const by[] = {"", "old", "new", "mixed", "old", "new"};
	g_autofree char *guid = g_strdup_printf("0x%016" G_GINT64_MODIFIER "x", fabric->nodes[step->node].guid);
	report_open_object(r, "", "");
	report_figures(r, TEXT("switch", guid), TEXT("name", fabric_name(fabric, step->node)),
		       COUNT("port", step->port), COUNT("vl", step->vl));
	if (step->mlid)
		report_mlid(r, step->mlid);
	else
		report_pair(r, fabric, step);
	if (step->by != DEADLOCK_BY_THESE)
		report_string(r, step->by >= DEADLOCK_ON_OLD_SL ? "sls" : "tables", by[step->by], "");
	report_close(r);
}

void report_deadlock_cycle(Report *r, const Fabric *fabric, const DeadlockFacts *facts, gboolean groups)
{
	report_open_array(
		r, "cycle",
		groups ? "each channel is held by its pair or group, which waits for the next one; the last for "
			 "the first"
		       : "each channel is held by its pair, which waits for the next one; the last for the first");
	for (guint32 i = 0; i < facts->n_cycle; i++)
		report_step(r, fabric, &facts->cycle[i]);
	report_close(r);
}
