/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#include "core/fabric/fabric.h"
#include "generator/synth/synth.h"
#include "evaluator/patterns/mapping.h"
#include "evaluator/patterns/pattern_kinds.h"
#include "formats/tables/fabric_id.h"
#include "formats/tables/guid2lid.h"
#include "core/fabric/fabric_class.h"
#include "formats/lists/guid_list.h"
#include "formats/lists/hostlist.h"
#include "formats/lists/name_list.h"
#include "formats/counters/counters.h"
#include "formats/lists/name_map.h"
#include "formats/lists/rank_pairs.h"
#include "formats/lists/port_list.h"
#include "formats/lists/reconnect_list.h"
#include "tests/fuzz/fuzz.h"

#include <string.h>

const FuzzTarget fuzz_targets[] = {
	{"ibnetdiscover", fuzz_ibnetdiscover, FALSE},
	{"subnet_lst", fuzz_subnet_lst, FALSE},
	{"db_csv", fuzz_db_csv, FALSE},
	{"net_dump", fuzz_net_dump, FALSE},
	{"linkinfo", fuzz_linkinfo, FALSE},
	{"lfts", fuzz_lfts, FALSE},
	{"fdbs", fuzz_fdbs, FALSE},
	{"mcfdbs", fuzz_mcfdbs, FALSE},
	{"psl", fuzz_psl, FALSE},
	{"slvl", fuzz_slvl, FALSE},
	{"sssp_sl", fuzz_sssp_sl, FALSE},
	{"fabric_id", fuzz_fabric_id, FALSE},
	{"state", fuzz_state, FALSE},
	{"guid2lid", fuzz_guid2lid, FALSE},
	{"guid_list", fuzz_guid_list, FALSE},
	{"hostlist", fuzz_hostlist, FALSE},
	{"name_list", fuzz_name_list, FALSE},
	{"job_list", fuzz_job_list, FALSE},
	{"name_map", fuzz_name_map, FALSE},
	{"rank_pairs", fuzz_rank_pairs, FALSE},
	{"counters", fuzz_counters, FALSE},
	{"port_list", fuzz_port_list, FALSE},
	{"reconnect_list", fuzz_reconnect_list, FALSE},
	{"synth", fuzz_synth, FALSE},
	{"plugin_options", fuzz_plugin_options, FALSE},
	{"app_profile", fuzz_app_profile, FALSE},
	{"route_options", fuzz_route_options, FALSE},
	{"workload_options", fuzz_workload_options, FALSE},
	{"table_files", fuzz_table_files, FALSE},
	{"pattern", fuzz_pattern, FALSE},
	{"names", fuzz_names, FALSE},
	{"input", fuzz_input, TRUE},
	{"case", fuzz_case, TRUE},
	{"folder", fuzz_folder, TRUE},
	{"fabric", fuzz_fabric, TRUE},
	{NULL, NULL, FALSE},
};

const FuzzTarget *fuzz_target(const char *name)
{
	for (const FuzzTarget *target = fuzz_targets; target->name; target++)
		if (strcmp(target->name, name) == 0)
			return target;
	return NULL;
}

/* The fabric stays one, whatever its nodes are called. */
void fuzz_name_map(const char *text, gsize length)
{
	GError *error = NULL;
	g_autoptr(Fabric) fabric = synth_fabric("torus:3,hosts=1,an=all", NULL);
	guint32 before[FABRIC_N_CLASSES], after[FABRIC_N_CLASSES];
	g_assert_true(fabric_assign_lids(fabric, 0, NULL, NULL));
	fabric_class_counts(fabric, before);
	if (!name_map_apply(text, length, "fuzz", fabric, &error)) {
		fuzz_refused(error);
		return;
	}
	g_assert_true(fabric_check(fabric, NULL));
	fabric_class_counts(fabric, after);
	g_assert_cmpuint(before[FABRIC_AGGREGATION], ==, after[FABRIC_AGGREGATION]);
	for (guint32 node = 0; node < fabric->n_nodes; node++)
		g_assert_cmpuint(strlen(fabric_name(fabric, node)), <=, length + 64);
}

