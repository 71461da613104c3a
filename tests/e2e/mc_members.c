/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * mc_members GROUPS ROUNDS SEED <PORT-GUIDS: hosts that join and leave multicast groups, as the subnet administrator
 * sees them. One process asks on behalf of all ports (proxy joins), one request after the other; each must be answered.
 *
 * The first port makes all groups and stays in them. In each round every other port, in an order of its own, joins a
 * group that it is not in or leaves one that it is in. At the end prints "member GROUP PORT-GUID" for each membership
 * that is left, and what was asked. Status 1 when a request was refused or got no answer.
 */
#include <endian.h>
#include <infiniband/umad.h>
#include <infiniband/umad_sa.h>
#include <infiniband/umad_sa_mcm.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	PORTS = 4096,
	GROUPS = 64,
	ANSWER_MS = 20000, /* while tables are computed none comes */
	ANSWER_TRIES = 3,
	MAD = 256,
	METHOD_DELETE = 0x15,
	RESPONSE = 0x80,
	PREFIX = 0xfe80,
	SA_QKEY = 0x80010000,
	GROUP_QKEY = 0x0b1b,
	DEFAULT_PKEY = 0xffff,
	LINK_SCOPE = 2,
};

static const uint64_t asked_for = UMAD_SA_MCM_COMP_MASK_MGID | UMAD_SA_MCM_COMP_MASK_PORT_GID |
				  UMAD_SA_MCM_COMP_MASK_QKEY | UMAD_SA_MCM_COMP_MASK_TCLASS |
				  UMAD_SA_MCM_COMP_MASK_PKEY | UMAD_SA_MCM_COMP_MASK_SL |
				  UMAD_SA_MCM_COMP_MASK_FLOW_LABEL | UMAD_SA_MCM_COMP_MASK_JOIN_STATE;

static uint64_t ports[PORTS];
static uint8_t is_member[PORTS][GROUPS];
static unsigned n_ports, n_groups, joined, left, refused, unanswered;
static int device, agent;
static umad_port_t here;
static uint64_t tid, state;

static unsigned draw(unsigned n)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)((state >> 33) % n);
}

static void fill(struct umad_sa_packet *sa, int method, unsigned group, uint64_t guid)
{
	struct umad_sa_mcmember_record record = {.qkey = htobe32(GROUP_QKEY), .pkey = htobe16(DEFAULT_PKEY)};
	uint64_t low = htobe64(0x2000 + group), id = htobe64(guid), prefix = htobe64((uint64_t)PREFIX << 48);
	memset(sa, 0, sizeof *sa);
	sa->mad_hdr.base_version = 1;
	sa->mad_hdr.mgmt_class = UMAD_CLASS_SUBN_ADM;
	sa->mad_hdr.class_version = 2;
	sa->mad_hdr.method = (uint8_t)method;
	sa->mad_hdr.tid = htobe64(++tid);
	sa->mad_hdr.attr_id = htobe16(UMAD_SA_ATTR_MCMEMBER_REC);
	sa->comp_mask = htobe64(asked_for);
	memcpy(record.mgid, "\xff\x12\x40\x1b\xff\xff\0", 8);
	memcpy(record.mgid + 8, &low, sizeof low);
	memcpy(record.portgid, &prefix, sizeof prefix);
	memcpy(record.portgid + 8, &id, sizeof id);
	record.scope_state = LINK_SCOPE << 4 | UMAD_SA_MCM_JOIN_STATE_FULL_MEMBER;
	memcpy(sa->data, &record, sizeof record);
}

/* Status of the answer to this request, -1 when there is none. */
static int ask(const struct umad_sa_packet *request)
{
	static uint64_t room[(sizeof(struct ib_user_mad) + MAD) / sizeof(uint64_t) + 64];
	struct umad_sa_packet *mad = umad_get_mad(room);
	for (int tries = 0; tries < ANSWER_TRIES; tries++) {
		memset(room, 0, sizeof room);
		memcpy(mad, request, sizeof *request);
		umad_set_addr(room, (int)here.sm_lid, 1, (int)here.sm_sl, (int)SA_QKEY);
		if (umad_send(device, agent, room, MAD, ANSWER_MS, 0) < 0)
			return -1;
		for (int length = MAD; umad_recv(device, room, &length, ANSWER_MS + 1000) >= 0; length = MAD)
			if (be64toh(mad->mad_hdr.tid) << 32 == tid << 32 && mad->mad_hdr.method & RESPONSE)
				return be16toh(mad->mad_hdr.status);
			else if (umad_status(room))
				break;
	}
	return -1;
}

static void change(unsigned port, unsigned group)
{
	struct umad_sa_packet request;
	int leave = is_member[port][group];
	fill(&request, leave ? METHOD_DELETE : UMAD_METHOD_SET, group, ports[port]);
	int status = ask(&request);
	if (status) {
		fprintf(stderr, "port %016" PRIx64 " %s group %u: %s 0x%x\n", ports[port], leave ? "leaves" : "joins",
			group, status < 0 ? "no answer" : "refused with status", status < 0 ? 0u : (unsigned)status);
		status < 0 ? unanswered++ : refused++;
		return;
	}
	is_member[port][group] = !leave;
	leave ? left++ : joined++;
}

static void shuffle(unsigned *order, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		unsigned other = draw(i + 1);
		order[i] = order[other];
		order[other] = i;
	}
}

static void live(unsigned rounds)
{
	static unsigned order[PORTS];
	for (unsigned group = 0; group < n_groups; group++)
		change(0, group);
	for (unsigned round = 0; round < rounds; round++) {
		shuffle(order, n_ports);
		for (unsigned i = 0; i < n_ports && unanswered < 3; i++)
			if (order[i])
				change(order[i], draw(n_groups));
		printf("round %u\n", round + 1);
		fflush(stdout);
	}
}

static int attach(void)
{
	if (umad_init() < 0 || umad_get_port(NULL, 0, &here) < 0)
		return -1;
	device = umad_open_port(NULL, 0);
	agent = device < 0 ? -1 : umad_register(device, UMAD_CLASS_SUBN_ADM, 2, 0, NULL);
	return agent;
}

int main(int argc, char **argv)
{
	if (argc != 4 || (n_groups = (unsigned)atoi(argv[1])) < 1 || n_groups > GROUPS)
		return 2;
	state = strtoull(argv[3], NULL, 10);
	while (n_ports < PORTS && scanf("%" SCNx64, &ports[n_ports]) == 1)
		n_ports++;
	if (n_ports < 2 || attach() < 0) {
		fprintf(stderr, "mc_members: no ports, or nothing to ask through\n");
		return 2;
	}
	live((unsigned)atoi(argv[2]));
	for (unsigned group = 0; group < n_groups; group++)
		for (unsigned port = 0; port < n_ports; port++)
			if (is_member[port][group])
				printf("member %u %016" PRIx64 "\n", group, ports[port]);
	printf("%u ports joined %u times and left %u times; %u refused, %u not answered\n", n_ports, joined, left,
	       refused, unanswered);
	umad_close_port(device);
	return refused || unanswered;
}
