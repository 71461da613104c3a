/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads and writes SL to VL tables: the VL of each SL, for each pair of ports of a switch. The first characters of a
 * line decide its form. With 0x it is a table with the switch's GUID in it. With a digit it is a table of the node that
 * was named last, by a line that begins with "Switch", "Channel Adapter" or "Router" and a GUID. Other lines are passed
 * over. What is not given stays the identity: the VL has the number of the SL. slvl_read_whole() refuses a text in
 * which a table is not given.
 */
#include "formats/tables/slvl.h"

#include "core/base/error.h"
#include "formats/text/emit.h"
#include "formats/tables/port_guids.h"
#include "formats/tables/tables_of.h"
#include "formats/text/scan.h"

typedef struct {
	Scan scan;
	const Fabric *fabric;
	ParseLog *log;
	PortGuids ports;
	Sl2vl *sl2vl;
	gssize sw;       /* of the second form: position of the switch, -1 when it is to be passed over */
	gboolean inside; /* of the second form: a node has been named */
	guint lines;     /* that name a table or a node */
	guint known;     /* of these: of switches of the fabric, or of CAs */
	guint other;     /* the first line that does neither, 0: none */
	guint8 *said;    /* [as sl2vl->index] 1: the text has this map; NULL: not noted */
} Reader;

/* Position of a switch by its node GUID; -1 for others, which are logged unless they are nodes of the fabric. */
static gssize find_switch(Reader *reader, guint64 guid)
{
	gssize sw = sl2vl_find(reader->sl2vl, guid);
	reader->lines++;
	reader->known += sw >= 0;
	if (sw < 0 && fabric_find_node(reader->fabric, guid) == FABRIC_NONE)
		parse_log_add(reader->log, reader->scan.file, reader->scan.line,
			      "lines of nodes the fabric does not have",
			      "the fabric has no node 0x%016" G_GINT64_MODIFIER "x", guid);
	return sw;
}

/* Eats blanks and a decimal number. */
static gboolean number(Text *line, guint64 max, guint64 *value)
{
	text_blanks(line);
	return text_decimal(line, max, value);
}

/* Eight bytes, the lower SL in the higher half. */
static gboolean read_bytes(Text *line, SlMap *map)
{
	for (guint sl = 0; sl < SL_COUNT; sl += 2) {
		guint64 byte;
		text_blanks(line);
		if (!text_0x(line, G_MAXUINT8, &byte))
			return FALSE;
		map->vl[sl] = (guint8)(byte >> 4);
		map->vl[sl + 1] = (guint8)(byte & 15);
	}
	return TRUE;
}

static gboolean read_numbers(Text *line, SlMap *map)
{
	for (guint sl = 0; sl < SL_COUNT; sl++) {
		guint64 vl;
		if (!number(line, 15, &vl))
			return FALSE;
		map->vl[sl] = (guint8)vl;
	}
	return TRUE;
}

static gboolean set(Reader *reader, gssize sw, guint64 in, guint64 out, const SlMap *map, GError **error)
{
	if (sw < 0)
		return TRUE;
	guint n_ports = reader->sl2vl->n_ports[sw];
	if (in > n_ports || out > n_ports)
		return scan_error(&reader->scan, error, "port %u of a switch of %u ports", (guint)MAX(in, out),
				  n_ports);
	if (reader->said)
		reader->said[reader->sl2vl->first[sw] + in * (n_ports + 1) + out] = 1;
	return sl2vl_set(reader->sl2vl, (guint32)sw, (guint)in, (guint)out, map, error);
}

static gboolean read_first_form(Reader *reader, Text line, GError **error)
{
	guint64 guid, in, out;
	SlMap map;
	if (!text_0x(&line, G_MAXUINT64, &guid) || !number(&line, G_MAXUINT8, &in) ||
	    !number(&line, G_MAXUINT8, &out) || !read_bytes(&line, &map))
		return scan_error(&reader->scan, error, "not a GUID, two ports and eight bytes");
	return set(reader, find_switch(reader, guid), in, out, &map, error);
}

static gboolean read_second_form(Reader *reader, Text line, GError **error)
{
	guint64 in, out;
	SlMap map;
	if (!reader->inside)
		return scan_error(&reader->scan, error, "an SL to VL table without a node");
	if (!number(&line, G_MAXUINT8, &in) || !number(&line, G_MAXUINT8, &out))
		return scan_error(&reader->scan, error, "not two ports");
	text_blanks(&line);
	if (!text_char(&line, ':') || !read_numbers(&line, &map))
		return scan_error(&reader->scan, error, "not a colon and %d VLs", SL_COUNT);
	return set(reader, reader->sw, in, out, &map, error);
}

/* `Switch 0x<port guid>, ...`, when the line is that. */
static gboolean is_node(Text line, gboolean *is_switch, guint64 *guid)
{
	*is_switch = text_literal(&line, "Switch ");
	return (*is_switch || text_literal(&line, "Channel Adapter ") || text_literal(&line, "Router ")) &&
	       text_0x(&line, G_MAXUINT64, guid) && text_char(&line, ',');
}

static gboolean read_line(Reader *reader, Text line, GError **error)
{
	gboolean is_switch;
	guint64 guid;
	if (text_starts(line, "0x"))
		return read_first_form(reader, line, error);
	if (is_node(line, &is_switch, &guid)) {
		reader->inside = TRUE;
		reader->lines += is_switch ? 0 : 1;
		reader->known += is_switch ? 0 : 1; /* tables of CAs are passed over */
		reader->sw = is_switch ? find_switch(reader, port_guids_node(&reader->ports, guid)) : -1;
		return TRUE;
	}
	if (text_at_digit(line))
		return read_second_form(reader, line, error);
	reader->other = reader->other ? reader->other : reader->scan.line;
	return TRUE;
}

