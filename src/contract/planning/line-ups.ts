import * as z from "zod/mini";
import { guardedBy } from "../operation.ts";
import { API } from "../paths.ts";
import { operationOf } from "./change-kinds.ts";
import { EventTime, LineUp, OwnWish } from "./planning.ts";

const LineUpUpdate = z.object({
  holdings: LineUp,
  /** The kept line-up that this one repairs. */
  repairs: z.exactOptional(LineUp),
});

/** How often each person played in the 90 days before an event, in its group. See `Turn` in the domain. */
export const Turns = z.array(
  z.object({
    userId: z.string(),
    played: z.int(),
    of: z.int(),
    isBeyondWish: z.boolean(),
    takenAt: z.exactOptional(EventTime),
    takenBy: z.exactOptional(z.string()),
  }),
);

export const LINE_UP_OPERATIONS = /* @__PURE__ */ guardedBy("shared_planning", {
  keepLineUp: operationOf("line_up.kept", {
    summary:
      "Keep a line-up for an event, in the place of any other; with `repairs`, the kept one that it repairs, it is refused where another one is kept by now or somebody on it is not present",
    request: LineUpUpdate,
  }),
  dropLineUp: operationOf("line_up.dropped", {
    summary: "Drop the kept line-up of an event; where none is kept, nothing changes",
  }),
  readTurns: {
    method: "GET",
    path: API.turns,
    access: "planning.read",
    summary:
      "How often the members of an event's group played in the 90 days before it, by kept line-ups, or by presences where none was kept, and who is present at another event at its time; for members their own alone",
    response: Turns,
  },
  readOwnWish: {
    method: "GET",
    path: API.ownWish,
    access: "profile.edit_own",
    summary: "How many times a month one wants to play at most",
    response: OwnWish,
  },
  setOwnWish: operationOf("person.wish_set", {
    summary: "Say how many times a month one wants to play at most; `null`: no limit",
    request: OwnWish,
  }),
});
