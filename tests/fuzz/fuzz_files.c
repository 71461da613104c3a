/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Files as the programs open them: told by their content and read through a window. Each reader gets files that are
 * meant for others; and whole sets of files are read and judged, where figures must agree with one another whatever
 * the tables say.
 */
#define _GNU_SOURCE /* memfd_create() */
#include "evaluator/paths/capacity.h"
#include "evaluator/commands/case.h"
#include "evaluator/deadlock/deadlock.h"
#include "evaluator/measures/bandwidth/ebb.h"
#include "evaluator/measures/efi.h"
#include "evaluator/deadlock/multicast.h"
#include "evaluator/measures/bandwidth/worst.h"
#include "formats/input.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/fuzz_pieces.h"

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#define ENTRIES_MOST 20000 /* of tables that are judged: more take too long */

typedef struct {
	int fd[FUZZ_PIECES_MOST];
	char path[FUZZ_PIECES_MOST][32];
	guint n;
} Files;

static void files_make(Files *files, const char *text, gsize length)
{
	FuzzPiece piece[FUZZ_PIECES_MOST];
	files->n = fuzz_pieces(text, length, piece);
	for (guint i = 0; i < files->n; i++) {
		files->fd[i] = memfd_create("fuzz", MFD_CLOEXEC);
		g_assert_cmpint(files->fd[i], >=, 0);
		g_assert_true(write(files->fd[i], piece[i].at, piece[i].length) == (gssize)piece[i].length);
		g_snprintf(files->path[i], sizeof files->path[i], "/proc/self/fd/%d", files->fd[i]);
	}
}

static void files_close(Files *files)
{
	for (guint i = 0; i < files->n; i++)
		close(files->fd[i]);
}

/* ---- each file by each reader */

static void refused(GError *error, const char *path)
{
	g_assert_nonnull(error);
	g_assert_true(error->domain == SSSP_ERROR);
	g_assert_true(error->code == SSSP_ERROR_INPUT || error->code == SSSP_ERROR_MEMORY);
	g_assert_true(error->code == SSSP_ERROR_MEMORY || g_str_has_prefix(error->message, path));
	g_error_free(error);
}

/* Reads a file in one way, and lets go of what it was. */
#define READ(type, call, release)                                                                                      \
	do {                                                                                                           \
		GError *error = NULL;                                                                                  \
		type *read = call;                                                                                     \
		if (read)                                                                                              \
			release(read);                                                                                 \
		else                                                                                                   \
			refused(error, path);                                                                          \
	} while (0)

static void free_array(GArray *array)
{
	g_array_free(array, TRUE);
}

static void read_id(const char *path)
{
	GError *error = NULL;
	FabricId id;
	if (!input_fabric_id(path, &id, &error))
		refused(error, path);
}

static void read_by_all_readers(const char *path, const Fabric *fabric, ParseLog *log)
{
	gsize length;
	READ(Fabric, input_topology(path, log, &error), fabric_free);
	READ(Fabric, input_plan(path, log, &error), fabric_free);
	READ(Lft, input_tables(path, log, &error), lft_free);
	READ(PathSl, input_psl(path, log, &error), path_sl_free);
	READ(PathSl, input_psl_for(path, fabric, log, &error), path_sl_free);
	READ(Sl2vl, input_slvl(path, fabric, log, &error), sl2vl_free);
	READ(Mft, input_mcast(path, log, &error), mft_free);
	READ(GArray, input_guid2lid(path, log, &error), free_array);
	READ(GArray, input_guid_list(path, log, &error), free_array);
	READ(GArray, input_port_list(path, log, &error), free_array);
	READ(GArray, input_reconnect_list(path, &error), free_array);
	READ(GArray, input_counters(path, log, &error), free_array);
	READ(RankPairs, input_rank_pairs(path, &error), rank_pairs_free);
	READ(NameList, input_name_list(path, &error), name_list_free);
	READ(char, input_text(path, &length, &error), g_free);
	read_id(path);
}

void fuzz_input(const char *text, gsize length)
{
	Files files;
	g_autoptr(ParseLog) log = parse_log_new();
	files_make(&files, text, length);
	g_autoptr(Fabric) fabric = input_topology(files.path[0], log, NULL);
	if (!fabric) {
		fabric = fabric_new();
		g_assert_true(fabric_seal(fabric, NULL));
	}
	for (guint i = 0; i < files.n; i++)
		read_by_all_readers(files.path[i], fabric, log);
	g_free(parse_log_summary(log));
	files_close(&files);
}

/* ---- whole sets of files */

/* Pairs of an endpoint that takes part and a LID of another. */
static guint64 pairs_that_take_part(const Paths *paths)
{
	const Fabric *fabric = paths->fabric;
	guint64 lids = 0;
	for (guint32 lid = 0; lid < fabric->n_lids; lid++) {
		guint32 port = fabric->lid_port[lid];
		lids += port != FABRIC_NONE && fabric->ports[port].num && paths_lid_row(paths, lid) != PATHS_NONE &&
			paths_takes_part(paths, port);
	}
	return lids ? lids * (paths->n_part - 1) : 0;
}

