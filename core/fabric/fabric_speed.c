/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Names link speeds and computes their data rates: names as ibnetdiscover prints them, and what is left of the
 * signalling rate after line coding (8b/10b up to QDR, 64b/66b from FDR10 on, as the InfiniBand specification's link
 * speeds are defined).
 */
#include "core/fabric/fabric.h"

static const struct {
	const char *name;
	guint32 mbps;
} speeds[FABRIC_N_SPEEDS] = {
	[FABRIC_SPEED_UNKNOWN] = {"?", 0}, [FABRIC_SDR] = {"SDR", 2000},      [FABRIC_DDR] = {"DDR", 4000},
	[FABRIC_QDR] = {"QDR", 8000},      [FABRIC_FDR10] = {"FDR10", 10000}, [FABRIC_FDR] = {"FDR", 13636},
	[FABRIC_EDR] = {"EDR", 25000},     [FABRIC_HDR] = {"HDR", 50000},     [FABRIC_NDR] = {"NDR", 100000},
	[FABRIC_XDR] = {"XDR", 200000},
};

const char *fabric_speed_name(FabricSpeed speed)
{
	return (guint)speed < FABRIC_N_SPEEDS ? speeds[speed].name : "?";
}

FabricSpeed fabric_speed_from_name(const char *name)
{
	for (guint i = FABRIC_SDR; i < FABRIC_N_SPEEDS; i++)
		if (g_ascii_strcasecmp(speeds[i].name, name) == 0)
			return (FabricSpeed)i;
	return FABRIC_SPEED_UNKNOWN;
}

guint32 fabric_speed_mbps(FabricSpeed speed)
{
	return (guint)speed < FABRIC_N_SPEEDS ? speeds[speed].mbps : 0;
}

guint32 fabric_port_mbps(const FabricPort *port)
{
	return port->width * fabric_speed_mbps((FabricSpeed)port->speed);
}