void fuzz_guid_list(const char *text, gsize length)
{
	GError *error = NULL;
	GArray *guids = guid_list_parse(text, length, "fuzz", NULL, &error);
	if (!guids) {
		fuzz_refused(error);
		return;
	}
	g_assert_cmpuint(guids->len, <=, (length + 1) / 2);
	g_array_free(guids, TRUE);
}

/* The names as endpoints of a fabric: those that it has, in range, each once where a list is a subset. */
static void map_names(const NameList *list, MappingKind kind)
{
	GError *error = NULL;
	g_autoptr(Fabric) fabric = synth_fabric("single:hosts=6", NULL);
	g_assert_true(fabric_assign_lids(fabric, 1, NULL, NULL));
	g_autoptr(Mapping) mapping = mapping_new(fabric, kind, list, 2, &error);
	if (!mapping) {
		fuzz_refused(error);
		return;
	}
	g_assert_cmpuint(mapping->n, >=, list->n); /* a name can stand for several */
	g_assert_cmpuint(mapping->n, <=, list->n + FABRIC_MAX_LID);
	for (guint32 i = 0; i < mapping->n; i++) {
		g_assert_cmpuint(mapping->endpoint[i], <, fabric->n_endpoints);
		g_assert_true(kind == MAPPING_FILE || i == 0 || mapping->endpoint[i] > mapping->endpoint[i - 1]);
	}
}

static gboolean see_host(gpointer user, const char *name, GError **error)
{
	guint *left = user;
	(void)error;
	g_assert_null(strpbrk(name, "[],"));
	return --*left > 0;
}

/* So many names as it takes, each without brackets, and no more than are allowed. */
void fuzz_hostlist(const char *text, gsize length)
{
	GError *error = NULL;
	g_autofree char *list = g_strndup(text, length);
	guint32 most = 1000;
	guint seen = (guint)length + most + 2, before = seen;
	gboolean fine = hostlist_walk(list, &most, see_host, &seen, &error);
	g_assert_cmpuint(seen, >, 0);
	g_assert_cmpuint(before - seen, >=, 1000 - most);
	if (fine) {
		g_assert_null(error);
		return;
	}
	g_assert_true(error->domain == SSSP_ERROR && error->code == SSSP_ERROR_INPUT);
	g_error_free(error);
}

void fuzz_name_list(const char *text, gsize length)
{
	GError *error = NULL;
	g_autoptr(NameList) list = name_list_parse(text, length, "fuzz", &error);
	if (!list) {
		fuzz_refused(error);
		return;
	}
	g_assert_cmpuint(list->n, >=, 1);
	for (gsize i = 0; i < list->n; i++) {
		const char *name = list->text + list->name[i].at;
		g_assert_cmpuint(list->name[i].at + strlen(name), <=, length);
		g_assert_true(strlen(name) <= length && !strchr(name, '\n'));
		g_assert_true(i == 0 || list->name[i].line > list->name[i - 1].line);
	}
	map_names(list, MAPPING_FILE);
	map_names(list, MAPPING_LINEAR);
}

/* All rounds of the pattern that these pairs are. */
static void run_pairs(RankPairs *pairs)
{
	guint64 all = 0;
	g_autoptr(Pattern) pattern = pattern_new("file:fuzz", NULL);
	g_assert_true(pattern_take_file(pattern, pairs, NULL, NULL));
	g_assert_false(pattern_fit(pattern, pairs->most, NULL)); /* one too few */
	g_assert_true(pattern_fit(pattern, pairs->most + 1, NULL));
	g_autofree guint32 *source = g_new(guint32, pattern->room), *target = g_new(guint32, pattern->room);
	for (guint32 round = 0; round < pattern->rounds; round++) {
		guint32 n = pattern_pairs(pattern, round, NULL, source, target);
		g_assert_true(n >= 1 && n <= pattern->room);
		all += n;
	}
	g_assert_cmpuint(all, ==, pairs->n);
}

