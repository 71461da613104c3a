# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
FORMATS_TEST_LIBS = formats/libformats.la core/libcore.la $(CHECK_LIBS) $(GLIB_LIBS)
EXTRA_DIST += tests/formats_common.h

if HAVE_CHECK
check_PROGRAMS += tests/check_ibnetdiscover tests/check_input tests/check_sl_files tests/check_subnet_lst \
	tests/check_lft_files tests/check_fabric_id tests/check_mcfdbs tests/check_source
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
tests_check_fabric_id_SOURCES = tests/check_fabric_id.c
tests_check_fabric_id_CFLAGS = $(TEST_CFLAGS)
tests_check_fabric_id_LDADD = $(FORMATS_TEST_LIBS)
tests_check_mcfdbs_SOURCES = tests/check_mcfdbs.c
tests_check_mcfdbs_CFLAGS = $(TEST_CFLAGS)
tests_check_mcfdbs_LDADD = $(FORMATS_TEST_LIBS)
tests_check_source_SOURCES = tests/check_source.c
tests_check_source_CFLAGS = $(TEST_CFLAGS)
tests_check_source_LDADD = $(FORMATS_TEST_LIBS)
endif

# Fuzz targets. With --enable-fuzzer they are libFuzzer's, to be run by hand: tests/fuzz_lfts CORPUS; else `make check`
# runs each over its corpus and damaged copies of it.
EXTRA_DIST += tests/corpus
LIBS_FUZZ = formats/libformats.la core/libcore.la $(GLIB_LIBS)
if ENABLE_FUZZER
FUZZ_DRIVER =
LDFLAGS_FUZZ = $(AM_LDFLAGS) -fsanitize=fuzzer
noinst_PROGRAMS += $(FUZZ_TARGETS)
else
FUZZ_DRIVER = tests/fuzz_driver.c
LDFLAGS_FUZZ = $(AM_LDFLAGS)
check_PROGRAMS += $(FUZZ_TARGETS)
endif
FUZZ_TARGETS = tests/fuzz_fabric_id tests/fuzz_fdbs tests/fuzz_guid_lists tests/fuzz_ibnetdiscover tests/fuzz_lfts \
	tests/fuzz_mcfdbs tests/fuzz_psl tests/fuzz_slvl tests/fuzz_sssp_sl tests/fuzz_subnet_lst
tests_fuzz_fabric_id_SOURCES = tests/fuzz_fabric_id.c tests/fuzz.h $(FUZZ_DRIVER)
tests_fuzz_fabric_id_CPPFLAGS = $(AM_CPPFLAGS) -DFUZZ_CORPUS=\"fabric_id\"
tests_fuzz_fabric_id_LDFLAGS = $(LDFLAGS_FUZZ)
tests_fuzz_fabric_id_LDADD = $(LIBS_FUZZ)
tests_fuzz_fdbs_SOURCES = tests/fuzz_fdbs.c tests/fuzz.h $(FUZZ_DRIVER)
tests_fuzz_fdbs_CPPFLAGS = $(AM_CPPFLAGS) -DFUZZ_CORPUS=\"fdbs\"
tests_fuzz_fdbs_LDFLAGS = $(LDFLAGS_FUZZ)
tests_fuzz_fdbs_LDADD = $(LIBS_FUZZ)
tests_fuzz_guid_lists_SOURCES = tests/fuzz_guid_lists.c tests/fuzz.h $(FUZZ_DRIVER)
tests_fuzz_guid_lists_CPPFLAGS = $(AM_CPPFLAGS) -DFUZZ_CORPUS=\"guid_lists\"
tests_fuzz_guid_lists_LDFLAGS = $(LDFLAGS_FUZZ)
tests_fuzz_guid_lists_LDADD = $(LIBS_FUZZ)
tests_fuzz_ibnetdiscover_SOURCES = tests/fuzz_ibnetdiscover.c tests/fuzz.h $(FUZZ_DRIVER)
tests_fuzz_ibnetdiscover_CPPFLAGS = $(AM_CPPFLAGS) -DFUZZ_CORPUS=\"ibnetdiscover\"
tests_fuzz_ibnetdiscover_LDFLAGS = $(LDFLAGS_FUZZ)
tests_fuzz_ibnetdiscover_LDADD = $(LIBS_FUZZ)
tests_fuzz_lfts_SOURCES = tests/fuzz_lfts.c tests/fuzz.h $(FUZZ_DRIVER)
tests_fuzz_lfts_CPPFLAGS = $(AM_CPPFLAGS) -DFUZZ_CORPUS=\"lfts\"
tests_fuzz_lfts_LDFLAGS = $(LDFLAGS_FUZZ)
tests_fuzz_lfts_LDADD = $(LIBS_FUZZ)
tests_fuzz_mcfdbs_SOURCES = tests/fuzz_mcfdbs.c tests/fuzz.h $(FUZZ_DRIVER)
tests_fuzz_mcfdbs_CPPFLAGS = $(AM_CPPFLAGS) -DFUZZ_CORPUS=\"mcfdbs\"
tests_fuzz_mcfdbs_LDFLAGS = $(LDFLAGS_FUZZ)
tests_fuzz_mcfdbs_LDADD = $(LIBS_FUZZ)
tests_fuzz_psl_SOURCES = tests/fuzz_psl.c tests/fuzz.h $(FUZZ_DRIVER)
tests_fuzz_psl_CPPFLAGS = $(AM_CPPFLAGS) -DFUZZ_CORPUS=\"psl\"
tests_fuzz_psl_LDFLAGS = $(LDFLAGS_FUZZ)
tests_fuzz_psl_LDADD = $(LIBS_FUZZ)
tests_fuzz_slvl_SOURCES = tests/fuzz_slvl.c tests/fuzz.h $(FUZZ_DRIVER)
tests_fuzz_slvl_CPPFLAGS = $(AM_CPPFLAGS) -DFUZZ_CORPUS=\"slvl\"
tests_fuzz_slvl_LDFLAGS = $(LDFLAGS_FUZZ)
tests_fuzz_slvl_LDADD = $(LIBS_FUZZ)
tests_fuzz_sssp_sl_SOURCES = tests/fuzz_sssp_sl.c tests/fuzz.h $(FUZZ_DRIVER)
tests_fuzz_sssp_sl_CPPFLAGS = $(AM_CPPFLAGS) -DFUZZ_CORPUS=\"sssp_sl\"
tests_fuzz_sssp_sl_LDFLAGS = $(LDFLAGS_FUZZ)
tests_fuzz_sssp_sl_LDADD = $(LIBS_FUZZ)
tests_fuzz_subnet_lst_SOURCES = tests/fuzz_subnet_lst.c tests/fuzz.h $(FUZZ_DRIVER)
tests_fuzz_subnet_lst_CPPFLAGS = $(AM_CPPFLAGS) -DFUZZ_CORPUS=\"subnet_lst\"
tests_fuzz_subnet_lst_LDFLAGS = $(LDFLAGS_FUZZ)
tests_fuzz_subnet_lst_LDADD = $(LIBS_FUZZ)
