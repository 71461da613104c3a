/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Writes a picture in the language of Graphviz, so that it can be edited: `neato -n` draws it as it is. */
#ifndef SSSP_EVALUATOR_DRAW_DRAW_DOT_H
#define SSSP_EVALUATOR_DRAW_DRAW_DOT_H

#include "evaluator/draw/place/place.h"

/* Free with g_byte_array_unref(). */
GByteArray *draw_dot(const Sketch *sketch, const Places *places, const char *title);

#endif
