/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Computes numbered items ahead of their use. Helper threads make the items, each in a slot (a piece of memory that the
 * caller of ahead_new() defines), and the caller takes them one after the other. No item depends on another. Routing
 * uses it for the searches of the destinations that come next.
 */
#ifndef SSSP_CORE_BASE_AHEAD_H
#define SSSP_CORE_BASE_AHEAD_H

#include <glib.h>

typedef struct Ahead Ahead;

typedef struct {
	gpointer (*slot_new)(gconstpointer data, GError **error); /* a place to make items in; NULL with an error */
	void (*slot_free)(gpointer slot);
	guint32 n; /* items to make */
	/* Makes item i of what `data` describes. Called by one thread or another, never twice at a time in one slot. */
	void (*make)(gpointer slot, guint32 i, gconstpointer data);
	gpointer data; /* freed in the end, with g_free() */
} AheadJob;

/* The number of slots that so many helpers need, each with an item of its own. */
guint32 ahead_slots(guint helpers);

/*
 * Starts up to `helpers` threads; fewer, or none, are enough. All that job->data points to must outlive it. NULL with
 * the error of job->slot_new().
 */
Ahead *ahead_new(const AheadJob *job, guint helpers, GError **error);
void ahead_free(Ahead *ahead); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Ahead, ahead_free)

/* Returns the slot of the next item, each once and in order; valid until the next call. At most n calls. */
gpointer ahead_next(Ahead *ahead);

#endif
