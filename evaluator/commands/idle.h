/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Notes the options that were given but can have no effect on what was read. The notes go to standard error, unless
 * --quiet.
 */
#ifndef SSSP_EVALUATOR_COMMANDS_IDLE_H
#define SSSP_EVALUATOR_COMMANDS_IDLE_H

#include "evaluator/commands/command.h"
#include "evaluator/paths/paths.h"

/* Notes that `option` makes no difference here, because of `why`. */
void idle_say(const Case *subject, const char *option, const char *why);

/*
 * Notes --capacity, if `given`, where all cables have the rate of the reference (capacity.h). O(channels + endpoints).
 */
void idle_capacity(const Case *subject, gboolean given);

/*
 * For commands with several cases: keeps of `notes` only the lines that are in `of_case` too; takes all lines of the
 * `first` case.
 */
void idle_keep_common(GString *notes, const GString *of_case, gboolean first);

#endif
