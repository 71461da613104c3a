/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Runs the command load: compares what ports have counted with what the routes predict, and lists the cables with
 * errors, the slow ones and the hot ones.
 */
#include "core/base/error.h"
#include "evaluator/commands/case.h"
#include "evaluator/measures/port_loads.h"
#include "evaluator/traffic/cables.h"
#include "formats/input.h"

#include <math.h>

extern const EvalCommand command_load;

#define TOP 10
#define SHORTEST 1e-3 /* seconds in which there is something to count */
#define LONGEST 1e10

static char **counter_files;
static gdouble seconds; /* 0: not given */
static gint64 top = EVAL_UNSET;

static gboolean take_seconds(const char *name, const char *value, gpointer data, GError **error)
{
	char *end;
	(void)name, (void)data;
	seconds = g_ascii_strtod(value, &end);
	if (*value && !*end && seconds >= SHORTEST && seconds <= LONGEST)
		return TRUE;
	g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "--seconds takes a time from %g to %.0f", SHORTEST,
		    LONGEST);
	return FALSE;
}

static const GOptionEntry options[] = {
	{"counters", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &counter_files,
	 "What ports have counted; twice: before and after; once: since the counters were cleared", "FILE"},
	{"seconds", 0, 0, G_OPTION_ARG_CALLBACK, take_seconds, "The time between: rates instead of shares", "S"},
	{"top", 0, 0, G_OPTION_ARG_INT64, &top, "So many cables of each list (10)", "N"},
	{0},
};

static gboolean check(GError **error)
{
	guint n = counter_files ? g_strv_length(counter_files) : 0;
	if (n < 1 || n > 2)
		return sssp_error_usage(error, "--counters FILE is needed, once or twice: before and after");
	if (n == 2 && g_str_equal(counter_files[0], "-") && g_str_equal(counter_files[1], "-"))
		return sssp_error_usage(error, "only one file can come from standard input");
	return eval_is_count("--top", top, 1, G_MAXINT32, error);
}

/* ---- reading */

static Traffic *difference(const Fabric *fabric, const GArray *before, const GArray *after, GError **error)
{
	Traffic *traffic = traffic_new(fabric, before, after, error);
	if (!traffic && g_error_matches(*error, SSSP_ERROR, SSSP_ERROR_INPUT))
		g_prefix_error(error, "%s%s%s: ", counter_files[0], before ? " and " : "",
			       before ? counter_files[1] : "");
	return traffic;
}

/*
 * Refuses two readings that are the same or in the wrong order: they would give figures, too. Where counters were
 * cleared in between, the second reading alone has what was counted since.
 */
static gboolean are_in_order(const Traffic *t, GError **error)
{
	guint32 risen = t->n_risen + t->n_wrapped;
	if (!risen && !t->n_cleared)
		g_set_error(error, SSSP_ERROR, SSSP_ERROR_INPUT,
			    "%s and %s: no counter has moved: they are the same reading", counter_files[0],
			    counter_files[1]);
	else if (t->n_cleared > risen)
		g_set_error(error, SSSP_ERROR, SSSP_ERROR_INPUT,
			    "%s and %s: %u of %u counters that have moved show less than before: exchange the two, or "
			    "give the second alone if they were cleared in between",
			    counter_files[0], counter_files[1], t->n_cleared, t->n_cleared + risen);
	return t->n_cleared <= risen && risen;
}

static Traffic *read_traffic(const Fabric *fabric, ParseLog *log, GError **error)
{
	Traffic *traffic = NULL;
	GArray *first = input_counters(counter_files[0], log, error);
	GArray *second = first && counter_files[1] ? input_counters(counter_files[1], log, error) : NULL;
	if (first && (second || !counter_files[1]))
		traffic = difference(fabric, second ? first : NULL, second ? second : first, error);
	if (traffic && second && !are_in_order(traffic, error))
		g_clear_pointer(&traffic, traffic_free);
	g_clear_pointer(&first, g_array_unref);
	g_clear_pointer(&second, g_array_unref);
	return traffic;
}

/* ---- telling */

static gdouble gbps(gdouble words)
{
	return words * 32 / seconds / 1e9;
}

/* Words as a rate, or as a share of all that were measured. */
static void report_words(Report *r, const char *rate, const char *share, gdouble words, gdouble all)
{
	if (seconds > 0)
		report_real(r, rate, gbps(words), "");
	else
		report_real(r, share, all > 0 ? 100 * words / all : 0, "");
}

static void report_ends(Report *r, const Fabric *f, guint32 rank, guint32 index)
{
	const FabricPort *port = &f->ports[index], *peer = &f->ports[port->peer];
	report_figures(r, COUNT("rank", rank), TEXT("from", fabric_name(f, port->node)), COUNT("port", port->num),
		       TEXT("to", fabric_name(f, peer->node)), COUNT("peer_port", peer->num));
}

