/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Refuses numbers of options that are out of range, with one message for all options. Counts may also be EVAL_UNSET:
 * not given.
 */
#include "evaluator/commands/command.h"

#include "core/base/error.h"

gboolean eval_in_range(const char *option, gint64 value, gint64 low, gint64 high, GError **error)
{
	if (value >= low && value <= high)
		return TRUE;
	return sssp_error_usage(error, "%s takes a number from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT, option, low,
				high);
}

gboolean eval_bad_value(const char *option, const char *takes, const char *value, GError **error)
{
	g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "%s takes %s, not '%s'", option, takes, value);
	return FALSE;
}

gboolean eval_is_count(const char *option, gint64 value, gint64 low, gint64 high, GError **error)
{
	return value == EVAL_UNSET || eval_in_range(option, value, low, high, error);
}

guint32 eval_count(gint64 value)
{
	return value == EVAL_UNSET ? 0 : (guint32)value;
}
