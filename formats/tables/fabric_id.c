/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads and writes sssp.fabric, which says for which fabric tables were made, by which engine and with how many lanes:
 * one `word value` a line. Each word has to be there once.
 */
#include "formats/tables/fabric_id.h"

#include "core/tables/sl.h"
#include "formats/text/scan.h"

enum { SWITCHES, ENDPOINTS, NODES, CABLING, LIDS, ENGINE, LANES, SL, N_WORDS };

static const char *const words[N_WORDS] = {
	[SWITCHES] = "switches", [ENDPOINTS] = "endpoints", [NODES] = "nodes", [CABLING] = "cabling",
	[LIDS] = "lids",         [ENGINE] = "engine",       [LANES] = "lanes", [SL] = "sl",
};

static gboolean read_number(Text value, guint64 least, guint64 most, guint *number)
{
	guint64 read;
	if (!text_decimal(&value, most, &read) || !text_empty(value) || read < least)
		return FALSE;
	*number = (guint)read;
	return TRUE;
}

static gboolean read_digest(Text value, char *digest)
{
	if (text_length(value) != FABRIC_DIGEST_LENGTH)
		return FALSE;
	for (guint i = 0; i < FABRIC_DIGEST_LENGTH; i++) {
		if (!g_ascii_isxdigit(value.at[i]))
			return FALSE;
		digest[i] = g_ascii_tolower(value.at[i]);
	}
	digest[FABRIC_DIGEST_LENGTH] = '\0';
	return TRUE;
}

static gboolean read_engine(Text value, char *engine)
{
	gsize length = text_length(value);
	if (length < 1 || length > FABRIC_ID_ENGINE_MOST)
		return FALSE;
	for (gsize i = 0; i < length; i++)
		if (!g_ascii_isalnum(value.at[i]) && value.at[i] != '-' && value.at[i] != '_')
			return FALSE;
	memcpy(engine, value.at, length);
	engine[length] = '\0';
	return TRUE;
}

static gboolean read_value(FabricId *id, guint word, Text value)
{
	switch (word) {
	case SWITCHES:
		return read_number(value, 0, G_MAXUINT32, &id->fabric.n_switches);
	case ENDPOINTS:
		return read_number(value, 0, G_MAXUINT32, &id->fabric.n_endpoints);
	case NODES:
		return read_digest(value, id->fabric.nodes);
	case CABLING:
		return read_digest(value, id->fabric.cabling);
	case LIDS:
		return read_digest(value, id->fabric.lids);
	case ENGINE:
		return read_engine(value, id->engine);
	case LANES:
		return read_number(value, 1, SL_COUNT - 1, &id->lanes);
	default:
		id->asymmetric = text_equals(value, "asymmetric");
		return id->asymmetric || text_equals(value, "symmetric");
	}
}

static gboolean read_head(Scan *scan, GError **error)
{
	Text line;
	guint64 version;
	if (!scan_line(scan, &line) || !text_literal(&line, "sssp-fabric ") ||
	    !text_decimal(&line, G_MAXUINT32, &version) || !text_empty(line))
		return scan_error_at(scan->file, 1, error, "the first line is not `sssp-fabric %d`", FABRIC_ID_VERSION);
	return version == FABRIC_ID_VERSION ||
	       scan_error(scan, error, "version %" G_GUINT64_FORMAT " of the format, only %d is known", version,
			  FABRIC_ID_VERSION);
}

/* Reads a line such as `lanes 2`, and marks its word in `seen`. */
static gboolean read_line(Scan *scan, Text line, FabricId *id, gboolean *seen, GError **error)
{
	Text name, value, more;
	if (!text_word(&line, &name) || *name.at == '#')
		return TRUE;
	for (guint word = 0; word < N_WORDS; word++) {
		if (!text_equals(name, words[word]))
			continue;
		if (seen[word])
			return scan_error(scan, error, "`%s` for the second time", words[word]);
		seen[word] = TRUE;
		if (!text_word(&line, &value) || text_word(&line, &more) || !read_value(id, word, value))
			return scan_error(scan, error, "not a value of `%s`", words[word]);
	}
	return TRUE;
}

gboolean fabric_id_parse(const char *buffer, gsize length, const char *file, ParseLog *log, FabricId *id,
			 GError **error)
{
	gboolean seen[N_WORDS] = {FALSE};
	Scan scan;
	Text line;
	(void)log;
	*id = (FabricId){.lanes = 1};
	scan_init(&scan, buffer, length, file);
	if (!read_head(&scan, error))
		return FALSE;
	while (scan_line(&scan, &line))
		if (!read_line(&scan, line, id, seen, error))
			return FALSE;
	for (guint word = 0; word < N_WORDS; word++)
		if (!seen[word])
			return scan_error_at(file, 0, error, "`%s` is missing", words[word]);
	return TRUE;
}

GString *fabric_id_write(const FabricId *id)
{
	GString *out = g_string_new(NULL);
	g_string_append_printf(out, "sssp-fabric %d\nswitches %u\nendpoints %u\n", FABRIC_ID_VERSION,
			       id->fabric.n_switches, id->fabric.n_endpoints);
	g_string_append_printf(out, "nodes %s\ncabling %s\nlids %s\n", id->fabric.nodes, id->fabric.cabling,
			       id->fabric.lids);
	g_string_append_printf(out, "engine %s\nlanes %u\nsl %s\n", id->engine, id->lanes,
			       id->asymmetric ? "asymmetric" : "symmetric");
	return out;
}
