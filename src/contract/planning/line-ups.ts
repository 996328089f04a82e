import * as z from "zod/mini";
import { inSharedPlanning } from "../operation.ts";
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

export const LINE_UP_OPERATIONS = /* @__PURE__ */ inSharedPlanning({
  keepLineUp: operationOf("line_up.kept", {
    summary:
      "Keep a line-up for an event, in place of any other. With `repairs`, the kept line-up that this one repairs: refused if another one is kept by now, or if somebody on it is not present",
    request: LineUpUpdate,
  }),
  dropLineUp: operationOf("line_up.dropped", {
    summary: "Drop the kept line-up of an event, if there is one",
  }),
  readTurns: {
    method: "GET",
    path: API.turns,
    access: "planning.read",
    summary:
      "How often the members of an event's group played in the 90 days before it (by kept line-ups, or by presences if none was kept), and who is present at another event at the same time; members get only their own",
    response: Turns,
  },
  readOwnWish: {
    method: "GET",
    path: API.ownWish,
    access: "profile.edit_own",
    summary: "How many times a month the caller wants to play at most",
    response: OwnWish,
  },
  setOwnWish: operationOf("person.wish_set", {
    summary: "Set how many times a month the caller wants to play at most; `null`: no limit",
    request: OwnWish,
  }),
});
