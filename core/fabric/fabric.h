/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The folder core/fabric: nodes, ports and cables, wherever they were read. In the order in which to read:
 *
 *   fabric.h        the value and its contract (below)
 *   fabric.c        nodes, ports and cables as they are added
 *   fabric_seal.c   the look-ups, the order of everything, aggregation nodes, and the checks
 *   fabric_class    which endpoints are hosts, which aggregation nodes, and those that a user names
 *   fabric_lids.c   LIDs for ports that have none
 *   fabric_speed.c  names and data rates of links
 *   fabric_digest   checksums that tell one fabric from another
 */

/*
 * Holds a fabric: its nodes (switches, channel adapters, routers), their ports, and the cables between ports.
 *
 * A Fabric is three flat arrays (nodes, ports, names). A reader of a topology fills them with fabric_add_node(),
 * fabric_cable() and the fields of FabricPort, and then seals the fabric. Sealing builds the look-ups below and fixes
 * the one order that everything else follows: switches by node GUID, endpoints by LID. A sealed Fabric is read only,
 * with two exceptions: fabric_assign_lids(), which seals again, and fabric_mark_aggregation(). After a change of nodes
 * or cables it has to be sealed again.
 *
 * Ports: every node has n_ports + 1 entries, ports[node.first_port + n] being port n. Port 0 is a switch's own
 * management port (an endpoint of the subnet with a LID, joined to no cable); a CA's entry 0 is unused.
 * LIDs: a switch's LID stands at its port 0, a CA's at each cabled port; 0 means none. A port with LMC l answers to
 * the 2^l LIDs from its base LID on.
 * Bytes: everything is in host order.
 */
#ifndef SSSP_CORE_FABRIC_FABRIC_H
#define SSSP_CORE_FABRIC_FABRIC_H

#include <glib.h>

#define FABRIC_NONE G_MAXUINT32 /* no such node or port */
#define FABRIC_MAX_LID 0xBFFF   /* the last unicast LID */
#define FABRIC_MAX_LMC 7
#define FABRIC_MAX_PORTS 254 /* ports of a node; 255 in a forwarding table means "no path" */

/* Names a switch's port by the switch's node GUID, as administrators do. */
typedef struct {
	guint64 guid;
	guint8 port;
} SwitchPort;

typedef enum { FABRIC_SWITCH, FABRIC_CA, FABRIC_ROUTER } FabricNodeType;

/* Signalling rate of one lane of a link. */
typedef enum {
	FABRIC_SPEED_UNKNOWN,
	FABRIC_SDR,
	FABRIC_DDR,
	FABRIC_QDR,
	FABRIC_FDR10,
	FABRIC_FDR,
	FABRIC_EDR,
	FABRIC_HDR,
	FABRIC_NDR,
	FABRIC_XDR,
	FABRIC_N_SPEEDS
} FabricSpeed;

typedef struct {
	guint64 guid;        /* node GUID, unique in the fabric */
	guint64 system_guid; /* system image GUID, 0 when unknown */
	guint32 vendor_id;
	guint32 device_id;
	guint32 name;       /* offset of the description in Fabric.names; use fabric_name() */
	guint32 first_port; /* index of port 0 in Fabric.ports */
	guint8 type;        /* FabricNodeType */
	guint8 n_ports;     /* physical ports, numbered 1 .. n_ports */
	guint8 enhanced;    /* a switch with an enhanced port 0 */
	guint8 manager;     /* a switch whose port 0 a subnet manager runs on: it exchanges data with other switches */
	guint8 aggregation; /* once sealed: an aggregation node, see fabric_class.h */
	guint8 marked;      /* by fabric_mark_aggregation() */
} FabricNode;

typedef struct {
	guint64 guid; /* port GUID; 0 where the port has none of its own (a switch's physical ports) */
	guint32 node; /* index of the owning node */
	guint32 peer; /* index of the port at the other end of the cable, FABRIC_NONE when not cabled */
	guint16 lid;  /* base LID, 0 when none */
	guint8 num;   /* port number */
	guint8 lmc;
	guint8 width; /* lanes: 1, 2, 4, 8, 12; 0 unknown */
	guint8 speed; /* FabricSpeed */
	guint8 vls;   /* data virtual lanes in operation on the link (OperVLs of both ends), 0 unknown */
} FabricPort;

typedef struct {
	FabricNode *nodes;
	guint32 n_nodes;
	FabricPort *ports;
	guint32 n_ports;
	char *names; /* zero-terminated strings back to back; offset 0 is the empty one */

	/* valid once sealed */
	gboolean sealed;
	guint32 *switches; /* node indices of the switches, ascending node GUID */
	guint32 n_switches;
	/* port indices of the CA and router ports that are cabled to a switch and have a LID, ascending LID */
	guint32 *endpoints;
	guint32 n_endpoints;
	guint32 *lid_port; /* [n_lids] port index that answers to a LID, FABRIC_NONE where none does */
	guint32 n_lids;    /* highest LID in use + 1 */

	/* private */
	guint32 nodes_capacity, ports_capacity, names_size, names_capacity;
	guint32 *by_guid; /* [n_nodes] node indices, ascending node GUID */
} Fabric;

