/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* A text as the description of nodes: what is written with it steers no terminal, and is markup nowhere. */
#include "core/base/printable.h"
#include "evaluator/plot/page/html.h"
#include "formats/net/ibnetdiscover.h"
#include "formats/lists/job_list.h"
#include "formats/tables/lfts.h"
#include "generator/synth/synth.h"
#include "tests/fuzz/fuzz.h"

#include <string.h>

/* Control characters but tab and newline, those of the upper half, and what turns the direction of writing. */
static gboolean steers(gunichar letter)
{
	return (letter < 0x20 && letter != '\t' && letter != '\n') || (letter >= 0x7f && letter < 0xa0) ||
	       letter == 0x61c || letter == 0x200e || letter == 0x200f || (letter >= 0x2028 && letter <= 0x202e) ||
	       (letter >= 0x2066 && letter <= 0x2069);
}

static void assert_harmless(const char *text)
{
	while (*text) {
		gunichar letter = g_utf8_get_char_validated(text, -1);
		gboolean none = letter == (gunichar)-1 || letter == (gunichar)-2;
		g_assert_false(steers(none ? (guint8)*text : letter));
		text += none ? 1 : g_utf8_next_char(text) - text;
	}
}

static guint count(const char *text, char letter)
{
	guint n = 0;
	while ((text = strchr(text, letter))) {
		text++;
		n++;
	}
	return n;
}

static void assert_html(const char *name)
{
	GString *page = g_string_new(NULL);
	html_element(page, "td class='x'", name);
	html_printf(page, "%s", name);
	assert_harmless(page->str);
	g_assert_true(g_utf8_validate(page->str, -1, NULL));
	g_assert_cmpuint(count(page->str, '<'), ==, 2);
	g_assert_cmpuint(count(page->str, '"'), ==, 0);
	g_assert_cmpuint(count(page->str, '\''), ==, 2);
	g_string_free(page, TRUE);
}

static Fabric *make_fabric(const char *name)
{
	Fabric *fabric = fabric_new();
	guint32 a = fabric_add_node(fabric, FABRIC_SWITCH, 0x10, 4, name, NULL);
	guint32 h = fabric_add_node(fabric, FABRIC_CA, 0x30, 1, name, NULL);
	fabric_cable(fabric, fabric_port_index(fabric, a, 2), fabric_port_index(fabric, h, 1), NULL);
	g_assert_true(fabric_assign_lids(fabric, 0, NULL, NULL));
	return fabric;
}

void fuzz_names(const char *text, gsize length)
{
	GError *error = NULL;
	g_autofree char *name = g_strndup(text, length), *shown = printable_dup(name);
	g_autoptr(Fabric) fabric = make_fabric(name);
	g_autoptr(Lft) lft = lft_new(1, 3, NULL);
	assert_harmless(shown);
	g_assert_null(strpbrk(shown, "\t\n"));
	g_assert_cmpuint(strlen(shown), ==, strlen(name));
	assert_html(name);
	lft->guid[0] = 0x10;
	lft->port[1] = 0;
	lft->port[2] = 2;
	GString *tables = lfts_write(lft, fabric), *net = ibnetdiscover_write(fabric, name);
	assert_harmless(tables->str);
	assert_harmless(net->str);
	g_autoptr(Lft) again = lfts_parse(tables->str, tables->len, "fuzz", NULL, &error);
	g_assert_no_error(error);
	g_assert_cmpmem(again->port, again->n_lids, lft->port, lft->n_lids);
	g_autoptr(Fabric) copy = ibnetdiscover_parse(net->str, net->len, "fuzz", NULL, &error);
	g_assert_no_error(error);
	g_assert_cmpuint(copy->n_nodes, ==, 2);
	g_string_free(tables, TRUE);
	g_string_free(net, TRUE);
}

/* ---- hosts of jobs */

/* Strictly what is taken with unknown hosts left out, where there is none. */
void fuzz_job_list(const char *text, gsize length)
{
	static Fabric *fabric;
	GError *error = NULL;
	JobListUnknown unknown = {0};
	guint32 n_jobs = 0, n_strict = 0;
	if (!fabric) {
		fabric = synth_fabric("clos:leaves=4,hosts=4,spines=2,links=1", NULL);
		g_assert_true(fabric && fabric_assign_lids(fabric, 1, NULL, NULL));
	}
	g_autoptr(NameList) list = name_list_parse(text, length, "fuzz", &error);
	g_autoptr(NameList) again = list ? name_list_parse(text, length, "fuzz", NULL) : NULL;
	g_autofree guint32 *job = list ? job_list_read(list, fabric, &unknown, &n_jobs, &error) : NULL;
	if (!job) {
		fuzz_refused(error);
		return;
	}
	g_assert_cmpuint(n_jobs, ==, list->n);
	for (guint32 lid = 0; lid < fabric->n_lids; lid++)
		g_assert_true(job[lid] < n_jobs || job[lid] == G_MAXUINT32);
	g_assert_true(!unknown.n == !*unknown.first && !unknown.n == !unknown.line);
	g_autofree guint32 *strict = job_list_read(again, fabric, NULL, &n_strict, &error);
	g_assert_true(!strict == (unknown.n > 0));
	if (!strict)
		fuzz_refused(error);
	else
		g_assert_true(!memcmp(job, strict, fabric->n_lids * sizeof *job));
}
