import type { Told } from "./change-stream.ts";
import type { LiveEvent } from "./live-event.ts";

/** How the stream stands. */
export type LiveState = Extract<LiveEvent, { readonly type: "ready" | "down" | "refused" }>;

/** What one tab has heard of the stream so far. */
export interface Hearing {
  /** Of the latest change it knows; `null` until it knows of any position. */
  readonly position: number | null;
  readonly state: LiveState | null;
}

export const NOTHING_HEARD: Hearing = { position: null, state: null };

interface Heard {
  readonly hearing: Hearing;
  /** What is new in it for this tab. */
  readonly events: readonly LiveEvent[];
}

/**
 * Takes in what the stream told, by way of whichever tab: a change that was heard already says nothing new, and where
 * changes before it were missed (the tab slept, or the tab that told them died) everything must be read again.
 */
export function hear({ position, state }: Hearing, { event, after }: Told): Heard {
  const hasMissed = position !== null && after !== null && after > position;
  switch (event.type) {
    case "down":
    case "refused":
      return { hearing: { position, state: event }, events: state?.type === event.type ? [] : [event] };
    case "ready":
      return {
        hearing: { position: hasMissed ? after : (position ?? after), state: event },
        events: [
          ...(hasMissed ? [{ type: "reload", position: after } as const] : []),
          ...(state?.type === "ready" ? [] : [event]),
        ],
      };
    case "reload":
      return { hearing: { position: event.position, state }, events: [event] };
    case "change":
      if (position !== null && event.position <= position) return { hearing: { position, state }, events: [] };
      return {
        hearing: { position: event.position, state },
        events: [hasMissed ? { type: "reload", position: event.position } : event],
      };
  }
}

/** How the stream stands, for whoever joins now. */
export function presentState({ position, state }: Hearing): LiveState | null {
  if (state?.type !== "ready") return state;
  return { type: "ready", position: Math.max(state.position, position ?? 0) };
}
