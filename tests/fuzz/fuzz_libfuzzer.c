/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The entry for libFuzzer; $FUZZ_TARGET names the target. Without it the program lists the targets.
 */
#include "tests/fuzz/fuzz.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const FuzzTarget *target;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	const char *name = g_getenv("FUZZ_TARGET");
	(void)argc, (void)argv;
	target = name ? fuzz_target(name) : NULL;
	if (target)
		return 0;
	for (const FuzzTarget *one = fuzz_targets; one->name; one++)
		puts(one->name);
	exit(name ? 2 : 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	target->run((const char *)data, size);
	return 0;
}
