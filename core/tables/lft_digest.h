/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Computes a digest of forwarding tables, by which files of SLs and of SL to VL tables tell whether they were
 * written for these tables, whichever program wrote them. It is over the GUIDs of switches and all entries but those of
 * the highest LID where that is a multiple of 64, which some programs leave out (formats/tables/lfts.h).
 */
#ifndef SSSP_CORE_TABLES_LFT_DIGEST_H
#define SSSP_CORE_TABLES_LFT_DIGEST_H

#include "core/tables/lft.h"

/* In hexadecimal, a zero behind. Two passes, O(entries). */
void lft_digest(const Lft *lft, char digest[LFT_DIGEST_LENGTH + 1]);

#endif
