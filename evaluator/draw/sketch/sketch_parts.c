/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Merges parts of a sketch (the boxes of a picture of a fabric), and counts their switches and hosts. The cables
 * between each two parts become a bundle: channels are sorted by the parts at their ends, and those of the same two are
 * joined.
 */
#include "evaluator/draw/sketch/sketch.h"

#include "core/base/by_keys.h"
#include "core/base/error.h"
#include "core/fabric/fabric_class.h"

#include <stdlib.h>
#include <string.h>

gdouble sketch_value(const Sketch *s, guint32 port)
{
	if (!s->loads.now)
		return 0;
	return s->loads.then ? (gdouble)s->loads.then[port] - (gdouble)s->loads.now[port] : (gdouble)s->loads.now[port];
}

/* ---- parts */

void sketch_clear_parts(Sketch *s)
{
	for (guint32 i = 0; i < s->n_parts; i++) {
		g_free(s->part[i].name);
		g_free(s->part[i].last);
		g_free(s->part[i].short_name);
		g_free(s->part[i].short_last);
		g_free(s->part[i].title);
	}
	memset(s->part, 0, s->n_parts * sizeof *s->part);
}

static guint32 part_at(const Sketch *s, guint32 port)
{
	return s->part_of[s->row[s->fabric->ports[port].node]];
}

static void count_parts(Sketch *s)
{
	const Fabric *f = s->fabric;
	for (guint32 row = 0; row < f->n_switches; row++)
		s->part[s->part_of[row]].n_switches++;
	for (guint32 e = 0; e < f->n_endpoints; e++)
		if (fabric_port_class(f, f->endpoints[e]) == FABRIC_HOST)
			s->part[part_at(s, f->ports[f->endpoints[e]].peer)].hosts++;
}

/* ---- bundles */

/* Whether a port sends into a cable between switches. */
static gboolean is_channel(const Sketch *s, guint32 port)
{
	const Fabric *f = s->fabric;
	guint32 peer = f->ports[port].peer;
	return peer != FABRIC_NONE && f->ports[port].num && fabric_is_switch(f, f->ports[port].node) &&
	       fabric_is_switch(f, f->ports[peer].node) && f->ports[port].node != f->ports[peer].node;
}

static int by_parts(gconstpointer a, gconstpointer b)
{
	const SketchBundle *one = a, *other = b;
	return BY_KEYS({one->a, other->a}, {one->b, other->b}, {one->port, other->port});
}

/* Adds one channel to its bundle; into->value is a sum as yet, *best the value of the channel of into->port. */
static void join(SketchBundle *into, const SketchBundle *channel, gdouble *best)
{
	into->cables++; /* channels as yet */
	into->used |= channel->used;
	into->value += channel->value;
	if (ABS(channel->value) <= ABS(*best))
		return;
	*best = channel->value;
	into->port = channel->port;
}

static guint32 join_all(const Sketch *s, SketchBundle *bundle, guint32 n)
{
	guint32 made = 0;
	gdouble best = 0;
	for (guint32 i = 0; i < n; i++) {
		SketchBundle channel = bundle[i];
		gboolean more = made && bundle[made - 1].a == channel.a && bundle[made - 1].b == channel.b;
		if (!more) {
			best = channel.value;
			bundle[made++] = channel;
		} else {
			join(&bundle[made - 1], &channel, &best);
		}
		if (i + 1 < n && bundle[i + 1].a == channel.a && bundle[i + 1].b == channel.b)
			continue;
		SketchBundle *done = &bundle[made - 1];
		done->value = s->loads.mean ? done->value / done->cables : best;
		done->cables /= 2;
	}
	return made;
}

static gboolean bundle_cables(Sketch *s, GError **error)
{
	guint32 n = 0;
	for (guint32 port = 0; port < s->fabric->n_ports; port++)
		n += is_channel(s, port) ? 1 : 0;
	g_free(s->bundle);
	s->bundle = g_try_new(SketchBundle, n + 1);
	if (!s->bundle)
		return sssp_error_memory(error, "the cables of a picture", n * sizeof *s->bundle);
	n = 0;
	for (guint32 port = 0; port < s->fabric->n_ports; port++) {
		if (!is_channel(s, port))
			continue;
		guint32 a = part_at(s, port), b = part_at(s, s->fabric->ports[port].peer);
		gboolean used = s->loads.now && (s->loads.now[port] || (s->loads.then && s->loads.then[port]));
		s->bundle[n++] = (SketchBundle){MIN(a, b), MAX(a, b), 1, port, sketch_value(s, port), used};
	}
	qsort(s->bundle, n, sizeof *s->bundle, by_parts);
	s->n_bundles = join_all(s, s->bundle, n);
	return TRUE;
}

gboolean sketch_merge(Sketch *s, const guint32 *to, GError **error)
{
	guint32 n = s->fabric->n_switches, made = 0;
	g_autofree guint32 *number = g_try_new(guint32, n);
	if (!number)
		return sssp_error_memory(error, "the parts of a picture", n * sizeof *number);
	memset(number, 0xff, n * sizeof *number);
	sketch_clear_parts(s);
	for (guint32 row = 0; row < n; row++) {
		guint32 part = to[s->part_of[row]];
		if (number[part] == G_MAXUINT32)
			number[part] = made++;
		s->part_of[row] = number[part];
	}
	s->n_parts = made;
	count_parts(s);
	return bundle_cables(s, error);
}

gdouble sketch_average(const Sketch *s)
{
	gdouble sum = 0;
	guint32 n = 0;
	for (guint32 port = 0; s->loads.now && port < s->fabric->n_ports; port++) {
		guint64 now = s->loads.now[port], then = s->loads.then ? s->loads.then[port] : 0;
		if (!is_channel(s, port))
			continue;
		sum += (gdouble)now + (gdouble)then;
		n += (now ? 1u : 0u) + (then ? 1u : 0u);
	}
	return n ? sum / n : 0;
}
