/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Linked into each program of a build with faults. Where MUTANT_HITS names a file, a process adds to it at its end the
 * numbers that it came by. */
#include "tests/mutation/mutant.h"

#include <stdio.h>
#include <stdlib.h>

unsigned char mutant_hit[MUTANTS + 1];
int mutant_chosen;

__attribute__((constructor(101))) static void mutant_begin(void)
{
	const char *chosen = getenv("MUTANT");
	mutant_chosen = chosen ? atoi(chosen) : 0;
}

__attribute__((destructor(101))) static void mutant_end(void)
{
	const char *name = getenv("MUTANT_HITS");
	FILE *file = name ? fopen(name, "a") : NULL;
	if (!file)
		return;
	for (int i = 1; i <= MUTANTS; i++)
		if (mutant_hit[i])
			fprintf(file, "%d\n", i);
	fclose(file);
}
