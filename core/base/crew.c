/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Runs pieces of work on several threads. Each thread, the caller's among them, takes the number of its next piece from
 * one shared counter, until there are no more pieces.
 */
#include "core/base/crew.h"

typedef struct {
	const CrewJob *job;
	gpointer worker;
	guint32 items;
	gint *next; /* the next item for any of them; an atomic */
	gboolean is_caller;
} Member;

static gpointer run_member(gpointer data)
{
	Member *m = data;
	for (;;) {
		guint32 item = (guint32)g_atomic_int_add(m->next, 1);
		if (item >= m->items)
			return NULL;
		m->job->work(m->worker, item);
		if (m->is_caller && m->job->progress)
			m->job->progress(item + 1, m->items, m->job->user);
	}
}

guint crew_size(guint asked, guint32 items)
{
	return MIN(asked ? asked : g_get_num_processors(), MAX(items, 1));
}

void crew_run(gpointer workers, gsize size, guint n, guint32 items, const CrewJob *job)
{
	gint next = 0;
	g_autofree Member *member = g_new0(Member, n);
	g_autofree GThread **thread = g_new0(GThread *, n);
	for (guint i = 0; i < n; i++) {
		member[i] = (Member){job, (char *)workers + i * size, items, &next, i == 0};
		if (i > 0)
			thread[i] = g_thread_try_new("crew", run_member, &member[i], NULL);
	}
	run_member(&member[0]);
	for (guint i = 1; i < n; i++)
		if (thread[i])
			g_thread_join(thread[i]);
}
