/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Options that were given and can have no effect on what was read: said on standard error, unless --quiet. */
#ifndef SSSP_EVALUATOR_COMMANDS_IDLE_H
#define SSSP_EVALUATOR_COMMANDS_IDLE_H

#include "evaluator/commands/command.h"
#include "evaluator/paths/paths.h"

/* `option` makes no difference here, because of `why`. */
void idle_say(const Case *subject, const char *option, const char *why);

/* Says it of --capacity where all cables have the rate of the reference (capacity.h). O(channels + endpoints). */
void idle_capacity(const Case *subject, gboolean given);

/* For commands with several cases: of the notes so far, those stay that this case has as well (all of the `first`). */
void idle_keep_common(GString *notes, const GString *of_case, gboolean first);

#endif
