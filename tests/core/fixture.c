/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Makes fabrics of pictures, and runs the tests of a program. */
#include "tests/core/fixture.h"

#include "generator/synth/synth.h"

#include <stdlib.h>

#define SWITCH_PORTS 36

/* The next port of a node that has no cable. */
static guint32 free_port(const Fabric *fabric, guint32 node)
{
	for (guint num = 1; num <= fabric->nodes[node].n_ports; num++)
		if (fabric->ports[fabric_port_index(fabric, node, num)].peer == FABRIC_NONE)
			return fabric_port_index(fabric, node, num);
	g_error("the picture needs too many ports");
}

static guint32 node_of(Fabric *fabric, char letter)
{
	for (guint32 i = 0; i < fabric->n_nodes; i++)
		if (fabric->nodes[i].guid == (guint64)letter)
			return i;
	char name[] = {letter, '\0'};
	return fabric_add_node(fabric, FABRIC_SWITCH, (guint64)letter, SWITCH_PORTS, name, NULL);
}

static void join(Fabric *fabric, guint32 a, guint32 b)
{
	g_autoptr(GError) error = NULL;
	guint32 pa = free_port(fabric, a);
	guint32 pb = free_port(fabric, b);
	fabric_cable(fabric, pa, pb, &error);
	assert_no_error(error);
}

static void add_hosts(Fabric *fabric, guint32 node, guint n, guint64 *next)
{
	for (guint i = 0; i < n; i++)
		join(fabric, node, fabric_add_node(fabric, FABRIC_CA, (*next)++, 1, "host", NULL));
}

Fabric *fixture_synth(const char *spec)
{
	g_autoptr(GError) error = NULL;
	Fabric *fabric = synth_fabric(spec, &error);
	ck_assert_msg(fabric && fabric_assign_lids(fabric, 0, NULL, &error), "%s: %s", spec,
		      error ? error->message : "");
	return fabric;
}

Fabric *fixture_fabric(const char *picture)
{
	g_autoptr(GError) error = NULL;
	Fabric *fabric = fabric_new();
	guint64 next_host = 0x1000;
	g_auto(GStrv) words = g_strsplit(picture, " ", -1);
	for (guint i = 0; words[i]; i++) {
		guint32 a = node_of(fabric, words[i][0]);
		if (words[i][1] == '-')
			join(fabric, a, node_of(fabric, words[i][2]));
		else
			add_hosts(fabric, a, (guint)atoi(words[i] + 2), &next_host);
	}
	fabric_assign_lids(fabric, 0, NULL, &error);
	assert_no_error(error);
	return fabric;
}

guint32 fixture_row(const Fabric *fabric, char letter)
{
	for (guint32 row = 0; row < fabric->n_switches; row++)
		if (fabric->nodes[fabric->switches[row]].guid == (guint64)letter)
			return row;
	g_error("no switch %c", letter);
}

int fixture_run(const char *name, const TTest *const *tests)
{
	Suite *suite = suite_create(name);
	TCase *tcase = tcase_create(name);
	tcase_set_timeout(tcase, 300);
	for (; *tests; tests++)
		tcase_add_test(tcase, *tests);
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_ENV);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
