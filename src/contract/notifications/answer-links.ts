import * as z from "zod/mini";
import { shortText } from "../limits.ts";
import type { Operation } from "../operation.ts";
import { API } from "../paths.ts";
import { DateText, TimeText } from "../planning/events.ts";
import { Id, PlannedEvent, ServiceName } from "../planning/planning.ts";

/** Several times the length of a real token. */
const TOKEN_MAX = 1_000;

const Token = shortText(TOKEN_MAX, "answer_link.void");
const AnswerStatus = z.enum(["present", "absent"]);
const Roles = z.readonly(z.array(ServiceName));
const RoleOfOthers = z.object({ role: ServiceName, others: z.int() });
const SharedRole = z.object({ ...RoleOfOthers.shape, needed: z.int() });

/** An `AnswerEffect` of the domain. */
const Effect = z.union([
  z.object({ kind: z.literal("no_critical_service") }),
  z.object({
    kind: z.literal("covers"),
    roles: Roles,
    several: z.exactOptional(z.readonly(z.array(SharedRole))),
  }),
  z.object({ kind: z.literal("line_up"), isWhole: z.boolean(), leftOutWithout: Roles }),
  z.object({ kind: z.literal("secures") }),
  z.object({
    kind: z.literal("none"),
    roles: z.readonly(z.array(RoleOfOthers)),
  }),
]);

const { id, name, date, time, location, endTime, endsNextDay, details } = PlannedEvent.shape;

/** The answer of a person who is entrusted to the link's person. */
const EntrustedAnswer = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  answer: z.nullable(AnswerStatus),
  plays: Roles,
});

/** What a link's page shows: one event, and only the answers of one person and of people entrusted to them. */
export const LinkedAnswer = z.object({
  state: z.literal("open"),
  firstName: z.string(),
  event: z.object({ id, name, date, time, location, endTime, endsNextDay, details }),
  /** The answer that the person gave; `null`: none yet. */
  answer: z.nullable(AnswerStatus),
  /** What the person's presence changes. */
  effect: Effect,
  /** The roles that the event needs. */
  requiredRoles: Roles,
  /** What the person plays by the kept line-up. */
  plays: Roles,
  /** Another event at that time at which the person is present. */
  elsewhere: z.exactOptional(z.object({ name, time })),
  timeZone: z.string(),
  /** The people of the event's group who are entrusted to the person; left out if there are none. */
  entrusted: z.exactOptional(z.array(EntrustedAnswer)),
  /** Whether the person does not belong to the group, and answers only for entrusted people. */
  isForOthersOnly: z.exactOptional(z.boolean()),
});

/** The event is over, so nobody can answer any more. */
const OverEvent = z.object({ state: z.literal("over"), eventId: z.string() });

const LinkedEvent = z.union([LinkedAnswer, OverEvent]);

export const AnswerByLink = z.object({
  token: Token,
  status: AnswerStatus,
  /** The entrusted person whose answer it is; left out: the link's own person. */
  userId: z.optional(Id),
  /** The date and start time that the person saw; left out: the current ones. */
  givenFor: z.optional(z.object({ date: DateText, time: TimeText })),
});

export type LinkedAnswer = z.infer<typeof LinkedAnswer>;
export type LinkedEvent = z.infer<typeof LinkedEvent>;
export type AnswerByLink = z.infer<typeof AnswerByLink>;

/** The link's token grants the right to answer. No session is read. */
export const ANSWER_LINK_OPERATIONS = {
  readLinkedEvent: {
    method: "POST",
    path: API.linkedEvent,
    access: "anyone",
    summary: "The event of an answer link, and what its person's answer would change; the call changes nothing",
    request: z.object({ token: Token }),
    response: LinkedEvent,
  },
  answerByLink: {
    method: "POST",
    path: API.answerByLink,
    access: "anyone",
    summary: "Answer for the person of an answer link, or somebody who is entrusted to them, and its event",
    request: AnswerByLink,
    response: LinkedAnswer,
  },
} as const satisfies Readonly<Record<string, Operation>>;
