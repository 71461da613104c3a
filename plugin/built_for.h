/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Defines the marks in the plugin's file that tell sssp-check for which OpenSM the plugin was built. */
#ifndef SSSP_PLUGIN_BUILT_FOR_H
#define SSSP_PLUGIN_BUILT_FOR_H

/* In the plugin's file OSM_VERSION follows this mark, up to a zero byte. */
#define BUILT_FOR_SIGN                                                                                                 \
	"opensm-sssp, built "                                                                                          \
	"for: "

/* "PerfMgr" or "no PerfMgr" follows: whether that OpenSM was configured with it, which moves what the plugin reads. */
#define BUILT_WITH_SIGN                                                                                                \
	"opensm-sssp, built "                                                                                          \
	"with: "

#endif
