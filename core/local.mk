# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
noinst_LTLIBRARIES += core/libcore.la
core_libcore_la_SOURCES = \
	core/error.c core/error.h \
	core/fabric.c core/fabric_seal.c core/fabric_lids.c core/fabric_speed.c core/fabric.h \
	core/lft.c core/lft.h \
	core/search.h \
	core/sl.c core/sl2vl.c core/sl.h
core_libcore_la_LIBADD = $(GLIB_LIBS)
