import * as z from "zod/mini";
import { inSharedPlanning } from "../operation.ts";
import { API } from "../paths.ts";
import { operationOf } from "./change-kinds.ts";
import { EventScope } from "./events.ts";
import { Group, PlannedEvent } from "./planning.ts";

/** Timestamps are ISO 8601. */
const deletion = {
  deletedAt: z.string(),
  /** The name of the user who deleted it; `null` if that user was deleted since. */
  deletedBy: z.nullable(z.string()),
  /** When it will be removed for good. */
  keptUntil: z.string(),
};

const TrashedGroup = z.object({
  type: z.literal("group"),
  ...Group.shape,
  /** How many events come back with it. */
  eventCount: z.int(),
  ...deletion,
});

const { availability: _, ...event } = PlannedEvent.shape;

const TrashedEvent = z.object({
  type: z.literal("event"),
  ...event,
  groupName: z.string(),
  /** Whether its group is deleted too, and must be restored first. */
  isGroupDeleted: z.boolean(),
  /** How many people's answers come back with it. */
  answerCount: z.int(),
  ...deletion,
});

/**
 * Deleted groups and events that can be restored, the latest deletion first. Events deleted with their group are not
 * listed.
 */
export const Trash = z.array(z.union([TrashedGroup, TrashedEvent]));

export type TrashedGroup = z.infer<typeof TrashedGroup>;
export type TrashedEvent = z.infer<typeof TrashedEvent>;
export type Trashed = TrashedGroup | TrashedEvent;

export const TRASH_OPERATIONS = /* @__PURE__ */ inSharedPlanning({
  readTrash: {
    method: "GET",
    path: API.trash,
    access: "planning.restore",
    summary: "The groups and events that were deleted and can be restored, the latest deletion first",
    response: Trash,
  },
  restoreEvent: operationOf("event.restored", {
    summary:
      "Restore a deleted event with its answers, or also those deleted with it; an existing event stays as it is",
    query: EventScope,
  }),
  restoreGroup: operationOf("group.restored", {
    summary: "Restore a deleted group with its events, answers and members; an existing group stays as it is",
  }),
});
