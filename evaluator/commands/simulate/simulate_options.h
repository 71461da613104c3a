/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Holds the options of a packet simulation, for the command simulate and for others that simulate on demand; one set is
 * enough, as a process runs one command.
 */
#ifndef SSSP_EVALUATOR_COMMANDS_SIMULATE_SIMULATE_OPTIONS_H
#define SSSP_EVALUATOR_COMMANDS_SIMULATE_SIMULATE_OPTIONS_H

#include "evaluator/commands/command.h"
#include "evaluator/commands/drawn_given.h"
#include "evaluator/simulate/simulate.h"

typedef struct {
	SimTraffic *traffic; /* NULL: none was given */
	gdouble load[SIM_MOST_LOADS];
	guint32 n_loads;
	gint64 buffer, backlog, slots, warmup, runs, sl, delay, packet, mtu, cables;
	SimQueue queue;
	guint8 weight[SL_COUNT];
	gboolean equal, linear, weights_given, packet_given;
} SimulateGiven;

extern SimulateGiven simulate_given;

/* Callbacks of options, for GOptionEntry. */
gboolean simulate_take_traffic(const char *name, const char *value, gpointer data, GError **error);
gboolean simulate_take_loads(const char *name, const char *value, gpointer data, GError **error);
gboolean simulate_take_queue(const char *name, const char *value, gpointer data, GError **error);
gboolean simulate_take_mapping(const char *name, const char *value, gpointer data, GError **error);
gboolean simulate_take_weights(const char *name, const char *value, gpointer data, GError **error);
gboolean simulate_take_packet(const char *name, const char *value, gpointer data, GError **error);
gboolean simulate_take_mtu(const char *name, const char *value, gpointer data, GError **error);

/* clang-format off */
/* Options of every command that simulates. */
#define SIMULATE_ENTRIES \
	{"load", 'l', 0, G_OPTION_ARG_CALLBACK, simulate_take_loads, \
	 "Offered loads, of a host's cable; 1: saturated (1)", "L1,L2,.."}, \
	{"queue", 0, 0, G_OPTION_ARG_CALLBACK, simulate_take_queue, \
	 "What may leave an input buffer: its head, or a packet for each output (fifo)", "fifo|voq"}, \
	{"buffer", 'b', 0, G_OPTION_ARG_INT64, &simulate_given.buffer, \
	 "Packets of an input buffer, a port and lane (4)", "N"}

/* Options of commands that have other figures and simulate on demand. */
#define SIMULATE_BESIDE \
	{"simulate", 0, 0, G_OPTION_ARG_CALLBACK, simulate_take_traffic, \
	 "Simulate such traffic too: uniform, shift, .. (sssp-eval-simulate(1))", "TRAFFIC"}, \
	{"slots", 0, 0, G_OPTION_ARG_INT64, &simulate_given.slots, "Slots of it that are measured (10000)", "N"}, \
	SIMULATE_ENTRIES
/* clang-format on */

/* FALSE with SSSP_ERROR_USAGE when the options make no sense. */
gboolean simulate_check(GError **error);

/* The options for a fabric of so many hosts that take part; reads the file of a pattern. FALSE with any error. */
gboolean simulate_options(guint32 hosts, SimOptions *how, GError **error);

#endif
