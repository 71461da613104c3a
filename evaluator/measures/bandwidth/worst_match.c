/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds a maximum matching of senders and receivers, by Hopcroft and Karp's method. A sender has a number of places; a
 * receiver takes one place, at one of its possible senders. An augmenting path starts at a receiver without a place and
 * goes to one of its senders. If all places there are taken, it goes on to a receiver that has one of them, to another
 * sender of this receiver, and so on to a free place. Then each receiver on the path moves on to the next sender. The
 * level of a sender is the number of receivers, less one, on a shortest such path to it.
 */
#include "evaluator/measures/bandwidth/worst_match.h"

#include "core/base/error.h"

#include <string.h>

Match *match_new(guint32 n_senders, const guint32 *places, guint32 room, GError **error)
{
	g_autoptr(Match) m = g_new0(Match, 1);
	gsize senders = (gsize)n_senders + 1;
	m->n_senders = n_senders;
	m->room = room;
	m->place = g_try_new0(guint32, senders);
	for (guint32 s = 0; m->place && s < n_senders; s++)
		m->place[s + 1] = m->place[s] + places[s];
	m->receiver = m->place ? g_try_new(guint32, (gsize)m->place[n_senders] + 1) : NULL;
	guint32 **by_sender[] = {&m->taken, &m->level, &m->queue, &m->next_place, &m->path, &m->via};
	guint32 **by_receiver[] = {&m->mate, &m->next_edge};
	gboolean complete = m->receiver != NULL;
	for (guint i = 0; i < G_N_ELEMENTS(by_sender); i++)
		complete &= (*by_sender[i] = g_try_new(guint32, senders)) != NULL;
	for (guint i = 0; i < G_N_ELEMENTS(by_receiver); i++)
		complete &= (*by_receiver[i] = g_try_new(guint32, (gsize)room + 1)) != NULL;
	if (complete)
		return g_steal_pointer(&m);
	return sssp_error_memory_null(error, "matching", senders * 8 * sizeof(guint32));
}

void match_free(Match *m)
{
	if (!m)
		return;
	guint32 *part[] = {m->place, m->taken,      m->receiver,  m->mate, m->level,
			   m->queue, m->next_place, m->next_edge, m->path, m->via};
	for (guint i = 0; i < G_N_ELEMENTS(part); i++)
		g_free(part[i]);
	g_free(m);
}

static gboolean is_full(const Match *m, guint32 sender)
{
	return m->taken[sender] == m->place[sender + 1] - m->place[sender];
}

static void take_place(Match *m, guint32 sender, guint32 receiver)
{
	m->receiver[m->place[sender] + m->taken[sender]++] = receiver;
	m->mate[receiver] = sender;
}

/* Each receiver takes the first free place it can: usually nearly all there is. */
static guint32 start(Match *m)
{
	guint32 size = 0;
	memset(m->taken, 0, m->n_senders * sizeof(guint32));
	for (guint32 r = 0; r < m->n_receivers; r++) {
		m->mate[r] = MATCH_NONE;
		for (guint32 e = m->first[r]; e < m->first[r + 1] && m->mate[r] == MATCH_NONE; e++)
			if (!is_full(m, m->sender[e]))
				take_place(m, m->sender[e], r);
		size += m->mate[r] != MATCH_NONE;
	}
	return size;
}

/* Adds the senders of a receiver that have no level yet to the queue. Returns its new end. */
static guint32 reach(Match *m, guint32 receiver, guint32 level, guint32 tail)
{
	for (guint32 e = m->first[receiver]; e < m->first[receiver + 1]; e++)
		if (m->level[m->sender[e]] == MATCH_NONE) {
			m->level[m->sender[e]] = level;
			m->queue[tail++] = m->sender[e];
		}
	return tail;
}

/* Levels of all senders, breadth first. Whether one with a free place is among them. */
static gboolean find_levels(Match *m)
{
	guint32 tail = 0;
	gboolean found = FALSE;
	memset(m->level, 0xff, m->n_senders * sizeof(guint32));
	for (guint32 r = 0; r < m->n_receivers; r++)
		if (m->mate[r] == MATCH_NONE)
			tail = reach(m, r, 0, tail);
	for (guint32 head = 0; head < tail; head++) {
		guint32 s = m->queue[head];
		found |= !is_full(m, s);
		for (guint32 i = 0; i < m->taken[s]; i++)
			tail = reach(m, m->receiver[m->place[s] + i], m->level[s] + 1, tail);
	}
	return found;
}

/* The receivers of a path that has come to a free place move on, the last one first. */
static void move_on(Match *m, guint32 depth, guint32 sender)
{
	take_place(m, sender, m->path[depth]);
	while (depth--) {
		guint32 s = m->via[depth], place = m->place[s] + m->next_place[s]++;
		m->receiver[place] = m->path[depth];
		m->mate[m->path[depth]] = s;
	}
}

/* Depth first along rising levels; what led nowhere in this round is not tried again. */
static gboolean augment(Match *m, guint32 receiver)
{
	guint32 depth = 0;
	m->path[0] = receiver;
	for (;;) {
		guint32 r = m->path[depth];
		if (m->next_edge[r] == m->first[r + 1]) {
			if (depth == 0)
				return FALSE;
			m->next_place[m->via[--depth]]++;
			continue;
		}
		guint32 s = m->sender[m->next_edge[r]];
		if (m->level[s] == depth && !is_full(m, s)) {
			move_on(m, depth, s);
			return TRUE;
		}
		if (m->level[s] != depth || m->next_place[s] == m->taken[s]) {
			m->next_edge[r]++;
			continue;
		}
		m->via[depth] = s;
		m->path[++depth] = m->receiver[m->place[s] + m->next_place[s]];
	}
}

guint32 match_solve(Match *m)
{
	g_return_val_if_fail(m->n_receivers <= m->room, 0);
	guint32 size = start(m);
	while (find_levels(m)) {
		memset(m->next_place, 0, m->n_senders * sizeof(guint32));
		memcpy(m->next_edge, m->first, m->n_receivers * sizeof(guint32));
		for (guint32 r = 0; r < m->n_receivers; r++)
			if (m->mate[r] == MATCH_NONE)
				size += augment(m, r) ? 1 : 0;
	}
	return size;
}
