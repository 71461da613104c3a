# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
noinst_LTLIBRARIES += formats/libformats.la
formats_libformats_la_SOURCES = \
	formats/emit.c formats/emit.h \
	formats/ibnetdiscover.c formats/ibnetdiscover.h \
	formats/input.c formats/input.h \
	formats/net_records.c formats/net_resolve.c formats/net_records.h \
	formats/parse_log.c formats/parse_log.h \
	formats/scan.c formats/scan.h
formats_libformats_la_LIBADD = core/libcore.la
