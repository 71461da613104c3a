/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Generates the random numbers of a run by SplitMix64 (Steele, Lea, Flood: "Fast Splittable Pseudorandom Number
 * Generators", 2014): a counter is hashed. A run's counter starts at a hash of seed, load and run number.
 */
#ifndef SSSP_EVALUATOR_SIMULATE_SIM_RANDOM_H
#define SSSP_EVALUATOR_SIMULATE_SIM_RANDOM_H

#include <glib.h>

typedef struct {
	guint64 at;
} SimRandom;

static inline guint64 sim_random_mix(guint64 x)
{
	x = (x ^ (x >> 30)) * G_GUINT64_CONSTANT(0xbf58476d1ce4e5b9);
	x = (x ^ (x >> 27)) * G_GUINT64_CONSTANT(0x94d049bb133111eb);
	return x ^ (x >> 31);
}

static inline guint64 sim_random(SimRandom *random)
{
	return sim_random_mix(random->at += G_GUINT64_CONSTANT(0x9e3779b97f4a7c15));
}

/* A number below n, n > 0; the probabilities of all numbers are equal to within 2^-32. */
static inline guint32 sim_random_below(SimRandom *random, guint32 n)
{
	return (guint32)(((sim_random(random) >> 32) * n) >> 32);
}

/* The numbers of run `run` of load `load` of a seed. */
static inline SimRandom sim_random_of(guint64 seed, guint32 load, guint32 run)
{
	return (SimRandom){sim_random_mix(sim_random_mix(seed) ^ ((guint64)load << 32 | run))};
}

#endif
