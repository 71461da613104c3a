/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reading is one loop for files, pipes and standard input: no size is trusted, memory may be short, and a format is
 * recognised by the first line that only it can have.
 */
#include "formats/input.h"

#include "core/error.h"
#include "formats/fdbs.h"
#include "formats/guid2lid.h"
#include "formats/guid_list.h"
#include "formats/ibnetdiscover.h"
#include "formats/lfts.h"
#include "formats/mcfdbs.h"
#include "formats/psl.h"
#include "formats/scan.h"
#include "formats/slvl.h"
#include "formats/sssp_sl.h"
#include "formats/subnet_lst.h"

#include <errno.h>
#include <stdio.h>

/* More than the tables of the largest possible subnet; a device that never ends must end somewhere. */
#define INPUT_MOST ((gsize)8 << 30)
#define INPUT_FIRST_ROOM ((gsize)1 << 16)

typedef struct {
	const char *file; /* as messages call it */
	char *data;
	gsize length;
} Input;

static gboolean read_error(const char *file, GError **error)
{
	int why = errno;
	g_set_error(error, SSSP_ERROR, SSSP_ERROR_IO, "%s: %s", file, g_strerror(why));
	return FALSE;
}

static gboolean read_stream(Input *input, FILE *stream, GError **error)
{
	gsize room = 0;
	while (!feof(stream)) {
		if (input->length == room) {
			if (!scan_make_room(&input->data, &room, MAX(INPUT_FIRST_ROOM, room + 1), 1, error))
				return FALSE;
		}
		input->length += fread(input->data + input->length, 1, room - input->length, stream);
		if (ferror(stream))
			return read_error(input->file, error);
		if (input->length > INPUT_MOST) {
			g_set_error(error, SSSP_ERROR, SSSP_ERROR_IO, "%s: more than %" G_GSIZE_FORMAT " bytes",
				    input->file, INPUT_MOST);
			return FALSE;
		}
	}
	return TRUE;
}

/* Reads all of a file, "-" being standard input. input->data is the caller's to free in any case. */
static gboolean input_read(Input *input, const char *path, GError **error)
{
	gboolean is_stdin = g_str_equal(path, "-");
	*input = (Input){.file = is_stdin ? "standard input" : path};
	FILE *stream = is_stdin ? stdin : fopen(path, "rb");
	if (!stream)
		return read_error(path, error);
	gboolean ok = read_stream(input, stream, error);
	if (!is_stdin)
		fclose(stream);
	return ok;
}

Fabric *input_topology(const char *path, ParseLog *log, GError **error)
{
	Input in;
	Fabric *fabric = NULL;
	if (input_read(&in, path, error))
		fabric = subnet_lst_recognise(in.data, in.length)
				 ? subnet_lst_parse(in.data, in.length, in.file, log, error)
				 : ibnetdiscover_parse(in.data, in.length, in.file, log, error);
	g_free(in.data);
	return fabric;
}

/* The reader for the tables of a text, told by its first head of a table. */
static Lft *parse_tables(const Input *in, ParseLog *log, GError **error)
{
	Scan scan;
	Text line;
	scan_init(&scan, in->data, in->length, in->file);
	while (scan_line(&scan, &line)) {
		if (text_after(&line, "dump_ucast_routes: Switch "))
			return fdbs_parse(in->data, in->length, in->file, log, error);
		text_blanks(&line);
		if (text_starts(line, "Unicast lids"))
			break;
	}
	return lfts_parse(in->data, in->length, in->file, log, error);
}

Lft *input_tables(const char *path, ParseLog *log, GError **error)
{
	Input in;
	Lft *lft = input_read(&in, path, error) ? parse_tables(&in, log, error) : NULL;
	g_free(in.data);
	return lft;
}

PathSl *input_psl_for(const char *path, const Fabric *fabric, ParseLog *log, GError **error)
{
	Input in;
	PathSl *sl = NULL;
	if (input_read(&in, path, error))
		sl = sssp_sl_recognise(in.data, in.length) ? sssp_sl_parse(in.data, in.length, in.file, log, error)
							   : psl_parse(in.data, in.length, in.file, fabric, log, error);
	g_free(in.data);
	return sl;
}

PathSl *input_psl(const char *path, ParseLog *log, GError **error)
{
	return input_psl_for(path, NULL, log, error);
}

Sl2vl *input_slvl(const char *path, const Fabric *fabric, ParseLog *log, GError **error)
{
	Input in;
	Sl2vl *sl2vl = NULL;
	if (input_read(&in, path, error))
		sl2vl = slvl_parse(in.data, in.length, in.file, fabric, log, error);
	g_free(in.data);
	return sl2vl;
}

Mft *input_mcast(const char *path, ParseLog *log, GError **error)
{
	Input in;
	Mft *mft = NULL;
	if (input_read(&in, path, error))
		mft = mcfdbs_parse(in.data, in.length, in.file, log, error);
	g_free(in.data);
	return mft;
}

GArray *input_guid2lid(const char *path, ParseLog *log, GError **error)
{
	Input in;
	GArray *entries = NULL;
	if (input_read(&in, path, error))
		entries = guid2lid_parse(in.data, in.length, in.file, log, error);
	g_free(in.data);
	return entries;
}

GArray *input_guid_list(const char *path, ParseLog *log, GError **error)
{
	Input in;
	GArray *guids = NULL;
	if (input_read(&in, path, error))
		guids = guid_list_parse(in.data, in.length, in.file, log, error);
	g_free(in.data);
	return guids;
}
