/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The folder evaluator/report: what commands found, as trees of figures, and how these are printed. In this order:
 *
 *	report           a tree of figures, printed for people (report_text) or programs (report_json, report_csv,
 *	                 report_prometheus); report_table: an array laid out as a table; report_numbers: digits
 *	figures          the figures that several commands show; figures_multicast: those of multicast tables
 *	failures_report  the hosts, routes and entries that each failure would cost
 *	compare          several routings of one fabric side by side; compare_report: their figures as a report
 */

/*
 * Collects what a command found in one tree of figures, which is printed for people (report_text) or for programs
 * (report_json, report_csv, report_prometheus).
 *
 * A figure has a key (its name in JSON), and a note that says in a few words what it is, for the text. Keys and notes
 * are constant strings; values are copied. An open group takes the figures that follow until report_close().
 */
#ifndef SSSP_EVALUATOR_REPORT_REPORT_H
#define SSSP_EVALUATOR_REPORT_REPORT_H

#include <glib.h>

typedef enum { FIGURE_INTEGER, FIGURE_REAL, FIGURE_BOOLEAN, FIGURE_STRING, FIGURE_OBJECT, FIGURE_ARRAY } FigureKind;

typedef struct Figure Figure;
struct Figure {
	FigureKind kind;
	const char *key;    /* "" inside an array */
	const char *note;   /* "" when the key says it all */
	gboolean hidden;    /* not in the text */
	gboolean marked;    /* the best of its column in a table of the text */
	const char *labels; /* of an array: see report_series() */
	union {
		gint64 integer;
		gdouble real; /* finite */
		gboolean boolean;
		char *string;     /* valid UTF-8 */
		GPtrArray *parts; /* Figure, of an object or an array */
	};
};

typedef struct {
	char *title;      /* heading of the text */
	GString *verdict; /* last lines of the text */
	Figure *root;     /* an object */
	Figure *shown;    /* what the text shows in place of root; NULL: the same */
	GPtrArray *open;  /* groups not closed yet, innermost last; not owned */
} Report;

Report *report_new(const char *format, ...) G_GNUC_PRINTF(1, 2);
void report_free(Report *report); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Report, report_free)

void report_integer(Report *report, const char *key, guint64 value, const char *note);
void report_real(Report *report, const char *key, gdouble value, const char *note); /* must be finite */
void report_boolean(Report *report, const char *key, gboolean value, const char *note);
void report_string(Report *report, const char *key, const char *value, const char *note);

/* Groups: the members of an object have keys, those of an array have "". */
void report_open_object(Report *report, const char *key, const char *note);
void report_open_array(Report *report, const char *key, const char *note);
void report_close(Report *report);

/* A figure that needs no note, as an argument of the two below. */
typedef struct {
	FigureKind kind;
	const char *key;
	union {
		guint64 integer;
		gdouble real;
		gboolean boolean;
		const char *string;
	};
} ReportCell;

/* clang-format off */
#define COUNT(k, v) {.kind = FIGURE_INTEGER, .key = (k), .integer = (v)}
#define REAL(k, v) {.kind = FIGURE_REAL, .key = (k), .real = (v)}
#define FLAG(k, v) {.kind = FIGURE_BOOLEAN, .key = (k), .boolean = (v)}
#define TEXT(k, v) {.kind = FIGURE_STRING, .key = (k), .string = (v)}
/* clang-format on */

/* Adds figures one after the other; the second one as a row, an object in an array. */
void report_cells(Report *report, const ReportCell *cells, gsize n);
void report_row_cells(Report *report, const ReportCell *cells, gsize n);
#define REPORT_CELLS(...)                                                                                              \
	(const ReportCell[]){__VA_ARGS__}, sizeof((const ReportCell[]){__VA_ARGS__}) / sizeof(ReportCell)
#define report_figures(report, ...) report_cells(report, REPORT_CELLS(__VA_ARGS__))
#define report_row(report, ...) report_row_cells(report, REPORT_CELLS(__VA_ARGS__))

/* Marks the figure or group added last; in a table of the text it gets a star. JSON knows no marks. */
void report_mark(Report *report);

/* Leaves the figure or group added last out of the text. Not inside a table. */
void report_hide(Report *report);

/*
 * Says that the rows of the array that was opened last are of things that the next measurement will have too, and that
 * the columns of these keys (a constant string, blanks between them) together identify a row. Of arrays, Prometheus
 * gets only such ones.
 */
void report_series(Report *report, const char *labels);
void report_open_series(Report *report, const char *key, const char *note, const char *labels); /* both at once */

/*
 * Figures that are added after this go into the text and CSV only, those before it into JSON and Prometheus only: for a
 * text that shows a choice of the figures in another shape. All groups must be closed.
 */
void report_begin_text(Report *report);

/* One more line of the verdict in words, for the text only. */
void report_verdict(Report *report, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* For people: aligned lines, tables where an array holds objects. Free with g_free(). */
char *report_text(const Report *report);

/* For programs: one JSON object and a newline. Free with g_free(). */
char *report_json(const Report *report);

/*
 * For spreadsheets: the tables of the text, each with a heading, and an empty line between two. The first one,
 * "figures", has what stands outside of tables. With `table` only the table of that key (GROUP.KEY inside of groups);
 * NULL with SSSP_ERROR_USAGE when there is none. Free with g_free().
 */
char *report_csv(const Report *report, const char *table, GError **error);

/*
 * For Prometheus, in its text format: gauges sssp_COMMAND_KEY.., and sssp_COMMAND_holds, the verdict. `fabric` is a
 * label of all; NULL: none. Of rows with equal labels the first is taken. Free with g_free().
 */
char *report_prometheus(const Report *report, const char *command, const char *fabric, gboolean holds);

#endif
