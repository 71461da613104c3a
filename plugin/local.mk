# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# OpenSM's own functions are found in the running opensm: no -no-undefined, and no library of OpenSM is linked.
if WITH_OPENSM
lib_LTLIBRARIES += plugin/libosmsssp.la
noinst_LTLIBRARIES += plugin/libpluginpure.la

# What needs no OpenSM, so that tests can link it (with libcore, which must not be inside twice).
plugin_libpluginpure_la_SOURCES = \
	plugin/options.c plugin/options.h \
	plugin/order.c plugin/order.h \
	plugin/snapshot.c plugin/snapshot.h \
	plugin/mcast_prune.c plugin/mcast_prune.h \
	plugin/dump.c plugin/dump.h

plugin_libosmsssp_la_SOURCES = \
	plugin/plugin.c \
	plugin/engine_osm.c plugin/engine_osm.h \
	plugin/export.c plugin/export.h \
	plugin/import.c plugin/import.h \
	plugin/vls.c plugin/vls.h \
	plugin/mcast.c plugin/mcast.h \
	plugin/log.h \
	plugin/admin_files.c plugin/admin_files.h
plugin_libosmsssp_la_CFLAGS = $(AM_CFLAGS) $(OPENSM_CFLAGS)
plugin_libosmsssp_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version -shared \
	-export-symbols $(srcdir)/plugin/plugin.syms
plugin_libosmsssp_la_LIBADD = plugin/libpluginpure.la core/libcore.la $(GLIB_LIBS)
EXTRA_plugin_libosmsssp_la_DEPENDENCIES = plugin/plugin.syms
endif
EXTRA_DIST += plugin/plugin.syms
