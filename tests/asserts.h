/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Check's assertions, for tests that make millions of them: one that holds costs a comparison. (Check's own notes the
 * line of each in a file, which it shows of a test that crashes; such a test then names its own first line.)
 */
#ifndef SSSP_TESTS_ASSERTS_H
#define SSSP_TESTS_ASSERTS_H

#include <check.h>

/* All others are made of this one. */
#undef ck_assert_msg
#define ck_assert_msg(expr, ...)                                                                                       \
	((expr) ? (void)0 : _ck_assert_failed(__FILE__, __LINE__, "Assertion '" #expr "' failed", ##__VA_ARGS__))

#endif
