/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* opensm-sssp.state. Bytes are taken as they are, and signed with their length and version put right. */
#include "formats/state.h"
#include "formats/state_bytes.h"
#include "tests/fuzz/fuzz.h"

#include <string.h>

/* What is taken keeps its invariants and can be written and read again. */
static void assert_sound(const State *state)
{
	GError *error = NULL;
	gsize length;
	g_auto(State) again = {0};
	g_assert_true(fabric_check(state->fabric, NULL));
	g_assert_cmpuint(state->lft->n_switches, ==, state->fabric->n_switches);
	g_assert_cmpuint(state->lft->n_lids, <=, state->fabric->n_lids);
	g_autofree guint8 *bytes = state_write(state, &length, &error);
	g_assert_nonnull(bytes);
	state_sign(bytes, length);
	g_assert_true(
		state_parse(bytes, length, "fuzz", state->fabric->n_switches ? state->fabric : NULL, &again, &error));
	g_assert_cmpuint(again.fabric->n_nodes, ==, state->fabric->n_nodes);
	g_assert_true((again.path_sl != NULL) == (state->path_sl != NULL));
	gsize entries = (gsize)again.lft->n_switches * again.lft->n_lids;
	g_assert_true(!entries || !memcmp(again.lft->port, state->lft->port, entries));
}

static void parse(const guint8 *bytes, gsize length)
{
	GError *error = NULL;
	g_auto(State) state = {0};
	if (state_parse(bytes, length, "fuzz", NULL, &state, &error))
		assert_sound(&state);
	else
		fuzz_refused(error);
}

void fuzz_state(const char *text, gsize length)
{
	parse((const guint8 *)text, length);
	if (length < STATE_HEAD_BYTES + STATE_DIGEST_BYTES)
		return;
	g_autofree guint8 *bytes = g_malloc(length);
	memcpy(bytes, text, length);
	memcpy(bytes, STATE_MAGIC, STATE_MAGIC_BYTES);
	memset(bytes + STATE_MAGIC_BYTES, 0, 16);
	bytes[STATE_MAGIC_BYTES] = STATE_VERSION;
	for (guint i = 0; i < 8; i++)
		bytes[STATE_MAGIC_BYTES + 8 + i] = (guint8)((guint64)length >> (8 * i));
	state_sign(bytes, length);
	parse(bytes, length);
}
