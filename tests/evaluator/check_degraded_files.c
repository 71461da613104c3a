/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The same as check_degraded for topologies in files: texts of motley fabrics are damaged line by line, as far as a
 * reader can live with; what is left is read, given LIDs, routed and judged. Then the text is read again as sssp-eval
 * does, with the guid2lid that sssp-route wrote: the LIDs must be those that the tables are for.
 */
#include "core/base/error.h"
#include "evaluator/paths/lids.h"
#include "formats/tables/guid2lid.h"
#include "formats/net/ibnetdiscover.h"
#include "tests/core/fixture.h"
#include "tests/plugin/motley_fabric.h"
#include "tests/core/routing_case.h"

#include <stdio.h>
#include <string.h>

#define SEEDS 50
#define DAMAGES_MOST 20

typedef struct {
	guint texts, lacking, filled, apart;
} Tally;

/* ---- damage to lines */

static gboolean is_port(const char *line)
{
	return line[0] == '[';
}

static guint any(GRand *rand, guint below)
{
	return (guint)g_rand_int_range(rand, 0, (gint32)below);
}

/* Replaces the number behind the last `key` of a line. */
static char *renumber(const char *line, const char *key, guint number)
{
	const char *at = g_strrstr(line, key);
	if (!at)
		return g_strdup(line);
	const char *end = at + strlen(key);
	while (g_ascii_isdigit(*end))
		end++;
	return g_strdup_printf("%.*s%s%u%s", (int)(at - line), line, key, number, end);
}

/* The LID of a CA stands in its own record and in that of its switch; each may be damaged alone. */
static char *damage(const char *line, GRand *rand)
{
	static const guint lids[] = {0, 0, 0, 1, 2, 3, 17, 0xBFFF, 0xC000, 0xFFFF};
	guint lid = lids[any(rand, G_N_ELEMENTS(lids))];
	switch (any(rand, 8)) {
	case 0:
		return g_strdup(is_port(line) ? "" : line); /* a cable with one end */
	case 1:
		return is_port(line) ? renumber(line, "\"[", 1) : g_strdup(line); /* whose ends disagree */
	case 2:
		return renumber(line, " lmc ", any(rand, 10));
	case 3:
		return g_str_has_prefix(line, "Ca") ? g_strdup_printf("Rt%s", line + 2) : g_strdup(line);
	case 4:
		return renumber(line, "# lid ", lid); /* of the port itself */
	default:
		return renumber(line, " lid ", lid); /* of its other end, or of a switch */
	}
}

/* A LID is in no record any more, neither that of its port nor those of its neighbours. */
static char *forget_lid(const char *text, guint lid)
{
	g_autofree char *pattern = g_strdup_printf("\\blid %u\\b", lid);
	g_autoptr(GRegex) regex = g_regex_new(pattern, 0, 0, NULL);
	return g_regex_replace_literal(regex, text, -1, 0, "lid 0", 0, NULL);
}

static char *damaged(const char *text, guint n_lids, GRand *rand)
{
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
	guint n = g_strv_length(lines);
	for (guint times = any(rand, DAMAGES_MOST); times; times--) {
		char **line = &lines[any(rand, n)], *old = *line;
		*line = damage(old, rand);
		g_free(old);
	}
	char *worse = g_strjoinv("\n", lines);
	for (guint times = any(rand, 8); times; times--) {
		char *old = worse;
		worse = forget_lid(old, 1 + any(rand, n_lids - 1));
		g_free(old);
	}
	return worse;
}

/* ---- what must hold */

static Fabric *read_text(const char *name, const char *text)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(ParseLog) log = parse_log_new();
	Fabric *fabric = ibnetdiscover_parse(text, strlen(text), "net", log, &error);
	ck_assert_msg(fabric != NULL, "%s: %s", name, error ? error->message : "");
	ck_assert_msg(fabric_check(fabric, &error), "%s: %s", name, error ? error->message : "");
	return fabric;
}

static guint count_without_lid(const Fabric *fabric)
{
	guint64 first;
	return lids_lacking(fabric, &first);
}

static void judge_read_again(const char *name, const char *text, const Fabric *routed, Tally *tally)
{
	LidsFilled filled;
	g_autoptr(GError) error = NULL;
	g_autoptr(Fabric) fabric = read_text(name, text);
	GString *written = guid2lid_write(routed);
	g_autoptr(GArray) entries = guid2lid_parse(written->str, written->len, "guid2lid", NULL, &error);
	assert_no_error(error);
	guint lacking = count_without_lid(fabric);
	ck_assert(lids_fill(fabric, entries, &filled, &error));
	ck_assert_msg(!filled.n_against && !filled.n_without && filled.n_ports == lacking,
		      "%s: %u of %u filled, %u without, %u against", name, filled.n_ports, lacking, filled.n_without,
		      filled.n_against);
	ck_assert_uint_eq(fabric->n_ports, routed->n_ports);
	for (guint32 i = 0; i < fabric->n_ports; i++)
		if (fabric->ports[i].lid != routed->ports[i].lid || fabric->ports[i].lmc != routed->ports[i].lmc)
			ck_abort_msg("%s: port %u has LID %u, not %u", name, i, fabric->ports[i].lid,
				     routed->ports[i].lid);
	tally->filled += filled.n_ports;
	g_string_free(written, TRUE);
}

static void route_text(const char *name, const char *text, guint lmc, Tally *tally)
{
	g_autoptr(GError) error = NULL;
	guint32 assigned;
	RoutingTally routed = {0};
	RoutingOptions options = routing_case_options("psssp");
	g_autoptr(Fabric) fabric = read_text(name, text);
	guint lacking = count_without_lid(fabric);
	ck_assert(fabric_assign_lids(fabric, lmc, &assigned, &error));
	ck_assert_uint_eq(assigned, lacking);
	g_autoptr(Routing) routing = routing_case_judge(name, fabric, &options, TRUE, &routed);
	JudgeRules rules = {.max_vls = ROUTING_MAX_VLS, .symmetric = TRUE};
	Verdict verdict;
	routing_judge(fabric, routing, &rules, &verdict);
	tally->texts++;
	tally->lacking += lacking;
	tally->apart += verdict.apart > 0;
	judge_read_again(name, text, fabric, tally);
}

START_TEST(damaged_texts)
{
	static const char *const specs[] = {"karytree:2,3",
					    "torus:3x3,hosts=2",
					    "torus:5x3,hosts=1",
					    "kautz:2,2",
					    "random:switches=9,ports=5,hosts=2",
					    "clos:leaves=5,hosts=2,spines=2"};
	Tally tally = {0};
	for (guint i = 0; i < G_N_ELEMENTS(specs); i++)
		for (guint32 seed = 1; seed <= SEEDS; seed++) {
			g_autoptr(GRand) rand = g_rand_new_with_seed(seed + 1000 * i);
			g_autoptr(Fabric) whole = motley_fabric(specs[i], rand);
			GString *text = ibnetdiscover_write(whole, NULL);
			g_autofree char *worse = damaged(text->str, whole->n_lids, rand);
			g_autofree char *name = g_strdup_printf("%s, seed %u", specs[i], seed);
			route_text(name, worse, seed % 3, &tally);
			g_string_free(text, TRUE);
		}
	printf("%u texts, %u ports without a LID, %u got theirs back, %u texts in pieces\n", tally.texts, tally.lacking,
	       tally.filled, tally.apart);
	ck_assert_uint_gt(tally.filled, tally.texts);
	ck_assert_uint_gt(tally.apart, tally.texts / 8);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {damaged_texts, NULL};
	return fixture_run("degraded topologies", tests);
}
