import type { Planning } from "#domain/planning/planning.ts";

/** The parts of a planning that a browser stores. Membership is not one: there, everybody known counts as a member. */
export type KeptPlanning = Omit<Planning, "members">;

/**
 * The first two hold a JSON array in the specification's shape (§3), the third the pairs chosen for each group, the last the
 * absences of everybody who uses this browser.
 */
export const PLANNING_KEYS = {
  groups: "groups",
  events: "events",
  combinablePairs: "combinablePairs",
  absences: "absences",
} as const satisfies Record<keyof KeptPlanning, string>;

/** What a browser publishes of its planning: absences stay. */
export type PublishedPlanning = Omit<KeptPlanning, "absences">;
