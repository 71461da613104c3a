/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Whatever a topology says: what was made of it holds its invariants, and is read back from our own writer. */
#include "generator/synth/synth.h"
#include "formats/net/db_csv.h"
#include "formats/net/ibnetdiscover.h"
#include "formats/net/linkinfo.h"
#include "formats/net/net_dump.h"
#include "formats/net/subnet_lst.h"
#include "tests/fuzz/fuzz.h"

#include <string.h>

typedef Fabric *(*Parser)(const char *buffer, gsize length, const char *file, ParseLog *log, GError **error);

/* Written, read and written again, with a comment of many lines. */
static void assert_survives(const Fabric *fabric, const char *comment)
{
	GError *error = NULL;
	g_assert_true(fabric_check(fabric, NULL));
	GString *text = ibnetdiscover_write(fabric, comment);
	g_autoptr(Fabric) again = ibnetdiscover_parse(text->str, text->len, "fuzz", NULL, &error);
	g_assert_no_error(error);
	g_assert_cmpuint(again->n_nodes, ==, fabric->n_nodes);
	g_assert_cmpuint(again->n_switches, ==, fabric->n_switches);
	g_assert_cmpuint(again->n_endpoints, ==, fabric->n_endpoints);
	GString *twice = ibnetdiscover_write(again, comment);
	g_assert_true(g_string_equal(twice, text));
	g_string_free(twice, TRUE);
	g_string_free(text, TRUE);
}

static void parse(Parser parser, const char *text, gsize length)
{
	GError *error = NULL;
	g_autoptr(ParseLog) log = parse_log_new();
	g_autoptr(Fabric) fabric = parser(text, length, "fuzz", log, &error);
	if (!fabric) {
		fuzz_refused(error);
		return;
	}
	g_autofree char *summary = parse_log_summary(log);
	assert_survives(fabric, summary);
}

void fuzz_ibnetdiscover(const char *text, gsize length)
{
	parse(ibnetdiscover_parse, text, length);
}

void fuzz_subnet_lst(const char *text, gsize length)
{
	subnet_lst_recognise(text, length);
	parse(subnet_lst_parse, text, length);
}

void fuzz_db_csv(const char *text, gsize length)
{
	db_csv_recognise(text, length);
	parse(db_csv_parse, text, length);
}

void fuzz_net_dump(const char *text, gsize length)
{
	net_dump_recognise(text, length);
	parse(net_dump_parse, text, length);
}

void fuzz_linkinfo(const char *text, gsize length)
{
	linkinfo_recognise(text, length);
	parse(linkinfo_parse, text, length);
}

/* Numbers of three digits make fabrics that take seconds. */
static gboolean is_small(const char *spec)
{
	guint digits = 0, numbers = 0;
	for (; *spec; spec++) {
		digits = g_ascii_isdigit(*spec) ? digits + 1 : 0;
		numbers += digits == 1;
		if (digits > 2)
			return FALSE;
	}
	return numbers <= 6;
}

void fuzz_synth(const char *text, gsize length)
{
	g_autofree char *spec = g_strndup(text, length);
	GError *error = NULL;
	if (!is_small(spec))
		return;
	g_autoptr(Fabric) fabric = synth_fabric(spec, &error);
	if (fabric) {
		g_assert_true(fabric_check(fabric, NULL));
		return;
	}
	g_assert_nonnull(error);
	g_assert_true(error->code == SSSP_ERROR_USAGE || error->code == SSSP_ERROR_IMPOSSIBLE ||
		      error->code == SSSP_ERROR_MEMORY);
	g_assert_true(g_utf8_validate(error->message, -1, NULL) && *error->message);
	g_error_free(error);
}
