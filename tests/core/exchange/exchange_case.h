/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Routes a fabric, plans the exchange of one routing's tables for another's, and has each phase of it judged. */
#ifndef SSSP_TESTS_CORE_EXCHANGE_EXCHANGE_CASE_H
#define SSSP_TESTS_CORE_EXCHANGE_EXCHANGE_CASE_H

#include "core/engines/engine.h"
#include "core/exchange/exchange.h"
#include "core/routing.h"
#include "tests/core/exchange/exchange_judge.h"

/* `topology`: a file or a SPEC. LIDs are assigned. */
Fabric *exchange_case_fabric(const char *topology);

/* `engine` NULL: the usual one; `previous` NULL: from scratch. */
Routing *exchange_case_route(const RouteEngine *engine, const Fabric *fabric, const PreviousTables *previous,
			     guint lanes);

ExchangePlan *exchange_case_plan(const Fabric *then, const Routing *was, const Fabric *now, const Routing *is);

void exchange_case_print(const char *what, const ExchangeVerdict *v);

/* Whether no phase has circles, dead ends or credit loops, but for those that the plan says are in no proof. */
gboolean exchange_case_is_safe(const Fabric *then, const Routing *was, const Fabric *now, const Routing *is,
			       const ExchangePlan *x, gboolean verbose);

#endif
