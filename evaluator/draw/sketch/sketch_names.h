/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Names the parts of a sketch (the boxes of a picture of a fabric), and switches and cables in its texts. */
#ifndef SSSP_EVALUATOR_DRAW_SKETCH_SKETCH_NAMES_H
#define SSSP_EVALUATOR_DRAW_SKETCH_SKETCH_NAMES_H

#include "evaluator/draw/sketch/sketch.h"

/* Gives all parts their names and titles, in valid UTF-8. */
void sketch_name(Sketch *sketch);

/* A switch's name, its GUID where it has none of its own. Free with g_free(). */
char *sketch_switch_name(const Fabric *fabric, guint32 node);

/* "NAME port N -> NAME port N" of the cable that a port sends into. Free with g_free(). */
char *sketch_cable_name(const Fabric *fabric, guint32 port);

#endif
