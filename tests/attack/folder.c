/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#include "core/fabric/fabric_digest.h"
#include "formats/state.h"
#include "formats/tables/table_names.h"
#include "generator/route/route_files.h"
#include "plugin/values/folder.h"
#include "tests/attack/attack.h"

#include <glib/gstdio.h>

static void remove_folder(const char *path)
{
	g_autoptr(GDir) folder = g_dir_open(path, 0, NULL);
	const char *name;
	while (folder && (name = g_dir_read_name(folder))) {
		g_autofree char *file = g_build_filename(path, name, NULL);
		g_unlink(file);
	}
	g_rmdir(path);
}

static char *round_trip(const char *path, const Fabric *fabric, const RoutingOptions *options, const Routing *routing)
{
	g_autoptr(GError) error = NULL;
	FabricId id = {.fabric = fabric_digest(fabric), .lanes = routing->vls_used, .asymmetric = options->asymmetric};
	g_strlcpy(id.engine, options->engine->name, sizeof id.engine);
	RouteTables tables = {
		.folder = path, .fabric = fabric, .routing = routing, .id = &id, .max_vls = options->max_vls};
	if (!route_files_write(&tables, &error))
		return g_strdup_printf("writing: %s", error->message);
	g_autoptr(Routing) loaded = folder_load(path, fabric, options, &error);
	if (!loaded)
		return g_strdup_printf("loading: %s", error->message);
	const char *difference = same_routing(routing, loaded);
	return difference ? g_strdup_printf("loaded: %s", difference) : NULL;
}

char *folder_round_trip(const Fabric *fabric, const RoutingOptions *options, const Routing *routing)
{
	g_autofree char *path = g_dir_make_tmp("attack.XXXXXX", NULL);
	char *wrong = path ? round_trip(path, fabric, options, routing) : g_strdup("no folder for files");
	if (path)
		remove_folder(path);
	return wrong;
}
