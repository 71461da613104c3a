/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Sets the words of a part (a box in the picture of a fabric) in lines, and says how wide and high its box must be for
 * them. Names break at blanks and other marks; letters are taken to be of one width.
 */
#include "evaluator/draw/place/place.h"

#define LETTER (PLACE_LETTERS * 0.58)
#define SIDES 6.0 /* between words and the sides of their box */

/* The letters of the piece that a name begins with: up to a blank, or with `marks` up to behind another mark too. */
static glong piece_length(const char *name, gboolean marks)
{
	glong length = 0;
	while (*name && *name != ' ') {
		gunichar letter = g_utf8_get_char(name);
		length++;
		name = g_utf8_next_char(name);
		if (marks && !g_unichar_isalnum(letter) && letter != '.')
			break;
	}
	return length;
}

static void end_line(GPtrArray *lines, GString *line)
{
	if (line->len)
		g_ptr_array_add(lines, g_strdup(line->str));
	g_string_truncate(line, 0);
}

/* Adds a piece to the line where it fits there, else to the next; what is too long for any line is cut. */
static const char *add_piece(GPtrArray *lines, GString *line, const char *piece, glong length, glong room,
			     gboolean blank)
{
	if (line->len && g_utf8_strlen(line->str, -1) + blank + length > room)
		end_line(lines, line);
	if (line->len && blank)
		g_string_append_c(line, ' ');
	while (length > room) {
		const char *end = g_utf8_offset_to_pointer(piece, room);
		g_ptr_array_add(lines, g_strndup(piece, (gsize)(end - piece)));
		piece = end;
		length -= room;
	}
	const char *end = g_utf8_offset_to_pointer(piece, length);
	g_string_append_len(line, piece, end - piece);
	return end;
}

/* A name in as many lines as it takes. */
static void add_name(GPtrArray *lines, const char *before, const char *name, glong room)
{
	g_autofree char *whole = g_strconcat(before, name, NULL);
	g_autoptr(GString) line = g_string_new(NULL);
	for (const char *at = whole; *at;) {
		gboolean blank = *at == ' ';
		if (blank && *++at == ' ')
			continue;
		gboolean marks = piece_length(at, FALSE) > room;
		at = add_piece(lines, line, at, piece_length(at, marks), room, blank);
		while (*at && *at != ' ')
			at = add_piece(lines, line, at, piece_length(at, TRUE), room, FALSE);
	}
	end_line(lines, line);
}

static glong longest_piece(const char *name)
{
	glong longest = 0;
	while (name && *name) {
		glong length = piece_length(name, TRUE);
		longest = MAX(longest, length);
		name = g_utf8_offset_to_pointer(name, length);
		name += *name == ' ';
	}
	return longest;
}

static gdouble needed_width(const SketchPart *part)
{
	glong first = longest_piece(part->short_name), last = part->director ? 0 : longest_piece(part->short_last);
	return (gdouble)MAX(first, last) * LETTER + SIDES + 1;
}

gdouble place_width(const Sketch *s)
{
	gdouble width = 0;
	for (guint32 p = 0; p < s->n_parts; p++)
		width = MAX(width, needed_width(&s->part[p]));
	return width;
}

gdouble place_level_width(const Sketch *s, guint32 level)
{
	gdouble width = 0;
	for (guint32 p = 0; p < s->n_parts; p++)
		if (s->part[p].level == level)
			width = MAX(width, needed_width(&s->part[p]));
	return width;
}

char **place_lines(const SketchPart *part, gdouble width)
{
	GPtrArray *lines = g_ptr_array_new();
	glong room = MAX(4, (glong)((width - SIDES) / LETTER));
	add_name(lines, "", part->short_name, room);
	if (part->short_last && !part->director)
		add_name(lines, "\342\200\246 ", part->short_last, room);
	if (part->n_switches > 1)
		g_ptr_array_add(lines, g_strdup_printf("%u switches", part->n_switches));
	if (part->gaps && !part->director)
		g_ptr_array_add(lines, g_strdup_printf("%u %s", part->gaps, part->gaps == 1 ? "gap" : "gaps"));
	if (part->hosts)
		g_ptr_array_add(lines, g_strdup_printf("%u %s", part->hosts, part->hosts == 1 ? "host" : "hosts"));
	g_ptr_array_add(lines, NULL);
	return (char **)g_ptr_array_free(lines, FALSE);
}

gdouble place_height(const SketchPart *part, gdouble width)
{
	g_auto(GStrv) lines = place_lines(part, width);
	gdouble foot = part->n_switches > 1 ? 5 : 0; /* the cables inside */
	return g_strv_length(lines) * PLACE_LETTERS * 1.25 + 8 + foot;
}
