import * as z from "zod/mini";
import { COMMENT_MAX } from "../../domain/availability/availability.ts";
import { type ErrorCode, errorCodeOf } from "../errors.ts";
import { typedText } from "../typed-text.ts";
import { guardedBy } from "../operation.ts";
import { API } from "../paths.ts";
import { DateText, TimeText } from "./events.ts";
import { PlannedEvent } from "./planning.ts";

const Comment = typedText(COMMENT_MAX, "line");

type CommentCheck =
  { readonly status: "valid"; readonly comment: string } | { readonly status: "invalid"; readonly code: ErrorCode };

/** A typed word, trimmed; or why it cannot be sent. */
export function checkComment(typed: string): CommentCheck {
  const parsed = Comment.safeParse(typed);
  if (parsed.success) return { status: "valid", comment: parsed.data };
  const code = parsed.error.issues[0]?.message ?? "";
  return { status: "invalid", code: errorCodeOf(code) };
}

/** An answer to an event. `answeredAt` is the time at which it was given (RFC 3339); now when left out. */
const AvailabilityUpdate = z.object({
  status: z.nullable(z.enum(["present", "absent"])),
  answeredAt: z.optional(z.iso.datetime({ offset: true, error: "request.invalid" })),
  /**
   * The date and start time for which it was given. After an event moved and all were asked again, an answer for others
   * does not count. Left out, one given before the move does not.
   */
  givenFor: z.optional(z.object({ date: DateText, time: TimeText })),
  /** A word that goes with it; empty takes it away. Left out, the former one stays until the answer changes. */
  comment: z.optional(z.nullable(Comment)),
});

export type AvailabilityUpdate = z.infer<typeof AvailabilityUpdate>;

export const ANSWER_OPERATIONS = /* @__PURE__ */ guardedBy("shared_planning", {
  setOwnAvailability: {
    method: "PUT",
    path: API.ownAvailability,
    access: "availability.set_own",
    summary: "Say whether one is present; an answer that was given earlier never replaces one given later",
    request: AvailabilityUpdate,
    status: 200,
    response: PlannedEvent,
    errors: ["event.not_found"],
  },
  setAvailability: {
    method: "PUT",
    path: API.availability,
    access: "availability.set_for_others",
    summary: "Answer for somebody else; the answer names who gave it, and a later one of the person replaces it",
    request: AvailabilityUpdate,
    status: 200,
    response: PlannedEvent,
    errors: ["event.not_found", "user.not_found"],
  },
});
