/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Whatever a table says: its values are in range and in order, and where there is a writer it is read back as it was.
 */
#include "core/fabric/fabric.h"
#include "formats/tables/fdbs.h"
#include "formats/tables/lfts.h"
#include "formats/tables/mcfdbs.h"
#include "formats/tables/psl.h"
#include "formats/tables/slvl.h"
#include "formats/tables/sssp_sl.h"
#include "tests/fuzz/fuzz.h"

typedef Lft *(*TableParser)(const char *buffer, gsize length, const char *file, ParseLog *log, GError **error);

static void assert_ascending(const guint64 *guid, guint32 n)
{
	for (guint32 i = 1; i < n; i++)
		g_assert_cmpuint(guid[i - 1], <, guid[i]);
}

static void assert_same_tables(const Lft *a, const Lft *b)
{
	g_assert_cmpuint(a->n_switches, ==, b->n_switches);
	for (guint32 i = 0; i < a->n_switches; i++)
		for (guint32 lid = 0; lid < a->n_lids; lid++)
			g_assert_cmpuint(a->port[(gsize)i * a->n_lids + lid], ==,
					 lft_port(b, lft_row(b, a->guid[i]), lid));
}

static void parse_table(TableParser parser, const char *text, gsize length)
{
	GError *error = NULL;
	g_autoptr(ParseLog) log = parse_log_new();
	g_autoptr(Fabric) nobody = fabric_new();
	g_autoptr(Lft) lft = parser(text, length, "fuzz", log, &error);
	if (!lft) {
		fuzz_refused(error);
		return;
	}
	assert_ascending(lft->guid, lft->n_switches);
	g_assert_true(fabric_seal(nobody, NULL));
	GString *written = lfts_write(lft, nobody);
	g_autoptr(Lft) again = lfts_parse(written->str, written->len, "fuzz", NULL, &error);
	g_assert_no_error(error);
	assert_same_tables(lft, again);
	g_string_free(written, TRUE);
}

void fuzz_lfts(const char *text, gsize length)
{
	parse_table(lfts_parse, text, length);
}

void fuzz_fdbs(const char *text, gsize length)
{
	parse_table(fdbs_parse, text, length);
}

/* ---- multicast */

static gboolean precedes(const MftEntry *a, const MftEntry *b)
{
	return a->mlid < b->mlid || (a->mlid == b->mlid && a->guid < b->guid);
}

static void assert_entry(const Mft *mft, guint32 group, guint32 i)
{
	const MftEntry *entry = &mft->entry[i];
	g_assert_cmpuint(entry->mlid, ==, mft->entry[mft->first[group]].mlid);
	g_assert_cmpuint(entry->mlid, >=, MFT_FIRST_MLID);
	g_assert_cmpuint(entry->mlid, <=, MFT_LAST_MLID);
	g_assert_true(i == 0 || precedes(entry - 1, entry));
	g_assert_cmpint(mft_next(&entry->ports, 0), >=, 0);
	g_assert_cmpint(mft_next(&entry->ports, FABRIC_MAX_PORTS + 1), <, 0);
}

void fuzz_mcfdbs(const char *text, gsize length)
{
	GError *error = NULL;
	g_autoptr(ParseLog) log = parse_log_new();
	g_autoptr(Mft) mft = mcfdbs_parse(text, length, "fuzz", log, &error);
	guint32 i = 0;
	if (!mft) {
		fuzz_refused(error);
		return;
	}
	for (guint32 group = 0; group < mft->n_groups; group++) {
		g_assert_cmpuint(mft->first[group], ==, i);
		g_assert_cmpuint(mft->first[group + 1], >, i);
		for (; i < mft->first[group + 1]; i++)
			assert_entry(mft, group, i);
	}
	g_assert_cmpuint(i, ==, mft->n_entries);
}

/* ---- service levels */

