/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* One domain, and one text for the failure that is met most often. */
#include "core/base/error.h"

G_DEFINE_QUARK(sssp - error - quark, sssp_error)

gboolean sssp_error_memory(GError **error, const char *what, gsize bytes)
{
	g_set_error(error, SSSP_ERROR, SSSP_ERROR_MEMORY, "out of memory for %s (%" G_GSIZE_FORMAT " bytes)", what,
		    bytes);
	return FALSE;
}
