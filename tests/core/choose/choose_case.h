/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Routings of SPECs, each judged, for tests of which lanes and routes are chosen. */
#ifndef SSSP_TESTS_CORE_CHOOSE_CHOOSE_CASE_H
#define SSSP_TESTS_CORE_CHOOSE_CHOOSE_CASE_H

#include "core/routing.h"

/* As by default. */
RoutingOptions choose_case_usual(void);

/* The routing of a SPEC; NULL where there is no such fabric. */
Routing *choose_case_route(const char *spec, const RoutingOptions *options);

#endif
