import * as z from "zod/mini";
import { COMMENT_MAX } from "../../domain/availability/availability.ts";
import { type ErrorCode, errorCodeOf } from "../errors.ts";
import { typedText } from "../typed-text.ts";
import { guardedBy } from "../operation.ts";
import { operationForOthers, operationOf } from "./change-kinds.ts";
import { DateText, TimeText } from "./events.ts";

const Comment = typedText(COMMENT_MAX, "line");

type CommentCheck =
  { readonly status: "valid"; readonly comment: string } | { readonly status: "invalid"; readonly code: ErrorCode };

/** The typed comment, trimmed, or the code of the reason why it cannot be sent. */
export function checkComment(typed: string): CommentCheck {
  const parsed = Comment.safeParse(typed);
  if (parsed.success) return { status: "valid", comment: parsed.data };
  const code = parsed.error.issues[0]?.message ?? "";
  return { status: "invalid", code: errorCodeOf(code) };
}

/** An answer to an event. `answeredAt` is the time at which it was given (RFC 3339). Default: now. */
const AvailabilityUpdate = z.object({
  status: z.nullable(z.enum(["present", "absent"])),
  answeredAt: z.optional(z.iso.datetime({ offset: true, error: "request.invalid" })),
  /**
   * The date and start time for which it was given. After an event moved and all were asked again, an answer for another
   * date or time does not count. If `givenFor` is missing, an answer given before the move does not count.
   */
  givenFor: z.optional(z.object({ date: DateText, time: TimeText })),
  /** A comment of the person. Empty text removes it. If it is missing, the former one stays until the answer changes. */
  comment: z.optional(z.nullable(Comment)),
});

export type AvailabilityUpdate = z.infer<typeof AvailabilityUpdate>;

export const ANSWER_OPERATIONS = /* @__PURE__ */ guardedBy("shared_planning", {
  setOwnAvailability: operationOf("availability.set", {
    summary: "Answer an event; an answer that was given earlier never replaces one given later",
    request: AvailabilityUpdate,
    errors: ["event.not_found"],
  }),
  setAvailability: operationForOthers("availability.set", {
    summary:
      "Answer for another person; the answer names the user who gave it, and a later answer of the person replaces it",
    request: AvailabilityUpdate,
    errors: ["event.not_found", "user.not_found"],
  }),
});
