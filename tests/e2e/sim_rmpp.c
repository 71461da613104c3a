// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * What ibsim lacks of a kernel's user MADs. Preloaded before libumad2sim it stands between a program and libibumad's
 * umad_send() and umad_recv():
 *
 * - A message of subnet administration (SA) is cut into segments and put together at the other end, as RMPP is.
 *   libumad2sim would send the first 256 bytes of an answer and nothing else, and of each packet it hands over 224 bytes
 *   and garbage: so a segment is shorter than RMPP's and short messages have two. No segment is acknowledged or sent
 *   again: ibsim loses none and keeps their order.
 * - A request that gets no answer comes back to its sender with ETIMEDOUT when its time and that of all its repetitions
 *   is over; libumad2sim would have its sender wait for ever.
 * - ibsim hands a packet over only when there is room at the receiver, and takes none meanwhile. libumad2sim sends and
 *   receives under one lock, so that a sender who waits for ibsim would keep the receiver from making room: here a
 *   sender lets go of the lock and tries again.
 *
 * Both ends of a conversation must have it preloaded. One port in a process.
 */
#include <dlfcn.h>
#include <endian.h>
#include <errno.h>
#include <infiniband/umad.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum {
	SA_CLASS = 3,
	PACKET = 256,
	SA_HEADER = 56, /* MAD, RMPP and SA header, repeated in each segment */
	SA_PART = 20,   /* that of the SA among them, which counts as payload */
	SEGMENT = 224 - SA_HEADER,
	POLL_MS = 20,       /* how often a waiting receiver looks for requests that are overdue */
	ROOM_MS = 10,       /* how long a sender waits for room with libumad2sim's lock */
	NO_ROOM_MS = 30000, /* and how long in all */
	LONGEST = 1 << 26,  /* an answer beyond this many bytes is a mistake of this file */
	RESPONSE_BIT = 0x80,
	RMPP_DATA = 1,
	RMPP_ACTIVE = 1,
	RMPP_FIRST = 2,
	RMPP_LAST = 4,
	NOT_RMPP = 0xee, /* a status: one packet, of which RMPP is to see nothing */
};

typedef struct {
	uint8_t base_version, class, class_version, method;
	uint16_t status, reserved;
	uint64_t tid;
	uint16_t attribute, reserved2;
	uint32_t modifier;
	uint8_t rmpp_version, rmpp_type, rmpp_flags, rmpp_status;
	uint32_t segment, payload;
	uint8_t sa_header[SA_PART];
	uint8_t data[PACKET - SA_HEADER];
} __attribute__((packed)) Packet;

_Static_assert(sizeof(Packet) == PACKET, "a packet has 256 bytes");

/* A packet as umad_send() and umad_recv() take it. */
typedef struct {
	ib_user_mad_t umad;
	Packet mad;
} Single;

/* Something on its way to umad_recv(): a request that waits for its answer, an answer of which segments are missing, or
 * either of them when it is finished. */
typedef struct Message {
	struct Message *next;
	ib_user_mad_t *umad; /* with `size` bytes of MAD */
	int size, room;
	int64_t deadline; /* ms; of requests */
} Message;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static Message *requests, *partial, *finished;
static int (*real_send)(int, int, void *, int, int, int);
static int (*real_receive)(int, void *, int *, int);
static int (*real_connect)(int, const struct sockaddr *, socklen_t);

__attribute__((constructor)) static void find_libibumad(void)
{
	real_send = (int (*)(int, int, void *, int, int, int))dlsym(RTLD_NEXT, "umad_send");
	real_receive = (int (*)(int, void *, int *, int))dlsym(RTLD_NEXT, "umad_recv");
	real_connect = (int (*)(int, const struct sockaddr *, socklen_t))dlsym(RTLD_NEXT, "connect");
}

static int64_t now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static Packet *packet_of(const Message *message)
{
	return (Packet *)message->umad->data;
}

static int is_rmpp(const Packet *mad)
{
	return mad->rmpp_flags & RMPP_ACTIVE;
}

/* ---- lists of messages; the lock is held */

static Message *message_new(const ib_user_mad_t *umad, const void *mad, int size)
{
	Message *message = calloc(1, sizeof(*message));
	int room = size > PACKET ? size : PACKET;

	if (!message || !(message->umad = calloc(1, sizeof(*umad) + (size_t)room)))
		abort();
	memcpy(message->umad, umad, sizeof(*umad));
	memcpy(message->umad->data, mad, (size_t)size);
	message->size = size;
	message->room = room;
	return message;
}

