# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
#
# The Containerfile is built by buildah on a base image that is the fresh root, and a user's commands run in it. Sourced
# by test_in_chroot.sh, which has $root, $packages, $here, say(), says() and die(). Images are in a folder of their own.

: "${root:?}" "${packages:?}" "${here:?}"
store=

# In the container a folder of the user's, of another name than root's, as with podman run -v "$PWD:/work:Z".
contained() { # COMMAND..
	printf '$ %s\n' "$*"
	build_containers run --user 1234:1234 --workingdir /work -v "$store/work:/work:rw" "$container_name" -- "$@" >"$root/log" 2>&1 ||
		die "in the container: $*"
}
build_containers() { buildah --root "$store/root" --runroot "$store/run" --storage-driver vfs "$@"; }
remove_containers() { [ -z "$store" ] || rm -rf "$store"; }

base_image() {
	local base
	tar --one-file-system --exclude='./dev/*' -C "$root" -cf "$store/base.tar" .
	base=$(build_containers from scratch)
	build_containers add --quiet "$base" "$store/base.tar" / >/dev/null
	build_containers commit --quiet --rm "$base" docker.io/library/debian:bookworm-slim >/dev/null
	rm "$store/base.tar"
}
image() { build_containers bud --pull-never -f "$here/Containerfile" -t opensm-sssp-tools "$1" >"$root/log" 2>&1; } # FOLDER

container() {
	export BUILDAH_ISOLATION=chroot # where containers are not to be had, too
	if ! command -v buildah >/dev/null || ! grep -q ' 4294967295$' /proc/self/uid_map; then
		say "the container is not built: that takes buildah, and root"
		return 0
	fi
	say "the container"
	store=$(mktemp -d "$root.containers.XXXXXX") # beside the root, which is in memory if there is enough of it
	mkdir "$store/work" "$store/none"
	chown 1234:1234 "$store/work"
	base_image
	! image "$store/none" || die "an image without a package"
	says 'opensm-sssp-tools_\*\.deb.*no such file'
	image "$packages" || die "the Containerfile is not built"
	container_name=$(build_containers from --pull-never localhost/opensm-sssp-tools)
	# shellcheck disable=SC2046 # words
	build_containers run "$container_name" -- $(build_containers inspect --format '{{range .OCIv1.Config.Cmd}}{{.}} {{end}}' "$container_name") \
		>"$root/log" 2>&1 || die "what it does by itself"
	says '^Usage: sssp-eval COMMAND'
	contained sssp-topo torus:5x5,hosts=2 --lids -o fabric.net
	contained sssp-route fabric.net -o tables
	contained sssp-eval deadlock fabric.net tables
	says '^No credit loop'
	tail -n 1 "$root/log"
	[ "$(stat -c %u:%g "$store/work/tables/opensm-lfts.dump")" = 1234:1234 ] || die "the tables are somebody else's"
	remove_containers
}
