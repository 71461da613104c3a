/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads a list of names, one on each line, without blanks and quotes around them. All names are in one text; each is
 * kept as an offset into it.
 */
#include "formats/lists/name_list.h"

#include "formats/text/make_room.h"
#include "formats/text/scan.h"

#include <string.h>

static Text trimmed(Text line)
{
	text_blanks(&line);
	while (line.end > line.at && g_ascii_isspace(line.end[-1]))
		line.end--;
	if (text_length(line) >= 2 && *line.at == '"' && line.end[-1] == '"')
		line = (Text){line.at + 1, line.end - 1};
	return line;
}

static gboolean read_all(NameList *list, Scan *scan, gsize length, GError **error)
{
	gsize room = 0, text_room = 0, used = 0;
	Text line;
	/*
	 * each name needs no more bytes than its line, whose end becomes the zero; only the last line may have no end
	 */
	if (!make_room(&list->text, &text_room, length + 2, 1, error))
		return FALSE;
	while (scan_line(scan, &line)) {
		Text name = trimmed(line);
		if (text_empty(name) || *name.at == '#')
			continue;
		if (!make_room(&list->name, &room, list->n + 1, sizeof(NameLine), error))
			return FALSE;
		list->name[list->n++] = (NameLine){used, scan->line};
		memcpy(list->text + used, name.at, text_length(name));
		used += text_length(name);
		list->text[used++] = '\0';
	}
	return list->n || scan_error_at(list->file, 0, error, "there is no name in it");
}

NameList *name_list_parse(const char *buffer, gsize length, const char *file, GError **error)
{
	g_autoptr(NameList) list = g_new0(NameList, 1);
	Scan scan;
	list->file = g_strdup(file);
	scan_init(&scan, buffer, length, file);
	return read_all(list, &scan, length, error) ? g_steal_pointer(&list) : NULL;
}

void name_list_free(NameList *list)
{
	if (!list)
		return;
	g_free(list->name);
	g_free(list->text);
	g_free(list->file);
	g_free(list);
}