/* Two switches and a CA, the nodes of the corpus. */
static Fabric *make_fabric(void)
{
	Fabric *fabric = fabric_new();
	guint32 a = fabric_add_node(fabric, FABRIC_SWITCH, 0x10, 4, "a", NULL);
	guint32 b = fabric_add_node(fabric, FABRIC_SWITCH, 0x20, 36, "b", NULL);
	guint32 h = fabric_add_node(fabric, FABRIC_CA, 0x30, 1, "h", NULL);
	fabric_cable(fabric, fabric_port_index(fabric, a, 1), fabric_port_index(fabric, b, 36), NULL);
	fabric_cable(fabric, fabric_port_index(fabric, a, 2), fabric_port_index(fabric, h, 1), NULL);
	fabric->ports[fabric_port_index(fabric, a, 0)].guid = 0x10;
	fabric->ports[fabric_port_index(fabric, h, 1)].guid = 0x31;
	g_assert_true(fabric_assign_lids(fabric, 0, NULL, NULL));
	return fabric;
}

static void assert_levels(const PathSl *sl)
{
	assert_ascending(sl->guid, sl->n_sources);
	for (gsize i = 0; i < (gsize)sl->n_sources * sl->n_lids; i++)
		g_assert_true(sl->sl[i] < SL_COUNT || sl->sl[i] == SL_NONE);
}

/* That what is read back is what was there, for the source itself or, where it had no row, for its switch. */
static void assert_told(const PathSl *again, const PathSl *sl, const Fabric *fabric)
{
	for (guint32 i = 0; i < again->n_sources; i++) {
		const guint8 *row = path_sl_row(sl, again->guid[i]);
		if (!row)
			row = path_sl_row(sl, 0x10);
		for (guint32 lid = 1; lid < again->n_lids; lid++)
			g_assert_cmpuint(again->sl[(gsize)i * again->n_lids + lid], ==,
					 fabric->lid_port[lid] == FABRIC_NONE ? SL_NONE : row[lid]);
	}
}

void fuzz_psl(const char *text, gsize length)
{
	GError *error = NULL;
	g_autoptr(ParseLog) log = parse_log_new();
	g_autoptr(Fabric) fabric = make_fabric();
	g_autoptr(PathSl) sl = psl_parse(text, length, "fuzz", fabric, log, &error);
	if (!sl) {
		fuzz_refused(error);
		return;
	}
	assert_levels(sl);
	GString *written = psl_write(sl, fabric);
	g_autoptr(PathSl) again = psl_parse(written->str, written->len, "fuzz", fabric, NULL, &error);
	g_assert_no_error(error);
	assert_told(again, sl, fabric);
	g_string_free(written, TRUE);
}

void fuzz_slvl(const char *text, gsize length)
{
	GError *error = NULL;
	g_autoptr(ParseLog) log = parse_log_new();
	g_autoptr(Fabric) fabric = make_fabric();
	g_autoptr(Sl2vl) sl2vl = slvl_parse(text, length, "fuzz", fabric, log, &error);
	if (!sl2vl) {
		fuzz_refused(error);
		return;
	}
	for (guint32 map = 0; map < sl2vl->n_maps; map++)
		for (guint sl = 0; sl < SL_COUNT; sl++)
			g_assert_cmpuint(sl2vl->maps[map].vl[sl], <, 16);
	GString *written = slvl_write(sl2vl, fabric);
	g_autoptr(Sl2vl) again = slvl_parse(written->str, written->len, "fuzz", fabric, NULL, &error);
	g_assert_no_error(error);
	GString *twice = slvl_write(again, fabric);
	g_assert_true(g_string_equal(twice, written));
	g_string_free(twice, TRUE);
	g_string_free(written, TRUE);
}

void fuzz_sssp_sl(const char *text, gsize length)
{
	GError *error = NULL;
	Source source = source_text(text, length, "fuzz");
	sssp_sl_recognise(&source);
	g_autoptr(PathSl) sl = sssp_sl_parse(text, length, "fuzz", NULL, &error);
	if (!sl) {
		fuzz_refused(error);
		return;
	}
	assert_levels(sl);
	GString *written = sssp_sl_write(sl);
	g_autoptr(PathSl) again = sssp_sl_parse(written->str, written->len, "fuzz", NULL, &error);
	g_assert_no_error(error);
	g_assert_cmpmem(again->guid, again->n_sources * sizeof(guint64), sl->guid, sl->n_sources * sizeof(guint64));
	g_assert_cmpmem(again->sl, (gsize)again->n_sources * again->n_lids, sl->sl, (gsize)sl->n_sources * sl->n_lids);
	g_string_free(written, TRUE);
}
