import * as z from "zod/mini";
import { ANSWER_HOURS, ASKED_MAX } from "../../domain/notifications/asking.ts";
import { listOf } from "../limits.ts";
import { inSharedPlanning } from "../operation.ts";
import { API } from "../paths.ts";
import { Id } from "../planning/planning.ts";

/** Why no message can reach a person. */
export const REACH_PROBLEMS = ["no_account", "not_confirmed", "refused", "unsubscribed"] as const;

const Hours = z.literal(ANSWER_HOURS);

function areDistinct(ids: readonly string[]): boolean {
  return new Set(ids).size === ids.length;
}

/** Asks these people: all at once, or one after the other, each with `hours` to answer. */
const NewRequests = z
  .object({
    userIds: listOf(Id, ASKED_MAX).check(z.minLength(1, "request.invalid"), z.refine(areDistinct, "request.invalid")),
    inOrder: z.boolean(),
    hours: z.optional(Hours),
  })
  .check(
    z.refine(({ inOrder, hours }) => inOrder === (hours !== undefined), { path: ["hours"], error: "request.invalid" }),
  );

/** A request that waits for an answer. */
const EventRequest = z.object({
  userId: z.string(),
  /** ISO 8601. */
  askedAt: z.string(),
  /** The admin who asked; `null`: deleted since. */
  askedBy: z.nullable(z.string()),
  /** `unreachable`: nothing was sent. */
  reach: z.enum(["sent", "unreachable"]),
  /** Why nothing was sent. */
  problem: z.nullable(z.enum(REACH_PROBLEMS)),
});

/** People asked one after the other. */
const AskingOrder = z.object({
  askedBy: z.string(),
  hours: Hours,
  state: z.enum(["running", "complete", "exhausted", "stopped"]),
  /** Who is asked when (ISO 8601), if nobody answers before. */
  turns: z.array(z.object({ userId: z.string(), at: z.string() })),
});

export const EventRequests = z.object({
  requests: z.array(EventRequest),
  /** The latest order; `null` if there was none. */
  order: z.nullable(AskingOrder),
});

export type ReachProblem = (typeof REACH_PROBLEMS)[number];
export type NewRequests = z.infer<typeof NewRequests>;
export type EventRequest = z.infer<typeof EventRequest>;
export type EventRequests = z.infer<typeof EventRequests>;

const NewReplacement = z.object({ userId: Id });

export type NewReplacement = z.infer<typeof NewReplacement>;

export const REQUEST_OPERATIONS = /* @__PURE__ */ inSharedPlanning({
  readRequests: {
    method: "GET",
    path: API.requests,
    access: "event.ask_people",
    summary: "The people who were asked to come to an event and have not answered, and those who are asked next",
    response: EventRequests,
  },
  askPeople: {
    method: "POST",
    path: API.requests,
    access: "event.ask_people",
    summary:
      "Ask people to come: all at once, or one after the other until the line-up is complete, which replaces a running order; people who were asked and have not answered get no second message",
    request: NewRequests,
    response: EventRequests,
  },
  stopAsking: {
    method: "DELETE",
    path: API.requests,
    access: "event.ask_people",
    summary: "Stop a running order: ask nobody else",
  },
  readReplacements: {
    method: "GET",
    path: API.replacements,
    access: "availability.set_own",
    summary:
      "The people whom the caller asked to take their place on the line-up of an event and who have not answered, in no order",
    response: EventRequests,
  },
  askReplacement: {
    method: "POST",
    path: API.replacements,
    access: "availability.set_own",
    summary:
      "Ask somebody to take the caller's place on the line-up of an event from which they are absent; the first yes takes it",
    request: NewReplacement,
    response: EventRequests,
  },
});
