/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Describes a family of synthetic fabrics (torus, fattree ..): its name, how a SPEC of it is written, and what it is.
 */
#ifndef SSSP_GENERATOR_SYNTH_SYNTH_INFO_H
#define SSSP_GENERATOR_SYNTH_SYNTH_INFO_H

typedef struct {
	const char *name;
	const char *syntax;  /* what to write, with the defaults of its keys */
	const char *summary; /* one line for --list */
} SynthInfo;

#endif
