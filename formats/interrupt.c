/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Holds back the signals that end a program (SIGHUP, SIGINT, SIGTERM) while files are written or a search runs. A
 * handler only notes the signal. The last interrupt_release() restores the old handlers and raises the signal again;
 * interrupt_forget() drops it instead, and then ignores signals for a moment, as a copy of the first may follow.
 */
#include "formats/interrupt.h"

#include <signal.h>

#define TWIN 1 /* seconds (after a begun one) in which a second signal is taken for the first one's copy */

static const int signals[] = {SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
static struct sigaction before[G_N_ELEMENTS(signals)];
static volatile sig_atomic_t came; /* number of the signal, 0 none */
static volatile sig_atomic_t deaf; /* signals up to the end of this second are ignored */
static gint holds;                 /* atomic: how many interrupt_hold() are without their end */
static gboolean held;              /* the handlers are ours */

static sig_atomic_t second(void)
{
	return (sig_atomic_t)(g_get_monotonic_time() / G_USEC_PER_SEC);
}

static void note(int number)
{
	if (second() > deaf)
		came = number;
}

void interrupt_hold(void)
{
	if (g_atomic_int_add(&holds, 1) > 0 || held)
		return;
	held = TRUE;
	came = 0;
	for (guint i = 0; i < G_N_ELEMENTS(signals); i++) {
		struct sigaction action = {.sa_handler = signals[i] == SIGXFSZ ? SIG_IGN : note,
					   .sa_flags = SA_RESTART};
		sigemptyset(&action.sa_mask);
		sigaction(signals[i], NULL, &before[i]);
		if (before[i].sa_handler != SIG_IGN)
			sigaction(signals[i], &action, NULL);
	}
}

gboolean interrupt_came(void)
{
	return came != 0;
}

void interrupt_release(void)
{
	if (!g_atomic_int_dec_and_test(&holds))
		return;
	int number = came;
	came = deaf = 0;
	held = FALSE;
	for (guint i = 0; i < G_N_ELEMENTS(signals); i++)
		sigaction(signals[i], &before[i], NULL);
	if (number)
		raise(number);
}

gboolean interrupt_forget(void)
{
	gboolean had = interrupt_came();
	if (had) {
		deaf = second() + TWIN;
		came = 0;
		g_atomic_int_add(&holds, -1);
	} else {
		interrupt_release();
	}
	return had;
}
