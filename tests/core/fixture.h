/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Makes small fabrics and runs unit tests, for all check_*.c. */
#ifndef SSSP_TESTS_CORE_FIXTURE_H
#define SSSP_TESTS_CORE_FIXTURE_H

#include "core/fabric/fabric.h"
#include "tests/asserts.h"

#include <glib.h>

/* Fails the running test with the error's text unless it is NULL. */
#define assert_no_error(error) ck_assert_msg((error) == NULL, "%s", (error) ? (error)->message : "")

/* Fails unless `error` has this SsspError code; clears it. */
#define assert_error(error, wanted)                                                                                    \
	do {                                                                                                           \
		ck_assert_msg((error) != NULL, "no error where one was due");                                          \
		ck_assert_int_eq((error)->code, wanted);                                                               \
		g_clear_error(&(error));                                                                               \
	} while (0)

/*
 * A sealed fabric with LIDs from a picture: blank-separated cables "A-B" between switches (one capital letter each)
 * and "A:n" for n hosts on a switch. Switch letters become GUIDs 0x41 .. 0x5a, hosts GUIDs from 0x1000 on in the order
 * written; ports are taken in the order written.
 */
Fabric *fixture_fabric(const char *picture);

/* A fabric with LIDs, as sssp-topo SPEC makes it. */
Fabric *fixture_synth(const char *spec);

/* The switch row (fabric->switches) of a letter. */
guint32 fixture_row(const Fabric *fabric, char letter);

/* Runs a suite of one test case; the exit status of main. */
int fixture_run(const char *name, const TTest *const *tests);

#endif
