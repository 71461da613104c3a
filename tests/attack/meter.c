/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The compiler calls __sanitizer_cov_trace_pc() where each piece of code without a jump begins, in the core only: the
 * same number of times on any machine. Bytes are what the address sanitizer's allocator hands out.
 */
#include "tests/attack/attack.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void __sanitizer_cov_trace_pc(void);
#pragma GCC diagnostic ignored "-Wredundant-decls"
int __sanitizer_install_malloc_and_free_hooks(void (*on_malloc)(const volatile void *, gsize),
					      void (*on_free)(const volatile void *)) __attribute__((weak));
gsize __sanitizer_get_allocated_size(const volatile void *at) __attribute__((weak));

static __thread guint64 steps, most_steps;
static gint64 bytes, most_bytes;
static gboolean hooked;

static void too_long(void)
{
	fprintf(stderr, "attack: does not end: more than %" G_GUINT64_FORMAT " steps\n", most_steps);
	_exit(3);
}

void __sanitizer_cov_trace_pc(void)
{
	if (++steps > most_steps && most_steps)
		too_long();
}

static void count_bytes(gint64 more)
{
	gint64 now = __atomic_add_fetch(&bytes, more, __ATOMIC_RELAXED);
	if (now > most_bytes)
		most_bytes = now;
}

static void on_malloc(const volatile void *at, gsize size)
{
	(void)at;
	count_bytes((gint64)size);
}

static void on_free(const volatile void *at)
{
	if (at)
		count_bytes(-(gint64)__sanitizer_get_allocated_size(at));
}

void meter_start(guint64 most)
{
	if (!hooked && __sanitizer_install_malloc_and_free_hooks)
		__sanitizer_install_malloc_and_free_hooks(on_malloc, on_free);
	hooked = TRUE;
	bytes = most_bytes = 0;
	steps = 0;
	most_steps = most;
}

guint64 meter_stop(guint64 *peak)
{
	most_steps = 0;
	*peak = (guint64)most_bytes;
	return steps;
}
