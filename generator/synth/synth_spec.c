/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Splits a SPEC, NAME[:VALUE,...][,KEY=VALUE...], once at the commas, and reads numbers from its values. Values without
 * '=' come first and are joined again for the family, which reads its own form (8x8, 3,3, 2;4,4;1,2). Keys must be ones
 * the family knows, or that all know, once each but for fail. Where values are SPECs themselves (of_specs), whatever
 * stands between two commas belongs to them unless its key is one of the outer SPEC. synth_inside() builds such a SPEC.
 */
#include "generator/synth/synth_plan.h"

#include "core/base/near.h"

#include <string.h>

static const char common_keys[] = "an fail seed shuffle";

/* Whether a blank-separated list has a word. */
static gboolean has_word(const char *list, const char *word)
{
	gsize n = strchr(word, ' ') ? 0 : strlen(word);
	for (const char *at = list; n && (at = strstr(at, word)) != NULL; at += n)
		if ((at == list || at[-1] == ' ') && (at[n] == ' ' || at[n] == '\0'))
			return TRUE;
	return FALSE;
}

const char *synth_key_text(const Synth *synth, const char *key)
{
	for (guint i = 0; i < synth->n_keys; i++)
		if (!strcmp(synth->keys[i].key, key))
			return synth->keys[i].value;
	return NULL;
}

static void add_key(Synth *synth, char *token)
{
	char *equals = strchr(token, '=');
	*equals = '\0';
	g_autofree char *shown = g_strescape(token, NULL);
	if (!has_word(synth->family->keys, token) && !has_word(common_keys, token))
		synth_set_error(synth, SSSP_ERROR_USAGE, "%s has no key \"%s\" (its keys: %s%s%s)",
				synth->family->info.name, shown, synth->family->keys, *synth->family->keys ? " " : "",
				common_keys);
	else if (synth_key_text(synth, token) && strcmp(token, "fail"))
		synth_set_error(synth, SSSP_ERROR_USAGE, "%s is given twice", shown);
	else if (!equals[1])
		synth_set_error(synth, SSSP_ERROR_USAGE, "%s has no value", shown);
	else if (synth->n_keys == SYNTH_MAX_KEYS)
		synth_set_error(synth, SSSP_ERROR_USAGE, "more than %d keys", SYNTH_MAX_KEYS);
	else {
		synth->keys[synth->n_keys].key = token;
		synth->keys[synth->n_keys++].value = equals + 1;
	}
}

/* Whether a token is a key of the whole, or belongs to a SPEC inside it. */
static gboolean is_own(const Synth *synth, const char *token)
{
	const char *equals = strchr(token, '=');
	g_autofree char *key = equals ? g_strndup(token, (gsize)(equals - token)) : NULL;
	return key && (!synth->family->of_specs || has_word(synth->family->keys, key) || has_word(common_keys, key));
}

/* Values and keys of synth->tokens. */
static void sort_tokens(Synth *synth)
{
	g_autoptr(GString) values = g_string_new(NULL);
	for (char **token = synth->tokens; *token && !synth->error; token++) {
		if (is_own(synth, *token)) {
			add_key(synth, *token);
		} else if ((synth->n_keys && !synth->family->of_specs) || !**token) {
			g_autofree char *shown = g_strescape(*token, NULL);
			synth_set_error(synth, SSSP_ERROR_USAGE, "\"%s\" is not KEY=VALUE", shown);
		} else {
			g_string_append_printf(values, "%s%s", values->len ? "," : "", *token);
		}
	}
	if (values->len)
		synth->values = g_strdup(values->str);
}

static const SynthFamily *find(const SynthFamily *families, const char *name, gsize n)
{
	for (; families->info.name; families++)
		if (strlen(families->info.name) == n && !memcmp(families->info.name, name, n))
			return families;
	return NULL;
}

static void no_family(Synth *synth, const char *spec, gsize n, const SynthFamily *families)
{
	g_autofree char *name = g_strndup(spec, n);
	g_autoptr(GPtrArray) names = g_ptr_array_new();
	for (; families->info.name; families++)
		g_ptr_array_add(names, (gpointer)families->info.name);
	g_autofree char *hint = near_hint(name, names);
	synth_set_error(synth, SSSP_ERROR_USAGE, "no such kind of fabric (sssp-topo --list shows them)%s", hint);
}

