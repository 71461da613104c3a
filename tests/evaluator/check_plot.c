/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Checks pictures: axes that hold what they shall show, areas as large as their values, and any text or number drawn.
 */
#include "evaluator/plot/page/html.h"

#include "core/base/error.h"
#include "evaluator/plot/plot_axis.h"
#include "evaluator/plot/plot_draw.h"
#include "evaluator/plot/plot_style.h"
#include "tests/asserts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void expect_axis(gdouble low, gdouble high, guint most, gboolean whole)
{
	PlotRange range = {low, high, TRUE};
	PlotAxis axis = plot_axis(&range, most, whole);
	gdouble slack = 1e-6 * axis.step, power = pow(10, floor(log10(axis.step) + 1e-9)), lead = axis.step / power;
	ck_assert_msg(axis.low <= low + slack && axis.high >= high - slack, "%g..%g is not in %g..%g", low, high,
		      axis.low, axis.high);
	ck_assert_uint_ge(axis.n_ticks, 2);
	ck_assert_msg(axis.n_ticks <= most + 2, "%u ticks for %g..%g, at most %u", axis.n_ticks, low, high, most);
	ck_assert(fabs(lead - 1) < 1e-6 || fabs(lead - 2) < 1e-6 || fabs(lead - 5) < 1e-6);
	ck_assert(!whole || axis.step >= 1);
	for (guint i = 0; i < axis.n_ticks; i++) {
		g_autofree char *words = plot_axis_words(&axis, i);
		g_auto(GStrv) parts = g_strsplit(words, ",", -1);
		g_autofree char *plain = g_strjoinv("", parts);
		ck_assert_msg(fabs(g_ascii_strtod(plain, NULL) - plot_axis_tick(&axis, i)) < axis.step / 100,
			      "tick %g is called %s", plot_axis_tick(&axis, i), words);
		ck_assert_str_ne(words, "-0");
	}
}

START_TEST(test_axes)
{
	static const gdouble ends[][2] = {{0, 1},       {0, 0},   {5, 5},     {-3, -3},    {0.719, 0.7191}, {0, 1e12},
					  {1e-9, 2e-9}, {-7, 13}, {0, 49151}, {-0.3, 0.3}, {1e15, 1e15 + 1}};
	g_autoptr(GRand) rand = g_rand_new_with_seed(4);
	for (guint i = 0; i < G_N_ELEMENTS(ends); i++)
		for (guint most = 2; most < 12; most++)
			expect_axis(ends[i][0], ends[i][1], most, FALSE);
	for (guint i = 0; i < 20000; i++) {
		gdouble low = g_rand_double_range(rand, -1, 1) * pow(10, g_rand_int_range(rand, -6, 9));
		gdouble high = low + g_rand_double(rand) * pow(10, g_rand_int_range(rand, -6, 9));
		expect_axis(low, high, (guint)g_rand_int_range(rand, 2, 12), g_rand_boolean(rand));
	}
}
END_TEST

START_TEST(test_tick_words)
{
	PlotRange range = {0, 1234567, TRUE}, part = {0, 0.05, TRUE};
	PlotAxis axis = plot_axis(&range, 4, FALSE), small = plot_axis(&part, 6, FALSE);
	g_autofree char *first = plot_axis_words(&axis, 0), *last = plot_axis_words(&axis, axis.n_ticks - 1);
	g_autofree char *fine = plot_axis_words(&small, 1);
	ck_assert_str_eq(first, "0");
	ck_assert_str_eq(last, "1,500,000");
	ck_assert_str_eq(fine, "0.01");
}
END_TEST

START_TEST(test_boxes)
{
	gdouble values[] = {9, 1, 5, 3, 7}, one[] = {4}, two[] = {10, 0};
	PlotBox box = plot_box_of(values, G_N_ELEMENTS(values));
	ck_assert(box.low == 1 && box.quarter == 3 && box.median == 5 && box.three_quarters == 7 && box.high == 9);
	ck_assert(box.mean == 5);
	box = plot_box_of(one, 1);
	ck_assert(box.low == 4 && box.quarter == 4 && box.median == 4 && box.high == 4 && box.mean == 4);
	box = plot_box_of(two, 2);
	ck_assert(box.low == 0 && box.quarter == 2.5 && box.median == 5 && box.three_quarters == 7.5 && box.high == 10);
}
END_TEST

/* The pixels of a picture, one a point. Free with cairo_surface_destroy(). */
static cairo_surface_t *render(const Plot *plot)
{
	gdouble width, height;
	plot_size(plot, &width, &height);
	cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)width, (int)height);
	cairo_t *cr = cairo_create(surface);
	plot_draw(plot, cr);
	ck_assert_int_eq(cairo_status(cr), CAIRO_STATUS_SUCCESS);
	cairo_destroy(cr);
	cairo_surface_flush(surface);
	return surface;
}

