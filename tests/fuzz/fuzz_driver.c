/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Runs the fuzz targets (all, or those of the arguments) without libFuzzer: over every file of corpus/ and regression/
 * as it is, over every prefix of it, and over copies with a few bytes changed, taken out, or doubled, by a generator
 * with a fixed seed. Each text lies in memory of exactly its size, so that a sanitizer sees the first byte read too
 * many.
 */
#include "tests/fuzz/fuzz.h"

#include <stdio.h>
#include <stdlib.h>

#define DAMAGED_COPIES (target->slow ? 300u : 3000u)
#define PREFIXES_MOST (target->slow ? 300u : 6000u) /* of a longer file, every second, third, .. */

static const char alphabet[] = "0123456789abcdefx[]()\"#: -\n\r\t{}SHR=\0\xff";

static const FuzzTarget *target;

static void run(const char *text, gsize length)
{
	char *copy = g_malloc(length + !length);
	memcpy(copy, text, length);
	target->run(copy, length);
	g_free(copy);
}

/* Changes 1 to 8 bytes, or takes a stretch out, or doubles one. */
static void damage(GRand *rand, GString *text)
{
	gsize at = (gsize)g_rand_int_range(rand, 0, (gint32)text->len);
	gsize length = (gsize)g_rand_int_range(rand, 1, 60);
	length = MIN(length, text->len - at);
	switch (g_rand_int_range(rand, 0, 4)) {
	case 0:
		g_string_erase(text, (gssize)at, (gssize)length);
		break;
	case 1:
		g_string_insert_len(text, (gssize)at, text->str + at, (gssize)length);
		break;
	default:
		for (gint n = g_rand_int_range(rand, 1, 9); n > 0; n--)
			text->str[g_rand_int_range(rand, 0, (gint32)text->len)] =
				alphabet[g_rand_int_range(rand, 0, sizeof alphabet - 1)];
	}
}

static void run_damaged(const char *text, gsize length)
{
	GRand *rand = g_rand_new_with_seed(2009);
	for (guint i = 0; i < DAMAGED_COPIES && length; i++) {
		GString *copy = g_string_new_len(text, (gssize)length);
		for (gint n = g_rand_int_range(rand, 1, 4); n > 0 && copy->len; n--)
			damage(rand, copy);
		run(copy->str, copy->len);
		g_string_free(copy, TRUE);
	}
	g_rand_free(rand);
}

static void run_file(const char *path)
{
	g_autofree char *text = NULL;
	gsize length;
	if (!g_file_get_contents(path, &text, &length, NULL)) {
		fprintf(stderr, "%s: cannot be read\n", path);
		exit(99);
	}
	for (gsize n = 0; n <= length; n += 1 + length / PREFIXES_MOST)
		run(text, n);
	run(text, length);
	run_damaged(text, length);
}

/* Runs over the files of one folder, if it is there, and counts them. */
static guint run_folder(const char *kind)
{
	const char *srcdir = g_getenv("srcdir"), *name;
	g_autofree char *folder = g_build_filename(srcdir ? srcdir : ".", "tests", "fuzz", kind, target->name, NULL);
	g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
	guint files = 0;
	while (dir && (name = g_dir_read_name(dir))) {
		g_autofree char *path = g_build_filename(folder, name, NULL);
		run_file(path);
		files++;
	}
	return files;
}

static gboolean run_target(const FuzzTarget *one)
{
	target = one;
	guint seeds = run_folder("corpus"), once_broken = run_folder("regression");
	printf("%s: %u files, %u that once broke it\n", target->name, seeds, once_broken);
	fflush(stdout);
	return seeds > 0;
}

int main(int argc, char **argv)
{
	gboolean ok = TRUE;
	for (int i = 1; i < argc; i++)
		ok = fuzz_target(argv[i]) && run_target(fuzz_target(argv[i])) && ok;
	for (const FuzzTarget *one = fuzz_targets; argc == 1 && one->name; one++)
		ok = run_target(one) && ok;
	return ok ? EXIT_SUCCESS : 99;
}
