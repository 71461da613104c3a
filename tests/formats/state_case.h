/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What the tests of opensm-sssp.state share: a fabric with its routing, and the refusal of bytes. */
#ifndef SSSP_TESTS_FORMATS_STATE_CASE_H
#define SSSP_TESTS_FORMATS_STATE_CASE_H

#include "core/routing.h"
#include "formats/state.h"
#include "formats/state_bytes.h"
#include "generator/synth/synth.h"
#include "tests/formats/formats_common.h"

static inline Fabric *state_case_fabric(const char *spec)
{
	g_autoptr(GError) error = NULL;
	Fabric *fabric = synth_fabric(spec, &error);
	ck_assert_msg(fabric && fabric_assign_lids(fabric, 1, NULL, &error), "%s", error ? error->message : "");
	return fabric;
}

static inline Routing *state_case_route(const Fabric *fabric)
{
	g_autoptr(GError) error = NULL;
	RoutingOptions options = {.threads = 1};
	Routing *routing = routing_compute(fabric, &options, &error);
	ck_assert_msg(routing != NULL, "%s", error ? error->message : "");
	return routing;
}

/* That bytes are refused for that reason, in which * stands for anything. */
static inline void state_case_refused(const guint8 *bytes, gsize length, const Fabric *subnet, const char *why)
{
	g_autoptr(GError) error = NULL;
	g_auto(State) state = {0};
	ck_assert_msg(!state_parse(bytes, length, "FILE", subnet, &state, &error), "taken, not: %s", why);
	ck_assert(g_error_matches(error, SSSP_ERROR, SSSP_ERROR_INPUT));
	g_autofree char *whole = g_strconcat("FILE: ", why, NULL);
	ck_assert_msg(g_pattern_match_simple(whole, error->message), "%s, not: %s", error->message, whole);
}

#endif
