/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Stores the first error while a synthetic fabric is built in Synth.error; errors after it are ignored. */
#include "generator/synth/synth_plan.h"

#include <stdarg.h>

void synth_set_error(Synth *synth, SsspError code, const char *format, ...)
{
	if (synth->error)
		return;
	va_list arguments;
	va_start(arguments, format);
	synth->error = g_error_new_valist(SSSP_ERROR, (gint)code, format, arguments);
	va_end(arguments);
}
