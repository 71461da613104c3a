/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds the hosts that each failure of a switch or a cable would cut off, and the routes and entries that lead over it.
 * Routes and entries are counted once for all failures. The parts of the fabric that a failure leaves (connected
 * components) are found by a search breadth first for each failure, on threads.
 */
#include "evaluator/failures/failures.h"

#include "core/base/by_keys.h"
#include "core/base/crew.h"
#include "core/base/error.h"
#include "evaluator/measures/efi.h"

#include <stdlib.h>
#include <string.h>

#define BLOCK 64

typedef struct {
	const Paths *paths;
	const Machines *machines;
	GArray *failures;
	guint64 joined;                /* pairs of hosts, with all cables */
	guint32 *main;                 /* [n_rows] part of each row with all cables */
	guint32 main_part, main_hosts; /* the part with most hosts */
	/* Counts of entries that lead to a channel, and to a row by any channel. */
	guint64 *entries, *blocks, *row_entries, *row_blocks;
} Count;

/* What one thread works with. */
typedef struct {
	const Count *count;
	guint32 *part, *queue; /* [n_rows] part of each row; rows to visit */
	guint32 *hosts;        /* [n_rows] hosts of each part */
	guint32 *left;         /* [machines] adapters in the largest part */
} Worker;

/* ---- entries */

static void count_row(Count *k, guint32 row, guint32 *channel_block, guint32 *row_block)
{
	const Paths *p = k->paths;
	for (guint32 lid = 1; lid < p->fabric->n_lids; lid++) {
		guint8 port;
		guint32 owner = paths_lid_row(p, lid);
		guint32 c = owner == PATHS_NONE ? PATHS_NONE : paths_next(p, row, lid, &port);
		if (c == PATHS_NONE)
			continue;
		guint32 to = p->to[c], block = lid / BLOCK + 1;
		k->entries[c]++;
		k->blocks[c] += channel_block[c] != block;
		channel_block[c] = block;
		if (owner == to)
			continue;
		k->row_entries[to]++;
		k->row_blocks[to] += row_block[to] != block;
		row_block[to] = block;
	}
}

static gboolean count_entries(Count *k, GError **error)
{
	const Paths *p = k->paths;
	gsize channels = (gsize)p->n_channels + 1, rows = (gsize)p->n_rows + 1;
	g_autofree guint32 *channel_block = g_try_new0(guint32, channels), *row_block = g_try_new0(guint32, rows);
	k->entries = g_try_new0(guint64, channels);
	k->blocks = g_try_new0(guint64, channels);
	k->row_entries = g_try_new0(guint64, rows);
	k->row_blocks = g_try_new0(guint64, rows);
	if (!channel_block || !row_block || !k->entries || !k->blocks || !k->row_entries || !k->row_blocks)
		return sssp_error_memory(error, "entries", channels * sizeof(guint64));
	for (guint32 row = 0; row < p->n_rows; row++) {
		memset(row_block, 0, rows * sizeof *row_block);
		if (p->table[row])
			count_row(k, row, channel_block, row_block);
	}
	return TRUE;
}

/* The channel in the other direction of the same cable. */
static guint32 reverse(const Paths *p, guint32 c)
{
	return p->port_channel[(gsize)p->to[c] * PATHS_PORTS + p->in_port[c]];
}

static void add_switches(Count *k, const RouteFacts *facts)
{
	const Paths *p = k->paths;
	for (guint32 row = 0; row < p->n_rows; row++) {
		Failure f = {.row = row, .channel = PATHS_NONE, .own_hosts = p->hosts[row]};
		f.routes = (guint64)p->hosts[row] * (p->n_part - 1);
		f.entries = k->row_entries[row];
		f.blocks = k->row_blocks[row];
		g_array_append_val(k->failures, f);
	}
	for (guint32 c = 0; c < p->n_channels; c++)
		if (p->from[c] != p->to[c])
			g_array_index(k->failures, Failure, p->to[c]).routes += facts->load[c];
}

