/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Runs sssp-topo: writes a fabric made from a SPEC as ibnetdiscover text. With --draw it has sssp-eval draw the fabric;
 * with --slurm it writes Slurm's topology instead, also of a topology file. For SPECs see generator/synth/synth.h,
 * sssp-topo(1).
 */
#include "config.h"

#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/fabric/fabric_class.h"
#include "generator/synth/synth.h"
#include "formats/net/ibnetdiscover.h"
#include "formats/output.h"
#include "generator/cli.h"
#include "formats/input.h"
#include "generator/topo/topo_draw.h"
#include "generator/topo/topo_slurm.h"

#include <locale.h>
#include <stdio.h>
#include <string.h>

static const char program[] = "sssp-topo";

typedef struct {
	char *output, *draw, *slurm, *slurm_plugin;
	char **spec; /* what is left on the command line */
	gboolean lids, list, quiet, version;
} Options;

static gboolean read_options(Options *options, int *argc, char ***argv, GError **error)
{
	const GOptionEntry entries[] = {
		{"output", 'o', 0, G_OPTION_ARG_FILENAME, &options->output, "Write to FILE, \"-\" for standard output",
		 "FILE"},
		{"draw", 0, 0, G_OPTION_ARG_FILENAME, &options->draw,
		 "Draw it into FILE.svg, .png, .pdf or .dot; the text is written only with -o then", "FILE"},
		{"slurm", 0, 0, G_OPTION_ARG_FILENAME, &options->slurm,
		 "Write Slurm's topology of a SPEC or a dump into FILE, topology.conf or topology.yaml", "FILE"},
		{"slurm-plugin", 0, 0, G_OPTION_ARG_STRING, &options->slurm_plugin,
		 "Of topology.conf: for which plugin (tree)", "tree|block"},
		{"lids", 0, 0, G_OPTION_ARG_NONE, &options->lids, "Give every port a LID; without it all are 0", NULL},
		{"list", 0, 0, G_OPTION_ARG_NONE, &options->list, "List the kinds of fabrics", NULL},
		{"quiet", 'q', 0, G_OPTION_ARG_NONE, &options->quiet, "Say nothing but errors", NULL},
		{"version", 'V', 0, G_OPTION_ARG_NONE, &options->version, "Print the version", NULL},
		{G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->spec, NULL, "SPEC"},
		{NULL, 0, 0, 0, NULL, NULL, NULL},
	};
	g_autoptr(GOptionContext) context = g_option_context_new(NULL);
	g_option_context_set_summary(context, "Makes the fabric that SPEC describes, as ibnetdiscover text that ibsim "
					      "loads.\nExample: sssp-topo torus:4x4x4,hosts=2,fail=links:5%,seed=7");
	g_option_context_set_description(
		context,
		"Any SPEC takes\n"
		"  ,an=leaf  ,an=all                 an aggregation node on leaf or on all switches\n"
		"  ,fail=links:N  ,fail=switches:N  ,fail=hosts:N  (or P%), one after the other, with ,seed=S\n"
		"  ,shuffle=S                        the same fabric with all GUIDs and the switches' port numbers "
		"drawn anew");
	g_option_context_add_main_entries(context, entries, NULL);
	return g_option_context_parse(context, argc, argv, error);
}

static int list_families(void)
{
	for (guint i = 0; i < synth_family_count(); i++)
		printf("%s\n    %s\n", synth_family(i)->syntax, synth_family(i)->summary);
	printf("Any of them takes ,an=leaf  ,an=all  ,fail=links:N  ,fail=switches:N  ,fail=hosts:N  (or P%%)  with "
	       ",seed=N, and ,shuffle=N\n");
	if (!fflush(stdout) && !ferror(stdout))
		return CLI_FINE;
	perror("sssp-topo: standard output");
	return CLI_WRONG;
}

static void say_what(const Fabric *fabric, const char *output)
{
	guint32 ends = 0, nodes = 0;
	for (guint32 i = 0; i < fabric->n_ports; i++)
		ends += fabric->ports[i].peer != FABRIC_NONE;
	for (guint32 i = 0; i < fabric->n_nodes; i++)
		nodes += fabric->nodes[i].aggregation;
	fprintf(stderr, "%s: %s: %u switches, %u hosts, ", program, output, fabric->n_switches,
		fabric->n_nodes - fabric->n_switches - nodes);
	if (nodes)
		fprintf(stderr, "%u aggregation nodes, ", nodes);
	fprintf(stderr, "%u cables\n", ends / 2);
}

static int make(const char *spec, const Options *options)
{
	g_autoptr(GError) error = NULL;
	const char *output = options->output ? options->output : "-";
	g_autoptr(Fabric) fabric = synth_fabric(spec, &error);
	if (!fabric || (options->lids && !fabric_assign_lids(fabric, 0, NULL, &error)))
		return cli_fail(program, error);
	g_autoptr(GString) text = ibnetdiscover_write(fabric, spec);
	if (!text) {
		sssp_error_memory(&error, "the text of the fabric", fabric->n_ports * sizeof *fabric->ports);
		return cli_fail(program, error);
	}
	if (options->draw && !topo_draw(spec, text, options->draw, &error))
		return cli_fail(program, error);
	if (options->draw && !options->output)
		return CLI_FINE;
	if (!output_write(output, text->str, text->len, &error))
		return cli_fail(program, error);
	if (!options->quiet && strcmp(output, "-"))
		say_what(fabric, output);
	return CLI_FINE;
}

/* Writes Slurm's topology of a topology file or "-", or else of a SPEC. */
static int make_slurm(const char *what, const Options *options)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(ParseLog) log = parse_log_new();
	gboolean file = g_str_equal(what, "-") || g_file_test(what, G_FILE_TEST_EXISTS);
	g_autoptr(Fabric) fabric = file ? input_topology(what, log, &error) : synth_fabric(what, &error);
	g_autofree char *said = options->quiet ? parse_log_alarms(log) : parse_log_summary(log);
	printable(said, "\n");
	fputs(said, stderr);
	if (!fabric || !input_name_map(NULL, fabric, log, &error) ||
	    !topo_slurm(fabric, what, options->slurm, options->slurm_plugin ? options->slurm_plugin : "tree",
			options->quiet, &error))
		return cli_fail(program, error);
	return CLI_FINE;
}

static int run(const Options *options)
{
	if (options->version) {
		printf("%s (%s) %s\n", program, PACKAGE_NAME, PACKAGE_VERSION);
		return CLI_FINE;
	}
	if (options->list)
		return list_families();
	if (!options->spec)
		return cli_usage(program, "which fabric? (--list shows what there is)");
	if (options->spec[1])
		return cli_usage(program, "one SPEC at a time");
	if (options->slurm_plugin && !options->slurm)
		return cli_usage(program, "--slurm-plugin goes with --slurm FILE");
	if (options->slurm && (options->output || options->draw))
		return cli_usage(program, "--slurm FILE goes without -o and --draw");
	if (options->slurm)
		return make_slurm(options->spec[0], options);
	return make(options->spec[0], options);
}

int main(int argc, char **argv)
{
	Options options = {0};
	g_autoptr(GError) error = NULL;
	setlocale(LC_ALL, "");
	int status =
		read_options(&options, &argc, &argv, &error) ? run(&options) : cli_usage(program, "%s", error->message);
	g_free(options.output);
	g_free(options.draw);
	g_free(options.slurm);
	g_free(options.slurm_plugin);
	g_strfreev(options.spec);
	return status;
}
