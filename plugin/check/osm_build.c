/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds out whether only one of the two, OpenSM's program and the plugin, was compiled with PerfMgr, OpenSM's
 * performance manager, which changes OpenSM's structures. Searches the bytes of both files: the program's for the name
 * of an option of PerfMgr, or else of an option that every OpenSM has; the plugin's for its mark (plugin/built_for.h).
 */
#include "config.h"

#include "plugin/check/osm_build.h"

#include "plugin/built_for.h"

#include <string.h>

typedef enum { NOT_TOLD, WITHOUT, WITH } Told;

/* WITH if the file has the text `with`, else WITHOUT if it has `without`, else NOT_TOLD. */
static Told told(const char *path, const char *with, const char *without)
{
	g_autoptr(GMappedFile) file = g_mapped_file_new(path, FALSE, NULL);
	const char *bytes = file ? g_mapped_file_get_contents(file) : NULL;
	if (!bytes)
		return NOT_TOLD;
	gsize length = g_mapped_file_get_length(file);
	if (memmem(bytes, length, with, strlen(with)))
		return WITH;
	return memmem(bytes, length, without, strlen(without)) ? WITHOUT : NOT_TOLD;
}

gboolean osm_build_differs(const char *program, const char *plugin)
{
	g_autofree char *file = g_find_program_in_path(program);
	Told theirs = told(file ? file : program, "perfmgr_sweep_time_s", "max_wire_smps");
	Told ours = told(plugin, BUILT_WITH_SIGN "PerfMgr", BUILT_WITH_SIGN "no PerfMgr");
	return theirs != NOT_TOLD && ours != NOT_TOLD && theirs != ours;
}
