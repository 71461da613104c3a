# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
EXTRA_DIST += \
	ibsim-configs/README.md \
	ibsim-configs/degraded.net \
	ibsim-configs/deimos.net \
	ibsim-configs/fattree.net \
	ibsim-configs/karytree.net \
	ibsim-configs/single.net \
	ibsim-configs/torus.net
