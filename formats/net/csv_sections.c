/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads the sections of ibdiagnet's .db_csv, tables between lines START_NAME and END_NAME. The first line of a section
 * says where the wanted columns stand; each row is then handed to the section's function as an array of fields.
 */
#include "formats/net/csv_sections.h"

#define NO_COLUMN G_MAXUINT
#define GUID_DIGITS_MOST 16

typedef struct {
	const CsvSection *section; /* NULL: outside of any, or in one that is not in the list */
	Text name;                 /* of the section at hand, in the text of its START_; empty outside */
	char kept[64];             /* what `name` points into: lines do not stay */
	gboolean headed;           /* the header was read */
	guint at[CSV_COLUMNS_MOST];
	guint n_columns;
	guint line; /* where the section starts */
} Open;

/*
 * Eats a field and the comma behind it. A field in quotes ends at a quote before a comma or the end of the line, as
 * descriptions may hold quotes and commas, and quotes are not doubled.
 */
static gboolean next_field(Text *line, Text *field)
{
	if (!line->at)
		return FALSE;
	gboolean quoted = !text_empty(*line) && *line->at == '"';
	const char *stop = quoted ? line->at + 1 : line->at;
	while (stop < line->end && (*stop != ',' || (quoted && (stop[-1] != '"' || stop == line->at + 1))))
		stop++;
	*field = (Text){line->at, stop};
	if (quoted && text_length(*field) > 1 && stop[-1] == '"')
		*field = (Text){line->at + 1, stop - 1};
	*line = stop < line->end ? (Text){stop + 1, line->end} : (Text){NULL, NULL};
	return TRUE;
}

static gboolean same_name(Text field, const char *name)
{
	return text_length(field) == strlen(name) && g_ascii_strncasecmp(field.at, name, strlen(name)) == 0;
}

static guint n_wanted(const CsvSection *section)
{
	guint n = 0;
	while (n < CSV_COLUMNS_MOST && section->columns[n])
		n++;
	return n;
}

static gboolean read_header(Open *open, const Scan *scan, Text line, GError **error)
{
	guint n = n_wanted(open->section);
	Text field;
	open->headed = TRUE;
	for (guint i = 0; i < n; i++)
		open->at[i] = NO_COLUMN;
	for (open->n_columns = 0; next_field(&line, &field); open->n_columns++) {
		field = text_trimmed(field);
		for (guint i = 0; i < n; i++)
			if (open->at[i] == NO_COLUMN && same_name(field, open->section->columns[i]))
				open->at[i] = open->n_columns;
	}
	for (guint i = 0; i < open->section->needed; i++)
		if (open->at[i] == NO_COLUMN)
			return scan_error(scan, error, "section %s has no column %s", open->section->name,
					  open->section->columns[i]);
	return TRUE;
}

static gboolean read_row(Open *open, const Scan *scan, Text line, gpointer user, ParseLog *log, GError **error)
{
	Text fields[CSV_COLUMNS_MOST], field;
	guint n = n_wanted(open->section), column = 0;
	for (guint i = 0; i < CSV_COLUMNS_MOST; i++)
		fields[i] = (Text){line.end, line.end};
	for (; next_field(&line, &field); column++)
		for (guint i = 0; i < n; i++)
			if (open->at[i] == column)
				fields[i] = field;
	for (guint i = 0; i < open->section->needed; i++)
		if (open->at[i] >= column)
			return scan_error(scan, error, "a row of %u fields without %s", column,
					  open->section->columns[i]);
	if (column != open->n_columns)
		parse_log_add(log, scan->file, scan->line, "rows that do not go with their header",
			      "a row of %u fields below a header of %u", column, open->n_columns);
	return open->section->row(user, scan, fields, error);
}

static gboolean start(Open *open, const Scan *scan, Text name, const CsvSection *sections, guint *seen, GError **error)
{
	if (!text_empty(open->name))
		return scan_error(scan, error, "section %.*s, which starts in line %u, does not end before another one",
				  text_show(open->name, 64), open->name.at, open->line);
	*open = (Open){.line = scan->line};
	gsize length = MIN(text_length(name), sizeof open->kept);
	memcpy(open->kept, name.at, length);
	open->name = (Text){open->kept, open->kept + length};
	for (guint i = 0; sections[i].name; i++) {
		if (text_equals(name, sections[i].name)) {
			open->section = &sections[i];
			*seen |= 1u << i;
		}
	}
	return TRUE;
}

static gboolean read_line(Open *open, const Scan *scan, Text line, const CsvSection *sections, gpointer user,
			  ParseLog *log, guint *seen, GError **error)
{
	Text name = line;
	if (text_literal(&name, "START_") && !text_empty(name))
		return start(open, scan, name, sections, seen, error);
	/* `name` may have been cut to fit `kept`: its length is the least that is compared. */
	if (!text_empty(open->name) && text_literal(&name, "END_") && text_length(name) >= text_length(open->name) &&
	    memcmp(name.at, open->name.at, text_length(open->name)) == 0) {
		*open = (Open){0};
		return TRUE;
	}
	if (!open->section)
		return TRUE;
	return open->headed ? read_row(open, scan, line, user, log, error) : read_header(open, scan, line, error);
}

gboolean csv_sections_read(Scan *scan, const CsvSection *sections, gpointer user, ParseLog *log, guint *seen,
			   GError **error)
{
	Open open = {0};
	Text line;
	*seen = 0;
	while (scan_line(scan, &line)) {
		line = text_trimmed(line);
		if (!text_empty(line) && *line.at != '#' &&
		    !read_line(&open, scan, line, sections, user, log, seen, error))
			return FALSE;
	}
	return text_empty(open.name) || scan_error_at(scan->file, open.line, error, "section %.*s does not end",
						      text_show(open.name, 64), open.name.at);
}

gboolean csv_number(Text field, guint64 max, guint64 *value)
{
	field = text_trimmed(field);
	return text_number(&field, max, value) && text_empty(field);
}

gboolean csv_guid(Text field, guint64 *guid)
{
	field = text_trimmed(field);
	if (!text_literal(&field, "0x"))
		text_literal(&field, "0X");
	return text_is_hex(field, 1, GUID_DIGITS_MOST, guid);
}
