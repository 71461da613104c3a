# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
noinst_LTLIBRARIES += generator/libcli.la
generator_libcli_la_SOURCES = generator/cli.c generator/cli.h
generator_libcli_la_LIBADD = core/libcore.la $(GLIB_LIBS)

bin_PROGRAMS += generator/sssp-topo
generator_sssp_topo_SOURCES = generator/sssp_topo.c
generator_sssp_topo_LDADD = generator/libcli.la formats/libformats.la core/libcore.la $(GLIB_LIBS)

bin_PROGRAMS += generator/sssp-route
generator_sssp_route_SOURCES = generator/sssp_route.c \
	generator/route_advice.c generator/route_advice.h \
	generator/route_fewer.c generator/route_fewer.h \
	generator/route_files.c generator/route_files.h \
	generator/route_folder.c generator/route_folder.h \
	generator/route_lists.c generator/route_lists.h \
	generator/route_options.c generator/route_options.h \
	generator/route_report.c generator/route_report.h
generator_sssp_route_CFLAGS = $(AM_CFLAGS) $(JSON_CFLAGS)
generator_sssp_route_LDADD = generator/libcli.la formats/libformats.la core/libcore.la $(JSON_LIBS) $(GLIB_LIBS)

# one file under the names of all programs, where bash looks for it
completionsdir = $(datadir)/bash-completion/completions
EXTRA_DIST += generator/sssp.bash
install-data-local:
	$(MKDIR_P) "$(DESTDIR)$(completionsdir)"
	for name in sssp-topo sssp-route sssp-eval; do \
		$(INSTALL_DATA) "$(srcdir)/generator/sssp.bash" "$(DESTDIR)$(completionsdir)/$$name" || exit 1; \
	done
uninstall-local:
	for name in sssp-topo sssp-route sssp-eval; do rm -f "$(DESTDIR)$(completionsdir)/$$name"; done
