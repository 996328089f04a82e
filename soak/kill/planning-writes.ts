import { LETTERS, oneOf, type Random, textOf } from "../random.ts";
import { type Answer, answerEntry, type WriterState, type Write, eventEntry, gone } from "./write.ts";

const HEX = "0123456789abcdef";
/** A group of the seed. No writer owns it, so it is never deleted. */
const COMMON_GROUP = "1";
const DAY = "2099-11-22";

function uuid(random: Random): string {
  return [8, 4, 4, 4, 12].map((length) => textOf(random, HEX, length)).join("-");
}

function answerNames(state: WriterState, eventId: string): string[] {
  return [...(state.answers.get(eventId)?.keys() ?? [])].map((email) => `answer ${eventId} ${email}`);
}

export function createGroup(random: Random, { prefix }: WriterState): Write {
  const id = textOf(random, LETTERS, 6);
  const name = `${prefix} ${textOf(random, LETTERS, 5)}`;
  return {
    call: { method: "POST", path: "/api/groups", body: { name }, headers: { "idempotency-key": id } },
    cookie: null,
    effect: { [`group ${id}`]: name },
    remember: ({ groupIds }) => void groupIds.add(id),
  };
}

export function renameGroup(random: Random, { prefix, groupIds }: WriterState): Write | null {
  const id = oneOf(random, [...groupIds]);
  if (id === undefined) return null;
  const name = `${prefix} ${textOf(random, LETTERS, 5)}`;
  return {
    call: { method: "PATCH", path: `/api/groups/${id}`, body: { name } },
    cookie: null,
    effect: { [`group ${id}`]: name },
    remember: () => undefined,
  };
}

export function deleteGroup(random: Random, state: WriterState): Write | null {
  const id = oneOf(random, [...state.groupIds]);
  if (id === undefined) return null;
  const eventIds = [...state.events].flatMap(([eventId, groupId]) => (groupId === id ? [eventId] : []));
  const names = eventIds.flatMap((eventId) => [`event ${eventId}`, ...answerNames(state, eventId)]);
  return {
    call: { method: "DELETE", path: `/api/groups/${id}` },
    cookie: null,
    effect: gone([`group ${id}`, ...names]),
    remember({ groupIds, events, answers }) {
      groupIds.delete(id);
      for (const eventId of eventIds) {
        events.delete(eventId);
        answers.delete(eventId);
      }
    },
  };
}

export function createEvent(random: Random, { prefix, groupIds }: WriterState): Write {
  const id = uuid(random);
  const groupId = oneOf(random, [COMMON_GROUP, ...groupIds]) ?? COMMON_GROUP;
  const name = `${prefix} ${textOf(random, LETTERS, 5)}`;
  const body = { groupId, name, date: DAY, time: "10:00", location: "Temple" };
  return {
    call: { method: "POST", path: "/api/events", body, headers: { "idempotency-key": id } },
    cookie: null,
    effect: { [`event ${id}`]: eventEntry(name, groupId) },
    remember: ({ events }) => void events.set(id, groupId),
  };
}

export function deleteEvent(random: Random, state: WriterState): Write | null {
  const id = oneOf(random, [...state.events.keys()]);
  if (id === undefined) return null;
  return {
    call: { method: "DELETE", path: `/api/events/${id}` },
    cookie: null,
    effect: gone([`event ${id}`, ...answerNames(state, id)]),
    remember({ events, answers }) {
      events.delete(id);
      answers.delete(id);
    },
  };
}

export function answerEvent(random: Random, { events, members }: WriterState): Write | null {
  const eventId = oneOf(random, [...events.keys()]);
  const member = oneOf(random, [...members.values()]);
  if (eventId === undefined || member === undefined) return null;
  const { email, firstName } = member;
  const status = oneOf(random, ["present", "absent", null] as const) ?? null;
  return {
    call: { method: "PUT", path: `/api/events/${eventId}/availability`, body: { status } },
    cookie: member.cookie,
    effect: { [`answer ${eventId} ${email}`]: status && answerEntry(status, firstName) },
    remember({ answers }) {
      const known = answers.get(eventId) ?? new Map<string, Answer>();
      if (status === null) known.delete(email);
      else known.set(email, status);
      answers.set(eventId, known);
    },
  };
}
