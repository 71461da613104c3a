/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The folder evaluator/commands: the commands of sssp-eval, one question each. In this order:
 *
 *	command          what a command is, and the table of all; in_range: the numbers that options take
 *	form             what the answer is printed as: words, JSON, CSV, Prometheus
 *	case             reads a topology and tables and joins them; case_lanes: the SLs and SL to VL tables that belong
 *	                 to them; dropped: whether SLs throw packets away
 *	drawn_given      how many random patterns, which, and by how many threads
 *	nodes_given      which adapters are of one machine
 *	subset_given     the hosts that measures are of, by name
 *	spec_case        a fabric and tables for a SPEC, made by our programs; programs: how these are run
 *	idle             options that can have no effect on what was read
 *	progress         how far a long computation is, or how long it has run where its end is not known
 *	team             the processes that share ebb out: one (team_alone), or those of MPI (team_mpi)
 *
 * Each command is a file cmd_NAME (its options, its figures, its verdict) in the folder of what it asks:
 *
 *	tables/          what one set of tables does: verify (verify_report), path, load, draw, routes
 *	                 (routes_list, routes_hot: the pairs and cables that it names on demand; routes_others:
 *	                 other hosts on these cables)
 *	bandwidth/       ebb, worst, pattern and app (pattern_setup: what these two share; app_find: application
 *	                 profiles by name); adaptive: the same streams over all shortest paths; paths_given: over other
 *	                 LIDs
 *	simulate/        simulate (simulate_options, simulate_classes: what is asked; simulate_report: what it found)
 *	workload/        workload, provision (workload_options, workload_simulate: what they share), tara
 *	compare/         compare, report (compare_options, compare_read: what they share: several routings of
 *	                 one fabric), diff
 *	deadlock/        deadlock; deadlock_more: its further questions, SLs of previous paths (deadlock_previous;
 *	                 previous_case: what was in force before, in the fabric as it is now), any SL (deadlock_any)
 *	change/          transition (transition_judge, transition_report), rehearse (rehearse_jobs, rehearse_report,
 *	                 rehearse_tables; jobs_together); the plan of an exchange in phases, as sssp-route makes it:
 *	                 plan_file, plan_made, and what is found of it: plan_judge, plan_pairs, plan_report
 *	cluster/         machines and their cables: rails, cabling, what-if (reroute_failures)
 */

/*
 * A command of sssp-eval is one question about one fabric and its tables. Adding one means one file cmd_NAME.c, in the
 * folder of its question, that defines an EvalCommand, and its line in command.c.
 */
#ifndef SSSP_EVALUATOR_COMMANDS_COMMAND_H
#define SSSP_EVALUATOR_COMMANDS_COMMAND_H

#include "evaluator/paths/paths.h"
#include "evaluator/report/report.h"
#include "evaluator/paths/table_files.h"
#include "formats/text/parse_log.h"
#include "core/tables/mft.h"
#include "core/tables/sl.h"

#include <glib.h>

/* The files of a command line; NULL: none. */
typedef struct {
	const char *topology, *tables;
	const char *psl, *slvl;
	const char *guid2lid; /* LIDs for the topology; NULL: the file of that name beside the tables, where needed */
	const char *mcast;
	gboolean
		judges_mcast; /* the command judges multicast: tables of it beside that are not named are reported */
	gboolean any_sl;      /* packets may be on any SL, whatever SLs paths have */
	const TableFiles *second;         /* a second set of tables for the same fabric and LIDs */
	const char *second_topology;      /* the fabric of that set if it is another, with any LIDs; NULL: the same */
	const char *second_mcast;         /* multicast tables of the second set; NULL: none */
	const char *jobs;                 /* lists of hosts, read by the command itself; NULL: none */
	const char *previous_psl;         /* SLs that paths had before; NULL: none */
	const char *reconnected;          /* connections that were opened again; NULL: none */
	const char *name_map;             /* names of nodes, NULL: those of the topology */
	const char *aggregation;          /* adapters that are aggregation nodes, NULL: those called so */
	const char *subset;               /* measures are over these endpoints (subset_given.h), NULL: not chosen */
	gboolean all_endpoints;           /* measures are over all endpoints, not only hosts: paths_take_all() */
	gboolean ignore_sl;               /* all paths are on SL 0: psl is not read */
	gboolean psl_beside, slvl_beside; /* found beside the tables: the user is told */
	gboolean psl_old, slvl_old;       /* of these: older than the tables */
} CaseFiles;

