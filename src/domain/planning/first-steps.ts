/** What an admin does first, in this order. */
export const FIRST_STEPS = ["event", "sharing", "team"] as const;

export type FirstStep = (typeof FIRST_STEPS)[number];

/** `begun`: this admin has been shown the steps. `over`: they finished or hid them. */
export type StepsMemory = "begun" | "over";

export interface FirstStepsFacts {
  /** Whether each step is done; `null` while that is not known. */
  readonly done: Readonly<Record<FirstStep, boolean | null>>;
  /** What the browser remembers for this admin. */
  readonly memory: StepsMemory | null;
}

/**
 * Whether the steps are shown. They begin only in a planning without events, so an older planning never shows them.
 * Once begun, they stay until all are done or the admin hides them. While anything is not known, they are hidden.
 */
export function firstStepsStatus({ done, memory }: FirstStepsFacts): "hidden" | "shown" | "finished" {
  const states = new Set(FIRST_STEPS.map((step) => done[step]));
  if (memory === "over" || states.has(null)) return "hidden";
  if (memory === null) return done.event === true ? "hidden" : "shown";
  return states.has(false) ? "shown" : "finished";
}
