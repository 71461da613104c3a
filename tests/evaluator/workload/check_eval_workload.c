/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Compares the simulator with what can be worked out by hand: who waits for whom, and for how long. */
#include "core/base/error.h"
#include "evaluator/workload/workload.h"
#include "tests/asserts.h"
#include "tests/evaluator/workload/workload_bed.h"

#include <string.h>

#define RATE 1e9
#define SECOND RATE /* bytes that take a second */

static const WorkloadSpeeds equal = {.host = RATE, .link = RATE, .memory = RATE};

/* Sends messages at their times; came[i] gets the time at which the i-th has come. */
typedef struct {
	guint32 source, target;
	gdouble at, bytes;
} Sent;

static void drive(const Bed *bed, const WorkloadSpeeds *speeds, const Sent *sent, guint n, gdouble *came, Net **kept)
{
	Events events = {0};
	g_autoptr(Net) net = net_new(bed->routes, speeds, &events, NULL);
	Event event;
	for (guint i = 0; i < n; i++)
		ck_assert(events_push(&events, sent[i].at, G_MAXUINT32, i, NULL));
	while (events_pop(&events, &event)) {
		NetMessage arrived = {.to = NET_NONE};
		const Sent *s = &sent[event.detail];
		NetMessage message = {.source = s->source, .target = s->target, .to = event.detail, .bytes = s->bytes};
		ck_assert(event.what == G_MAXUINT32 ? net_send(net, event.time, &message, NULL)
						    : net_event(net, &event, &arrived, NULL));
		if (arrived.to != NET_NONE && event.what != G_MAXUINT32)
			came[arrived.to] = event.time;
	}
	events_clear(&events);
	*kept = g_steal_pointer(&net);
}

#define DRIVE(bed, speeds, sent, came)                                                                                 \
	g_autoptr(Net) net = NULL;                                                                                     \
	drive(bed, speeds, sent, G_N_ELEMENTS(sent), came, &net)

START_TEST(test_one_message)
{
	Bed bed = bed_new();
	WorkloadSpeeds speeds = {RATE, 4 * RATE, 2 * RATE, (WorkloadBlocking)_i};
	Sent sent[] = {{host_of(&bed, 0, 0), host_of(&bed, 1, 0), 1, 3 * SECOND},  /* host link is the slowest */
		       {host_of(&bed, 0, 1), host_of(&bed, 0, 2), 2, SECOND},      /* under one switch */
		       {host_of(&bed, 1, 1), host_of(&bed, 1, 1), 5, 4 * SECOND}}; /* in one host */
	gdouble came[3];
	DRIVE(&bed, &speeds, sent, came);
	ck_assert_double_eq_tol(came[0], 4, 1e-9);
	ck_assert_double_eq_tol(came[1], 3, 1e-9);
	ck_assert_double_eq_tol(came[2], 7, 1e-9);
	ck_assert_uint_eq(net->sent, 3);
	ck_assert_uint_eq(net->inside, 1);
	ck_assert_uint_eq(net->blocked, 0);
	bed_free(&bed);
}
END_TEST

START_TEST(test_ports_carry_one_at_a_time)
{
	Bed bed = bed_new();
	WorkloadSpeeds speeds = {RATE, RATE, RATE, (WorkloadBlocking)_i};
	guint32 a = host_of(&bed, 0, 0), b = host_of(&bed, 0, 1), c = host_of(&bed, 1, 0), d = host_of(&bed, 1, 1);
	/* a and b share the only cable between the leaves, or the port to c; the path back is free */
	Sent sent[] = {{a, c, 0, SECOND}, {b, d, 0, SECOND}, {c, a, 0, SECOND}, {d, b, 10, SECOND}, {c, b, 10, SECOND}};
	gdouble came[5];
	DRIVE(&bed, &speeds, sent, came);
	ck_assert_double_eq_tol(came[0], 1, 1e-9);
	ck_assert_double_eq_tol(came[1], 2, 1e-9);
	ck_assert_double_eq_tol(came[2], 1, 1e-9);
	ck_assert_double_eq_tol(came[3], 11, 1e-9);
	ck_assert_double_eq_tol(came[4], 12, 1e-9);
	ck_assert_uint_eq(net->blocked, 2);
	bed_free(&bed);
}
END_TEST