void fuzz_counters(const char *text, gsize length)
{
	GError *error = NULL;
	GArray *rows = counters_parse(text, length, "fuzz", NULL, &error);
	if (!rows) {
		fuzz_refused(error);
		return;
	}
	g_assert_cmpuint(rows->len, >=, 1);
	for (guint i = 0; i < rows->len; i++) {
		const CounterRow *row = &g_array_index(rows, CounterRow, i);
		g_assert_true((row->guid || row->lid) && row->port < 255 && row->line);
		g_assert_cmpuint(row->wide & ~row->has, ==, 0);
		for (Counter c = 0; c < COUNTER_N; c++)
			g_assert_true(row->wide >> c & 1 || row->value[c] <= G_MAXUINT64 >> (64 - counter_bits(c)));
	}
	g_array_unref(rows);
}

void fuzz_rank_pairs(const char *text, gsize length)
{
	GError *error = NULL;
	g_autoptr(RankPairs) pairs = rank_pairs_parse(text, length, "fuzz", &error);
	if (!pairs) {
		fuzz_refused(error);
		return;
	}
	g_assert_cmpuint(pairs->n, >=, 1);
	for (gsize i = 0; i < pairs->n; i++) {
		const RankPair *pair = &pairs->pair[i];
		g_assert_true(pair->source != pair->target && pair->source <= pairs->most &&
			      pair->target <= pairs->most);
		g_assert_true(i == 0 || pair->round >= pairs->pair[i - 1].round);
	}
	run_pairs(pairs);
}

void fuzz_port_list(const char *text, gsize length)
{
	GError *error = NULL;
	GArray *ports = port_list_parse(text, length, "fuzz", NULL, &error);
	if (!ports) {
		fuzz_refused(error);
		return;
	}
	for (guint i = 0; i < ports->len; i++) {
		const SwitchPort *port = &g_array_index(ports, SwitchPort, i);
		g_assert_true(port->port >= 1 && port->port <= FABRIC_MAX_PORTS);
	}
	g_array_free(ports, TRUE);
}

void fuzz_reconnect_list(const char *text, gsize length)
{
	GError *error = NULL;
	GArray *pairs = reconnect_list_parse(text, length, "fuzz", &error);
	if (!pairs) {
		fuzz_refused(error);
		return;
	}
	for (guint i = 0; i < pairs->len; i++) {
		const ReconnectPair *pair = &g_array_index(pairs, ReconnectPair, i);
		g_assert_true(pair->lid >= 1 && pair->lid <= FABRIC_MAX_LID);
	}
	g_array_free(pairs, TRUE);
}

void fuzz_guid2lid(const char *text, gsize length)
{
	GError *error = NULL;
	GArray *lids = guid2lid_parse(text, length, "fuzz", NULL, &error);
	if (!lids) {
		fuzz_refused(error);
		return;
	}
	for (guint i = 0; i < lids->len; i++) {
		const GuidLids *entry = &g_array_index(lids, GuidLids, i);
		g_assert_true(entry->first >= 1 && entry->last >= entry->first && entry->last <= FABRIC_MAX_LID);
	}
	g_array_free(lids, TRUE);
}

void fuzz_fabric_id(const char *text, gsize length)
{
	GError *error = NULL;
	FabricId id, again;
	if (!fabric_id_parse(text, length, "fuzz", NULL, &id, &error)) {
		fuzz_refused(error);
		return;
	}
	GString *written = fabric_id_write(&id);
	g_assert_true(fabric_id_parse(written->str, written->len, "fuzz", NULL, &again, &error));
	g_assert_true(fabric_digest_compare(&again.fabric, &id.fabric) == FABRIC_DIGEST_SAME);
	g_assert_cmpuint(again.fabric.n_switches, ==, id.fabric.n_switches);
	g_assert_cmpuint(again.fabric.n_endpoints, ==, id.fabric.n_endpoints);
	g_assert_cmpstr(again.engine, ==, id.engine);
	g_assert_cmpuint(again.lanes, ==, id.lanes);
	g_assert_true(id.lanes >= 1 && id.lanes <= 15);
	g_assert_true(again.asymmetric == id.asymmetric);
	g_string_free(written, TRUE);
}
