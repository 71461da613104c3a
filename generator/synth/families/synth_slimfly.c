/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Builds Slim Fly networks (Besta, Hoefler: Slim Fly, 2014) from the graphs of McKay, Miller and Siran (A Note on Large
 * Graphs of Diameter Two and Given Maximum Degree, 1998). For a prime power q = 4 w + delta with delta in -1, 0, 1
 * there are 2 q^2 switches of degree (3 q - delta) / 2, and no two are more than two hops apart.
 *
 * Over the field of q elements: (0, x, y) is joined to (0, x, y') when y - y' is in X, (1, m, c) to (1, m, c') when
 * c - c' is in X', and (0, x, y) to (1, m, c) when y = m x + c. X and X' are made from powers of a primitive element,
 * one whose powers are all elements but 0.
 *
 * Elements of the field are numbers 0 .. q - 1 whose digits to the base p are the coefficients of a polynomial of
 * degree below m, where q = p^m with p prime. They are added digit by digit, and multiplied by adding logarithms: the
 * field is its table of powers of a primitive element. The primitive element is x, modulo a polynomial of degree m that
 * is found by trying; for prime q it is a primitive root, found by trying as well. Switch number g q^2 + x q + y is
 * (g, x, y).
 */
#include "generator/synth/synth_plan.h"

#define MOST_Q 128

typedef struct {
	guint q, p;
	guint exp[MOST_Q]; /* exp[i] is the i-th power of the primitive element, i < q - 1 */
	guint log[MOST_Q]; /* the i of an element other than 0 */
} Field;

/* a + k b, digit by digit. */
static guint add_times(guint p, guint a, guint k, guint b)
{
	guint sum = 0;
	for (guint place = 1; a || b; place *= p, a /= p, b /= p)
		sum += (a % p + k * (b % p)) % p * place;
	return sum;
}

static guint subtract(const Field *f, guint a, guint b)
{
	/* p - 1 is -1 modulo p. */
	return add_times(f->p, a, f->p - 1, b);
}

static guint multiply(const Field *f, guint a, guint b)
{
	return a && b ? f->exp[(f->log[a] + f->log[b]) % (f->q - 1)] : 0;
}

/*
 * The next power: for prime q, times `trial`; else times x, with x^m replaced by the polynomial `trial`. Times x moves
 * the digits up by one place; the highest (`high`) becomes the coefficient of x^m.
 */
static guint step(const Field *f, guint element, guint trial)
{
	if (f->q == f->p)
		return element * trial % f->p;
	guint high = element / (f->q / f->p);
	return add_times(f->p, element % (f->q / f->p) * f->p, high, trial);
}

/* Fills the tables from a trial; FALSE when its powers are not all elements. */
static gboolean powers(Field *f, guint trial)
{
	guint element = 1;
	for (guint i = 0; i < f->q - 1; i++) {
		if (element == 0 || (i && element == 1))
			return FALSE;
		f->exp[i] = element;
		f->log[element] = i;
		element = step(f, element, trial);
	}
	return element == 1;
}

/* The field of q elements; FALSE when there is none. */
static gboolean field_of(Field *f, guint q)
{
	*f = (Field){.q = q, .p = 2};
	/* p is the least prime factor; q has no other one if dividing by p leaves 1. */
	while (q % f->p)
		f->p++;
	while (q % f->p == 0)
		q /= f->p;
	for (guint trial = 1; q == 1 && trial < f->q; trial++)
		if (powers(f, trial))
			return TRUE;
	return FALSE;
}

/*
 * Which powers make up X (from 0 to q - 2) and X' (from 1 to q - 1, which is 1 again): the even ones and the odd ones.
 * For delta = -1 even and odd change places, in X from the power 2 w - 1 on, in X' after it: that power is -1, so each
 * set holds -x with x, as a cable needs. (For the other deltas it does so anyhow.)
 */
static gboolean in_first(guint q, guint power)
{
	return (power % 2 == 0) == (q % 4 != 3 || power < (q - 1) / 2);
}

static gboolean in_second(guint q, guint power)
{
	return (power % 2 == 1) == (q % 4 != 3 || power <= (q - 1) / 2);
}

/* Marks X in in_x[0] and X' in in_x[1]. */
static void generators(const Field *f, gboolean in_x[2][MOST_Q])
{
	for (guint i = 0; i < f->q - 1; i++) {
		in_x[0][f->exp[i]] |= in_first(f->q, i);
		in_x[1][f->exp[(i + 1) % (f->q - 1)]] |= in_second(f->q, i + 1);
	}
}

static void cables_within(Synth *synth, const Field *f, gboolean in_x[2][MOST_Q])
{
	guint q = f->q;
	for (guint row = 0; row < 2 * q; row++)
		for (guint y = 0; y < q; y++)
			for (guint z = y + 1; z < q; z++)
				if (in_x[row / q][subtract(f, y, z)] &&
				    !synth_cable(synth, row * q + y, row * q + z, 1))
					return;
}

static void cables_across(Synth *synth, const Field *f)
{
	guint q = f->q;
	for (guint x = 0; x < q; x++)
		for (guint y = 0; y < q; y++)
			for (guint m = 0; m < q; m++) {
				guint c = subtract(f, y, multiply(f, m, x));
				if (!synth_cable(synth, x * q + y, q * q + m * q + c, 1))
					return;
			}
}

void synth_build_slimfly(Synth *synth)
{
	guint values[SYNTH_MAX_VALUES];
	if (synth_values(synth, ',', 3, MOST_Q, values) != 1)
		synth_set_error(synth, SSSP_ERROR_USAGE, "one number is wanted: %s", synth->family->info.syntax);
	Field field;
	guint q = values[0];
	gboolean in_x[2][MOST_Q] = {{FALSE}};
	if (!field_of(&field, q) || q % 4 == 2)
		synth_set_error(synth, SSSP_ERROR_USAGE, "%u is not a prime power, or it is 2 modulo 4", q);
	guint degree = (3 * q + 1) / 2 - (q % 4 == 1);
	guint hosts = synth_key(synth, "hosts", (degree + 1) / 2, 0, FABRIC_MAX_PORTS);
	guint ports = synth_key(synth, "ports", SYNTH_DEFAULT_PORTS, 1, FABRIC_MAX_PORTS);
	if (!synth_begin(synth, 2 * (guint64)q * q))
		return;
	generators(&field, in_x);
	for (guint i = 0; i < 2 * q * q; i++) {
		guint32 sw = synth_switch(synth, ports, "slimfly-%u-%u-%u", i / q / q, i / q % q, i % q);
		synth_hosts(synth, sw, hosts);
	}
	cables_within(synth, &field, in_x);
	cables_across(synth, &field);
}
