/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Holds the options that describe an application and the speeds of a machine, and makes the model of them that is
 * simulated. The commands workload and provision have these options.
 */
#ifndef SSSP_EVALUATOR_COMMANDS_WORKLOAD_WORKLOAD_OPTIONS_H
#define SSSP_EVALUATOR_COMMANDS_WORKLOAD_WORKLOAD_OPTIONS_H

#include "evaluator/commands/command.h"
#include "evaluator/commands/drawn_given.h"
#include "evaluator/workload/workload_case.h"
#include "evaluator/workload/workload.h"

typedef struct {
	WorkloadSetup setup; /* valid after workload_options_check() */
	gint64 ppn;
	gboolean capacity;
} WorkloadOptions;

extern WorkloadOptions workload_options;
extern const GOptionEntry workload_option_entries[];

/*
 * Takes the name of the application from the command line. FALSE with SSSP_ERROR_USAGE when there is none of that name.
 */
gboolean workload_options_take(const char *name, GError **error);

/* FALSE with SSSP_ERROR_USAGE when the options make no sense. */
gboolean workload_options_check(GError **error);

/* The model that name and options ask for; reads their files. NULL with any error. */
WorkloadCase *workload_options_case(const Paths *paths, GError **error);

/*
 * Whether an option with this name ("--sites") was on the command line. It knows only the options that take a quantity
 * or one of some words.
 */
gboolean workload_options_given(const char *name);

/* Notes which of the options made no difference (idle.h). */
void workload_options_say_idle(const Case *subject, const WorkloadCase *workload, const WorkloadFacts *facts);

#endif
