/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#ifndef TESTS_MUTATION_MUTANT_H
#define TESTS_MUTATION_MUTANT_H
/*
 * Faults planted at build time, of which a process has one or none: MUTANT(N) is 1 in a process whose environment says
 * MUTANT=N, and 0 in any other. mutation.sh puts it into the sources, and this file before each of them (-include), so
 * it includes nothing.
 */
extern unsigned char mutant_hit[];
extern int mutant_chosen;

static inline int mutant(int i)
{
	mutant_hit[i] = 1;
	return mutant_chosen == i;
}
#define MUTANT(i) mutant(i)
#endif
