/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What the plugin's files find in the running opensm, for a program that measures them without one. None of it has a
 * part in answering a query; whatever comes here nevertheless ends the program. (No header of OpenSM is included, so
 * the linker alone knows these names.)
 */
#include <stdlib.h>

#define NOT_HERE(function)                                                                                             \
	void function(void);                                                                                           \
	void function(void)                                                                                            \
	{                                                                                                              \
		abort();                                                                                               \
	}

NOT_HERE(osm_get_switch_by_guid)
NOT_HERE(osm_log_v2)
NOT_HERE(osm_mcast_drop_port_list)
NOT_HERE(osm_mcast_make_port_list_and_map)
NOT_HERE(osm_mcast_tbl_set)
NOT_HERE(osm_purge_mtree)
NOT_HERE(osm_qos_setup)
NOT_HERE(osm_req_get)
NOT_HERE(osm_req_set)
NOT_HERE(osm_subn_verify_config)
NOT_HERE(osm_switch_clear_hops)
NOT_HERE(osm_switch_set_hops)
NOT_HERE(osm_ucast_mgr_set_fwd_tables)
NOT_HERE(wait_for_pending_transactions)
