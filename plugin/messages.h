/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Defines all lines that the plugin writes into OpenSM's log. Each says what happened, what it means for traffic, and
 * what to do where something is to be done. ERR: traffic may stop, be lost or not be protected, or what was asked for
 * was not done. INFO: the engine works as it should. That includes states that it expects and that end by themselves,
 * with an update or at the next sweep, even if some traffic waits or is not protected until then. The manual page
 * opensm-sssp-log(7) has an entry for each, and tests/plugin/test_messages.sh compares. For ENGINE_LOG() of log.h.
 */
#ifndef SSSP_PLUGIN_MESSAGES_H
#define SSSP_PLUGIN_MESSAGES_H

#include "formats/tables/table_names.h"

#include <glib.h>

#define ENGINE_NAME "psssp"

#define MESSAGE_INFO(format) OSM_LOG_INFO, format "\n"
#define MESSAGE_ERR(number, format) OSM_LOG_ERROR, "ERR SSSP" number ": " format "\n"

#define U64 "%" G_GUINT64_FORMAT
#define GUID_AND_NAME "0x%016" G_GINT64_MODIFIER "x '%s'"

/* ---- the plugin is loaded */

#define MSG_LOADED MESSAGE_INFO("opensm-sssp " PACKAGE_VERSION " loaded, routing engine '" ENGINE_NAME "'")
#define MSG_REPLACED MESSAGE_INFO("the built-in routing engine '%s' was replaced by opensm-sssp's")
#define OTHER_ENGINE "OpenSM routes with another engine, which may deadlock, or not at all"
#define MSG_NOT_REGISTERED                                                                                             \
	MESSAGE_ERR("07", "not loaded: cannot register routing engine '" ENGINE_NAME                                   \
			  "', as another plugin has one: " OTHER_ENGINE)
#define MSG_BAD_OPTIONS MESSAGE_ERR("08", "not loaded: event_plugin_options: %s: " OTHER_ENGINE)
/* OpenSM's log cannot be used then: layout.c writes this elsewhere. */
#define MSG_OTHER_LAYOUT                                                                                               \
	MESSAGE_ERR("23", "this " OSM_VERSION " was configured otherwise than the one that the plugin was built for "  \
			  "(--disable-perf-mgr, --enable-debug or the like): %s differs; not loaded. Build the "       \
			  "plugin with the headers of this OpenSM")

/* ---- what is routed */

#define MSG_LEFT_OUT                                                                                                   \
	MESSAGE_ERR("25",                                                                                              \
		    "left out (the first: " GUID_AND_NAME " port %u): %u nodes, %u unhealthy and %u unread link "      \
		    "ends, %u ports with unusable LIDs: these get no traffic, the rest is routed")
#define MSG_NO_SL_MAP                                                                                                  \
	MESSAGE_INFO("%u ends of links between switches have no SL to VL tables: one lane is used on these links")
#define MSG_FILES                                                                                                      \
	MESSAGE_INFO("files name %u destinations to route first, %u compute nodes, %u I/O nodes, %u roots, %u ports "  \
		     "to ignore")
#define MSG_BAD_FILE MESSAGE_ERR("06", "cannot read %s '%s': %s: it is ignored, routes are chosen without it")
#define MSG_AGGREGATION                                                                                                \
	MESSAGE_INFO("%" G_GSIZE_FORMAT " of %u GUIDs in %s were found: these adapters are aggregation nodes, routed " \
		     "after hosts; the rest waits until it is there")
#define MSG_SEVERAL_SWITCHES                                                                                           \
	MESSAGE_INFO("%u hosts (the first: " GUID_AND_NAME ") have ports on several switches: " TABLES_PSL             \
		     " has the SLs of their first port only, path records those of each")

/* ---- finished tables */

#define MSG_TABLES_LOADED MESSAGE_INFO("the tables of routes=%s fit this subnet and are loaded")
#define MSG_TABLES_REFUSED MESSAGE_ERR("10", "routes=%s is ignored, routes are computed: %s")

/* ---- how it was routed */

