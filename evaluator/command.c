/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#include "evaluator/command.h"

extern const EvalCommand command_routes, command_ebb, command_deadlock;

const EvalCommand *const eval_commands[] = {
	&command_routes,
	&command_ebb,
	&command_deadlock,
	NULL,
};

const EvalCommand *eval_command_find(const char *name)
{
	for (guint i = 0; eval_commands[i]; i++)
		if (g_str_equal(eval_commands[i]->name, name))
			return eval_commands[i];
	return NULL;
}
