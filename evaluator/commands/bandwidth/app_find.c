/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds the profiles of applications (how much they communicate, in which patterns) by name. A name is that of a
 * profile in the folder that comes with the programs; a name with a slash or the suffix .profile is that of a file.
 */
#include "config.h"

#include "evaluator/commands/bandwidth/app_find.h"

#include "core/base/error.h"
#include "formats/input.h"

#include <string.h>

#define SUFFIX ".profile"

/* The folder of profiles that come with this program, which may run before it is installed. Free with g_free(). */
static char *find_folder(void)
{
	g_autofree char *program = g_file_read_link("/proc/self/exe", NULL);
	g_autofree char *folder = program ? g_path_get_dirname(program) : g_strdup(".");
	char *candidate[] = {g_build_filename(folder, "profiles", NULL),
			     g_build_filename(folder, "..", "share", PACKAGE_NAME, "profiles", NULL)};
	char *found = NULL;
	for (guint i = 0; i < G_N_ELEMENTS(candidate); i++) {
		if (!found && g_file_test(candidate[i], G_FILE_TEST_IS_DIR))
			found = g_strdup(candidate[i]);
		g_free(candidate[i]);
	}
	return found ? found : g_strdup(PROFILES_DIR);
}

static int by_name(gconstpointer a, gconstpointer b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The names of all profiles of a folder; none when it cannot be read. */
static GPtrArray *list_names(const char *folder)
{
	GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
	GDir *dir = g_dir_open(folder, 0, NULL);
	const char *entry;
	while (dir && (entry = g_dir_read_name(dir)))
		if (g_str_has_suffix(entry, SUFFIX))
			g_ptr_array_add(names, g_strndup(entry, strlen(entry) - strlen(SUFFIX)));
	if (dir)
		g_dir_close(dir);
	g_ptr_array_sort(names, by_name);
	return names;
}

static gboolean read_file(const char *path, GPtrArray *profiles, GError **error)
{
	gsize length;
	g_autofree char *text = input_text(path, &length, error);
	AppProfile *profile = text ? app_profile_parse(text, length, path, error) : NULL;
	if (profile)
		g_ptr_array_add(profiles, profile);
	return profile != NULL;
}

static gboolean read_named(const char *folder, const char *name, GPtrArray *profiles, GError **error)
{
	g_autofree char *file = g_strconcat(name, SUFFIX, NULL), *path = g_build_filename(folder, file, NULL);
	return read_file(path, profiles, error);
}

static gboolean unknown(const char *name, const char *folder, const GPtrArray *names, GError **error)
{
	GString *known = g_string_new(NULL);
	for (guint i = 0; i < names->len; i++)
		g_string_append_printf(known, "%s%s", i ? ", " : "", (const char *)g_ptr_array_index(names, i));
	g_set_error(error, SSSP_ERROR, SSSP_ERROR_USAGE, "there is no profile '%s'; in %s there are: %s", name, folder,
		    names->len ? known->str : "none");
	g_string_free(known, TRUE);
	return FALSE;
}

static gboolean find_profile(const char *name, const char *folder, const GPtrArray *names, GPtrArray *profiles,
			     GError **error)
{
	gboolean all = g_str_equal(name, "all") && names->len, any = FALSE;
	if (strchr(name, G_DIR_SEPARATOR) || g_str_has_suffix(name, SUFFIX))
		return read_file(name, profiles, error);
	for (guint i = 0; i < names->len; i++) {
		const char *known = g_ptr_array_index(names, i);
		if (!all && !g_str_equal(known, name))
			continue;
		any = TRUE;
		if (!read_named(folder, known, profiles, error))
			return FALSE;
	}
	return any || unknown(name, folder, names, error);
}

GPtrArray *app_find(const char *list, GError **error)
{
	g_autoptr(GPtrArray) profiles = g_ptr_array_new_with_free_func((GDestroyNotify)app_profile_free);
	g_autofree char *folder = find_folder();
	g_autoptr(GPtrArray) names = list_names(folder);
	g_auto(GStrv) name = g_strsplit(list, ",", -1);
	for (guint i = 0; name[i]; i++)
		if (!find_profile(name[i], folder, names, profiles, error))
			return NULL;
	return g_steal_pointer(&profiles);
}

char *app_names(void)
{
	g_autofree char *folder = find_folder();
	g_autoptr(GPtrArray) names = list_names(folder);
	GString *text = g_string_new("all");
	for (guint i = 0; i < names->len; i++)
		g_string_append_printf(text, ", %s", (const char *)g_ptr_array_index(names, i));
	return g_string_free(text, FALSE);
}