#define MSG_SUMMARY                                                                                                    \
	MESSAGE_INFO("%u switches, %u LIDs, %u VLs, " U64 " non-minimal pairs, EFI " U64 ", %.0f ms (import %.0f, "    \
		     "route %.0f, layer %.0f, export %.0f). Non-minimal: longer than the shortest path. EFI: most "    \
		     "routes over one channel")
#define MSG_LANES_ANY_SL MESSAGE_INFO("%u lanes needed, %u used (%s): applications are safe on any SL")
#define MSG_LANES_BY_SL                                                                                                \
	MESSAGE_INFO("%u lanes needed, %u used (%s): applications have to use the SL of the path record; where they "  \
		     "do not, set sl=any")
#define MSG_LMC                                                                                                        \
	MESSAGE_INFO("lmc_routes=%s: %u of %u further LIDs have routes of their own, " U64 " pairs longer ones; UCX "  \
		     "uses them with UCX_IB_LID_PATH_BITS=0-%u, base LIDs have the routes that they have without LMC")
#define MSG_WEAK_LINKS                                                                                                 \
	MESSAGE_INFO("%u links between switches have fewer than %u virtual lanes: what crosses them uses those that "  \
		     "they have, and is safe")
#define MSG_SL_ANY                                                                                                     \
	MESSAGE_INFO("sl=any: on %u lanes the fullest channel has " U64 " routes, and " U64                            \
		     " pairs longer paths than "                                                                       \
		     "need be; without it, on %u lanes, " U64 " routes and " U64 " such pairs")
#define NEXT_ENGINE "%s. OpenSM tries the next engine of its list, and minhop at last unless no_fallback is set"
#define MSG_NO_MEMORY MESSAGE_ERR("01", "not routed, as memory was short: " NEXT_ENGINE)
#define MSG_REFUSED MESSAGE_ERR("02", "not routed, as it could deadlock: " NEXT_ENGINE)
#define MSG_CONTRADICTION MESSAGE_ERR("03", "not routed, as the subnet contradicts itself: " NEXT_ENGINE)
#define MSG_TRY_AGAIN MESSAGE_INFO("memory was short: routing is tried again at the next sweep")
#define MSG_MANY_HOPS                                                                                                  \
	MESSAGE_ERR("13", "paths between hosts have up to %u hops: data arrives, but management packets by directed "  \
			  "route cannot go farther than %u; allow more lanes or add cables")
#define MSG_TOO_FAR MESSAGE_ERR("15", U64 " host pairs have no route: it would have more than %d hops; add cables")

/* ---- lanes and QoS */

#define MSG_QOS_ON                                                                                                     \
	MESSAGE_INFO("the plugin has turned QoS on, as %u virtual lanes need SL to VL tables: set qos TRUE and equal " \
		     "weights of VLs in opensm.conf")
#define MSG_LANES_PENDING                                                                                              \
	MESSAGE_INFO("links have %u of %u virtual lanes in operation: OpenSM raises them in this sweep, and the next " \
		     "one, which this plugin has asked OpenSM for, looks whether it did")
#define MSG_LANES_MISSING                                                                                              \
	MESSAGE_ERR("04",                                                                                              \
		    "a link is capable of %u virtual lanes but stays at %u: no more are used on it from now on; "      \
		    "check max_op_vls and the ends of links")

#define MSG_MAPS_MISSING                                                                                               \
	MESSAGE_ERR("26",                                                                                              \
		    "%u SL to VL tables of switches were not taken: packets may be on other lanes and deadlock until " \
		    "OpenSM has sent these tables again, in the next sweep, %s")

/* ---- rerouting */

#define CHANGES                                                                                                        \
	U64 " of " U64 " entries changed (" U64 " unavoidable), " U64 " of " U64 " blocks to send, SLs of " U64        \
	    " of " U64 " kept paths changed"