static void message_free(Message *message)
{
	if (message)
		free(message->umad);
	free(message);
}

static void append(Message **list, Message *message)
{
	while (*list)
		list = &(*list)->next;
	message->next = NULL;
	*list = message;
}

/* The agents' ids in a request's upper half are put there on its way. */
static int answers(const Message *request, const Single *in)
{
	return (uint32_t)be64toh(packet_of(request)->tid) == (uint32_t)be64toh(in->mad.tid);
}

static int continues(const Message *message, const Single *in)
{
	return packet_of(message)->tid == in->mad.tid && message->umad->addr.lid == in->umad.addr.lid;
}

static Message *take_message(Message **list, int (*wanted)(const Message *, const Single *), const Single *in)
{
	Message *found;

	while (*list && !wanted(*list, in))
		list = &(*list)->next;
	found = *list;
	if (found)
		*list = found->next;
	return found;
}

static void add_data(Message *message, const uint8_t *data, int size)
{
	if (message->size + size > message->room) {
		message->room = 2 * (message->size + size);
		message->umad = realloc(message->umad, sizeof(*message->umad) + (size_t)message->room);
		if (!message->umad || message->room > LONGEST)
			abort();
	}
	memcpy(message->umad->data + message->size, data, (size_t)size);
	message->size += size;
}

/* ---- out */

static void expect_answer(int agent, const ib_user_mad_t *umad, int size, int timeout_ms, int retries)
{
	Message *request = message_new(umad, umad->data, size < PACKET ? size : PACKET);

	request->umad->agent_id = (uint32_t)agent;
	request->umad->status = ETIMEDOUT;
	request->deadline = now_ms() + (int64_t)timeout_ms * (retries + 1);
	pthread_mutex_lock(&lock);
	append(&requests, request);
	pthread_mutex_unlock(&lock);
}

/* libumad2sim's connection to ibsim is a datagram socket: a packet that finds no room fails as a whole. */
int connect(int fd, const struct sockaddr *address, socklen_t size)
{
	const struct timeval room = {.tv_usec = ROOM_MS * 1000};
	int kind = 0, status = real_connect(fd, address, size), error = errno;
	socklen_t bytes = sizeof(kind);

	if (!status && address->sa_family == AF_UNIX && !getsockopt(fd, SOL_SOCKET, SO_TYPE, &kind, &bytes) &&
	    kind == SOCK_DGRAM && setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &room, sizeof(room)))
		abort();
	errno = error;
	return status;
}

static int send_packet(int port, int agent, void *umad, int size, int timeout_ms, int retries)
{
	int64_t end = now_ms() + NO_ROOM_MS;
	int status;

	for (;;) {
		errno = 0;
		status = real_send(port, agent, umad, size, timeout_ms, retries);
		if (status >= 0 || errno != EAGAIN || now_ms() >= end)
			return status;
		usleep(1000);
	}
}

static int send_segments(int port, int agent, const ib_user_mad_t *umad, int size, int timeout_ms, int retries)
{
	int left = size - SA_HEADER, status = 0;
	uint32_t count = left > 0 ? (uint32_t)((left + SEGMENT - 1) / SEGMENT) : 1;
	const uint8_t *from = umad->data + SA_HEADER;

	for (uint32_t i = 1; i <= count && status >= 0; i++) {
		int part = left < SEGMENT ? left : SEGMENT;
		Single out = {.umad = *umad};

		memcpy(&out.mad, umad->data, SA_HEADER);
		memcpy(out.mad.data, from, (size_t)part);
		out.mad.rmpp_version = 1;
		out.mad.rmpp_status = is_rmpp((const Packet *)umad->data) ? 0 : NOT_RMPP;
		out.mad.rmpp_type = RMPP_DATA;
		out.mad.rmpp_flags = (uint8_t)(RMPP_ACTIVE | (i == 1 ? RMPP_FIRST : 0) | (i == count ? RMPP_LAST : 0));
		out.mad.segment = htobe32(i);
		out.mad.payload = htobe32(i == count ? (uint32_t)(SA_PART + part)
					  : i == 1   ? (uint32_t)(size - SA_HEADER) + count * SA_PART
						     : 0);
		status = send_packet(port, agent, &out, PACKET, timeout_ms, retries);
		from += part;
		left -= part;
	}
	return status;
}

