/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Lists the commands of sssp-eval, in the order in which --help has them. */
#include "evaluator/commands/command.h"

extern const EvalCommand command_rehearse;
extern const EvalCommand command_routes, command_ebb, command_pattern, command_deadlock, command_diff, command_compare,
	command_report, command_worst, command_app, command_workload, command_tara, command_provision, command_path,
	command_transition, command_draw, command_load, command_simulate, command_verify, command_rails, command_cabling,
	command_what_if;

/* clang-format off: one a line merges well */
const EvalCommand *const eval_commands[] = {
	&command_routes,
	&command_path,
	&command_ebb,
	&command_pattern,
	&command_deadlock,
	&command_diff,
	&command_transition,
	&command_rehearse,
	&command_compare,
	&command_report,
	&command_load,
	&command_verify,
	&command_what_if,
	&command_rails,
	&command_cabling,
	&command_simulate,
	&command_draw,
	&command_worst,
	&command_app,
	&command_workload,
	&command_tara,
	&command_provision,
	NULL,
};
/* clang-format on */

const EvalCommand *eval_command_find(const char *name)
{
	for (guint i = 0; eval_commands[i]; i++)
		if (g_str_equal(eval_commands[i]->name, name))
			return eval_commands[i];
	return NULL;
}