#define MSG_REROUTED MESSAGE_INFO("rerouted: " CHANGES)
#define MSG_SCRATCH_CHANGED MESSAGE_INFO("routing from scratch, %s: " CHANGES)
#define MSG_SCRATCH MESSAGE_INFO("routing from scratch, %s")
#define WHY_UNKNOWN "as no previous routing is known"
#define WHY_REQUESTED "requested by opensm-sssp.rebalance"
#define WHY_NOW "requested by rebalance=now"
#define WHY_FRESH "as reroute=fresh says"
#define WHY_ALGORITHM "as this algorithm keeps no routes"
#define WHY_CHEAPER "as that needs fewer lanes or has shorter paths"
#define WHY_IMPOSSIBLE "as the previous routes cannot be kept"
#define MSG_DETOURS MESSAGE_INFO(U64 " host pairs have longer paths, so that their connections keep their SL")
#define MSG_DETOURS_ANY_SL                                                                                             \
	MESSAGE_INFO(U64 " host pairs have longer paths, as shorter ones would close a credit loop on these lanes")
#define MSG_OLDER_SLS                                                                                                  \
	MESSAGE_INFO("connections of %u switch pairs may be on SLs given earlier: these are protected, too")
#define MSG_RESTORED MESSAGE_INFO("the previous routing was read from %s: %u switches, %u LIDs")
#define MSG_RESTORED_TABLES                                                                                            \
	MESSAGE_INFO("routing starts from the tables of routes=%s, which do not fit this subnet as they are")
#define MSG_NOT_RESTORED_TABLES MESSAGE_INFO("the tables of routes=%s cannot be taken as the previous routing: %s")
#define OPEN_CONNECTIONS                                                                                               \
	"SLs may change, and with lanes by SL connections that are open may deadlock until they are opened again"
#define MSG_ASYMMETRIC_STATE                                                                                           \
	MESSAGE_ERR("11", "the previous routing in %s is ignored, as it was made with sl=asymmetric: routes "          \
			  "and " OPEN_CONNECTIONS)
#define MSG_BAD_STATE MESSAGE_ERR("11", "the previous routing was not read, so routes and " OPEN_CONNECTIONS ": %s")
#define MSG_NOT_SAVED MESSAGE_ERR("11", "the routing was not saved, so a restart may change routes and SLs: %s")
#define MSG_SAVED_AGAIN MESSAGE_INFO("the routing can be saved again for a restart, in %s")
#define MSG_KEPT_REQUEST                                                                                               \
	MESSAGE_ERR("12", "%s cannot be removed, so its request for routing from scratch was not followed: %s")

/* ---- jobs */

#define MSG_JOBS_UNKNOWN MESSAGE_INFO("jobs: %s:%u: '%s' is no host of this subnet; %u such names are ignored")
#define MSG_JOBS_BAD MESSAGE_ERR("14", "the jobs are ignored, %s: %s")
#define MSG_JOBS_THROTTLED                                                                                             \
	MESSAGE_ERR("14", "the jobs are ignored: they count all links alike, and avoid_throttled_links does not")
#define MSG_JOBS_NONE MESSAGE_INFO("jobs: %u with %u hosts; routes are not weighed for these jobs: %s")
#define MSG_JOBS_BEGUN MESSAGE_INFO("jobs: %u with %u hosts; none of these jobs has begun since the previous routing")
#define MSG_JOBS                                                                                                       \
	MESSAGE_INFO("jobs: %u with %u hosts; routes weighed for %u of these jobs: bandwidth within jobs %.4f, was "   \
		     "%.4f (%+.2f %%), " U64 " blocks of forwarding tables differ for it, %.0f ms")

/* ---- multicast */

#define MSG_MCAST_NO_TREE                                                                                              \
	MESSAGE_ERR("17", "multicast may deadlock with unicast: no safe tree was found. touch %s and send HUP to "     \
			  "route from scratch, which may change all routes and SLs")
#define MSG_MCAST_REFUSED                                                                                              \
	MESSAGE_ERR("17", "multicast groups have no tree, their members hear nothing: no safe tree was found. touch "  \
			  "%s and send HUP to route from scratch, which may change all routes and SLs")
