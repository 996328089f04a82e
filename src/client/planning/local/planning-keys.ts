import type { Planning } from "#domain/planning/planning.ts";

/** The parts of a planning that a browser stores. Membership is not one: there, everybody known counts as a member. */
export type KeptPlanning = Omit<Planning, "members">;

/**
 * The first two hold a JSON array in the specification's shape (§3). The others are absent until they are first used: the
 * pairs and the required roles chosen for each group, and the absences and wishes of everybody who uses this browser.
 */
export const PLANNING_KEYS = {
  groups: "groups",
  events: "events",
  combinablePairs: "combinablePairs",
  requiredRoles: "requiredRoles",
  absences: "absences",
  wishes: "wishes",
} as const satisfies Record<keyof KeptPlanning, string>;

/** The part of its planning that a browser publishes. Absences and wishes concern one person each, and stay. */
export type PublishedPlanning = Omit<KeptPlanning, "absences" | "wishes">;
