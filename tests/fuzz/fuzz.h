/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A fuzz target is one function that feeds a text to a reader and asserts what must hold whatever the text, listed in
 * fuzz_targets.c. Its seeds are in tests/fuzz/corpus/NAME, what once broke it in tests/fuzz/regression/NAME. `make
 * check` runs each over both and over damaged copies of them (fuzz_driver.c); with --enable-fuzzer, libFuzzer does
 * (fuzz_libfuzzer.c, `make fuzz`). A reader that refuses must give an error, and a good one.
 */
#ifndef SSSP_TESTS_FUZZ_FUZZ_H
#define SSSP_TESTS_FUZZ_FUZZ_H

#include "core/base/error.h"

#include <glib.h>

typedef struct {
	const char *name;
	void (*run)(const char *text, gsize length);
	gboolean slow; /* milliseconds a text: `make check` tries fewer damaged copies */
} FuzzTarget;

/* All targets; the last one's name is NULL. */
extern const FuzzTarget fuzz_targets[];

/* NULL when there is none of this name. */
const FuzzTarget *fuzz_target(const char *name);

/* fuzz_topologies.c */
void fuzz_ibnetdiscover(const char *text, gsize length);
void fuzz_subnet_lst(const char *text, gsize length);
void fuzz_db_csv(const char *text, gsize length);
void fuzz_net_dump(const char *text, gsize length);
void fuzz_linkinfo(const char *text, gsize length);
void fuzz_synth(const char *text, gsize length);

/* fuzz_tables.c */
void fuzz_lfts(const char *text, gsize length);
void fuzz_fdbs(const char *text, gsize length);
void fuzz_mcfdbs(const char *text, gsize length);
void fuzz_psl(const char *text, gsize length);
void fuzz_slvl(const char *text, gsize length);
void fuzz_sssp_sl(const char *text, gsize length);

/* fuzz_state.c */
void fuzz_state(const char *text, gsize length);

/* fuzz_words.c */
void fuzz_plugin_options(const char *text, gsize length);
void fuzz_app_profile(const char *text, gsize length);

/* fuzz_options.c */
void fuzz_route_options(const char *text, gsize length);
void fuzz_workload_options(const char *text, gsize length);
void fuzz_table_files(const char *text, gsize length);
void fuzz_pattern(const char *text, gsize length);

/* fuzz_names.c */
void fuzz_names(const char *text, gsize length);
void fuzz_job_list(const char *text, gsize length);

/* fuzz_files.c: several files in a text (fuzz_pieces.h) */
void fuzz_input(const char *text, gsize length);
void fuzz_case(const char *text, gsize length);

/* fuzz_folder.c */
void fuzz_folder(const char *text, gsize length);

/* fuzz_fabric.c: bytes that are decisions */
void fuzz_fabric(const char *text, gsize length);

/* fuzz_targets.c */
void fuzz_fabric_id(const char *text, gsize length);
void fuzz_guid2lid(const char *text, gsize length);
void fuzz_guid_list(const char *text, gsize length);
void fuzz_name_map(const char *text, gsize length);
void fuzz_hostlist(const char *text, gsize length);
void fuzz_name_list(const char *text, gsize length);
void fuzz_counters(const char *text, gsize length);
void fuzz_rank_pairs(const char *text, gsize length);
void fuzz_port_list(const char *text, gsize length);
void fuzz_reconnect_list(const char *text, gsize length);

/* That a refusal says where and why; frees it. */
static inline void fuzz_refused(GError *error)
{
	g_assert_nonnull(error);
	g_assert_true(error->domain == SSSP_ERROR);
	g_assert_true(error->code == SSSP_ERROR_INPUT || error->code == SSSP_ERROR_MEMORY);
	g_assert_true(error->code == SSSP_ERROR_MEMORY || g_str_has_prefix(error->message, "fuzz:"));
	g_error_free(error);
}

#endif
