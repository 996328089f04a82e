import * as z from "zod/mini";
import { ABSENCE_MAX_DAYS, ABSENCES_MAX } from "../../domain/availability/absences.ts";
import { COMMENT_MAX } from "../../domain/availability/availability.ts";
import { type ErrorCode, errorCodeOf } from "../errors.ts";
import { typedText } from "../limits.ts";
import { inSharedPlanning } from "../operation.ts";
import { API, HEADERS } from "../paths.ts";
import { operationForOthers, operationOf } from "./change-kinds.ts";
import { DateText, EventKey, TimeText } from "./events.ts";
import { Absences } from "./planning.ts";

const Comment = typedText(COMMENT_MAX, "line");

type CommentCheck =
  { readonly status: "valid"; readonly comment: string } | { readonly status: "invalid"; readonly code: ErrorCode };

/** The typed comment, trimmed, or the code of the reason why it cannot be sent. */
export function checkComment(typed: string): CommentCheck {
  const parsed = Comment.safeParse(typed);
  if (parsed.success) return { status: "valid", comment: parsed.data };
  return { status: "invalid", code: errorCodeOf(parsed.error.issues[0]?.message ?? "") };
}

/** An answer to an event. `answeredAt` is the time at which it was given (RFC 3339). Default: now. */
const AvailabilityUpdate = z.object({
  status: z.nullable(z.enum(["present", "absent"])),
  answeredAt: z.optional(z.iso.datetime({ offset: true, error: "request.invalid" })),
  /**
   * The date and start time of the event for which it was given. After an event moved and all were asked again, an answer
   * for the former date or time does not count. Without `givenFor`, an answer counts if `answeredAt` is after the move.
   */
  givenFor: z.optional(z.object({ date: DateText, time: TimeText })),
  /** Empty text removes the comment. If `comment` is missing, the former one stays until the answer changes. */
  comment: z.optional(z.nullable(Comment)),
});

export type AvailabilityUpdate = z.infer<typeof AvailabilityUpdate>;

export const ANSWER_OPERATIONS = /* @__PURE__ */ inSharedPlanning({
  setOwnAvailability: operationOf("availability.set", {
    summary: "Answer an event; an answer that was given earlier never replaces one given later",
    request: AvailabilityUpdate,
  }),
  setAvailability: operationForOthers("availability.set", {
    summary:
      "Answer for another person; the answer names the user who gave it, and a later answer of the person replaces it",
    request: AvailabilityUpdate,
  }),
});

/** The server checks the days with `refusalOfAbsence`, because it knows the team's date. */
export const NewAbsence = z.object({ from: DateText, to: DateText });

export const ABSENCE_OPERATIONS = /* @__PURE__ */ inSharedPlanning({
  listOwnAbsences: {
    method: "GET",
    path: API.absences,
    access: "availability.set_own",
    summary: "The caller's absences, by their first day; nobody else can read them",
    response: Absences,
  },
  addAbsence: operationOf("absence.added", {
    summary: `Be absent on these days, both included: at most ${ABSENCE_MAX_DAYS} days, and ${ABSENCES_MAX} ranges that are not over; an Idempotency-Key (a UUID) becomes its id and makes a retry harmless`,
    headers: { [HEADERS.idempotencyKey]: EventKey },
    request: NewAbsence,
  }),
  removeAbsence: operationOf("absence.removed", {
    summary: "Delete one of the caller's absences",
  }),
});