void synth_spec_parse(Synth *synth, const char *spec, const SynthFamily *families)
{
	gsize n = strcspn(spec, ":,");
	synth->families = families;
	synth->family = find(families, spec, n);
	if (!synth->family) {
		no_family(synth, spec, n, families);
		return;
	}
	if (spec[n] && !spec[n + 1])
		synth_set_error(synth, SSSP_ERROR_USAGE, "nothing follows the \"%c\"", spec[n]);
	synth->tokens = g_strsplit(spec[n] ? spec + n + 1 : "", ",", -1);
	sort_tokens(synth);
	if (spec[n] == ',' && synth->values)
		synth_set_error(synth, SSSP_ERROR_USAGE, "values follow a colon: %s:%s", synth->family->info.name,
				synth->family->info.syntax + strlen(synth->family->info.name) + 1);
}

/* A number of digits only, in range. */
static guint number(Synth *synth, const char *what, const char *text, guint min, guint max)
{
	guint64 value = 0;
	g_autoptr(GError) error = NULL;
	if (g_ascii_string_to_unsigned(text, 10, min, max, &value, &error))
		return (guint)value;
	g_autofree char *shown = g_strescape(text, NULL);
	if (g_error_matches(error, G_NUMBER_PARSER_ERROR, G_NUMBER_PARSER_ERROR_OUT_OF_BOUNDS))
		synth_set_error(synth, SSSP_ERROR_USAGE, "%s: %s is not in %u..%u", what, shown, min, max);
	else
		synth_set_error(synth, SSSP_ERROR_USAGE, "%s: \"%s\" is not a number", what, shown);
	return min;
}

guint synth_key(Synth *synth, const char *key, guint fallback, guint min, guint max)
{
	const char *text = synth_key_text(synth, key);
	if (text)
		return number(synth, key, text, min, max);
	if (fallback != SYNTH_REQUIRED)
		return fallback;
	synth_set_error(synth, SSSP_ERROR_USAGE, "%s= is missing (%s)", key, synth->family->info.syntax);
	return min;
}

guint synth_numbers(Synth *synth, const char *what, const char *text, char separator, guint min, guint max,
		    guint values[SYNTH_MAX_VALUES])
{
	const char delimiter[] = {separator, '\0'};
	g_auto(GStrv) parts = g_strsplit(text, delimiter, -1);
	guint n = g_strv_length(parts);
	values[0] = min;
	if (n > SYNTH_MAX_VALUES)
		synth_set_error(synth, SSSP_ERROR_USAGE, "%s: more than %d numbers", what, SYNTH_MAX_VALUES);
	else if (n == 0)
		synth_set_error(synth, SSSP_ERROR_USAGE, "%s: a number is missing", what);
	for (guint i = 0; i < n && !synth->error; i++)
		values[i] = number(synth, what, parts[i], min, max);
	return synth->error ? 1 : n;
}

guint synth_values(Synth *synth, char separator, guint min, guint max, guint values[SYNTH_MAX_VALUES])
{
	synth->values_read = TRUE;
	values[0] = min;
	if (!synth->values) {
		synth_set_error(synth, SSSP_ERROR_USAGE, "values are missing (%s)", synth->family->info.syntax);
		return 1;
	}
	return synth_numbers(synth, synth->family->info.name, synth->values, separator, min, max, values);
}

GRand *synth_rand(Synth *synth, guint32 stream)
{
	const guint32 seed[] = {synth_key(synth, "seed", 0, 0, G_MAXUINT32 - 1), stream};
	return g_rand_new_with_seed_array(seed, G_N_ELEMENTS(seed));
}

void synth_clear(Synth *synth)
{
	g_strfreev(synth->tokens);
	g_free(synth->values);
	g_free(synth->switches);
	g_free(synth->cables);
	g_free(synth->host_gone);
	g_clear_error(&synth->error);
}

gboolean synth_inside(Synth *synth, const char *spec, Synth *inside)
{
	static const char seed[] = "seed";
	*inside = (Synth){.speed = FABRIC_QDR};
	synth_spec_parse(inside, spec, synth->families);
	if (!inside->error && synth_key_text(synth, seed) && inside->n_keys < SYNTH_MAX_KEYS) {
		inside->keys[inside->n_keys].key = seed;
		inside->keys[inside->n_keys++].value = synth_key_text(synth, seed);
	}
	if (!inside->error)
		inside->family->build(inside);
	if (!synth->error)
		synth->error = g_steal_pointer(&inside->error);
	return !synth->error;
}
