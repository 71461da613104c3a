/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The mark in the plugin's file by which sssp-check knows the OpenSM that it was built for. */
#ifndef SSSP_PLUGIN_BUILT_FOR_H
#define SSSP_PLUGIN_BUILT_FOR_H

/* OSM_VERSION follows it, up to a zero byte. In two parts, so that no other file has it. */
#define BUILT_FOR_SIGN                                                                                                 \
	"opensm-sssp, built "                                                                                          \
	"for: "

#endif
