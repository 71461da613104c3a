/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Has helper threads make numbered things before the caller asks for them, one after the other. No thing depends on
 * another.
 */
#ifndef SSSP_CORE_BASE_AHEAD_H
#define SSSP_CORE_BASE_AHEAD_H

#include <glib.h>

typedef struct Ahead Ahead;

typedef struct {
	gpointer *slot; /* [ahead_slots(helpers)] where things are made, one in each; the caller's */
	guint32 n;      /* things to make */
	/*
	 * Makes thing i of what `data` describes. Called by one thread or another, never twice at a time in one slot.
	 */
	void (*make)(gpointer slot, guint32 i, gconstpointer data);
	gconstpointer data;
} AheadJob;

/* Slots that so many helpers need. */
guint32 ahead_slots(guint helpers);

/* All that `job` names must outlive it; a thread that cannot be had is one less, and none is needed. Never NULL. */
Ahead *ahead_new(const AheadJob *job, guint helpers);
void ahead_free(Ahead *ahead); /* with no thread left in any slot; NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Ahead, ahead_free)

/* The slot of the next thing, each once and in order; good until the next call, of which there are at most n. */
gpointer ahead_next(Ahead *ahead);

#endif