int umad_send(int port, int agent, void *buffer, int size, int timeout_ms, int retries)
{
	const ib_user_mad_t *umad = buffer;
	const Packet *mad = (const Packet *)umad->data;

	if (timeout_ms > 0)
		expect_answer(agent, umad, size, timeout_ms, retries);
	if (mad->class != SA_CLASS || size < SA_HEADER)
		return send_packet(port, agent, buffer, size, timeout_ms, retries);
	return send_segments(port, agent, umad, size, timeout_ms, retries);
}

/* ---- in */

static void finish(Message *message)
{
	Packet *mad = packet_of(message);

	if (mad->rmpp_status == NOT_RMPP) {
		mad->rmpp_version = mad->rmpp_type = mad->rmpp_flags = mad->rmpp_status = 0;
		mad->segment = mad->payload = 0;
	}
	append(&finished, message);
}

/* One more segment; the whole is finished with the last one. */
static void add_segment(const Single *in)
{
	const Packet *mad = &in->mad;
	Message *message = take_message(&partial, continues, in);
	int payload = (int)be32toh(mad->payload) - SA_PART;
	int part = mad->rmpp_flags & RMPP_LAST && payload >= 0 && payload < SEGMENT ? payload : SEGMENT;

	if (mad->rmpp_flags & RMPP_FIRST) {
		message_free(message);
		message = message_new(&in->umad, mad, SA_HEADER);
	}
	if (!message)
		return;
	add_data(message, mad->data, part);
	if (mad->rmpp_flags & RMPP_LAST)
		finish(message);
	else
		append(&partial, message);
}

/* A packet that could not be delivered is back: its request, once. */
static void give_up(const Single *in)
{
	Message *request = take_message(&requests, answers, in);

	if (request)
		append(&finished, request);
}

/* Whether the packet is none of an SA message; else it has been taken. Answers of either kind are awaited no more. */
static int pass_through(const Single *in)
{
	const Packet *mad = &in->mad;

	pthread_mutex_lock(&lock);
	if (mad->class != SA_CLASS) {
		if (in->umad.status || mad->method & RESPONSE_BIT)
			message_free(take_message(&requests, answers, in));
		pthread_mutex_unlock(&lock);
		return 1;
	}
	if (in->umad.status) {
		give_up(in);
	} else {
		if (mad->method & RESPONSE_BIT)
			message_free(take_message(&requests, answers, in));
		if (is_rmpp(mad) && mad->rmpp_type == RMPP_DATA)
			add_segment(in);
	}
	pthread_mutex_unlock(&lock);
	return 0;
}

static void move_overdue(void)
{
	int64_t now = now_ms();

	for (Message **list = &requests; *list;) {
		Message *message = *list;

		if (message->deadline > now) {
			list = &message->next;
			continue;
		}
		*list = message->next;
		append(&finished, message);
	}
}

/* The next finished message: as umad_recv(), or 0 in *there. With too small a buffer it stays for the next call. */
static int take_finished(ib_user_mad_t *umad, int *size, int *there)
{
	int room = *size, result;
	Message *message;

	pthread_mutex_lock(&lock);
	move_overdue();
	message = finished;
	*there = message != NULL;
	result = message ? (int)message->umad->agent_id : 0;
	if (message) {
		*size = message->size;
		if (message->size > room) {
			result = -ENOSPC;
		} else {
			memcpy(umad, message->umad, sizeof(*umad) + (size_t)message->size);
			umad->length = (uint32_t)(sizeof(*umad) + (size_t)message->size);
			finished = message->next;
			message_free(message);
		}
	}
	pthread_mutex_unlock(&lock);
	errno = result < 0 ? -result : 0;
	return result;
}

static int hand_over(const Single *in, int size, ib_user_mad_t *umad, int *room)
{
	memcpy(umad, in, sizeof(*umad) + (size_t)(size < *room ? size : *room));
	*room = size;
	return (int)in->umad.agent_id;
}

int umad_recv(int port, void *umad, int *size, int timeout_ms)
{
	int64_t end = timeout_ms < 0 ? INT64_MAX : now_ms() + timeout_ms;

	for (;;) {
		Single in = {.umad.status = 0};
		int there, got = PACKET, wait = timeout_ms, result = take_finished(umad, size, &there);

		if (there)
			return result;
		if (timeout_ms < 0 || wait > POLL_MS)
			wait = POLL_MS;
		errno = 0;
		result = real_receive(port, &in, &got, wait);
		if (result >= 0 && pass_through(&in))
			return hand_over(&in, got, umad, size);
		if (result < 0 && result != -ETIMEDOUT && errno != ETIMEDOUT && errno != EINTR)
			return result;
		if (result < 0 && now_ms() >= end)
			return result;
	}
}
