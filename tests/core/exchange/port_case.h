/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * One exchange to or from lanes that switches choose by ports: routes, plans, and has each phase judged by what follows
 * packets through all tables that may be in force (exchange_union.h).
 */
#ifndef SSSP_TESTS_CORE_EXCHANGE_PORT_CASE_H
#define SSSP_TESTS_CORE_EXCHANGE_PORT_CASE_H

#include "core/exchange/exchange.h"
#include "core/routing.h"
#include "tests/core/exchange/exchange_union.h"

/* How lanes are chosen. */
typedef enum { BY_PORTS, ONE_LANE, BY_SL, KINDS } PortCaseKind;

extern const char *const port_case_kind_names[KINDS];

/* Fabrics that have all of these, or most. */
enum { PORT_CASE_SPECS = 7 };
extern const char *const port_case_specs[PORT_CASE_SPECS];

/* Whether each plan is printed. */
extern gboolean port_case_tells;

typedef struct {
	guint plans, at_once, two_phases, after_first, before_last, unproven;
	guint needless; /* in two phases for a credit loop that there is none of */
	guint64 waiting, all;
} PortCaseTally;

/* NULL: that is not to be had here. Destinations behind the switch of that row are routed first. */
Routing *port_case_route(const Fabric *fabric, PortCaseKind kind, guint32 first);

/* `maybe`: what some switches may have instead of what there was, or NULL. */
ExchangePlan *port_case_plan(const Fabric *then, const Routing *was, const Lft *maybe, const Fabric *now,
			     const Routing *is);

typedef enum { OLD = 1, NEW = 2 } PortCaseSides;

/* VLs that tables of what leaves by a port without a cable may have: nobody writes these. */
#define PORT_CASE_AGED 5

/* What there was before an exchange. */
typedef struct {
	const Fabric *fabric;
	const Routing *routing;
	/* the SL to VL tables, with that VL where a port had no cable; NULL: not by ports */
	Sl2vl *aged[PORT_CASE_AGED];
} PortCaseBefore;

PortCaseBefore port_case_before(const Fabric *fabric, const Routing *routing);
void port_case_before_clear(PortCaseBefore *before);

/* Tables of these sides are in force, and forwarding tables a and b (or NULL). */
ExchangeUnionVerdict port_case_judge_phase(const Fabric *now, const PortCaseBefore *before, const Routing *is,
					   const ExchangePlan *x, const Lft *a, const Lft *b, PortCaseSides sides);

/* Fails the test unless all phases are free of credit loops and circles, and lose nothing. */
void port_case_judge_phases(const char *name, const Fabric *now, const PortCaseBefore *before, const Routing *is,
			    const ExchangePlan *x);

/* Plans, judges and counts. */
void port_case_look(const char *name, const Fabric *then, const Routing *was, const Fabric *now, const Routing *is,
		    PortCaseTally *tally);

#endif
