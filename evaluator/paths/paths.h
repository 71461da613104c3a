/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The folder evaluator/paths: the fabric and the tables written for it, as the evaluator sees them. In this order:
 *
 *	paths            switches, channels and tables in flat arrays; routes followed from table to table
 *	capacity         what a stream costs on each channel where links are not equal
 *	lids             LIDs for a topology that has none, or others than the tables
 *	endpoint_names   endpoints by name; endpoint_near: names like a wrong one; port_find: ports of switches, too
 *	subset           the endpoints that a list of names means
 *	route_steps      one route, switch by switch
 *	past             a previous fabric, and its tables and SLs translated to the LIDs of the present one
 *	table_files      the files that one argument names
 */

/*
 * Holds a fabric and the tables written for it in flat arrays of the judge's own, and follows the routes of these
 * tables.
 *
 * Rows are switches in the order of fabric->switches. A channel is one direction of a cable between two switches;
 * channels are numbered by (row they leave, out port). A cable from a switch to itself makes two channels like any
 * other, so that a table that sends packets into it is found to make a forwarding loop. Terminal channels (to and from
 * endpoints) have no number: an endpoint has exactly one in each direction.
 *
 * Measures are over the endpoints that take part: hosts, unless paths_take_all() or paths_take_only() is called or
 * there is no host at all. Whether routes arrive is checked for all endpoints, aggregation nodes too
 * (core/fabric/fabric_class.h).
 *
 * A route is followed from table to table until the LID's own port is reached. Hops are the channels on it: 0 between
 * two endpoints of one switch.
 */
#ifndef SSSP_EVALUATOR_PATHS_PATHS_H
#define SSSP_EVALUATOR_PATHS_PATHS_H

#include "core/fabric/fabric.h"
#include "core/fabric/fabric_class.h"
#include "core/tables/lft.h"

#include <glib.h>

#define PATHS_NONE G_MAXUINT32       /* no such channel or row */
#define PATHS_LOST (G_MAXUINT32 - 1) /* hops: the packet is dropped, or handed to the wrong port */
#define PATHS_LOOP G_MAXUINT32       /* hops: the packet is in a forwarding loop */
#define PATHS_PORTS 256              /* stride of port_channel */

typedef struct {
	const Fabric *fabric; /* not owned, must outlive this */
	const Lft *lft;       /* not owned, must outlive this */
	guint32 n_rows;
	guint32 n_channels;
	const guint8 **table;       /* [n_rows] forwarding table, NULL when none was given for this switch */
	guint32 *row_of_node;       /* [n_nodes] PATHS_NONE unless a switch */
	guint32 *first;             /* [n_rows + 1] channels that leave a row are first[row] .. first[row + 1] - 1 */
	guint32 *from, *to;         /* [n_channels] rows */
	guint8 *out_port, *in_port; /* [n_channels] ports at `from` and at `to` */
	guint32 *port_channel;      /* [n_rows][PATHS_PORTS] channel that leaves by a port, or PATHS_NONE */
	guint32 *attached;          /* [n_rows] number of endpoints on the switch */
	guint32 *hosts;             /* [n_rows] number of these that take part */
	guint32 *part;              /* [n_part] endpoints that take part, ascending */
	guint32 n_part;             /* all of them where there is no host */
	gboolean all_endpoints;     /* all take part */
	guint8 *chosen;             /* [n_ports] 1: this endpoint's port takes part; NULL: not chosen one by one */
	guint32 *endpoint_row;      /* [n_endpoints] row an endpoint hangs on */
	guint8 *endpoint_port;      /* [n_endpoints] port of that switch that leads to it */
	guint32 n_missing;          /* switches of the fabric without a table */
	guint32 n_foreign;          /* tables of switches that are not in the fabric */
	guint32 n_astray;           /* switches with a LID whose own table does not keep it (port 0) */
} Paths;

