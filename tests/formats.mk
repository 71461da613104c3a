# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
FORMATS_TEST_LIBS = formats/libformats.la core/libcore.la $(CHECK_LIBS) $(GLIB_LIBS)
EXTRA_DIST += tests/formats_common.h

if HAVE_CHECK
check_PROGRAMS += tests/check_ibnetdiscover
tests_check_ibnetdiscover_SOURCES = tests/check_ibnetdiscover.c
tests_check_ibnetdiscover_CFLAGS = $(TEST_CFLAGS)
tests_check_ibnetdiscover_LDADD = $(FORMATS_TEST_LIBS)
endif
