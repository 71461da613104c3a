/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Suggests names of endpoints that are spelled like a name that no endpoint has, for messages about mistyped names.
 * Only the first words of the nodes' descriptions are compared.
 */
#include "evaluator/paths/endpoint_names.h"

#include "core/base/near.h"

char *endpoint_names_near(const EndpointNames *names, const char *name)
{
	g_autoptr(GPtrArray) words = g_ptr_array_sized_new(names->word->len);
	for (guint i = 0; i < names->word->len; i++)
		g_ptr_array_add(words, (gpointer)g_array_index(names->word, EndpointName, i).name);
	return near_names(name, words);
}
