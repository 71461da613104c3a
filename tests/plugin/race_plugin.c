/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What OpenSM's threads do with the plugin at the same time, for ThreadSanitizer: while sweeps reroute a fabric whose
 * cables come and go, other threads ask for SLs and SL to VL tables without pause, as the SA does. OpenSM's lock is
 * stood in for: shared for those who ask, exclusive for the sweep. All code of the project in this program is
 * instrumented, and the engine computes with several threads of its own.
 *
 * GLib's mutexes are made of system calls that ThreadSanitizer cannot follow, so this program has its own, of
 * pthread's.
 */
#include "tests/plugin/osm_double.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define SPEC "torus:5x4,hosts=1"
#define OPTIONS "threads=4"
#define SWEEPS 60
#define ASKERS 4

static OsmDouble *twin;
static pthread_rwlock_t lock; /* as osm_opensm_t has it */
static gint done;             /* atomic */

/* ---- GLib's, of what ThreadSanitizer knows */

static pthread_mutex_t *mutex_of(GMutex *mutex)
{
	pthread_mutex_t *inner = g_atomic_pointer_get(&mutex->p);
	if (inner)
		return inner;
	inner = malloc(sizeof(*inner));
	pthread_mutex_init(inner, NULL);
	if (g_atomic_pointer_compare_and_exchange(&mutex->p, NULL, inner))
		return inner;
	pthread_mutex_destroy(inner);
	free(inner);
	return g_atomic_pointer_get(&mutex->p);
}

static pthread_cond_t *cond_of(GCond *cond)
{
	pthread_cond_t *inner = g_atomic_pointer_get(&cond->p);
	if (inner)
		return inner;
	inner = malloc(sizeof(*inner));
	pthread_cond_init(inner, NULL);
	if (g_atomic_pointer_compare_and_exchange(&cond->p, NULL, inner))
		return inner;
	pthread_cond_destroy(inner);
	free(inner);
	return g_atomic_pointer_get(&cond->p);
}

void(g_mutex_init)(GMutex *mutex)
{
	mutex->p = NULL;
}

void(g_mutex_clear)(GMutex *mutex)
{
	pthread_mutex_destroy(mutex_of(mutex));
	free(mutex->p);
}

void(g_mutex_lock)(GMutex *mutex)
{
	pthread_mutex_lock(mutex_of(mutex));
}

void(g_mutex_unlock)(GMutex *mutex)
{
	pthread_mutex_unlock(mutex_of(mutex));
}

void(g_cond_init)(GCond *cond)
{
	cond->p = NULL;
}

void(g_cond_clear)(GCond *cond)
{
	pthread_cond_destroy(cond_of(cond));
	free(cond->p);
}

void(g_cond_wait)(GCond *cond, GMutex *mutex)
{
	pthread_cond_wait(cond_of(cond), mutex_of(mutex));
}

void(g_cond_signal)(GCond *cond)
{
	pthread_cond_signal(cond_of(cond));
}

void(g_cond_broadcast)(GCond *cond)
{
	pthread_cond_broadcast(cond_of(cond));
}

/* ---- */

static void *ask(void *data)
{
	const Fabric *model = twin->model;
	guint64 *asked = data;
	for (guint32 i = 0; !g_atomic_int_get(&done); i++) {
		pthread_rwlock_rdlock(&lock);
		for (guint slid = 1; slid < model->n_lids; slid++)
			*asked += 1 + (osm_double_sl(twin, slid, 1 + (slid + i) % (model->n_lids - 1)) > 15 ? 1000 : 0);
		if (i % 16 == 0)
			*asked += osm_double_answers(twin) != 0 ? 1 : 0;
		pthread_rwlock_unlock(&lock);
		sched_yield(); /* the sweep must get its turn */
	}
	return NULL;
}

static void sweep(guint number)
{
	const Fabric *model = twin->model;
	guint32 port = number * 7 % model->n_ports;
	while (model->ports[port].peer == FABRIC_NONE || !fabric_is_switch(model, model->ports[port].node) ||
	       !fabric_is_switch(model, model->ports[model->ports[port].peer].node))
		port = (port + 1) % model->n_ports;
	for (gint cut = 1; cut >= 0; cut--) {
		pthread_rwlock_wrlock(&lock);
		osm_double_cut(twin, port, cut);
		g_assert_cmpint(osm_double_sweep(twin), ==, 0);
		pthread_rwlock_unlock(&lock);
	}
}

int main(void)
{
	pthread_t thread[ASKERS];
	guint64 asked[ASKERS] = {0}, sum = 0;
	pthread_rwlockattr_t fair; /* libc's usual lock lets those who ask keep a writer out for ever */
	pthread_rwlockattr_init(&fair);
	pthread_rwlockattr_setkind_np(&fair, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
	pthread_rwlock_init(&lock, &fair);
	twin = osm_double_new(SPEC, OPTIONS);
	g_assert_cmpint(osm_double_sweep(twin), ==, 0);
	for (guint i = 0; i < ASKERS; i++)
		g_assert_cmpint(pthread_create(&thread[i], NULL, ask, &asked[i]), ==, 0);
	for (guint i = 0; i < SWEEPS; i++)
		sweep(i);
	g_atomic_int_set(&done, 1);
	for (guint i = 0; i < ASKERS; i++) {
		pthread_join(thread[i], NULL);
		sum += asked[i];
	}
	printf("%d reroutings, %" G_GUINT64_FORMAT " SLs asked for meanwhile\n", 2 * SWEEPS, sum);
	g_assert_cmpuint(sum, >, 1000);
	g_assert_cmpuint(twin->n_errors, ==, 0);
	osm_double_free(twin);
	return EXIT_SUCCESS;
}