/* Pixels below `from` points that are much bluer than red, or the other way round. */
static guint count_pixels(cairo_surface_t *surface, guint from, gboolean blue)
{
	const guint8 *data = cairo_image_surface_get_data(surface);
	gsize stride = (gsize)cairo_image_surface_get_stride(surface);
	guint n = 0;
	for (gsize y = from; y < (gsize)cairo_image_surface_get_height(surface); y++)
		for (gsize x = 0; x < (gsize)cairo_image_surface_get_width(surface); x++) {
			guint32 pixel;
			memcpy(&pixel, data + y * stride + 4 * x, sizeof pixel);
			int red = pixel >> 16 & 255, low = pixel & 255;
			n += blue ? low > red + 60 : red > low + 60;
		}
	return n;
}

/* Points along the top leave the rest white but for axes and words, which are grey and black. */
START_TEST(test_lines_stay)
{
	g_autoptr(Plot) plot = plot_new("lines");
	plot_panel(plot, PLOT_POINTS, "x", "y");
	plot_show_y(plot, 0, 1);
	plot_series(plot, "all");
	for (guint i = 0; i < 5; i++)
		plot_point(plot, i, 1, 1, 1);
	cairo_surface_t *surface = render(plot);
	ck_assert_uint_gt(count_pixels(surface, 0, TRUE), 500);
	ck_assert_uint_eq(count_pixels(surface, 100, TRUE), 0);
	cairo_surface_destroy(surface);
}
END_TEST

/* Two bars of which one is three times the other cover three times as much. */
START_TEST(test_areas)
{
	g_autoptr(Plot) plot = plot_new("areas");
	plot_panel(plot, PLOT_HISTOGRAM, "x", "y");
	plot_series(plot, "all");
	plot_bin(plot, 0, 1, 1);
	cairo_surface_t *low = render(plot);
	plot_show_y(plot, 0, 3);
	cairo_surface_t *third = render(plot);
	gdouble ratio = (gdouble)count_pixels(low, 60, TRUE) / count_pixels(third, 60, TRUE);
	ck_assert_msg(ratio > 2.9 && ratio < 3.1, "%g", ratio);
	cairo_surface_destroy(low);
	cairo_surface_destroy(third);

	g_autoptr(Plot) bars = plot_new("bars");
	plot_panel(bars, PLOT_BARS, "", "y");
	plot_category(bars, "one");
	plot_series(bars, "");
	plot_bar(bars, 0, 1, 1, 1);
	plot_series(bars, " ");
	plot_bar(bars, 0, 3, 3, 3);
	cairo_surface_t *both = render(bars);
	gdouble blue = count_pixels(both, 80, TRUE), orange = count_pixels(both, 80, FALSE);
	/* the second is tinted and hatched: most of its pixels count all the same */
	ck_assert_msg(orange / blue > 2.2 && orange / blue < 3.3, "%g", orange / blue);
	cairo_surface_destroy(both);
}
END_TEST

static void draw_style(guint style, GByteArray *pixels)
{
	cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 40, 40);
	cairo_t *cr = cairo_create(surface);
	plot_fill(cr, style, 2, 2, 36, 36);
	cairo_destroy(cr);
	cairo_surface_flush(surface);
	g_byte_array_append(pixels, cairo_image_surface_get_data(surface),
			    (guint)(cairo_image_surface_get_stride(surface) * 40));
	cairo_surface_destroy(surface);
}

START_TEST(test_styles_differ)
{
	GByteArray *look[56];
	for (guint i = 0; i < G_N_ELEMENTS(look); i++) {
		draw_style(i, look[i] = g_byte_array_new());
		for (guint j = 0; j < i; j++)
			ck_assert_msg(memcmp(look[i]->data, look[j]->data, look[i]->len) != 0,
				      "styles %u and %u look alike", i, j);
	}
	for (guint i = 0; i < G_N_ELEMENTS(look); i++)
		g_byte_array_unref(look[i]);
}
END_TEST

