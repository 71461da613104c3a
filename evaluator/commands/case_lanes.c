/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads the SLs and SL to VL tables that belong to the forwarding tables of a case. A file can hold the digest of the
 * forwarding tables that it was made for; another digest means that it belongs to other tables. A file without a digest
 * is believed, unless it was found beside newer tables.
 */
#include "evaluator/commands/case_lanes.h"

#include "core/base/error.h"
#include "core/tables/lft.h"
#include "formats/input.h"
#include "formats/tables/table_names.h"

#include <string.h>

typedef struct {
	const CaseFiles *files;
	const char *of; /* lft_digest() of the forwarding tables */
	GString *warnings;
} Lanes;

/* A file of SLs or SL to VL tables, and how it was found. */
typedef struct {
	const char *path;
	const char *digest; /* the digest in the file, "" without one; NULL: the file could not be read */
	gboolean beside, old;
} Found;

static void leave_aside(const Lanes *l, const Found *f, const char *why)
{
	g_string_append_printf(l->warnings, "%s: warning: left aside: %s\n", f->path, why);
}

/* TRUE: a file that was read is used. Warns where it is not, or where one can doubt it. */
static gboolean fits(const Lanes *l, const Found *f)
{
	const char *tables = l->files->tables;
	if (!f->digest) {
		leave_aside(l, f, "it cannot be read");
		return FALSE;
	}
	if (*f->digest && strcmp(f->digest, l->of) != 0) {
		g_autofree char *why =
			g_strdup_printf("by the digest in it, it belongs to other tables than %s", tables);
		if (f->beside)
			leave_aside(l, f, why);
		else
			g_string_append_printf(l->warnings, "%s: warning: %s\n", f->path, why);
		return !f->beside;
	}
	if (!*f->digest && f->old) {
		g_autofree char *why = g_strdup_printf("it is older than %s, and other routes have other SLs; if it "
						       "belongs to them, name it",
						       tables);
		leave_aside(l, f, why);
		return FALSE;
	}
	return TRUE;
}

/* ---- SLs of paths */

/* How many sources of the SLs are nodes of the fabric. */
static guint32 count_known(const PathSl *sl, const Fabric *fabric)
{
	guint32 n = 0;
	for (guint32 i = 0; i < sl->n_sources; i++)
		n += fabric_find_node(fabric, sl->guid[i]) != FABRIC_NONE;
	return n;
}

static gboolean are_of_fabric(const PathSl *sl, const Case *c, const char *path, GString *warnings, GError **error)
{
	guint32 known = c->fabric ? count_known(sl, c->fabric) : sl->n_sources;
	if (!sl->n_sources && !sl->none_on_purpose)
		return sssp_error_set(error, SSSP_ERROR_INPUT, "%s: there are no SLs in it", path);
	if (2 * known < sl->n_sources)
		return sssp_error_set(error, SSSP_ERROR_INPUT, "%s: %u of %u sources are in this fabric", path, known,
				      sl->n_sources);
	if (known < sl->n_sources)
		g_string_append_printf(warnings, "%s: warning: only %u of %u sources are in this fabric\n", path, known,
				       sl->n_sources);
	return TRUE;
}

/*
 * Reads SLs. A file that was found beside the tables and is older than they need not be readable. FALSE with an error.
 */
static gboolean read_sl(const Lanes *l, Case *c, ParseLog *log, GError **error)
{
	const CaseFiles *files = l->files;
	g_autoptr(GError) why = NULL;
	g_autoptr(PathSl) sl = input_psl_for(files->psl, c->fabric, log, &why);
	const char *name = strcmp(files->psl, "-") != 0 ? files->psl : "standard input";
	if (!sl && !files->psl_old) {
		g_propagate_error(error, g_steal_pointer(&why));
		return FALSE;
	}
	const Found found = {name, sl ? sl->of : NULL, files->psl_beside, files->psl_old};
	if (!fits(l, &found))
		return TRUE;
	if (!are_of_fabric(sl, c, name, l->warnings, error))
		return FALSE;
	c->sl_of_others = *sl->of && strcmp(sl->of, l->of) != 0;
	c->path_sl = g_steal_pointer(&sl);
	return TRUE;
}

/* ---- SL to VL tables */

static gboolean read_sl2vl(const Lanes *l, Case *c, ParseLog *log, GError **error)
{
	const CaseFiles *files = l->files;
	g_autoptr(GError) why = NULL;
	g_autoptr(Sl2vl) sl2vl = input_slvl(files->slvl, c->fabric, log, &why);
	if (!sl2vl && !files->slvl_old) {
		g_propagate_error(error, g_steal_pointer(&why));
		return FALSE;
	}
	const Found found = {files->slvl, sl2vl ? sl2vl->of : NULL, files->slvl_beside, files->slvl_old};
	if (fits(l, &found))
		c->sl2vl = g_steal_pointer(&sl2vl);
	return TRUE;
}

/* ---- both */

/* Tells which files were found beside the tables and are used. */
static void tell_of_beside(const Lanes *l, const Case *c)
{
	const CaseFiles *files = l->files;
	gboolean psl = files->psl_beside && c->path_sl, slvl = files->slvl_beside && c->sl2vl;
	/* files of one lane alter nothing, whatever tables they are of */
	gboolean unsure =
		(psl && !*c->path_sl->of && c->path_sl->n_sources) || (slvl && !*c->sl2vl->of && c->sl2vl->n_maps > 1);
	g_autofree char *sl_name = psl ? g_path_get_basename(files->psl) : NULL;
	if (psl || slvl)
		g_string_append_printf(l->warnings, "%s: %s%s%s beside it %s used%s\n", files->tables,
				       psl ? sl_name : "", psl && slvl ? " and " : "", slvl ? TABLES_SLVL : "",
				       psl && slvl ? "are" : "is",
				       unsure ? "; without a digest, nobody can tell whether that is right" : "");
}

static void tell_of_mcast(const CaseFiles *files, GString *warnings)
{
	g_autofree char *mcast =
		files->judges_mcast && !files->mcast ? table_files_beside(files->tables, TABLES_MCAST) : NULL;
	if (mcast)
		g_string_append_printf(warnings, "%s: multicast is not judged: --mcast takes this file\n", mcast);
}

gboolean case_lanes(Case *c, const CaseFiles *files, ParseLog *log, GString *warnings, GError **error)
{
	char of[LFT_DIGEST_LENGTH + 1];
	gboolean psl = files->psl && !files->ignore_sl;
	const Lanes lanes = {files, of, warnings};
	if (psl || files->slvl)
		lft_digest(c->lft, of);
	if ((psl && !read_sl(&lanes, c, log, error)) || (files->slvl && !read_sl2vl(&lanes, c, log, error)))
		return FALSE;
	tell_of_beside(&lanes, c);
	tell_of_mcast(files, warnings);
	return TRUE;
}