static void add_cables(Count *k, const RouteFacts *facts)
{
	const Paths *p = k->paths;
	for (guint32 c = 0; c < p->n_channels; c++) {
		guint32 back = reverse(p, c);
		if (p->from[c] >= p->to[c] || back == PATHS_NONE)
			continue;
		Failure f = {.row = p->from[c], .channel = c};
		f.routes = facts->load[c] + facts->load[back];
		f.entries = k->entries[c] + k->entries[back];
		f.blocks = k->blocks[c] + k->blocks[back];
		g_array_append_val(k->failures, f);
	}
}

/* ---- parts */

/*
 * Numbers the parts that the fabric has without the row `gone` and without `cable`. Returns their number, and the hosts
 * of each in w->hosts.
 */
static guint32 find_parts(Worker *w, guint32 gone, guint32 cable)
{
	const Paths *p = w->count->paths;
	guint32 back = cable == PATHS_NONE ? PATHS_NONE : reverse(p, cable), parts = 0;
	memset(w->part, 0xff, p->n_rows * sizeof *w->part);
	for (guint32 start = 0; start < p->n_rows; start++) {
		guint32 head = 0, tail = 0;
		if (start == gone || w->part[start] != PATHS_NONE)
			continue;
		w->part[start] = parts;
		w->hosts[parts] = 0;
		w->queue[tail++] = start;
		for (; head < tail; head++) {
			guint32 row = w->queue[head];
			w->hosts[parts] += p->hosts[row];
			for (guint32 c = p->first[row]; c < p->first[row + 1]; c++) {
				guint32 to = p->to[c];
				if (c == cable || c == back || to == gone || w->part[to] != PATHS_NONE)
					continue;
				w->part[to] = parts;
				w->queue[tail++] = to;
			}
		}
		parts++;
	}
	return parts;
}

static guint64 joined_pairs(const Worker *w, guint32 parts, guint32 *largest)
{
	guint64 pairs = 0;
	*largest = 0;
	for (guint32 i = 0; i < parts; i++) {
		pairs += w->hosts[i] ? (guint64)w->hosts[i] * (w->hosts[i] - 1) : 0;
		if (w->hosts[i] > w->hosts[*largest])
			*largest = i;
	}
	return pairs;
}

/*
 * Of the parts that the main part is split into now, that with most hosts; `parts`, which is none, if nothing is left.
 */
static guint32 largest_of_main(const Worker *w, guint32 parts)
{
	const Count *k = w->count;
	guint32 best = parts;
	for (guint32 row = 0; row < k->paths->n_rows; row++)
		if (k->main[row] == k->main_part && w->part[row] != PATHS_NONE &&
		    (best == parts || w->hosts[w->part[row]] > w->hosts[best]))
			best = w->part[row];
	return best;
}

/* Lists the machines that had an adapter in the main part and have none in the part `largest`. */
static void find_machines(Worker *w, Failure *f, guint32 largest)
{
	const Paths *p = w->count->paths;
	const Machines *m = w->count->machines;
	f->machines = g_array_new(FALSE, FALSE, sizeof(guint32));
	memset(w->left, 0, m->n * sizeof *w->left);
	for (guint32 i = 0; i < p->n_part; i++) {
		guint32 e = p->part[i];
		if (m->of[e] != MACHINES_NONE)
			w->left[m->of[e]] += w->part[p->endpoint_row[e]] == largest;
	}
	for (guint32 i = 0; i < p->n_part; i++) {
		guint32 machine = m->of[p->part[i]];
		gboolean was = w->count->main[p->endpoint_row[p->part[i]]] == w->count->main_part;
		if (machine == MACHINES_NONE || w->left[machine] || !was)
			continue;
		w->left[machine] = 1; /* once */
		g_array_append_val(f->machines, machine);
	}
}

