/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * A fuzz target is one function that feeds a text to a reader and asserts what must hold whatever the text. Built with
 * --enable-fuzzer, libFuzzer calls it; else fuzz_driver.c does, in `make check`, with the corpus and with damaged
 * copies of it. A reader that refuses must give an error, and a good one.
 */
#ifndef SSSP_TESTS_FUZZ_H
#define SSSP_TESTS_FUZZ_H

#include "core/error.h"

#include <glib.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

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
