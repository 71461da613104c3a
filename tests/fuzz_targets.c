/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#include "core/fabric.h"
#include "formats/fabric_id.h"
#include "formats/guid2lid.h"
#include "formats/guid_list.h"
#include "formats/name_list.h"
#include "formats/rank_pairs.h"
#include "formats/port_list.h"
#include "tests/fuzz.h"

#include <string.h>

const FuzzTarget fuzz_targets[] = {
	{"ibnetdiscover", fuzz_ibnetdiscover},
	{"subnet_lst", fuzz_subnet_lst},
	{"db_csv", fuzz_db_csv},
	{"lfts", fuzz_lfts},
	{"fdbs", fuzz_fdbs},
	{"mcfdbs", fuzz_mcfdbs},
	{"psl", fuzz_psl},
	{"slvl", fuzz_slvl},
	{"sssp_sl", fuzz_sssp_sl},
	{"fabric_id", fuzz_fabric_id},
	{"guid2lid", fuzz_guid2lid},
	{"guid_list", fuzz_guid_list},
	{"name_list", fuzz_name_list},
	{"rank_pairs", fuzz_rank_pairs},
	{"port_list", fuzz_port_list},
	{"synth", fuzz_synth},
	{"plugin_options", fuzz_plugin_options},
	{"app_profile", fuzz_app_profile},
	{NULL, NULL},
};

const FuzzTarget *fuzz_target(const char *name)
{
	for (const FuzzTarget *target = fuzz_targets; target->name; target++)
		if (strcmp(target->name, name) == 0)
			return target;
	return NULL;
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
			const GraphPort *port = &g_array_index(ports, GraphPort, i);
			g_assert_true(port->port >= 1 && port->port <= FABRIC_MAX_PORTS);
		}
		g_array_free(ports, TRUE);
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
			g_assert_true(entry->first >= 1 && entry->last >= entry->first &&
				      entry->last <= FABRIC_MAX_LID);
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
