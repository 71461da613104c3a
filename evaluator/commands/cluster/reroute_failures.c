/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Lets sssp-route route the fabric as it would be after each of some failures, and measures the new tables. For each
 * failure the fabric is written without the failed switch or cable, then routed twice: with few changes of the present
 * tables, and by minhop. The files of a failure have its number as their name, in a private folder that is removed in
 * the end. Programs run side by side.
 */
#include "evaluator/commands/cluster/reroute_failures.h"

#include "core/base/by_keys.h"
#include "core/base/crew.h"
#include "core/base/error.h"
#include "evaluator/commands/case.h"
#include "evaluator/commands/programs.h"
#include "evaluator/failures/without.h"
#include "evaluator/measures/diff.h"
#include "formats/interrupt.h"
#include "formats/net/ibnetdiscover.h"
#include "formats/output.h"
#include "formats/tables/table_names.h"

typedef struct {
	const Case *subject;
	const GArray *failures;
	const EbbOptions *ebb;
	const char *folder, *now; /* now: the topology as it is, with its LIDs */
	Reroute *result;          /* [n] */
	GError **error;           /* [n] */
} Trial;

static gboolean write_net(const Fabric *fabric, const char *path, GError **error)
{
	g_autoptr(GString) text = ibnetdiscover_write(fabric, NULL);
	return output_write(path, text->str, text->len, error);
}

/* Bandwidth of tables that were just made, and what they changed. */
static gboolean measure_tables(const Trial *t, const char *net, const char *tables, RerouteFigures *figures,
			       GError **error)
{
	g_autofree char *lfts = g_build_filename(tables, TABLES_LFTS, NULL);
	g_autoptr(GString) warnings = g_string_new(NULL);
	CaseFiles files = {.topology = net, .tables = lfts};
	g_autoptr(Case) c = case_read(&files, NULL, warnings, error);
	g_autoptr(Diff) diff = c ? diff_new(t->subject->lft, c->lft, NULL, NULL, NULL, error) : NULL;
	if (!diff)
		return FALSE;
	figures->entries = diff->entries;
	figures->blocks = diff->blocks;
	figures->ebb = 1;
	if (c->paths->n_part < 2)
		return TRUE;
	g_autoptr(EbbFacts) facts = ebb_facts_new(c->paths, t->ebb, error);
	figures->ebb = facts ? facts->mean : 0;
	return facts != NULL;
}

static gboolean has_tables(const char *folder)
{
	g_autofree char *lfts = g_build_filename(folder, TABLES_LFTS, NULL);
	return g_file_test(lfts, G_FILE_TEST_EXISTS);
}

/*
 * Lets sssp-route route the topology `net` into the folder `tables`, and measures that: with as few changes of the
 * present tables as can be (`ours`), or by minhop. With exit status 1 it has refused, and has written no tables.
 */
static gboolean route(const Trial *t, const char *net, const char *tables, gboolean ours, RerouteFigures *figures,
		      GError **error)
{
	const char *const from[] = {"--from", t->subject->tables_name, "--from-topology",
				    t->now,   "--rebalance",           "never"};
	const char *argv[20] = {"sssp-route", "-q", "--threads", "1", "-o", tables};
	guint n = 6;
	for (guint i = 0; ours && i < G_N_ELEMENTS(from); i++)
		argv[n++] = from[i];
	if (!ours) {
		argv[n++] = "-a";
		argv[n++] = "minhop";
	}
	argv[n] = net;
	if (!programs_run("what-if", argv, 1, error))
		return FALSE;
	figures->refused = !has_tables(tables);
	return figures->refused || measure_tables(t, net, tables, figures, error);
}

/* Tries both routings without what failure number `item` of the result takes. */
static gboolean try_one(const Trial *t, guint32 item, GError **error)
{
	const Failure *f = &g_array_index(t->failures, Failure, t->result[item].failure);
	const Paths *p = t->subject->paths;
	guint32 node = p->fabric->switches[f->row];
	gboolean cable = f->channel != PATHS_NONE;
	g_autofree char *net = g_strdup_printf("%s/%u.net", t->folder, item),
			*ours = g_strdup_printf("%s/%u.ours", t->folder, item),
			*minhop = g_strdup_printf("%s/%u.minhop", t->folder, item);
	guint32 port = cable ? fabric_port_index(p->fabric, node, p->out_port[f->channel]) : FABRIC_NONE;
	g_autoptr(Fabric) fabric = fabric_without(p->fabric, cable ? FABRIC_NONE : node, port, error);
	return fabric && write_net(fabric, net, error) && route(t, net, ours, TRUE, &t->result[item].ours, error) &&
	       route(t, net, minhop, FALSE, &t->result[item].minhop, error);
}

/* After a signal nothing is begun any more: programs_end() lets it through. */
static void work(gpointer worker, guint32 item)
{
	const Trial *t = worker;
	if (!interrupt_came())
		try_one(t, item, &t->error[item]);
}

static gboolean try_all(Trial *t, guint32 n, const FailureOptions *o, GError **error)
{
	CrewJob job = {work, o->progress, o->user};
	t->error = g_new0(GError *, n + 1);
	crew_run(t, 0, crew_size(o->threads, n), n, &job);
	gboolean ok = TRUE;
	for (guint32 i = 0; i < n; ok = ok && !t->error[i], i++)
		if (t->error[i])
			g_propagate_error(ok ? error : NULL, t->error[i]); /* the first */
	g_free(t->error);
	return ok;
}

/* Routes that failure i cuts but for which cables are left. */
static guint64 routes_to_find(const GArray *failures, guint32 i)
{
	const Failure *f = &g_array_index(failures, Failure, i);
	return f->routes - MIN(f->pairs_cut, f->routes);
}

static gint by_routes(gconstpointer a, gconstpointer b, gpointer user)
{
	guint32 x = *(const guint32 *)a, y = *(const guint32 *)b;
	guint64 one = routes_to_find(user, x), other = routes_to_find(user, y);
	return BY_KEYS({other, one}, {x, y});
}

/* Lists the n failures with most routes to be found anew. */
static void choose(const GArray *failures, Reroute *result, guint32 n)
{
	g_autofree guint32 *order = g_new(guint32, failures->len + 1);
	for (guint32 i = 0; i < failures->len; i++)
		order[i] = i;
	g_qsort_with_data(order, (gint)failures->len, sizeof *order, by_routes, (gpointer)failures);
	for (guint32 i = 0; i < n; i++)
		result[i].failure = order[i];
}

Reroute *reroute_failures(const Case *subject, const GArray *failures, guint32 n, const EbbOptions *ebb,
			  const FailureOptions *options, GError **error)
{
	char *folder = NULL;
	g_autofree Reroute *result = g_new0(Reroute, n + 1);
	choose(failures, result, n);
	if (!programs_folder(&folder, error))
		return NULL;
	g_autofree char *now = g_build_filename(folder, "now.net", NULL);
	Trial t = {
		.subject = subject, .failures = failures, .ebb = ebb, .folder = folder, .now = now, .result = result};
	gboolean ok = write_net(subject->fabric, now, error) && try_all(&t, n, options, error);
	programs_end(folder);
	return ok ? g_steal_pointer(&result) : NULL;
}
