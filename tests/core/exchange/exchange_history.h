/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Judges whether connections that were opened before any of a row of events are safe still. */
#ifndef SSSP_TESTS_CORE_EXCHANGE_EXCHANGE_HISTORY_H
#define SSSP_TESTS_CORE_EXCHANGE_EXCHANGE_HISTORY_H

#include "core/exchange/exchange.h"
#include "core/routing.h"

/*
 * SLs of each earlier routing; pairs that were told to connect again have the SLs of then. What goes away keeps them
 * until it is back. LIDs stay what they are.
 */
typedef struct ExchangeHistory ExchangeHistory;

ExchangeHistory *exchange_history_new(void);
void exchange_history_free(ExchangeHistory *history);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ExchangeHistory, exchange_history_free)

/* Paths whose SL was kept when one of their ends came back, so far. */
guint exchange_history_back(const ExchangeHistory *history);

/*
 * `is` took the place of `was` as planned. Whether the routes of now close no cycle with each earlier routing's SLs
 * beside their own, nor with a mixture of them that `seed` draws. Management traffic that is in no proof: TRUE.
 */
gboolean exchange_history_is_free(ExchangeHistory *history, const Fabric *then, const Routing *was, const Fabric *now,
				  const Routing *is, const ExchangePlan *plan, guint32 seed);

/*
 * Whether the plan lists all pairs of hosts on whose earlier SL the new routes close a cycle, as the routing knows it.
 */
gboolean exchange_history_tells_all(const Fabric *then, const Fabric *now, const Routing *is, const ExchangePlan *plan);

#endif