static gboolean read_all(Reader *reader, GError **error)
{
	Text line;
	while (scan_line(&reader->scan, &line)) {
		text_blanks(&line);
		if (!text_empty(line) && *line.at == '#')
			tables_of_read(line, reader->sl2vl->of);
		else if (!text_empty(line) && !read_line(reader, line, error))
			return FALSE;
	}
	return TRUE;
}

/* Whether it was a file of SL to VL tables, and one of this fabric. */
static gboolean is_ours(const Reader *reader, GError **error)
{
	if (!reader->lines && reader->other)
		return scan_error_at(reader->scan.file, reader->other, error,
				     "no SL to VL tables: the file has none at all");
	if (reader->lines && !reader->known)
		return scan_error_at(reader->scan.file, 0, error, "no SL to VL table of a switch of this fabric");
	return TRUE;
}

/* Whether a switch's port takes traffic: port 0 and cabled ones. */
static gboolean in_use(const Fabric *fabric, guint32 node, guint port)
{
	return port == 0 || fabric->ports[fabric->nodes[node].first_port + port].peer != FABRIC_NONE;
}

/* Whether every table between ports in use was there. */
static gboolean is_whole(const Reader *reader, GError **error)
{
	const Fabric *f = reader->fabric;
	for (guint32 sw = 0; sw < f->n_switches; sw++) {
		guint n_ports = reader->sl2vl->n_ports[sw];
		const guint8 *said = reader->said + reader->sl2vl->first[sw];
		for (guint in = 0; in <= n_ports; in++)
			for (guint out = 0; out <= n_ports; out++) {
				if (said[in * (n_ports + 1) + out] || !in_use(f, f->switches[sw], in) ||
				    !in_use(f, f->switches[sw], out))
					continue;
				return sssp_error_set(error, SSSP_ERROR_INPUT,
						      "%s: no table of switch 0x%016" G_GINT64_MODIFIER
						      "x from port %u to port %u: the file is not whole",
						      reader->scan.file, f->nodes[f->switches[sw]].guid, in, out);
			}
	}
	return TRUE;
}

/* Room to note what was there. */
static gboolean note_all(Reader *reader, GError **error)
{
	gsize entries = 1;
	for (guint32 sw = 0; sw < reader->sl2vl->n_switches; sw++)
		entries += (reader->sl2vl->n_ports[sw] + 1u) * (reader->sl2vl->n_ports[sw] + 1u);
	reader->said = g_try_malloc0(entries);
	return reader->said || sssp_error_memory(error, "SL to VL tables", entries);
}

static Sl2vl *read_tables(Source *source, const Fabric *fabric, gboolean whole, ParseLog *log, GError **error)
{
	Reader reader = {.fabric = fabric, .log = log, .sw = -1};
	reader.sl2vl = sl2vl_of_fabric(fabric, error);
	scan_open(&reader.scan, source);
	gboolean ok = reader.sl2vl && (!whole || note_all(&reader, error)) &&
		      port_guids_init(&reader.ports, fabric, error) && read_all(&reader, error);
	if (!source_finish(source, ok, error) || !is_ours(&reader, error) || (whole && !is_whole(&reader, error)))
		g_clear_pointer(&reader.sl2vl, sl2vl_free);
	port_guids_clear(&reader.ports);
	g_free(reader.said);
	return reader.sl2vl;
}

Sl2vl *slvl_read(Source *source, const Fabric *fabric, ParseLog *log, GError **error)
{
	return read_tables(source, fabric, FALSE, log, error);
}

Sl2vl *slvl_read_whole(Source *source, const Fabric *fabric, ParseLog *log, GError **error)
{
	return read_tables(source, fabric, TRUE, log, error);
}

Sl2vl *slvl_parse(const char *buffer, gsize length, const char *file, const Fabric *fabric, ParseLog *log,
		  GError **error)
{
	Source source = source_text(buffer, length, file);
	return slvl_read(&source, fabric, log, error);
}

/* ---- writing */

static void write_map(GString *out, guint64 guid, guint in, guint to, const SlMap *map)
{
	g_string_append_len(out, "0x", 2);
	emit_hex(out, guid, 16);
	g_string_append_c(out, ' ');
	emit_decimal(out, in, 1);
	g_string_append_c(out, ' ');
	emit_decimal(out, to, 1);
	for (guint sl = 0; sl < SL_COUNT; sl += 2) {
		g_string_append_len(out, " 0x", 3);
		emit_hex(out, map->vl[sl], 1);
		emit_hex(out, map->vl[sl + 1], 1);
	}
	g_string_append_c(out, '\n');
}

void slvl_write_switch(GString *out, const Sl2vl *sl2vl, guint32 sw, const Fabric *fabric)
{
	guint32 node = fabric_find_node(fabric, sl2vl->guid[sw]);
	guint n_ports = node == FABRIC_NONE ? 0 : MIN(sl2vl->n_ports[sw], fabric->nodes[node].n_ports);
	if (node == FABRIC_NONE)
		return;
	for (guint in = 0; in <= n_ports; in++)
		for (guint to = 0; in_use(fabric, node, in) && to <= n_ports; to++)
			if (in_use(fabric, node, to))
				write_map(out, sl2vl->guid[sw], in, to, sl2vl_get(sl2vl, sw, in, to));
}

GString *slvl_write(const Sl2vl *sl2vl, const Fabric *fabric)
{
	GString *out = g_string_new(NULL);
	if (!sl2vl)
		emit_comment(out, "one virtual lane: every SL goes by VL 0");
	for (guint32 sw = 0; sl2vl && sw < sl2vl->n_switches; sw++)
		slvl_write_switch(out, sl2vl, sw, fabric);
	return out;
}
