import type { Planning } from "#domain/planning/planning.ts";

/** The parts of a planning that a browser stores. It stores no membership: everybody belongs to every group. */
export type LocalPlanning = Omit<Planning, "members">;

/** The parts that a browser publishes. Absences and wishes are personal, so they stay in the browser. */
export const PUBLISHED_PARTS = ["groups", "events", "combinablePairs", "requiredRoles"] as const;

export type PublishedPlanning = Pick<LocalPlanning, (typeof PUBLISHED_PARTS)[number]>;

/**
 * The parts, each stored under its own name in `localStorage`. `groups` and `events` hold a JSON array in the specification's
 * shape (§3). The others are absent until they are first used.
 */
export const PLANNING_PARTS = [...PUBLISHED_PARTS, "absences", "wishes"] as const satisfies (keyof LocalPlanning)[];

/** Whether a `storage` event with this key may have changed the planning; `null`: the whole storage was cleared. */
export function isPlanningKey(key: string | null): boolean {
  return key === null || PLANNING_PARTS.some((part) => part === key);
}