#define MSG_MCAST_MEMBERS                                                                                              \
	MESSAGE_ERR("09", "multicast group 0x%x: the tree does not reach %u of %u members, such as port "              \
			  "0x%016" G_GINT64_MODIFIER "x (%s): they hear nothing until the subnet is routed again")
#define MSG_MCAST_MEMORY                                                                                               \
	MESSAGE_ERR("24", "multicast group 0x%x has no tree, its members hear nothing until the subnet is routed "     \
			  "again: %s")

/* ---- the update of tables */

#define MSG_JOINED MESSAGE_INFO("%u switches joined (the first: " GUID_AND_NAME "): their tables were read")
#define MSG_JOINED_SILENT                                                                                              \
	MESSAGE_ERR("19", "%u switches joined (the first: " GUID_AND_NAME                                              \
			  ") and do not answer when asked for their tables: packets over them may be lost or "         \
			  "deadlock until they have "                                                                  \
			  "new ones")
#define MSG_JOINED_MAPS                                                                                                \
	MESSAGE_INFO("SL to VL tables of %u ports that joined were written before routing, for SLs below "             \
		     "%u; not taken: %u")
#define MSG_FOREIGN                                                                                                    \
	MESSAGE_INFO("%u switches have other tables than the previous routing's: the update starts from what they "    \
		     "have, on its SLs")
#define MSG_FOREIGN_SLS                                                                                                \
	MESSAGE_INFO("%u switches have tables of another subnet manager, whose SLs are not known: during the update "  \
		     "connections on SL 0 are protected, those on others are not")
#define MSG_UNPROVEN MESSAGE_INFO("the previous tables can deadlock; this ends when the new ones are in place")
#define MSG_HURRIED                                                                                                    \
	MESSAGE_INFO("the update was planned within its limit of steps: more host pairs than necessary have no route " \
		     "until its second phase (%u LIDs)")
#define MSG_FORCED MESSAGE_ERR("20", "the update is not proven safe for %u LIDs until its second phase is written")
#define MSG_TWO_PHASES                                                                                                 \
	MESSAGE_INFO("two-phase update, as %s: " U64 " host pairs have no route until the second phase, " U64          \
		     " of these pairs had one (%u of %u changed LIDs wait)")
#define MSG_DONE MESSAGE_INFO("two-phase update: done after %.3f s")
#define MSG_AT_ONCE MESSAGE_INFO("update at once: %u LIDs change, and every mixture of old and new tables is safe")
#define MSG_NO_CHANGE MESSAGE_INFO("nothing changed, nothing to send")
#define MSG_FIRST MESSAGE_INFO("update at once: no switch had a route")
#define MSG_NOT_PROVEN                                                                                                 \
	MESSAGE_ERR("21", "the update is not proven safe, packets may be lost or deadlock until all tables are "       \
			  "written: %s")
#define MSG_FIRST_PHASE_MISSING                                                                                        \
	MESSAGE_ERR("22", "%u switches have not taken the first phase: host pairs that wait have no route until the "  \
			  "next sweep, which this plugin has asked OpenSM for")
#define MSG_LAST_PHASE_MISSING                                                                                         \
	MESSAGE_ERR("22", "%u switches have not taken the second phase: host pairs may have no route until OpenSM "    \
			  "has sent it again")
#define MSG_LANES_WAIT                                                                                                 \
	MESSAGE_INFO("the second phase waits for SL to VL tables, until the next sweep, which this plugin has asked "  \
		     "OpenSM for: host "                                                                               \
		     "pairs that wait have no route until then")
#define MSG_ILLEGAL                                                                                                    \
	MESSAGE_ERR("18", "connections of " U64 " host pairs, and of " U64 " pairs with aggregation nodes or "         \
			  "management ports, may deadlock until they are opened again; they are listed in %s")

/* ---- dumps */

#define MSG_NOT_DUMPED MESSAGE_ERR("05", "cannot write %s; traffic is not affected")
#define MSG_NO_PSL MESSAGE_INFO("%s is not written above %u endpoints without dump_psl=yes; traffic is not affected")

#endif
