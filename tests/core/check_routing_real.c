/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Routes and judges topologies of real machines, from the folder fabrics of $SSSP_SHARED: each that can be read. */
#include "formats/input.h"
#include "tests/core/routing_case.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *folder;

static int compare_names(gconstpointer a, gconstpointer b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static gboolean is_topology(const char *name)
{
	return g_str_has_suffix(name, ".ibnetdiscover") || g_str_has_suffix(name, ".subnet.lst");
}

/* Names of the topologies, sorted; NULL when there are none. */
static GPtrArray *topologies(void)
{
	g_autoptr(GDir) dir = folder ? g_dir_open(folder, 0, NULL) : NULL;
	g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
	for (const char *name; dir && (name = g_dir_read_name(dir)) != NULL;)
		if (is_topology(name))
			g_ptr_array_add(names, g_strdup(name));
	g_ptr_array_sort(names, compare_names);
	return names->len ? g_steal_pointer(&names) : NULL;
}

/* Of published routes, which lanes do not change, so many were refused of so many. */
static guint refused, asked;

/* Lanes for routes that stay as they are take seconds in fabrics of more switches. */
#define MOST_AS_IS 200

static void route(const char *name, guint lmc, RoutingTally *tally)
{
	g_autoptr(GError) error = NULL;
	g_autofree char *path = g_build_filename(folder, name, NULL);
	g_autoptr(Fabric) fabric = input_topology(path, NULL, &error);
	ck_assert_msg(fabric != NULL, "%s", error ? error->message : path);
	fabric_assign_lids(fabric, lmc, NULL, &error);
	assert_no_error(error);
	for (guint i = 0; route_engines[i]; i++) {
		RoutingOptions options = routing_case_options(route_engines[i]->name);
		if (routing_as_is(&options) && fabric->n_switches > MOST_AS_IS)
			continue;
		asked += routing_as_is(&options);
		g_autoptr(Routing) routing = routing_case_judge_some(name, fabric, &options, FALSE, tally);
		if (!routing) {
			refused++;
			continue;
		}
		printf("%-32s %-7s %4u switches, %4u hosts, EFI %5" G_GUINT64_FORMAT ", %u lanes, %.3f s\n", name,
		       route_engines[i]->name, routing->n_switches, routing->n_hosts, routing->efi, routing->vls_used,
		       routing->seconds_route + routing->seconds_layer);
	}
	fflush(stdout);
}

START_TEST(every_topology)
{
	RoutingTally tally = {0};
	g_autoptr(GPtrArray) names = topologies();
	for (guint i = 0; i < names->len; i++)
		route(g_ptr_array_index(names, i), 0, &tally);
	ck_assert_uint_gt(tally.routed, 0);
	routing_case_print("real fabrics", &tally);
	printf("%u of %u times published routes had no lanes\n", refused, asked);
	ck_assert_uint_le(refused, 2); /* where management ports find no lane beside routes that may not change */
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {every_topology, NULL};
	const char *shared = g_getenv("SSSP_SHARED");
	folder = shared ? g_build_filename(shared, "fabrics", NULL) : NULL;
	GPtrArray *names = topologies();
	if (!names) {
		printf("there is no folder with real fabrics\n");
		return 77;
	}
	g_ptr_array_unref(names);
	int status = fixture_run("real fabrics", tests);
	g_free(folder);
	return status;
}
