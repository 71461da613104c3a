/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Prints errors and usage of sssp-topo and sssp-route to standard error, with the program's name in front and without
 * control characters, and returns the exit status that goes with them.
 */
#include "generator/cli.h"

#include "core/base/error.h"
#include "core/base/printable.h"

#include <stdio.h>

int cli_fail(const char *program, const GError *error)
{
	g_autofree char *message = g_strdup(error->message);
	printable(message, "\n"); /* it may quote a file */
	fprintf(stderr, "%s: %s\n", program, message);
	gboolean failed = g_error_matches(error, SSSP_ERROR, SSSP_ERROR_IMPOSSIBLE) ||
			  g_error_matches(error, SSSP_ERROR, SSSP_ERROR_LANES);
	return failed ? CLI_FAILED : CLI_WRONG;
}

int cli_usage(const char *program, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	g_autofree char *message = g_strdup_vprintf(format, arguments);
	va_end(arguments);
	printable(message, "\n");
	fprintf(stderr, "%s: %s\nTry '%s --help'.\n", program, message, program);
	return CLI_WRONG;
}
