/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Generates random fabrics, "grown infrastructures": every port that has no host is cabled to a random one of another
 * switch.
 *
 * With r free ports a switch and n switches, every two switches are first joined by as many cables as all can have,
 * r / (n - 1) rounded down; so there are parallel cables only where there must be. The ports that are left, fewer than
 * n - 1 on each switch, are joined as in the configuration model: the ports (stubs) are shuffled and paired, then pairs
 * that join a switch to itself, or two switches a second time, exchange ends with random other pairs until there are
 * none. In dense fabrics that may not come to an end; then a few parallel cables stay, but never a cable from a switch
 * to itself. At last the pieces that are not connected are joined, each by exchanging the ends of a cable that lies on
 * a cycle, which parts nothing. Where the number of stubs is odd one port stays free.
 */
#include "generator/synth/synth_plan.h"

#define FREE G_MAXUINT32
#define REPAIR_ROUNDS 50 /* over all stubs; sparse fabrics need two or three */
#define REPAIR_TRIES 50  /* exchanges tried for a stub in a round */

typedef struct {
	guint32 n;     /* stubs; stub s belongs to switch s / each */
	guint32 each;  /* stubs of a switch */
	guint32 *peer; /* [n] the stub at the other end, FREE for none */
} Stubs;

static void pair(Stubs *stubs, guint32 s, guint32 t)
{
	stubs->peer[s] = t;
	stubs->peer[t] = s;
}

/* Makes s-t and x-y into s-x and t-y; again with the same s and x undoes it. */
static void exchange(Stubs *stubs, guint32 s, guint32 x)
{
	guint32 t = stubs->peer[s], y = stubs->peer[x];
	pair(stubs, s, x);
	pair(stubs, t, y);
}

/* How bad the cable of a stub is: 0 fine, 1 one of several between two switches, 2 from a switch to itself. */
static guint fault(const Stubs *stubs, guint32 s)
{
	guint32 from = s / stubs->each, to = stubs->peer[s] / stubs->each, n = 0;
	if (from == to)
		return 2;
	for (guint32 i = from * stubs->each; i < (from + 1) * stubs->each; i++)
		n += stubs->peer[i] != FREE && stubs->peer[i] / stubs->each == to;
	return n > 1;
}

/* Exchanges the cables of s and x unless that makes things worse. */
static void try_exchange(Stubs *stubs, guint32 s, guint32 x)
{
	guint32 t = stubs->peer[s], y = stubs->peer[x];
	if (y == FREE || x == s || x == t)
		return;
	guint before = fault(stubs, s) + fault(stubs, x);
	exchange(stubs, s, x);
	if (fault(stubs, s) + fault(stubs, t) > before) {
		pair(stubs, s, t);
		pair(stubs, x, y);
	}
}

/* TRUE when there was nothing to repair: an exchange may leave its fault with a stub already looked at. */
static gboolean repair_round(Stubs *stubs, GRand *rand)
{
	gboolean fine = TRUE;
	for (guint32 s = 0; s < stubs->n; s++) {
		if (stubs->peer[s] == FREE || !fault(stubs, s))
			continue;
		fine = FALSE;
		for (guint tries = 0; tries < REPAIR_TRIES && fault(stubs, s); tries++)
			try_exchange(stubs, s, (guint32)g_rand_int_range(rand, 0, (gint32)stubs->n));
	}
	return fine;
}

/*
 * Removes each cable from a switch u to itself by an exchange with a cable between others; there is one, as u has too
 * few ports to be at all cables.
 */
static void part_loops(Stubs *stubs)
{
	for (guint32 s = 0; s < stubs->n; s++) {
		guint32 u = s / stubs->each;
		if (stubs->peer[s] == FREE || stubs->peer[s] / stubs->each != u)
			continue;
		for (guint32 x = 0; x < stubs->n; x++)
			if (stubs->peer[x] != FREE && x / stubs->each != u && stubs->peer[x] / stubs->each != u) {
				exchange(stubs, s, x);
				break;
			}
	}
}

