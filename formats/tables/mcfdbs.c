/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads multicast forwarding tables from OpenSM's opensm.mcfdbs: a line names a switch, each line below it a group
 * (MLID) and its ports. Entries are collected in the order of the text, and sorted afterwards by their place in the
 * tables.
 */
#include "formats/tables/mcfdbs.h"

#include "core/fabric/fabric.h"
#include "formats/text/make_room.h"
#include "formats/text/scan.h"

#include <stdlib.h>

typedef struct {
	MftEntry entry;
	guint line;
} Line;

typedef struct {
	Scan scan;
	Line *lines;
	gsize n, room;
	guint64 guid; /* of the table under work */
	gboolean inside;
} Reader;

static gboolean read_ports(Reader *r, Text line, MftEntry *entry, GError **error)
{
	Text word;
	while (text_word(&line, &word)) {
		guint64 port;
		if (!text_0x(&word, FABRIC_MAX_PORTS, &port) || !text_empty(word))
			return scan_error(&r->scan, error, "MLID 0x%04X: not a port number", entry->mlid);
		mft_set(&entry->ports, (guint)port);
	}
	return TRUE;
}

/* `0xC000 : 0x001  0x002`; an entry without ports is as good as none. */
static gboolean read_entry(Reader *r, Text line, GError **error)
{
	MftEntry entry = {.guid = r->guid};
	guint64 mlid;
	if (!r->inside)
		return scan_error(&r->scan, error, "an entry outside a multicast table");
	if (!text_0x(&line, MFT_LAST_MLID, &mlid) || mlid < MFT_FIRST_MLID)
		return scan_error(&r->scan, error, "not a multicast LID");
	entry.mlid = (guint16)mlid;
	text_blanks(&line);
	if (!text_char(&line, ':'))
		return scan_error(&r->scan, error, "MLID 0x%04X: no colon and ports", entry.mlid);
	if (!read_ports(r, line, &entry, error))
		return FALSE;
	if (mft_next(&entry.ports, 0) < 0)
		return TRUE;
	if (r->n == G_MAXUINT32)
		return scan_error(&r->scan, error, "more multicast entries than can be counted");
	if (!make_room(&r->lines, &r->room, r->n + 1, sizeof *r->lines, error))
		return FALSE;
	r->lines[r->n++] = (Line){entry, r->scan.line};
	return TRUE;
}

static gboolean read_lines(Reader *r, GError **error)
{
	Text line;
	while (scan_line(&r->scan, &line)) {
		text_blanks(&line);
		if (text_starts(line, "0x") || text_starts(line, "0X")) {
			if (!read_entry(r, line, error))
				return FALSE;
		} else if (text_literal(&line, "Switch ")) {
			text_blanks(&line);
			if (!text_0x(&line, G_MAXUINT64, &r->guid))
				return scan_error(&r->scan, error, "a multicast table without the GUID of its switch");
			r->inside = TRUE;
		} else if (!text_empty(line) && !text_starts(line, "LID") && !text_char(&line, '#'))
			return scan_error(&r->scan, error, "not a line of multicast tables");
	}
	return TRUE;
}

/* By place in the tables, then by line. */
static int compare(const void *a, const void *b)
{
	const Line *la = a, *lb = b;
	if (la->entry.mlid != lb->entry.mlid)
		return la->entry.mlid < lb->entry.mlid ? -1 : 1;
	if (la->entry.guid != lb->entry.guid)
		return la->entry.guid < lb->entry.guid ? -1 : 1;
	return la->line < lb->line ? -1 : la->line > lb->line;
}

static void log_repeated(Reader *r, ParseLog *log)
{
	if (r->n)
		qsort(r->lines, r->n, sizeof *r->lines, compare);
	for (gsize i = 1; i < r->n; i++) {
		const MftEntry *a = &r->lines[i - 1].entry, *b = &r->lines[i].entry;
		if (a->mlid == b->mlid && a->guid == b->guid && memcmp(&a->ports, &b->ports, sizeof a->ports) != 0)
			parse_log_add(log, r->scan.file, r->lines[i].line, "multicast LIDs with two sets of ports",
				      "MLID 0x%04X of 0x%016" G_GINT64_MODIFIER "x has other ports in line %u: "
				      "both are taken",
				      b->mlid, b->guid, r->lines[i - 1].line);
	}
}

static Mft *make_tables(const Reader *r, GError **error)
{
	MftEntry *entries = NULL;
	gsize room = 0;
	if (!make_room(&entries, &room, r->n + 1, sizeof *entries, error))
		return NULL;
	for (gsize i = 0; i < r->n; i++)
		entries[i] = r->lines[i].entry;
	Mft *mft = mft_new(entries, (guint32)r->n, error);
	g_free(entries);
	return mft;
}

Mft *mcfdbs_parse(const char *buffer, gsize length, const char *file, ParseLog *log, GError **error)
{
	Reader reader = {0};
	Mft *mft = NULL;
	scan_init(&reader.scan, buffer, length, file);
	if (read_lines(&reader, error)) {
		log_repeated(&reader, log);
		mft = make_tables(&reader, error);
	}
	g_free(reader.lines);
	return mft;
}
