import type { Planning } from "#domain/planning/planning.ts";

/** The parts of a planning that a browser stores. It stores no membership: everybody belongs to every group. */
export type LocalPlanning = Omit<Planning, "members">;

/**
 * The `localStorage` key of each part. `groups` and `events` hold a JSON array in the specification's shape (§3). The
 * other keys are absent until they are first used.
 */
export const PLANNING_KEYS = {
  groups: "groups",
  events: "events",
  combinablePairs: "combinablePairs",
  requiredRoles: "requiredRoles",
  absences: "absences",
  wishes: "wishes",
} as const satisfies Record<keyof LocalPlanning, string>;

/** The part of its planning that a browser publishes. Absences and wishes are personal, so they stay in the browser. */
export type PublishedPlanning = Omit<LocalPlanning, "absences" | "wishes">;
