# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
noinst_LTLIBRARIES += formats/libformats.la
formats_libformats_la_SOURCES = \
	formats/parse_log.c formats/parse_log.h
formats_libformats_la_LIBADD = core/libcore.la
