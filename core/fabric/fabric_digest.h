/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Computes three checksums of a fabric, of its nodes, cables and LIDs, which tell whether tables were made for it, and
 * if not, what is different.
 *
 * They are defined over what every reader of a fabric sees alike, a text as well as a subnet manager: nodes that have a
 * cable to another node, those cables, and the LIDs that stand at these nodes. They do not depend on the order of nodes
 * and cables in the input, nor on descriptions, port GUIDs, widths, speeds or lanes; nor on ports that are down, nor on
 * cables from a switch to itself, which routing ignores.
 */
#ifndef SSSP_CORE_FABRIC_FABRIC_DIGEST_H
#define SSSP_CORE_FABRIC_FABRIC_DIGEST_H

#include "core/fabric/fabric.h"

#include <glib.h>

#define FABRIC_DIGEST_LENGTH 64 /* SHA-256 in lower-case hexadecimal */

typedef struct {
	char nodes[FABRIC_DIGEST_LENGTH + 1];   /* node GUIDs and kinds, and the number of ports of switches */
	char cabling[FABRIC_DIGEST_LENGTH + 1]; /* cables: node GUID and port number of both ends */
	char lids[FABRIC_DIGEST_LENGTH + 1];    /* LID and LMC of each port that has one */
	guint32 n_switches, n_endpoints;        /* of the nodes that count; CA and router ports cabled to a switch */
} FabricDigest;

/* What tells two fabrics apart: the first of nodes, cabling and LIDs that differs; those after it are not compared. */
typedef enum {
	FABRIC_DIGEST_SAME,
	FABRIC_DIGEST_OTHER_NODES,
	FABRIC_DIGEST_OTHER_CABLING,
	FABRIC_DIGEST_OTHER_LIDS
} FabricDifference;

/* The digest of a sealed fabric. O(ports). Allocates a few hundred bytes, whatever the fabric. */
FabricDigest fabric_digest(const Fabric *fabric);

/* The first of nodes, cabling and LIDs that differs. */
FabricDifference fabric_digest_compare(const FabricDigest *a, const FabricDigest *b);

/* "other nodes", "other cabling", "other LIDs"; "the same fabric". */
const char *fabric_difference_text(FabricDifference difference);

#endif
