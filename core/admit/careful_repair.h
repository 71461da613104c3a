/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Declares how a switch gets a path by having a neighbour take another channel. */
#ifndef SSSP_CORE_ADMIT_CAREFUL_REPAIR_H
#define SSSP_CORE_ADMIT_CAREFUL_REPAIR_H

#include "core/admit/careful_state.h"

/*
 * Gives switch w a path by having one of its neighbours take another channel, with a path that may be longer. FALSE,
 * with nothing changed: no neighbour can.
 */
gboolean careful_repair(Careful *careful, guint32 w);
/*
 * Gives switch w a path over its channel b by having the switch at b's end take another channel to a switch that is as
 * near to the target; with `clear` its path then has to be clear (careful_is_clear()). FALSE, with nothing changed:
 * there is none.
 */
gboolean careful_make_room(Careful *careful, guint32 w, guint32 b, gboolean clear);

#endif