static void judge_routes(const Paths *paths)
{
	g_autoptr(RouteFacts) facts = route_facts_new(paths, NULL);
	guint64 arrive = 0, most = 0;
	for (guint32 hops = 0; hops <= paths->n_rows; hops++)
		arrive += facts->hop_pairs[hops];
	for (guint32 channel = 0; channel < paths->n_channels; channel++)
		if (paths->from[channel] != paths->to[channel])
			most = MAX(most, facts->load[channel]);
	/* routes are counted of pairs that take part, and what does not arrive of all */
	guint64 part = pairs_that_take_part(paths);
	g_assert_cmpuint(arrive, <=, part);
	g_assert_cmpuint(part - arrive, <=, facts->unreachable);
	if (paths->n_part == paths->fabric->n_endpoints) {
		g_assert_cmpuint(part, ==, facts->pairs);
		g_assert_cmpuint(arrive + facts->unreachable, ==, facts->pairs);
	}
	g_assert_cmpuint(facts->loops, <=, facts->unreachable);
	g_assert_cmpuint(facts->nonminimal, <=, arrive);
	g_assert_cmpuint(facts->switch_unreachable, <=, facts->switch_pairs);
	g_assert_cmpuint(facts->efi_max, ==, most);
	g_assert_true(facts->mean_hops >= 0 && facts->mean_hops <= facts->max_hops);
	g_autoptr(WorstFacts) worst = worst_facts_new(paths, PATHS_NONE, NULL);
	g_assert_cmpuint(worst->congestion, <=, facts->efi_max);
	g_assert_true((worst->channel == PATHS_NONE) == (worst->congestion == 0));
}

static void judge_bandwidth(const Paths *paths, gboolean capacity)
{
	GError *error = NULL;
	EbbOptions options = {.patterns = 3, .seed = 1, .threads = 1, .capacity = capacity};
	g_autoptr(EbbFacts) ebb = ebb_facts_new(paths, &options, &error);
	if (!ebb) {
		g_assert_error(error, SSSP_ERROR, SSSP_ERROR_INPUT);
		g_error_free(error);
		return;
	}
	g_assert_true(ebb->min >= 0 && ebb->min <= ebb->mean && ebb->mean <= ebb->max && ebb->max <= 1);
}

/* A cycle is one: each channel ends where the next begins. */
static void assert_cycle(const Paths *paths, const DeadlockFacts *facts)
{
	g_assert_true(facts->free == (facts->n_cycle == 0));
	for (guint32 i = 0; i < facts->n_cycle; i++) {
		const DeadlockStep *step = &facts->cycle[i], *after = &facts->cycle[(i + 1) % facts->n_cycle];
		g_assert_cmpuint(step->channel, <, paths->n_channels);
		g_assert_cmpuint(paths->to[step->channel], ==, paths->from[after->channel]);
		g_assert_cmpuint(step->node, ==, paths->fabric->switches[paths->from[step->channel]]);
		g_assert_cmpuint(step->vl, <, LANES_DROP);
	}
}

/* With the SLs and without; if no mixture of the two can deadlock, neither can. */
static void judge_lanes(const Case *subject)
{
	g_autoptr(Multicast) multicast = subject->mft ? multicast_new(subject->paths, subject->mft, NULL) : NULL;
	g_autoptr(Lanes) lanes = lanes_new_with(subject->paths, subject->path_sl, subject->sl2vl, 0, NULL);
	g_autoptr(Lanes) plain = lanes_new_with(subject->paths, NULL, NULL, 0, NULL);
	g_autoptr(DeadlockFacts) first = deadlock_facts_new(lanes, TRUE, multicast, 0, NULL);
	g_autoptr(DeadlockFacts) second = deadlock_facts_new(plain, TRUE, multicast, 0, NULL);
	g_assert_true(lanes_join(lanes, plain, NULL));
	g_autoptr(DeadlockFacts) both = deadlock_facts_new(lanes, TRUE, multicast, 0, NULL);
	assert_cycle(subject->paths, first);
	assert_cycle(subject->paths, second);
	assert_cycle(subject->paths, both);
	g_assert_true(!both->free || (first->free && second->free));
}

static void case_refused(GError *error)
{
	g_assert_nonnull(error);
	g_assert_true(error->domain == SSSP_ERROR && error->code != SSSP_ERROR_IO);
	g_assert_true(error->code == SSSP_ERROR_MEMORY || g_str_has_prefix(error->message, "/proc/self/fd/"));
	g_error_free(error);
}

/* Topology, tables, SLs, SL to VL tables, multicast tables, LIDs; what is empty is not given. */
void fuzz_case(const char *text, gsize length)
{
	Files files;
	const char *name[FUZZ_PIECES_MOST] = {NULL};
	GError *error = NULL;
	g_autoptr(ParseLog) log = parse_log_new();
	g_autoptr(GString) warnings = g_string_new(NULL);
	files_make(&files, text, length);
	for (guint i = 0; i < files.n; i++)
		if (i < 2 || lseek(files.fd[i], 0, SEEK_END) > 1)
			name[i] = files.path[i];
	if (files.n >= 2) {
		CaseFiles given = {.topology = name[0],
				   .tables = name[1],
				   .psl = name[2],
				   .slvl = name[3],
				   .mcast = name[4],
				   .guid2lid = name[5]};
		g_autoptr(Case) subject = case_read(&given, log, warnings, &error);
		if (!subject)
			case_refused(error);
		else if ((guint64)subject->paths->n_rows * subject->fabric->n_lids <= ENTRIES_MOST) {
			judge_routes(subject->paths);
			judge_bandwidth(subject->paths, FALSE);
			judge_bandwidth(subject->paths, TRUE);
			judge_lanes(subject);
		}
	}
	files_close(&files);
}
