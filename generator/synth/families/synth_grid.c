/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Builds fabrics whose switches are the points of a grid. The points along a dimension are joined to a ring (torus) or
 * a chain (mesh, hypercube), or each to all others (HyperX, and the FasTree, which is a HyperX of one dimension). The
 * last coordinate runs fastest. Dimensions are cabled one after the other, so a switch's hosts come first, then the
 * ports of the first dimension, and so on.
 *
 * A ring of two switches is joined once: a second cable would join the same two switches.
 */
#include "generator/synth/synth_plan.h"

typedef struct {
	guint n; /* dimensions */
	guint size[SYNTH_MAX_VALUES];
	guint hosts, links, ports;
	const char *separator; /* between the coordinates in a name */
} Grid;

/*
 * Whether point x of a row (the `size` points along one dimension) has a cable to point y; each cable is found from one
 * end only.
 */
typedef gboolean (*Joined)(guint size, guint x, guint y);

static gboolean next_open(guint size, guint x, guint y)
{
	(void)size;
	return y == x + 1;
}

static gboolean next_ring(guint size, guint x, guint y)
{
	return y == x + 1 || (x + 1 == size && y == 0 && size > 2);
}

static gboolean all_after(guint size, guint x, guint y)
{
	(void)size;
	return y > x;
}

static void add_point(Synth *synth, const Grid *grid, guint32 number)
{
	guint at[SYNTH_MAX_VALUES];
	guint32 rest = number;
	for (guint d = grid->n; d-- > 0; rest /= grid->size[d])
		at[d] = rest % grid->size[d];
	g_autoptr(GString) name = g_string_new(NULL); /* coordinates; 12 bytes are left for the family's name and a - */
	for (guint d = 0; d < grid->n; d++)
		g_string_append_printf(name, "%s%u", d ? grid->separator : "", at[d]);
	guint32 sw =
		synth_switch(synth, grid->ports, "%s-%.*s", synth->family->info.name, SYNTH_NAME_ROOM - 12, name->str);
	synth_hosts(synth, sw, grid->hosts);
}

/* The cables of a point in one dimension, whose neighbours are `stride` apart. */
static gboolean cable_point(Synth *synth, const Grid *grid, guint d, guint32 stride, guint32 number, Joined joined)
{
	guint size = grid->size[d], x = number / stride % size;
	guint32 row = number - x * stride;
	for (guint y = 0; y < size; y++)
		if (joined(size, x, y) && !synth_cable(synth, number, row + y * stride, grid->links))
			return FALSE;
	return TRUE;
}

static void build(Synth *synth, Grid *grid, Joined joined)
{
	guint64 n = 1;
	for (guint d = 0; d < grid->n; d++)
		n = synth_product(n, grid->size[d]);
	if (!synth_begin(synth, n))
		return;
	for (guint32 i = 0; i < n && !synth->error; i++)
		add_point(synth, grid, i);
	guint32 stride = (guint32)n;
	for (guint d = 0; d < grid->n && !synth->error; d++) {
		stride /= grid->size[d];
		for (guint32 i = 0; i < n; i++)
			if (!cable_point(synth, grid, d, stride, i, joined))
				return;
	}
}

static void read_keys(Synth *synth, Grid *grid)
{
	grid->hosts = synth_key(synth, "hosts", 1, 0, FABRIC_MAX_PORTS);
	grid->links = synth_key(synth, "links", 1, 1, FABRIC_MAX_PORTS);
	grid->ports = synth_key(synth, "ports", SYNTH_DEFAULT_PORTS, 1, FABRIC_MAX_PORTS);
	grid->separator = "-";
}

/* SIZExSIZE... and the keys. */
static void build_sizes(Synth *synth, Joined joined)
{
	Grid grid;
	grid.n = synth_values(synth, 'x', 2, FABRIC_MAX_LID, grid.size);
	read_keys(synth, &grid);
	build(synth, &grid, joined);
}

void synth_build_torus(Synth *synth)
{
	build_sizes(synth, next_ring);
}

void synth_build_mesh(Synth *synth)
{
	build_sizes(synth, next_open);
}

void synth_build_hyperx(Synth *synth)
{
	build_sizes(synth, all_after);
}

void synth_build_hypercube(Synth *synth)
{
	Grid grid;
	guint values[SYNTH_MAX_VALUES];
	if (synth_values(synth, ',', 1, SYNTH_MAX_VALUES, values) != 1)
		synth_set_error(synth, SSSP_ERROR_USAGE, "one number is wanted: %s", synth->family->info.syntax);
	read_keys(synth, &grid);
	grid.n = values[0];
	grid.separator = "";
	for (guint d = 0; d < grid.n; d++)
		grid.size[d] = 2;
	build(synth, &grid, next_open);
}

void synth_build_fastree(Synth *synth)
{
	Grid grid = {.n = 1};
	read_keys(synth, &grid);
	grid.size[0] = synth_key(synth, "switches", 12, 1, FABRIC_MAX_LID);
	grid.hosts = synth_key(synth, "hosts", 24, 0, FABRIC_MAX_PORTS);
	build(synth, &grid, all_after);
}