static void look(gpointer worker, guint32 item)
{
	Worker *w = worker;
	Failure *f = &g_array_index(w->count->failures, Failure, item);
	guint32 largest, parts = find_parts(w, f->channel == PATHS_NONE ? f->row : PATHS_NONE, f->channel);
	guint64 joined = joined_pairs(w, parts, &largest);
	f->pairs_cut = w->count->joined - MIN(joined, w->count->joined);
	largest = largest_of_main(w, parts);
	guint32 hosts = largest == parts ? 0 : w->hosts[largest];
	f->hosts_cut = w->count->main_hosts - MIN(hosts, w->count->main_hosts);
	if (f->hosts_cut)
		find_machines(w, f, largest);
}

static void worker_clear(Worker *w)
{
	g_free(w->part);
	g_free(w->queue);
	g_free(w->hosts);
	g_free(w->left);
}

static gboolean worker_make(Worker *w, const Count *k, GError **error)
{
	gsize rows = (gsize)k->paths->n_rows + 1;
	w->count = k;
	w->part = g_try_new(guint32, rows);
	w->queue = g_try_new(guint32, rows);
	w->hosts = g_try_new(guint32, rows);
	w->left = g_try_new(guint32, (gsize)k->machines->n + 1);
	return (w->part && w->queue && w->hosts && w->left) ||
	       sssp_error_memory(error, "parts of the fabric", rows * sizeof(guint32));
}

static gboolean look_at_all(Count *k, const FailureOptions *o, GError **error)
{
	guint n = MAX(crew_size(o->threads, k->failures->len), 1), ready = 0;
	g_autofree Worker *worker = g_new0(Worker, n);
	CrewJob job = {look, o->progress, o->user};
	while (ready < n && worker_make(&worker[ready], k, error))
		ready++;
	k->main = g_try_new(guint32, (gsize)k->paths->n_rows + 1);
	if (!k->main && ready == n)
		ready = sssp_error_memory(error, "parts of the fabric", k->paths->n_rows * sizeof(guint32)) ? n : 0;
	if (ready == n) {
		guint32 parts = find_parts(&worker[0], PATHS_NONE, PATHS_NONE);
		k->joined = joined_pairs(&worker[0], parts, &k->main_part);
		k->main_hosts = parts ? worker[0].hosts[k->main_part] : 0;
		memcpy(k->main, worker[0].part, k->paths->n_rows * sizeof(guint32));
		crew_run(worker, sizeof *worker, n, k->failures->len, &job);
	}
	for (guint i = 0; i < n; i++)
		worker_clear(&worker[i]);
	return ready == n;
}

static gint by_harm(gconstpointer a, gconstpointer b)
{
	const Failure *x = a, *y = b;
	return BY_KEYS({failure_others_cut(y), failure_others_cut(x)}, {y->hosts_cut, x->hosts_cut},
		       {y->pairs_cut, x->pairs_cut}, {y->routes, x->routes}, {x->row, y->row},
		       {x->channel, y->channel});
}

GArray *failures_new(const Paths *p, const Machines *machines, FailureKind kind, const FailureOptions *options,
		     GError **error)
{
	Count k = {.paths = p, .machines = machines};
	k.failures = g_array_new(FALSE, FALSE, sizeof(Failure));
	g_autoptr(RouteFacts) facts = route_facts_new(p, error);
	gboolean ok = facts && count_entries(&k, error);
	if (ok) {
		(kind == FAILURE_SWITCH ? add_switches : add_cables)(&k, facts);
		ok = look_at_all(&k, options, error);
	}
	g_free(k.entries);
	g_free(k.blocks);
	g_free(k.row_entries);
	g_free(k.row_blocks);
	g_free(k.main);
	if (ok)
		g_array_sort(k.failures, by_harm);
	else
		g_clear_pointer(&k.failures, failures_free);
	return k.failures;
}

void failures_free(GArray *failures)
{
	if (!failures)
		return;
	for (guint i = 0; i < failures->len; i++)
		if (g_array_index(failures, Failure, i).machines)
			g_array_unref(g_array_index(failures, Failure, i).machines);
	g_array_unref(failures);
}
