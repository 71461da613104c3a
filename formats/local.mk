# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
noinst_LTLIBRARIES += formats/libformats.la
formats_libformats_la_SOURCES = \
	formats/csv_sections.c formats/csv_sections.h \
	formats/db_csv.c formats/db_csv.h \
	formats/emit.c formats/emit.h \
	formats/fabric_id.c formats/fabric_id.h \
	formats/fdbs.c formats/fdbs.h \
	formats/guid2lid.c formats/guid2lid.h \
	formats/guid_list.c formats/guid_list.h \
	formats/ibnetdiscover.c formats/ibnetdiscover.h \
	formats/input.c formats/input.h \
	formats/interrupt.c formats/interrupt.h \
	formats/lfts.c formats/lfts.h \
	formats/mcfdbs.c formats/mcfdbs.h \
	formats/net_nodes.c formats/net_resolve.c formats/net_resolve.h \
	formats/net_pieces.c formats/net_record_node.c formats/net_record_port.c formats/net_reader.h \
	formats/net_records.c formats/net_records.h \
	formats/name_list.c formats/name_list.h \
	formats/output.c formats/output.h \
	formats/parse_log.c formats/parse_log.h \
	formats/port_guids.c formats/port_guids.h \
	formats/port_list.c formats/port_list.h \
	formats/psl.c formats/psl.h \
	formats/rank_pairs.c formats/rank_pairs.h \
	formats/rows.c formats/rows.h \
	formats/scan.c formats/scan.h \
	formats/slvl.c formats/slvl.h \
	formats/source.c formats/source.h \
	formats/sssp_sl.c formats/sssp_sl.h \
	formats/subnet_lst.c formats/subnet_lst.h \
	formats/table.c formats/table.h
formats_libformats_la_LIBADD = core/libcore.la
