/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Computes numbered items ahead of their use. The items lie in a ring of slots: helper threads fill the slots that are
 * free, and the caller takes the items in order. An item that no helper has begun with when its turn comes is made by
 * the caller, so that no helper has to run at all.
 */
#include "core/base/ahead.h"

/* Items that each helper may be ahead. */
#define LEAD 4

struct Ahead {
	AheadJob job;
	guint32 n_slots;
	gpointer *slot; /* [n_slots] item i is made in slot[i % n_slots] */
	guint n_helpers;
	GThread **helpers;

	GMutex mutex; /* guards what follows */
	GCond ready, free;
	guint32 *holds; /* [n_slots] number of the item that is ready there, plus one; 0: none */
	guint32 begun;  /* items that some thread has begun with */
	guint32 taken;  /* items handed out; the slot of the latest is in use */
	gboolean stop;
};

guint32 ahead_slots(guint helpers)
{
	return 1 + helpers * LEAD;
}

static void make(const Ahead *a, guint32 i)
{
	a->job.make(a->slot[i % a->n_slots], i, a->job.data);
}

/*
 * Waits for a slot that is neither in use nor full, and sets *i to the next item. The caller uses item taken - 1, so
 * there are slots for items up to taken - 2 + n_slots. FALSE: there are no more items to make.
 */
static gboolean begin(Ahead *a, guint32 *i)
{
	g_mutex_lock(&a->mutex);
	while (!a->stop && a->begun < a->job.n && a->begun + 1 >= a->taken + a->n_slots)
		g_cond_wait(&a->free, &a->mutex);
	gboolean more = !a->stop && a->begun < a->job.n;
	if (more)
		*i = a->begun++;
	g_mutex_unlock(&a->mutex);
	return more;
}

static gpointer help(gpointer data)
{
	Ahead *a = data;
	for (guint32 i; begin(a, &i);) {
		make(a, i);
		g_mutex_lock(&a->mutex);
		a->holds[i % a->n_slots] = i + 1;
		g_cond_signal(&a->ready);
		g_mutex_unlock(&a->mutex);
	}
	return NULL;
}

gpointer ahead_next(Ahead *a)
{
	guint32 i = a->taken;
	g_mutex_lock(&a->mutex);
	a->taken++;
	g_cond_broadcast(&a->free);
	gboolean mine = a->begun == i; /* no helper has begun with it */
	if (mine)
		a->begun++;
	while (!mine && a->holds[i % a->n_slots] != i + 1)
		g_cond_wait(&a->ready, &a->mutex);
	g_mutex_unlock(&a->mutex);
	if (mine)
		make(a, i);
	return a->slot[i % a->n_slots];
}

Ahead *ahead_new(const AheadJob *job, guint helpers, GError **error)
{
	g_autoptr(Ahead) a = g_new0(Ahead, 1);
	a->job = *job;
	a->n_slots = ahead_slots(helpers);
	a->slot = g_new0(gpointer, a->n_slots);
	a->holds = g_new0(guint32, a->n_slots);
	a->helpers = g_new0(GThread *, helpers + 1);
	g_mutex_init(&a->mutex);
	g_cond_init(&a->ready);
	g_cond_init(&a->free);
	for (guint32 i = 0; i < a->n_slots; i++)
		if (!(a->slot[i] = job->slot_new(job->data, error)))
			return NULL;
	for (guint i = 0; i < helpers; i++)
		if ((a->helpers[a->n_helpers] = g_thread_try_new("ahead", help, a, NULL)))
			a->n_helpers++;
	return g_steal_pointer(&a);
}

void ahead_free(Ahead *a)
{
	if (!a)
		return;
	g_mutex_lock(&a->mutex);
	a->stop = TRUE;
	g_cond_broadcast(&a->free);
	g_mutex_unlock(&a->mutex);
	for (guint i = 0; i < a->n_helpers; i++)
		g_thread_join(a->helpers[i]);
	for (guint32 i = 0; i < a->n_slots && a->slot[i]; i++)
		a->job.slot_free(a->slot[i]);
	g_mutex_clear(&a->mutex);
	g_cond_clear(&a->ready);
	g_cond_clear(&a->free);
	g_free(a->slot);
	g_free(a->job.data);
	g_free(a->holds);
	g_free(a->helpers);
	g_free(a);
}
