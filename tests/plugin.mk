# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
if WITH_OPENSM
check_PROGRAMS += tests/check_plugin_options
tests_check_plugin_options_SOURCES = tests/check_plugin_options.c
tests_check_plugin_options_CFLAGS = $(TEST_CFLAGS)
tests_check_plugin_options_LDADD = plugin/libpluginpure.la core/libcore.la $(CHECK_LIBS) $(GLIB_LIBS)
endif
