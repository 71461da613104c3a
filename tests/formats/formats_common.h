/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What the tests of the formats share. */
#ifndef SSSP_TESTS_FORMATS_FORMATS_COMMON_H
#define SSSP_TESTS_FORMATS_FORMATS_COMMON_H

#include "core/base/error.h"
#include "core/fabric/fabric.h"
#include "formats/text/parse_log.h"
#include "tests/asserts.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

/* Path of a file of the shared real fabrics, NULL where they are not at hand. */
static inline char *shared_file(const char *name)
{
	const char *folder = g_getenv("SSSP_SHARED");
	char *path = g_build_filename(folder ? folder : "/nonexistent", "fabrics", name, NULL);
	if (g_file_test(path, G_FILE_TEST_IS_REGULAR))
		return path;
	g_free(path);
	return NULL;
}

static inline guint count_cables(const Fabric *fabric)
{
	guint ends = 0;
	for (guint32 i = 0; i < fabric->n_ports; i++)
		ends += fabric->ports[i].peer != FABRIC_NONE;
	ck_assert_uint_eq(ends % 2, 0);
	return ends / 2;
}

/* The node GUID and port number at the other end of a cable, 0 when there is none. */
static inline guint64 peer_of(const Fabric *fabric, const FabricPort *port, guint *num)
{
	if (port->peer == FABRIC_NONE)
		return *num = 0;
	*num = fabric->ports[port->peer].num;
	return fabric->nodes[fabric->ports[port->peer].node].guid;
}

static inline void assert_same_port(const Fabric *fa, const FabricPort *a, const Fabric *fb, const FabricPort *b)
{
	guint na, nb;
	ck_assert_uint_eq(a->num, b->num);
	ck_assert_uint_eq(peer_of(fa, a, &na), peer_of(fb, b, &nb));
	ck_assert_uint_eq(na, nb);
	if (a->peer == FABRIC_NONE && a->num)
		return;
	ck_assert_uint_eq(a->guid, b->guid);
	ck_assert_uint_eq(a->lid, b->lid);
	ck_assert_uint_eq(a->lmc, b->lmc);
	ck_assert_uint_eq(a->width, b->width);
	ck_assert_uint_eq(a->speed, b->speed);
}

/* That two sealed fabrics are the same, field by field, whatever the order of their nodes. */
static inline void assert_same_fabric(const Fabric *a, const Fabric *b)
{
	ck_assert_uint_eq(a->n_nodes, b->n_nodes);
	ck_assert_uint_eq(a->n_switches, b->n_switches);
	ck_assert_uint_eq(a->n_endpoints, b->n_endpoints);
	ck_assert_uint_eq(a->n_lids, b->n_lids);
	for (guint32 i = 0; i < a->n_nodes; i++) {
		guint32 j = fabric_find_node(b, a->nodes[i].guid);
		ck_assert_msg(j != FABRIC_NONE, "no node 0x%" G_GINT64_MODIFIER "x", a->nodes[i].guid);
		const FabricNode *na = &a->nodes[i], *nb = &b->nodes[j];
		ck_assert_str_eq(fabric_name(a, i), fabric_name(b, j));
		ck_assert_uint_eq(na->type, nb->type);
		ck_assert_uint_eq(na->n_ports, nb->n_ports);
		ck_assert_uint_eq(na->enhanced, nb->enhanced);
		ck_assert_uint_eq(na->vendor_id, nb->vendor_id);
		ck_assert_uint_eq(na->device_id, nb->device_id);
		ck_assert_uint_eq(na->system_guid, nb->system_guid);
		for (guint num = 0; num <= na->n_ports; num++)
			assert_same_port(a, &a->ports[na->first_port + num], b, &b->ports[nb->first_port + num]);
	}
}

/* That an error is SSSP_ERROR_INPUT and reads exactly so; frees it. */
static inline void assert_input_error(GError **error, const char *text)
{
	ck_assert_msg(*error != NULL, "no error, not: %s", text);
	ck_assert(g_error_matches(*error, SSSP_ERROR, SSSP_ERROR_INPUT));
	ck_assert_str_eq((*error)->message, text);
	g_clear_error(error);
}

/* That a log, which is freed, holds exactly one kind of oddity and says this of the first. */
static inline void assert_logged(ParseLog *log, const char *text)
{
	g_autofree char *summary = parse_log_summary(log);
	g_autofree char *wanted = g_strconcat(text, *text ? "\n" : "", NULL);
	ck_assert_str_eq(summary, wanted);
	parse_log_free(log);
}

static inline int run_suite(Suite *suite)
{
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

#endif
