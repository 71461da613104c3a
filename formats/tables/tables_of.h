/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads and writes the comment "# tables DIGEST", by which a file of SLs or SL to VL tables says to which forwarding
 * tables it belongs: the digest is lft_digest() of these (core/tables/lft.h).
 */
#ifndef SSSP_FORMATS_TABLES_TABLES_OF_H
#define SSSP_FORMATS_TABLES_TABLES_OF_H

#include "core/tables/lft.h"
#include "formats/tables/table_names.h"
#include "formats/text/scan.h"

#define TABLES_OF_BEGIN "# tables "

/* Takes the digest if the line, which begins with '#', is that comment; the first one counts. O(1). */
static inline void tables_of_read(Text line, char of[LFT_DIGEST_LENGTH + 1])
{
	gsize i = 0;
	if (*of || !text_literal(&line, TABLES_OF_BEGIN) || text_length(line) < LFT_DIGEST_LENGTH)
		return;
	while (i < LFT_DIGEST_LENGTH && g_ascii_isxdigit(line.at[i]) && !g_ascii_isupper(line.at[i]))
		i++;
	line.at += i;
	if (i == LFT_DIGEST_LENGTH && text_empty(line))
		memcpy(of, line.at - i, i);
}

/* Appends that comment. */
static inline void tables_of_write(GString *out, const Lft *lft)
{
	char of[LFT_DIGEST_LENGTH + 1];
	lft_digest(lft, of);
	g_string_append_printf(out, TABLES_OF_LINE, of);
}

#endif
