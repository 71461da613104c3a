/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Two sets of tables for a small fabric, drawn at random, and what an entry of either does to a packet. */
#ifndef SSSP_TESTS_EVALUATOR_TRANSITION_TWO_TABLES_H
#define SSSP_TESTS_EVALUATOR_TRANSITION_TWO_TABLES_H

#include "core/fabric/fabric.h"
#include "core/tables/lft.h"
#include "core/tables/sl.h"

/* One set of tables. */
typedef struct {
	Lft *lft;
	PathSl *sl;
	Sl2vl *sl2vl;
} TableSet;

/* `damage`: entries that are anything; with some routes are no shortest ones, so that old and new can cross. */
TableSet table_set_draw(const Fabric *fabric, GRand *rand, guint damage);
void table_set_clear(TableSet *set);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(TableSet, table_set_clear)

/* The entry at a switch; 255: none. */
guint8 table_set_entry(const Fabric *f, const TableSet *set, guint32 node, guint32 lid);

/* A fabric of three switches up to so many. */
Fabric *two_tables_fabric(GRand *rand, guint32 switches);

/* Where a packet is: in the switch `node`, come in by port `in`. */
typedef struct {
	guint32 node;
	guint in;
} Place;

typedef enum { GOES_ON, ARRIVES, IS_LOST, GOES_ROUND } Fate;

/* The place of a switch among all of them: its bit where mixtures are numbers. */
guint two_tables_number(const Fabric *f, guint32 node);

/* What leaving by a port comes to; *at is where the packet is then, if it goes on. */
Fate two_tables_leave(const Fabric *f, Place *at, guint8 port, guint32 lid);

/* Where packets of an endpoint, or of a switch's port 0, begin. */
Place two_tables_start(const Fabric *f, guint32 source);

/* Hands each LID to `begin`, and then each source of data for it to `visit`. */
void two_tables_pairs(const Fabric *f, void (*begin)(gpointer, guint32), void (*visit)(gpointer, guint32, guint32),
		      gpointer user);

#endif
