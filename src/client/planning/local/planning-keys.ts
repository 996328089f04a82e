import type { Planning } from "#domain/planning/planning.ts";

/** The parts of a planning that a browser stores. Membership is not one: there, everybody known counts as a member. */
export type KeptPlanning = Omit<Planning, "members">;

/** The first two hold a JSON array in the specification's shape (§3), the third the pairs chosen for each group. */
export const PLANNING_KEYS = {
  groups: "groups",
  events: "events",
  combinablePairs: "combinablePairs",
} as const satisfies Record<keyof KeptPlanning, string>;
