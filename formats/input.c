/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Recognises what files are, and has the right reader read them. A format is recognised by the first line that only it
 * can have. The texts of forwarding tables, SLs and SL to VL tables can be much larger than what they say, so files of
 * these are read part by part; all others are read into memory as a whole (input_file.h).
 */
#include "formats/input.h"

#include "core/base/error.h"
#include "core/fabric/fabric_class.h"
#include "formats/counters/counters.h"
#include "formats/input_file.h"
#include "formats/net/db_csv.h"
#include "formats/tables/fdbs.h"
#include "formats/tables/guid2lid.h"
#include "formats/lists/guid_list.h"
#include "formats/net/ibnetdiscover.h"
#include "formats/net/linkinfo.h"
#include "formats/net/net_dump.h"
#include "formats/tables/lfts.h"
#include "formats/tables/mcfdbs.h"
#include "formats/lists/name_map.h"
#include "formats/lists/port_list.h"
#include "formats/lists/reconnect_list.h"
#include "formats/net/plan.h"
#include "formats/tables/psl.h"
#include "formats/text/scan.h"
#include "formats/tables/slvl.h"
#include "formats/tables/sssp_sl.h"
#include "formats/net/subnet_lst.h"

#include <string.h>

#define USUAL_NAME_MAP "/etc/infiniband-diags/ib-node-name-map"
#define LINES_SEARCHED 1000 /* of a text, in which the head of a forwarding table is looked for */

/*
 * The line of a text that is in the topology syntax of ibdm (ibdmsh, ibdiagnet -t), 0 for other texts. Its first line
 * of a port looks like this: `P1 -4x-10G-> MTS3600 leaf2 L1/P3`.
 */
static guint ibdm_line(const InputFile *in)
{
	Scan scan;
	Text line, word;
	guint64 num;
	scan_init(&scan, in->data, in->length, in->source.file);
	while (scan_line(&scan, &line)) {
		Text rest = line;
		if (memchr(line.at, '"', text_length(line)))
			return 0;
		if (text_word(&rest, &word) && text_char(&word, 'P') && text_decimal(&word, FABRIC_MAX_PORTS, &num) &&
		    text_empty(word) && text_word(&rest, &word) && text_starts(word, "-") && text_after(&word, "->") &&
		    text_empty(word))
			return scan.line;
	}
	return 0;
}

/* Whether a text that should be a topology holds forwarding tables. */
static gboolean holds_tables(const InputFile *in)
{
	Scan scan;
	Text line;
	scan_init(&scan, in->data, in->length, in->source.file);
	while (scan.line < LINES_SEARCHED && scan_line(&scan, &line)) {
		text_blanks(&line);
		if (text_starts(line, "Unicast lids") || text_starts(line, "dump_ucast_routes: Switch "))
			return TRUE;
	}
	return FALSE;
}

/* Whether a line is the head of a node, in a text that should hold forwarding tables. */
static gboolean holds_topology(Text line)
{
	Text rest = line;
	return (text_after(&rest, "Switch\t") || text_after(&rest, "Ca\t") || text_after(&rest, "Switch ") ||
		text_after(&rest, "Hca\t")) &&
	       memchr(rest.at, '"', text_length(rest));
}

static Fabric *read_topology(const InputFile *in, ParseLog *log, GError **error)
{
	if (holds_tables(in)) {
		scan_error_at(in->source.file, 0, error,
			      "holds forwarding tables where a topology is wanted: are the arguments exchanged?");
		return NULL;
	}
	guint ibdm = ibdm_line(in);
	if (ibdm) {
		scan_error_at(in->source.file, ibdm, error,
			      "a topology in the syntax of ibdm, which is not read: give the fabric's ibnetdiscover, "
			      "opensm-subnet.lst or ibdiagnet2.lst");
		return NULL;
	}
	if (db_csv_recognise(in->data, in->length))
		return db_csv_parse(in->data, in->length, in->source.file, log, error);
	if (subnet_lst_recognise(in->data, in->length))
		return subnet_lst_parse(in->data, in->length, in->source.file, log, error);
	if (net_dump_recognise(in->data, in->length))
		return net_dump_parse(in->data, in->length, in->source.file, log, error);
	if (linkinfo_recognise(in->data, in->length))
		return linkinfo_parse(in->data, in->length, in->source.file, log, error);
	return ibnetdiscover_parse(in->data, in->length, in->source.file, log, error);
}

