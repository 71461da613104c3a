# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# OpenSM's own functions are found in the running opensm: no -no-undefined, and no library of OpenSM is linked.
if WITH_OPENSM
moduledir = $(libdir)
module_PROGRAMS = plugin/libosmsssp.so
noinst_LIBRARIES += plugin/libpluginpure.a plugin/libplugintables.a

# What needs no OpenSM, so that tests can link it (with ROUTING_LIBS, which must not be inside twice).
plugin_libpluginpure_a_SOURCES = \
	plugin/values/options.c plugin/values/options.h \
	plugin/values/order.c plugin/values/order.h \
	plugin/values/snapshot.c plugin/values/snapshot.h \
	plugin/values/mcast_prune.c plugin/values/mcast_prune.h \
	plugin/values/dump.c plugin/values/dump.h \
	plugin/values/folder.c plugin/values/folder.h \
	plugin/values/jobs.c plugin/values/jobs.h plugin/values/job_file.c plugin/values/job_file.h \
	plugin/values/state_file.c plugin/values/state_file.h

# What plugin/values/folder.c, state_file.c and job_file.c read tables, states and lists of hosts with, and no other parser: a process
# that keeps a network alive has no use for more. tests/check_includes.sh has the same list. (Flags of its own make automake compile these files for it.)
plugin_libplugintables_a_SOURCES = \
	formats/tables/fabric_id.c formats/tables/lfts.c formats/tables/slvl.c formats/tables/sssp_sl.c formats/tables/port_guids.c formats/tables/table.c \
	formats/state.c formats/state_reader.c formats/state_write.c formats/lists/job_list.c formats/lists/hostlist.c formats/lists/name_list.c
plugin_libplugintables_a_CFLAGS = $(AM_CFLAGS)
PLUGIN_LIBS = plugin/libpluginpure.a plugin/libplugintables.a formats/text/libtext.a

plugin_libosmsssp_so_SOURCES = \
	plugin/plugin.c plugin/built_for.h plugin/layout.c plugin/layout.h \
	plugin/engine_osm.c plugin/engine_osm.h plugin/engine_state.h \
	plugin/engine_route.c plugin/engine_route.h \
	plugin/sweep.c plugin/sweep.h plugin/status.c plugin/status.h \
	plugin/subnet/export.c plugin/subnet/export.h \
	plugin/engine_jobs.c plugin/engine_jobs.h \
	plugin/subnet/import.c plugin/subnet/import.h \
	plugin/found.c plugin/found.h \
	plugin/last_routing.c plugin/last_routing.h \
	plugin/phases.c plugin/phases.h plugin/second_phase.c \
	plugin/subnet/vls.c plugin/subnet/vls.h plugin/subnet/vls_there.c \
	plugin/subnet/vls_write.c plugin/subnet/vls_write.h \
	plugin/sl2vl.c plugin/sl2vl.h \
	plugin/mcast.c plugin/mcast.h \
	plugin/log.h plugin/messages.h \
	plugin/admin_files.c plugin/admin_files.h
plugin_libosmsssp_so_CFLAGS = $(AM_CFLAGS) $(OPENSM_CFLAGS)
plugin_libosmsssp_so_LDFLAGS = $(HARDEN_LDFLAGS) $(DEBUG_CFLAGS) -shared -Wl,-soname,libosmsssp.so \
	-Wl,--version-script,$(srcdir)/plugin/plugin.syms
plugin_libosmsssp_so_LDADD = $(PLUGIN_LIBS) $(ROUTING_LIBS)
EXTRA_plugin_libosmsssp_so_DEPENDENCIES = plugin/plugin.syms

# Whether an OpenSM will load it; links none of OpenSM's code.
sbin_PROGRAMS += plugin/check/sssp-check
plugin_check_sssp_check_SOURCES = plugin/check/sssp_check.c \
	plugin/check/engine_words.c plugin/check/engine_words.h plugin/check/osm_conf.c plugin/check/osm_conf.h \
	plugin/check/osm_program.c plugin/check/osm_program.h plugin/check/osm_build.c plugin/check/osm_build.h
sbin_PROGRAMS += plugin/check/sssp-status
# What quickstart run does, from what is installed, with the functions that that has.
sbin_SCRIPTS = plugin/check/sssp-try
trydir = $(datadir)/opensm-sssp/try
dist_try_DATA = tests/e2e/functions.sh tests/e2e/comparison.sh tests/e2e/try.sh
plugin/check/sssp-try: $(srcdir)/plugin/check/sssp-try.in Makefile
	$(AM_V_GEN)$(MKDIR_P) plugin/check && sed -e 's,@share@,$(trydir),' -e 's,@library@,$(libdir),' -e 's,@version@,$(PACKAGE_VERSION),' \
		'$(srcdir)/plugin/check/sssp-try.in' >$@.new && chmod +x $@.new && mv $@.new $@
CLEANFILES += plugin/check/sssp-try
plugin_check_sssp_status_SOURCES = plugin/check/sssp_status.c plugin/check/status_text.c plugin/check/status_text.h
plugin_check_sssp_status_CFLAGS = $(AM_CFLAGS) $(JSON_CFLAGS)
plugin_check_sssp_status_LDADD = core/base/libbase.a $(GLIB_LIBS) $(JSON_LIBS)
plugin_check_sssp_check_LDADD = plugin/libpluginpure.a core/base/libbase.a $(GLIB_LIBS)
endif
EXTRA_DIST += plugin/plugin.syms plugin/check/sssp-try.in
