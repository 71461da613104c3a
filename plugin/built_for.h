/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Defines marks, texts in the plugin's library file. By them sssp-check learns for which OpenSM the plugin was built.
 */
#ifndef SSSP_PLUGIN_BUILT_FOR_H
#define SSSP_PLUGIN_BUILT_FOR_H

/* OSM_VERSION, the version of OpenSM, follows this mark in the file, up to a zero byte. */
#define BUILT_FOR_SIGN                                                                                                 \
	"opensm-sssp, built "                                                                                          \
	"for: "

/* "PerfMgr" or "no PerfMgr" follows: whether that OpenSM has a performance manager. Its structures depend on that. */
#define BUILT_WITH_SIGN                                                                                                \
	"opensm-sssp, built "                                                                                          \
	"with: "

#endif
