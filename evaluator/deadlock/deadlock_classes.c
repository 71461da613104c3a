/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds the smallest set of endpoint classes (hosts, aggregation nodes, management ports) whose packets have a credit
 * loop. For one set after the other, small sets first, it walks the routes between ports of these classes only, and
 * looks for a cycle of their channel dependencies.
 */
#include "evaluator/deadlock/deadlock_classes.h"

#include "evaluator/deadlock/dependencies.h"

#define HOSTS (1u << FABRIC_HOST)
#define AGGREGATION (1u << FABRIC_AGGREGATION)
#define MANAGEMENT (1u << FABRIC_MANAGEMENT)

typedef struct {
	const Lanes *lanes;
	gboolean reverse;
	const Multicast *multicast; /* NULL: none */
	guint mcast_sl;
} Question;

static gboolean add(gpointer user, guint32 from, guint32 to, const LaneRoute *route)
{
	(void)route;
	if (from != LANES_NONE)
		dependencies_add(user, from, to);
	return TRUE;
}

static gboolean add_multicast(gpointer user, guint32 from, guint32 to, guint16 mlid)
{
	(void)mlid;
	return add(user, from, to, NULL);
}

/* *loop: packets among endpoints of these classes have a credit loop. FALSE with an error. */
static gboolean look(const Question *q, guint32 classes, gboolean *loop, GError **error)
{
	Lanes part = *q->lanes;
	part.ends = classes;
	g_autoptr(Dependencies) d = dependencies_new(part.paths, part.n_lanes, error);
	if (!d || !lanes_walk(&part, q->reverse, add, d, NULL, error) ||
	    (q->multicast && !multicast_walk(q->multicast, &part, q->mcast_sl, add_multicast, d, NULL, error)))
		return FALSE;
	g_autofree guint32 *knots = dependencies_knots(d, error);
	*loop = FALSE;
	for (guint32 node = 0; knots && node < d->n_nodes && !*loop; node++)
		*loop = knots[node] != 0;
	return knots != NULL;
}

gboolean deadlock_classes(const Lanes *lanes, gboolean reverse, const Multicast *multicast, guint mcast_sl,
			  guint32 *classes, GError **error)
{
	static const guint32 sets[] = {
		0, HOSTS, AGGREGATION, HOSTS | AGGREGATION, HOSTS | MANAGEMENT, AGGREGATION | MANAGEMENT};
	const Question q = {lanes, reverse, multicast, mcast_sl};
	guint32 counts[FABRIC_N_CLASSES];
	fabric_class_counts(lanes->paths->fabric, counts);
	guint32 present = HOSTS | MANAGEMENT | (counts[FABRIC_AGGREGATION] ? AGGREGATION : 0);
	for (guint i = multicast ? 0 : 1; i < G_N_ELEMENTS(sets); i++) {
		gboolean loop = FALSE;
		if ((sets[i] & ~present) || sets[i] == present) /* the set of all has the loop if no smaller one has */
			continue;
		if (!look(&q, sets[i], &loop, error))
			return FALSE;
		*classes = sets[i];
		if (loop)
			return TRUE;
	}
	*classes = present;
	return TRUE;
}
