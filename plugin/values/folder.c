/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads finished tables from a folder (option `routes`), to load them or, where they do not fit the subnet, as previous
 * tables. To load them, sssp.fabric is read first: it is small, and tells how the subnet differs from the one that the
 * tables are for. A program that writes a folder removes sssp.fabric before all other files and puts it in place after
 * them. So if it is still the same file when all are read, the files belong together. Previous tables need no
 * sssp.fabric: the LIDs of switches tell whether they are of this subnet.
 */
#include "plugin/values/folder.h"

#include "core/base/error.h"
#include "core/fabric/fabric_digest.h"
#include "core/prove.h"
#include "formats/tables/fabric_id.h"
#include "formats/tables/lfts.h"
#include "formats/tables/slvl.h"
#include "formats/tables/sssp_sl.h"
#include "formats/state.h"
#include "formats/tables/table_names.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Bytes that an item has at most, and what a file may have besides (comments). */
#define ENTRY_MOST 256 /* a forwarding entry: numbers, and a name of 64 letters, each of four at most */
#define RUN_MOST 16    /* a run of SLs */
#define MAP_MOST 128   /* an SL to VL map */
#define FREE_BYTES 65536

typedef struct {
	int folder;
	const char *name;
	char *path; /* for messages */
	Source source;
	struct stat before;
	ParseLog *log;
} File;

/* ---- files */

static gboolean refuse(const char *path, const char *why, GError **error)
{
	return sssp_error_set(error, SSSP_ERROR_INPUT, "%s: %s", path, why);
}

static gboolean is_acceptable(const File *file, guint64 most, GError **error)
{
	if (!S_ISREG(file->before.st_mode))
		return refuse(file->path, "not a regular file", error);
	if ((guint64)file->before.st_size > most)
		return refuse(file->path, "larger than tables of this subnet can be", error);
	return TRUE;
}

/*
 * Opens a file of at most `most` bytes. The caller has to close it in any case. open() does not block, even on a pipe
 * or a device.
 */
static gboolean file_open(File *file, int folder, const char *path, const char *name, guint64 most, GError **error)
{
	*file = (File){.folder = folder, .name = name, .path = g_build_filename(path, name, NULL)};
	int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	file->source = source_file(fd, 0, file->path);
	file->log = parse_log_new();
	if (fd < 0)
		return errno == ELOOP ? refuse(file->path, "a symbolic link, not a regular file", error)
				      : sssp_error_io(error, file->path, errno);
	if (fstat(fd, &file->before))
		return sssp_error_io(error, file->path, errno);
	file->source.length = (gsize)file->before.st_size;
	return is_acceptable(file, most, error);
}

