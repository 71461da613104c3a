/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Places the boxes of a picture of a fabric that has neither levels nor a grid, by Graphviz' neato. neato gets the
 * sizes of the boxes, keeps them apart and answers in lines `node NAME X Y ..`, in inches. Where it is missing or fails
 * the boxes are placed in a ring. Then the field is stretched towards the width of the page (PLACE_WIDTH), to WIDEST
 * times its own at most, and put in the middle; for a wider field the page gets wider.
 */
#include "evaluator/draw/place/place.h"

#include "formats/interrupt.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#define INCH 72.0
#define WIDEST 1.5     /* most that places are stretched to both sides */
#define CIRCLE_GAP 8.0 /* between boxes that are diagonally next to each other */
#define FEW 12         /* so many parts have room for wide boxes */

static gdouble box_width(const Sketch *s)
{
	return MAX(s->n_parts <= FEW ? 132 : 84, MIN(place_width(s), 160));
}

static void size_boxes(const Sketch *s, Places *places)
{
	gdouble height = 0, width = box_width(s);
	for (guint32 p = 0; p < s->n_parts; p++)
		height = MAX(height, place_height(&s->part[p], width));
	for (guint32 p = 0; p < s->n_parts; p++) {
		places->place[p].width = width;
		places->place[p].height = height;
	}
}

static void add_inches(GString *dot, const char *name, gdouble points)
{
	char digits[G_ASCII_DTOSTR_BUF_SIZE];
	g_string_append_printf(dot, "%s=%s", name, g_ascii_formatd(digits, sizeof digits, "%.4f", points / INCH));
}

/* The graph that neato lays out. Edges are long enough for a box and some line between. */
static char *ask(const Sketch *s, const Places *places)
{
	GString *dot = g_string_new("graph { graph [overlap=prism, sep=\"+9\", start=1, maxiter=2000]\n");
	g_string_append(dot, "node [shape=box, fixedsize=true]\n");
	for (guint32 p = 0; p < s->n_parts; p++) {
		g_string_append_printf(dot, "%u [", p);
		add_inches(dot, "width", places->place[p].width);
		add_inches(dot, ", height", places->place[p].height);
		g_string_append(dot, "]\n");
	}
	for (guint32 i = 0; i < s->n_bundles; i++)
		if (s->bundle[i].a != s->bundle[i].b) {
			g_string_append_printf(dot, "%u -- %u [", s->bundle[i].a, s->bundle[i].b);
			add_inches(dot, "len", (s->n_parts <= FEW ? 2 : 1.5) * box_width(s));
			g_string_append(dot, "]\n");
		}
	g_string_append(dot, "}\n");
	return g_string_free(dot, FALSE);
}

static gboolean take_line(char *line, const Sketch *s, Places *places, guint32 *taken)
{
	if (!g_str_has_prefix(line, "node "))
		return TRUE;
	char *at = line + strlen("node ");
	guint64 part = g_ascii_strtoull(at, &at, 10);
	gdouble x = g_ascii_strtod(at, &at), y = g_ascii_strtod(at, &at);
	if (part >= s->n_parts || !isfinite(x) || !isfinite(y) || fabs(x) > 1e4 || fabs(y) > 1e4)
		return FALSE;
	places->place[part].x = x * INCH;
	places->place[part].y = -y * INCH;
	++*taken;
	return TRUE;
}

/* The words of neato, or NULL where it is not there or fails. Free with g_free(). */
static char *run_neato(const char *question)
{
	g_autofree char *program = g_find_program_in_path("neato"), *file = NULL;
	interrupt_hold();
	char *answer = NULL, plain[] = "-Tplain", *argv[] = {program, plain, NULL, NULL};
	gint status = -1, handle = program ? g_file_open_tmp("sssp-draw.XXXXXX", &file, NULL) : -1;
	if (handle < 0) {
		interrupt_release();
		return NULL;
	}
	argv[2] = file;
	g_close(handle, NULL);
	gboolean ran =
		g_file_set_contents(file, question, -1, NULL) &&
		g_spawn_sync(NULL, argv, NULL, G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, &answer, NULL, &status, NULL);
	g_unlink(file);
	interrupt_release();
	if (ran && status == 0)
		return answer;
	g_free(answer);
	return NULL;
}

static gboolean ask_neato(const Sketch *s, Places *places)
{
	g_autofree char *question = ask(s, places), *answer = run_neato(question);
	g_auto(GStrv) lines = g_strsplit(answer ? answer : "", "\n", -1);
	guint32 taken = 0;
	for (guint i = 0; lines[i]; i++)
		if (!take_line(lines[i], s, places, &taken))
			return FALSE;
	return taken == s->n_parts;
}

/* Places parts in a ring, in the order of names; neighbours are a diagonal apart, so that their boxes never meet. */
static void place_circle(const Sketch *s, Places *places)
{
	g_autofree gboolean *seen = g_new0(gboolean, s->n_parts);
	gdouble apart = hypot(places->place[0].width, places->place[0].height) + CIRCLE_GAP;
	gdouble radius = s->n_parts > 1 ? apart / (2 * sin(G_PI / s->n_parts)) : 0;
	guint32 n = 0;
	for (guint32 i = 0; i < s->fabric->n_switches; i++) {
		guint32 part = s->part_of[s->order[i]];
		gdouble angle = 2 * G_PI * n / s->n_parts;
		if (seen[part])
			continue;
		seen[part] = TRUE;
		n++;
		places->place[part].x = radius * sin(angle);
		places->place[part].y = -radius * cos(angle);
	}
}

/* Stretches the field to both sides where the page has room: that brings nothing closer. */
static void widen(guint32 n, Places *places)
{
	gdouble low = G_MAXDOUBLE, high = -G_MAXDOUBLE;
	for (guint32 p = 0; p < n; p++) {
		low = MIN(low, places->place[p].x);
		high = MAX(high, places->place[p].x);
	}
	gdouble room = PLACE_WIDTH - 2 * PLACE_MARGIN - places->place[0].width;
	gdouble stretch = high - low > 1 ? CLAMP(room / (high - low), 1, WIDEST) : 1;
	for (guint32 p = 0; p < n; p++)
		places->place[p].x *= stretch;
}

/* Moves all to the upper margin and to the middle of the page, which gets wider than PLACE_WIDTH if they are. */
static void move_in(guint32 n, Places *places)
{
	gdouble left = G_MAXDOUBLE, right = -G_MAXDOUBLE, top = G_MAXDOUBLE, bottom = -G_MAXDOUBLE;
	for (guint32 p = 0; p < n; p++) {
		const Place *at = &places->place[p];
		left = MIN(left, at->x - at->width / 2);
		right = MAX(right, at->x + at->width / 2);
		top = MIN(top, at->y - at->height / 2);
		bottom = MAX(bottom, at->y + at->height / 2);
	}
	places->width = MAX(PLACE_WIDTH, right - left + 2 * PLACE_MARGIN);
	places->height = bottom - top + 2 * PLACE_MARGIN;
	for (guint32 p = 0; p < n; p++) {
		places->place[p].x += (places->width - right - left) / 2;
		places->place[p].y += PLACE_MARGIN - top;
	}
}

void place_field(const Sketch *s, Places *places)
{
	size_boxes(s, places);
	places->in_ring = !ask_neato(s, places);
	if (places->in_ring)
		place_circle(s, places);
	widen(s->n_parts, places);
	move_in(s->n_parts, places);
}