/* Joins the pieces. on_cycle[piece] is a stub whose cable closes a cycle there. */
static void join_pieces(const Synth *synth, Stubs *stubs, guint32 *parent, guint32 *on_cycle)
{
	for (guint32 s = 0; s < stubs->n; s++) {
		if (stubs->peer[s] == FREE || stubs->peer[s] < s)
			continue;
		guint32 a = synth_find(parent, s / stubs->each);
		guint32 b = synth_find(parent, stubs->peer[s] / stubs->each);
		if (a == b) {
			on_cycle[a] = s;
			continue;
		}
		parent[a] = b;
		if (on_cycle[b] == FREE)
			on_cycle[b] = on_cycle[a];
	}
	guint32 root = synth_find(parent, 0), loose = on_cycle[root];
	for (guint32 i = 0; i < synth->n_switches; i++) {
		guint32 piece = synth_find(parent, i);
		if (piece == root)
			continue;
		guint32 far = stubs->peer[loose];
		exchange(stubs, loose, on_cycle[piece]);
		parent[piece] = root;
		loose = far; /* one of the two new cables is needed, so the other closes a cycle */
	}
}

static void cable_stubs(Synth *synth, Stubs *stubs, gboolean joined)
{
	g_autofree guint32 *parent = synth_identity(synth, synth->n_switches);
	g_autofree guint32 *on_cycle = synth_identity(synth, synth->n_switches);
	if (synth->error)
		return;
	for (guint32 i = 0; i < synth->n_switches; i++)
		on_cycle[i] = FREE;
	if (!joined)
		join_pieces(synth, stubs, parent, on_cycle);
	for (guint32 s = 0; s < stubs->n; s++)
		if (stubs->peer[s] != FREE && stubs->peer[s] > s)
			synth_cable(synth, s / stubs->each, stubs->peer[s] / stubs->each, 1);
}

/* `each` more cables a switch; `joined`: the switches are connected already. */
static void cable_at_random(Synth *synth, guint32 each, gboolean joined)
{
	Stubs stubs = {.n = synth->n_switches * each, .each = each};
	g_autoptr(GRand) rand = synth_rand(synth, SYNTH_STREAM_CABLES);
	g_autofree guint32 *order = synth_shuffled(synth, stubs.n, rand);
	g_autofree guint32 *peer = stubs.peer = synth_identity(synth, stubs.n);
	if (synth->error || !stubs.n)
		return;
	peer[order[stubs.n - 1]] = FREE;
	for (guint32 i = 0; i + 1 < stubs.n; i += 2)
		pair(&stubs, order[i], order[i + 1]);
	for (guint round = 0; round < REPAIR_ROUNDS && !repair_round(&stubs, rand); round++)
		;
	part_loops(&stubs);
	cable_stubs(synth, &stubs, joined);
}

void synth_build_random(Synth *synth)
{
	guint n = synth_key(synth, "switches", SYNTH_REQUIRED, 2, FABRIC_MAX_LID);
	guint ports = synth_key(synth, "ports", SYNTH_DEFAULT_PORTS, 1, FABRIC_MAX_PORTS);
	guint hosts = synth_key(synth, "hosts", 18, 0, FABRIC_MAX_PORTS);
	guint each = ports - MIN(hosts, ports), all = each / (n - 1);
	if (each == 0 || (each == 1 && n > 2))
		synth_set_error(synth, SSSP_ERROR_USAGE, "%u ports with %u hosts leave too few to connect %u switches",
				ports, hosts, n);
	if (!synth_begin(synth, n))
		return;
	for (guint i = 0; i < n; i++)
		synth_hosts(synth, synth_switch(synth, ports, "random-%u", i + 1), hosts);
	for (guint u = 0; all && u < n; u++)
		for (guint v = u + 1; v < n; v++)
			if (!synth_cable(synth, u, v, all))
				return;
	cable_at_random(synth, each % (n - 1), all > 0);
}
