# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
FORMATS_TEST_LIBS = formats/libformats.la core/libcore.la $(CHECK_LIBS) $(GLIB_LIBS)
EXTRA_DIST += tests/formats_common.h

if HAVE_CHECK
check_PROGRAMS += tests/check_ibnetdiscover tests/check_input tests/check_sl_files tests/check_subnet_lst \
	tests/check_lft_files
tests_check_ibnetdiscover_SOURCES = tests/check_ibnetdiscover.c
tests_check_ibnetdiscover_CFLAGS = $(TEST_CFLAGS)
tests_check_ibnetdiscover_LDADD = $(FORMATS_TEST_LIBS)
tests_check_input_SOURCES = tests/check_input.c
tests_check_input_CFLAGS = $(TEST_CFLAGS)
tests_check_input_LDADD = $(FORMATS_TEST_LIBS)
tests_check_sl_files_SOURCES = tests/check_sl_files.c
tests_check_sl_files_CFLAGS = $(TEST_CFLAGS)
tests_check_sl_files_LDADD = $(FORMATS_TEST_LIBS)
tests_check_subnet_lst_SOURCES = tests/check_subnet_lst.c
tests_check_subnet_lst_CFLAGS = $(TEST_CFLAGS)
tests_check_subnet_lst_LDADD = $(FORMATS_TEST_LIBS)
tests_check_lft_files_SOURCES = tests/check_lft_files.c
tests_check_lft_files_CFLAGS = $(TEST_CFLAGS)
tests_check_lft_files_LDADD = $(FORMATS_TEST_LIBS)
endif
