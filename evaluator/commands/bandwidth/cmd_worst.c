/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Runs the command worst: finds a permutation of endpoints (each sends once and receives once) that puts the greatest
 * number of streams on one channel, the named one or any, and reports its pairs (worst.h). Does not hold where routes
 * are sent to VL 15 (dropped.h), whatever the congestion.
 */
#include "evaluator/commands/subset_given.h"
#include "evaluator/commands/command.h"

#include "core/base/error.h"
#include "evaluator/commands/dropped.h"
#include "evaluator/measures/bandwidth/worst.h"
#include "evaluator/report/figures.h"

#include <string.h>

extern const EvalCommand command_worst;

#define GUID "0x%016" G_GINT64_MODIFIER "x"

static char *wanted; /* SWITCH:PORT */

static const GOptionEntry options[] = {
	{"channel", 0, 0, G_OPTION_ARG_STRING, &wanted,
	 "This channel only: GUID (0x..) or name of the switch that sends into it, and the port", "SWITCH:PORT"},
	SUBSET_OPTION,
	{0},
};

/* Splits SWITCH:PORT at the last colon, as names may hold colons. FALSE: no port number follows it. */
static gboolean split(char **name, guint64 *port)
{
	const char *colon = strrchr(wanted, ':');
	if (!colon || colon == wanted || !g_ascii_string_to_unsigned(colon + 1, 10, 1, FABRIC_MAX_PORTS, port, NULL))
		return FALSE;
	*name = g_strndup(wanted, (gsize)(colon - wanted));
	return TRUE;
}

static gboolean check(GError **error)
{
	g_autofree char *name = NULL;
	guint64 port;
	if (!wanted || split(&name, &port))
		return TRUE;
	return sssp_error_usage(error, "--channel takes SWITCH:PORT, not '%s'", wanted);
}

static gboolean is_named(const Fabric *fabric, guint32 node, const char *name)
{
	guint64 guid;
	if (g_str_has_prefix(name, "0x") && g_ascii_string_to_unsigned(name + 2, 16, 0, G_MAXUINT64, &guid, NULL))
		return fabric->nodes[node].guid == guid;
	return g_str_equal(fabric_name(fabric, node), name);
}

/* Finds the channel of --channel. FALSE with SSSP_ERROR_INPUT when there is no such channel. */
static gboolean find_channel(const Case *subject, guint32 *channel, GError **error)
{
	const Paths *p = subject->paths;
	guint32 found = PATHS_NONE, n = 0;
	g_autofree char *name = NULL;
	guint64 port = 0;
	*channel = PATHS_NONE;
	if (!wanted || !split(&name, &port))
		return TRUE;
	for (guint32 row = 0; row < p->n_rows; row++)
		if (is_named(p->fabric, p->fabric->switches[row], name))
			found = row, n++;
	if (n == 1)
		*channel = p->port_channel[(gsize)found * PATHS_PORTS + port];
	if (*channel != PATHS_NONE)
		return TRUE;
	return sssp_error_set(error, SSSP_ERROR_INPUT, "%s: --channel %s: %s", subject->topology_name, wanted,
			      n == 0  ? "there is no such switch"
			      : n > 1 ? "more than one switch has that name: give its GUID"
				      : "no switch is cabled to that port");
}

static void report_end(Report *r, const Fabric *fabric, guint32 node, guint port, const char *const key[3])
{
	g_autofree char *guid = g_strdup_printf(GUID, fabric->nodes[node].guid);
	report_figures(r, TEXT(key[0], guid), TEXT(key[1], fabric_name(fabric, node)), COUNT(key[2], port));
}

static void report_channel(Report *r, const Paths *p, guint32 channel)
{
	static const char *const near_keys[] = {"switch", "name", "port"};
	static const char *const far_keys[] = {"peer", "peer_name", "peer_port"};
	report_open_object(r, "channel", "from a port of a switch to its peer");
	if (channel != PATHS_NONE) {
		report_end(r, p->fabric, p->fabric->switches[p->from[channel]], p->out_port[channel], near_keys);
		report_end(r, p->fabric, p->fabric->switches[p->to[channel]], p->in_port[channel], far_keys);
	}
	report_close(r);
}

static void report_endpoint(Report *r, const Fabric *fabric, guint32 endpoint, const char *name, const char *lid)
{
	const FabricPort *port = &fabric->ports[fabric->endpoints[endpoint]];
	report_figures(r, TEXT(name, fabric_name(fabric, port->node)), COUNT(lid, port->lid));
}

static void report_permutation(Report *r, const Fabric *fabric, const WorstFacts *facts)
{
	report_open_array(r, "permutation", "the streams over it; who is not named may send as he likes");
	for (guint32 i = 0; i < facts->congestion; i++) {
		report_open_object(r, "", "");
		report_endpoint(r, fabric, facts->source[i], "source", "slid");
		report_endpoint(r, fabric, facts->target[i], "destination", "dlid");
		report_close(r);
	}
	report_close(r);
}

static void report_facts(Report *r, const Case *subject, guint32 channel, const WorstFacts *facts)
{
	report_integer(r, "endpoints", subject->fabric->n_endpoints, "CA and router ports with a LID on a switch");
	report_classes(r, subject->fabric);
	report_subset(r, subject->paths);
	report_integer(r, "channels", facts->n_channels, "that any route takes, of those asked for");
	report_integer(r, "solved", facts->n_solved, "of these: could be the worst until their matching was known");
	report_integer(r, "congestion", facts->congestion, "most streams of any permutation over the channel");
	report_real(r, "bandwidth", 1.0 / MAX(facts->congestion, 1), "of each of these streams, 1 is full");
	report_channel(r, subject->paths, channel == PATHS_NONE ? facts->channel : channel);
	report_permutation(r, subject->fabric, facts);
}

static EvalResult run(const Case *subject, Report **report, GError **error)
{
	guint32 channel;
	guint64 dropped;
	if (!find_channel(subject, &channel, error))
		return EVAL_FAILED;
	g_autoptr(WorstFacts) facts = worst_facts_new(subject->paths, channel, error);
	if (!facts || !count_dropped(subject, &dropped, error))
		return EVAL_FAILED;
	Report *r = *report = report_new("Worst permutation of %s on %s", subject->tables_name, subject->topology_name);
	report_facts(r, subject, channel, facts);
	report_dropped(r, subject, dropped);
	if (facts->congestion)
		report_verdict(r, "%u endpoints can be made to share one channel, each with 1/%u of its bandwidth.",
			       facts->congestion, facts->congestion);
	else
		report_verdict(r, "No route takes %s.", wanted ? "this channel" : "any channel between switches");
	return dropped ? EVAL_DOES_NOT : EVAL_HOLDS;
}

const EvalCommand command_worst = {
	.name = "worst",
	.summary = "the worst permutation for a channel, and over all",
	.options = options,
	.check = check,
	.name_files = subset_given_name,
	.run = run,
};
