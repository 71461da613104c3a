/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Plans how new forwarding tables get into switches, in one phase or two: finds out what switches have, plans the
 * exchange, and hands OpenSM the first phase. Until a routing is published, and for new switches, the entries that a
 * switch has are those that found.c has read, or else those of the previous routing. After that they are read from
 * OpenSM's copy of the switch's table. OpenSM clears a block of its copy before it sends the block, so an all-zero
 * block got no answer: the switch may have the old block or the one that was sent.
 */
#include "plugin/phases.h"

#include "core/base/error.h"
#include "formats/tables/table_names.h"
#include "plugin/subnet/export.h"
#include "plugin/found.h"
#include "plugin/log.h"

#include <string.h>

#define BLOCK IB_SMP_DATA_SIZE
#define MOST_FAILURES 2 /* after so many sweeps in a row without the first phase taken tables are written at once */

/* ---- what switches have */

/*
 * Returns the tables of the published routing or, before there is one, of the previous routing; NULL: neither is known.
 */
static const Lft *previous_tables(const Engine *engine)
{
	return engine->published ? engine->published->routing->lft : engine->previous.lft;
}

static const PathSl *previous_sls(const Engine *engine)
{
	if (engine->exchange && engine->exchange->sl)
		return engine->exchange->sl;
	return engine->published ? engine->published->routing->path_sl : engine->previous.path_sl;
}

/* The previous SL to VL tables if they choose by ports, for packets on any SL; NULL: they do not. */
static const Sl2vl *previous_ports(const Engine *engine)
{
	const Routing *last = engine->published ? engine->published->routing : NULL;
	if (!last)
		return engine->previous.sl2vl;
	return last->path_sl ? NULL : last->sl2vl;
}

/* The tables that were handed to OpenSM last; NULL: none. */
static const Lft *written(const Engine *engine)
{
	return engine->exchange && engine->exchange->first_phase ? engine->exchange->first_phase
								 : previous_tables(engine);
}

static void copy_row(const Lft *from, guint64 guid, guint32 first, guint32 n, guint8 *to)
{
	const guint8 *row = from ? lft_row(from, guid) : NULL;
	for (guint32 i = 0; i < n; i++)
		to[i] = row ? lft_port(from, row, first + i) : LFT_NO_PATH;
}

/* Whether the block that begins at LID `first` was sent and got no answer. */
static gboolean is_unanswered(const osm_switch_t *sw, guint32 first)
{
	guint32 i = first;
	while (i < MIN(first + BLOCK, sw->lft_size) && !sw->lft[i])
		i++;
	return i == MIN(first + BLOCK, sw->lft_size);
}

/*
 * Fills one switch's row of both tables. FALSE: the switch may have the entries of `maybe` instead of those of `have`.
 * A block without an answer is as written last, or still as in engine->before: the tables before the published routing
 * (NULL: no switch has these any more).
 */
static gboolean fill_row(const Engine *engine, const osm_switch_t *sw, Lft *have, Lft *maybe, guint32 row)
{
	guint64 guid = have->guid[row];
	gboolean is_new = sw->need_update == FOUND_SWITCH_IS_NEW;
	const Lft *found = is_new && engine->found && lft_row(engine->found, guid) ? engine->found : NULL;
	guint8 *has = have->port + (gsize)row * have->n_lids, *may = maybe->port + (gsize)row * have->n_lids;
	gboolean sure = TRUE;
	for (guint32 first = 0; first < have->n_lids; first += BLOCK) {
		guint32 n = MIN(BLOCK, have->n_lids - first);
		if (found || !engine->published || is_new || !sw->lft) {
			copy_row(found ? found : previous_tables(engine), guid, first, n, has + first);
		} else if (is_unanswered(sw, first)) {
			copy_row(engine->before ? engine->before : written(engine), guid, first, n, has + first);
			copy_row(written(engine), guid, first, n, may + first);
			sure = FALSE;
			continue;
		} else {
			guint32 known = sw->lft_size > first ? MIN(n, sw->lft_size - first) : 0;
			memcpy(has + first, sw->lft + first, known);
			memset(has + first + known, LFT_NO_PATH, n - known);
		}
		memcpy(may + first, has + first, n);
	}
	return sure;
}

/*
 * Fills *have with the entries that switches have, and *maybe with those that they may have instead; NULL: *have is
 * certain. FALSE with SSSP_ERROR_MEMORY.
 */
