/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads a fabric from what iblinkinfo prints, a line for each port. Lines are split at the arrow between the two ends
 * of a link; other ends that only have a LID are looked up once all lines are read. The ends become records of nodes
 * and ports (net_ends.c), of which net_resolve() makes a fabric.
 */
#include "formats/net/linkinfo.h"

#include "core/base/error.h"
#include "formats/net/records/net_ends.h"
#include "formats/net/records/net_resolve.h"

#define STATE "==("
#define ARROW "==>"

typedef struct {
	NetRecords *records;
	Scan scan;
	NetEnds ends;
	NetEnd node;    /* of the last head: a name, a type, a switch's GUID */
	guint64 guid;   /* of the port that was read last */
	guint8 highest; /* the highest port number with that GUID */
	gboolean several;
	gsize first; /* the first end with that GUID */
} Reader;

/* `3    1[  ]`: a LID and a port, and what is printed on the box. */
static gboolean read_place(Text *line, NetEnd *end)
{
	guint64 lid, num;
	Text outside;
	text_blanks(line);
	if (!text_decimal(line, G_MAXUINT16, &lid))
		return FALSE;
	text_blanks(line);
	if (!text_decimal(line, FABRIC_MAX_PORTS, &num) || !text_char(line, '[') || !text_until(line, ']', &outside))
		return FALSE;
	end->lid = (guint16)lid;
	end->num = end->n_ports = (guint8)num;
	return TRUE;
}

/* `0x..`, where there is one. */
static void read_guid(Text *line, NetEnd *end)
{
	text_blanks(line);
	Text digits = *line;
	guint64 guid;
	if (!text_0x(line, G_MAXUINT64, &guid))
		return;
	end->node_guid = end->port_guid = guid;
	end->guid_text = (Text){digits.at, line->at};
}

/* `"name"`; one of its quotes may be inside, so the last one before `limit` counts. */
static gboolean read_name(Text *line, const char *limit, NetEnd *end)
{
	Text rest = *line;
	text_blanks(&rest);
	if (!text_char(&rest, '"'))
		return FALSE;
	const char *last = limit;
	while (last > rest.at && last[-1] != '"')
		last--;
	if (last == rest.at)
		return FALSE;
	end->name = text_trimmed((Text){rest.at, last - 1});
	line->at = last;
	return TRUE;
}

/* ---- heads */

/* `Switch: 0x.. name:` and `CA: name:`. */
static gboolean read_head(Text line, NetEnd *node)
{
	NetEnd found = {.type = FABRIC_CA};
	if (text_literal(&line, "Switch: ")) {
		found.type = FABRIC_SWITCH;
		read_guid(&line, &found);
		if (!found.node_guid)
			return FALSE;
	} else if (text_literal(&line, "RT: ") || text_literal(&line, "Rtr: ")) {
		found.type = FABRIC_ROUTER;
	} else if (!text_literal(&line, "CA: ")) {
		return FALSE;
	}
	line = text_trimmed(line);
	if (text_empty(line) || line.end[-1] != ':')
		return FALSE;
	found.name = text_trimmed((Text){line.at, line.end - 1});
	*node = found;
	return TRUE;
}

/* ---- ports */

/* Reads what stands in front of the state, and adds what the head said. FALSE: it is no port. */
static gboolean read_own(const Reader *reader, Text line, const char *state, NetEnd *end)
{
	*end = (NetEnd){.line = reader->scan.line, .type = FABRIC_CA};
	read_guid(&line, end);
	if (!read_name(&line, state, end)) {
		guint64 guid = end->node_guid;
		Text text = end->guid_text;
		*end = reader->node;
		end->line = reader->scan.line;
		if (guid) {
			end->node_guid = end->port_guid = guid;
			end->guid_text = text;
		}
	}
	return read_place(&line, end) && end->node_guid;
}

/* Ends a run of lines with one GUID. They are of one node, and only now its number of ports is known. */
static void end_run(Reader *reader)
{
	for (gsize i = reader->first; i < reader->ends.n; i += 2) {
		NetEnd *end = &reader->ends.ends[i];
		end->type = reader->several ? FABRIC_SWITCH : end->type;
		end->n_ports = reader->several ? reader->highest : end->n_ports;
	}
	reader->first = reader->ends.n;
	reader->several = FALSE;
	reader->highest = 0;
}

static void count_port(Reader *reader, const NetEnd *own)
{
	if (own->node_guid != reader->guid)
		end_run(reader);
	reader->several = reader->several || own->type == FABRIC_SWITCH ||
			  (own->node_guid == reader->guid && own->num != reader->highest);
	reader->guid = own->node_guid;
	reader->highest = MAX(reader->highest, own->num);
}

