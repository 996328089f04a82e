import * as z from "zod/mini";
import { Group, PlannedEvent } from "./planning.ts";

/** What was deleted can be restored for so many days. */
export const TRASH_KEPT_DAYS = 30;

/** Moments are ISO 8601. */
const deletion = {
  deletedAt: z.string(),
  /** The name of whoever deleted it; `null` where they are gone themselves. */
  deletedBy: z.nullable(z.string()),
  /** When it will be gone for good. */
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
  /** Then the group has to be restored first. */
  isGroupDeleted: z.boolean(),
  /** How many people's answers come back with it. */
  answerCount: z.int(),
  ...deletion,
});

/** What was deleted and can be restored, the latest deletion first; events that went with their group are not listed. */
export const Trash = z.array(z.union([TrashedGroup, TrashedEvent]));

export type TrashedGroup = z.infer<typeof TrashedGroup>;
export type TrashedEvent = z.infer<typeof TrashedEvent>;
export type Trashed = TrashedGroup | TrashedEvent;
