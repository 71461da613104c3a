/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Defines the error domain and the functions that set its errors. */
#include "core/base/error.h"

G_DEFINE_QUARK(sssp - error - quark, sssp_error)

gboolean sssp_error_set(GError **error, SsspError code, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	g_propagate_error(error, g_error_new_valist(SSSP_ERROR, (gint)code, format, arguments));
	va_end(arguments);
	return FALSE;
}

gboolean sssp_error_pass(GError **error, GError *failure)
{
	if (failure)
		g_propagate_error(error, failure);
	return failure == NULL;
}

gboolean sssp_error_pass_but(GError **error, GError *failure, SsspError code)
{
	if (g_error_matches(failure, SSSP_ERROR, (gint)code))
		g_clear_error(&failure);
	return sssp_error_pass(error, failure);
}

gboolean sssp_error_io(GError **error, const char *path, int number)
{
	return sssp_error_set(error, SSSP_ERROR_IO, "%s: %s", path, g_strerror(number));
}

gboolean sssp_error_memory(GError **error, const char *what, gsize bytes)
{
	return sssp_error_set(error, SSSP_ERROR_MEMORY, "out of memory for %s (%" G_GSIZE_FORMAT " bytes)", what,
			      bytes);
}
