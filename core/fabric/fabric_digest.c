/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Computes the three checksums (SHA-256) of a fabric: of its nodes, its cables and its LIDs. One walk takes the nodes
 * by GUID and their ports by number, so that the order of the input makes no difference. Numbers go in with the highest
 * byte first, so that all machines agree.
 */
#include "core/fabric/fabric_digest.h"

#include <string.h>

typedef struct {
	const Fabric *fabric;
	GChecksum *nodes, *cabling, *lids;
	FabricDigest *digest;
} Walk;

/* Eight bytes, the highest first. */
static void put(GChecksum *sum, guint64 number)
{
	guint64 bytes = GUINT64_TO_BE(number);
	g_checksum_update(sum, (const guchar *)&bytes, sizeof bytes);
}

static gboolean is_cabled(const Fabric *fabric, const FabricNode *node)
{
	for (guint num = 1; num <= node->n_ports; num++)
		if (fabric_other_end(fabric, &fabric->ports[node->first_port + num]))
			return TRUE;
	return FALSE;
}

/* A LID range. A base port 0 has no LMC, whatever a text says. */
static void put_lids(Walk *walk, const FabricNode *node, const FabricPort *port)
{
	if (!port->lid)
		return;
	put(walk->lids, node->guid);
	put(walk->lids, port->num);
	put(walk->lids, port->lid);
	put(walk->lids, node->type == FABRIC_SWITCH && !node->enhanced ? 0 : port->lmc);
}

/* A cable, from the end whose GUID is less. */
static void put_cable(Walk *walk, const FabricNode *node, const FabricPort *port, const FabricPort *other)
{
	const FabricNode *there = &walk->fabric->nodes[other->node];
	if (there->guid < node->guid)
		return;
	put(walk->cabling, node->guid);
	put(walk->cabling, port->num);
	put(walk->cabling, there->guid);
	put(walk->cabling, other->num);
}

/* Ports of switches are counted because SL to VL tables have a row for each; those of CAs make no difference. */
static void put_node(Walk *walk, const FabricNode *node)
{
	const Fabric *fabric = walk->fabric;
	gboolean is_switch = node->type == FABRIC_SWITCH;
	put(walk->nodes, node->guid);
	put(walk->nodes, node->type);
	put(walk->nodes, is_switch ? node->n_ports : 0);
	walk->digest->n_switches += is_switch ? 1 : 0;
	if (is_switch)
		put_lids(walk, node, &fabric->ports[node->first_port]);
	for (guint num = 1; num <= node->n_ports; num++) {
		const FabricPort *port = &fabric->ports[node->first_port + num];
		const FabricPort *other = fabric_other_end(fabric, port);
		if (!other)
			continue;
		put_cable(walk, node, port, other);
		if (is_switch)
			continue;
		put_lids(walk, node, port);
		walk->digest->n_endpoints += fabric_is_switch(fabric, other->node) ? 1 : 0;
	}
}

static void finish(GChecksum *sum, char *text)
{
	g_strlcpy(text, g_checksum_get_string(sum), FABRIC_DIGEST_LENGTH + 1);
	g_checksum_free(sum);
}

FabricDigest fabric_digest(const Fabric *fabric)
{
	FabricDigest digest = {.n_switches = 0};
	Walk walk = {.fabric = fabric,
		     .nodes = g_checksum_new(G_CHECKSUM_SHA256),
		     .cabling = g_checksum_new(G_CHECKSUM_SHA256),
		     .lids = g_checksum_new(G_CHECKSUM_SHA256),
		     .digest = &digest};
	for (guint32 i = 0; i < fabric->n_nodes; i++) {
		const FabricNode *node = &fabric->nodes[fabric->by_guid[i]];
		if (is_cabled(fabric, node))
			put_node(&walk, node);
	}
	finish(walk.nodes, digest.nodes);
	finish(walk.cabling, digest.cabling);
	finish(walk.lids, digest.lids);
	return digest;
}

FabricDifference fabric_digest_compare(const FabricDigest *a, const FabricDigest *b)
{
	if (strcmp(a->nodes, b->nodes))
		return FABRIC_DIGEST_OTHER_NODES;
	if (strcmp(a->cabling, b->cabling))
		return FABRIC_DIGEST_OTHER_CABLING;
	return strcmp(a->lids, b->lids) ? FABRIC_DIGEST_OTHER_LIDS : FABRIC_DIGEST_SAME;
}

const char *fabric_difference_text(FabricDifference difference)
{
	static const char *const texts[] = {
		[FABRIC_DIGEST_SAME] = "the same fabric",
		[FABRIC_DIGEST_OTHER_NODES] = "other nodes",
		[FABRIC_DIGEST_OTHER_CABLING] = "other cabling",
		[FABRIC_DIGEST_OTHER_LIDS] = "other LIDs",
	};
	return texts[difference];
}
