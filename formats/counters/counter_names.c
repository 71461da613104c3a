/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Recognises the names of port counters, which each tool writes differently. Names are compared with a table in lower
 * case and without punctuation; "ext" or "extended" at the end of a name means 64 bits.
 */
#include "formats/counters/counter_names.h"

#define LONGEST 64

static const struct {
	const char *name;
	Counter counter;
} names[] = {
	{"portxmitdata", COUNTER_XMIT_DATA},
	{"portxmitwait", COUNTER_XMIT_WAIT},
	{"portxmitdiscards", COUNTER_DISCARDS},
	{"portxmitdiscard", COUNTER_DISCARDS},
	{"portxmtdiscards", COUNTER_DISCARDS},
	{"symbolerrorcounter", COUNTER_SYMBOLS},
	{"symbolerrors", COUNTER_SYMBOLS},
	{"linkerrorrecoverycounter", COUNTER_RECOVERIES},
	{"linkrecovers", COUNTER_RECOVERIES},
	{"linkdownedcounter", COUNTER_DOWNED},
	{"linkdowncounter", COUNTER_DOWNED},
	{"linkdowned", COUNTER_DOWNED},
	{"portrcverrors", COUNTER_RCV_ERRORS},
	{"locallinkintegrityerrors", COUNTER_INTEGRITY},
	{"excessivebufferoverrunerrors", COUNTER_OVERRUNS},
	{"excessivebuffererrors", COUNTER_OVERRUNS},
};

guint counter_bits(Counter counter)
{
	static const guint8 bits[] = {32, 32, 16, 16, 8, 8, 16, 4, 4};
	return bits[counter];
}

/* Cuts an ending off. */
static gboolean cut(char *word, const char *end)
{
	if (!g_str_has_suffix(word, end))
		return FALSE;
	word[strlen(word) - strlen(end)] = 0;
	return TRUE;
}

Counter counter_named(Text name, gboolean *wide)
{
	char word[LONGEST + 1];
	gsize n = 0;
	for (; name.at < name.end; name.at++) {
		if (!g_ascii_isalnum(*name.at))
			continue;
		if (n == LONGEST)
			return COUNTER_N;
		word[n++] = g_ascii_tolower(*name.at);
	}
	word[n] = 0;
	*wide = cut(word, "extended") || cut(word, "ext");
	for (guint i = 0; i < G_N_ELEMENTS(names); i++)
		if (g_str_equal(word, names[i].name))
			return names[i].counter;
	return COUNTER_N;
}
