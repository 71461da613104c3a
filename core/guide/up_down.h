/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes two classes for any fabric: channels towards a root, then those away from it (M. Schroeder et al., "Autonet",
 * 1991). The root is the switch nearest to all sampled destinations. Every pair has a path that ascends, if not a
 * shortest one.
 */
#ifndef SSSP_CORE_GUIDE_UP_DOWN_H
#define SSSP_CORE_GUIDE_UP_DOWN_H

#include "core/guide/classes.h"
#include "core/guide/guide_sample.h"

#include <glib.h>

/* Fills classes of classes_init(). FALSE with SSSP_ERROR_MEMORY. O(channels) a destination. */
gboolean up_down_classify(GuideSample *sample, Classes *classes, GError **error);

#endif
