/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#ifndef TESTS_MUTATION_MUTANT_H
#define TESTS_MUTATION_MUTANT_H
/*
 * Faults planted at build time, of which a process has one or none: MUTANT(N) is 1 in a process whose environment says
 * MUTANT=N, and 0 in any other. mutation.sh puts it into the sources, and this file before each of them (-include).
 * Where MUTANT_HITS names a file, a process adds to it at its end the numbers that it came by.
 */
#include <stdio.h>
#include <stdlib.h>

__attribute__((weak)) unsigned char mutant_hit[MUTANTS + 1];
__attribute__((weak)) int mutant_chosen;

__attribute__((weak, constructor(101))) void mutant_begin(void)
{
	const char *chosen = getenv("MUTANT");

	mutant_chosen = chosen ? atoi(chosen) : 0;
}

__attribute__((weak, destructor(101))) void mutant_end(void)
{
	const char *name = getenv("MUTANT_HITS");
	FILE *file = name ? fopen(name, "a") : NULL;
	int i;

	for (i = 1; file && i <= MUTANTS; i++)
		if (mutant_hit[i]) {
			fprintf(file, "%d\n", i);
			mutant_hit[i] = 0;
		}
	if (file)
		fclose(file);
}

static inline int mutant(int i)
{
	mutant_hit[i] = 1;
	return mutant_chosen == i;
}
#define MUTANT(i) mutant(i)
#endif
