import * as z from "zod/mini";
import { guardedBy } from "../operation.ts";
import { API } from "../paths.ts";
import { PlannedEvent } from "./planning.ts";

/** An answer to an event. `answeredAt` is the time at which it was given (RFC 3339); now when left out. */
const AvailabilityUpdate = z.object({
  status: z.nullable(z.enum(["present", "absent"])),
  answeredAt: z.optional(z.iso.datetime({ offset: true, error: "request.invalid" })),
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
});
