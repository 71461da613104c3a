/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Writes the SLs of paths (sssp.psl), the SL to VL tables (sssp.slvl), forwarding tables and other texts into a folder.
 * Text goes line by line to a new file, which takes the place of the old one once it is complete.
 */
#include "plugin/values/dump.h"

#include "core/base/error.h"
#include "core/tables/lft.h"
#include "formats/tables/table_names.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/*
 * ---- files that appear whole
 *
 * They are written as root, perhaps into a folder that others write into as well. The folder is opened once; in it a
 * file is made anew under a name of its own and then takes the place of whatever has its name: nothing that lies there
 * (a link of either kind, a pipe) is ever opened.
 */

/*
 * What a Writer writes: tables and SLs of a routing, or those that switches have before it is in force; or `lines`.
 * Fields that a Writer does not use are 0.
 */
typedef struct {
	const Snapshot *snapshot;
	const Lft *lft;
	const PathSl *path_sl; /* NULL: packets may be on any SL */
	gboolean several;      /* there are SLs, or SL to VL tables, to be written; FALSE: a comment instead */
	const char *lines;     /* text that the caller has made */
} Tables;

typedef void (*Writer)(const Tables *tables, FILE *file);

static FILE *open_new(int folder, const char *name)
{
	unlinkat(folder, name, 0); /* what an SM that was killed in mid-write left */
	int fd = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
	FILE *file = fd >= 0 && !fchmod(fd, 0644) ? fdopen(fd, "w") : NULL;
	if (!file && fd >= 0)
		close(fd);
	return file;
}

/* Writes a line that says to which forwarding tables the SLs or maps of a file belong. */
static void write_of(const Lft *lft, FILE *file)
{
	char of[LFT_DIGEST_LENGTH + 1];
	lft_digest(lft, of);
	fprintf(file, TABLES_OF_LINE, of);
}

/*
 * Writes a new file. `one_lane` is the text of a file of SLs or maps on one lane; NULL: the file has neither. Returns
 * 0, or errno of what went wrong.
 */
static int write_new(const Tables *tables, int folder, const char *name, Writer write, const char *one_lane)
{
	int number = 0;
	FILE *file = open_new(folder, name);
	if (!file)
		return errno;
	if (one_lane && tables->several)
		write_of(tables->lft, file);
	if (tables->several || !one_lane)
		write(tables, file);
	else
		fputs(one_lane, file);
	/* fflush() writes what stdio still holds; ferror() remembers an earlier error, but not its errno. */
	if (fflush(file) || ferror(file))
		number = errno ? errno : EIO;
	if (fclose(file) && !number)
		number = errno;
	return number;
}

static gboolean write_file(const Tables *tables, const char *path, const char *name, Writer write, const char *one_lane,
			   GError **error)
{
	g_autofree char *hidden = g_strdup_printf(".%s.new", name);
	int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int number = folder >= 0 ? write_new(tables, folder, hidden, write, one_lane) : errno;

	if (!number && renameat(folder, hidden, folder, name))
		number = errno;
	if (number) {
		g_set_error(error, SSSP_ERROR, SSSP_ERROR_IO, "%s/%s: %s", path, name, g_strerror(number));
		if (folder >= 0)
			unlinkat(folder, hidden, 0);
	}
	if (folder >= 0)
		close(folder);
	return !number;
}

void dump_remove(const char *folder, const char *name)
{
	g_autofree char *path = g_strdup_printf("%s/%s", folder, name);
	unlink(path);
}

/* ---- path SLs */

/*
 * The row (index of a switch) of a node: a switch's own, or that of the switch that its first cabled port leads to.
 * FABRIC_NONE without one.
 */
static guint32 row_of(const Snapshot *snapshot, guint32 index)
{
	const Fabric *fabric = snapshot->fabric;
	const FabricNode *node = &fabric->nodes[index];

	for (guint num = 1; node->type != FABRIC_SWITCH && num <= node->n_ports; num++) {
		guint32 peer = fabric->ports[node->first_port + num].peer;
		if (peer != FABRIC_NONE)
			return snapshot->node_row[fabric->ports[peer].node];
	}
	return snapshot->node_row[index];
}

/* Writes lines `GUID LID SL`: all nodes on a switch have its SLs. */
static void write_node_psl(const Tables *tables, guint32 index, FILE *file)
{
	const Snapshot *snapshot = tables->snapshot;
	const PathSl *path_sl = tables->path_sl;
	guint32 row = row_of(snapshot, index);

	for (guint32 lid = 1; row < path_sl->n_sources && lid < path_sl->n_lids; lid++) {
		guint8 sl = path_sl->sl[(gsize)row * path_sl->n_lids + lid];
		if (sl != SL_NONE && snapshot_row(snapshot, lid) != FABRIC_NONE)
			fprintf(file, "0x%016" G_GINT64_MODIFIER "x %u %u\n", snapshot->fabric->nodes[index].guid, lid,
				sl);
	}
}

static void write_psl(const Tables *tables, FILE *file)
{
	const Fabric *fabric = tables->snapshot->fabric;
	for (guint32 i = 0; i < fabric->n_nodes; i++)
		write_node_psl(tables, fabric->by_guid[i], file);
}