/* b holds the port to c for 5 s; behind a's message to c waits one to d, whose path is free. */
START_TEST(test_head_of_line)
{
	Bed bed = bed_new();
	WorkloadSpeeds speeds = {RATE, RATE, RATE, (WorkloadBlocking)_i};
	guint32 a = host_of(&bed, 0, 0), b = host_of(&bed, 0, 1), c = host_of(&bed, 0, 2), d = host_of(&bed, 0, 3);
	Sent sent[] = {{b, c, 0, 5 * SECOND}, {a, c, 1, SECOND}, {a, d, 1, SECOND}};
	gdouble came[3];
	DRIVE(&bed, &speeds, sent, came);
	ck_assert_double_eq_tol(came[0], 5, 1e-9);
	ck_assert_double_eq_tol(came[1], 6, 1e-9);
	ck_assert_double_eq_tol(came[2], _i == BLOCKING_FULL ? 7 : 3, 1e-9);
	bed_free(&bed);
}
END_TEST

/* What waits in a switch has come in already, and leaves at the port's own rate. */
START_TEST(test_a_waiting_message_leaves_at_the_ports_rate)
{
	Bed bed = bed_new();
	WorkloadSpeeds speeds = {RATE, 2 * RATE, RATE, BLOCKING_PARTIAL};
	guint32 c = host_of(&bed, 1, 0), d = host_of(&bed, 1, 1);
	Sent sent[] = {{host_of(&bed, 0, 0), c, 0, 2 * SECOND}, {host_of(&bed, 0, 1), d, 0, 2 * SECOND}};
	gdouble came[2];
	DRIVE(&bed, &speeds, sent, came);
	ck_assert_double_eq_tol(came[0], 2, 1e-9);
	ck_assert_double_eq_tol(came[1], 4, 1e-9); /* from 2 on, limited by the last port again */
	ck_assert_double_eq_tol(net->busy_time[0] + net->busy_time[1] + net->busy_time[2] + net->busy_time[3], 6, 1e-9);
	bed_free(&bed);
}
END_TEST

static WorkloadFacts *run(const Bed *bed, const WorkloadModel *model)
{
	g_autoptr(GError) error = NULL;
	WorkloadFacts *facts = workload_run(bed->routes, model, &error);
	ck_assert_msg(facts != NULL, "%s", error ? error->message : "");
	return facts;
}

/* A row of three cells, each on a host of its own: all compute 2 s and exchange messages of 1 s. */
START_TEST(test_iterations_by_hand)
{
	Bed bed = bed_new();
	g_autoptr(Exchange) row = exchange_grid(3, 1, NULL);
	guint32 host[] = {host_of(&bed, 0, 0), host_of(&bed, 0, 1), host_of(&bed, 0, 2)};
	WorkloadModel model = {.tasks = 3,
			       .host = host,
			       .exchange = row,
			       .iterations = 4,
			       .compute = 2,
			       .bytes = SECOND,
			       .sends = (WorkloadSends)_i,
			       .speeds = equal,
			       .seed = 7};
	g_autoptr(WorkloadFacts) facts = run(&bed, &model);
	/* The middle one sends to the left, then to the right, which takes it two seconds; if it waits for that, all
	   its iterations last 4 s. Else it is held up in the first and third only, in which both neighbours' messages
	   come at the same time; in the others the left one is a second ahead. */
	gdouble seconds = _i == SENDS_ONE_BY_ONE ? 16 : 15;
	ck_assert_double_eq_tol(facts->sequential, 24, 1e-9);
	ck_assert_double_eq_tol(facts->seconds, seconds, 1e-9);
	ck_assert_double_eq_tol(facts->efficiency, 24 / (3 * seconds), 1e-9);
	ck_assert_double_eq_tol(facts->speedup, 3 * facts->efficiency, 1e-12);
	ck_assert_uint_eq(facts->messages, 4 * 4);
	ck_assert_double_eq_tol(facts->bytes, 16 * SECOND, 1);
	bed_free(&bed);
}
END_TEST