/*
 * The paths of a sealed fabric and its tables. NULL with SSSP_ERROR_INPUT when the two have no switch in common, with
 * SSSP_ERROR_MEMORY. Time O(ports + LIDs).
 */
Paths *paths_new(const Fabric *fabric, const Lft *lft, GError **error);

/* Makes all endpoints take part, aggregation nodes too. O(endpoints + switches). */
void paths_take_all(Paths *paths);

/* Makes these endpoints take part, whatever they are, and no others. FALSE with SSSP_ERROR_MEMORY. O(ports). */
gboolean paths_take_only(Paths *paths, const guint32 *endpoints, guint32 n, GError **error);
void paths_free(Paths *paths); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Paths, paths_free)

/* Whether an endpoint's port (index in the fabric) takes part where none are chosen. O(1). */
static inline gboolean paths_is_measured(const Paths *paths, guint32 port)
{
	return paths->all_endpoints || fabric_port_class(paths->fabric, port) == FABRIC_HOST;
}

/* Whether it takes part. O(1). */
static inline gboolean paths_takes_part(const Paths *paths, guint32 port)
{
	if (paths->lft->unsaid && paths->fabric->ports[port].lid == paths->lft->unsaid)
		return FALSE;
	return paths->chosen ? paths->chosen[port] : paths_is_measured(paths, port);
}

/*
 * Looks up a packet for `lid` in the table of `row`: the out port goes to *port; returns the channel that the packet
 * takes, or PATHS_NONE when it leaves the network of switches there. `row` must have a table. O(1).
 */
static inline guint32 paths_next(const Paths *paths, guint32 row, guint32 lid, guint8 *port)
{
	*port = lft_port(paths->lft, paths->table[row], lid);
	return paths->port_channel[(gsize)row * PATHS_PORTS + *port];
}

/* Whether leaving `row` by `port` (no channel) hands a packet to the port that owns `lid`. O(1). */
gboolean paths_delivers(const Paths *paths, guint32 row, guint8 port, guint32 lid);

/* Whether the text of the tables leaves this LID out (Lft): then there is nothing to judge of it. O(1). */
static inline gboolean paths_is_unsaid(const Paths *paths, guint32 lid)
{
	return lid && lid == paths->lft->unsaid;
}

/*
 * The row of the switch that the owner of `lid` hangs on, or is port 0 of; PATHS_NONE when `lid` has no owner or is
 * unsaid. O(1).
 */
guint32 paths_lid_row(const Paths *paths, guint32 lid);

/* All routes towards one LID. */
typedef struct {
	guint32 lid;
	guint32 *channel; /* [n_rows] channel taken at each switch, PATHS_NONE where the route ends */
	guint32 *hops;    /* [n_rows] channels up to the LID's switch, PATHS_LOST or PATHS_LOOP */
	guint32 *order;   /* [n_arriving] rows from which it is reached, each after the next one on its route */
	guint32 n_arriving;
	guint32 *stack; /* private */
} PathTree;

/* Room for a tree of these paths. NULL with SSSP_ERROR_MEMORY. */
PathTree *path_tree_new(const Paths *paths, GError **error);
void path_tree_free(PathTree *tree); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(PathTree, path_tree_free)

/* Follows the tables from every switch towards `lid`. O(switches): a route ends at a switch whose outcome is known. */
void path_tree_fill(PathTree *tree, const Paths *paths, guint32 lid);

/*
 * Hops of shortest paths from every row to `target`, over all cables whether tables use them or not: PATHS_LOST where
 * there is none. `hops` and `queue` have room for n_rows; the queue gets the rows that are reached, the nearest first.
 * Returns their number. Breadth first, O(channels).
 */
guint32 paths_shortest(const Paths *paths, guint32 target, guint32 *hops, guint32 *queue);

/* The name of a row's switch. */
static inline const char *paths_row_name(const Paths *paths, guint32 row)
{
	return fabric_name(paths->fabric, paths->fabric->switches[row]);
}

#endif