static gboolean find_tables(const Engine *engine, Lft **have, Lft **maybe, GError **error)
{
	const Lft *lft = engine->pending->routing->lft;
	gboolean sure = TRUE;
	*have = lft_copy(lft, error);
	*maybe = *have ? lft_copy(lft, error) : NULL;
	if (!*maybe)
		return FALSE;
	for (guint32 row = 0; row < lft->n_switches; row++)
		sure = fill_row(engine, engine->import->switches[row], *have, *maybe, row) && sure;
	if (sure)
		g_clear_pointer(maybe, lft_free);
	return TRUE;
}

/* ---- the first phase */

static ExchangePlan *plan(Engine *engine, GError **error)
{
	const Snapshot *next = engine->pending, *last = engine->published;
	g_autoptr(Lft) maybe = NULL;
	g_autoptr(Lft) have = NULL;
	if (!find_tables(engine, &have, &maybe, error))
		return NULL;
	/*
	 * Without any previous tables SL to VL tables are another subnet manager's, and not known: all new SLs count as
	 * mapped, so that nothing waits for SL to VL tables.
	 */
	guint lanes = last ? last->routing->vls_mapped : previous_tables(engine) ? 0 : next->routing->vls_mapped;
	TablesInForce previous = {.lft = have,
				  .maybe = maybe,
				  .path_sl = previous_sls(engine),
				  .fabric = last ? last->fabric : engine->previous.fabric,
				  .lanes = lanes,
				  .sl2vl = previous_ports(engine)};
	ExchangePlan *made = exchange_plan_new(&previous, next->fabric, next->routing->stand, next->routing->lft,
					       next->routing->path_sl, error);
	lft_free(engine->before);
	engine->before = g_steal_pointer(&have);
	engine->was_found = engine->found != NULL;
	return made;
}

/* The most lines of TABLES_RECONNECT: routes that are made afresh may need one for nearly every path. */
#define RECONNECT_LINES 100000

/* Adds a line for each pair of x->reconnect: the GUID of the switch that connections come from, and the LID. */
static void list_reconnections(Engine *engine, const ExchangePlan *x)
{
	const Routing *next = engine->pending->routing;
	const Graph *g = next->stand->graph;
	if (!next->rerouted && engine->reconnect) {
		g_string_free(g_steal_pointer(&engine->reconnect), TRUE);
		engine->reconnect_lines = 0;
	}
	if (!engine->reconnect)
		engine->reconnect = g_string_new(TABLES_RECONNECT_HEAD);
	for (guint i = 0; i < x->reconnect->len && engine->reconnect_lines < RECONNECT_LINES; i++) {
		const ExchangePair *pair = &g_array_index(x->reconnect, ExchangePair, i);
		g_string_append_printf(engine->reconnect, TABLES_RECONNECT_LINE, g->guid[pair->row],
				       g->dests[pair->dest].lid);
		if (++engine->reconnect_lines == RECONNECT_LINES)
			g_string_append(engine->reconnect, "# and more: open all of them again\n");
	}
	engine->reconnect_dumped = FALSE;
}

static void log_reconnections(Engine *engine, const ExchangePlan *x)
{
	if (!x->illegal->len)
		return;
	list_reconnections(engine, x);
	const char *folder = engine_dump_folder(engine);
	g_autofree char *file = g_build_filename(folder ? folder : "", TABLES_RECONNECT, NULL);
	ENGINE_LOG(engine->osm, MSG_ILLEGAL, x->pairs_illegal, x->others_illegal, file);
}

/*
 * Counts new switches whose tables differ from those of the previous routing; if none is known, those that have any
 * entry.
 */
static guint count_foreign(const Engine *engine)
{
	const Lft *found = engine->found, *previous = previous_tables(engine);
	guint foreign = 0;
	for (guint32 row = 0; found && row < found->n_switches; row++) {
		const guint8 *has = found->port + (gsize)row * found->n_lids;
		const guint8 *had = previous ? lft_row(previous, found->guid[row]) : NULL;
		guint32 n = previous ? previous->n_lids : found->n_lids, lid = 1;
		while (lid < n && lft_port(found, has, lid) == (had ? lft_port(previous, had, lid) : LFT_NO_PATH))
			lid++;
		foreign += lid < n;
	}
	return foreign;
}

/* Logs switches that have come, or come back, while others were in operation. */
static void tell_new(const Engine *engine)
{
	guint32 first = FABRIC_NONE;
	guint n = found_count(engine, TRUE, &first);
	const Fabric *fabric = engine->pending->fabric;
	if (n)
		ENGINE_LOG(engine->osm, MSG_JOINED, n, fabric->nodes[first].guid, fabric_name(fabric, first));
	n = found_count(engine, FALSE, &first);
	if (n)
		ENGINE_LOG(engine->osm, MSG_JOINED_SILENT, n, fabric->nodes[first].guid, fabric_name(fabric, first));
}