static void expect_picture(const Plot *plot)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(GByteArray) svg = plot_svg(plot, &error);
	ck_assert_msg(svg != NULL, "%s", error ? error->message : "");
	g_byte_array_append(svg, (const guint8 *)"", 1);
	const char *text = (const char *)svg->data;
	const GMarkupParser nothing = {0};
	GMarkupParseContext *context = g_markup_parse_context_new(&nothing, 0, NULL, NULL);
	ck_assert(g_markup_parse_context_parse(context, text, -1, &error));
	ck_assert(g_markup_parse_context_end_parse(context, &error));
	g_markup_parse_context_free(context);
	ck_assert(g_str_has_prefix(text, "<?xml"));
	ck_assert_ptr_null(strstr(text, "nan"));
	ck_assert_ptr_null(strstr(text, "inf"));
	g_autoptr(GByteArray) png = plot_png(plot, &error);
	ck_assert_ptr_nonnull(png);
	ck_assert_mem_eq(png->data, "\x89PNG\r\n\x1a\n", 8);
}

static void add_items(Plot *plot, PlotKind kind, guint n, gdouble scale)
{
	for (guint i = 0; i < n; i++) {
		gdouble y = scale * i;
		if (kind == PLOT_HISTOGRAM)
			plot_bin(plot, i, i + 1, y);
		else if (kind == PLOT_POINTS)
			plot_point(plot, i * scale, y, y, y + 1);
		else if (kind == PLOT_BARS)
			plot_bar(plot, i, y, y, y);
		else
			plot_box(plot, i, &(PlotBox){0, y / 4, y / 2, y, y, y / 3});
	}
}

/* Every kind with nothing in it, one value, many; names that are hostile; numbers tiny, huge, all the same. */
START_TEST(test_anything_is_drawn)
{
	g_autofree char *endless = g_strnfill(1000, 'W');
	const char *const names[] = {"",         "<script>&\"'", "\x1b[31m\n\t",
				     "\xff\xfe", endless,        "\xe2\x80\xae right to left"};
	static const gdouble scales[] = {0, 1e-12, 1, 1e12};
	for (PlotKind kind = PLOT_HISTOGRAM; kind <= PLOT_BOXES; kind++)
		for (guint n = 0; n <= 12; n += n + 1)
			for (guint s = 0; s < G_N_ELEMENTS(scales); s++) {
				g_autoptr(Plot) plot = plot_new("%s", names[n % G_N_ELEMENTS(names)]);
				plot_subtitle(plot, "%s", names[(n + 1) % G_N_ELEMENTS(names)]);
				plot_panel(plot, kind, names[s], names[(s + 1) % G_N_ELEMENTS(names)]);
				for (guint c = 0; c < n; c++)
					plot_category(plot, names[c % G_N_ELEMENTS(names)]);
				for (guint i = 0; i < n; i++) {
					plot_series(plot, names[i % G_N_ELEMENTS(names)]);
					add_items(plot, kind, i, scales[s]);
				}
				if (n && (kind == PLOT_HISTOGRAM || kind == PLOT_POINTS))
					plot_mark(plot, n, names[n % G_N_ELEMENTS(names)]);
				expect_picture(plot);
			}
	g_autoptr(Plot) empty = plot_new("no panel");
	expect_picture(empty);
}
END_TEST

START_TEST(test_many_panels)
{
	g_autoptr(Plot) plot = plot_new("panels");
	for (guint p = 0; p < 7; p++) {
		plot_panel(plot, PLOT_BARS, "", "y");
		plot_category(plot, "a");
		for (guint s = 0; s < 30; s++) {
			g_autofree char *name = g_strdup_printf("series %u", s);
			plot_series(plot, name);
			plot_bar(plot, 0, s, s, s);
		}
	}
	gdouble width, height;
	plot_size(plot, &width, &height);
	ck_assert(width > 900 && height > 900);
	expect_picture(plot);
}
END_TEST

/* Bars of 100, and a last one of `last`. */
static Plot *bars(guint n, gdouble last, gboolean may_cut)
{
	Plot *plot = plot_new("Bars of (some) fabric");
	plot_panel(plot, PLOT_BARS, "", "routes");
	plot_category(plot, "most");
	if (may_cut)
		plot_may_cut(plot);
	for (guint i = 0; i < n; i++) {
		gdouble value = i + 1 < n ? 100 : last;
		g_autofree char *name = g_strdup_printf("a routing that has a name of more than forty letters, %u", i);
		plot_series(plot, name);
		plot_bar(plot, 0, value, value, value);
	}
	return plot;
}

static char *svg_of(const Plot *plot)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(GByteArray) svg = plot_svg(plot, &error);
	ck_assert_ptr_nonnull(svg);
	return g_strndup((const char *)svg->data, svg->len);
}

static void has(const char *text, const char *part)
{
	ck_assert_msg(strstr(text, part) != NULL, "no %s", part);
}

