# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# What readers are made of.
noinst_LIBRARIES += formats/text/libtext.a
formats_text_libtext_a_SOURCES = \
	formats/text/emit.c formats/text/emit.h formats/text/make_room.c formats/text/make_room.h \
	formats/text/parse_log.c formats/text/parse_log.h formats/text/rows.c formats/text/rows.h \
	formats/text/scan.c formats/text/scan.h formats/text/source.c formats/text/source.h

# Topologies.
noinst_LIBRARIES += formats/net/libnet.a
formats_net_libnet_a_SOURCES = \
	formats/net/csv_sections.c formats/net/csv_sections.h formats/net/db_csv.c formats/net/db_csv.h formats/net/db_csv_rows.c formats/net/db_csv_rows.h \
	formats/net/ibnetdiscover.c formats/net/ibnetdiscover.h formats/net/records/net_guids.c formats/net/records/net_nodes.c formats/net/net_pieces.c \
	formats/net/net_dump.c formats/net/net_dump.h formats/net/records/net_ends.c formats/net/records/net_ends.h \
	formats/net/plan.c formats/net/plan.h formats/net/linkinfo.c formats/net/linkinfo.h formats/net/net_reader.c formats/net/net_reader.h formats/net/net_record_node.c formats/net/net_record_port.c \
	formats/net/records/net_records.c formats/net/records/net_records.h formats/net/records/net_resolve.c formats/net/records/net_resolve.h \
	formats/net/subnet_lst.c formats/net/subnet_lst.h

# What links have carried.
noinst_LIBRARIES += formats/counters/libcounters.a
formats_counters_libcounters_a_SOURCES = \
	formats/counters/counter_names.c formats/counters/counter_names.h formats/counters/counter_row.h \
	formats/counters/counters.c formats/counters/counters.h formats/counters/counters_lines.c \
	formats/counters/counters_lines.h formats/counters/counters_reader.c formats/counters/counters_reader.h \
	formats/counters/counters_table.c formats/counters/counters_table.h

# Lists of hosts, GUIDs, ports and ranks.
noinst_LIBRARIES += formats/lists/liblists.a
formats_lists_liblists_a_SOURCES = \
	formats/lists/guid_list.c formats/lists/guid_list.h formats/lists/guid_number.c formats/lists/guid_number.h \
	formats/lists/hostlist.c formats/lists/hostlist.h \
	formats/lists/host_fold.c formats/lists/host_fold.h formats/lists/job_list.c formats/lists/job_list.h \
	formats/lists/machines.c formats/lists/machines.h formats/lists/name_list.c formats/lists/name_list.h \
	formats/lists/name_map.c formats/lists/name_map.h formats/lists/port_list.c formats/lists/port_list.h \
	formats/lists/rank_pairs.c formats/lists/rank_pairs.h formats/lists/reconnect_list.c formats/lists/reconnect_list.h

# Tables, and the door to all of them (input.h).
noinst_LIBRARIES += formats/libformats.a
formats_libformats_a_SOURCES = \
	formats/tables/fabric_id.c formats/tables/fabric_id.h formats/tables/fdbs.c formats/tables/fdbs.h formats/tables/guid2lid.c formats/tables/guid2lid.h \
	formats/input.c formats/input.h formats/input_file.c formats/input_file.h formats/input_state.c formats/interrupt.c formats/interrupt.h formats/ticker.c formats/ticker.h \
	formats/tables/lfts.c formats/tables/lfts.h formats/tables/mcfdbs.c formats/tables/mcfdbs.h formats/output.c formats/output.h \
	formats/tables/port_guids.c formats/tables/port_guids.h formats/tables/psl.c formats/tables/psl.h \
	formats/tables/slvl.c formats/tables/slvl.h formats/tables/sssp_sl.c formats/tables/sssp_sl.h formats/state.c formats/state.h \
	formats/state_bytes.h formats/state_reader.c formats/state_reader.h formats/state_write.c formats/tables/table.c formats/tables/table.h \
	formats/tables/table_names.h formats/tables/tables_of.h

FORMATS_LIBS = formats/libformats.a formats/net/libnet.a formats/counters/libcounters.a formats/lists/liblists.a formats/text/libtext.a $(VALUES_LIBS)