static void file_close(File *file)
{
	source_clear(&file->source);
	if (file->source.fd >= 0)
		close(file->source.fd);
	g_free(file->path);
	parse_log_free(file->log);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(File, file_close)

/* Whether the file of that name is still the one that was opened, as it was then. */
static gboolean is_settled(const File *file, GError **error)
{
	struct stat now;
	if (fstatat(file->folder, file->name, &now, AT_SYMLINK_NOFOLLOW))
		return sssp_error_io(error, file->path, errno);
	if (now.st_dev == file->before.st_dev && now.st_ino == file->before.st_ino &&
	    now.st_size == file->before.st_size && now.st_mtim.tv_sec == file->before.st_mtim.tv_sec &&
	    now.st_mtim.tv_nsec == file->before.st_mtim.tv_nsec)
		return TRUE;
	return refuse(file->path, "changed while it was read", error);
}

/* Whether the parser has logged nothing. Elsewhere odd lines are passed over with a warning; here they are an error. */
static gboolean is_clean(const File *file, GError **error)
{
	g_autofree char *summary = parse_log_summary(file->log);
	if (!*summary)
		return TRUE;
	return sssp_error_set(error, SSSP_ERROR_INPUT, "%.*s", (int)strcspn(summary, "\n"), summary);
}

/* ---- what they say */

static gboolean read_text(const File *file, char *text, gsize length, GError **error)
{
	for (gsize got = 0; got < length;) {
		gssize more = pread(file->source.fd, text + got, length - got, (off_t)got);
		if (more < 0 && errno != EINTR)
			return sssp_error_io(error, file->path, errno);
		if (more == 0)
			return refuse(file->path, "cut off while it was read", error);
		got += more < 0 ? 0 : (gsize)more;
	}
	return TRUE;
}

static gboolean read_id(File *file, FabricId *id, GError **error)
{
	char text[FREE_BYTES]; /* file_open() was told this limit */
	gsize length = file->source.length;
	return read_text(file, text, length, error) &&
	       fabric_id_parse(text, length, file->path, file->log, id, error) && is_clean(file, error);
}

static gboolean is_for(const File *file, const FabricId *id, const Fabric *fabric, GError **error)
{
	FabricDigest live = fabric_digest(fabric);
	FabricDifference difference = fabric_digest_compare(&id->fabric, &live);
	if (difference == FABRIC_DIGEST_SAME)
		return TRUE;
	return sssp_error_set(error, SSSP_ERROR_INPUT,
			      "%s: for another subnet: %s (%u switches and %u endpoints there, %u and %u here)",
			      file->path, fabric_difference_text(difference), id->fabric.n_switches,
			      id->fabric.n_endpoints, live.n_switches, live.n_endpoints);
}

static Lft *read_lfts(int folder, const char *path, const Fabric *fabric, GError **error)
{
	guint64 most = (guint64)fabric->n_switches * (fabric->n_lids + 4) * ENTRY_MOST + FREE_BYTES;
	g_auto(File) file = {.source.fd = -1};
	g_autoptr(Lft) lft = NULL;
	if (!file_open(&file, folder, path, TABLES_LFTS, most, error) ||
	    !(lft = lfts_read_for(&file.source, fabric, file.log, error)) || !is_clean(&file, error) ||
	    !is_settled(&file, error))
		return NULL;
	return g_steal_pointer(&lft);
}

static PathSl *read_sl(int folder, const char *path, const Fabric *fabric, GError **error)
{
	guint64 most = (guint64)fabric->n_switches * (fabric->n_lids + 4) * RUN_MOST + FREE_BYTES;
	g_auto(File) file = {.source.fd = -1};
	g_autoptr(PathSl) sl = NULL;
	if (!file_open(&file, folder, path, TABLES_SL, most, error) ||
	    !(sl = sssp_sl_read_for(&file.source, fabric, file.log, error)) || !is_clean(&file, error) ||
	    !is_settled(&file, error))
		return NULL;
	return g_steal_pointer(&sl);
}

static Sl2vl *read_slvl(int folder, const char *path, const Fabric *fabric, GError **error)
{
	guint64 most = FREE_BYTES;
	for (guint32 row = 0; row < fabric->n_switches; row++) {
		guint64 ports = fabric->nodes[fabric->switches[row]].n_ports + 1u;
		most += ports * ports * MAP_MOST;
	}
	g_auto(File) file = {.source.fd = -1};
	g_autoptr(Sl2vl) sl2vl = NULL;
	if (!file_open(&file, folder, path, TABLES_SLVL, most, error) ||
	    !(sl2vl = slvl_read_whole(&file.source, fabric, file.log, error)) || !is_clean(&file, error) ||
	    !is_settled(&file, error))
		return NULL;
	return g_steal_pointer(&sl2vl);
}

/* ---- SL to VL tables */

static gboolean leads_to_switch(const Fabric *fabric, const FabricNode *node, guint num)
{
	guint32 peer = fabric->ports[node->first_port + num].peer;
	return num && peer != FABRIC_NONE && fabric_is_switch(fabric, fabric->ports[peer].node);
}

/* Whether packets come in by a port: by port 0, and by those that are cabled. */
static gboolean is_entrance(const Fabric *fabric, const FabricNode *node, guint num)
{
	return !num || fabric->ports[node->first_port + num].peer != FABRIC_NONE;
}

static gboolean same_map(const Sl2vl *said, const Sl2vl *made, guint32 row, guint in, guint out, guint lanes)
{
	return !memcmp(sl2vl_get(said, row, in, out)->vl, sl2vl_get(made, row, in, out)->vl, lanes);
}

/*
 * Whether the maps of a file, between switches, agree with those that were proven. Both have rows as fabric->switches.
 */
static gboolean maps_agree(const Fabric *fabric, const Routing *routing, const Sl2vl *said, GError **error)
{
	for (guint32 row = 0; row < fabric->n_switches; row++) {
		const FabricNode *node = &fabric->nodes[fabric->switches[row]];
		for (guint out = 1; out <= node->n_ports; out++)
			for (guint in = 0; leads_to_switch(fabric, node, out) && in <= node->n_ports; in++) {
				if (!is_entrance(fabric, node, in) ||
				    same_map(said, routing->sl2vl, row, in, out, routing->vls_used))
					continue;
				return sssp_error_set(error, SSSP_ERROR_INPUT,
						      TABLES_SLVL ": switch 0x%016" G_GINT64_MODIFIER
								  "x takes SLs from port %u to port %u to other lanes",
						      node->guid, in, out);
			}
	}
	return TRUE;
}

/* ---- all of it */

static gboolean check_lanes(int folder, const char *path, const Fabric *fabric, const Routing *routing,
			    const FabricId *id, GError **error)
{
	if (routing->vls_used > id->lanes)
		return sssp_error_set(error, SSSP_ERROR_INPUT, TABLES_SL ": %u lanes, " TABLES_ID " says %u",
				      routing->vls_used, id->lanes);
	if (!routing->path_sl) /* SL to VL tables are part of what was proven */
		return TRUE;
	g_autoptr(Sl2vl) said = read_slvl(folder, path, fabric, error);
	return said && maps_agree(fabric, routing, said, error);
}

static Routing *load(int folder, const char *path, const Fabric *fabric, const RoutingOptions *options, GError **error)
{
	FabricId id;
	gint64 start = g_get_monotonic_time();
	g_auto(File) file = {.source.fd = -1};
	if (!file_open(&file, folder, path, TABLES_ID, FREE_BYTES, error) || !read_id(&file, &id, error) ||
	    !is_for(&file, &id, fabric, error))
		return NULL;
	g_autoptr(Lft) lft = read_lfts(folder, path, fabric, error);
	g_autoptr(PathSl) sl = lft ? read_sl(folder, path, fabric, error) : NULL;
	double seconds = (double)(g_get_monotonic_time() - start) / G_USEC_PER_SEC;
	gboolean by_ports = sl && !sl->n_sources && id.lanes > 1;
	g_autoptr(Sl2vl) sl2vl = by_ports ? read_slvl(folder, path, fabric, error) : NULL;
	if (!sl || (by_ports && !sl2vl))
		return NULL;
	g_autoptr(Routing) routing = prove_tables(fabric, options, lft, sl, sl2vl, error);
	if (!routing || !check_lanes(folder, path, fabric, routing, &id, error) || !is_settled(&file, error))
		return NULL;
	routing->seconds_route = seconds;
	return g_steal_pointer(&routing);
}

Routing *folder_load(const char *path, const Fabric *fabric, const RoutingOptions *options, GError **error)
{
	int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (folder < 0) {
		sssp_error_io(error, path, errno);
		return NULL;
	}
	Routing *routing = load(folder, path, fabric, options, error);
	close(folder);
	return routing;
}

/* ---- to start from */

/* Whether each switch of the tables that the subnet has keeps its LID, and at least half of the switches are there. */
static gboolean lids_agree(const Fabric *fabric, const Lft *lft, const char *path, GError **error)
{
	guint32 there = 0;
	for (guint32 row = 0; row < lft->n_switches; row++) {
		guint32 node = fabric_find_node(fabric, lft->guid[row]);
		if (node == FABRIC_NONE || !fabric_is_switch(fabric, node))
			continue;
		guint16 lid = fabric->ports[fabric_port_index(fabric, node, 0)].lid;
		if (lid && lft_port(lft, lft->port + (gsize)row * lft->n_lids, lid) != 0)
			return refuse(path, "for other LIDs, and its folder has no " STATE_FILE " that tells which",
				      error);
		there++;
	}
	return 2 * there >= lft->n_switches || refuse(path, "of another subnet", error);
}

static gboolean is_there(int folder, const char *name)
{
	return faccessat(folder, name, F_OK, 0) == 0;
}

/* Reads SLs, if their file is there; if it has none, VLs by ports, if their file is there. */
static gboolean read_lanes(int folder, const char *path, const Fabric *fabric, PathSl **sl, Sl2vl **sl2vl,
			   GError **error)
{
	if (is_there(folder, TABLES_SL) && !(*sl = read_sl(folder, path, fabric, error)))
		return FALSE;
	gboolean by_ports = *sl && !(*sl)->n_sources && is_there(folder, TABLES_SLVL);
	return !by_ports || (*sl2vl = read_slvl(folder, path, fabric, error));
}

gboolean folder_previous(const char *path, const Fabric *fabric, Lft **lft, PathSl **sl, Sl2vl **sl2vl, GError **error)
{
	int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	*lft = NULL, *sl = NULL, *sl2vl = NULL;
	if (folder < 0)
		return sssp_error_io(error, path, errno);
	*lft = read_lfts(folder, path, fabric, error);
	gboolean fine =
		*lft && lids_agree(fabric, *lft, path, error) && read_lanes(folder, path, fabric, sl, sl2vl, error);
	close(folder);
	if (fine)
		return TRUE;
	g_clear_pointer(lft, lft_free);
	g_clear_pointer(sl, path_sl_free);
	return FALSE;
}
