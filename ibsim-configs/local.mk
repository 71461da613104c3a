# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
EXTRA_DIST += \
	ibsim-configs/README.md \
	ibsim-configs/aggregation.net \
	ibsim-configs/atlas.net \
	ibsim-configs/chic.net \
	ibsim-configs/clos.net \
	ibsim-configs/degraded.net \
	ibsim-configs/deimos.net \
	ibsim-configs/dragonfly.net \
	ibsim-configs/fastree.net \
	ibsim-configs/fattree.net \
	ibsim-configs/fattree-degraded.net \
	ibsim-configs/hypercube.net \
	ibsim-configs/hyperx.net \
	ibsim-configs/karytree.net \
	ibsim-configs/kautz.net \
	ibsim-configs/mesh.net \
	ibsim-configs/odin.net \
	ibsim-configs/odin-degraded.net \
	ibsim-configs/oversubscribed.net \
	ibsim-configs/random.net \
	ibsim-configs/single.net \
	ibsim-configs/slimfly.net \
	ibsim-configs/tara.net \
	ibsim-configs/torus.net \
	ibsim-configs/torus-degraded.net \
	ibsim-configs/torus-holes.net \
	ibsim-configs/torus3d.net \
	ibsim-configs/trimmed.net \
	ibsim-configs/directors.net \
	ibsim-configs/rails.net \
	ibsim-configs/generations.net \
	ibsim-configs/merged.net \
	ibsim-configs/half.net \
	ibsim-configs/dragonfly-plus.net \
	ibsim-configs/xgft.net