/* An empty fabric; fabric_free() it. Never NULL. */
Fabric *fabric_new(void);
void fabric_free(Fabric *fabric); /* NULL is fine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Fabric, fabric_free)

/*
 * Adds a node with ports 0 .. n_ports, none cabled, and returns its index, or FABRIC_NONE with SSSP_ERROR_INPUT
 * (n_ports out of range) or SSSP_ERROR_MEMORY. `name` may be NULL. GUIDs are not compared here: fabric_seal()
 * refuses duplicates. Pointers into nodes and ports are invalid after it. O(1) amortised.
 */
guint32 fabric_add_node(Fabric *fabric, FabricNodeType type, guint64 guid, guint n_ports, const char *name,
			GError **error);

/* Replaces a node's description. FALSE with SSSP_ERROR_MEMORY. */
gboolean fabric_set_name(Fabric *fabric, guint32 node, const char *name, GError **error);

/* Index of a node's port `num`; `num` must be 0 .. n_ports. */
static inline guint32 fabric_port_index(const Fabric *fabric, guint32 node, guint num)
{
	return fabric->nodes[node].first_port + num;
}

static inline const char *fabric_name(const Fabric *fabric, guint32 node)
{
	return fabric->names + fabric->nodes[node].name;
}

/* The description of the node that a port (index) belongs to. */
static inline const char *fabric_name_at(const Fabric *fabric, guint32 port)
{
	return fabric_name(fabric, fabric->ports[port].node);
}

static inline gboolean fabric_is_switch(const Fabric *fabric, guint32 node)
{
	return fabric->nodes[node].type == FABRIC_SWITCH;
}

/* The port at the other end of a port's cable, NULL without a cable to another node. */
static inline const FabricPort *fabric_other_end(const Fabric *fabric, const FabricPort *port)
{
	const FabricPort *peer = port->peer == FABRIC_NONE ? NULL : &fabric->ports[port->peer];
	return peer && peer->node != port->node ? peer : NULL;
}

/*
 * Joins two ports (indices) with a cable. FALSE with SSSP_ERROR_INPUT when one of them is a port 0 or already joined
 * to a third; joining the same two again is fine. A cable from a port to itself is refused; one from a switch to
 * another port of the same switch is kept (routing ignores it).
 */
gboolean fabric_cable(Fabric *fabric, guint32 a, guint32 b, GError **error);

/* Takes the cable of port `a` out; fine when there is none. */
void fabric_uncable(Fabric *fabric, guint32 a);

/*
 * Builds the look-ups, and checks that GUIDs are unique, that ports belong to their nodes and peers are mutual, that no
 * port 0 has a cable, and that LID ranges are aligned to their LMC, inside 1 .. FABRIC_MAX_LID, disjoint and at ports
 * that take LIDs. FALSE with SSSP_ERROR_INPUT naming the first that does not hold, or SSSP_ERROR_MEMORY. May be called
 * again after changes. O(n log n) in nodes, O(ports + LIDs).
 */
gboolean fabric_seal(Fabric *fabric, GError **error);

/*
 * Checks invariants of a sealed fabric, for tests and for callers that do not trust a reader: GUIDs are unique, ports
 * belong to their nodes, peers are mutual, no port 0 has a cable, each base LID leads to its port, endpoints ascend by
 * LID, and there are as many switches and endpoints as when the fabric was sealed. LID ranges are not checked again:
 * fabric_seal() does that. FALSE with SSSP_ERROR_INPUT naming the first that does not hold.
 */
gboolean fabric_check(const Fabric *fabric, GError **error);

/* Index of the node with this node GUID in a sealed fabric, FABRIC_NONE if none. O(log n). */
guint32 fabric_find_node(const Fabric *fabric, guint64 guid);

/*
 * Gives a LID range to every switch port 0 and every cabled CA or router port that has none, lowest free first:
 * switches by GUID, then CA ports by (node GUID, port). CA ports get LMC `lmc`, switches keep LMC 0; ranges are
 * aligned as InfiniBand asks. `assigned` (may be NULL) gets the number of ports that got one. Seals the fabric.
 * SSSP_ERROR_IMPOSSIBLE when the LID space does not suffice.
 */
gboolean fabric_assign_lids(Fabric *fabric, guint lmc, guint32 *assigned, GError **error);

/* "QDR" for FABRIC_QDR, "?" when unknown; and back (case-insensitive), FABRIC_SPEED_UNKNOWN when unknown. */
const char *fabric_speed_name(FabricSpeed speed);
FabricSpeed fabric_speed_from_name(const char *name);

/* Data rate of one lane in Mbit/s after line coding: 2000 for SDR .. 200000 for XDR; 0 when unknown. */
guint32 fabric_speed_mbps(FabricSpeed speed);

/* Width times speed in Mbit/s; 0 when either is unknown. */
guint32 fabric_port_mbps(const FabricPort *port);

#endif