Fabric *input_topology(const char *path, ParseLog *log, GError **error)
{
	InputFile in;
	Fabric *fabric = input_file_read(&in, path, error) ? read_topology(&in, log, error) : NULL;
	if (fabric)
		input_file_tell_of_cut(&in, FALSE, log);
	input_file_close(&in);
	return fabric;
}

/* Reads forwarding tables with the reader for the form of the first head of a table. */
static Lft *read_tables(Source *source, gboolean *is_lfts, ParseLog *log, GError **error)
{
	Scan scan;
	Text line;
	gboolean topology = FALSE;
	scan_open(&scan, source);
	while (scan_line(&scan, &line)) {
		topology = topology || holds_topology(line);
		*is_lfts = !text_after(&line, "dump_ucast_routes: Switch ");
		if (!*is_lfts)
			return fdbs_read(source, log, error);
		text_blanks(&line);
		if (text_starts(line, "Unicast lids"))
			return lfts_read(source, log, error);
	}
	if (topology) {
		scan_error_at(source->file, 0, error,
			      "holds a topology where forwarding tables are wanted: are the arguments exchanged?");
		return NULL;
	}
	return lfts_read(source, log, error);
}

Lft *input_tables(const char *path, ParseLog *log, GError **error)
{
	InputFile in;
	gboolean is_lfts = FALSE;
	Lft *lft = input_file_open(&in, path, error) ? read_tables(&in.source, &is_lfts, log, error) : NULL;
	if (lft && !input_file_settled(&in, error))
		g_clear_pointer(&lft, lft_free);
	if (lft)
		input_file_tell_of_cut(&in, is_lfts, log);
	input_file_close(&in);
	return lft;
}

PathSl *input_psl_for(const char *path, const Fabric *fabric, ParseLog *log, GError **error)
{
	InputFile in;
	PathSl *sl = NULL;
	if (input_file_open(&in, path, error))
		sl = sssp_sl_recognise(&in.source) ? sssp_sl_read(&in.source, log, error)
						   : psl_read(&in.source, fabric, log, error);
	if (sl && !input_file_settled(&in, error))
		g_clear_pointer(&sl, path_sl_free);
	if (sl)
		input_file_tell_of_cut(&in, FALSE, log);
	input_file_close(&in);
	return sl;
}

PathSl *input_psl(const char *path, ParseLog *log, GError **error)
{
	return input_psl_for(path, NULL, log, error);
}

Sl2vl *input_slvl(const char *path, const Fabric *fabric, ParseLog *log, GError **error)
{
	InputFile in;
	Sl2vl *sl2vl = input_file_open(&in, path, error) ? slvl_read(&in.source, fabric, log, error) : NULL;
	if (sl2vl && !input_file_settled(&in, error))
		g_clear_pointer(&sl2vl, sl2vl_free);
	if (sl2vl)
		input_file_tell_of_cut(&in, FALSE, log);
	input_file_close(&in);
	return sl2vl;
}

Mft *input_mcast(const char *path, ParseLog *log, GError **error)
{
	InputFile in;
	Mft *mft = NULL;
	if (input_file_read(&in, path, error))
		mft = mcfdbs_parse(in.data, in.length, in.source.file, log, error);
	input_file_close(&in);
	return mft;
}

GArray *input_guid2lid(const char *path, ParseLog *log, GError **error)
{
	InputFile in;
	GArray *entries = NULL;
	if (input_file_read(&in, path, error))
		entries = guid2lid_parse(in.data, in.length, in.source.file, log, error);
	input_file_close(&in);
	return entries;
}

GArray *input_guid_list(const char *path, ParseLog *log, GError **error)
{
	InputFile in;
	GArray *guids = NULL;
	if (input_file_read(&in, path, error))
		guids = guid_list_parse(in.data, in.length, in.source.file, log, error);
	input_file_close(&in);
	return guids;
}