static void tell_found(const Engine *engine)
{
	if (engine->published) {
		tell_new(engine);
		return;
	}
	guint foreign = count_foreign(engine);
	if (foreign && previous_tables(engine))
		ENGINE_LOG(engine->osm, MSG_FOREIGN, foreign);
	else if (foreign)
		ENGINE_LOG(engine->osm, MSG_FOREIGN_SLS, foreign);
}

/* Logs the plan: exchange.h says what its counts mean. */
static void tell(Engine *engine, const ExchangePlan *x)
{
	tell_found(engine);
	if (x->unproven)
		ENGINE_LOG(engine->osm, MSG_UNPROVEN);
	if (x->hurried)
		ENGINE_LOG(engine->osm, MSG_HURRIED, x->hurried);
	if (x->forced)
		ENGINE_LOG(engine->osm, MSG_FORCED, x->forced);
	if (x->first_phase)
		ENGINE_LOG(engine->osm, MSG_TWO_PHASES, x->why, x->pairs_waiting, x->pairs_dropped, x->waiting,
			   x->changed);
	else if (x->changed)
		ENGINE_LOG(engine->osm, MSG_AT_ONCE, x->changed);
	else
		ENGINE_LOG(engine->osm, MSG_NO_CHANGE);
	log_reconnections(engine, x);
}

/* Why the exchange cannot be planned; NULL: it can. */
static const char *why_not(const Engine *engine)
{
	if (!previous_tables(engine) && (!engine->found || found_count(engine, FALSE, NULL)))
		return engine->found ? "some switches do not answer when asked for their tables"
				     : "what tables switches had is not known";
	if (engine->osm->subn.coming_out_of_standby && engine->published)
		return "another subnet manager has written to switches since";
	if (engine->joined_without)
		return "ports that joined did not take SL to VL tables";
	if (!engine->pending->routing->stand)
		return "there is nothing that it can be proven with";
	return engine->phase_failures >= MOST_FAILURES ? "switches did not take what was sent" : NULL;
}

/* Whether all switches have answered, and had no entries. */
static gboolean had_nothing(const Engine *engine)
{
	return !previous_tables(engine) && engine->found && !found_count(engine, FALSE, NULL) && !count_foreign(engine);
}

static ExchangePlan *try_plan(Engine *engine)
{
	g_autoptr(GError) error = NULL;
	if (had_nothing(engine)) {
		ENGINE_LOG(engine->osm, MSG_FIRST);
		return NULL;
	}
	const char *why = why_not(engine);
	ExchangePlan *made = why ? NULL : plan(engine, &error);
	if (made)
		tell(engine, made);
	else
		ENGINE_LOG(engine->osm, MSG_NOT_PROVEN, why ? why : error->message);
	return made;
}

/* Switches that do not take what is written without a plan may go on with what they had: keeps that. */
static void keep_tables(Engine *engine)
{
	g_autoptr(Lft) have = NULL, maybe = NULL;
	if (!written(engine) || !find_tables(engine, &have, &maybe, NULL))
		return;
	lft_free(engine->before);
	engine->before = g_steal_pointer(&have);
	engine->was_found = FALSE;
}

void phases_begin(Engine *engine)
{
	ExchangePlan *made = engine->options.transition_fast ? NULL : try_plan(engine);
	if (!made && !engine->options.transition_fast)
		keep_tables(engine);
	exchange_plan_free(engine->exchange);
	engine->exchange = made;
	g_clear_pointer(&engine->found, lft_free);
	engine->phase_start = g_get_monotonic_time();
	export_lfts(engine->pending, made && made->first_phase ? made->first_phase : engine->pending->routing->lft,
		    engine->import->switches, engine->options.threads);
}

guint8 phases_sl(const Engine *engine, guint slid, guint dlid)
{
	const PathSl *sl = engine->exchange ? engine->exchange->sl : NULL;
	guint32 row = sl ? snapshot_row(engine->published, slid) : FABRIC_NONE;
	return row == FABRIC_NONE || dlid >= sl->n_lids ? SL_NONE : sl->sl[(gsize)row * sl->n_lids + dlid];
}

void phases_clear(Engine *engine)
{
	g_clear_pointer(&engine->exchange, exchange_plan_free);
	g_clear_pointer(&engine->before, lft_free);
	g_clear_pointer(&engine->found, lft_free);
	if (engine->reconnect)
		g_string_free(g_steal_pointer(&engine->reconnect), TRUE);
}