static void report_traffic(Report *r, const Fabric *f, const CableFacts *facts, const CableTraffic *c)
{
	guint32 mbps = fabric_port_mbps(&f->ports[c->port]);
	report_integer(r, "routes", c->routes, "");
	report_words(r, "expected_gbps", "expected_percent", c->expected, facts->words);
	report_words(r, "measured_gbps", "measured_percent", (gdouble)c->words, facts->words);
	report_real(r, "ratio", c->ratio, "");
	if (seconds > 0)
		report_real(r, "used_percent", mbps ? gbps((gdouble)c->words) / mbps * 1e5 : 0, "");
	report_figures(r, COUNT("wait", c->wait), FLAG("at_least", c->full));
}

static void report_list(Report *r, const Fabric *f, const CableFacts *facts, const CableTraffic *cable, guint32 n,
			const char *name, const char *note)
{
	guint32 most = top == EVAL_UNSET ? TOP : eval_count(top);
	report_open_series(r, name, note, "from port to peer_port");
	for (guint32 i = 0; i < MIN(n, most); i++) {
		report_open_object(r, "", "");
		report_ends(r, f, i + 1, cable[i].port);
		report_traffic(r, f, facts, &cable[i]);
		report_close(r);
	}
	report_close(r);
}

static void report_erroneous(Report *r, const Fabric *f, const CableFacts *facts)
{
	guint32 most = top == EVAL_UNSET ? TOP : eval_count(top);
	report_open_series(r, "erroneous", "cables with new errors, most first", "from port to peer_port");
	for (guint32 i = 0; i < MIN(facts->n_erroneous, most); i++) {
		const CableTraffic *c = &facts->erroneous[i];
		report_open_object(r, "", "");
		report_ends(r, f, i + 1, c->port);
		report_figures(r, COUNT("errors", c->errors), COUNT("downed", c->downed),
			       COUNT("discards", c->discards));
		report_close(r);
	}
	report_close(r);
}

static void report_counts(Report *r, const Traffic *t, const CableFacts *facts)
{
	report_integer(r, "ports", t->n_ports, "with counters in all readings");
	if (t->n_alone)
		report_integer(r, "ports_once", t->n_alone, "in one reading only: left out");
	if (t->n_foreign)
		report_integer(r, "foreign", t->n_foreign,
			       "counters of ports that this topology does not have: left out");
	report_integer(r, "channels", facts->n_channels, "between switches");
	report_integer(r, "measured", facts->n_measured, "of these");
	if (seconds > 0)
		report_real(r, "seconds", seconds, "between the readings");
	report_integer(r, "full", t->n_full, "counters of 32 bits or less that have stopped: at least so much");
	report_integer(r, "wrapped", t->n_wrapped, "counters of 64 bits that have begun anew");
	report_integer(r, "cleared", t->n_cleared, "counters that were cleared in between: what they show counts");
	if (!isnan(facts->agreement))
		report_real(r, "agreement", facts->agreement,
			    "correlation of words sent with routes; 1: just as predicted");
}

static void add_verdicts(Report *r, const Fabric *f, const CableFacts *facts)
{
	if (facts->n_slow && facts->slow[0].ratio < 1) {
		const FabricPort *port = &f->ports[facts->slow[0].port], *peer = &f->ports[port->peer];
		report_verdict(r, "%s port %u to %s port %u sends %.0f %% of what its routes let expect.",
			       fabric_name(f, port->node), port->num, fabric_name(f, peer->node), peer->num,
			       100 * facts->slow[0].ratio);
	}
	if (facts->n_erroneous)
		report_verdict(r, "%u %s new errors or discards.", facts->n_erroneous,
			       facts->n_erroneous == 1 ? "cable has" : "cables have");
}

static EvalResult answer(const CaseFiles *files, const EvalSession *session, Report **report, GError **error)
{
	g_autoptr(Case) subject = case_read(files, session->log, session->warnings, error);
	if (!subject)
		return EVAL_FAILED;
	const Fabric *f = subject->fabric;
	g_autoptr(Traffic) traffic = read_traffic(f, session->log, error);
	g_autoptr(RouteFacts) routes = traffic ? route_facts_new(subject->paths, error) : NULL;
	g_autofree guint64 *load = routes ? port_loads(f, routes, error) : NULL;
	g_autoptr(CableFacts) facts = load ? cable_facts_new(f, load, traffic, error) : NULL;
	if (!facts)
		return EVAL_FAILED;
	Report *r = *report = report_new("Traffic on %s beside %s", subject->topology_name, subject->tables_name);
	report_counts(r, traffic, facts);
	report_erroneous(r, f, facts);
	report_list(r, f, facts, facts->slow, facts->n_slow, "slow",
		    "cables by what they send in parts of what their routes let expect");
	report_list(r, f, facts, facts->hot, facts->n_hot, "hot", "cables that send most");
	add_verdicts(r, f, facts);
	return EVAL_HOLDS;
}

const EvalCommand command_load = {
	.name = "load",
	.summary = "what ports have counted beside what routes predict: slow, hot and erroneous cables",
	.options = options,
	.check = check,
	.answer = answer,
};