/* What every command judges, and how it shall behave. */
typedef struct Case Case;
struct Case {
	const char *topology_name, *tables_name; /* as given */
	Fabric *fabric;
	Lft *lft;
	PathSl *path_sl;       /* NULL when none was given, or none is to be used */
	gboolean sl_of_others; /* these were named, and belong to other tables, as the digest in them says */
	Sl2vl *sl2vl;          /* NULL when none was given */
	Mft *mft;              /* NULL when none was given */
	Paths *paths;
	gboolean show_progress;
	const struct EbbTeam *team; /* processes that share the work out (ebb.h); NULL: this one alone */
	gboolean all_loads;         /* the load of every channel is asked for */
	gboolean shares_fabric;     /* the fabric is not owned */
	gboolean ignore_sl;         /* --ignore-sl was given */
	GString *notes;             /* lines for standard error after the answer (idle.h); NULL: unwanted */
	Case *second;               /* the second set of tables, NULL when none was given; on the same fabric, unless it
				       has a topology of its own */
	PathSl *previous_sl;        /* NULL when none were given */
};

/* For a command that reads its files itself: where it reports what is odd in them, and how it shall behave. */
typedef struct {
	ParseLog *log;
	GString *warnings; /* lines of text */
	gboolean show_progress;
	gboolean all_endpoints; /* as in CaseFiles */
	const char *command;    /* the command line, as a shell would take it */
} EvalSession;

typedef enum {
	EVAL_HOLDS,    /* exit status 0 */
	EVAL_DOES_NOT, /* 1: a checked property does not hold */
	EVAL_FAILED,   /* 2: an error is set */
} EvalResult;

typedef struct {
	const char *name;
	const char *summary; /* one line for --help */
	/* Options of its own, ended by a zeroed entry, or NULL. Their variables are static in the command's file. */
	const GOptionEntry *options;
	const GOptionEntry *more_options; /* further ones, which another command has too; NULL: none */
	/* Checks the options once they are parsed, before any file is read; NULL: nothing to check. FALSE with
	   SSSP_ERROR_USAGE. */
	gboolean (*check)(GError **error);
	/* Adds the files that options of its own name; NULL: none. */
	void (*name_files)(CaseFiles *files);
	/* Answers the question in *report, whatever the answer is; EVAL_FAILED leaves it NULL. */
	EvalResult (*run)(const Case *subject, Report **report, GError **error);
	/* All processes of a team run it, and share the work out; others are run by the first alone. Only with run. */
	gboolean in_team;

	/* What its first name can be, for --help and for completion: a heading, and names with ", " between them. */
	const char *names_are;
	char *(*names)(void); /* NULL: any */

	/* For a command that judges something else than TOPOLOGY TABLES, these three in place of run: */
	const char *arguments; /* what --help says in place of TOPOLOGY TABLES */
	/* Takes the n names of the command line into `files` or variables of its own. FALSE with SSSP_ERROR_USAGE. */
	gboolean (*take)(guint n, char **names, CaseFiles *files, GError **error);
	EvalResult (*answer)(const CaseFiles *files, const EvalSession *session, Report **report, GError **error);
} EvalCommand;

/* The commands, NULL-terminated. */
extern const EvalCommand *const eval_commands[];

/* The command of that name, or NULL. */
const EvalCommand *eval_command_find(const char *name);

/* FALSE with SSSP_ERROR_USAGE, which names the option, unless low <= value <= high. */
gboolean eval_in_range(const char *option, gint64 value, gint64 low, gint64 high, GError **error);

/* For callbacks of options: FALSE with G_OPTION_ERROR_BAD_VALUE, which says what the option takes. */
gboolean eval_bad_value(const char *option, const char *takes, const char *value, GError **error);

/* The value that the variable of a count has until its option is given, so that a 0 that is given can be refused. */
#define EVAL_UNSET G_MININT64

/* As eval_in_range(), but TRUE for EVAL_UNSET. */
gboolean eval_is_count(const char *option, gint64 value, gint64 low, gint64 high, GError **error);

/* The count in such a variable, 0 for EVAL_UNSET. */
guint32 eval_count(gint64 value);

#endif
