/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Reports what verify found. What was not told is reported like a fault, as nothing is proven without it. */
#include "evaluator/commands/tables/verify_report.h"

#include "evaluator/report/figures.h"

static gboolean arrive(const RouteFacts *routes)
{
	return !routes->unreachable && !routes->switch_unreachable;
}

static gboolean all_was_told(const VerifyFacts *f)
{
	return !f->sl2vl->untold && !f->sls->untold && f->same;
}

gboolean verify_is_sound(const VerifyFacts *f)
{
	return all_was_told(f) && arrive(f->routes) && f->loops->free && !f->loops->counts.dropped;
}

static void report_asked(Report *r, const VerifyFacts *f)
{
	report_open_object(r, "asked", "what switches and the subnet manager were asked, besides topology and tables");
	report_integer(r, "ports", f->sl2vl->asked, "for their SL to VL tables");
	report_integer(r, "ports_unanswered", f->sl2vl->unanswered, "");
	report_integer(r, "sl2vl_untold", f->sl2vl->untold, "SL to VL maps of two ports that are not known");
	report_integer(r, "sources", f->sls->asked, "for the SLs of whose paths the subnet manager was asked");
	report_integer(r, "sources_unanswered", f->sls->unanswered, "");
	report_integer(r, "sls_untold", f->sls->untold, "pairs whose SL is not known");
	report_close(r);
}

static void judge_told(Report *r, const VerifyFacts *f)
{
	if (!f->same)
		report_verdict(r, "THE FABRIC CHANGED while it was read: what is said is of no one moment. Ask again.");
	if (f->sl2vl->untold)
		report_verdict(r, "NOT KNOWN: %" G_GUINT64_FORMAT " SL to VL maps%s%s.", f->sl2vl->untold,
			       f->sl2vl->first ? "; " : "", f->sl2vl->first ? f->sl2vl->first : "");
	if (f->sls->untold)
		report_verdict(r, "NOT KNOWN: the SLs of %" G_GUINT64_FORMAT " pairs%s%s.", f->sls->untold,
			       f->sls->first ? "; " : "", f->sls->first ? f->sls->first : "");
}

static void judge_tables(Report *r, const VerifyFacts *f)
{
	const RouteFacts *routes = f->routes;
	if (arrive(routes))
		report_verdict(r, "Every pair arrives.");
	else
		report_verdict(r,
			       "NOT COMPLETE: %" G_GUINT64_FORMAT " pairs of endpoints and %" G_GUINT64_FORMAT
			       " pairs of a switch and a LID do not arrive.",
			       routes->unreachable, routes->switch_unreachable);
	if (f->loops->counts.dropped)
		report_verdict(r, "DROPPED: %" G_GUINT64_FORMAT " routes are sent to VL 15.", f->loops->counts.dropped);
	const char *assumed = f->sls->untold ? ", if those that are not known are 0" : "";
	if (!f->loops->free)
		report_verdict(r, "CREDIT LOOP: the %u channels above can wait for each other for ever%s%s.",
			       f->loops->n_cycle, f->sls->untold ? " on the SLs that are told" : "", assumed);
	else
		report_verdict(r, "No credit loop: packets cannot deadlock%s%s.",
			       f->any_sl ? ", whatever SLs applications use"
					 : " on the SLs that the subnet manager tells",
			       assumed);
	report_deadlock_classes_verdict(r, f->subject->fabric, f->loops);
}

Report *verify_report(const VerifyFacts *f)
{
	Report *r = report_new("The running fabric");
	report_boolean(r, "sound", verify_is_sound(f),
		       "is all known, does every pair arrive, and can nothing deadlock?");
	report_route_pairs(r, f->subject->fabric, f->routes);
	report_asked(r, f);
	report_boolean(r, "any_sl", f->any_sl,
		       "is it the same whatever SLs packets are on? Then nobody was asked for them");
	report_boolean(r, "unchanged", f->same, "was the fabric the same at the end?");
	report_boolean(r, "free", f->loops->free, "is every virtual lane without a credit loop?");
	report_integer(r, "dropped", f->loops->counts.dropped, "routes that are sent to VL 15");
	report_deadlock_layers(r, f->loops);
	report_deadlock_cycle(r, f->subject->fabric, f->loops, FALSE);
	report_deadlock_classes(r, f->loops);
	judge_tables(r, f);
	judge_told(r, f);
	return r;
}