/* Who searches a picture, or has it read out, gets words and numbers; the legend has whole names. */
START_TEST(test_words_are_text)
{
	g_autoptr(Plot) plot = bars(3, 120, FALSE);
	g_autofree char *svg = svg_of(plot);
	has(svg, "<title id=\"title\">Bars of &#40;some) fabric</title>");
	has(svg, " aria-labelledby=\"title\" aria-describedby=\"description\">");
	has(svg, "routes: a routing that has a name of more than forty letters, 0: most 100.");
	has(svg, "forty letters, 2: most 120.</desc>");
	has(svg, ">a routing that has a name of more than forty letters, 1</text>");
	has(svg, ">most</text>");
	ck_assert_ptr_null(strstr(svg, "<symbol"));
	ck_assert_ptr_null(strstr(svg, ">a routing that has a name of more than forty letters, 1..<"));
}
END_TEST

/* In a page two pictures have no identifier in common, greys are those of the page, and names stay what they are. */
START_TEST(test_pictures_in_a_page)
{
	g_autoptr(GString) page = g_string_new(NULL);
	g_autoptr(Plot) plot = bars(2, 50, FALSE);
	g_autoptr(GError) error = NULL;
	plot_series(plot, "rgb(10%,10%,10%) url(#x id=\"y");
	plot_bar(plot, 0, 1, 1, 1);
	ck_assert(html_picture(page, plot, 3, "caption", &error));
	has(page->str, "<title id=\"p3-title\">");
	has(page->str, " aria-labelledby=\"p3-title\" aria-describedby=\"p3-description\"");
	has(page->str, "fill=\"var(--ink)\"");
	has(page->str, "var(--paper)");
	has(page->str, "var(--faint)");
	has(page->str, ">rgb&#40;10%,10%,10%) url&#40;#x id=&quot;y</text>");
	ck_assert_ptr_null(strstr(page->str, "rgb(10%"));
	ck_assert_ptr_null(strstr(page->str, "rgb(100%"));
	ck_assert_ptr_null(strstr(page->str, "id=\"title"));
}
END_TEST

/* Blue pixels: those of the first bar. */
static guint first_bar(guint n, gdouble last, gboolean may_cut)
{
	g_autoptr(Plot) plot = bars(n, last, may_cut);
	cairo_surface_t *surface = render(plot);
	guint pixels = count_pixels(surface, 140, TRUE);
	cairo_surface_destroy(surface);
	return pixels;
}

/* One far above the rest leaves it its height, and says its number; what is near, or many, is shown as it is. */
START_TEST(test_outlier)
{
	g_autoptr(Plot) cut = bars(4, 9000, TRUE), near = bars(4, 350, TRUE);
	g_autofree char *svg = svg_of(cut), *whole = svg_of(near);
	has(svg, ">9000</text>");
	ck_assert_ptr_null(strstr(whole, ">350</text>"));
	ck_assert_uint_gt(first_bar(4, 9000, TRUE), 10 * first_bar(4, 9000, FALSE));
	ck_assert_uint_eq(first_bar(4, 350, TRUE), first_bar(4, 350, FALSE));
	ck_assert_uint_eq(first_bar(2, 9000, TRUE), first_bar(2, 9000, FALSE));
}
END_TEST

START_TEST(test_files)
{
	static const char *const good[] = {"a.svg", "a.png", "A.SVG", "/x/y.PNG"};
	static const char *const bad[] = {"", "svg", "a.pdf", "a.svg.gz", "a.png/", "-"};
	g_autoptr(GError) error = NULL;
	ck_assert(plot_check(NULL, &error));
	for (guint i = 0; i < G_N_ELEMENTS(good); i++)
		ck_assert(plot_check(good[i], &error));
	for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
		ck_assert(!plot_check(bad[i], &error));
		ck_assert(g_error_matches(error, SSSP_ERROR, SSSP_ERROR_USAGE));
		g_clear_error(&error);
	}
	g_autoptr(Plot) plot = plot_new("nowhere");
	ck_assert(!plot_write(plot, "/nonexistent/picture.svg", &error));
	ck_assert(g_error_matches(error, SSSP_ERROR, SSSP_ERROR_IO));
	ck_assert_ptr_nonnull(strstr(error->message, "/nonexistent/picture.svg"));
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {test_axes,
				      test_tick_words,
				      test_boxes,
				      test_lines_stay,
				      test_areas,
				      test_styles_differ,
				      test_anything_is_drawn,
				      test_many_panels,
				      test_words_are_text,
				      test_pictures_in_a_page,
				      test_outlier,
				      test_files};
	Suite *suite = suite_create("plot");
	TCase *tcase = tcase_create("plot");
	for (guint i = 0; i < G_N_ELEMENTS(tests); i++)
		tcase_add_test(tcase, tests[i]);
	tcase_set_timeout(tcase, 120);
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
