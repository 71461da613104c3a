#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# A short fault campaign: each kind of event about once. `make campaign` has more.
EVENTS=${CAMPAIGN_EVENTS:-23}
exec bash "${srcdir:?}/tests/campaign/campaign.sh" torus:4x5,hosts=2 "${CAMPAIGN_SEED:-1}" "$EVENTS"