/* One worker: 0.5 s to it, 2 s of work, 0.5 s back, as often as there are pieces; with two, the master is shared. */
START_TEST(test_farm)
{
	Bed bed = bed_new();
	guint32 host[] = {host_of(&bed, 0, 0), host_of(&bed, 0, 1), host_of(&bed, 1, 0)};
	WorkloadModel model = {.tasks = 2,
			       .host = host,
			       .iterations = 5,
			       .compute = 2,
			       .bytes = SECOND / 2,
			       .speeds = equal,
			       .seed = 1};
	g_autoptr(WorkloadFacts) one = run(&bed, &model);
	ck_assert_double_eq_tol(one->seconds, 15, 1e-9);
	ck_assert_double_eq_tol(one->sequential, 10, 1e-9);
	ck_assert_uint_eq(one->messages, 10);
	model.tasks = 3;
	g_autoptr(WorkloadFacts) two = run(&bed, &model);
	ck_assert_double_eq_tol(two->seconds, 15.5, 1e-9); /* the second begins half a second later */
	ck_assert_double_eq_tol(two->sequential, 20, 1e-9);
	model.bytes =
		10 * SECOND; /* ten times two messages each way through the master's link: it is all that counts */
	g_autoptr(WorkloadFacts) stuck = run(&bed, &model);
	ck_assert_double_ge(stuck->seconds, 100);
	ck_assert_double_le(stuck->efficiency, 0.1);
	bed_free(&bed);
}
END_TEST

START_TEST(test_seeds)
{
	Bed bed = bed_new();
	g_autoptr(Exchange) random = exchange_random(8, 20, 3, NULL);
	WorkloadModel model = {.tasks = 8,
			       .host = (guint32[]){0, 1, 2, 3, 4, 5, 6, 7},
			       .exchange = random,
			       .iterations = 20,
			       .compute = 1,
			       .compute_spread = 0.1,
			       .bytes = SECOND / 10,
			       .bytes_spread = 0.1,
			       .speeds = equal,
			       .seed = 5};
	model.speeds.blocking = (WorkloadBlocking)_i;
	g_autoptr(WorkloadFacts) once = run(&bed, &model), again = run(&bed, &model);
	ck_assert_mem_eq(once, again, sizeof(*once));
	model.seed = 6;
	g_autoptr(WorkloadFacts) other = run(&bed, &model);
	ck_assert_double_ne(once->seconds, other->seconds);
	ck_assert_double_lt(once->efficiency, 1);
	ck_assert_double_gt(once->efficiency, 0.3);
	ck_assert_double_eq_tol(once->sequential, 160, 5);
	bed_free(&bed);
}
END_TEST

START_TEST(test_no_route)
{
	Bed bed = bed_new();
	g_autoptr(GError) error = NULL;
	g_autoptr(Exchange) row = exchange_grid(2, 1, NULL);
	guint32 host[] = {host_of(&bed, 0, 0), host_of(&bed, 1, 0)};
	guint32 lid = bed.fabric->ports[bed.fabric->endpoints[host[1]]].lid;
	for (guint32 s = 0; s < bed.lft->n_switches; s++)
		bed.lft->port[(gsize)s * bed.lft->n_lids + lid] = LFT_NO_PATH;
	g_autoptr(StreamTable) damaged = stream_table_new(bed.paths, NULL);
	WorkloadModel model = {
		.tasks = 2, .host = host, .exchange = row, .iterations = 1, .compute = 1, .bytes = 1, .speeds = equal};
	g_autofree char *name = g_strdup_printf("(LID %u)", lid);
	ck_assert_ptr_null(workload_run(damaged, &model, &error));
	ck_assert(g_error_matches(error, SSSP_ERROR, SSSP_ERROR_INPUT));
	ck_assert_msg(g_str_has_prefix(error->message, "there is no route from '") &&
			      g_str_has_suffix(error->message, name),
		      "%s", error->message);
	bed_free(&bed);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("workload");
	TCase *net = tcase_create("net"), *tasks = tcase_create("tasks");
	tcase_add_loop_test(net, test_one_message, BLOCKING_PARTIAL, BLOCKING_FULL + 1);
	tcase_add_loop_test(net, test_ports_carry_one_at_a_time, BLOCKING_PARTIAL, BLOCKING_FULL + 1);
	tcase_add_loop_test(net, test_head_of_line, BLOCKING_PARTIAL, BLOCKING_FULL + 1);
	tcase_add_test(net, test_a_waiting_message_leaves_at_the_ports_rate);
	tcase_add_loop_test(tasks, test_iterations_by_hand, SENDS_ONE_BY_ONE, SENDS_AT_ONCE + 1);
	tcase_add_test(tasks, test_farm);
	tcase_add_loop_test(tasks, test_seeds, BLOCKING_PARTIAL, BLOCKING_FULL + 1);
	tcase_add_test(tasks, test_no_route);
	suite_add_tcase(s, net);
	suite_add_tcase(s, tasks);
	return s;
}

int main(void)
{
	SRunner *runner = srunner_create(suite());
	srunner_run_all(runner, CK_ENV);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
