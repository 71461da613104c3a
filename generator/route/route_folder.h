/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Checks whether tables may be written into a folder, and locks it against other writers meanwhile. */
#ifndef SSSP_GENERATOR_ROUTE_ROUTE_FOLDER_H
#define SSSP_GENERATOR_ROUTE_ROUTE_FOLDER_H

#include "core/fabric/fabric_digest.h"

#include <glib.h>

/*
 * Whether tables of this fabric may go into the folder: it is not there, holds no file that they would replace, or
 * holds tables of the same fabric. FALSE with SSSP_ERROR_USAGE that says what is different, SSSP_ERROR_INPUT or
 * SSSP_ERROR_IO.
 */
gboolean route_folder_check(const char *folder, const FabricDigest *fabric, GError **error);

/*
 * Makes the folder where it is missing, and locks it for this process alone. Returns a descriptor; close() unlocks it;
 * -1 with SSSP_ERROR_IO.
 */
int route_folder_take(const char *folder, GError **error);

#endif