static Tables tables_of(const Snapshot *snapshot)
{
	const Routing *routing = snapshot->routing;
	return (Tables){.snapshot = snapshot,
			.lft = routing->lft,
			.path_sl = routing->path_sl,
			.several = routing->path_sl != NULL};
}

#define ONE_LANE_PSL "# packets may be on any SL: every path has SL 0\n"

gboolean dump_wants_psl(const Snapshot *snapshot, gboolean asked_for)
{
	return asked_for || !snapshot_has_sls(snapshot) || snapshot->fabric->n_endpoints <= DUMP_PSL_ENDPOINTS;
}

gboolean dump_psl(const Snapshot *snapshot, const char *folder, GError **error)
{
	const Tables tables = tables_of(snapshot);
	return write_file(&tables, folder, TABLES_PSL, write_psl, ONE_LANE_PSL, error);
}

/* ---- SL to VL tables */

static void write_map(guint64 guid, guint in, guint out, const SlMap *map, FILE *file)
{
	fprintf(file, "0x%016" G_GINT64_MODIFIER "x %u %u", guid, in, out);
	for (guint sl = 0; sl < SL_COUNT; sl += 2)
		fprintf(file, " 0x%x%x", map->vl[sl] & 15u, map->vl[sl + 1] & 15u);
	fputc('\n', file);
}

static gboolean in_use(const Fabric *fabric, const FabricNode *node, guint num)
{
	return num == 0 || fabric->ports[node->first_port + num].peer != FABRIC_NONE;
}

static void write_switch_slvl(const Snapshot *snapshot, guint32 row, FILE *file)
{
	const Fabric *fabric = snapshot->fabric;
	const FabricNode *node = &fabric->nodes[fabric->switches[row]];

	for (guint in = 0; in <= node->n_ports; in++)
		for (guint out = 0; in_use(fabric, node, in) && out <= node->n_ports; out++)
			if (in_use(fabric, node, out))
				write_map(node->guid, in, out, sl2vl_get(snapshot->routing->sl2vl, row, in, out), file);
}

static void write_slvl(const Tables *tables, FILE *file)
{
	for (guint32 row = 0; row < tables->snapshot->fabric->n_switches; row++)
		write_switch_slvl(tables->snapshot, row, file);
}

gboolean dump_slvl(const Snapshot *snapshot, const char *folder, GError **error)
{
	Tables tables = tables_of(snapshot);
	tables.several = snapshot_has_lanes(snapshot);
	return write_file(&tables, folder, TABLES_SLVL, write_slvl, "# one virtual lane: every SL goes by VL 0\n",
			  error);
}

/* ---- forwarding tables: of the first of two phases, or those that switches had before */

/* Writes tables in the form of opensm-lfts.dump. The LID in a switch's heading is 0: its GUID says which it is. */
static void write_lfts(const Tables *tables, FILE *file)
{
	const Lft *lft = tables->lft;
	for (guint32 row = 0; row < lft->n_switches; row++) {
		const guint8 *ports = lft->port + (gsize)row * lft->n_lids;
		guint entries = 0;
		fprintf(file, "Unicast lids [0-%u] of switch Lid 0 guid 0x%016" G_GINT64_MODIFIER "x:\n",
			lft->n_lids - 1, lft->guid[row]);
		for (guint32 lid = 1; lid < lft->n_lids; lid++) {
			if (ports[lid] == LFT_NO_PATH)
				continue;
			fprintf(file, "0x%04x %03u\n", lid, ports[lid]);
			entries++;
		}
		fprintf(file, "%u lids dumped\n", entries);
	}
}

gboolean dump_phase(const Snapshot *snapshot, const Lft *lft, const PathSl *path_sl, gboolean psl_asked_for,
		    const char *folder, GError **error)
{
	const PathSl *sl = path_sl ? path_sl : snapshot->routing->path_sl;
	const Tables tables = {.snapshot = snapshot, .lft = lft, .path_sl = sl, .several = sl != NULL};
	return write_file(&tables, folder, TABLES_STAGE, write_lfts, NULL, error) &&
	       (!dump_wants_psl(snapshot, psl_asked_for) ||
		write_file(&tables, folder, TABLES_STAGE_PSL, write_psl, ONE_LANE_PSL, error));
}

gboolean dump_found(const Snapshot *snapshot, const Lft *lft, const char *folder, GError **error)
{
	const Tables tables = {.snapshot = snapshot, .lft = lft};
	return write_file(&tables, folder, TABLES_FOUND, write_lfts, NULL, error);
}

/* ---- lines that callers have made */

static void write_lines(const Tables *tables, FILE *file)
{
	fputs(tables->lines, file);
}

gboolean dump_status(const char *lines, const char *folder, GError **error)
{
	const Tables tables = {.lines = lines};
	return write_file(&tables, folder, TABLES_STATUS, write_lines, NULL, error);
}

gboolean dump_reconnect(const char *lines, const char *folder, GError **error)
{
	const Tables tables = {.lines = lines};
	return write_file(&tables, folder, TABLES_RECONNECT, write_lines, NULL, error);
}
