/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads, for sssp-check, the few options of OpenSM's configuration (opensm.conf) that decide whether the plugin routes.
 * OpenSM reads into a buffer of fixed size, and so takes the rest of a long line for another line. Here each line is
 * read whole; the number of the first line that is too long for OpenSM is noted (OsmConf.cut).
 */
#include "plugin/check/osm_conf.h"

#include "core/base/error.h"

#include <string.h>

#define LINE_ROOM 1022 /* bytes of a line that OpenSM takes at once, with the line feed */

static void set(char **field, const char *value)
{
	g_free(*field);
	*field = strcmp(value, "(null)") ? g_strdup(value) : NULL;
}

/* Strips blanks at both ends, then one pair of quotes. */
static char *clean(char *value)
{
	g_strstrip(value);
	gsize length = strlen(value);
	if (length > 1 && (*value == '"' || *value == '\'') && value[length - 1] == *value) {
		value[length - 1] = '\0';
		value++;
	}
	return value;
}

static void take_line(OsmConf *conf, char *line)
{
	line[strcspn(line, "#")] = '\0';
	line += strspn(line, " \t\n");
	char *value = line + strcspn(line, " \t\n");
	if (*value)
		*value++ = '\0';
	value = clean(value);
	if (!strcmp(line, "routing_engine"))
		set(&conf->routing_engine, value);
	else if (!strcmp(line, "event_plugin_name"))
		set(&conf->event_plugin_name, value);
	else if (!strcmp(line, "event_plugin_options"))
		set(&conf->event_plugin_options, value);
}

gboolean osm_conf_read(const char *path, OsmConf *conf, GError **error)
{
	GError *failure = NULL;
	g_autofree char *text = NULL;
	*conf = (OsmConf){0};
	if (!g_file_get_contents(path, &text, NULL, &failure)) {
		gboolean missing = g_error_matches(failure, G_FILE_ERROR, G_FILE_ERROR_NOENT);
		if (!missing)
			g_set_error(error, SSSP_ERROR, SSSP_ERROR_INPUT, "%s", failure->message);
		g_error_free(failure);
		return missing;
	}
	conf->exists = TRUE;
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
	for (guint i = 0; lines[i]; i++) {
		if (strlen(lines[i]) >= LINE_ROOM && !conf->cut)
			conf->cut = i + 1;
		take_line(conf, lines[i]);
	}
	return TRUE;
}

void osm_conf_clear(OsmConf *conf)
{
	g_free(conf->routing_engine);
	g_free(conf->event_plugin_name);
	g_free(conf->event_plugin_options);
	*conf = (OsmConf){0};
}
