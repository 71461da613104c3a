/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The marks in the plugin's file by which sssp-check knows the OpenSM that it was built for. */
#ifndef SSSP_PLUGIN_BUILT_FOR_H
#define SSSP_PLUGIN_BUILT_FOR_H

/* OSM_VERSION follows it, up to a zero byte. In two parts, so that no other file has it. */
#define BUILT_FOR_SIGN                                                                                                 \
	"opensm-sssp, built "                                                                                          \
	"for: "

/* "PerfMgr" or "no PerfMgr" follows: whether that OpenSM was configured with it, which moves what the plugin reads. */
#define BUILT_WITH_SIGN                                                                                                \
	"opensm-sssp, built "                                                                                          \
	"with: "

#endif
