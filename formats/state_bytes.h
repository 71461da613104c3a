/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Defines what state.c and state_reader.c (reading) and state_write.c share of the file opensm-sssp.state: the sizes of
 * its parts, and bits.
 */
#ifndef SSSP_FORMATS_STATE_BYTES_H
#define SSSP_FORMATS_STATE_BYTES_H

#define STATE_MAGIC "ssspstat"
#define STATE_MAGIC_BYTES 8
#define STATE_DIGEST_BYTES 32
#define STATE_HEAD_BYTES (STATE_MAGIC_BYTES + 4 + 4 + 8 + 8 + 8 * 4)
#define STATE_NODE_BYTES 11
#define STATE_PORT_BYTES 16
#define STATE_CABLE_BYTES 10
#define STATE_RUN_BYTES 3
#define STATE_PAIR_BYTES 10
#define STATE_MEMBER_BYTES 12

enum { STATE_ENHANCED = 1, STATE_MANAGER = 2, STATE_AGGREGATION = 4 };
enum {
	STATE_ASYMMETRIC = 1,
	STATE_CONNECTIONS = 2,
	STATE_JOBS = 4,
	STATE_TREE = 8,
	STATE_PORT_VLS = 16,
	STATE_BITS = 32
};
enum { STATE_PLAIN, STATE_RUNS };

#endif