/* ` 4X          10.0 Gbps Active/  LinkUp)..`: the lanes, and the nominal speed of the signal. */
static void read_rate(Reader *reader, Text state)
{
	static const struct {
		const char *text;
		FabricSpeed speed;
	} speeds[] = {{"2.5", FABRIC_SDR},       {"5.0", FABRIC_DDR},     {"10.0", FABRIC_QDR},
		      {"10.3125", FABRIC_FDR10}, {"14.0625", FABRIC_FDR}, {"25.78125", FABRIC_EDR},
		      {"53.125", FABRIC_HDR},    {"106.25", FABRIC_NDR},  {"212.5", FABRIC_XDR}};
	Text width, speed;
	guint8 found = FABRIC_SPEED_UNKNOWN;
	if (!text_word(&state, &width) || !text_word(&state, &speed))
		return;
	for (guint i = 0; i < G_N_ELEMENTS(speeds); i++)
		if (text_equals(speed, speeds[i].text))
			found = (guint8)speeds[i].speed;
	if (text_after(&state, "FDR10"))
		found = FABRIC_FDR10;
	net_ends_rate(&reader->ends, net_ends_width(width), found);
}

static gboolean wrong(const Reader *reader, Text line, GError **error)
{
	return scan_error(&reader->scan, error, "not a port as iblinkinfo prints it: %.*s", text_show(line, 40),
			  line.at);
}

/* ` 0x.. 8 1[ ] "node01 HCA-1" ( )`. FALSE: nothing is cabled there. */
static gboolean read_peer(const Reader *reader, Text line, NetEnd *end)
{
	*end = (NetEnd){.line = reader->scan.line, .type = FABRIC_CA};
	read_guid(&line, end);
	if (!read_place(&line, end) || !end->num)
		return FALSE;
	return read_name(&line, line.end, end) || TRUE;
}

static gboolean read_port(Reader *reader, Text line, Text state, Text peer, GError **error)
{
	NetEnd own, *end;
	if (!read_own(reader, line, state.at - strlen(STATE), &own) || !own.num)
		return wrong(reader, line, error);
	count_port(reader, &own);
	if (!(end = net_ends_next(&reader->ends, error)))
		return FALSE;
	if (!read_peer(reader, peer, &end[1]))
		return TRUE; /* nothing is cabled there */
	end[0] = own;
	read_rate(reader, state);
	reader->ends.n += 2;
	return TRUE;
}

/* Whether a line is of a port: then what is behind `==(` and behind `==>`. */
static gboolean is_port(Text line, Text *state, Text *peer)
{
	*state = line;
	if (!text_after(state, STATE))
		return FALSE;
	*peer = *state;
	return text_after(peer, ARROW);
}

static gboolean read_links(Reader *reader, GError **error)
{
	Text line, state, peer;
	while (scan_line(&reader->scan, &line)) {
		if (is_port(line, &state, &peer)) {
			if (!read_port(reader, line, state, peer, error))
				return FALSE;
			continue;
		}
		line = text_trimmed(line);
		if (!text_empty(line) && *line.at != '#' && !read_head(line, &reader->node))
			parse_log_add(reader->records->log, reader->scan.file, reader->scan.line,
				      "lines that are not of the format", "passed over: %.*s", text_show(line, 60),
				      line.at);
	}
	end_run(reader);
	return reader->ends.n || scan_error_at(reader->scan.file, 0, error, "no cable that is up");
}

/* ---- other ends by their LIDs */

static gboolean find_peers(Reader *reader, GError **error)
{
	NetEnds *e = &reader->ends;
	g_autofree guint32 *by_lid = g_try_new(guint32, G_MAXUINT16 + 1);
	if (!by_lid)
		return sssp_error_memory(error, "LIDs", (G_MAXUINT16 + 1) * sizeof *by_lid);
	memset(by_lid, 0xff, (G_MAXUINT16 + 1) * sizeof *by_lid);
	for (gsize i = 0; i < e->n; i += 2)
		by_lid[e->ends[i].lid] = (guint32)i;
	for (gsize i = 1; i < e->n; i += 2) {
		NetEnd *peer = &e->ends[i];
		if (peer->node_guid)
			continue;
		if (!peer->lid || by_lid[peer->lid] == G_MAXUINT32)
			return scan_error_at(
				reader->scan.file, peer->line, error,
				"LID %u, of the other end, is that of no port here: iblinkinfo -l names it "
				"by its GUID",
				peer->lid);
		const NetEnd *own = &e->ends[by_lid[peer->lid]];
		peer->node_guid = own->node_guid;
		peer->port_guid = own->port_guid;
		peer->guid_text = own->guid_text;
		peer->type = own->type;
	}
	return TRUE;
}

Fabric *linkinfo_parse(const char *buffer, gsize length, const char *file, ParseLog *log, GError **error)
{
	NetRecords records = {.file = file, .log = log, .whole_cables = TRUE};
	Reader reader = {.records = &records};
	Fabric *fabric = NULL;
	scan_init(&reader.scan, buffer, length, file);
	if (read_links(&reader, error) && find_peers(&reader, error) && net_ends_records(&reader.ends, &records, error))
		fabric = net_resolve(&records, error);
	net_ends_clear(&reader.ends);
	net_records_clear(&records);
	return fabric;
}

gboolean linkinfo_recognise(const char *buffer, gsize length)
{
	Scan scan;
	Text line, state, peer;
	scan_init(&scan, buffer, length, "");
	while (scan_line(&scan, &line))
		if (is_port(line, &state, &peer))
			return TRUE;
	return FALSE;
}