char *input_text(const char *path, gsize *length, GError **error)
{
	InputFile in;
	char *text = NULL;
	if (input_file_read(&in, path, error)) {
		*length = in.length;
		text = g_try_malloc(in.length + 1);
		if (!text)
			sssp_error_memory(error, "a text", in.length + 1);
	}
	if (text) {
		memcpy(text, in.data, in.length);
		text[in.length] = '\0';
	}
	input_file_close(&in);
	return text;
}

Fabric *input_plan(const char *path, ParseLog *log, GError **error)
{
	gsize length;
	if (g_str_equal(path, "-")) /* is read once: a topology */
		return input_topology(path, log, error);
	g_autofree char *text = input_text(path, &length, error);
	if (!text)
		return NULL;
	return plan_is(text) ? plan_parse(text, path, error) : input_topology(path, log, error);
}

GArray *input_counters(const char *path, ParseLog *log, GError **error)
{
	InputFile in;
	GArray *rows = NULL;
	if (input_file_read(&in, path, error))
		rows = counters_parse(in.data, in.length, in.source.file, log, error);
	input_file_close(&in);
	return rows;
}

RankPairs *input_rank_pairs(const char *path, GError **error)
{
	InputFile in;
	RankPairs *pairs = NULL;
	if (input_file_read(&in, path, error))
		pairs = rank_pairs_parse(in.data, in.length, in.source.file, error);
	input_file_close(&in);
	return pairs;
}

static gboolean take_names(const char *path, Fabric *fabric, GError **error)
{
	InputFile in;
	gboolean done =
		input_file_read(&in, path, error) && name_map_apply(in.data, in.length, in.source.file, fabric, error);
	input_file_close(&in);
	return done;
}

gboolean input_name_map(const char *path, Fabric *fabric, ParseLog *log, GError **error)
{
	g_autoptr(GError) odd = NULL;
	const char *usual = g_getenv("SSSP_NODE_NAME_MAP");
	if (path)
		return take_names(path, fabric, error);
	usual = usual ? usual : USUAL_NAME_MAP;
	if (g_file_test(usual, G_FILE_TEST_IS_REGULAR) && !take_names(usual, fabric, &odd))
		parse_log_add(log, usual, 0, "files of names that are left aside", "left aside: %s", odd->message);
	return TRUE;
}

NameList *input_name_list(const char *path, GError **error)
{
	InputFile in;
	NameList *list = NULL;
	if (input_file_read(&in, path, error))
		list = name_list_parse(in.data, in.length, in.source.file, error);
	input_file_close(&in);
	return list;
}

GArray *input_port_list(const char *path, ParseLog *log, GError **error)
{
	InputFile in;
	GArray *ports = NULL;
	if (input_file_read(&in, path, error))
		ports = port_list_parse(in.data, in.length, in.source.file, log, error);
	input_file_close(&in);
	return ports;
}

GArray *input_reconnect_list(const char *path, GError **error)
{
	InputFile in;
	GArray *pairs = NULL;
	if (input_file_read(&in, path, error))
		pairs = reconnect_list_parse(in.data, in.length, in.source.file, error);
	input_file_close(&in);
	return pairs;
}

gboolean input_fabric_id(const char *path, FabricId *id, GError **error)
{
	InputFile in;
	gboolean done = input_file_read(&in, path, error) &&
			fabric_id_parse(in.data, in.length, in.source.file, NULL, id, error);
	input_file_close(&in);
	return done;
}

gboolean input_aggregation(const char *path, Fabric *fabric, ParseLog *log, GError **error)
{
	g_autoptr(GArray) guids = input_guid_list(path, log, error);
	for (guint i = 0; guids && i < guids->len; i++) {
		guint64 guid = g_array_index(guids, guint64, i);
		if (!fabric_mark_aggregation(fabric, &guid, 1))
			parse_log_add(log, path, 0, "aggregation nodes that are no adapter of the fabric",
				      "no adapter has the GUID 0x%016" G_GINT64_MODIFIER "x", guid);
	}
	return guids != NULL;
}
