/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads the profile of an application, and computes its run time from the bandwidths of its patterns. A profile is a
 * key file of GLib. As GLib keeps no line numbers, the line of a fault is searched for in the text again.
 */
#include "evaluator/workload/app.h"

#include "core/base/error.h"
#include "evaluator/patterns/pattern_kinds.h"

#include <math.h>
#include <string.h>

#define APPLICATION "application"
#define COMMUNICATION "communication"
#define SUM_SLACK 1e-9 /* percentages are decimal fractions, which have no exact sum */

/* What a profile is read from. */
typedef struct {
	const char *file, *text;
	GKeyFile *keys;
} Reader;

/* Whether a line is the head of that group. */
static gboolean is_group(const char *line, const char *group)
{
	return line[0] == '[' && g_str_has_prefix(line + 1, group) && line[1 + strlen(group)] == ']';
}

static gboolean is_key(const char *line, const char *key)
{
	return g_str_has_prefix(line, key) && g_str_has_prefix(g_strchug((char *)line + strlen(key)), "=");
}

/* The number of the line where a group begins (`key` NULL) or a key of it stands last; 0 when it is not found. */
static guint find_line(const Reader *r, const char *group, const char *key)
{
	g_auto(GStrv) line = g_strsplit(r->text, "\n", -1);
	gboolean inside = FALSE;
	guint found = 0;
	for (guint i = 0; line[i]; i++) {
		g_strstrip(line[i]);
		if (line[i][0] == '[')
			inside = is_group(line[i], group);
		if (inside && (key ? is_key(line[i], key) : line[i][0] == '['))
			found = i + 1;
	}
	return found;
}

static gboolean fail(const Reader *r, const char *group, const char *key, GError **error, const char *format, ...)
	G_GNUC_PRINTF(5, 6);

static gboolean fail(const Reader *r, const char *group, const char *key, GError **error, const char *format, ...)
{
	guint line = group ? find_line(r, group, key) : 0;
	g_autofree char *place = line ? g_strdup_printf("%s:%u", r->file, line) : g_strdup(r->file);
	va_list args;
	va_start(args, format);
	g_autofree char *what = g_strdup_vprintf(format, args);
	va_end(args);
	return sssp_error_set(error, SSSP_ERROR_INPUT, "%s: %s", place, what);
}

/* A number of percent as a fraction. */
static gboolean read_percent(const Reader *r, const char *group, const char *key, gdouble *value, GError **error)
{
	g_autofree char *text = g_key_file_get_value(r->keys, group, key, NULL);
	char *end;
	if (!text)
		return fail(r, NULL, NULL, error, "there is no key '%s' in [%s]", key, group);
	*value = g_ascii_strtod(text, &end) / 100 + 0.0; /* -0 is 0 */
	if (*text && !*end && *value >= 0 && *value <= 1)
		return TRUE;
	return fail(r, group, key, error, "%s is '%.30s', which is no number from 0 to 100", key, text);
}

static gboolean check_pattern(const Reader *r, const char *name, GError **error)
{
	g_autoptr(GError) why = NULL;
	g_autoptr(Pattern) pattern = pattern_new(name, &why);
	return pattern || fail(r, COMMUNICATION, name, error, "%s", why->message);
}

static gboolean read_shares(const Reader *r, AppProfile *profile, GError **error)
{
	gsize n = 0;
	gdouble sum = 0;
	g_auto(GStrv) names = g_key_file_get_keys(r->keys, COMMUNICATION, &n, NULL);
	if (n == 0)
		return fail(r, NULL, NULL, error, "there is no pattern in [" COMMUNICATION "]");
	profile->shares = g_new0(AppShare, n);
	for (gsize i = 0; i < n; i++) {
		AppShare *share = &profile->shares[profile->n_shares++];
		share->pattern = g_strdup(names[i]);
		if (!check_pattern(r, names[i], error) ||
		    !read_percent(r, COMMUNICATION, names[i], &share->share, error))
			return FALSE;
		sum += share->share;
	}
	return sum <= 1 + SUM_SLACK || fail(r, COMMUNICATION, NULL, error, "the shares make more than 100 %%");
}

/* A key that is not known may be a known one misspelt. */
static gboolean check_keys(const Reader *r, GError **error)
{
	const char *const known[] = {"name", "about", "source", "overhead", NULL};
	g_auto(GStrv) groups = g_key_file_get_groups(r->keys, NULL);
	g_auto(GStrv) keys = g_key_file_get_keys(r->keys, APPLICATION, NULL, NULL);
	for (guint i = 0; groups[i]; i++)
		if (!g_str_equal(groups[i], APPLICATION) && !g_str_equal(groups[i], COMMUNICATION))
			return fail(r, groups[i], NULL, error, "unknown group [%s]", groups[i]);
	for (guint i = 0; keys && keys[i]; i++)
		if (!g_strv_contains(known, keys[i]))
			return fail(r, APPLICATION, keys[i], error, "unknown key '%s'", keys[i]);
	return TRUE;
}

static gboolean read_profile(const Reader *r, AppProfile *profile, GError **error)
{
	profile->name = g_key_file_get_string(r->keys, APPLICATION, "name", NULL);
	profile->source = g_key_file_get_string(r->keys, APPLICATION, "source", NULL);
	if (!profile->name || !*profile->name)
		return fail(r, APPLICATION, "name", error, "there is no name in [" APPLICATION "]");
	return check_keys(r, error) && read_percent(r, APPLICATION, "overhead", &profile->overhead, error) &&
	       read_shares(r, profile, error);
}

AppProfile *app_profile_parse(const char *text, gsize length, const char *file, GError **error)
{
	g_autoptr(GKeyFile) keys = g_key_file_new();
	g_autofree char *copy = g_strndup(text, length);
	g_autoptr(AppProfile) profile = g_new0(AppProfile, 1);
	g_autoptr(GError) why = NULL;
	Reader r = {file, copy, keys};
	if (!g_key_file_load_from_data(keys, text, length, G_KEY_FILE_NONE, &why)) {
		fail(&r, NULL, NULL, error, "%s", why->message);
		return NULL;
	}
	return read_profile(&r, profile, error) ? g_steal_pointer(&profile) : NULL;
}

void app_profile_free(AppProfile *profile)
{
	if (!profile)
		return;
	for (guint i = 0; i < profile->n_shares; i++)
		g_free(profile->shares[i].pattern);
	g_free(profile->shares);
	g_free(profile->name);
	g_free(profile->source);
	g_free(profile);
}

gdouble app_relative_runtime(const AppProfile *profile, const gdouble *bandwidth)
{
	gdouble saved = 0;
	for (guint i = 0; i < profile->n_shares; i++)
		saved += profile->overhead * profile->shares[i].share * (1 - bandwidth[i]);
	return 1 - saved;
}
