/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* One text of a fuzz target that stands for several files: lines `%%` part them. */
#ifndef SSSP_TESTS_FUZZ_FUZZ_PIECES_H
#define SSSP_TESTS_FUZZ_FUZZ_PIECES_H

#include <glib.h>

#define FUZZ_PIECES_MOST 6

typedef struct {
	const char *at;
	gsize length;
} FuzzPiece;

/* Fills piece[]; those that the text has not are empty. Returns how many it has, the rest being part of the last. */
static inline guint fuzz_pieces(const char *text, gsize length, FuzzPiece piece[FUZZ_PIECES_MOST])
{
	static const char between[] = "\n%%\n";
	guint n = 0;
	for (guint i = 0; i < FUZZ_PIECES_MOST; i++)
		piece[i] = (FuzzPiece){"", 0};
	for (;;) {
		const char *end = n + 1 < FUZZ_PIECES_MOST ? g_strstr_len(text, (gssize)length, between) : NULL;
		if (!end) {
			piece[n++] = (FuzzPiece){text, length};
			return n;
		}
		gsize own = (gsize)(end - text) + 1, all = own + sizeof between - 2;
		piece[n++] = (FuzzPiece){text, own};
		text += all;
		length -= all;
	}
}

#endif
