import * as z from "zod/mini";
import { guardedBy } from "../operation.ts";
import { API } from "../paths.ts";
import { Id } from "../planning/planning.ts";
import { EventRequests } from "./requests.ts";

const NewReplacement = z.object({ userId: Id });

export type NewReplacement = z.infer<typeof NewReplacement>;

export const REPLACEMENT_OPERATIONS = /* @__PURE__ */ guardedBy("shared_planning", {
  readReplacements: {
    method: "GET",
    path: API.replacements,
    access: "availability.set_own",
    summary:
      "The people whom the caller asked to take their place on the line-up of an event and who have not answered, in no order",
    status: 200,
    response: EventRequests,
    errors: ["event.not_found"],
  },
  askReplacement: {
    method: "POST",
    path: API.replacements,
    access: "availability.set_own",
    summary:
      "Ask somebody to take the caller's place on the line-up of an event from which they are absent; the first yes takes it",
    request: NewReplacement,
    status: 200,
    response: EventRequests,
    errors: ["asking.past", "event.not_found", "replacement.asked", "replacement.not_needed", "replacement.unfit"],
  },
});
