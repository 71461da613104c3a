/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The folder generator: the programs that make things, sssp-topo (sssp_topo) a fabric, sssp-route (sssp_route) tables
 * for one. cli has exit statuses and messages of both. What they are made of, in this order:
 *
 *	synth/           a fabric from a SPEC (synth.h)
 *	topo/            topo_draw: a picture of the fabric; topo_slurm, slurm_tree: topology.conf of Slurm
 *	route/           sssp-route, step by step:
 *	  route_options    the command line; route_lists: what it is told in files; route_idle: options without effect
 *	  route_from       previous tables to start from; route_lids: the LIDs that ports had
 *	  route_strict     the routes of the algorithm that was asked for; route_fewer: longer ones for fewer lanes
 *	  route_optimize   routes made better; route_pattern: reads the pattern that they are made for
 *	  route_plan       how new tables take the place of those that switches have
 *	  route_folder     the folder that tables go to; route_files: the files in it
 *	  route_report     reports the work; route_advice: warns of what users of the tables must know
 */

/* Keeps what the programs of this folder share: exit statuses and messages. */
#ifndef SSSP_GENERATOR_CLI_H
#define SSSP_GENERATOR_CLI_H

#include <glib.h>

enum {
	CLI_FINE = 0,
	CLI_FAILED = 1, /* input was read, but what was asked for does not hold or is impossible */
	CLI_WRONG = 2,  /* usage, unreadable input, unwritable output */
};

/*
 * Prints "PROGRAM: message" to standard error; of SSSP_ERROR_INPUT the message is "FILE:LINE: what is wrong". Returns
 * the exit status that goes with the error.
 */
int cli_fail(const char *program, const GError *error);

/* Prints "PROGRAM: what is wrong" and where help is; returns CLI_WRONG. */
int cli_usage(const char *program, const char *format, ...) G_GNUC_PRINTF(2, 3);

#endif
